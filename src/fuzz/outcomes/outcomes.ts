/**
 * What a program can end in, as texts that two searches can be compared by. The
 * full ones have the memory at the end, which a search that leaves dead fields
 * out of its states may find different on another schedule, and nobody could
 * tell. The observed ones have what the program itself shows: that it ended, its
 * exit code, which exception went uncaught and where, where each thread of a
 * deadlock is. Programs that are made to be observed end with an exit code that
 * is made of what they have come to.
 */

import type { ExceptionData } from "../../search/properties/exceptions.ts";
import type { Violation } from "../../search/properties/violation.ts";
import type { Machine } from "../../vm/machine.ts";
import { memoryText, nobodysPlacesText } from "./memory-text.ts";

export interface Outcomes {
  readonly outcomes: ReadonlySet<string>;
  /** The same without what nobody can see. */
  readonly observed: ReadonlySet<string>;
}

export interface Exploration extends Outcomes {
  readonly states: number;
  /** False when the limit was reached first. */
  readonly isComplete: boolean;
}

export interface OutcomeTexts {
  /** A path on which nothing went wrong. */
  readonly end: (m: Machine) => string;
  readonly deadlock: (m: Machine) => string;
  /** Where an uncaught exception ended a thread: the whole exception without it. */
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

  /** What is in memory when the program is ended from within nobody can see any more. */
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
