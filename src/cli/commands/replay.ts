/** `deadwood replay`: runs the schedule of a trace until its violation occurs. */
import type { Command } from "commander";
import { type ReplayReport, replay } from "../../check/replay.ts";
import { NO_VIOLATION } from "../../check/trace-file.ts";
import { ExitCode } from "../../core/errors.ts";
import { describeOperation } from "../../report/check/operation-text.ts";
import { violationLines } from "../../report/check/text.ts";
import { describePlace, type TraceStep } from "../../search/trace/trace.ts";
import { addSummary } from "../command-summaries.ts";
import { type Host, PLAIN_WIDTH, print, report as warn } from "../host.ts";
import { addOptions, type OptionRow } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";

interface ReplayWords {
  readonly jdk?: string;
  readonly step?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly html?: string;
}

const REPLAY_OPTIONS: readonly OptionRow[] = [
  { flags: "--jdk <dir>", about: "use the class library of this JDK" },
  { flags: "--step", about: "print each step with its thread, place and values" },
  {
    flags: "--verbose",
    about: "show all steps, and what the library does in them; also say what is used",
  },
  { flags: "--quiet", about: "print neither the schedule nor the program's output" },
  { flags: "--html <file>", about: "write the schedule as a page to open in a browser" },
];

export function addReplayCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  addOptions(addSummary(program, "replay"), REPLAY_OPTIONS).action(
    async (path: string, options: ReplayWords) => {
      const { jdk, step, quiet, html } = options;
      requireWritable("--html", html);
      const report = await replay(path, {
        env: host.env,
        directory: host.directory,
        ...(jdk === undefined ? {} : { jdk }),
        ...(quiet === true
          ? {}
          : { output: (stream, bytes) => host.streams.write(stream === "stderr" ? 2 : 1, bytes) }),
        ...(step === true
          ? { onStep: (taken, index, thread) => print(host, stepLines(taken, index, thread)) }
          : {}),
      });
      const exitCode = printReplay(report, options, host);
      const files = new OutputFiles(host);
      if (html !== undefined) {
        const { replayPage } = await import("../../report/check-page.ts");
        const { heapForPage } = await import("../heap-for-page.ts");
        const heap = report.violation === null ? null : await heapForPage(path, jdk, host);
        files.text("--html", html, () => replayPage(report, path, heap));
      }
      done(files.exitCode(exitCode));
    },
  );
}

function printReplay(report: ReplayReport, options: ReplayWords, host: Host): number {
  const { violation, recorded, changedClasses, obstacle } = report;
  if (changedClasses.length > 0) {
    warn(
      host,
      `warning: classes changed since the trace was written: ${changedClasses.join(", ")}`,
    );
  }
  if (violation === null) {
    const why = obstacle === null ? "" : `: ${obstacle}`;
    const steps = `${report.stepsTaken} of ${report.steps} steps`;
    if (recorded.kind === NO_VIOLATION && report.stepsTaken === report.steps) {
      print(host, [`no violation, as recorded: ${steps}`]);
      return ExitCode.safe;
    }
    print(host, [`not reproduced: no violation after ${steps}${why}`]);
    return ExitCode.incomplete;
  }
  print(host, [`violated: ${violation.message}`]);
  if (violation.message !== recorded.message) {
    warn(host, `warning: the trace was recorded for "${recorded.message}"`);
  }
  if (options.quiet === true) return ExitCode.violated;
  const width = host.terminalWidth ?? PLAIN_WIDTH;
  const detail = options.verbose === true ? "verbose" : "normal";
  // The steps have been printed already.
  const lines =
    options.step === true
      ? violation.details.map((line) => `  ${line}`)
      : violationLines(violation, { width, sources: report.sources, detail });
  print(host, lines);
  return ExitCode.violated;
}

/** "12 Thread-0 at Main.java:7", followed by a line for each operation. */
function stepLines(step: TraceStep, index: number, thread: string): string[] {
  const choice = step.choice < 0 ? "" : `, choice ${step.choice}`;
  const head = `${index + 1} ${thread} at ${describePlace(step.place)} in ${step.place.method}${choice}`;
  const operations = step.operations.map((operation) => {
    const inside = operation.place.library === null ? "" : ` (in ${operation.place.library})`;
    return `    ${describePlace(operation.place)} ${describeOperation(operation)}${inside}`;
  });
  return [head, ...operations, ...(step.omitted === 0 ? [] : [`    … ${step.omitted} more`])];
}
