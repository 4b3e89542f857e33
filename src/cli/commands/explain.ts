/** `deadwood explain`: which values of a state are live, which are dead, and why. */
import type { Command } from "commander";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { count } from "../../core/numbers.ts";
import {
  DEFAULT_MAX_STATES,
  type ExplainEvent,
  explain,
  type StateSpec,
} from "../../explain/explain.ts";
import type { Explanation, Status } from "../../explain/explanation.ts";
import type { Selection } from "../../explain/selection.ts";
import { explanationLines } from "../../report/explain/text.ts";
import { parseReductions } from "../check-options.ts";
import { type Host, print, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import {
  addOptions,
  type OptionRow,
  oneOf,
  parseCount,
  parseSeed,
  parseWhole,
} from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { addProgramOptions, type ProgramOptions, programFrom } from "../program-options.ts";
import { ProgressLine } from "../progress-line.ts";

interface ExplainWords extends ProgramOptions {
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
  readonly invariant: readonly string[];
}

const STATUSES: readonly Status[] = ["live", "dead", "unknown"];

const EXPLAIN_OPTIONS: readonly OptionRow[] = [
  {
    flags: "--step <n>",
    about: "the state of the trace after n steps; negative from the end (-1: the last)",
  },
  {
    flags: "--after <n>",
    about: "the state of the program after n steps of a random schedule (default: 0)",
  },
  { flags: "--seed <n>", about: "random numbers to use with --after (default: 1)" },
  {
    flags: "--max-states <count>",
    about: "explore so much of what follows",
    default: String(DEFAULT_MAX_STATES),
  },
  { flags: "--no-future", about: "use static analysis only; do not explore schedules" },
  { flags: `--only <${STATUSES.join("|")}>`, about: "show these values only" },
  {
    flags: "--object <name|class>",
    about: "show these objects only: TreeNode#3, or all of a class",
  },
  {
    flags: "--field <Class.field>",
    about: "show this field only, with all threads that may read it",
  },
  {
    flags: "--all",
    about: "also show what existed before the program started and has not changed",
  },
  { flags: "--json <file>", about: "write the explanation as JSON" },
  { flags: "--quiet", about: "print nothing; for use with --json" },
  {
    flags: "--reduction <list>",
    about: "as for check: where a program's steps end depends on it",
    default: "all",
  },
  { flags: "--spurious-wakeups", about: "allow spurious wake-ups of wait, await and park" },
  { flags: "--no-uncaught", about: "an uncaught exception ends its thread only, as in Java" },
  {
    flags: "--invariant <Class.method>",
    about: "as for check: what it reads is live",
    isRepeatable: true,
  },
];

/** How a program is started, which a trace knows. */
const FOR_PROGRAMS: readonly string[] = [
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
];

export function addExplainCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = program
    .command("explain")
    .description("show which values of a state are live, which are dead, and why")
    .argument("[trace-or-program...]", "a trace of check --trace; or a program and its arguments");
  addOptions(addProgramOptions(command), EXPLAIN_OPTIONS)
    .passThroughOptions()
    .action(async (words: string[]) => {
      const [first = "", ...rest] = words;
      // A trace takes no arguments: what follows it are options.
      if (first.endsWith(".json")) {
        const { operands, unknown } = command.parseOptions(rest);
        const [stray] = [...operands, ...unknown];
        if (stray !== undefined) throw new BadUsageError(`${stray} does not go with a trace`);
        refuseForTrace(command);
      }
      done(await runExplain(words, command.opts<ExplainWords>(), host));
    });
}

function refuseForTrace(command: Command): void {
  for (const option of command.options) {
    const { long } = option;
    if (typeof long !== "string" || !FOR_PROGRAMS.includes(long)) continue;
    if (command.getOptionValueSource(option.attributeName()) !== "cli") continue;
    throw new BadUsageError(`${long} goes with a program, not with a trace`, {
      hint: "A trace says itself how the program was started.",
    });
  }
}

async function runExplain(
  words: readonly string[],
  options: ExplainWords,
  host: Host,
): Promise<number> {
  const selection = selectionFrom(options);
  requireWritable("--json", options.json);
  const interrupt = interruptSignal(host);
  const progress = new ProgressLine(host);
  const job = explain(stateFrom(words, options), {
    env: host.env,
    directory: host.directory,
    signal: interrupt.signal,
    explore: options.future,
    maxStates: parseCount("--max-states", options.maxStates),
    all: options.all === true,
    select: selection,
  });
  try {
    for await (const event of job) show(event, progress, host);
  } finally {
    interrupt.close();
    progress.clear();
  }
  const explanation = await job;
  if (options.quiet !== true) printExplanation(explanation, selection, host);
  const files = new OutputFiles(host);
  files.json("--json", options.json, () => explanation);
  const isComplete = (explanation.future?.limit ?? null) === null;
  return files.exitCode(isComplete ? ExitCode.safe : ExitCode.incomplete);
}

function show(event: ExplainEvent, progress: ProgressLine, host: Host): void {
  if (event.type === "changed-classes") {
    warn(host, `warning: changed since the trace was written: ${event.classes.join(", ")}`);
  } else {
    progress.show(event.seconds, () => `exploring what follows: ${count(event.states)} states`);
    host.streams.flush();
  }
}

function stateFrom(words: readonly string[], options: ExplainWords): StateSpec {
  const [first = ""] = words;
  const { step, seed, jdk } = options;
  if (first.endsWith(".json")) {
    const given = jdk === undefined ? { trace: first } : { trace: first, jdk };
    if (step === undefined) return given;
    if (/^-?\d+$/.test(step)) return { ...given, step: Number(step) };
    throw new BadUsageError(`--step ${step}: there is no such state`, {
      hint: "0 is the first state, 1 the one after the first step, -1 the last.",
    });
  }
  if (step !== undefined) throw new BadUsageError("--step goes with a trace, not with a program");
  return {
    program: programFrom(words, options),
    afterSteps: parseWhole("--after", options.after ?? "0"),
    ...(seed === undefined ? {} : { seed: parseSeed(seed) }),
    reductions: parseReductions(options.reduction),
    spuriousWakeups: options.spuriousWakeups === true,
    continuesAfterUncaught: !options.uncaught,
    invariants: options.invariant,
  };
}

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

function printExplanation(shown: Explanation, { field }: Selection, host: Host): void {
  print(host, explanationLines(shown, { isThorough: field !== null }));
  const isEmpty = shown.threads.length + shown.statics.length + shown.objects.length === 0;
  if (isEmpty) warn(host, "no value matches the filter");
}
