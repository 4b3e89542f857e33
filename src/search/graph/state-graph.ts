/**
 * The states of a program and the steps between them, as plain data for a drawing. A breadth-first search records them,
 * so a state's number says how early it was found, and its depth how many steps lead to it.
 */
import type { Arrival, SearchObserver } from "../search.ts";
import type { Step } from "../step.ts";

export type GraphNodeKind = "state" | "end" | "violated" | "cut";

/** Lists of numbers, because a graph has thousands of nodes. */
export interface StateGraphData {
  /** By state: what it is, and the length of a shortest schedule to it. State 0 is the first one. */
  readonly kinds: readonly GraphNodeKind[];
  readonly depths: readonly number[];
  /** Four numbers for each step: the states that it leads from and to, the thread, and its choice or -1. */
  readonly edges: readonly number[];
  /** By number: the threads' names. */
  readonly threads: readonly string[];
  /** States that were found and left out, because there were too many; they are only those next to the ones drawn. */
  readonly omitted: number;
  /** The states on the schedule of the first violation, as far as they are in the graph. */
  readonly errorPath: readonly number[];
  /** False if the violation's schedule could not be followed here, and the path is that of another way to a violation. */
  readonly isReportedPath: boolean;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly thread: number;
  readonly choice: number;
}

export class StateGraphRecorder implements SearchObserver {
  readonly #most: number;
  readonly #nameOf: (thread: number) => string;
  /** The names of the threads that have taken a step. */
  readonly #threads: string[] = [];
  readonly #kinds: GraphNodeKind[] = [];
  readonly #depths: number[] = [];
  readonly #edges: Edge[] = [];
  /** By fingerprint: the node. */
  readonly #known = new Map<string, number>();
  /** The state that steps are taken from, and the one that the last step led to; -1 for those left out. */
  #head = -1;
  #last = -1;
  #omitted = 0;

  /** `nameOf` names a thread of the machine, in the state that a step has just led to. */
  constructor(most: number, nameOf: (thread: number) => string) {
    this.#most = most;
    this.#nameOf = nameOf;
  }

  get isFull(): boolean {
    return this.#kinds.length >= this.#most;
  }

  arrived(
    arrival: Arrival,
    depth: number,
    thread: number,
    choice: number,
    high: number,
    low: number,
  ): void {
    this.#threads[thread] ??= this.#nameOf(thread);
    this.#last = this.#nodeFor(arrival, depth, `${high},${low}`);
    if (this.#head < 0 || this.#last < 0) return;
    this.#edges.push({ from: this.#head, to: this.#last, thread, choice });
  }

  resumed(_depth: number, high: number, low: number): void {
    this.#head = this.#known.get(`${high},${low}`) ?? -1;
  }

  restarted(): void {
    this.#kinds.length = 0;
    this.#depths.length = 0;
    this.#edges.length = 0;
    this.#known.clear();
    this.#head = -1;
    this.#last = -1;
    this.#omitted = 0;
  }

  /** A property is violated in the state that the last step led to. */
  markViolated(): void {
    if (this.#last >= 0) this.#kinds[this.#last] = "violated";
  }

  #nodeFor(arrival: Arrival, depth: number, key: string): number {
    if (arrival === "ignored") return -1;
    const isState = arrival === "new" || arrival === "matched" || arrival === "cut";
    const known = isState ? this.#known.get(key) : undefined;
    if (known !== undefined) return known;
    if (this.isFull) {
      if (arrival !== "matched") this.#omitted++;
      return -1;
    }
    const node = this.#kinds.length;
    this.#kinds.push(kindOf(arrival));
    this.#depths.push(depth);
    if (isState) this.#known.set(key, node);
    return node;
  }

  /** `schedule`: that of a violation, to be marked; null if there is none. */
  graph(schedule: readonly Step[] | null): StateGraphData {
    const followed = schedule === null ? null : this.#follow(schedule);
    const other = followed === null || followed.isWhole ? null : this.#pathToViolation();
    return {
      kinds: this.#kinds,
      depths: this.#depths,
      edges: this.#edges.flatMap(({ from, to, thread, choice }) => [from, to, thread, choice]),
      threads: Array.from(this.#threads, (name) => name ?? ""),
      omitted: this.#omitted,
      errorPath: other ?? followed?.path ?? [],
      isReportedPath: other === null,
    };
  }

  /** The states on a schedule; not whole if a step of it was not taken here, or led to a state that was left out. */
  #follow(schedule: readonly Step[]): { readonly path: number[]; readonly isWhole: boolean } {
    const next = new Map(
      this.#edges.map(({ from, to, thread, choice }) => [`${from}:${thread}:${choice}`, to]),
    );
    const path = this.#kinds.length === 0 ? [] : [0];
    for (const { thread, choice } of schedule) {
      const to = next.get(`${path.at(-1)}:${thread}:${choice}`);
      if (to === undefined) return { path, isWhole: false };
      path.push(to);
    }
    return { path, isWhole: true };
  }

  /** A shortest way to a violation; null if there is none in the graph. */
  #pathToViolation(): number[] | null {
    let node = this.#kinds.indexOf("violated");
    if (node < 0) return null;
    const parents = new Map<number, number>();
    for (const { from, to } of this.#edges) {
      if (to !== 0 && !parents.has(to)) parents.set(to, from);
    }
    const path = [node];
    while (node > 0) {
      node = parents.get(node) ?? 0;
      path.push(node);
    }
    return path.toReversed();
  }
}

function kindOf(arrival: Arrival): GraphNodeKind {
  if (arrival === "end" || arrival === "violated" || arrival === "cut") return arrival;
  return "state";
}
