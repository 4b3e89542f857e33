/** Exit codes: what the program ends with on all schedules together, and whether that is allowed. */
import { BadUsageError } from "../../core/errors.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import { nameOfThread, ObjectNames } from "../trace/object-names.ts";
import { placeOfThread } from "../trace/source-place.ts";
import { describePlace } from "../trace/trace.ts";
import type { Property, StateProperty } from "./property.ts";
import type { Violation } from "./violation.ts";

export class ExitCodes implements StateProperty {
  readonly #allowed: ReadonlySet<number> | null;
  readonly #seen = new Set<number>();

  /** Null: all will do. */
  constructor(allowed: readonly number[] | null) {
    this.#allowed = allowed === null ? null : new Set(allowed);
  }

  get seen(): readonly number[] {
    return [...this.#seen].toSorted((a, b) => a - b);
  }

  restarted(): void {
    this.#seen.clear();
  }

  /** A JVM ends the program as soon as only daemon threads are left, even if they could still run. */
  atEnd(m: Machine, stage: "daemons" | "over", trace: () => readonly Step[]): Violation | null {
    const code = m.exitCode;
    this.#seen.add(code);
    const allowed = this.#allowed;
    if (allowed === null || allowed.has(code)) return null;
    const list = [...allowed].toSorted((a, b) => a - b).join(", ");
    return {
      kind: "exit-code",
      message: `exit code ${code}, and only ${list} will do`,
      details: [
        stage === "over" ? whereEnded(m) : "only daemon threads were left, so the program ended",
      ],
      trace: trace(),
    };
  }
}

/** Whose call it was; without one the last thread has come to its end. */
function whereEnded(m: Machine): string {
  const { thread } = m;
  if (m.threadAt(thread).hasEnded) return "the program came to its end";
  const place = placeOfThread(m, thread, new ObjectNames(m));
  return `${nameOfThread(m, thread)} ended the program at ${describePlace(place)} (${place.method})`;
}

/** Null: any. */
export const EXIT_CODE: Property<
  "exit-code",
  { readonly exitCodes: readonly number[] | null },
  never
> = {
  kind: "exit-code",
  title: "disallowed exit code",
  rule: "The program ends with an exit code that is not allowed.",
  help: [
    "Under this schedule the program ends with an exit code that `--exit-codes` does not list.",
    "A JVM also ends as soon as only daemon threads are left.",
    "Wait for the threads whose result decides the code, or allow the code.",
  ].join(" "),
  foundAt: "state",
  defaults: { exitCodes: null },
  options: [
    {
      flags: "--exit-codes <list>",
      about: "allow only these exit codes, such as 0 or 0,3 (default: any)",
    },
  ],
  isOn: ({ exitCodes }) => exitCodes !== null,
  parse: ({ exitCodes }) => ({
    exitCodes: typeof exitCodes === "string" ? parseCodes(exitCodes) : null,
  }),
  // Always: reports say what the exit codes were.
  make: (_, { exitCodes }) => new ExitCodes(exitCodes),
  record: ({ exitCodes }) => ({ exitCodes }),
  recall: ({ exitCodes }) => (exitCodes === null || isCodes(exitCodes) ? { exitCodes } : null),
  criteria: (_, { exitCodes }) => ({ properties: [new ExitCodes(exitCodes)], cycle: 0 }),
  isKnownByMessage: true,
  isReplaceable: false,
  signatures: (_, { message }) => [message],
  reducible: null,
};

function parseCodes(text: string): number[] {
  const codes = text.split(",").map((code) => code.trim());
  if (codes.every((code) => /^-?\d{1,10}$/.test(code))) return codes.map(Number);
  throw new BadUsageError(`--exit-codes ${text} is not a list of numbers`, {
    hint: "Write them with commas between: --exit-codes 0,3.",
  });
}

const isCodes = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((code) => Number.isInteger(code));
