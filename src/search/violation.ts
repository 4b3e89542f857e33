/** What went wrong on a schedule, with everything needed to report and replay it. */

import { lineAt } from "../vm/code-space.ts";
import type { KnownLevel } from "../vm/discipline.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";
import type { Step } from "./step.ts";
import { ObjectNames } from "./trace-names.ts";
import { findWaits, waitLines } from "./violation-waits.ts";

/** Frames of an exception that are told; endless recursion has more than anybody reads. */
const MAX_FRAMES = 30;

export interface Violation {
  readonly kind: "deadlock" | "uncaught" | "endless";
  readonly message: string;
  /** Further lines: the threads of a deadlock, the stack of an exception. */
  readonly details: readonly string[];
  readonly trace: readonly Step[];
  /** What is known to be visible: it decides where the steps end. */
  readonly discipline: readonly KnownLevel[];
}

export function describeViolation(
  m: Machine,
  kind: Violation["kind"],
  trace: readonly Step[],
): Violation {
  const discipline = m.discipline.known;
  if (kind === "deadlock") {
    const waits = findWaits(m, new ObjectNames(m), () => null);
    const details = waitLines(m, waits);
    return { kind, message: "deadlock: no thread can go on", details, trace, discipline };
  }
  if (kind === "endless") {
    return {
      kind,
      message: "endless: no schedule leaves this cycle",
      details: [],
      trace,
      discipline,
    };
  }
  return { kind, message: exceptionText(m), details: stackOf(m), trace, discipline };
}

function exceptionText(m: Machine): string {
  const name = m.classOf(m.uncaught).externalName;
  const message = m.H[m.uncaught + m.fieldOffset("java/lang/Throwable", "detailMessage")]!;
  return `uncaught exception: ${name}${message === 0 ? "" : `: ${m.text(message)}`}`;
}

function stackOf(m: Machine): string[] {
  const pcs = m.H[m.uncaught + m.fieldOffset("java/lang/Throwable", "backtrace")]!;
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
