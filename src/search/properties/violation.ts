/** What went wrong on a schedule, with everything needed to report and replay it. */

import { lineAt } from "../../vm/code/code-space.ts";
import { nullMessageAt } from "../../vm/interpreter/exceptions.ts";
import type { Machine } from "../../vm/machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import type { Step } from "../step.ts";
import { ObjectNames } from "../trace/object-names.ts";
import type { RacingAccess } from "../trace/trace.ts";
import { findWaits, waitLines } from "./waits.ts";

/** Frames of an exception that are told; endless recursion has more than anybody reads. */
const MAX_FRAMES = 30;

export const VIOLATION_KINDS = [
  "deadlock",
  "uncaught",
  "endless",
  "invariant",
  "exit-code",
  "race",
] as const;
export type ViolationKind = (typeof VIOLATION_KINDS)[number];

export interface Violation {
  readonly kind: ViolationKind;
  readonly message: string;
  /** Further lines: the threads of a deadlock, the stack of an exception. */
  readonly details: readonly string[];
  readonly trace: readonly Step[];
  /** Of an endless cycle: so many of the last steps lead back to where they began. */
  readonly cycle?: number;
  /** Of a race: what threads (by their numbers in the machine) are about to do. */
  readonly pending?: readonly RacingAccess[];
}

/** Equal for violations that need not be told twice. */
export function violationIdentity({ kind, message, details }: Violation): string {
  // Of a race, an invariant and an exit code the message says all; who was where differs each time.
  const isTold = kind === "race" || kind === "invariant" || kind === "exit-code";
  return [kind, message, ...(isTold ? [] : details)].join("\n");
}

export function describeViolation(
  m: Machine,
  kind: "deadlock" | "uncaught",
  trace: readonly Step[],
): Violation {
  if (kind === "deadlock") {
    const waits = findWaits(m, new ObjectNames(m), () => null);
    const details = waitLines(m, waits);
    return { kind, message: "deadlock: no thread can go on", details, trace };
  }
  const message = `uncaught exception: ${exceptionText(m, m.uncaught)}`;
  return { kind, message, details: stackOf(m, m.uncaught), trace };
}

/** "java.lang.AssertionError: lost", as its toString would say if nobody has overridden it. */
export function exceptionText(m: Machine, exception: number): string {
  const cls = m.classOf(exception);
  const message = m.H[exception + m.fieldOffset("java/lang/Throwable", "detailMessage")]!;
  const isNull = message === 0 && cls.supertypes.has(m.requireClass(NULL_POINTER).id);
  const text = isNull ? whatWasNull(m, exception) : message === 0 ? null : m.text(message);
  return `${cls.externalName}${text === null ? "" : `: ${text}`}`;
}

const NULL_POINTER = "java/lang/NullPointerException";

/** The message of a NullPointerException is worked out only when somebody asks. */
function whatWasNull(m: Machine, exception: number): string | null {
  const pcs = backtraceOf(m, exception);
  const isEmpty = pcs === 0 || m.H[pcs + ARRAY_LENGTH] === 0;
  return isEmpty ? null : nullMessageAt(m, m.H[pcs + ARRAY_DATA]!);
}

/** An int[] of pcs, 0 when there is none. */
const backtraceOf = (m: Machine, exception: number): number =>
  m.H[exception + m.fieldOffset("java/lang/Throwable", "backtrace")]!;

/** Where an exception was made. */
export function stackOf(m: Machine, exception: number): string[] {
  const pcs = backtraceOf(m, exception);
  if (pcs === 0) return [];
  const lines: string[] = [];
  for (let i = 0; i < m.H[pcs + ARRAY_LENGTH]!; i++) {
    const pc = m.H[pcs + ARRAY_DATA + i]!;
    if (pc < 0) continue;
    const { method } = m.space.codeAt(pc);
    const line = lineAt(method, m.space.offsetAt(pc));
    const file = method.owner.file?.sourceFile ?? "unknown source";
    lines.push(
      `at ${method.owner.externalName}.${method.name}(${file}${line < 0 ? "" : `:${line}`})`,
    );
  }
  if (lines.length <= MAX_FRAMES) return lines;
  return [...lines.slice(0, MAX_FRAMES), `… ${lines.length - MAX_FRAMES} more`];
}
