/**
 * The states of a program and the steps between them, as plain data for a drawing. A breadth-first search records them,
 * so a state's number says how early it was found, and its depth how many steps lead to it.
 */
import type { Arrival, SearchObserver } from "../search.ts";
import type { ScheduledState } from "./schedule-states.ts";

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
  /** All states of the program are here. */
  readonly isWhole: boolean;
  /** The states on the schedule of the first violation, as far as they are in the graph. */
  readonly errorPath: readonly number[];
  /** False if the violation's schedule could not be followed here, and the path is that of another way to a violation. */
  readonly isReportedPath: boolean;
}

/** Of a schedule, as many states are added as one can look at. */
const MOST_ADDED = 500;

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
  #hasLeftOut = false;

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
    this.#hasLeftOut = false;
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
      this.#hasLeftOut = true;
      return -1;
    }
    const node = this.#kinds.length;
    this.#kinds.push(kindOf(arrival));
    this.#depths.push(depth);
    if (isState) this.#known.set(key, node);
    return node;
  }

  /** `schedule`: the states on that of a violation, to be marked; they are added if the search did not come to them. `isEnded`: no limit stopped it. */
  graph(schedule: readonly ScheduledState[] | null, isEnded: boolean): StateGraphData {
    const errorPath = schedule === null ? [] : this.#follow(schedule);
    const last = errorPath.at(-1) ?? -1;
    const isWhole = errorPath.length === schedule?.length;
    if (isWhole && last >= 0) this.#kinds[last] = "violated";
    const other = schedule === null || isWhole ? null : this.#pathToViolation();
    return {
      kinds: this.#kinds,
      depths: this.#depths,
      edges: this.#edges.flatMap(({ from, to, thread, choice }) => [from, to, thread, choice]),
      threads: Array.from(this.#threads, (name) => name ?? ""),
      isWhole: isEnded && !this.#hasLeftOut,
      errorPath: other ?? errorPath,
      isReportedPath: other === null,
    };
  }

  /** The nodes of a schedule's states; not all of them if too many would have to be added. */
  #follow(schedule: readonly ScheduledState[]): number[] {
    const next = new Map(
      this.#edges.map(({ from, to, thread, choice }) => [`${from}:${thread}:${choice}`, to]),
    );
    const path: number[] = [];
    const most = this.#kinds.length + MOST_ADDED;
    for (const { step, key } of schedule) {
      const from = path.at(-1);
      if (step === null || from === undefined) {
        const first = key === null ? undefined : this.#known.get(key);
        if (first === undefined) return [];
        path.push(first);
        continue;
      }
      const { thread, choice } = step;
      const taken = next.get(`${from}:${thread}:${choice}`);
      let to = key === null ? taken : this.#known.get(key);
      if (to === undefined) {
        if (this.#kinds.length >= most) break;
        to = this.#kinds.length;
        this.#kinds.push("state");
        this.#depths.push((this.#depths[from] ?? 0) + 1);
        if (key !== null) this.#known.set(key, to);
      }
      if (taken !== to) this.#edges.push({ from, to, thread, choice });
      path.push(to);
    }
    return path;
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
