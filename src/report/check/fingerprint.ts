/**
 * What a violation is recognised by in a later version of the program. Lines move and objects are numbered anew,
 * so neither counts; the kind, the method, the variables and locks and the message do.
 */
import { createHash } from "node:crypto";
import type { ReportedViolation } from "../../check/check-report.ts";
import type { Frame, Trace } from "../../search/trace/trace.ts";

export function fingerprint({ kind, message, trace }: ReportedViolation, frame: Frame): string {
  const parts = [kind, frame.method, ...variables(trace), message].map(withoutNumbers);
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** What the threads wait for or race for, in an order that does not depend on the schedule. */
function variables({ waits, pending }: Trace): string[] {
  const targets = [
    ...waits.map(({ kind, target }) => `${kind} ${target ?? ""}`),
    ...pending.map(({ target }) => target),
  ];
  return [...new Set(targets.map(withoutNumbers))].toSorted();
}

/** Lines, indices, hash codes and numbers of objects, with what separates them from a name. */
const withoutNumbers = (text: string): string =>
  text.replaceAll(/@[0-9a-f]+\b|[#:]?\b(?:0x)?\d[\d,.]*\b/g, "");
