/** `deadwood run`: runs a program once, as `java` would. */
import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { ExitCode, LimitReachedError } from "../../core/errors.ts";
import { bootMachine } from "../../vm/boot.ts";
import type { Machine } from "../../vm/machine.ts";
import { allNatives } from "../../vm/natives/all.ts";
import { OpcodeCoverage } from "../../vm/opcode-coverage.ts";
import { type RunResult, runThreads } from "../../vm/scheduler.ts";
import { describeThreads } from "../../vm/thread-dump.ts";
import { type LoadedProgram, loadProgram } from "../load-program.ts";
import { parseCount, parseSize } from "../options.ts";
import { StandardStreams } from "../terminal.ts";

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

const collect = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

export function addRunCommand(program: Command, done: (exitCode: number) => void): void {
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
      done(await run(words, options));
    });
}

async function run(words: readonly string[], options: RunOptions): Promise<number> {
  const streams = new StandardStreams();
  try {
    const loaded = loadProgram({ ...options, words });
    const m = bootMachine(
      loaded.program,
      {
        heapWords: parseSize("--heap", options.heap) >> 2,
        stackWords: parseSize("--stack", options.stack) >> 2,
        console: streams,
        assertions: options.disableAssertions !== true,
        epochMillis: Date.now(),
        properties: properties(loaded, options),
        natives: allNatives,
        undo: options.undo,
      },
      loaded.mainClass,
      loaded.args,
    );
    return await execute(m, options, streams);
  } finally {
    streams.flush();
  }
}

function properties(loaded: LoadedProgram, options: RunOptions): [string, string][] {
  const defined = options.define.map((text): [string, string] => {
    const equals = text.indexOf("=");
    return equals < 0 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
  });
  const home: [string, string][] = loaded.jdk === null ? [] : [["java.home", loaded.jdk.home]];
  return [...home, ["java.class.path", loaded.classPath], ["user.dir", process.cwd()], ...defined];
}

async function execute(m: Machine, options: RunOptions, streams: StandardStreams): Promise<number> {
  const coverage = options.opcodes === undefined ? null : new OpcodeCoverage(m);
  let isInterrupted = false;
  const onInterrupt = (): void => {
    isInterrupted = true;
  };
  process.once("SIGINT", onInterrupt);
  const before = process.cpuUsage();
  let lastPause = performance.now();
  const limits = {
    instructions:
      options.maxInstructions === undefined
        ? Number.POSITIVE_INFINITY
        : parseCount("--max-instructions", options.maxInstructions),
    pause: () => performance.now() - lastPause > PAUSE_EVERY,
    ...(coverage === null ? {} : { slice: 1, beforeSlice: () => coverage.record() }),
  };
  let result: RunResult = runThreads(m, limits);
  while (result === "paused" && !isInterrupted) {
    streams.flush();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    lastPause = performance.now();
    result = runThreads(m, limits);
  }
  process.removeListener("SIGINT", onInterrupt);
  streams.flush();
  const { user, system } = process.cpuUsage(before);
  if (options.stats !== undefined) writeStats(options.stats, m, (user + system) / 1e6);
  if (options.opcodes !== undefined && coverage !== null) {
    writeFileSync(options.opcodes, `${JSON.stringify(coverage.opcodes())}\n`);
  }
  if (isInterrupted) return 130;
  return exitCodeOf(m, result);
}

function exitCodeOf(m: Machine, result: RunResult): number {
  if (result === "limit") {
    throw new LimitReachedError(`the run was given up after ${m.instructions} instructions`, {
      hint: "Raise --max-instructions.",
    });
  }
  if (result === "deadlock") {
    console.error("deadlock: no thread can go on");
    for (const line of describeThreads(m)) console.error(`  ${line}`);
    return ExitCode.violated;
  }
  return m.exitCode;
}

function writeStats(file: string, m: Machine, seconds: number): void {
  const stats = {
    instructions: m.instructions,
    seconds,
    heapWords: m.heapTop - m.heapStart,
    undoEntries: m.logged + m.undoEntries,
    collections: m.collections,
    classesLoaded: m.program.classes.length - 1,
    methodsTranslated: m.space.codes.filter((code) => code !== undefined).length,
    maxRssKb: process.resourceUsage().maxRSS,
  };
  writeFileSync(file, `${JSON.stringify(stats, null, 2)}\n`);
}
