/** What the program ends with, on all schedules together; and whether that was asked for. */
import type { Machine } from "../../vm/machine.ts";
import { keepsProgramAlive, type Step } from "../step.ts";
import { nameOfThread, ObjectNames } from "../trace/object-names.ts";
import { placeOfThread } from "../trace/source-place.ts";
import { describePlace } from "../trace/trace.ts";
import type { StateProperty } from "./property.ts";
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

  inspect(m: Machine, isEnd: boolean, trace: () => readonly Step[]): Violation | null {
    // A JVM ends the program as soon as only daemon threads are left, even if they could still run.
    if (!isEnd && keepsProgramAlive(m)) return null;
    const code = m.exitCode;
    this.#seen.add(code);
    const allowed = this.#allowed;
    if (allowed === null || allowed.has(code)) return null;
    const list = [...allowed].toSorted((a, b) => a - b).join(", ");
    return {
      kind: "exit-code",
      message: `exit code ${code}, and only ${list} will do`,
      details: [isEnd ? whereEnded(m) : "only daemon threads were left, so the program ended"],
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
