/** `deadwood explain`: what of a state is live, what is dead, and who will read it. */

import type { Command } from "commander";
import { loadBulkHash } from "../../core/bulk-hash.ts";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { Explainer } from "../../explain/explainer.ts";
import {
  EXPLANATION_FORMAT,
  EXPLANATION_VERSION,
  type Explanation,
  type Status,
} from "../../explain/explanation.ts";
import { FutureSearch } from "../../explain/future/future-search.ts";
import { followSteps, type ReachedState, walkSteps } from "../../explain/reach-state.ts";
import { type Selection, select } from "../../explain/selection.ts";
import { LaunchableProgram } from "../../launch/launchable-program.ts";
import { SILENT } from "../../launch/presets.ts";
import type { TraceInput } from "../../report/check/trace-file.ts";
import { explanationLines } from "../../report/explain/text.ts";
import { Invariants } from "../../search/properties/invariant.ts";
import type { Machine } from "../../vm/machine.ts";
import { exploreFuture } from "../future-loop.ts";
import { type Host, report } from "../host.ts";
import { parseCount } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { addProgramOptions, launchOptions, type ProgramOptions } from "../program-options.ts";
import { parseReductions, parseSeed } from "../search-options.ts";
import { readTrace, tracedStart, warnOfChanges } from "../traced-program.ts";

interface ExplainOptions extends ProgramOptions {
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

const DEFAULT_MAX_STATES = "20000";
const STATUSES: readonly Status[] = ["live", "dead", "unknown"];

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

export function addExplainCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = program
    .command("explain")
    .description("say of a state what is live and what is dead, and which read keeps it alive")
    .argument("[trace-or-program...]", "a trace of check --trace; or a program and its arguments");
  addProgramOptions(command)
    .option(
      "--step <n>",
      "the state of the trace after n steps; negative from the end (-1: the last)",
    )
    .option(
      "--after <n>",
      "the state of the program after n steps of a random schedule (default: 0)",
    )
    .option("--seed <n>", "random numbers to use with --after (default: 1)")
    .option("--max-states <count>", "explore so much of what follows", DEFAULT_MAX_STATES)
    .option("--no-future", "say what the code tells, without exploring what follows")
    .option("--only <live|dead|unknown>", "show these values only")
    .option("--object <name|class>", "show these objects only: TreeNode#3, or all of a class")
    .option("--field <Class.field>", "show this field only, with all threads that may read it")
    .option("--all", "also show what was there before the program's start and is as it was")
    .option("--json <file>", "write it as JSON")
    .option("--quiet", "print nothing; for use with --json")
    .option("--reduction <list>", "as for check: where a program's steps end depends on it", "all")
    .option("--spurious-wakeups", "wait, await and park may also end for no reason")
    .option("--no-uncaught", "an uncaught exception ends its thread only, as in Java")
    .option("--invariant <Class.method>", "as for check: what it reads is live", collect, [])
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
      done(await explain(words, command.opts<ExplainOptions>(), host));
    });
}

/** What says how a program is started; a trace knows that. */
const STARTING: readonly string[] = [
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

function refuseForTrace(command: Command): void {
  for (const option of command.options) {
    const { long } = option;
    if (typeof long !== "string" || !STARTING.includes(long)) continue;
    if (command.getOptionValueSource(option.attributeName()) !== "cli") continue;
    throw new BadUsageError(`${long} goes with a program, not with a trace`, {
      hint: "A trace says itself how the program was started.",
    });
  }
}

/** The program to start, and how to get it to the state. */
interface Subject {
  readonly program: LaunchableProgram;
  readonly trace: TraceInput | null;
  readonly invariants: readonly string[];
}

async function explain(
  words: readonly string[],
  options: ExplainOptions,
  host: Host,
): Promise<number> {
  const maxStates = parseCount("--max-states", options.maxStates);
  const selection = selectionOf(options);
  requireWritable("--json", options.json);
  const [first = ""] = words;
  const isTrace = first.endsWith(".json");
  if (!isTrace && options.step !== undefined) {
    throw new BadUsageError("--step goes with a trace, not with a program");
  }
  const steps = isTrace ? 0 : parseWhole("--after", options.after ?? "0");
  const seed = parseSeed(options.seed);
  const subject = isTrace
    ? traceSubject(first, options, host)
    : programSubject(words, options, host);
  const { program, trace } = subject;
  try {
    const started = program.start(SILENT, trace?.discipline ?? []);
    const { machine } = started;
    const observers = new Invariants(machine, subject.invariants, started.output).observers;
    const state =
      trace === null
        ? walkSteps(machine, seed, steps)
        : followSteps(machine, trace.steps.slice(0, wantedStep(options.step, trace)));
    if (trace !== null) warnOfChanges(trace.program, machine, host);
    const explainer = new Explainer(machine, state.boot, options.all === true);
    const search = options.future
      ? await explored(machine, state, explainer, maxStates, host)
      : null;
    const whole: Explanation = {
      format: EXPLANATION_FORMAT,
      version: EXPLANATION_VERSION,
      program: {
        main: started.found.mainClass.replaceAll("/", "."),
        args: started.found.args,
      },
      steps: state.steps,
      future: search === null ? null : { states: search.graph.states, limit: search.limit },
      ...explainer.explain(search?.graph ?? null, observers),
    };
    const shown = select(whole, selection);
    if (options.quiet !== true) print(shown, selection, host);
    const files = new OutputFiles(host);
    files.json("--json", options.json, () => shown);
    const { future } = whole;
    const isWhole = future === null || future.limit === null;
    return files.exitCode(isWhole ? ExitCode.safe : ExitCode.incomplete);
  } finally {
    program.close();
  }
}

async function explored(
  machine: Machine,
  { stop }: ReachedState,
  { cells, liveness }: Explainer,
  maxStates: number,
  host: Host,
): Promise<FutureSearch> {
  await loadBulkHash();
  const search = new FutureSearch(machine, cells, { stop, liveness, maxStates });
  await exploreFuture(search, host);
  return search;
}

function programSubject(words: readonly string[], options: ExplainOptions, host: Host): Subject {
  const start = {
    ...launchOptions(words, options),
    spuriousWakeups: options.spuriousWakeups === true,
    reductions: parseReductions(options.reduction),
    toleratesUncaught: !options.uncaught,
  };
  return {
    program: new LaunchableProgram(start, host),
    trace: null,
    invariants: options.invariant,
  };
}

function traceSubject(path: string, options: ExplainOptions, host: Host): Subject {
  const trace = readTrace(path);
  const program = new LaunchableProgram(tracedStart(trace.program, options.jdk), host);
  return { program, trace, invariants: trace.judgedBy.invariants };
}

/** Steps of the trace to take. */
function wantedStep(text: string | undefined, { steps }: TraceInput): number {
  if (text === undefined) return steps.length;
  const wanted = Number(text);
  const step = wanted < 0 ? steps.length + 1 + wanted : wanted;
  if (!/^-?\d+$/.test(text) || step < 0 || step > steps.length) {
    throw new BadUsageError(`--step ${text}: there is no such state`, {
      hint: `The trace has ${steps.length} steps: 0 is the first state, ${steps.length} or -1 the last.`,
    });
  }
  return step;
}

function parseWhole(option: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new BadUsageError(`${option} ${text} is not a whole number`);
  }
  return value;
}

function selectionOf({ only, object, field }: ExplainOptions): Selection {
  const status = STATUSES.find((each) => each === only);
  if (only !== undefined && status === undefined) {
    throw new BadUsageError(`--only ${only} is none of ${STATUSES.join(", ")}`);
  }
  if (field !== undefined && !/[^.]\.[^.]+$/.test(field)) {
    throw new BadUsageError(`--field ${field} is not of the form Class.field`);
  }
  return { only: status ?? null, object: object ?? null, field: field ?? null };
}

function print(shown: Explanation, { field }: Selection, host: Host): void {
  const lines = explanationLines(shown, { isThorough: field !== null });
  host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
  const isEmpty = shown.threads.length + shown.statics.length + shown.objects.length === 0;
  if (isEmpty) report(host, "nothing in this state is as asked for");
}
