/** Parses the options of `deadwood check` into the options of the library's `check`. */
import type { Command } from "commander";
import {
  type CheckOptions,
  DEFAULT_BITSTATE_BYTES,
  type Limits,
  MAX_VIOLATIONS,
  type StoreChoice,
  type Strategy,
} from "../check/options.ts";
import { BadUsageError } from "../core/errors.ts";
import { didYouMean } from "../core/nearest.ts";
import { oneOf } from "../core/one-of.ts";
import {
  DVR_KINDS,
  DVR_PARTS,
  type DvrKind,
  type DvrPart,
  describeSets,
} from "../liveness/reductions.ts";
import type { OptionWords } from "../search/properties/property.ts";
import { PROPERTY_OPTIONS, parsePropertyOptions } from "../search/properties/table.ts";
import { DVR_EFFORTS } from "../search/reductions/effort.ts";
import {
  STRATEGIES,
  STRATEGY_DEFAULTS,
  STRATEGY_NAMES,
  strategiesWith,
  strategyNamed,
} from "../search/strategies.ts";
import { HEAP_ORDERS } from "../state/heap-order.ts";
import { STORE_KINDS, STORES } from "../state/stores/stores.ts";
import { REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import {
  addOptions,
  OptionGroup,
  type OptionRow,
  parseCount,
  parseSeconds,
  parseSeed,
  parseSize,
} from "./options.ts";

/** The options as commander parses them; the table of properties has its own (search/properties/table.ts). */
export interface CheckWords extends OptionWords {
  readonly search: string;
  readonly seed?: string;
  readonly runs?: string;
  readonly pctDepth?: string;
  readonly spuriousWakeups?: boolean;
  readonly assumeFixed?: boolean;
  readonly reduction: string;
  readonly dvr: string;
  readonly dvrEffort: string;
  readonly heapOrder: string;
  readonly store: string;
  readonly storeSize?: string;
  readonly maxStates?: string;
  readonly maxDepth?: string;
  readonly maxSeconds?: string;
  readonly memory?: string;
  readonly allErrors?: boolean;
  readonly minimize?: boolean;
}

const MEMORY_RANGE = { least: "64m", most: "1024g" };
const STORE_RANGE = { least: "1k", most: "16g" };
/** With a larger depth the guaranteed chance of finding a bug is practically zero. */
const MAX_PCT_DEPTH = 100;

/** What counts as a violation, and what else may happen. */
const PROPERTIES = "Properties:";
const REDUCTION = "Reductions:";

const CHECK_OPTIONS: readonly OptionRow[] = [
  ...PROPERTY_OPTIONS.map((option) => ({ ...option, group: PROPERTIES })),
  {
    flags: `--search <${STRATEGY_NAMES.join("|")}>`,
    about: STRATEGIES.map(({ about }) => about).join(", "),
    default: "dfs",
    group: OptionGroup.search,
  },
  {
    flags: "--seed <n>",
    about: `seed of the random numbers of random and pct (default: ${STRATEGY_DEFAULTS.seed})`,
    group: OptionGroup.search,
  },
  {
    flags: "--runs <count>",
    about: `run this many schedules with random and pct (default: ${STRATEGY_DEFAULTS.runs})`,
    group: OptionGroup.search,
  },
  {
    flags: "--pct-depth <d>",
    about: `aim at bugs with this many ordering constraints (default: ${STRATEGY_DEFAULTS.pctDepth})`,
    group: OptionGroup.search,
  },
  {
    flags: "--reduction <list>",
    about: `partial-order reductions: all, none, or some of ${REDUCTIONS.join(",")}`,
    default: "all",
    group: REDUCTION,
    words: ["all", "none", ...REDUCTIONS],
  },
  {
    flags: `--dvr <${DVR_KINDS.join("|")}>`,
    about: `ignore dead values when comparing states (see docs/liveness.md); ${describeSets()}`,
    default: "local",
    group: REDUCTION,
    words: [...DVR_KINDS, ...DVR_PARTS],
  },
  {
    flags: `--dvr-effort <${DVR_EFFORTS.join("|")}>`,
    about: "apply --dvr always, or only while it saves more than it costs (auto)",
    default: "auto",
    group: REDUCTION,
  },
  {
    flags: `--heap-order <${HEAP_ORDERS.join("|")}>`,
    about: "identify objects by how they are reached, or by when they were allocated",
    default: "canonical",
    group: REDUCTION,
  },
  {
    flags: "--spurious-wakeups",
    about: "allow spurious wake-ups of wait, await and park",
    group: PROPERTIES,
  },
  {
    flags: "--assume-fixed",
    about: "accept fixed values for random numbers, hash codes, environment and so on",
    group: PROPERTIES,
  },
  {
    flags: `--store <${STORE_KINDS.join("|")}>`,
    about: `store ${STORES.map(({ about }) => about).join(", ")}`,
    default: "compact",
    group: OptionGroup.limits,
  },
  {
    flags: "--store-size <size>",
    about: `size of the bitstate table (default: ${DEFAULT_BITSTATE_BYTES / 2 ** 20}m)`,
    group: OptionGroup.limits,
  },
  {
    flags: "--max-states <count>",
    about: "stop after this many states",
    group: OptionGroup.limits,
  },
  {
    flags: "--max-depth <count>",
    about: "cut schedules after this many steps",
    group: OptionGroup.limits,
  },
  {
    flags: "--max-seconds <seconds>",
    about: "stop after this many seconds",
    group: OptionGroup.limits,
  },
  {
    flags: "--memory <size>",
    about: "stop when the process uses this much memory (default: 3/4 of the machine's)",
    group: OptionGroup.limits,
  },
  {
    flags: "--all-errors",
    about: "report every distinct violation, not only the first",
    group: PROPERTIES,
  },
  {
    flags: "--no-minimize",
    about: "show the schedule as found, without looking for a simpler one",
    group: OptionGroup.search,
  },
];

export const addCheckOptions = (command: Command): Command => addOptions(command, CHECK_OPTIONS);

export function checkOptionsFrom(words: CheckWords): CheckOptions {
  return {
    strategy: strategyFrom(words),
    store: storeFrom(words),
    properties: parsePropertyOptions(words),
    reductions: parseReductions(words.reduction),
    dvr: parseDvr(words.dvr),
    dvrEffort: oneOf("--dvr-effort", words.dvrEffort, DVR_EFFORTS),
    heapOrder: oneOf("--heap-order", words.heapOrder, HEAP_ORDERS),
    spuriousWakeups: words.spuriousWakeups === true,
    assumesFixed: words.assumeFixed === true,
    limits: limitsFrom(words),
    maxViolations: words.allErrors === true ? MAX_VIOLATIONS : 1,
    minimize: words.minimize !== false,
  };
}

function limitsFrom({ maxStates, maxDepth, maxSeconds, memory }: CheckWords): Limits {
  return {
    ...(maxStates === undefined ? {} : { states: parseCount("--max-states", maxStates) }),
    ...(maxDepth === undefined ? {} : { depth: parseCount("--max-depth", maxDepth) }),
    ...(maxSeconds === undefined ? {} : { seconds: parseSeconds("--max-seconds", maxSeconds) }),
    ...(memory === undefined ? {} : { memoryBytes: parseSize("--memory", memory, MEMORY_RANGE) }),
  };
}

function strategyFrom({ search, seed, runs, pctDepth }: CheckWords): Strategy {
  const kind = oneOf("--search", search, STRATEGY_NAMES);
  const { options } = strategyNamed(kind);
  for (const [flag, option, value] of [
    ["--seed", "seed", seed],
    ["--runs", "runs", runs],
    ["--pct-depth", "pctDepth", pctDepth],
  ] as const) {
    if (value === undefined || options.includes(option)) continue;
    const fitting = strategiesWith(option);
    throw new BadUsageError(`${flag} can be used with --search ${fitting}, not with ${kind}`);
  }
  if (kind !== "random" && kind !== "pct") return kind;
  return {
    kind,
    ...(seed === undefined ? {} : { seed: parseSeed(seed) }),
    ...(runs === undefined ? {} : { runs: parseCount("--runs", runs) }),
    ...(pctDepth === undefined ? {} : { depth: parsePctDepth(pctDepth) }),
  };
}

function parsePctDepth(text: string): number {
  const depth = parseCount("--pct-depth", text);
  if (depth > MAX_PCT_DEPTH) {
    throw new BadUsageError(`--pct-depth ${text} is too large`, {
      hint: `Use a number from 1 to ${MAX_PCT_DEPTH}; few bugs need more than 3.`,
    });
  }
  return depth;
}

function storeFrom({ store, storeSize }: CheckWords): StoreChoice {
  const kind = oneOf("--store", store, STORE_KINDS);
  if (storeSize === undefined) return kind;
  if (kind !== "bitstate") {
    throw new BadUsageError(`--store-size cannot be used with --store ${kind}`, {
      hint: "Only --store bitstate has a fixed size. Use --memory to limit the other stores.",
    });
  }
  return { kind, bytes: parseSize("--store-size", storeSize, STORE_RANGE) };
}

/** "all", "none", or names separated by commas. */
export function parseReductions(text: string): "all" | "none" | readonly Reduction[] {
  if (text === "all" || text === "none") return text;
  return text.split(",").map((name) => {
    const known = REDUCTIONS.find((reduction) => reduction === name);
    if (known !== undefined) return known;
    throw new BadUsageError(`--reduction ${text}: there is no reduction "${name}"`, {
      hint: suggesting(
        name,
        REDUCTIONS,
        `Use all, none, or some of ${REDUCTIONS.join(", ")}, separated by commas.`,
      ),
    });
  });
}

/** "hybrid", or "local,hybrid,faint". */
function parseDvr(text: string): DvrKind | readonly DvrPart[] {
  const kind = DVR_KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  return text.split(",").map((name) => {
    const known = DVR_PARTS.find((part) => part === name);
    if (known !== undefined) return known;
    throw new BadUsageError(`--dvr ${text} is not one of ${DVR_KINDS.join(", ")}`, {
      hint: suggesting(
        name,
        [...DVR_KINDS, ...DVR_PARTS],
        `Use one of these, or some of ${DVR_PARTS.join(", ")}, separated by commas.`,
      ),
    });
  });
}

/** A hint that begins with the word that was probably meant. */
function suggesting(word: string, known: readonly string[], hint: string): string {
  const suggestion = didYouMean(word, known);
  return suggestion === null ? hint : `${suggestion} ${hint}`;
}
