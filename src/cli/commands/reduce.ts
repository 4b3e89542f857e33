/** `deadwood reduce`: the smallest valid program that still shows a failure. */
import type { Command } from "commander";
import { disassembleAll } from "../../classfile/editing/disassembler.ts";
import { ExitCode } from "../../core/errors.ts";
import { CONFIGURATIONS, type Configuration } from "../../fuzz/search-configurations.ts";
import { MATCH_LEVELS } from "../../reduce/checker/same-failure.ts";
import type { Candidate } from "../../reduce/files/candidate.ts";
import { DOT_LEVELS, dotOf } from "../../reduce/items/dependency-dot.ts";
import { explainItem } from "../../reduce/items/explain-item.ts";
import { ReducibleProgram } from "../../reduce/items/reducible-program.ts";
import type { ReduceOptions } from "../../reduce/options.ts";
import { ALL_PASSES } from "../../reduce/passes/all-passes.ts";
import {
  numbered,
  openInput,
  type ReduceEvent,
  type ReduceReport,
  type ReduceResult,
  reduce,
} from "../../reduce/reduce.ts";
import { STRATEGIES } from "../../reduce/strategies.ts";
import { type Host, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { requireWritable, writeText } from "../output-files.ts";
import {
  CHECKS,
  dotLevelOf,
  inputOptions,
  type ReduceCommandOptions,
  reduceOptions,
} from "../reduce-options.ts";

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

/** `known` is all that a saved difference may name. */
export function addReduceCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
  known: readonly Configuration[] = CONFIGURATIONS,
): void {
  program
    .command("reduce")
    .description("make a jar as small as it can be while a command still fails on it")
    .argument("<input>", "a jar, or a directory of classes")
    .argument("[command...]", "after --: the command, with {} for the candidate's path")
    .option("-o, --out <path>", "where the result goes: a jar or a directory, as the input is")
    .option(
      "--class-path <path>",
      "libraries that the input needs; they stay as they are (also -cp)",
    )
    .option("--jdk <dir>", "the JDK whose class library the input uses")
    .option("--strategy <name>", `how to begin: ${STRATEGIES.join(", ")}`, "gbr")
    .option("--cost <bytes|count>", "what is to be small: bytes, or how many items", "bytes")
    .option(
      "--passes <list>",
      `what follows: all, none, or some of ${ALL_PASSES.map(({ name }) => name).join(",")}`,
      "all",
    )
    .option("--resources <reduce|keep|drop>", "files that are no classes", "reduce")
    .option("--max-input <size>", "refuse an input with more than this when unpacked", "256m")
    .option("--keep <item>", "an item that must stay, by its name (repeatable)", collect, [])
    .option("--as <jar|directory>", "how the command gets a candidate (default: as the input is)")
    .option(
      "--exit-code <n>",
      "the exit code that the command must have (default: that of the first run)",
    )
    .option("--stdout", "its standard output must be the same, too")
    .option("--stderr", "its standard error must be the same, too")
    .option(
      "--normalise <s/expression/replacement/>",
      "what to replace before outputs are compared (repeatable)",
      collect,
      [],
    )
    .option("--timeout <seconds>", "a run that takes longer is boring", "60")
    .option("--jobs <n>", "runs at once", "1")
    .option("--tries <n>", "how often the input itself is tried", "3")
    .option(
      "--persistent",
      "the command stays: it gets a path a line and answers `interesting` or `boring`",
    )
    .option(
      `--check <${CHECKS.join("|")}>`,
      "instead of a command: what `deadwood check` must find; after --: the main class and its arguments. difference: what `deadwood fuzz` has saved in INPUT",
    )
    .option(
      `--same <${MATCH_LEVELS.join("|")}>`,
      "with --check: what must stay: the failure that the input has, or any of the kind",
      "failure",
    )
    .option("--max-states <count>", "with --check: states of a search at the most", "100000")
    .option(
      "--also-interesting <codes>",
      "exit codes of candidates that are kept beside the result",
    )
    .option(
      "--split <expression>",
      "reduce once for each different line of the output that this matches",
    )
    .option("--disassemble <file>", "also write the classes of the result as text")
    .option("--session <dir>", "where logs and the best so far are (default: OUT.session)")
    .option("--resume", "go on with the reduction in that directory")
    .option("--time-limit <seconds>", "end with the best so far")
    .option("--explain <item>", "only say what an item needs, and what needs it")
    .option("--dot <file>", "only draw what needs what, as a Graphviz graph")
    .option(
      `--dot-level <${DOT_LEVELS.join("|")}>`,
      "with --dot: which classes mention which, or what each item needs",
      "classes",
    )
    .option("--quiet", "print the result only")
    .action(async (input: string, words: string[], options: ReduceCommandOptions) => {
      done(await runReduce(input, words, options, host, known));
    });
}

async function runReduce(
  path: string,
  words: readonly string[],
  given: ReduceCommandOptions,
  host: Host,
  known: readonly Configuration[],
): Promise<number> {
  const dotLevel = dotLevelOf(given.dotLevel);
  requireWritable("--dot", given.dot);
  requireWritable("--disassemble", given.disassemble);
  if (given.explain !== undefined || given.dot !== undefined) {
    const { input, libraries } = openInput(path, inputOptions(given, host, known));
    try {
      if (given.explain !== undefined) {
        // With access flags, which strategies do not know.
        const program = new ReducibleProgram(input, libraries, { hasFlags: true });
        print(host, explainItem(program, given.explain).join("\n"));
      } else if (given.dot !== undefined) {
        writeText("--dot", given.dot, dotOf(new ReducibleProgram(input, libraries), dotLevel));
      }
    } finally {
      libraries.close();
    }
    return ExitCode.safe;
  }
  const { limit, isComplete } = await reduced(path, reduceOptions(words, given, host, known), {
    given,
    host,
  });
  if (limit !== null) warn(host, `stopped before anything was reduced: ${limit}`);
  return isComplete ? ExitCode.safe : ExitCode.incomplete;
}

interface Display {
  readonly given: ReduceCommandOptions;
  readonly host: Host;
}

async function reduced(
  path: string,
  options: ReduceOptions,
  { given, host }: Display,
): Promise<ReduceReport> {
  const interrupt = interruptSignal(host);
  const progress = new ReduceProgress(host);
  try {
    const job = reduce(path, { ...options, signal: interrupt.signal });
    for await (const event of job) show(event, progress, { given, host });
    return await job;
  } finally {
    interrupt.close();
    progress.clear();
  }
}

function show(event: ReduceEvent, progress: ReduceProgress, { given, host }: Display): void {
  switch (event.type) {
    case "progress":
      progress.show(event);
      break;
    case "slippage":
      progress.clear();
      if (given.quiet !== true) warn(host, `warning: the failure now says: ${event.message}`);
      break;
    case "failure":
      if (event.line !== null && (event.failures > 1 || given.quiet !== true)) {
        warn(host, `failure: ${event.line}`);
      }
      break;
    case "reduced": {
      const { result, best, number, failures } = event;
      progress.clear();
      if (given.disassemble !== undefined) {
        const file = failures === 1 ? given.disassemble : numbered(given.disassemble, number);
        writeText("--disassemble", file, disassembled(best));
      }
      showResult(result, host);
    }
  }
}

const disassembled = ({ files }: Candidate): string =>
  disassembleAll(
    files.flatMap(({ path, bytes }) => (path.endsWith(".class") ? [[path, bytes] as const] : [])),
  );

function showResult(result: ReduceResult, host: Host): void {
  const { path, bytes, inputBytes, classes, inputClasses, runs, seconds, stopped } = result;
  const share = ((100 * bytes) / inputBytes).toFixed(bytes * 100 < inputBytes ? 2 : 1);
  for (const name of result.malformed) {
    warn(host, `warning: ${name} of the result is not a well-formed class file`);
  }
  if (stopped !== null) {
    warn(host, `stopped: ${stopped}; the best so far is kept, go on with --resume`);
  }
  print(
    host,
    `${path}: ${bytes} of ${inputBytes} bytes (${share} %), ${classes} of ${inputClasses} classes, ${runs} runs, ${seconds.toFixed(1)} s`,
  );
}

const print = (host: Host, text: string): void => {
  host.streams.write(1, Buffer.from(`${text}\n`));
};

const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 250;

/** The line on a terminal that shows how far a long reduction is. */
class ReduceProgress {
  readonly #host: Host;
  readonly #begin = performance.now();
  #last = 0;
  #isShown = false;

  constructor(host: Host) {
    this.#host = host;
  }

  show({ step, inputBytes }: ReduceEvent & { readonly type: "progress" }): void {
    const width = this.#host.terminalWidth;
    const now = performance.now();
    if (width === undefined || now - this.#begin < PROGRESS_AFTER) return;
    if (now - this.#last < PROGRESS_EVERY) return;
    this.#last = now;
    const { strategy, run, items, classes, best, time } = step;
    const share = ((100 * best) / inputBytes).toFixed(2);
    const what = items === 0 ? "" : `${items} items, `;
    const line = `${strategy}: run ${run}, ${what}${classes} classes, best ${best} bytes (${share} %), ${time.toFixed(0)} s`;
    this.#host.streams.write(2, Buffer.from(`\r\u001b[K${line.slice(0, width - 1)}`));
    this.#host.streams.flush();
    this.#isShown = true;
  }

  clear(): void {
    if (!this.#isShown) return;
    this.#host.streams.write(2, Buffer.from("\r\u001b[K"));
    this.#isShown = false;
  }
}
