/**
 * The outcomes of a program as texts by which two searches can be compared. Full outcomes contain the final
 * memory; a search that leaves out dead fields may find another one on another schedule, which no observer
 * could tell. Observed outcomes contain what the program itself shows: that it ended, its exit code, which
 * exception was uncaught and where, and where each thread of a deadlock is. Programs made to be observed end
 * with an exit code computed from their results.
 */

import type { ExceptionData } from "../../search/properties/exceptions.ts";
import type { Violation } from "../../search/properties/violation.ts";
import type { Machine } from "../../vm/machine.ts";
import { memoryText, nobodysPlacesText } from "./memory-text.ts";

export interface Outcomes {
  readonly outcomes: ReadonlySet<string>;
  /** The same, reduced to what can be observed. */
  readonly observed: ReadonlySet<string>;
}

export interface Exploration extends Outcomes {
  readonly states: number;
  /** False if the limit was reached first. */
  readonly isComplete: boolean;
}

export interface OutcomeTexts {
  /** Describes the end of a path without violation. */
  readonly end: (m: Machine) => string;
  readonly deadlock: (m: Machine) => string;
  /** Describes an uncaught exception that ended a thread; by default with all details. */
  readonly uncaught?: (exception: ExceptionData) => string;
}

export const DEFAULT_TEXTS: OutcomeTexts = {
  end: (m) => `end ${memoryText(m)}`,
  deadlock: (m) => `${nobodysPlacesText(m)} ${memoryText(m)}`,
};

const DEADLOCK = "deadlock";

export const isDeadlock = (outcome: string): boolean => outcome.startsWith(DEADLOCK);

export class FoundOutcomes implements Outcomes {
  readonly outcomes = new Set<string>();
  readonly observed = new Set<string>();
  readonly #texts: OutcomeTexts;

  constructor(texts: OutcomeTexts) {
    this.#texts = texts;
  }

  clear(): void {
    this.outcomes.clear();
    this.observed.clear();
  }

  /** All threads have ended. */
  addEnd(m: Machine): void {
    this.outcomes.add(this.#texts.end(m));
    this.observed.add(`end ${m.exitCode}`);
  }

  /** The program exited. Its memory can no longer be observed. */
  addExit(m: Machine): void {
    this.#addBoth(`exit ${m.exitCode}`);
  }

  addDeadlock(m: Machine): void {
    this.outcomes.add(`${DEADLOCK} ${this.#texts.deadlock(m)}`.trimEnd());
    this.observed.add(`${DEADLOCK} ${nobodysPlacesText(m)}`);
  }

  addUncaught({ message, details, exception }: Violation): void {
    const { uncaught } = this.#texts;
    const isShort = uncaught !== undefined && exception !== undefined;
    this.#addBoth(isShort ? uncaught(exception) : `${message} ${details.join(" ")}`);
  }

  #addBoth(text: string): void {
    this.outcomes.add(text);
    this.observed.add(text);
  }
}
