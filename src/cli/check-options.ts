/** The options of `deadwood check`, and the options of the library that they stand for. */

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
import { oneOf } from "../core/one-of.ts";
import { DVR_KINDS, DVR_PARTS, type DvrKind, type DvrPart } from "../liveness/reductions.ts";
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
  type OptionRow,
  parseCount,
  parseSeconds,
  parseSeed,
  parseSize,
} from "./options.ts";

/** As commander reads them; the table of properties reads its own (search/properties/table.ts). */
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
/** Beyond this the chance to find anything is nil. */
const MAX_PCT_DEPTH = 100;

const CHECK_OPTIONS: readonly OptionRow[] = [
  ...PROPERTY_OPTIONS,
  {
    flags: `--search <${STRATEGY_NAMES.join("|")}>`,
    about: STRATEGIES.map(({ about }) => about).join("; "),
    default: "dfs",
  },
  {
    flags: "--seed <n>",
    about: `random numbers to use with random and pct (default: ${STRATEGY_DEFAULTS.seed})`,
  },
  {
    flags: "--runs <count>",
    about: `schedules of random and pct (default: ${STRATEGY_DEFAULTS.runs})`,
  },
  {
    flags: "--pct-depth <d>",
    about: `ordering constraints that pct aims at: it changes priorities d-1 times (default: ${STRATEGY_DEFAULTS.pctDepth})`,
  },
  {
    flags: "--reduction <list>",
    about: `reductions of what threads can observe of each other, for comparison: all, none, or some of ${REDUCTIONS.join(",")}`,
    default: "all",
  },
  {
    flags: `--dvr <${DVR_KINDS.join("|")}>`,
    about:
      "dead values do not tell states apart: locals and operands (local), also fields (hybrid), also what the explored future did not read (dynamic), or all of these and values that are read to no effect (full); or parts with commas, such as local,hybrid,faint",
    default: "local",
  },
  {
    flags: `--dvr-effort <${DVR_EFFORTS.join("|")}>`,
    about:
      "do all of that whatever it costs (always), or only while it saves more than it costs (auto)",
    default: "auto",
  },
  {
    flags: `--heap-order <${HEAP_ORDERS.join("|")}>`,
    about:
      "objects are identified by how they are reached (canonical), or by when they were made (as-allocated), for comparison",
    default: "canonical",
  },
  { flags: "--spurious-wakeups", about: "allow spurious wake-ups of wait, await and park" },
  {
    flags: "--assume-fixed",
    about: "accept that random numbers, hash codes, environment and the like are fixed",
  },
  {
    flags: `--store <${STORE_KINDS.join("|")}>`,
    about: `store ${STORES.map(({ about }) => about).join(", or ")}`,
    default: "compact",
  },
  {
    flags: "--store-size <size>",
    about: `size of the bitstate table (default: ${DEFAULT_BITSTATE_BYTES / 2 ** 20}m)`,
  },
  { flags: "--max-states <count>", about: "stop after this many states" },
  { flags: "--max-depth <count>", about: "cut schedules after this many steps" },
  { flags: "--max-seconds <seconds>", about: "stop after this many seconds" },
  {
    flags: "--memory <size>",
    about: "stop when the process takes this much memory (default: 3/4 of the computer's)",
  },
  { flags: "--all-errors", about: "report every distinct violation, not only the first" },
  {
    flags: "--minimize",
    about: "search for a schedule with fewer preemptions (bounded effort)",
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
    minimize: words.minimize === true,
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
    throw new BadUsageError(`${flag} goes with --search ${fitting}, not with ${kind}`);
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
      hint: `Anything from 1 to ${MAX_PCT_DEPTH} will do; few bugs need more than 3.`,
    });
  }
  return depth;
}

function storeFrom({ store, storeSize }: CheckWords): StoreChoice {
  const kind = STORE_KINDS.find((known) => known === store);
  if (kind === undefined) {
    throw new BadUsageError(`--store ${store} is not a store`, {
      hint: `There are ${STORE_KINDS.join(", ")}.`,
    });
  }
  if (storeSize === undefined) return kind;
  if (kind !== "bitstate") {
    throw new BadUsageError(`--store-size does not go with --store ${kind}`, {
      hint: "Only the table of --store bitstate has a fixed size; --memory limits all of them.",
    });
  }
  return { kind, bytes: parseSize("--store-size", storeSize, STORE_RANGE) };
}

/** "all", "none", or names with commas between them. */
export function parseReductions(text: string): "all" | "none" | readonly Reduction[] {
  if (text === "all" || text === "none") return text;
  return text.split(",").map((name) => {
    const known = REDUCTIONS.find((reduction) => reduction === name);
    if (known !== undefined) return known;
    throw new BadUsageError(`--reduction ${text}: there is no reduction "${name}"`, {
      hint: `Name some of ${REDUCTIONS.join(", ")} with commas between them, or all, or none.`,
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
      hint: `Or name some of ${DVR_PARTS.join(", ")} with commas between them.`,
    });
  });
}
