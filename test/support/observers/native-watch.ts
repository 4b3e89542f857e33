/**
 * Watches what natives really read, write, call, start and create. During a
 * native's call the machine's views of memory are proxies that note each access;
 * what is not covered by the native's declaration, evaluated on its actual
 * arguments, is a finding.
 *
 * Not watched, because it is always part of the state: thread records,
 * counters, lock words and class-initialisation status. Nor what the call
 * itself has allocated.
 */
import { parseMethodDescriptor } from "../../../src/classfile/format/descriptors.ts";
import { MADE_BY_MACHINE } from "../../../src/liveness/code/machine-behaviour.ts";
import type { RuntimeField, RuntimeMethod } from "../../../src/program/linking/runtime-class.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { PERM_BASE, STATIC_BASE, threadRecord } from "../../../src/vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  CLASS_WORD,
  HASH_WORD,
  LOCK_WORD,
} from "../../../src/vm/memory/object-layout.ts";
import { T_PC, T_STATUS } from "../../../src/vm/memory/thread-record.ts";
import { ThreadStatus } from "../../../src/vm/memory/thread-status.ts";
import {
  type AccessPath,
  type PathStep,
  parseEffects,
} from "../../../src/vm/native-api/effect-paths.ts";
import {
  type CallingFunction,
  type Calls,
  type NativeMethod,
  Outcome,
} from "../../../src/vm/native-api/native-method.ts";

const VIEWS = ["H", "HB", "HC", "HS", "HF", "HD", "HL"] as const;

interface Accesses {
  readonly reads: Set<number>;
  readonly writes: Set<number>;
}

export class NativeObserver {
  readonly #machine: Machine;
  /** Native -> what it did without saying so. */
  readonly findings = new Map<string, Set<string>>();
  /** Natives that were called. */
  readonly called = new Set<string>();
  readonly #proxies: Readonly<Record<string, unknown>>;
  #accesses: Accesses = { reads: new Set(), writes: new Set() };

  constructor(m: Machine) {
    this.#machine = m;
    this.#proxies = Object.fromEntries(VIEWS.map((name) => [name, this.#proxy(m[name])]));
    const find = m.nativeFor.bind(m);
    m.space.natives.forEach((_, id) => {
      const method = m.program.methods[id];
      const native = method === undefined ? undefined : find(method);
      if (method !== undefined && native !== undefined) {
        m.space.natives[id] = this.#watched(method, native).run;
      }
    });
    m.nativeFor = (method) => {
      const native = find(method);
      return native === undefined ? undefined : this.#watched(method, native);
    };
  }

  #watched(method: RuntimeMethod, native: NativeMethod): NativeMethod {
    const { reads, writes } = parseEffects(native);
    // One that may do anything may also call another native, which is watched itself.
    if ([reads, writes].every((paths) => paths.some(({ kind }) => kind === "heap"))) return native;
    const run: CallingFunction = (m, args) => {
      const allowedReads = new Words(m, method, args, [...reads, ...writes], true);
      const allowedWrites = new Words(m, method, args, writes, false);
      const { heapTop, permTop } = m;
      const before = liveThreads(m);
      const staticEnd = STATIC_BASE + m.program.statics.words;
      const outcome = this.#during(() => this.#creating(method, native, () => native.run(m, args)));
      if (outcome === Outcome.tailCall) {
        this.#checkCall(method, native.calls, m.program.methods[m.tailCall]!);
      }
      for (const [thread, entry] of liveThreads(m)) {
        if (!before.has(thread)) this.#checkCall(method, native.calls, entry);
      }
      this.called.add(method.toString());
      const isOld = (word: number): boolean =>
        (word >= STATIC_BASE && word < staticEnd) ||
        (word >= PERM_BASE && word < permTop) ||
        (word >= m.heapStart && word < heapTop);
      this.#compare(method, "reads", this.#accesses.reads, allowedReads, isOld);
      this.#compare(method, "writes", this.#accesses.writes, allowedWrites, isOld);
      return outcome;
    };
    return { ...native, calls: native.calls ?? [], run };
  }

  #during<T>(run: () => T): T {
    const m = this.#machine;
    const real = Object.fromEntries(VIEWS.map((name) => [name, m[name]]));
    this.#accesses = { reads: new Set(), writes: new Set() };
    Object.assign(m, this.#proxies);
    try {
      return run();
    } finally {
      Object.assign(m, real);
    }
  }

  /** Notes objects of classes that the native does not say it creates. */
  #creating<T>(method: RuntimeMethod, { creates }: NativeMethod, run: () => T): T {
    const m = this.#machine;
    const newObject = m.newObject.bind(m);
    m.newObject = (cls) => {
      const isDeclared = creates === "anything" || creates?.includes(cls.name) === true;
      if (!isDeclared && !MADE_BY_MACHINE.includes(cls.name)) {
        this.#find(method, `creates ${cls.name}`);
      }
      return newObject(cls);
    };
    try {
      return run();
    } finally {
      Reflect.deleteProperty(m, "newObject");
    }
  }

  /** Notes a method that runs because of the native although the native does not say so. */
  #checkCall(method: RuntimeMethod, calls: Calls | undefined, called: RuntimeMethod): void {
    const path = `${called.owner.name}.${called.key}`;
    if (!this.#mayCall(calls, called, path)) this.#find(method, `calls ${path}`);
  }

  #mayCall(calls: Calls | undefined, called: RuntimeMethod, path: string): boolean {
    const m = this.#machine;
    switch (calls) {
      case undefined:
        return false;
      case "anything":
        return true;
      case "main":
        return called === m.mainMethod;
      case "main-initializer":
        return called.id === m.linked.initializerMethod;
      case "initializer":
        return called === called.owner.classInitializer;
      case "enum-values":
        return called.key === `values()[L${called.owner.name};`;
      default:
        return calls.includes(path);
    }
  }

  #find(method: RuntimeMethod, what: string): void {
    const key = method.toString();
    this.findings.set(key, (this.findings.get(key) ?? new Set()).add(what));
  }

  #compare(
    method: RuntimeMethod,
    verb: string,
    words: ReadonlySet<number>,
    allowed: Words,
    isOld: (word: number) => boolean,
  ): void {
    for (const word of words) {
      if (!isOld(word) || allowed.has(word)) continue;
      const place = placeOf(this.#machine, word);
      if (place === null) continue;
      this.#find(method, `${verb} ${place}`);
    }
  }

  #proxy(
    target:
      | Int32Array
      | Int8Array
      | Uint16Array
      | Int16Array
      | Float32Array
      | Float64Array
      | BigInt64Array,
  ): unknown {
    const words = target.BYTES_PER_ELEMENT / 4;
    const note = (set: "reads" | "writes", from: number, to: number): void => {
      const end = Math.ceil(to * words);
      for (let word = Math.floor(from * words); word < end; word++) this.#accesses[set].add(word);
    };
    const methods: Record<string, (...args: never[]) => unknown> = {
      subarray: (from: number, to: number) => {
        note("reads", from, to);
        return target.subarray(from, to);
      },
      slice: (from: number, to: number) => {
        note("reads", from, to);
        return target.slice(from, to);
      },
      set: (from: ArrayLike<never>, at: number) => {
        note("writes", at, at + from.length);
        target.set(from, at);
      },
      fill: (value: never, from: number, to: number) => {
        note("writes", from, to);
        return target.fill(value, from, to);
      },
      copyWithin: (to: number, from: number, end: number) => {
        note("reads", from, end);
        note("writes", to, to + end - from);
        return target.copyWithin(to, from, end);
      },
    };
    return new Proxy(target, {
      get: (_, name) => {
        if (typeof name === "string" && /^\d+$/.test(name)) {
          note("reads", Number(name), Number(name) + 1);
          return target[Number(name)];
        }
        if (name === "length" || name === "buffer") return target[name];
        const method = methods[String(name)];
        if (method === undefined) throw new Error(`a native uses ${String(name)} of a memory view`);
        return method;
      },
      set: (_, name, value: never) => {
        note("writes", Number(name), Number(name) + 1);
        target[Number(name)] = value;
        return true;
      },
    });
  }
}

/** The words that declared paths cover, given the arguments of a call. */
class Words {
  readonly #machine: Machine;
  readonly #words = new Set<number>();
  #isAll = false;

  constructor(
    m: Machine,
    method: RuntimeMethod,
    args: number,
    paths: readonly AccessPath[],
    includesWay: boolean,
  ) {
    this.#machine = m;
    for (const path of paths) {
      if (path.kind === "heap") this.#isAll = true;
      else if (path.kind === "argument") {
        const ref = m.S[args + argumentSlot(method, path.index) * 2]!;
        if (path.className === null || (ref !== 0 && m.classOf(ref).name === path.className)) {
          this.#follow(ref, path.steps, includesWay);
        }
      } else {
        const at = m.fieldOffset(path.owner, path.field);
        if (includesWay || path.steps.length === 0) this.#words.add(at);
        this.#follow(m.H[at]!, path.steps, includesWay);
      }
    }
  }

  has(word: number): boolean {
    return this.#isAll || this.#words.has(word);
  }

  #follow(ref: number, steps: readonly PathStep[], includesWay: boolean): void {
    const [step, ...rest] = steps;
    if (ref === 0 || step === undefined) return;
    const m = this.#machine;
    const counts = includesWay || rest.length === 0;
    switch (step.kind) {
      case "field": {
        const field = fieldOf(m, ref, step.name);
        if (field === null) return;
        const at = ref + field.offset;
        if (counts) this.#words.add(at);
        if (counts && field.isWide) this.#words.add(at + 1);
        if (rest.length > 0) this.#follow(m.H[at]!, rest, includesWay);
        return;
      }
      case "elements": {
        const cls = m.classOf(ref);
        if (!cls.isArray) return;
        const length = m.H[ref + ARRAY_LENGTH]!;
        const end = ref + m.arrayWords(m.classTables.elementShift[cls.id]!, length);
        if (counts) for (let word = ref + ARRAY_DATA; word < end; word++) this.#words.add(word);
        // Who reads all elements knows how many there are.
        if (includesWay) this.#words.add(ref + ARRAY_LENGTH);
        for (let i = 0; rest.length > 0 && i < length; i++) {
          this.#follow(m.H[ref + ARRAY_DATA + i]!, rest, includesWay);
        }
        return;
      }
      case "length":
        this.#words.add(ref + ARRAY_LENGTH);
        return;
      case "type":
        this.#words.add(ref + CLASS_WORD);
        return;
      case "hash":
        this.#words.add(ref + HASH_WORD);
        return;
      case "lock":
        this.#words.add(ref + LOCK_WORD);
    }
  }
}

/** Threads that are alive, each with the method at the bottom of its stack if it has not run yet. */
function liveThreads(m: Machine): Map<number, RuntimeMethod> {
  const live = new Map<number, RuntimeMethod>();
  for (let thread = 0; thread < m.threadCount; thread++) {
    const record = threadRecord(thread);
    const status = m.H[record + T_STATUS]!;
    if (status === ThreadStatus.free || status === ThreadStatus.terminated) continue;
    live.set(thread, m.space.codeAt(m.H[record + T_PC]!).method);
  }
  return live;
}

function argumentSlot(method: RuntimeMethod, index: number): number {
  const types = parseMethodDescriptor(method.descriptor).parameters;
  const before = types.slice(0, method.isStatic ? index : Math.max(0, index - 1));
  const wide = before.filter((type) => type === "J" || type === "D").length;
  return index + wide;
}

function fieldOf(m: Machine, ref: number, name: string): RuntimeField | null {
  for (
    let cls = m.classOf(ref) as ReturnType<Machine["classOf"]> | null;
    cls !== null;
    cls = cls.superclass
  ) {
    const field = cls.fields.find((each) => !each.isStatic && each.name === name);
    if (field !== undefined) return field;
  }
  return null;
}

/** What a word is, null for what need not be declared. */
function placeOf(m: Machine, word: number): string | null {
  if (word < PERM_BASE) {
    const index = word - STATIC_BASE;
    for (const cls of m.program.classes) {
      if (cls === undefined) continue;
      if (cls.statusIndex === index) return null;
      const field = cls.fields.find((each) => each.isStatic && each.offset === index);
      if (field !== undefined) return `static ${cls.externalName}.${field.name}`;
    }
    // A cell of a call site or constant.
    return null;
  }
  let at = word >= m.heapStart ? m.heapStart : PERM_BASE;
  for (;;) {
    const cls = m.program.classes[m.H[at]!];
    if (cls === undefined) return `word ${word}`;
    const size = cls.isArray
      ? m.arrayWords(m.classTables.elementShift[cls.id]!, m.H[at + ARRAY_LENGTH]!)
      : m.classTables.instanceWords[cls.id]!;
    if (word >= at + size) {
      at += size;
      continue;
    }
    const offset = word - at;
    if (offset === LOCK_WORD) return null;
    if (offset === CLASS_WORD) return `type of ${cls.externalName}`;
    if (offset === HASH_WORD) return `hash of ${cls.externalName}`;
    if (cls.isArray)
      return `${offset === ARRAY_LENGTH ? "length" : "elements"} of ${cls.externalName}`;
    return `${cls.externalName}.${fieldAt(m, at, offset)}`;
  }
}

function fieldAt(m: Machine, ref: number, offset: number): string {
  for (
    let cls = m.classOf(ref) as ReturnType<Machine["classOf"]> | null;
    cls !== null;
    cls = cls.superclass
  ) {
    const field = cls.fields.find(
      (each) =>
        !each.isStatic && (each.offset === offset || (each.isWide && each.offset + 1 === offset)),
    );
    if (field !== undefined) return field.name;
  }
  return `+${offset}`;
}
