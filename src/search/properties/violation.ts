/** What went wrong on a schedule, with everything needed to report and replay it. */

import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import type { RacingAccess } from "../trace/trace.ts";
import { describeDeadlock } from "./deadlock.ts";
import type { ExceptionData } from "./exceptions.ts";
import { describeUncaught } from "./uncaught-exception.ts";

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
  /** The exception that was not caught. */
  readonly exception?: ExceptionData;
}

/** Equal for violations that need not be told twice. */
export function violationIdentity({ kind, message, details }: Violation): string {
  // Of a race, an invariant and an exit code the message says all; who was where differs each time.
  const isTold = kind === "race" || kind === "invariant" || kind === "exit-code";
  return [kind, message, ...(isTold ? [] : details)].join("\n");
}

export const describeViolation = (
  m: Machine,
  kind: "deadlock" | "uncaught",
  trace: readonly Step[],
): Violation => (kind === "deadlock" ? describeDeadlock(m, trace) : describeUncaught(m, trace));
