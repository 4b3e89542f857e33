/** The options of a check, and the complete plan derived from them. */
import { BadUsageError } from "../core/errors.ts";
import type { CommonOptions, Output } from "../launch/java-program.ts";
import { type Dvr, type DvrKind, type DvrPart, dvrOf, neededBy } from "../liveness/reductions.ts";
import {
  DEFAULT_SETTINGS,
  type PropertySettings,
  type PropertySwitches,
  switchesOf,
} from "../search/properties/table.ts";
import type { DvrEffort } from "../search/reductions/effort.ts";
import type { SearchObserver } from "../search/search.ts";
import { STRATEGY_DEFAULTS, type StrategyName, strategyNamed } from "../search/strategies.ts";
import type { HeapOrder } from "../state/heap-order.ts";
import type { StoreKind } from "../state/stores/stores.ts";
import { REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import { defaultMemoryLimit } from "./process-figures.ts";

/** How to search the schedules. A plain name uses the strategy's defaults. */
export type Strategy =
  | StrategyName
  | { readonly kind: "random"; readonly runs?: number; readonly seed?: number }
  | {
      readonly kind: "pct";
      /** The number of ordering constraints to aim at; priorities change `depth - 1` times. */
      readonly depth?: number;
      readonly runs?: number;
      readonly seed?: number;
    };

/** How visited states are stored: whole, as 64-bit fingerprints, or as a few bits each (may miss states). */
export type StoreChoice = StoreKind | { readonly kind: "bitstate"; readonly bytes: number };

export interface Limits {
  /** Stop after this many states. */
  readonly states?: number;
  /** Cut schedules after this many steps. */
  readonly depth?: number;
  readonly seconds?: number;
  /** Stop when the process uses this much memory; by default three quarters of the computer's. */
  readonly memoryBytes?: number;
}

/** What counts as a violation. */
export type PropertyChoice = Partial<PropertySettings>;

export interface CheckOptions extends CommonOptions {
  /** Depth-first by default. */
  readonly strategy?: Strategy;
  readonly store?: StoreChoice;
  readonly properties?: PropertyChoice;
  /** The partial-order reductions; "all" by default. */
  readonly reductions?: "all" | "none" | readonly Reduction[];
  /** Which dead values to ignore when comparing states; "local" by default. */
  readonly dvr?: DvrKind | readonly DvrPart[];
  /** How much effort to spend on that; "auto" by default. */
  readonly dvrEffort?: DvrEffort;
  /** What identifies objects; "canonical" by default. */
  readonly heapOrder?: HeapOrder;
  /** Whether wait, await and park may return spuriously. */
  readonly spuriousWakeups?: boolean;
  /** Whether to accept fixed values that a JVM may choose differently. */
  readonly assumesFixed?: boolean;
  readonly limits?: Limits;
  /** The number of different violations to look for; 1 by default. */
  readonly maxViolations?: number;
  /**
   * Whether to look for a simpler schedule of a violation, with few preemptions, then few switches, then few steps. True by
   * default: it takes at most a second of CPU time, or 30 % of the search's, whichever is more.
   */
  readonly minimize?: boolean;
  /**
   * Whether to record what a page shows besides: where each step begins, instead of a sample; the states as a graph,
   * in a short search of its own; the sources of all lines with scheduling points.
   */
  readonly details?: boolean;
  /** Receives what the program prints while it is explored. */
  readonly output?: Output;
  /** Is called for every transition. */
  readonly observer?: SearchObserver;
}

/** The largest number of different violations that are collected. */
export const MAX_VIOLATIONS = 100;

export const DEFAULT_BITSTATE_BYTES = 2 ** 27;

export interface SearchPlan {
  readonly strategy: StrategyName;
  readonly seed: number;
  readonly runs: number;
  readonly pctDepth: number;
  readonly properties: PropertySwitches;
  /** The selected parts of dead-variable reduction. */
  readonly dvr: Dvr;
  readonly effort: DvrEffort;
  readonly heapOrder: HeapOrder;
  readonly store: { readonly kind: StoreKind; readonly bytes: number };
}

/** Complete options. */
export interface CheckPlan {
  readonly search: SearchPlan;
  readonly settings: PropertySettings;
  readonly reductions: readonly Reduction[];
  readonly limits: Required<Limits> & { readonly violations: number };
}

export function planOf(options: CheckOptions): CheckPlan {
  const { strategy = "dfs", store = "compact", properties = {}, limits = {} } = options;
  const { kind, ...chosen } = typeof strategy === "string" ? { kind: strategy } : strategy;
  const dvr = dvrFrom(options.dvr ?? "local");
  const { excludes, storesStates } = strategyNamed(kind);
  if (excludes.some((part) => dvr.has(part))) {
    const text = typeof options.dvr === "string" ? options.dvr : options.dvr?.join(",");
    throw new BadUsageError(`--dvr ${text} cannot be used with --search ${kind}`, {
      hint: "Dynamic reduction needs --search dfs. Use that, or --dvr local,hybrid,faint.",
    });
  }
  const isObserved = options.observer !== undefined;
  if (isObserved && !storesStates) {
    throw new BadUsageError(`--dot can be used with --search dfs or bfs, not with ${kind}`, {
      hint: "Random walks do not record states.",
    });
  }
  const settings = { ...DEFAULT_SETTINGS, ...withoutGaps(properties) };
  return {
    search: {
      strategy: kind,
      seed: STRATEGY_DEFAULTS.seed,
      runs: STRATEGY_DEFAULTS.runs,
      ...chosen,
      pctDepth: ("depth" in chosen ? chosen.depth : undefined) ?? STRATEGY_DEFAULTS.pctDepth,
      properties: switchesOf(settings),
      dvr,
      effort: options.dvrEffort ?? "auto",
      heapOrder: options.heapOrder ?? "canonical",
      store: typeof store === "string" ? { kind: store, bytes: DEFAULT_BITSTATE_BYTES } : store,
    },
    settings,
    reductions: reductionsOf(options.reductions ?? "all"),
    limits: {
      states: limits.states ?? Number.POSITIVE_INFINITY,
      depth: limits.depth ?? Number.POSITIVE_INFINITY,
      seconds: limits.seconds ?? Number.POSITIVE_INFINITY,
      memoryBytes: limits.memoryBytes ?? defaultMemoryLimit(),
      violations: options.maxViolations ?? 1,
    },
  };
}

/** A caller may give undefined for what it leaves open. */
const withoutGaps = (given: PropertyChoice): PropertyChoice =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

export function reductionsOf(which: "all" | "none" | readonly Reduction[]): readonly Reduction[] {
  if (which === "all") return REDUCTIONS;
  return which === "none" ? [] : which;
}

/** Resolves a named set of parts, or checks a list of parts; some parts need others. */
function dvrFrom(which: DvrKind | readonly DvrPart[]): Dvr {
  if (typeof which === "string") return dvrOf(which);
  const dvr = new Set(which);
  for (const part of dvr) {
    const missing = neededBy(part).filter((each) => !dvr.has(each));
    if (missing.length === 0) continue;
    throw new BadUsageError(`--dvr ${which.join(",")}: ${part} needs ${missing.join(" and ")}`, {
      hint: `Use --dvr ${[...neededBy(part), part].join(",")}.`,
    });
  }
  return dvr;
}
