/** `deadwood run`: runs a program once, as `java` would. */
import type { Command } from "commander";
import { ExitCode, LimitReachedError } from "../../core/errors.ts";
import { interruptExitCode } from "../../core/interrupts.ts";
import type { JavaProgram } from "../../launch/java-program.ts";
import { type RunReport, run } from "../../launch/run.ts";
import { addSummary } from "../command-summaries.ts";
import type { CommonWords } from "../common-options.ts";
import { type Host, report } from "../host.ts";
import { interruptSignal } from "../interrupts.ts";
import { addOptions, type OptionRow, parseCount } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { addProgramOptions, type ProgramOptions, programFrom } from "../program-options.ts";
import { warnAboutProgram, withAdvice } from "../program-start.ts";

interface RunOptions extends ProgramOptions, CommonWords {
  readonly undo: boolean;
  readonly stats?: string;
  readonly opcodes?: string;
  readonly maxInstructions?: string;
}

const RUN_OPTIONS: readonly OptionRow[] = [
  { flags: "--no-undo", about: "run without the undo log" },
  { flags: "--max-instructions <count>", about: "stop after this many instructions" },
  { flags: "--stats <file>", about: "write counts and times as JSON" },
  {
    flags: "--opcodes <file>",
    about: "write the JVM opcodes that were executed as JSON (slow)",
  },
];

export function addRunCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = addProgramOptions(addSummary(program, "run"), {
    heap: "512m",
    stack: "1m",
  });
  addOptions(command, RUN_OPTIONS)
    .passThroughOptions()
    .action(async (words: string[], options: RunOptions) => {
      const started = programFrom(words, options);
      warnAboutProgram(started, command, host);
      done(await withAdvice(started, host, () => runOnce(started, options, host)));
    });
}

async function runOnce(program: JavaProgram, options: RunOptions, host: Host): Promise<number> {
  const { maxInstructions } = options;
  requireWritable("--stats", options.stats);
  requireWritable("--opcodes", options.opcodes);
  const interrupt = interruptSignal(host);
  const before = process.cpuUsage();
  let result: RunReport;
  try {
    result = await run(program, {
      env: host.env,
      directory: host.directory,
      signal: interrupt.signal,
      output: (stream, bytes) => host.streams.write(stream === "stderr" ? 2 : 1, bytes),
      input: (into) => host.streams.read(into),
      onPause: () => host.streams.flush(),
      keepsUndoLog: options.undo,
      recordsOpcodes: options.opcodes !== undefined,
      ...(maxInstructions === undefined
        ? {}
        : { maxInstructions: parseCount("--max-instructions", maxInstructions) }),
    });
  } finally {
    interrupt.close();
    host.streams.flush();
  }
  const { user, system } = process.cpuUsage(before);
  const files = new OutputFiles(host);
  files.json("--stats", options.stats, () => statistics(result, (user + system) / 1e6));
  files.json("--opcodes", options.opcodes, () => result.opcodes, 0);
  if (interrupt.received !== null) return interruptExitCode(interrupt.received);
  return files.exitCode(exitCodeOf(result, options.quiet, host));
}

function exitCodeOf(
  { outcome, exitCode, threads, statistics: { instructions } }: RunReport,
  quiet: boolean | undefined,
  host: Host,
): number {
  if (outcome === "limit") {
    throw new LimitReachedError(`the run was stopped after ${instructions} instructions`, {
      hint: "Raise --max-instructions.",
    });
  }
  if (outcome === "deadlock") {
    report(host, "deadlock: no thread can continue");
    if (quiet !== true) for (const line of threads) report(host, `  ${line}`);
    return ExitCode.violated;
  }
  return exitCode;
}

const statistics = (
  { statistics: { instructions, ...others } }: RunReport,
  seconds: number,
): Readonly<Record<string, number>> => ({
  instructions,
  seconds,
  ...others,
  maxRssKb: process.resourceUsage().maxRSS,
});
