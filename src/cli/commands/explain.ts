/** `deadwood explain`: which values of a state are live, which are dead, and why. */
import type { Command } from "commander";
import { ExitCode } from "../../core/errors.ts";
import { count } from "../../core/numbers.ts";
import { type ExplainEvent, explain, type StateSpec } from "../../explain/explain.ts";
import type { Explanation } from "../../explain/explanation.ts";
import { explanationLines } from "../../report/explain/text.ts";
import { addSummary } from "../command-summaries.ts";
import { quieted } from "../common-options.ts";
import {
  addExplainOptions,
  type ExplainWords,
  explainOptionsFrom,
  explainWords,
  stateFrom,
} from "../explain-options.ts";
import { followJob } from "../follow-job.ts";
import { type Host, print, report as warn } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { programFrom } from "../program-options.ts";
import { warnAboutProgram, withAdvice } from "../program-start.ts";
import type { ProgressLine } from "../progress-line.ts";

export function addExplainCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = addExplainOptions(addSummary(program, "explain"));
  command.passThroughOptions().action(async (words: string[]) => {
    const options = explainWords(words, command);
    const state = stateFrom(words, options);
    const work = (): Promise<number> => runExplain(state, options, host);
    if ("trace" in state) done(await work());
    else {
      const started = programFrom(words, options);
      warnAboutProgram(started, command, host);
      done(await withAdvice(started, host, work));
    }
  });
}

async function runExplain(state: StateSpec, options: ExplainWords, host: Host): Promise<number> {
  const explainOptions = explainOptionsFrom(options);
  requireWritable("--json", options.json);
  const interrupt = interruptSignal(host);
  const job = explain(state, {
    ...explainOptions,
    env: host.env,
    directory: host.directory,
    signal: interrupt.signal,
  });
  const explanation = await followJob(
    job,
    interrupt,
    quieted(host, options.quiet),
    (event, progress) => {
      show(event, progress, host);
    },
  );
  if (options.quiet !== true) printExplanation(explanation, options, host);
  const files = new OutputFiles(host);
  files.json("--json", options.json, () => explanation);
  const isComplete = (explanation.future?.limit ?? null) === null;
  return files.exitCode(isComplete ? ExitCode.safe : ExitCode.incomplete);
}

function show(event: ExplainEvent, progress: ProgressLine, host: Host): void {
  if (event.type === "changed-classes") {
    warn(host, `warning: classes changed since the trace was written: ${event.classes.join(", ")}`);
  } else progress.update(() => `exploring the states that follow: ${count(event.states)} so far`);
}

function printExplanation(shown: Explanation, { field }: ExplainWords, host: Host): void {
  print(host, explanationLines(shown, { isThorough: field !== undefined }));
  const isEmpty = shown.threads.length + shown.statics.length + shown.objects.length === 0;
  if (isEmpty) warn(host, "no value matches the filter");
}
