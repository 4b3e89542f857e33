/**
 * Switches dynamic dead-variable reduction on and off during a depth-first search. It starts at the first
 * branch (common-prefix.ts), or in the initial state if starting at the branch has failed. It stops when it
 * costs more than it saves (dynamic-payoff.ts), or when the prefix turns out to have a branch.
 * live-futures.ts is the reduction itself. While it is off, all calls are ignored.
 */
import type { BootWords } from "../../state/boot-words.ts";
import { ALL_LIVE } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Moves } from "../judge.ts";
import type { OnlineComponents } from "../livelock/online-tarjan.ts";
import type { Arrival, DynamicCounts, SearchSetup } from "../search.ts";
import type { StateSizeSamples } from "../state-size-samples.ts";
import { CommonPrefix } from "./common-prefix.ts";
import type { DynamicPayoff } from "./dynamic-payoff.ts";
import { type Given, LATE_BEGINNING } from "./effort.ts";
import { LiveFutures } from "./live-futures.ts";

/** What the reduction needs from the search. */
export interface DynamicSearch {
  /** The boot area that whole states are compared by. */
  readonly boot: BootWords;
  /** States are stored whole. */
  readonly isExact: boolean;
  /** The depth of the state on top. */
  readonly depth: () => number;
  /** The set of live fields in the current state. */
  readonly liveSet: () => number;
  readonly samples: Pick<StateSizeSamples, "offerLive">;
}

export class DynamicReduction {
  isActive = false;
  /** Null if the reduction was not selected or has been stopped. */
  #futures: LiveFutures | null;
  readonly #prefix = new CommonPrefix();
  /** The counts of a reduction that has been stopped. */
  #lastCounts: DynamicCounts | null = null;
  /** The known state reached last was not explored completely, because of the depth limit. */
  #isCut = false;

  constructor(futures: LiveFutures | null) {
    this.#futures = futures;
  }

  get counts(): DynamicCounts | null {
    return this.#futures?.counts ?? this.#lastCounts;
  }

  get storeBytes(): number {
    return this.isActive ? this.#futures!.storeBytes : 0;
  }

  get levelBytes(): number {
    return this.isActive ? this.#futures!.levelBytes : 0;
  }

  /** An assumption was wrong: the search must restart. */
  get isBroken(): boolean {
    return this.isActive && this.#futures!.isBroken;
  }

  get payoff(): DynamicPayoff {
    return this.#futures!.worth;
  }

  /** Call before a state with these moves is entered at this depth: the reduction may start with it. */
  mayStart(moves: Moves, depth: number, open: number, pending: number): void {
    const futures = this.#futures;
    if (futures === null || !this.#prefix.isOpen) return;
    if (!this.#prefix.endsAt(moves, depth, open, futures.mustStartAtRoot)) return;
    futures.begin(pending);
    this.isActive = true;
  }

  giveUp(): void {
    this.#lastCounts = this.counts;
    this.#futures = null;
    this.isActive = false;
  }

  /** The cost and the savings if they are a loss; null if they are not, or if it is too early to tell. */
  lossAt(work: () => number): Given | null {
    return this.#futures!.lossAt(work);
  }

  /**
   * The search restarts after this many states. If the restart is late and due to an assumption about objects
   * of the prefix, that assumption is not made again, so that it cannot cause another late restart.
   */
  restarted(states: number): void {
    this.isActive = false;
    this.#isCut = false;
    this.#lastCounts = null;
    this.#prefix.clear();
    const futures = this.#futures;
    if (futures === null) return;
    if (futures.isBroken && states >= LATE_BEGINNING) futures.mustStartAtRoot = true;
    futures.clear();
  }

  // ---- steps ----

  /**
   * Call immediately before a step of the state at this depth: from now on all memory accesses are logged.
   */
  beforeStep(depth: number): void {
    if (!this.isActive) return;
    // The prefix has a branch after all.
    if (depth <= this.#prefix.levels) this.giveUp();
    else this.#futures!.beforeStep();
  }

  /** Call immediately after the step, with the undo log compacted. */
  afterStep(thread: number): void {
    if (this.isActive) this.#futures!.afterStep(thread);
  }

  /** Call after the machine has gone back to the state at this depth. */
  undone(depth: number): void {
    if (this.isActive && depth > this.#prefix.levels) this.#futures!.undoStep();
  }

  // ---- states ----

  /** HOT. True if a state with the same future as the current one has been explored. */
  find(pending: number, asleep: number): boolean {
    return this.isActive && this.#futures!.find(pending, asleep);
  }

  /** The state was found in the cache of recent states. */
  get isRecent(): boolean {
    return this.#futures!.isRecent;
  }

  /** The sleep set of the state that was found. */
  get foundAsleep(): number {
    return this.#futures!.foundSleepers;
  }

  enter(asleep: number): void {
    if (this.isActive) this.#futures!.enter(asleep);
  }

  /**
   * Continues from a known state. The threads `before` were asleep at its first visit; now only `asleep` are.
   * Returns the threads to explore. If the state took over the live words of another state, these do not
   * include what the other state's sleeping threads read, so those threads are explored too.
   */
  revisit(before: number, asleep: number, position: number): number {
    if (!this.isActive) return before & ~asleep;
    const futures = this.#futures!;
    const awake = (before | futures.unreadBy(position)) & ~asleep;
    futures.enterAgain(awake, before & asleep, position);
    return awake;
  }

  /** The known state just reached is not explored further because of the depth limit. */
  cut(): void {
    this.#isCut = true;
  }

  /** The current step has led to a state. `isFound`: it was recognised by its live part. */
  arrived(
    arrival: Arrival,
    isEntered: boolean,
    isFound: boolean,
    components: OnlineComponents,
    high: number,
    low: number,
  ): void {
    if (!this.isActive) return;
    const position = this.#isCut ? -1 : components.positionOf(high, low);
    this.#isCut = false;
    // A state of the prefix is reached again, so its objects may exist more than once.
    if (this.#prefix.has(position)) this.#futures!.restartAtRoot();
    else this.#futures!.arrived(arrival, isEntered, isFound, position);
  }

  /** Everything that can follow the current state, at this depth, has been explored. */
  finish(depth: number, components: OnlineComponents): void {
    if (!this.isActive || depth <= this.#prefix.levels) return;
    this.#futures!.finish(components.position, components.isRoot);
  }

  // ---- reads other than those of the state's future ----

  beforeInspection(): void {
    if (this.isActive) this.#futures!.beforeInspection();
  }

  afterInspection(isEnd: boolean): void {
    if (this.isActive) this.#futures!.afterInspection(isEnd);
  }

  noteReportedException(exception: number): void {
    if (this.isActive) this.#futures!.noteReport(exception);
  }
}

/** Creates the dynamic reduction that a depth-first search selected; without it, one that is always off. */
export function dynamicReductionOf(
  m: Machine,
  {
    dynamic = false,
    liveness = ALL_LIVE,
    observer,
    effort = "auto",
    heapOrder = "canonical",
  }: SearchSetup,
  { boot, isExact, depth, liveSet, samples }: DynamicSearch,
): DynamicReduction {
  if (dynamic === false) return new DynamicReduction(null);
  const listener =
    observer?.explored === undefined
      ? null
      : (live: Int32Array): void => observer.explored?.(depth(), live);
  const isAcyclic = dynamic === "acyclic";
  const isAlways = effort === "always";
  return new DynamicReduction(
    new LiveFutures(m, boot, {
      liveness,
      listener,
      isAcyclic,
      isExact,
      isAlways,
      liveSet,
      heapOrder,
      samples,
    }),
  );
}
