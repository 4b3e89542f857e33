/**
 * What a frame may still read: for every instruction of a method, the fields
 * that may be read from there until the method returns, by itself or by what it
 * calls. Nothing is ever taken out of these sets (a write to one object's field
 * says nothing about the others), so each is the union over all instructions
 * that can follow, handlers included.
 */

import { endsFlow, targetsOf, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import type { CodeInfo } from "../../classfile/format/class-file.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import type { CallGraph } from "../code/call-graph.ts";
import { EVERYTHING, type FactSets, NOTHING } from "../code/fact-sets.ts";
import { CLASS_INIT } from "../code/machine-behaviour.ts";
import { neverReturns, reachedInstructions } from "../code/reachable-code.ts";
import type { FaintValues } from "../faint/faint-values.ts";

export interface FrameReads {
  /** By instruction: what may be read by a frame in front of it. */
  readonly before: Int32Array;
  /** By instruction: what may be read once the instruction, a call, is done or has thrown. */
  readonly after: Int32Array;
}

/** Sets of the graph's nodes, and what all initialisers together may read. */
export interface Solution {
  readonly nodes: Int32Array;
  readonly initializers: number;
}

export class FrameAnalysis {
  readonly #graph: CallGraph;
  readonly #sets: FactSets;
  readonly #solution: Solution;
  readonly #faint: FaintValues | null;

  /** With `faint`, reads that are for nothing do not count. */
  constructor(
    graph: CallGraph,
    sets: FactSets,
    solution: Solution,
    faint: FaintValues | null = null,
  ) {
    this.#graph = graph;
    this.#sets = sets;
    this.#solution = solution;
    this.#faint = faint;
  }

  /** `code` is the machine's, `method` the same method as the analysis knows it. */
  run(code: TranslatedMethod, method: RuntimeMethod): FrameReads {
    const { bytes } = code.info;
    // With inlined subroutines the code is no longer the method's own.
    const isOwn = Buffer.compare(bytes, method.code!.bytes) === 0;
    const info = isOwn ? method.code! : code.info;
    const offsets = [...code.offsets];
    // What the other instructions refer to was not analysed.
    const reached = new Set(reachedInstructions(this.#graph, method, code.info));
    const count = offsets.length;
    const indexOf = new Map(offsets.map((offset, i) => [offset, i]));
    const after: number[][] = [];
    const own = new Int32Array(count);
    const isClassInit = `${method.owner.name}.${method.key}` === CLASS_INIT;
    const handlers = this.#graph.hasNoHandlers(method) ? [] : code.info.handlers;
    offsets.forEach((offset, i) => {
      if (reached.has(offset)) own[i] = this.#own(info, method, offsets, i);
      if (isClassInit && this.#runsInitializer(method, bytes, offset)) {
        own[i] = this.#sets.union(own[i]!, this.#solution.initializers);
      }
      const next: number[] = [];
      if (!neverReturns(this.#graph, method.owner, bytes, offset)) {
        for (const target of targetsOf(bytes, offset)) next.push(indexOf.get(target)!);
        const back = code.retTargets.get(offset);
        if (back !== undefined) next.push(indexOf.get(back)!);
        if (!endsFlow(bytes, offset) && i + 1 < count) next.push(i + 1);
      }
      for (const { start, end, handler } of handlers) {
        if (offset >= start && offset < end) next.push(indexOf.get(handler)!);
      }
      after.push(next);
    });
    return this.#close(own, after);
  }

  /** From the back to the front until nothing changes: loops take a second round. */
  #close(own: Int32Array, following: readonly (readonly number[])[]): FrameReads {
    const before = Int32Array.from(own);
    const after = new Int32Array(own.length);
    let isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (let i = own.length - 1; i >= 0; i--) {
        let set = after[i]!;
        for (const next of following[i]!) set = this.#sets.union(set, before[next]!);
        after[i] = set;
        const all = this.#sets.union(before[i]!, set);
        if (all === before[i]) continue;
        before[i] = all;
        isChanged = true;
      }
    }
    return { before, after };
  }

  #own(info: CodeInfo, method: RuntimeMethod, offsets: readonly number[], i: number): number {
    const effect = this.#graph.effects.at(method, info, offsets, i);
    if (effect === null) return NOTHING;
    const { nodes } = this.#solution;
    const isRead = effect.fact >= 0 && this.#faint?.isFaintRead(method, offsets[i]!) !== true;
    let set = isRead ? this.#sets.single(effect.fact) : NOTHING;
    if (effect.callee >= 0) set = this.#sets.union(set, nodes[effect.callee] ?? EVERYTHING);
    if (effect.init >= 0) set = this.#sets.union(set, nodes[effect.init] ?? EVERYTHING);
    return set;
  }

  /** In ClassInit.run: a call that may run any initialiser; only the frame's argument says of which class. */
  #runsInitializer(method: RuntimeMethod, bytes: Uint8Array, at: number): boolean {
    if (u1(bytes, at) !== 184) return false;
    const { name } = method.owner.file!.constants.member(u2(bytes, at + 1));
    return name === "initialize" || name === "run";
  }
}
