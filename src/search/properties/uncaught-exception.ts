/** Uncaught exceptions: what a schedule that ends with one says about it. */
import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import { type ExceptionData, exceptionData, exceptionText, stackOf } from "./exceptions.ts";
import { threadRole } from "./thread-role.ts";
import type { Violation } from "./violation.ts";

export function describeUncaught(m: Machine, trace: readonly Step[]): Violation {
  const exception = exceptionData(m, m.uncaught);
  const message = `uncaught exception: ${exceptionText(exception)}`;
  return { kind: "uncaught", message, details: stackOf(m, m.uncaught), trace, exception };
}

/** The messages of these consist of names of classes, members and variables. */
const NAMING: ReadonlySet<string> = new Set([
  "java.lang.NullPointerException",
  "java.lang.ClassCastException",
  "java.lang.ArrayStoreException",
]);

export function uncaughtSignature({ className, message }: ExceptionData, thread: number): string {
  const isCompared = message !== null && !NAMING.has(className);
  const text = isCompared ? `: ${withoutNumbers(message)}` : "";
  return `uncaught ${className}${text}, in ${threadRole(thread)}`;
}

/** Counts, indices and addresses may change with every part that is removed. */
const withoutNumbers = (text: string): string =>
  text.replaceAll(/@[0-9a-f]+|-?\d+(?:\.\d+)?/g, "N");
