/** The program of a trace: read from its file, started as it was started then. */
import { readFileSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { InputUnreadableError } from "../core/errors.ts";
import { type Booted, classHashes, type LaunchOptions } from "../launch/launchable-program.ts";
import { parseTraceFile, type TracedProgram, type TraceInput } from "../report/check/trace-file.ts";
import type { Machine } from "../vm/machine.ts";
import { REDUCTIONS } from "../vm/machine-options.ts";
import { type Host, report } from "./host.ts";

export function readTrace(path: string): TraceInput {
  return parseTraceFile(readText(path), path);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InputUnreadableError(`cannot read ${path}: ${why}`, { cause });
  }
}

export const tracedStart = (traced: TracedProgram, jdk: string | undefined): LaunchOptions => ({
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
  toleratesUncaught: traced.toleratesUncaught,
});

/** Asked when the schedule has been followed: by then its classes are loaded. */
export function warnOfChanges(traced: TracedProgram, m: Machine, host: Host): void {
  const now = classHashes(m);
  const changed = Object.entries(traced.classes)
    .filter(([name, hash]) => now[name] !== undefined && now[name] !== hash)
    .map(([name]) => name);
  if (changed.length === 0) return;
  report(host, `warning: changed since the trace was written: ${changed.join(", ")}`);
}

/** What a trace keeps of the program; paths are made absolute, so that it can be replayed from anywhere. */
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
    toleratesUncaught: options.toleratesUncaught ?? false,
    classes: classHashes(machine),
  };
}
