/** Parses the options of `deadwood explain` into the options of the library's `explain`. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import { oneOf } from "../core/one-of.ts";
import { DEFAULT_MAX_STATES, type ExplainOptions, type StateSpec } from "../explain/explain.ts";
import type { Status } from "../explain/explanation.ts";
import type { Selection } from "../explain/selection.ts";
import { parseReductions } from "./check-options.ts";
import { addOptions, type OptionRow, parseCount, parseSeed, parseWhole } from "./options.ts";
import { addProgramOptions, type ProgramOptions, programFrom } from "./program-options.ts";

export interface ExplainWords extends ProgramOptions {
  readonly step?: string;
  readonly after?: string;
  readonly seed?: string;
  readonly maxStates: string;
  readonly future: boolean;
  readonly only?: string;
  readonly object?: string;
  readonly field?: string;
  readonly all?: boolean;
  readonly json?: string;
  readonly quiet?: boolean;
  readonly reduction: string;
  readonly spuriousWakeups?: boolean;
  readonly uncaught: boolean;
  readonly invariant?: readonly string[];
}

const STATUSES: readonly Status[] = ["live", "dead", "unknown"];

const EXPLAIN_OPTIONS: readonly OptionRow[] = [
  {
    flags: "--step <n>",
    about: "explain the state after n steps of the trace; -1 is the last state",
  },
  {
    flags: "--after <n>",
    about: "explain the state after n steps of a random schedule (default: 0)",
  },
  { flags: "--seed <n>", about: "seed of the random schedule of --after (default: 1)" },
  {
    flags: "--max-states <count>",
    about: "explore at most this many of the states that follow",
    default: String(DEFAULT_MAX_STATES),
  },
  { flags: "--no-future", about: "use static analysis only; do not explore schedules" },
  { flags: `--only <${STATUSES.join("|")}>`, about: "show only values of this status" },
  {
    flags: "--object <name|class>",
    about: "show only these objects: TreeNode#3, or all of a class",
  },
  {
    flags: "--field <Class.field>",
    about: "show only this field, with all threads that may read it",
  },
  {
    flags: "--all",
    about: "also show boot objects that have not changed",
  },
  { flags: "--json <file>", about: "write the explanation as JSON" },
  { flags: "--quiet", about: "print nothing; for use with --json" },
  {
    flags: "--reduction <list>",
    about: "as for check; determines where steps end",
    default: "all",
  },
  { flags: "--spurious-wakeups", about: "allow spurious wake-ups of wait, await and park" },
  { flags: "--no-uncaught", about: "let an uncaught exception end only its thread, as in Java" },
  {
    flags: "--invariant <Class.method>",
    about: "treat what this method reads as live (see check)",
    isRepeatable: true,
  },
];

/** Options that say how to start a program. A trace contains all of them. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  "--class-path",
  "--jar",
  "--heap",
  "--stack",
  "--enable-assertions",
  "--disable-assertions",
  "--define",
  "--library",
  "--after",
  "--seed",
  "--reduction",
  "--spurious-wakeups",
  "--no-uncaught",
  "--invariant",
]);

export const addExplainOptions = (command: Command): Command =>
  addOptions(addProgramOptions(command), EXPLAIN_OPTIONS);

/** Parses the options. They may also follow the name of a trace, because a trace takes no arguments. */
export function explainWords(words: readonly string[], command: Command): ExplainWords {
  const [first = "", ...rest] = words;
  if (isTrace(first)) {
    const { operands, unknown } = command.parseOptions(rest);
    const [stray] = [...operands, ...unknown];
    if (stray !== undefined) throw new BadUsageError(`${stray}: a trace takes no arguments`);
    refuseProgramOptions(command);
  }
  return command.opts<ExplainWords>();
}

const isTrace = (word: string): boolean => word.endsWith(".json");

function refuseProgramOptions(command: Command): void {
  for (const option of command.options) {
    const { long } = option;
    if (typeof long !== "string" || !FOR_PROGRAMS.has(long)) continue;
    if (command.getOptionValueSource(option.attributeName()) !== "cli") continue;
    throw new BadUsageError(`${long} can be used with a program, not with a trace`, {
      hint: "A trace records how its program was started.",
    });
  }
}

export function stateFrom(words: readonly string[], options: ExplainWords): StateSpec {
  const [first = ""] = words;
  const { step, seed, jdk } = options;
  if (isTrace(first)) {
    return {
      trace: first,
      ...(jdk === undefined ? {} : { jdk }),
      ...(step === undefined ? {} : { step: parseStep(step) }),
    };
  }
  if (step !== undefined)
    throw new BadUsageError("--step can be used with a trace, not with a program");
  return {
    program: programFrom(words, options),
    afterSteps: parseWhole("--after", options.after ?? "0"),
    ...(seed === undefined ? {} : { seed: parseSeed(seed) }),
    reductions: parseReductions(options.reduction),
    spuriousWakeups: options.spuriousWakeups === true,
    continuesAfterUncaught: !options.uncaught,
    invariants: options.invariant ?? [],
  };
}

function parseStep(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new BadUsageError(`--step ${text} is not a state of the trace`, {
    hint: "0 is the first state, 1 the state after the first step, and -1 the last state.",
  });
}

export const explainOptionsFrom = (words: ExplainWords): ExplainOptions => ({
  explore: words.future,
  maxStates: parseCount("--max-states", words.maxStates),
  all: words.all === true,
  select: selectionFrom(words),
});

function selectionFrom({ only, object, field }: ExplainWords): Selection {
  if (field !== undefined && !/[^.]\.[^.]+$/.test(field)) {
    throw new BadUsageError(`--field ${field} is not of the form Class.field`);
  }
  return {
    only: only === undefined ? null : oneOf("--only", only, STATUSES),
    object: object ?? null,
    field: field ?? null,
  };
}
