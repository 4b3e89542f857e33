/**
 * Finds out from the code which threads may read a field: for each thread of a state, the nearest read that
 * its frames can reach, with the calls that lead there. The hybrid analysis (liveness/fields/live-fields.ts)
 * says that such a read exists; this finds one to show.
 */

import { endsFlow, targetsOf } from "../../classfile/code/bytecode-scan.ts";
import { EVERYTHING } from "../../liveness/code/fact-sets.ts";
import {
  allInstructions,
  neverReturns,
  reachedInstructions,
} from "../../liveness/code/reachable-code.ts";
import type { LiveFields } from "../../liveness/fields/live-fields.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { nameOfThread } from "../../search/trace/object-names.ts";
import type { TranslatedMethod } from "../../vm/code/code-space.ts";
import { walkFrames } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import { livingThreads } from "../describe-threads.ts";
import type { PossibleRead } from "../explanation.ts";
import { methodPlace } from "../places.ts";

const ANYTHING = "anything at all";
/** The code does not say which class the machine is initialising. */
const SOME_INITIALIZER = "the initialisation of a class";

export class PossibleReads {
  readonly #m: Machine;
  readonly #live: LiveFields;
  /** For a set of facts, all threads that may read one of them. */
  readonly #known = new Map<string, readonly PossibleRead[]>();

  constructor(m: Machine, live: LiveFields) {
    this.#m = m;
    this.#live = live;
  }

  /** One read for each thread that may read one of these facts, the shortest path first. */
  of(facts: readonly number[]): readonly PossibleRead[] {
    const key = facts.join();
    let reads = this.#known.get(key);
    if (reads === undefined) {
      reads = this.#find(facts);
      this.#known.set(key, reads);
    }
    return reads;
  }

  #find(facts: readonly number[]): PossibleRead[] {
    const m = this.#m;
    const live = this.#live;
    const reads: PossibleRead[] = [];
    for (const fact of facts) {
      if (fact < 0) continue;
      if (this.#has(live.always(m), fact)) {
        reads.push({ thread: null, path: ["the machine, an invariant or a shutdown hook"] });
      }
      for (const thread of livingThreads(m)) {
        if (!this.#has(live.ofThread(m, thread), fact)) continue;
        const path = this.#pathOf(thread, fact) ?? [SOME_INITIALIZER];
        reads.push({ thread: nameOfThread(m, thread), path });
      }
    }
    return reads.toSorted((a, b) => a.path.length - b.path.length);
  }

  #has(set: number, fact: number): boolean {
    return set !== EVERYTHING && this.#live.sets.has(set, fact);
  }

  /** The path from the innermost frame that can reach a read. */
  #pathOf(thread: number, fact: number): readonly string[] | null {
    const m = this.#m;
    let path: readonly string[] | null = null;
    let isAgain = true;
    walkFrames(m, m.threadAt(thread), ({ code, pc }) => {
      path = this.#fromFrame(code, pc, isAgain, fact);
      const { id } = code.method;
      // An instruction that one of these interrupted runs again as a whole.
      isAgain = id === m.linked.initializerMethod || id === m.linked.linkerMethod;
      return path === null;
    });
    return path;
  }

  /** `isWhole`: the instruction at the pc has not run yet; otherwise it is a call in progress. */
  #fromFrame(code: TranslatedMethod, pc: number, isWhole: boolean, fact: number): string[] | null {
    const method = this.#live.analysed(code.method);
    const first = this.#m.space.instructionAt(code, pc);
    if (method === null) return [methodPlace(code.method, code.offsets[first]!), ANYTHING];
    const flow = new FrameFlow(this.#live, code, method);
    const seen = new Set(isWhole ? [first] : flow.following(first));
    for (const i of seen) {
      const way = this.#reads(flow, i, fact);
      if (way !== null) return [methodPlace(method, code.offsets[i]!), ...way];
      for (const next of flow.following(i)) seen.add(next);
    }
    return null;
  }

  /** The calls from an instruction to a read of the fact; empty if it reads the fact itself, null if there are none. */
  #reads(flow: FrameFlow, i: number, fact: number): string[] | null {
    const effect = flow.effectAt(i);
    if (effect === null) return null;
    if (effect.fact === fact) return [];
    const nodes = this.#live.nodeSets(this.#m);
    for (const node of [effect.init, effect.callee]) {
      if (node < 0 || nodes === null || !this.#has(nodes[node]!, fact)) continue;
      const way = this.#wayFrom(node, fact, nodes);
      if (way !== null) return way;
    }
    return null;
  }

  #wayFrom(node: number, fact: number, nodes: Int32Array): string[] | null {
    const { graph } = this.#live;
    const way = graph.graph.way(
      node,
      (each) => graph.graph.reads(each, fact),
      (each) => this.#has(nodes[each]!, fact),
    );
    if (way.length === 0) return null;
    const places: string[] = [];
    way.forEach((each, k) => {
      const method = graph.methodAt(each);
      if (method !== null) places.push(this.#placeIn(method, way[k + 1] ?? -1, fact));
      else if (graph.describe(each).startsWith("initialisation")) places.push(graph.describe(each));
    });
    return places;
  }

  /** The line in a method that leads to the next node, or that of the read itself. */
  #placeIn(method: RuntimeMethod, next: number, fact: number): string {
    const { graph } = this.#live;
    const { code } = method;
    if (code === null || graph.world.nativeOf(method) !== undefined) {
      return `${methodPlace(method, -1)} (native)`;
    }
    const offsets = allInstructions(code.bytes);
    for (let i = 0; i < offsets.length; i++) {
      const effect = graph.effects.at(method, code, offsets, i);
      if (effect === null) continue;
      const isIt = next < 0 ? effect.fact === fact : effect.callee === next || effect.init === next;
      if (isIt) return methodPlace(method, offsets[i]!);
    }
    return methodPlace(method, -1);
  }
}

/** What a frame's method does at each instruction, and where it continues. */
class FrameFlow {
  readonly #live: LiveFields;
  readonly #code: TranslatedMethod;
  readonly #method: RuntimeMethod;
  readonly #offsets: readonly number[];
  readonly #indices: ReadonlyMap<number, number>;
  readonly #reached: ReadonlySet<number>;

  constructor(live: LiveFields, code: TranslatedMethod, method: RuntimeMethod) {
    this.#live = live;
    this.#code = code;
    this.#method = method;
    this.#offsets = [...code.offsets];
    this.#indices = new Map(this.#offsets.map((offset, i) => [offset, i]));
    this.#reached = new Set(reachedInstructions(live.graph, method, code.info));
  }

  effectAt(i: number) {
    if (!this.#reached.has(this.#offsets[i]!)) return null;
    const own = this.#method.code!;
    // With inlined subroutines the code is no longer the method's own.
    const isOwn = Buffer.compare(this.#code.info.bytes, own.bytes) === 0;
    const info = isOwn ? own : this.#code.info;
    return this.#live.graph.effects.at(this.#method, info, this.#offsets, i);
  }

  following(i: number): number[] {
    const { graph } = this.#live;
    const { bytes } = this.#code.info;
    const offset = this.#offsets[i]!;
    const next: number[] = [];
    if (!neverReturns(graph, this.#method.owner, bytes, offset)) {
      for (const target of targetsOf(bytes, offset)) next.push(this.#indices.get(target)!);
      const back = this.#code.retTargets.get(offset);
      if (back !== undefined) next.push(this.#indices.get(back)!);
      if (!endsFlow(bytes, offset) && i + 1 < this.#offsets.length) next.push(i + 1);
    }
    const handlers = graph.hasNoHandlers(this.#method) ? [] : this.#code.info.handlers;
    for (const { start, end, handler } of handlers) {
      if (offset >= start && offset < end) next.push(this.#indices.get(handler)!);
    }
    return next;
  }
}
