/** `deadwood run`: runs a program once, as `java` would. */
import type { Command } from "commander";
import { BadUsageError, ExitCode, LimitReachedError } from "../../core/errors.ts";
import { bootMachine } from "../../vm/boot.ts";
import { OpcodeCoverage } from "../../vm/code/opcode-coverage.ts";
import type { Machine } from "../../vm/machine.ts";
import type { MachineOptions } from "../../vm/machine-options.ts";
import { allNatives } from "../../vm/natives/registry.ts";
import { type RunResult, runThreads } from "../../vm/threads/round-robin.ts";
import { describeThreads } from "../../vm/threads/thread-dump.ts";
import { type Host, report } from "../host.ts";
import { interruptExitCode, watchInterrupts } from "../interrupts.ts";
import { type LoadedProgram, loadProgram } from "../load-program.ts";
import { parseCount } from "../options.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";
import { addProgramOptions, type ProgramOptions, startOptions } from "../program-options.ts";

interface RunOptions extends ProgramOptions {
  readonly undo: boolean;
  readonly stats?: string;
  readonly opcodes?: string;
  readonly maxInstructions?: string;
}

/** Milliseconds between looks at signals. */
const PAUSE_EVERY = 100;

export function addRunCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  const command = program
    .command("run")
    .description("run a Java program once, as `java` would")
    .argument("[program...]", "main class, .class file or bundled program, and its arguments");
  addProgramOptions(command, { heap: "512m", stack: "1m" })
    .option("--no-undo", "do not keep the undo log")
    .option("--max-instructions <count>", "give up after so many instructions")
    .option("--stats <file>", "write counts and times as JSON")
    .option("--opcodes <file>", "write the set of JVM opcodes that were executed as JSON (slow)")
    .passThroughOptions()
    .action(async (words: string[], options: RunOptions) => {
      done(await run(words, options, host));
    });
}

async function run(words: readonly string[], options: RunOptions, host: Host): Promise<number> {
  const { heapBytes, stackBytes, assertions, library } = startOptions(words, options);
  const limit =
    options.maxInstructions === undefined
      ? Number.POSITIVE_INFINITY
      : parseCount("--max-instructions", options.maxInstructions);
  requireWritable("--stats", options.stats);
  requireWritable("--opcodes", options.opcodes);
  const loaded = loadProgram({ ...options, words, library }, host);
  const machineOptions: MachineOptions = {
    heapWords: Math.floor(heapBytes / 4),
    stackWords: Math.floor(stackBytes / 4),
    console: host.streams,
    assertions,
    epochMillis: Date.now(),
    properties: properties(loaded, options, host),
    natives: allNatives,
    undo: options.undo,
  };
  const m = withEnoughMemory(options, () =>
    bootMachine(loaded.program, machineOptions, loaded.mainClass, loaded.args),
  );
  return await execute(m, options, limit, host);
}

/** The machine's memory is reserved at once; a size that cannot be had is the user's to change. */
function withEnoughMemory<T>(options: RunOptions, boot: () => T): T {
  try {
    return boot();
  } catch (cause) {
    if (!(cause instanceof RangeError) || !/alloc|length/i.test(cause.message)) throw cause;
    throw new BadUsageError(
      `there is not enough memory for --heap ${options.heap} and --stack ${options.stack}`,
      { cause, hint: "The heap takes twice its size. Choose smaller sizes." },
    );
  }
}

function properties(loaded: LoadedProgram, options: RunOptions, host: Host): [string, string][] {
  const defined = options.define.map((text): [string, string] => {
    const equals = text.indexOf("=");
    return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
  });
  const home: [string, string][] = loaded.jdk === null ? [] : [["java.home", loaded.jdk.home]];
  return [...home, ["java.class.path", loaded.classPath], ["user.dir", host.directory], ...defined];
}

async function execute(
  m: Machine,
  options: RunOptions,
  limit: number,
  host: Host,
): Promise<number> {
  const coverage = options.opcodes === undefined ? null : new OpcodeCoverage(m);
  const interrupt = watchInterrupts(host);
  const before = process.cpuUsage();
  let lastPause = performance.now();
  const limits = {
    instructions: limit,
    pause: () => performance.now() - lastPause > PAUSE_EVERY,
    ...(coverage === null ? {} : { slice: 1, beforeSlice: () => coverage.record() }),
  };
  let result: RunResult;
  try {
    result = runThreads(m, limits);
    while (result === "paused" && interrupt.signal === null) {
      host.streams.flush();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      lastPause = performance.now();
      if (interrupt.signal === null) result = runThreads(m, limits);
    }
  } finally {
    interrupt.close();
    host.streams.flush();
  }
  const { user, system } = process.cpuUsage(before);
  const files = new OutputFiles(host);
  files.json("--stats", options.stats, () => statistics(m, (user + system) / 1e6));
  if (coverage !== null) files.json("--opcodes", options.opcodes, () => coverage.opcodes(), 0);
  const { signal } = interrupt;
  if (signal !== null) return interruptExitCode(signal);
  return files.exitCode(exitCodeOf(m, result, host));
}

function exitCodeOf(m: Machine, result: RunResult, host: Host): number {
  if (result === "limit") {
    throw new LimitReachedError(`the run was given up after ${m.instructions} instructions`, {
      hint: "Raise --max-instructions.",
    });
  }
  if (result === "deadlock") {
    report(host, "deadlock: no thread can go on");
    for (const line of describeThreads(m)) report(host, `  ${line}`);
    return ExitCode.violated;
  }
  return m.exitCode;
}

function statistics(m: Machine, seconds: number): Readonly<Record<string, number>> {
  return {
    instructions: m.instructions,
    seconds,
    heapWords: m.heapTop - m.heapStart,
    undoEntries: m.logged + m.undoEntries,
    collections: m.collections,
    classesLoaded: m.program.classes.length - 1,
    methodsTranslated: m.space.codes.filter((code) => code !== undefined).length,
    maxRssKb: process.resourceUsage().maxRSS,
  };
}
