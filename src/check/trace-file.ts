/**
 * The trace file: the program and how it was started, the steps, and for readers what each step did. A check
 * writes it; replay and explain use only the steps.
 */
import { readFileSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { BadUsageError, InputUnreadableError } from "../core/errors.ts";
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
    library: options.library,
    spuriousWakeups: options.spuriousWakeups ?? false,
    reductions: options.reductions ?? REDUCTIONS,
    toleratesUncaught: options.machine?.toleratesUncaught ?? false,
    classes: classHashes(machine),
  };
}

type Fields = Readonly<Record<string, unknown>>;

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
  if (!isFields(value) || value["format"] !== TRACE_FORMAT)
    throw bad(`it has no "format": "${TRACE_FORMAT}"`);
  if (value["version"] !== TRACE_VERSION) {
    throw bad(`this version of Deadwood cannot read trace version ${String(value["version"])}`);
  }
  const { program, violation, trace, discipline = [] } = value;
  if (!isFields(program) || !isFields(violation) || !isFields(trace))
    throw bad("parts are missing");
  const steps = trace["steps"];
  if (!Array.isArray(steps) || !steps.every(isStep)) throw bad("its steps are damaged");
  const traced = tracedProgram(program);
  if (traced === null) throw bad("it does not describe the program");
  const { kind, message, cycle = 0 } = violation;
  if (typeof kind !== "string" || typeof message !== "string") throw bad("no violation in it");
  if (!Array.isArray(discipline) || !discipline.every(isRefutedAssumption)) {
    throw bad("it does not say how the program uses shared memory");
  }
  if (typeof cycle !== "number" || !isIndex(cycle, 0) || cycle > steps.length) {
    throw bad("its cycle is longer than its steps");
  }
  const settings = value["judgedBy"];
  // The field may be missing in traces of deadlocks and exceptions.
  const judgedBy =
    settings === undefined ? {} : isFields(settings) ? recallSettings(settings) : null;
  if (judgedBy === null) throw bad("its properties are damaged");
  return { program: traced, violation: { kind, message, cycle }, discipline, judgedBy, steps };
}

function tracedProgram(fields: Fields): TracedProgram | null {
  const { classPath, jar, words, main, assertions, heap, stack, properties, classes } = fields;
  // Older traces do not have these fields.
  const { library = "model", spuriousWakeups = false, toleratesUncaught = false } = fields;
  const { reductions = REDUCTIONS } = fields;
  const isWell =
    isTextOrNull(classPath) &&
    isTextOrNull(jar) &&
    isTexts(words) &&
    typeof main === "string" &&
    typeof assertions === "boolean" &&
    isSize(heap) &&
    isSize(stack) &&
    isTexts(properties) &&
    (library === "model" || library === "real") &&
    typeof spuriousWakeups === "boolean" &&
    isReductions(reductions) &&
    typeof toleratesUncaught === "boolean" &&
    isFields(classes) &&
    Object.values(classes).every((hash) => typeof hash === "string");
  if (!isWell) return null;
  return {
    classPath,
    jar,
    words,
    main,
    assertions,
    heap,
    stack,
    properties,
    library,
    spuriousWakeups,
    reductions,
    toleratesUncaught,
    classes: Object.fromEntries(
      Object.entries(classes).map(([name, hash]) => [name, String(hash)]),
    ),
  };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTextOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isSize = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0;
const isReductions = (value: unknown): value is readonly Reduction[] =>
  isTexts(value) && value.every((name) => REDUCTIONS.some((known) => known === name));
const isRefutedAssumption = (value: unknown): value is RefutedAssumption =>
  Array.isArray(value) && typeof value[0] === "string" && (value[1] === 1 || value[1] === 2);
const isStep = (value: unknown): value is Step =>
  isFields(value) && isIndex(value["thread"], 0) && isIndex(value["choice"], -1);
const isIndex = (value: unknown, least: number): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least;
