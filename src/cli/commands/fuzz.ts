/** `deadwood fuzz`: searches random programs in several ways and compares the results. */
import type { Command } from "commander";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import { type FuzzEvent, fuzz, recheckDifference } from "../../fuzz/fuzz.ts";
import { DEFAULT_PROGRAMS, type FuzzOptions } from "../../fuzz/options.ts";
import { CONFIGURATIONS, type Configuration } from "../../fuzz/search-configurations.ts";
import { fuzzLines, fuzzProgress, fuzzVerdict } from "../../report/fuzz/text.ts";
import { addSummary } from "../command-summaries.ts";
import { quieted } from "../common-options.ts";
import { followJob } from "../follow-job.ts";
import { addFuzzOptions, type FuzzWords, fuzzOptionsFrom } from "../fuzz-options.ts";
import { type Host, print, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import type { ProgressLine } from "../progress-line.ts";

/** `known`: the configurations that --configurations can name. */
export function addFuzzCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
  known: readonly Configuration[] = CONFIGURATIONS,
): void {
  addFuzzOptions(addSummary(program, "fuzz")).action(async (options: FuzzWords) => {
    done(await runFuzz(options, host, known));
  });
}

async function runFuzz(
  given: FuzzWords,
  host: Host,
  known: readonly Configuration[],
): Promise<number> {
  const options: FuzzOptions = { ...fuzzOptionsFrom(given), known, env: host.env };
  requireWritable("--json", given.json);
  if (given.input !== undefined) return await recheck(given.input, given.classes, options, host);
  if (given.classes !== undefined)
    throw new BadUsageError("--classes can only be used with --input");
  const interrupt = interruptSignal(host);
  const job = fuzz({ ...options, signal: interrupt.signal });
  const report = await followJob(job, interrupt, quieted(host, given.quiet), (event, progress) => {
    if (event.type !== "families-skipped" || given.quiet !== true) {
      show(event, progress, options, host);
    }
  });
  print(host, given.quiet === true ? [fuzzVerdict(report)] : fuzzLines(report));
  const files = new OutputFiles(host);
  files.json("--json", given.json, () => report);
  return files.exitCode(EXIT_CODES[report.verdict]);
}

const EXIT_CODES = {
  same: ExitCode.safe,
  different: ExitCode.violated,
  incomplete: ExitCode.incomplete,
} as const;

function show(event: FuzzEvent, progress: ProgressLine, options: FuzzOptions, host: Host): void {
  switch (event.type) {
    case "progress":
      progress.update(() => fuzzProgress(event, options.programs ?? DEFAULT_PROGRAMS));
      break;
    case "families-skipped":
      warn(host, `found no JDK: skipping the families ${event.families.join(" and ")}`);
      break;
    case "difference":
      progress.clear();
  }
}

/** Checks whether a saved difference still occurs. */
async function recheck(
  directory: string,
  classes: string | undefined,
  options: FuzzOptions,
  host: Host,
): Promise<number> {
  const { verdict, differences } = await recheckDifference(directory, options, classes);
  const lines = differences.map((each) => `${each.configuration}: ${each.kind} ${each.text}`);
  const { text, exitCode } = RECHECKED[verdict];
  print(host, [...lines, text]);
  return exitCode;
}

const RECHECKED = {
  different: {
    text: "different: the saved difference still occurs",
    exitCode: ExitCode.violated,
  },
  gone: { text: "no difference: the saved difference no longer occurs", exitCode: ExitCode.safe },
  incomplete: {
    text: "incomplete: the saved difference did not occur within the limits",
    exitCode: ExitCode.incomplete,
  },
} as const;
