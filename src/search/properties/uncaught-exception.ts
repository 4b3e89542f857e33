/** Uncaught exceptions: what a schedule that ends with one says about it. */
import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import { whyException } from "../why/exception.ts";
import { ValueOrigins } from "../why/origins/value-origins.ts";
import { type ExceptionData, exceptionData, exceptionText, stackOf } from "./exceptions.ts";
import type { Property } from "./property.ts";
import { threadRole } from "./thread-role.ts";
import type { Violation } from "./violation.ts";

export function describeUncaught(m: Machine, trace: readonly Step[]): Violation {
  const exception = exceptionData(m, m.uncaught);
  const message = `uncaught exception: ${exceptionText(exception)}`;
  return { kind: "uncaught", message, details: stackOf(m, m.uncaught), trace, exception };
}

/** Longer chains of causes are not followed. */
const MOST_CAUSES = 20;

/** The exception that was wrapped first: what went wrong, went wrong there. */
function rootCause(m: Machine, exception: number): number {
  const field = m.fieldOffset("java/lang/Throwable", "cause");
  let root = exception;
  for (let i = 0; i < MOST_CAUSES; i++) {
    const cause = m.H[root + field]!;
    // One without a cause is its own.
    if (cause === 0 || cause === root) break;
    root = cause;
  }
  return root;
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

const ASSERTION = "java.lang.AssertionError";

export const UNCAUGHT: Property<
  "uncaught",
  { readonly uncaught: boolean },
  "uncaught" | "assertion"
> = {
  kind: "uncaught",
  title: "uncaught exception",
  rule: "An uncaught exception ends a thread.",
  help: [
    "Under this schedule an exception or a failed assertion ends a thread.",
    "The schedule shows which thread wrote the values that led to it.",
    "If the values are wrong only when threads interleave, guard the reads and writes that belong together with one lock, or make them one atomic operation.",
  ].join(" "),
  foundAt: "end",
  defaults: { uncaught: true },
  options: [
    {
      flags: "--no-uncaught",
      about: "do not report uncaught exceptions (they end only their thread)",
    },
  ],
  isOn: ({ uncaught }) => uncaught,
  parse: ({ uncaught }) => ({ uncaught: uncaught !== false }),
  plural: "uncaught exceptions",
  machine: ({ uncaught }) => ({ toleratesUncaught: !uncaught }),
  describeEnd: describeUncaught,
  watch: (m) => new ValueOrigins(m),
  why: (m, _violation, { trace, watched }) => {
    if (!(watched instanceof ValueOrigins)) return null;
    const blame = watched.blameOf(rootCause(m, m.uncaught)) ?? watched.blameOf(m.uncaught);
    return blame === null ? null : whyException(trace, blame);
  },
  isKnownByMessage: false,
  isReplaceable: true,
  signatures: (m, { exception }) => [uncaughtSignature(exception!, m.thread)],
  reducible: {
    names: [
      { name: "uncaught", accepts: () => true },
      { name: "assertion", accepts: ({ exception }) => exception?.className === ASSERTION },
    ],
    settings: {},
    countsPreemptions: true,
  },
};
