/**
 * When dynamic dead-variable reduction is at work in a depth-first search. It starts at
 * the first branch (common-prefix.ts), or at the initial state where that did not do. It ends when it saves
 * less than it costs (dynamic-payoff.ts), or when the prefix turns out to have a branch. What it
 * does in between is in live-futures.ts. Where it is not at work, all that the search tells it is ignored.
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

/** What the reduction needs of the search. */
export interface DynamicSearch {
  /** What whole states are compared by. */
  readonly boot: BootWords;
  /** States are kept whole. */
  readonly isExact: boolean;
  /** Of the state on top. */
  readonly depth: () => number;
  /** The fields that are live in the present state. */
  readonly liveSet: () => number;
  readonly samples: Pick<StateSizeSamples, "offerLive">;
}

export class DynamicReduction {
  isActive = false;
  /** Null when it is not wanted, or has been given up. */
  #futures: LiveFutures | null;
  readonly #prefix = new CommonPrefix();
  /** Of a reduction that has been given up. */
  #lastCounts: DynamicCounts | null = null;
  /** Of the known state reached last not all was explored, because of the depth limit. */
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

  /** Something was taken for granted that is not so: the search must begin again. */
  get isBroken(): boolean {
    return this.isActive && this.#futures!.isBroken;
  }

  get payoff(): DynamicPayoff {
    return this.#futures!.worth;
  }

  /** The state about to be entered, at this depth, can go on by these moves: the reduction may start with it. */
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

  /** What it has cost and saved, where that is a loss; null where it is none, or it is too early to tell. */
  lossAt(work: () => number): Given | null {
    return this.#futures!.lossAt(work);
  }

  /**
   * The search begins again after so many states. If that was late, and because of what was assumed
   * about objects of the prefix, nothing is assumed about them any more: it must not come to that again.
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

  /** The last thing before a step of the state at this depth: all that memory is asked for is logged. */
  beforeStep(depth: number): void {
    if (!this.isActive) return;
    // The prefix branches after all.
    if (depth <= this.#prefix.levels) this.giveUp();
    else this.#futures!.beforeStep();
  }

  /** The first thing after the step, with the undo log compacted. */
  afterStep(thread: number): void {
    if (this.isActive) this.#futures!.afterStep(thread);
  }

  /** The machine has gone back to the state at this depth. */
  undone(depth: number): void {
    if (this.isActive && depth > this.#prefix.levels) this.#futures!.undoStep();
  }

  // ---- states ----

  /** HOT. True when a state with the same future as the present one has been explored. */
  find(pending: number, asleep: number): boolean {
    return this.isActive && this.#futures!.find(pending, asleep);
  }

  /** The state was found among those of lately. */
  get isRecent(): boolean {
    return this.#futures!.isRecent;
  }

  /** Threads that slept in the state found. */
  get foundAsleep(): number {
    return this.#futures!.foundSleepers;
  }

  enter(asleep: number): void {
    if (this.isActive) this.#futures!.enter(asleep);
  }

  /**
   * The search goes on from a known state, in which the threads `before` slept at its first visit, and now only `asleep`
   * do. Returns those to be followed. Where the state's live words are taken over from one found by its live
   * part, what the threads that slept there read is not among them: they are followed too.
   */
  revisit(before: number, asleep: number, position: number): number {
    if (!this.isActive) return before & ~asleep;
    const futures = this.#futures!;
    const awake = (before | futures.unreadBy(position)) & ~asleep;
    futures.enterAgain(awake, before & asleep, position);
    return awake;
  }

  /** The known state just reached is not explored further, because of the depth limit. */
  cut(): void {
    this.#isCut = true;
  }

  /** The step under way has led to a state; `isFound`: which was found by its live part. */
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
    // A state of the prefix is reached again: what it made is not there once only.
    if (this.#prefix.has(position)) this.#futures!.restartAtRoot();
    else this.#futures!.arrived(arrival, isEntered, isFound, position);
  }

  /** Everything that can follow the present state, at this depth, has been seen. */
  finish(depth: number, components: OnlineComponents): void {
    if (!this.isActive || depth <= this.#prefix.levels) return;
    this.#futures!.finish(components.position, components.isRoot);
  }

  // ---- what is read of a state by others than its future ----

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

/** The dynamic reduction that a depth-first search was asked for; one that is never at work if it was not. */
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
