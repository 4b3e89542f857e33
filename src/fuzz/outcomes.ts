/**
 * What a program can end in, as texts that two searches can be compared by:
 * the memory at the end, the exit code, where each thread of a deadlock is, or
 * which exception went uncaught and where.
 */
import type { Machine } from "../vm/machine.ts";
import { memoryText, nobodysPlacesText } from "./outcome-text.ts";

export interface Exploration {
  readonly outcomes: ReadonlySet<string>;
  readonly states: number;
  /** False when the limit was reached first. */
  readonly isComplete: boolean;
}

export interface OutcomeTexts {
  /** A path on which nothing went wrong. */
  readonly end: (m: Machine) => string;
  readonly deadlock: (m: Machine) => string;
}

export const DEFAULT_TEXTS: OutcomeTexts = {
  end: (m) => `end ${memoryText(m)}`,
  deadlock: (m) => `${nobodysPlacesText(m)} ${memoryText(m)}`,
};

export const deadlockOf = (m: Machine, texts: OutcomeTexts): string =>
  `deadlock ${texts.deadlock(m)}`.trimEnd();

/** What is in memory when the program is ended from within nobody can see any more. */
export const exitOf = (m: Machine): string => `exit ${m.exitCode}`;

export const uncaughtOf = (message: string, details: readonly string[]): string =>
  `${message} ${details.join(" ")}`;
