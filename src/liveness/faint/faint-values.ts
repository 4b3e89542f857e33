/**
 * Faint values: those that are read, but on which nothing observable ever
 * depends. `n++` reads n, and if that is all that happens to n, it may
 * have any value. A value *counts* when a branch, a dereference, an index, a
 * divisor, a lock, a native or another value that counts depends on it. This
 * finds, over all methods that the program may run, the least set of fields,
 * parameters and results that count; docs/liveness-faint.md says why the others
 * may be forgotten.
 *
 * It is an answer about a closed world. What natives and the machine read, and
 * what they are given, counts; a native that may read anything leaves nothing
 * faint.
 */
import { DeadwoodError } from "../../core/errors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { CallGraph } from "../code/call-graph.ts";
import { MethodUses, type ProgramUses } from "./method-uses.ts";
import { keptArguments } from "./storing-natives.ts";

/** Null when nothing is faint: the world is open, or something in it may read anything. */
export function findFaintValues(graph: CallGraph, always: readonly number[]): FaintValues | null {
  if (graph.openedBy !== null) return null;
  try {
    const faint = new FaintValues(graph, always);
    return faint.isNothing ? null : faint;
  } catch (error) {
    // Malformed code is refused when the program reaches it; until then everything may count.
    if (error instanceof DeadwoodError) return null;
    throw error;
  }
}

export class FaintValues implements ProgramUses {
  /** Something may read anything. */
  readonly isNothing: boolean;
  readonly #graph: CallGraph;
  /** By method id. */
  readonly #methods = new Map<number, MethodUses>();
  /** Ids of all that will be among those. */
  readonly #followed = new Set<number>();
  /** By node: the methods that a call of it may run. */
  readonly #targets = new Map<number, readonly RuntimeMethod[]>();
  readonly #counting = new Set<number>();
  /** Methods that ask about a fact, and about the parameters of what is behind a node. */
  readonly #storers = new Map<number, MethodUses[]>();
  readonly #callers = new Map<number, MethodUses[]>();
  /** By method id: the nodes that lead to it. */
  readonly #nodesTo = new Map<number, number[]>();
  /** By id of a native: the facts that its arguments go to. */
  readonly #kept = new Map<number, readonly number[]>();
  readonly #waiting = new Set<MethodUses>();

  constructor(graph: CallGraph, always: readonly number[]) {
    this.#graph = graph;
    const hasCode = [...graph.methods()].filter(([method]) => this.#isFollowed(method));
    for (const [method, node] of graph.methods()) {
      this.#leads(node, [method]);
      const kept = keptArguments(method, graph.world.nativeOf(method), graph.facts);
      if (kept !== null) this.#kept.set(method.id, kept);
    }
    for (const [node, targets] of graph.selections()) this.#leads(node, [...targets]);
    for (const [{ id }] of hasCode) this.#followed.add(id);
    for (const [method, node] of hasCode) this.#add(method, node);
    for (const fact of always) this.#count(fact);
    this.isNothing = !this.#countOthers();
    if (!this.isNothing) this.#solve();
  }

  /** Whether the read at an offset of a method is for nothing. */
  isFaintRead(method: RuntimeMethod, offset: number): boolean {
    const uses = this.#methods.get(method.id);
    return uses?.reads.has(offset) === true && !uses.countsResult(offset);
  }

  /** What is known of a method's values; undefined when it was not analysed. */
  usesOf(method: RuntimeMethod): MethodUses | undefined {
    return this.#methods.get(method.id);
  }

  /** What is left of the reads of each method, by node. */
  *reads(): Iterable<readonly [number, number[]]> {
    for (const uses of this.#methods.values()) {
      const facts = new Set(uses.otherFacts);
      for (const [offset, fact] of uses.reads) if (uses.countsResult(offset)) facts.add(fact);
      yield [uses.node, [...facts]];
    }
  }

  // ---- what methods ask ----

  countsFact(fact: number): boolean {
    return this.#counting.has(fact);
  }

  countsParameter(callee: number, slot: number): boolean {
    const targets = this.#targets.get(callee);
    // A call that is not made by types, or that nothing is known to answer.
    if (targets === undefined || targets.length === 0) return true;
    return targets.some((target) => {
      if (this.#followed.has(target.id)) {
        return this.#methods.get(target.id)?.countsParameter(slot) === true;
      }
      const fact = this.#kept.get(target.id)?.[slot];
      return fact === undefined || this.countsFact(fact);
    });
  }

  // ---- the fixpoint ----

  /** Its byte code was read, and is what runs. */
  #isFollowed(method: RuntimeMethod): boolean {
    if (method.isNative || method.code === null) return false;
    return this.#graph.world.nativeOf(method) === undefined && this.#graph.isAnalysed(method);
  }

  /** What natives read counts. False when something may read anything. */
  #countOthers(): boolean {
    const { graph } = this.#graph;
    const codeNodes = new Set<number>();
    const reached = new Set<number>();
    for (const { node, runs } of this.#methods.values()) {
      codeNodes.add(node);
      for (const each of [node, ...runs]) reached.add(each);
    }
    for (const [method, node] of this.#graph.methods()) {
      if (this.#graph.isEntered(method)) reached.add(node);
    }
    for (const node of reached) {
      if (graph.readsEverything(node)) return false;
      for (const to of graph.edgesOf(node)) reached.add(to);
      if (codeNodes.has(node)) continue;
      for (const fact of graph.factsOf(node)) this.#count(fact);
    }
    return true;
  }

  #leads(node: number, targets: readonly RuntimeMethod[]): void {
    this.#targets.set(node, targets);
    for (const { id } of targets) push(this.#nodesTo, id, node);
  }

  #add(method: RuntimeMethod, node: number): void {
    const uses = new MethodUses(this.#graph, method, node, this);
    this.#methods.set(method.id, uses);
    for (const fact of uses.otherFacts) this.#count(fact);
    for (const fact of new Set(uses.stores.values())) push(this.#storers, fact, uses);
    for (const callee of new Set(uses.calls.values())) {
      push(this.#callers, callee, uses);
      for (const { id } of this.#targets.get(callee) ?? []) {
        for (const fact of new Set(this.#kept.get(id))) push(this.#storers, fact, uses);
      }
    }
    this.#waiting.add(uses);
  }

  #solve(): void {
    for (const uses of this.#waiting) {
      // From here on what it asked about may change again.
      this.#waiting.delete(uses);
      uses.update();
      for (const [offset, fact] of uses.reads) if (uses.countsResult(offset)) this.#count(fact);
      for (const [offset, callee] of uses.calls) {
        if (uses.countsResult(offset)) this.#useResults(callee);
      }
      if (uses.noteParameters()) this.#wakeCallers(uses.method);
    }
  }

  #count(fact: number): void {
    if (this.#counting.has(fact)) return;
    this.#counting.add(fact);
    for (const uses of this.#storers.get(fact) ?? []) this.#waiting.add(uses);
  }

  #useResults(callee: number): void {
    for (const { id } of this.#targets.get(callee) ?? []) {
      const uses = this.#methods.get(id);
      if (uses?.useResult() === true) this.#waiting.add(uses);
    }
  }

  #wakeCallers({ id }: RuntimeMethod): void {
    for (const node of this.#nodesTo.get(id) ?? []) {
      for (const uses of this.#callers.get(node) ?? []) this.#waiting.add(uses);
    }
  }
}

function push<V>(lists: Map<number, V[]>, key: number, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
