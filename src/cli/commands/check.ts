/** `deadwood check`: explores every schedule of a program. */

import { setFlagsFromString } from "node:v8";
import type { Command } from "commander";
import { type Check, type CheckEvent, check } from "../../check/check.ts";
import type { CheckReport } from "../../check/check-report.ts";
import { residentBytes } from "../../check/process-figures.ts";
import { ExitCode } from "../../core/errors.ts";
import { count, megabytes } from "../../core/numbers.ts";
import { oneOf } from "../../core/one-of.ts";
import type { JavaProgram } from "../../launch/java-program.ts";
import { StateGraph } from "../../report/check/dot.ts";
import { reportLines, verdictLine } from "../../report/check/text.ts";
import { addCheckOptions, type CheckWords, checkOptionsFrom } from "../check-options.ts";
import { addSummary } from "../command-summaries.ts";
import { quieted } from "../common-options.ts";
import { followJob } from "../follow-job.ts";
import { type Host, PLAIN_WIDTH, print } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { addOptions, OptionGroup, type OptionRow } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { addProgramOptions, type ProgramOptions, programFrom } from "../program-options.ts";
import { warnAboutProgram, withAdvice } from "../program-start.ts";
import type { ProgressLine } from "../progress-line.ts";
import { REPORT_OPTIONS, ReportFiles, type ReportWords } from "../report-files.ts";

interface CheckCommandWords extends ProgramOptions, CheckWords, ReportWords {
  readonly output: string;
  readonly dot?: string;
  readonly trace?: string;
  readonly html?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** The largest number of states that --dot draws. */
const MAX_NODES = 2000;
const FILES = ["dot", "trace", "html"] as const;
/**
 * The loader makes V8 optimise late, which is better for small checks (bin/loader.cjs). In a long search V8
 * should optimise earlier: a quarter of its default budget makes searches of half a second to a second a few
 * percent faster.
 */
const EAGER_BUDGET = 33_000;

const OUTPUT_OPTIONS: readonly OptionRow[] = [
  {
    flags: "--output <show|hide>",
    about: "show or hide what the program prints while it is explored",
    default: "hide",
  },
  ...REPORT_OPTIONS,
  {
    flags: "--dot <file>",
    about: `write a Graphviz graph of the states (at most ${MAX_NODES})`,
  },
  {
    flags: "--trace <file>",
    about: "write the first violation's schedule, for `deadwood replay`",
  },
  { flags: "--html <file>", about: "write the report as a page to open in a browser" },
  { flags: "--quiet", about: "print only the verdict" },
  {
    flags: "--verbose",
    about: "show all steps, and what the library does in them; also say what is used",
  },
];

export function addCheckCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = addCheckOptions(addProgramOptions(addSummary(program, "check")));
  addOptions(command, OUTPUT_OPTIONS, OptionGroup.output)
    .passThroughOptions()
    .action(async (words: string[], options: CheckCommandWords) => {
      done(await runCheck(words, options, command, host, program.args));
    });
}

async function runCheck(
  words: readonly string[],
  options: CheckCommandWords,
  command: Command,
  host: Host,
  given: readonly string[],
): Promise<number> {
  const reports = new ReportFiles(options, host);
  for (const name of FILES) requireWritable(`--${name}`, options[name]);
  const files = new OutputFiles(host);
  const graph = options.dot === undefined ? null : new StateGraph(MAX_NODES);
  const start = async (): Promise<Checked> => {
    const program = programFrom(words, options);
    warnAboutProgram(program, command, host);
    return withAdvice(program, host, () => checked(program, options, graph, host));
  };
  const { job, report } = await start().catch(async (error: unknown) => {
    await reports.writeError(words, error, files);
    throw error;
  });
  const detail = options.verbose === true ? "verbose" : "normal";
  const lines =
    options.quiet === true
      ? [verdictLine(report)]
      : reportLines(report, host.terminalWidth ?? PLAIN_WIDTH, detail);
  print(host, lines);
  await reports.write(report, files);
  if (graph !== null) files.text("--dot", options.dot, () => graph.toDot());
  const trace = options.trace === undefined ? null : await job.trace();
  if (trace !== null) files.json("--trace", options.trace, () => trace, 1);
  if (options.html !== undefined) {
    await writePage(options.html, report, job, given, options, host, files);
  }
  return files.exitCode(ExitCode[report.verdict]);
}

interface Checked {
  readonly job: Check;
  readonly report: CheckReport;
}

async function checked(
  program: JavaProgram,
  options: CheckCommandWords,
  graph: StateGraph | null,
  host: Host,
): Promise<Checked> {
  const checkOptions = checkOptionsFrom(options);
  const isShown = oneOf("--output", options.output, ["show", "hide"]) === "show";
  const interrupt = interruptSignal(host);
  const job = check(program, {
    ...checkOptions,
    env: host.env,
    directory: host.directory,
    signal: interrupt.signal,
    ...(graph === null ? {} : { observer: graph }),
    ...(options.html === undefined ? {} : { details: true }),
    ...(isShown
      ? { output: (stream, bytes) => host.streams.write(stream === "stderr" ? 2 : 1, bytes) }
      : {}),
  });
  const report = await followJob(
    job,
    interrupt,
    quieted(host, options.quiet),
    (event, progress) => {
      show(event, progress);
    },
  );
  return { job, report };
}

function show(event: CheckEvent, progress: ProgressLine): void {
  if (event.type === "long-search") setFlagsFromString(`--interrupt-budget=${EAGER_BUDGET}`);
  else if (event.type === "simplify") {
    progress.update(() => `looking for a simpler schedule, ${Math.round(event.spent * 100)}%`);
  } else if (event.type === "progress") {
    const { counts, depth, seconds } = event;
    progress.update(() => {
      const { states, matched, schedules } = counts;
      const speed = count(states / seconds);
      const kinds =
        schedules === undefined ? `${count(matched)} matched` : `${count(schedules)} schedules`;
      return `${count(states)} states, ${kinds}, depth ${count(depth)}, ${speed} states/s, ${megabytes(residentBytes())}`;
    });
  }
}

/** A plain check does not load the code that makes pages. */
async function writePage(
  file: string,
  report: CheckReport,
  job: Check,
  words: readonly string[],
  { trace: path, jdk }: CheckCommandWords,
  host: Host,
  files: OutputFiles,
): Promise<void> {
  const { checkPage } = await import("../../report/check-page.ts");
  const { heapForPage } = await import("../heap-for-page.ts");
  const trace = await job.trace();
  const heap = trace === null ? null : await heapForPage(trace, jdk, host);
  files.text("--html", file, () =>
    checkPage(report, {
      words,
      ...(trace === null ? {} : { trace: { file: trace, path } }),
      ...(heap === null ? {} : { heap }),
    }),
  );
}
