/**
 * `deadwood compare`: checks programs under several configurations and shows the cost and benefit of each.
 */
import type { Command } from "commander";
import { type CompareEvent, type CompareOptions, compare } from "../../compare/compare.ts";
import type { Comparison } from "../../compare/comparison.ts";
import type { ProgramToCompare } from "../../compare/program-sets.ts";
import { ExitCode } from "../../core/errors.ts";
import { comparisonCsv } from "../../report/compare/csv.ts";
import { comparisonLines } from "../../report/compare/text.ts";
import { pageFile } from "../../report/page-file.ts";
import { comparePageData } from "../../report/pages/compare-data.ts";
import type { Provenance } from "../../report/pages/provenance.ts";
import { addSummary } from "../command-summaries.ts";
import { quieted } from "../common-options.ts";
import {
  addCompareOptions,
  type CompareWords,
  checkOptionsOf,
  compareOptionsFrom,
  programsFrom,
} from "../compare-options.ts";
import { followJob } from "../follow-job.ts";
import { type Host, print } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { provenanceOf } from "../provenance.ts";

/** The command inherits options of `check`, which must be added first. */
export function addCompareCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const check = program.commands.find((command) => command.name() === "check");
  if (check === undefined) throw new Error("compare needs the check command");
  const command = addCompareOptions(addSummary(program, "compare"), check);
  const provenance = (): Provenance => provenanceOf(program);
  command.passThroughOptions().action(async (words: string[], options: CompareWords) => {
    done(await runCompare(words, options, checkOptionsOf(command, check), host, provenance));
  });
}

async function runCompare(
  words: readonly string[],
  options: CompareWords,
  checkOptions: readonly string[],
  host: Host,
  provenance: () => Provenance,
): Promise<number> {
  const compareOptions = compareOptionsFrom(options, checkOptions);
  for (const name of ["csv", "json", "html"] as const) {
    requireWritable(`--${name}`, options[name]);
  }
  const comparison = await compareOn(
    quieted(host, options.quiet),
    programsFrom(words, options),
    compareOptions,
  );
  print(host, comparisonLines(comparison, options.quiet === true));
  const files = new OutputFiles(host);
  files.text("--csv", options.csv, () => comparisonCsv(comparison));
  files.json("--json", options.json, () => comparison);
  files.text("--html", options.html, () => {
    const data = comparePageData(comparison, provenance());
    return pageFile({ name: "compare", title: titleOf(comparison), data });
  });
  return files.exitCode(exitCodeOf(comparison));
}

function titleOf({ programs }: Comparison): string {
  const [first] = programs;
  const what =
    first !== undefined && programs.length === 1 ? first.name : `${programs.length} programs`;
  return `Deadwood: configurations compared on ${what}`;
}

/** Runs a comparison, shows its progress, and ends it on a signal. */
export function compareOn(
  host: Host,
  programs: readonly ProgramToCompare[],
  options: CompareOptions,
): Promise<Comparison> {
  const interrupt = interruptSignal(host);
  const job = compare(programs, { ...options, signal: interrupt.signal, env: host.env });
  return followJob(job, interrupt, host, (event, progress) => {
    progress.show(progressText(event, options.rounds ?? 1));
  });
}

function progressText(
  { program, configuration, round, number, total }: CompareEvent,
  rounds: number,
): string {
  const which = rounds === 1 ? "" : `, round ${round + 1} of ${rounds}`;
  return `${number} of ${total}: ${program} under ${configuration}${which}`;
}

/** Contradictions take precedence over errors, and errors over incomplete results. */
export function exitCodeOf({ problems, programs, isInterrupted }: Comparison): ExitCode {
  const has = (...kinds: readonly string[]): boolean =>
    problems.some(({ kind }) => kinds.includes(kind));
  if (has("disagreement", "unsteady")) return ExitCode.violated;
  const codes = programs.flatMap(({ results }) => results.map(({ exitCode }) => exitCode));
  if (codes.includes(ExitCode.internal)) return ExitCode.internal;
  if (has("error")) return ExitCode.badInput;
  return isInterrupted || has("incomplete") ? ExitCode.incomplete : ExitCode.safe;
}
