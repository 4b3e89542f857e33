/** `deadwood reduce`: finds the smallest valid program that still shows a failure. */
import { basename } from "node:path";
import type { Command } from "commander";
import { disassembleAll } from "../../classfile/editing/disassembler.ts";
import { ExitCode } from "../../core/errors.ts";
import { CONFIGURATIONS, type Configuration } from "../../fuzz/search-configurations.ts";
import { describeItem, drawDependencies } from "../../reduce/describe-input.ts";
import type { Candidate } from "../../reduce/files/candidate.ts";
import { REDUCE_DEFAULTS } from "../../reduce/options.ts";
import { numbered, type ReduceEvent, reduce } from "../../reduce/reduce.ts";
import { pageFile } from "../../report/page-file.ts";
import type { Provenance } from "../../report/pages/provenance.ts";
import { reducePageData } from "../../report/pages/reduce-data.ts";
import { reductionLine, reductionProgress, reductionWarnings } from "../../report/reduce/text.ts";
import { addSummary } from "../command-summaries.ts";
import { quieted } from "../common-options.ts";
import { followJob } from "../follow-job.ts";
import { type Host, print, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { OutputFiles, requireWritable, writeText } from "../output-files.ts";
import type { ProgressLine } from "../progress-line.ts";
import { provenanceOf } from "../provenance.ts";
import {
  addReduceOptions,
  dotLevelFrom,
  inputOptionsFrom,
  type ReduceWords,
  reduceOptionsFrom,
} from "../reduce-options.ts";

/** `known`: the configurations that a saved difference can name. */
export function addReduceCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
  known: readonly Configuration[] = CONFIGURATIONS,
): void {
  const provenance = (): Provenance => provenanceOf(program);
  addReduceOptions(addSummary(program, "reduce")).action(
    async (input: string, words: string[], options: ReduceWords) => {
      done(await runReduce(input, words, options, host, known, provenance));
    },
  );
}

async function runReduce(
  path: string,
  words: readonly string[],
  given: ReduceWords,
  host: Host,
  known: readonly Configuration[],
  provenance: () => Provenance,
): Promise<number> {
  const dotLevel = dotLevelFrom(given);
  requireWritable("--dot", given.dot);
  requireWritable("--disassemble", given.disassemble);
  requireWritable("--html", given.html);
  if (given.explain !== undefined) {
    print(host, describeItem(path, given.explain, inputOptionsFrom(given, host, known)));
    return ExitCode.safe;
  }
  if (given.dot !== undefined) {
    const graph = drawDependencies(path, dotLevel, inputOptionsFrom(given, host, known));
    writeText("--dot", given.dot, graph);
    return ExitCode.safe;
  }
  const options = reduceOptionsFrom(words, given, host, known);
  const interrupt = interruptSignal(host);
  const job = reduce(path, { ...options, signal: interrupt.signal });
  const programs: Candidate[] = [];
  const report = await followJob(job, interrupt, quieted(host, given.quiet), (event, progress) => {
    show(event, progress, given, host);
    if (event.type === "reduced") programs.push(event.best);
  });
  const { limit, isComplete } = report;
  if (limit !== null) warn(host, `stopped before the reduction began: ${limit}`);
  const files = new OutputFiles(host);
  files.text("--html", given.html, () => {
    const { predicate, strategy } = { strategy: REDUCE_DEFAULTS.strategy, ...options };
    const page = { input: path, predicate, strategy, provenance: provenance(), report, programs };
    const title = `Deadwood: ${basename(path)} reduced`;
    return pageFile({ name: "reduce", title, data: reducePageData(page) });
  });
  return files.exitCode(isComplete ? ExitCode.safe : ExitCode.incomplete);
}

function show(event: ReduceEvent, progress: ProgressLine, given: ReduceWords, host: Host): void {
  switch (event.type) {
    case "progress":
      progress.update(() => reductionProgress(event));
      break;
    case "slippage":
      progress.clear();
      if (given.quiet !== true)
        warn(host, `warning: the failure message has changed: ${event.message}`);
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
        writeText("--disassemble", file, disassembleAll(best.classFiles()));
      }
      for (const line of reductionWarnings(result)) warn(host, line);
      print(host, [reductionLine(result)]);
    }
  }
}
