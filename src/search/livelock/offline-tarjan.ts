/**
 * Finds the livelocks of a finished breadth-first search: strongly connected components that no step leaves
 * and in which no schedule ends. (online-tarjan.ts finds them during a depth-first search.) This is Tarjan's
 * algorithm over the numbers of states, with an explicit stack, run in slices like the search. While running
 * it takes 13 bytes for each state, and up to 16 more for the stack.
 *
 * States whose steps have not all been taken count as exits.
 */
import { EXIT, type SuccessorGraph } from "./successor-graph.ts";

/** In place of an index: not met yet, or in a complete component. */
const NEW = 0;
const CLOSED = 0xffffffff;

export class OfflineComponents {
  /** The first state of each livelock, in the order of the search; complete when the search for them is. */
  readonly entries: number[] = [];
  readonly #graph: SuccessorGraph;
  /** States from here on are not examined. */
  readonly #end: number;
  /** For each state, its index in the order of visits, counted from 1. */
  readonly #met: Uint32Array;
  /** For each state, the smallest index known to be reachable from it. */
  readonly #low: Uint32Array;
  /** For each state, how many of its steps have been followed. */
  readonly #done: Uint32Array;
  /** For each state, whether a step leaves its component. */
  readonly #hasExit: Uint8Array;
  /** The states of incomplete components, including the current path. */
  readonly #open: number[] = [];
  readonly #path: number[] = [];
  #time = 0;
  #root = 0;

  /** The steps of all states before `end` have been taken. */
  constructor(graph: SuccessorGraph, end: number) {
    this.#graph = graph;
    this.#end = end;
    this.#met = new Uint32Array(end);
    this.#low = new Uint32Array(end);
    this.#done = new Uint32Array(end);
    this.#hasExit = new Uint8Array(end);
  }

  /** Follows at most `count` steps; true when all have been followed. */
  advance(count: number): boolean {
    for (let i = 0; i < count; i++) {
      const state = this.#path.at(-1);
      if (state !== undefined) this.#follow(state);
      else if (this.#root === this.#end) {
        this.entries.sort((a, b) => a - b);
        return true;
      } else if (this.#met[this.#root] === NEW) this.#enter(this.#root++);
      else this.#root++;
    }
    return false;
  }

  #enter(state: number): void {
    this.#met[state] = ++this.#time;
    this.#low[state] = this.#time;
    this.#open.push(state);
    this.#path.push(state);
  }

  #follow(state: number): void {
    const index = this.#graph.firstOf(state) + this.#done[state]!;
    if (index === this.#graph.endOf(state)) {
      this.#leave(state);
      return;
    }
    const target = this.#graph.targetAt(index);
    if (target === EXIT || target >= this.#end || this.#met[target] === CLOSED) {
      this.#hasExit[state] = 1;
    } else if (this.#met[target] === NEW) {
      this.#enter(target);
    } else {
      this.#low[state] = Math.min(this.#low[state]!, this.#met[target]!);
    }
    this.#done[state]!++;
  }

  #leave(state: number): void {
    this.#path.pop();
    const above = this.#path.at(-1);
    const isRoot = this.#low[state] === this.#met[state];
    if (isRoot) this.#close(state);
    if (above === undefined) return;
    if (isRoot) this.#hasExit[above] = 1;
    else this.#low[above] = Math.min(this.#low[above]!, this.#low[state]!);
  }

  /** The states from `root` on are a component. */
  #close(root: number): void {
    let first = root;
    let hasExit = false;
    for (let state = -1; state !== root; ) {
      state = this.#open.pop()!;
      this.#met[state] = CLOSED;
      if (state < first) first = state;
      if (this.#hasExit[state] === 1) hasExit = true;
    }
    // A component of one state without an exit has a step to itself, because every state has steps.
    if (!hasExit) this.entries.push(first);
  }
}
