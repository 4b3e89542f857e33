/** `deadwood run`: runs a program once, as `java` would. */
import type { Command } from "commander";
import { BadUsageError, ExitCode, LimitReachedError } from "../../core/errors.ts";
import { bootMachine } from "../../vm/boot.ts";
import type { Machine, MachineOptions } from "../../vm/machine.ts";
import { allNatives } from "../../vm/natives/all.ts";
import { OpcodeCoverage } from "../../vm/opcode-coverage.ts";
import { type RunResult, runThreads } from "../../vm/scheduler.ts";
import { describeThreads } from "../../vm/thread-dump.ts";
import { type Host, report } from "../host.ts";
import { type LoadedProgram, loadProgram } from "../load-program.ts";
import { parseCount, parseSize, requireWritable, writeJson } from "../options.ts";

interface RunOptions {
  readonly classPath?: string;
  readonly jar?: string;
  readonly jdk?: string;
  readonly heap: string;
  readonly stack: string;
  readonly undo: boolean;
  readonly disableAssertions?: boolean;
  readonly stats?: string;
  readonly opcodes?: string;
  readonly maxInstructions?: string;
  readonly define: readonly string[];
}

/** Milliseconds between looks at signals. */
const PAUSE_EVERY = 100;
/** What shells make of a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

export function addRunCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
): void {
  program
    .command("run")
    .description("run a Java program once, as `java` would")
    .argument("[program...]", "main class, .class file or bundled program, and its arguments")
    .option("--class-path <path>", "where to find the program's classes (also -cp, -classpath)")
    .option("--jar <file>", "run the main class that the jar's manifest names (also -jar)")
    .option(
      "--jdk <dir>",
      "the JDK whose class library to use (else JAVA_HOME, else java on the PATH)",
    )
    .option("--heap <size>", "heap size", "512m")
    .option("--stack <size>", "stack size of a thread", "1m")
    .option("--no-undo", "do not keep the undo log")
    .option("--enable-assertions", "run assert statements (the default; also -ea)")
    .option("--disable-assertions", "skip assert statements (also -da)")
    .option("--define <key=value>", "set a system property (also -Dkey=value)", collect, [])
    .option("--max-instructions <count>", "give up after so many instructions")
    .option("--stats <file>", "write counts and times as JSON")
    .option("--opcodes <file>", "write the set of JVM opcodes that were executed as JSON (slow)")
    .passThroughOptions()
    .action(async (words: string[], options: RunOptions) => {
      done(await run(words, options, host));
    });
}

/** Half of the heap lies idle, and 32-bit views of all of it must be possible. */
const HEAP_RANGE = { least: "1m", most: "1900m" };
/** The stacks of sixteen threads are reserved at once. */
const STACK_RANGE = { least: "64k", most: "100m" };

async function run(words: readonly string[], options: RunOptions, host: Host): Promise<number> {
  const heap = parseSize("--heap", options.heap, HEAP_RANGE);
  const stack = parseSize("--stack", options.stack, STACK_RANGE);
  const limit =
    options.maxInstructions === undefined
      ? Number.POSITIVE_INFINITY
      : parseCount("--max-instructions", options.maxInstructions);
  requireWritable("--stats", options.stats);
  requireWritable("--opcodes", options.opcodes);
  const loaded = loadProgram({ ...options, words }, host);
  const machineOptions: MachineOptions = {
    heapWords: Math.floor(heap / 4),
    stackWords: Math.floor(stack / 4),
    console: host.streams,
    assertions: options.disableAssertions !== true,
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
  const interrupt = { came: false };
  const ignoreInterrupts = host.onInterrupt(() => {
    interrupt.came = true;
  });
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
    while (result === "paused" && !interrupt.came) {
      host.streams.flush();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      lastPause = performance.now();
      if (!interrupt.came) result = runThreads(m, limits);
    }
  } finally {
    ignoreInterrupts();
    host.streams.flush();
  }
  const { user, system } = process.cpuUsage(before);
  if (options.stats !== undefined) {
    writeJson("--stats", options.stats, statistics(m, (user + system) / 1e6), 2);
  }
  if (options.opcodes !== undefined && coverage !== null) {
    writeJson("--opcodes", options.opcodes, coverage.opcodes());
  }
  return interrupt.came ? INTERRUPTED : exitCodeOf(m, result, host);
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
