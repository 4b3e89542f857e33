/** Runs a program once, as `java` would. */
import { OpcodeCoverage } from "../vm/code/opcode-coverage.ts";
import type { Machine } from "../vm/machine.ts";
import type { Console } from "../vm/machine-options.ts";
import { type RunResult, runThreads } from "../vm/threads/round-robin.ts";
import { describeThreads } from "../vm/threads/thread-dump.ts";
import { findProgram } from "./find-program.ts";
import {
  type CommonOptions,
  contextOf,
  launchOptionsOf,
  type Output,
  type ProgramLike,
} from "./java-program.ts";
import { boot } from "./launchable-program.ts";

export interface RunOptions extends CommonOptions {
  /** Receives the program's output, which is discarded by default. */
  readonly output?: Output;
  /**
   * Standard input: its bytes, or a function that fills the array and returns the number of bytes (-1 at the
   * end).
   */
  readonly input?: Uint8Array | ((into: Uint8Array) => number);
  /** Stop after this many bytecode instructions. */
  readonly maxInstructions?: number;
  /** Whether to keep the undo log, as a search does; true by default. */
  readonly keepsUndoLog?: boolean;
  /** Whether to record which JVM opcodes were executed (slow). */
  readonly recordsOpcodes?: boolean;
  /** Called between slices of the run, about ten times a second. */
  readonly onPause?: () => void;
}

export interface RunReport {
  readonly outcome: "ended" | "deadlock" | "limit" | "aborted";
  /** The exit code of the program; 0 unless the outcome is "ended". */
  readonly exitCode: number;
  /** After a deadlock: each thread, with what it waits for. */
  readonly threads: readonly string[];
  readonly statistics: RunStatistics;
  /** Null unless `recordsOpcodes` was set. */
  readonly opcodes: readonly number[] | null;
}

export interface RunStatistics {
  readonly instructions: number;
  /** Words of the heap in use at the end. */
  readonly heapWords: number;
  readonly undoEntries: number;
  /** Garbage collections. */
  readonly collections: number;
  readonly classesLoaded: number;
  readonly methodsTranslated: number;
}

/** The time between two checks of the signal, in milliseconds. */
const PAUSE_EVERY = 100;

/**
 * Runs a Java program once, under one schedule, as `java` would.
 *
 * A deadlock is an outcome, not an error. Rejects with a `DeadwoodError` when the program cannot be
 * found, loaded or interpreted.
 */
export async function run(program: ProgramLike, options: RunOptions = {}): Promise<RunReport> {
  const launchOptions = launchOptionsOf(program, "run");
  const context = contextOf(options);
  const found = findProgram(launchOptions, context);
  const m = boot("run", found, launchOptions, context, {
    console: consoleOf(options),
    undo: options.keepsUndoLog ?? true,
  });
  const coverage = options.recordsOpcodes === true ? new OpcodeCoverage(m) : null;
  const result = await execute(m, options, coverage);
  return {
    outcome: OUTCOMES[result],
    exitCode: result === "finished" || result === "halted" ? m.exitCode : 0,
    threads: result === "deadlock" ? describeThreads(m) : [],
    statistics: statisticsOf(m),
    opcodes: coverage?.opcodes() ?? null,
  };
}

const OUTCOMES = {
  finished: "ended",
  halted: "ended",
  deadlock: "deadlock",
  limit: "limit",
  paused: "aborted",
} as const satisfies Readonly<Record<RunResult, RunReport["outcome"]>>;

async function execute(
  m: Machine,
  { maxInstructions, signal, onPause }: RunOptions,
  coverage: OpcodeCoverage | null,
): Promise<RunResult> {
  let lastPause = performance.now();
  const limits = {
    instructions: maxInstructions ?? Number.POSITIVE_INFINITY,
    pause: () => performance.now() - lastPause > PAUSE_EVERY,
    ...(coverage === null ? {} : { slice: 1, beforeSlice: () => coverage.record() }),
  };
  for (;;) {
    const result = signal?.aborted === true ? "paused" : runThreads(m, limits);
    if (result !== "paused" || signal?.aborted === true) return result;
    onPause?.();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    lastPause = performance.now();
  }
}

function consoleOf({ output, input }: RunOptions): Console {
  return {
    write: (fd, bytes) => output?.(fd === 2 ? "stderr" : "stdout", bytes),
    read: typeof input === "function" ? input : readerOf(input ?? new Uint8Array()),
  };
}

function readerOf(bytes: Uint8Array): (into: Uint8Array) => number {
  let at = 0;
  return (into) => {
    const part = bytes.subarray(at, at + into.length);
    if (part.length === 0) return -1;
    into.set(part);
    at += part.length;
    return part.length;
  };
}

const statisticsOf = (m: Machine): RunStatistics => ({
  instructions: m.instructions,
  heapWords: m.heapTop - m.heapStart,
  undoEntries: m.logged + m.undoEntries,
  collections: m.collections,
  classesLoaded: m.program.classes.length - 1,
  methodsTranslated: m.space.codes.filter((code) => code !== undefined).length,
});
