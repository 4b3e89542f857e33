/**
 * Where dynamic reduction begins: at the first state that can go on in more than one way.
 * The states before it, the trunk, are those of one path, which all others begin with. So what
 * was made on it is the same in all states that the reduction is about (dynamic-reduction.ts).
 */
import type { BootWords } from "../../state/boot-words.ts";
import { ALL_LIVE } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Moves } from "../judge.ts";
import type { DynamicCounts, SearchSetup } from "../search.ts";
import type { StateSizeSamples } from "../state-size-samples.ts";
import { DynamicReduction } from "./dynamic-reduction.ts";
import { LATE_BEGINNING } from "./effort.ts";

/** What is needed of the reduction. */
export type LateReduction = Pick<
  DynamicReduction,
  "begin" | "clear" | "counts" | "isBroken" | "mustBeginAtOnce"
>;

export class CommonPrefix<R extends LateReduction = DynamicReduction> {
  /** The reduction is wanted, and has not begun. */
  isGrowing: boolean;
  /** Levels of the search that belong to it; none when the reduction has not begun. */
  levels = 0;
  /** Where the state behind it is among the open ones. */
  #position = 0;
  /** Null when it is not wanted, or has been given up. */
  #dynamic: R | null;
  #counts: DynamicCounts | null = null;

  constructor(dynamic: R | null) {
    this.#dynamic = dynamic;
    this.isGrowing = dynamic !== null;
  }

  get counts(): DynamicCounts | null {
    return this.#dynamic?.counts ?? this.#counts;
  }

  /**
   * A state is about to be entered that can go on by these moves; so many levels and open states are before it.
   * The reduction, if it is to begin there; `pending` tells apart what the state waits for.
   */
  end(moves: Moves, levels: number, open: number, pending: number): R | null {
    const dynamic = this.#dynamic;
    if (dynamic === null || (moves.count < 2 && !dynamic.mustBeginAtOnce)) return null;
    this.isGrowing = false;
    this.levels = levels;
    this.#position = open;
    dynamic.begin(pending);
    return dynamic;
  }

  /** True for the position of an open state of the trunk. */
  has(position: number): boolean {
    return position >= 0 && position < this.#position;
  }

  /**
   * The search begins again after so many states. If that was late, and because of what was taken for
   * granted about what was made here, nothing is any more: it must not come to that again.
   */
  restart(states: number): void {
    this.levels = 0;
    this.#counts = null;
    if (this.#dynamic === null) return;
    this.isGrowing = true;
    if (this.#dynamic.isBroken && states >= LATE_BEGINNING) this.#dynamic.mustBeginAtOnce = true;
    this.#dynamic.clear();
  }

  /** The reduction is not wanted any more. */
  giveUp(): null {
    this.#counts = this.counts;
    this.#dynamic = null;
    return null;
  }
}

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

/** For the reduction that a depth-first search was asked for. */
export function commonPrefixOf(
  m: Machine,
  {
    dynamic = false,
    liveness = ALL_LIVE,
    observer,
    effort = "auto",
    heapOrder = "canonical",
  }: SearchSetup,
  { boot, isExact, depth, liveSet, samples }: DynamicSearch,
): CommonPrefix {
  if (dynamic === false) return new CommonPrefix<DynamicReduction>(null);
  const listener =
    observer?.explored === undefined
      ? null
      : (live: Int32Array): void => observer.explored?.(depth(), live);
  const isAcyclic = dynamic === "acyclic";
  const isAlways = effort === "always";
  return new CommonPrefix(
    new DynamicReduction(m, boot, {
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
