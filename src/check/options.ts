/** What a caller can ask of a check, and the complete plan that follows from it. */
import { BadUsageError } from "../core/errors.ts";
import type { CommonOptions, Output } from "../launch/java-program.ts";
import { type Dvr, type DvrKind, type DvrPart, dvrOf, NEEDED } from "../liveness/reductions.ts";
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

/** How the schedules are searched; a string stands for its defaults. */
export type Strategy =
  | StrategyName
  | { readonly kind: "random"; readonly runs?: number; readonly seed?: number }
  | {
      readonly kind: "pct";
      /** Ordering constraints aimed at: priorities change `depth - 1` times. */
      readonly depth?: number;
      readonly runs?: number;
      readonly seed?: number;
    };

/** Where visited states are kept: whole, as 64-bit fingerprints, or as a few bits each (may miss states). */
export type StoreChoice = StoreKind | { readonly kind: "bitstate"; readonly bytes: number };

export interface Limits {
  /** Ends the search after so many states. */
  readonly states?: number;
  /** Cuts schedules after so many steps. */
  readonly depth?: number;
  readonly seconds?: number;
  /** Memory of the process; three quarters of the computer's without it. */
  readonly memoryBytes?: number;
}

/** What counts as a violation. */
export type PropertyChoice = Partial<PropertySettings>;

export interface CheckOptions extends CommonOptions {
  /** Depth-first without it. */
  readonly strategy?: Strategy;
  readonly store?: StoreChoice;
  readonly properties?: PropertyChoice;
  /** Which steps need not be tried in every order; "all" without it. */
  readonly reductions?: "all" | "none" | readonly Reduction[];
  /** Which dead values do not tell states apart; "local" without it. */
  readonly dvr?: DvrKind | readonly DvrPart[];
  /** What that may cost; "auto" without it. */
  readonly dvrEffort?: DvrEffort;
  /** What identifies objects; "canonical" without it. */
  readonly heapOrder?: HeapOrder;
  /** Whether wait, await and park may return without a reason. */
  readonly spuriousWakeups?: boolean;
  /** Whether values that a JVM may choose differently may be taken as fixed. */
  readonly assumesFixed?: boolean;
  readonly limits?: Limits;
  /** Different violations to look for; 1 without it. */
  readonly maxViolations?: number;
  /** Whether to search for a schedule with fewer preemptions. */
  readonly minimize?: boolean;
  /** Receives what the program prints while it is explored. */
  readonly output?: Output;
  /** Told about every transition. */
  readonly observer?: SearchObserver;
}

/** Different violations that are collected at most. */
export const MAX_VIOLATIONS = 100;

export const DEFAULT_BITSTATE_BYTES = 2 ** 27;

export interface SearchPlan {
  readonly strategy: StrategyName;
  readonly seed: number;
  readonly runs: number;
  readonly pctDepth: number;
  readonly properties: PropertySwitches;
  /** The parts of dead-variable reduction that were asked for. */
  readonly dvr: Dvr;
  readonly effort: DvrEffort;
  readonly heapOrder: HeapOrder;
  readonly store: { readonly kind: StoreKind; readonly bytes: number };
}

/** Options with nothing left open. */
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
    throw new BadUsageError(`--dvr ${text} does not go with --search ${kind}`, {
      hint: "What is live is known when everything behind a state has been seen: search depth-first, or with --dvr local,hybrid,faint.",
    });
  }
  const isObserved = options.observer !== undefined;
  if (isObserved && !storesStates) {
    throw new BadUsageError(`--dot goes with --search dfs or bfs, not with ${kind}`, {
      hint: "Random walks do not tell states apart.",
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

/** A named set of parts, or parts; some need others. */
function dvrFrom(which: DvrKind | readonly DvrPart[]): Dvr {
  if (typeof which === "string") return dvrOf(which);
  const dvr = new Set(which);
  for (const part of dvr) {
    const missing = NEEDED[part].filter((each) => !dvr.has(each));
    if (missing.length === 0) continue;
    throw new BadUsageError(`--dvr ${which.join(",")}: ${part} needs ${missing.join(" and ")}`, {
      hint: `Write --dvr ${[...NEEDED[part], part].join(",")}.`,
    });
  }
  return dvr;
}
