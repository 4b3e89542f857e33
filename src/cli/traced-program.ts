/** The program of a trace: read from its file, started as it was started then. */
import { readFileSync } from "node:fs";
import { InputUnreadableError } from "../core/errors.ts";
import { parseTraceFile, type TracedProgram, type TraceInput } from "../report/check/trace-file.ts";
import type { Machine } from "../vm/machine.ts";
import { classHashes, type StartOptions } from "./checked-program.ts";
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

export const tracedStart = (traced: TracedProgram, jdk: string | undefined): StartOptions => ({
  classPath: traced.classPath ?? undefined,
  jar: traced.jar ?? undefined,
  jdk,
  words: traced.words,
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
