/**
 * Takes the sharing out of jsr/ret subroutines (class files up to version 50),
 * so that the rest of the tool needs to know nothing about them: every call
 * site gets its own copy of the subroutine's body, and therefore every `ret`
 * has exactly one target, noted in a side table. The machine runs `jsr` as
 * "push any word, jump" and `ret` as "jump to its one target".
 *
 * A copy is identified by its call chain. Where code inside a subroutine can
 * also be reached without the call (a `finally` left by break, continue or an
 * exception handler), control has left the subroutine and continues in the
 * outermost copy that has that code.
 */

import {
  endsFlow,
  instructionLength,
  reject,
  scanCode,
  targetsOf,
  u1,
  u2,
} from "../../classfile/code/bytecode-scan.ts";
import type {
  CodeInfo,
  ExceptionHandler,
  LocalVariable,
} from "../../classfile/format/class-file.ts";
import { emit, type Item } from "./subroutines-emit.ts";

export interface InlinedCode extends CodeInfo {
  /** Byte offset of each `ret` (or its wide prefix) -> where it goes. Absent without subroutines. */
  readonly retTargets?: ReadonlyMap<number, number>;
  /** By offset in the new code: the offset in the method's own code, -1 inside instructions and for added gotos. */
  readonly origins?: Int32Array;
}

export const NO_TARGETS: ReadonlyMap<number, number> = new Map();

/** Bound on the size of the rewritten code. */
const MAX_BYTES = 1 << 20;
/** Bound on range checks (instructions times ranges), for hostile tables. */
const MAX_CHECKS = 50_000_000;

const isJsr = (op: number): boolean => op === 0xa8 || op === 0xc9;

const isRet = (bytes: Uint8Array, at: number): boolean =>
  u1(bytes, at) === 0xa9 || (u1(bytes, at) === 0xc4 && u1(bytes, at + 1) === 0xa9);

const retLocal = (bytes: Uint8Array, at: number): number =>
  u1(bytes, at) === 0xc4 ? u2(bytes, at + 2) : u1(bytes, at + 1);

/** The local an astore writes; -1 for other instructions. */
function storedAt(bytes: Uint8Array, at: number): number {
  const op = u1(bytes, at);
  if (op === 0x3a) return u1(bytes, at + 1);
  if (op >= 0x4b && op <= 0x4e) return op - 0x4b;
  return op === 0xc4 && u1(bytes, at + 1) === 0x3a ? u2(bytes, at + 2) : -1;
}

function usesSubroutines(bytes: Uint8Array, where: { at: number }): boolean {
  // A byte search first: most methods do not contain these values at all.
  if (!bytes.includes(0xa8) && !bytes.includes(0xc9)) return false;
  for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
    where.at = at;
    if (isJsr(u1(bytes, at))) return true;
  }
  return false;
}

/**
 * The same method without shared subroutines; the very same object when it
 * has none. `where.at` says which offset was being examined when the code is
 * refused (recursion, unbounded growth, malformed code).
 */
export function inlineSubroutines(code: CodeInfo, where: { at: number } = { at: 0 }): InlinedCode {
  where.at = 0;
  if (!usesSubroutines(code.bytes, where)) return code;
  scanCode(code, where);
  return new Inliner(code, where).run();
}

/** One copy of a routine: the main code, or a subroutine as called from one place of another copy. */
interface Copy {
  /** From the main code down to this copy. */
  readonly chain: readonly Copy[];
  readonly entry: number;
  /** The call, in the caller's copy; null for the main code. */
  readonly call: Item | null;
  /** Local its return address is kept in; -1 when its first instruction does not tell. */
  readonly local: number;
  readonly callees: Map<Item, Copy>;
  readonly items: Map<number, Item>;
}

class Inliner {
  readonly #code: CodeInfo;
  readonly #where: { at: number };
  readonly #copies: Copy[] = [];
  readonly #todo: { copy: Copy; at: number }[] = [];
  /** By routine entry: which offsets it reaches without calling or returning. */
  readonly #reach = new Map<number, Uint8Array>();
  /** Entries of the subroutines that come back. */
  readonly #returning = new Set<number>();
  #bytes = 0;
  #checks = 0;

  constructor(code: CodeInfo, where: { at: number }) {
    this.#code = code;
    this.#where = where;
  }

  run(): InlinedCode {
    this.#findReturning();
    const main = this.#newCopy([], 0, null, -1);
    this.#discover(main, 0);
    for (let next = this.#todo.pop(); next !== undefined; next = this.#todo.pop()) {
      this.#where.at = next.at;
      this.#visit(next.copy, next.at);
    }
    return this.#assemble();
  }

  #newCopy(callers: readonly Copy[], entry: number, call: Item | null, local: number): Copy {
    const chain: Copy[] = [...callers];
    const copy = { chain, entry, call, local, callees: new Map(), items: new Map() };
    chain.push(copy);
    this.#copies.push(copy);
    return copy;
  }

  /** Which offsets a routine reaches, stepping over the calls that come back. */
  #reachOf(entry: number): Uint8Array {
    const known = this.#reach.get(entry);
    if (known !== undefined) return known;
    const { bytes, handlers } = this.#code;
    this.#check(bytes.length);
    const reach = new Uint8Array(bytes.length);
    const todo = [entry];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      if (reach[at] !== 0) continue;
      reach[at] = 1;
      const targets = targetsOf(bytes, at);
      const isCall = isJsr(u1(bytes, at));
      if (!isCall) todo.push(...targets);
      const canContinue = isCall ? this.#returning.has(targets[0] ?? -1) : !endsFlow(bytes, at);
      if (canContinue) todo.push(at + instructionLength(bytes, at));
      for (const { start, end, handler } of handlers) {
        if (at >= start && at < end) todo.push(handler);
      }
      this.#check(handlers.length);
    }
    this.#reach.set(entry, reach);
    return reach;
  }

  /**
   * Finds the subroutines that come back. Compilers leave out the code after
   * a call that never does, and what follows it then is something else.
   */
  #findReturning(): void {
    const { bytes } = this.#code;
    const calls: number[] = [];
    const rets: number[] = [];
    for (let at = 0; at < bytes.length; at += instructionLength(bytes, at)) {
      if (isJsr(u1(bytes, at))) calls.push(at);
      else if (isRet(bytes, at)) rets.push(at);
    }
    const entries = new Set(calls.map((at) => targetsOf(bytes, at)[0] ?? 0));
    for (let found = true; found; ) {
      found = false;
      this.#reach.clear();
      for (const entry of entries) {
        if (this.#returning.has(entry) || !this.#hasRet(entry, calls, rets)) continue;
        this.#returning.add(entry);
        found = true;
        break;
      }
    }
  }

  /** True when the routine, or one it calls, has a ret through the routine's own return address. */
  #hasRet(entry: number, calls: readonly number[], rets: readonly number[]): boolean {
    const { bytes } = this.#code;
    const local = storedAt(bytes, entry);
    const seen = new Set([entry]);
    for (const routine of seen) {
      const reach = this.#reachOf(routine);
      this.#check(calls.length + rets.length);
      for (const at of rets) {
        const isOwn = local === retLocal(bytes, at) || (local < 0 && routine === entry);
        if (reach[at] === 1 && isOwn) return true;
      }
      for (const at of calls) if (reach[at] === 1) seen.add(targetsOf(bytes, at)[0] ?? 0);
    }
    return false;
  }

  #check(count: number): void {
    this.#checks += count;
    if (this.#checks > MAX_CHECKS) reject("the method's subroutines are too complex");
  }

  /** The copy in which control continues at an offset, coming from `copy`. */
  #owner(copy: Copy, at: number): Copy {
    return copy.chain.find(({ entry }) => this.#reachOf(entry)[at] === 1) ?? copy;
  }

  #goOn(copy: Copy, at: number): void {
    if (at >= this.#code.bytes.length) reject("control falls off the end of the code");
    this.#discover(this.#owner(copy, at), at);
  }

  #discover(copy: Copy, at: number): void {
    if (copy.items.has(at)) return;
    const length = instructionLength(this.#code.bytes, at);
    this.#bytes += length;
    if (this.#bytes > MAX_BYTES)
      reject("the method grows too large when its subroutines are copied");
    copy.items.set(at, { at, length, next: null, targets: [], start: -1, size: 0 });
    this.#todo.push({ copy, at });
  }

  #visit(copy: Copy, at: number): void {
    const { bytes, handlers } = this.#code;
    const op = u1(bytes, at);
    if (isJsr(op)) this.#call(copy, at, targetsOf(bytes, at)[0] ?? 0);
    else {
      for (const target of targetsOf(bytes, at)) this.#goOn(copy, target);
      if (!endsFlow(bytes, at)) this.#goOn(copy, at + instructionLength(bytes, at));
      else if (isRet(bytes, at)) this.#goOnAfterRet(copy, at);
    }
    for (const { start, end, handler } of handlers) {
      if (at >= start && at < end) this.#goOn(copy, handler);
    }
    this.#check(handlers.length);
  }

  #call(copy: Copy, at: number, entry: number): void {
    const { bytes } = this.#code;
    if (copy.chain.some((caller) => caller.entry === entry)) reject("a subroutine calls itself");
    const call = copy.items.get(at) ?? null;
    const callee = this.#newCopy(copy.chain, entry, call, storedAt(bytes, entry));
    if (call !== null) copy.callees.set(call, callee);
    this.#discover(callee, entry);
  }

  /** The copy a `ret` returns from: the innermost one that keeps its return address in that local. */
  #returnedFrom(copy: Copy, at: number): Copy | undefined {
    const { bytes } = this.#code;
    const local = retLocal(bytes, at);
    const routines = copy.chain.slice(1);
    return (
      routines.findLast((routine) => routine.local === local || routine.local < 0) ??
      routines.at(-1)
    );
  }

  #goOnAfterRet(copy: Copy, at: number): void {
    const routine = this.#returnedFrom(copy, at);
    const caller = routine?.chain.at(-2);
    const call = routine?.call ?? null;
    // A ret of the main code is left as it is: type inference refuses it by name.
    if (caller !== undefined && call !== null) this.#goOn(caller, call.at + call.length);
  }

  #assemble(): InlinedCode {
    const { bytes } = this.#code;
    const find = (copy: Copy, at: number): Item | null =>
      this.#owner(copy, at).items.get(at) ?? null;
    const layout: Item[] = [];
    const copyOf: Copy[] = [];
    for (const copy of this.#copies) {
      for (const item of [...copy.items.values()].toSorted((a, b) => a.at - b.at)) {
        const { at, length } = item;
        const callee = copy.callees.get(item);
        if (callee === undefined) {
          item.targets = targetsOf(bytes, at).map((target) => find(copy, target));
        } else item.targets = [callee.items.get(callee.entry) ?? null];
        if (!endsFlow(bytes, at)) item.next = find(copy, at + length);
        layout.push(item);
        copyOf.push(copy);
      }
    }
    const emitted = emit(bytes, layout);
    const origins = new Int32Array(emitted.length).fill(-1);
    const retTargets = new Map<number, number>();
    for (const [i, item] of layout.entries()) {
      origins[item.start] = item.at;
      const copy = copyOf[i];
      if (copy === undefined || !isRet(bytes, item.at)) continue;
      const routine = this.#returnedFrom(copy, item.at);
      const call = routine?.call ?? null;
      if (call !== null) retTargets.set(item.start, call.start + call.size);
    }
    return {
      maxStack: this.#code.maxStack,
      maxLocals: this.#code.maxLocals,
      bytes: emitted,
      handlers: this.#handlers(layout, (i, at) => {
        const copy = copyOf[i];
        return (copy === undefined ? null : find(copy, at)) ?? reject("a handler was lost");
      }),
      lineNumbers: this.#lines(layout),
      localVariables: this.#variables(layout),
      stackMap: null,
      retTargets,
      origins,
    };
  }

  /** Runs of adjacent instructions inside a range of the old code, as ranges of the new code. */
  *#runs(layout: readonly Item[], from: number, to: number): Generator<[number, number]> {
    this.#check(layout.length);
    let first = -1;
    for (let i = 0; i <= layout.length; i++) {
      const item = layout[i];
      const inside = item !== undefined && item.at >= from && item.at < to;
      if (inside && first < 0) first = i;
      if (inside || first < 0) continue;
      yield [layout[first]?.start ?? 0, item?.start ?? this.#end(layout)];
      first = -1;
    }
  }

  #end(layout: readonly Item[]): number {
    const last = layout.at(-1);
    return last === undefined ? 0 : last.start + last.size + (last.tail ?? 0);
  }

  #handlers(
    layout: readonly Item[],
    find: (index: number, at: number) => Item,
  ): readonly ExceptionHandler[] {
    const mapped: ExceptionHandler[] = [];
    for (const { start, end, handler, catchType } of this.#code.handlers) {
      this.#check(layout.length);
      let from = 0;
      let to: Item | null = null;
      for (let i = 0; i <= layout.length; i++) {
        const item = layout[i];
        const inside = item !== undefined && item.at >= start && item.at < end;
        const target = inside ? find(i, handler) : null;
        if (target === to) continue;
        const here = item?.start ?? this.#end(layout);
        if (to !== null) mapped.push({ start: from, end: here, handler: to.start, catchType });
        from = here;
        to = target;
      }
    }
    return mapped;
  }

  #lines(layout: readonly Item[]): Int32Array {
    const { lineNumbers, bytes } = this.#code;
    const lineAt = new Int32Array(bytes.length);
    for (let i = 0; i + 1 < lineNumbers.length; i += 2) {
      lineAt.fill(lineNumbers[i + 1] ?? 0, lineNumbers[i] ?? 0, lineNumbers[i + 2] ?? bytes.length);
    }
    const pairs: number[] = [];
    let current = 0;
    for (const item of layout) {
      const line = lineAt[item.at] ?? 0;
      if (line === current) continue;
      pairs.push(item.start, line);
      current = line;
    }
    return Int32Array.from(pairs);
  }

  #variables(layout: readonly Item[]): readonly LocalVariable[] {
    const mapped: LocalVariable[] = [];
    for (const variable of this.#code.localVariables) {
      const { start, length } = variable;
      for (const [from, to] of this.#runs(layout, start, start + length)) {
        mapped.push({ ...variable, start: from, length: to - from });
      }
    }
    return mapped;
  }
}
