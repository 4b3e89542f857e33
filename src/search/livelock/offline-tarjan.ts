/**
 * Traps in the states of a breadth-first search: strongly connected components
 * that no step leaves and in which no schedule ends (online-tarjan.ts finds the
 * same while a depth-first search is under way). Tarjan's algorithm over the
 * numbers of states, with a stack of its own, in slices as the search is. While
 * it is at work that takes 13 bytes a state, and up to 16 more for the stack.
 *
 * States whose steps have not all been taken count as ways out.
 */
import { EXIT, type SuccessorGraph } from "./successor-graph.ts";

/** In place of an index: not met yet, and in a component that is complete. */
const NEW = 0;
const CLOSED = 0xffffffff;

export class OfflineComponents {
  /** The first state of each trap found, in the order of the search, once all is done. */
  readonly entries: number[] = [];
  readonly #graph: SuccessorGraph;
  /** States from here on have not been dealt with. */
  readonly #end: number;
  /** By state: when it was met, counted from 1. */
  readonly #met: Uint32Array;
  /** By state: the earliest that can be reached from it, as far as that is known. */
  readonly #low: Uint32Array;
  /** By state: how many of its steps have been followed. */
  readonly #done: Uint32Array;
  /** By state: one of its steps leads out of its component. */
  readonly #hasExit: Uint8Array;
  /** States of components that are not complete, and among them the path to the present one. */
  readonly #open: number[] = [];
  readonly #path: number[] = [];
  #time = 0;
  #root = 0;

  /** `end`: the steps of states before this one have been taken. */
  constructor(graph: SuccessorGraph, end: number) {
    this.#graph = graph;
    this.#end = end;
    this.#met = new Uint32Array(end);
    this.#low = new Uint32Array(end);
    this.#done = new Uint32Array(end);
    this.#hasExit = new Uint8Array(end);
  }

  /** Follows up to so many steps; true when all have been. */
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

  /** The states from this one on are a component. */
  #close(root: number): void {
    let first = root;
    let hasExit = false;
    for (let state = -1; state !== root; ) {
      state = this.#open.pop()!;
      this.#met[state] = CLOSED;
      if (state < first) first = state;
      if (this.#hasExit[state] === 1) hasExit = true;
    }
    // A component of one state without a way out has a step to itself: every state has steps.
    if (!hasExit) this.entries.push(first);
  }
}
