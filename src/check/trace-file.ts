/**
 * The trace file: the program and how it was started, the steps, and for readers what each step did. A check
 * writes it; replay and explain use only the steps.
 */
import { readFileSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";
import {
  array,
  boolean,
  type JsonShape,
  literal,
  matching,
  nullable,
  object,
  optional,
  record,
  string,
} from "../core/json-shape.ts";
import { type Booted, classHashes, type LaunchOptions } from "../launch/launchable-program.ts";
import {
  DEFAULT_SETTINGS,
  machineOptionsFor,
  type RecordedSettings,
  recallSettings,
} from "../search/properties/table.ts";
import type { Step } from "../search/step.ts";
import type { Trace } from "../search/trace/trace.ts";
import type { Machine } from "../vm/machine.ts";
import { REDUCTIONS, type Reduction } from "../vm/machine-options.ts";
import type { RefutedAssumption } from "../vm/sharing/observability.ts";

export const TRACE_FORMAT = "deadwood-trace";
export const TRACE_VERSION = 1;
/** In place of a kind of violation: the schedule was chosen by hand (`deadwood explore`), and ends in none. */
export const NO_VIOLATION = "none";

/** How the program was found and started. */
export interface TracedProgram {
  readonly classPath: string | null;
  readonly jar: string | null;
  /** The program and its arguments, as on the command line. */
  readonly words: readonly string[];
  readonly main: string;
  readonly assertions: boolean;
  /** Bytes. */
  readonly heap: number;
  readonly stack: number;
  /** "key=value". */
  readonly properties: readonly string[];
  /** Folders and jars with its sources, as the user named them. */
  readonly sources: readonly string[];
  /** Which java.util.concurrent: our models, or the JDK's bytecode. */
  readonly library: "model" | "real";
  /** Whether waiting threads may wake up spuriously. */
  readonly spuriousWakeups: boolean;
  /** The partial-order reductions; the ends of steps depend on them. */
  readonly reductions: readonly Reduction[];
  /** Whether an uncaught exception ends only its thread. */
  readonly toleratesUncaught: boolean;
  /** The SHA-256 of each class of the program that the schedule uses, by class name. */
  readonly classes: Readonly<Record<string, string>>;
}

export interface TraceFile {
  readonly format: typeof TRACE_FORMAT;
  readonly version: typeof TRACE_VERSION;
  readonly program: TracedProgram;
  readonly violation: {
    readonly kind: string;
    readonly message: string;
    readonly details: readonly string[];
    /** For a livelock, the number of last steps that lead back to the state where they began; otherwise 0. */
    readonly cycle: number;
  };
  /** How the program uses shared memory, as far as the ends of steps depend on it. */
  readonly discipline: readonly RefutedAssumption[];
  /** The properties that a replay must check to see the violation. */
  readonly judgedBy: RecordedSettings;
  readonly trace: Trace;
}

/** The part of a trace file that a replay uses. */
export interface TraceInput {
  readonly program: TracedProgram;
  readonly violation: { readonly kind: string; readonly message: string; readonly cycle: number };
  readonly discipline: readonly RefutedAssumption[];
  readonly judgedBy: RecordedSettings;
  readonly steps: readonly Step[];
}

/** Takes the path of a trace file, or the trace that a check returned. */
export const readTrace = (trace: string | TraceFile): TraceInput =>
  typeof trace === "string"
    ? parseTraceFile(readText(trace), trace)
    : { ...trace, steps: trace.trace.steps };

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputUnreadableError(`cannot read ${path}: ${why}`, { cause });
  }
}

export const launchOptionsOfTrace = (
  { program: traced, judgedBy }: Pick<TraceInput, "program" | "judgedBy">,
  jdk: string | undefined,
): LaunchOptions => ({
  classPath: traced.classPath ?? undefined,
  jar: traced.jar ?? undefined,
  jdk,
  mainAndArgs: traced.words,
  heapBytes: traced.heap,
  stackBytes: traced.stack,
  assertions: traced.assertions,
  properties: traced.properties,
  library: traced.library,
  sources: traced.sources,
  spuriousWakeups: traced.spuriousWakeups,
  reductions: traced.reductions,
  machine: machineOptionsFor({
    ...DEFAULT_SETTINGS,
    ...judgedBy,
    uncaught: !traced.toleratesUncaught,
  }),
});

/**
 * The classes that have changed since the trace was written. Call it after the replay, when the classes are
 * loaded.
 */
export function changedClasses(traced: TracedProgram, m: Machine): string[] {
  const now = classHashes(m);
  return Object.entries(traced.classes)
    .filter(([name, hash]) => now[name] !== undefined && now[name] !== hash)
    .map(([name]) => name);
}

/**
 * What a trace records about the program. Paths are absolute, so that it can be replayed from any directory.
 */
export function describeProgram(options: LaunchOptions, { machine, found }: Booted): TracedProgram {
  const [name = "", ...args] = options.mainAndArgs;
  const isFile = options.jar === undefined && /\.(?:java|class)$/.test(name);
  return {
    classPath:
      options.classPath
        ?.split(delimiter)
        .map((entry) => (entry === "" ? entry : resolve(entry)))
        .join(delimiter) ?? null,
    jar: options.jar === undefined ? null : resolve(options.jar),
    words: isFile ? [resolve(name), ...args] : options.mainAndArgs,
    main: found.mainClass.replaceAll("/", "."),
    assertions: options.assertions,
    heap: options.heapBytes,
    stack: options.stackBytes,
    properties: options.properties,
    sources: (options.sources ?? []).map((path) => resolve(path)),
    library: options.library,
    spuriousWakeups: options.spuriousWakeups ?? false,
    reductions: options.reductions ?? REDUCTIONS,
    toleratesUncaught: options.machine?.toleratesUncaught ?? false,
    classes: classHashes(machine),
  };
}

/** A whole number that is not below the least. */
const index = (least: number): JsonShape<number> =>
  matching(
    `a whole number from ${least} on`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= least,
  );
const texts = array(string);

/** Older traces lack some of the fields. */
const PROGRAM = object({
  classPath: nullable(string),
  jar: nullable(string),
  words: texts,
  main: string,
  assertions: boolean,
  heap: index(1),
  stack: index(1),
  properties: texts,
  sources: optional(texts),
  library: optional(literal("model", "real")),
  spuriousWakeups: optional(boolean),
  reductions: optional(array(literal(...REDUCTIONS))),
  toleratesUncaught: optional(boolean),
  classes: matching(
    "an object of strings",
    (value): value is Readonly<Record<string, string>> =>
      record.fits(value) && Object.values(value).every((hash) => string.fits(hash)),
  ),
});
const VIOLATION = object({ kind: string, message: string, cycle: optional(index(0)) });
const REFUTED = matching(
  "an assumption",
  (value): value is RefutedAssumption =>
    Array.isArray(value) && string.fits(value[0]) && (value[1] === 1 || value[1] === 2),
);
/** Traces of deadlocks and exceptions may lack `judgedBy`. */
const TRACE = object({
  program: PROGRAM,
  violation: VIOLATION,
  discipline: optional(array(REFUTED)),
  judgedBy: optional(record),
  trace: object({ steps: array(object({ thread: index(0), choice: index(-1) })) }),
});

export function parseTraceFile(text: string, path: string): TraceInput {
  const bad = (why: string): BadUsageError =>
    new BadUsageError(`${path} is not a trace: ${why}`, {
      hint: "Traces are written by `deadwood check --trace FILE`.",
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw bad(cause instanceof Error ? cause.message : String(cause));
  }
  if (!record.fits(value) || value["format"] !== TRACE_FORMAT) {
    throw bad(`it has no "format": "${TRACE_FORMAT}"`);
  }
  if (value["version"] !== TRACE_VERSION) {
    throw bad(`this version of Deadwood cannot read trace version ${String(value["version"])}`);
  }
  if (!TRACE.fits(value)) throw bad(TRACE.mismatch(value, "") ?? "it is damaged");
  const { program, violation, discipline = [], trace } = value;
  const { kind, message, cycle = 0 } = violation;
  const { steps } = trace;
  if (cycle > steps.length) throw bad("its cycle is longer than its steps");
  const judgedBy = value.judgedBy === undefined ? {} : recallSettings(value.judgedBy);
  if (judgedBy === null) throw bad("its properties are damaged");
  const traced: TracedProgram = {
    ...program,
    sources: program.sources ?? [],
    library: program.library ?? "model",
    spuriousWakeups: program.spuriousWakeups ?? false,
    reductions: program.reductions ?? REDUCTIONS,
    toleratesUncaught: program.toleratesUncaught ?? false,
  };
  return { program: traced, violation: { kind, message, cycle }, discipline, judgedBy, steps };
}
