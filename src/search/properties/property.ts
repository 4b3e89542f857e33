/**
 * What a search asks of every state it comes to. Deadlocks and uncaught
 * exceptions show in how a step ends, so the search sees them by itself; all
 * else that can be wrong with a state is asked by a property.
 */
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import type { ObjectNames } from "../trace/object-names.ts";
import type { Violation } from "./violation.ts";

export interface StateProperty {
  /**
   * Looks at a state that is new, or at which a path has ended well (`isEnd`;
   * those are not told apart from ones seen before). The machine stands between
   * two steps and must be left as it is. `trace` gives the steps that led here,
   * `names` the names by which a reader knows the objects already.
   */
  inspect(
    m: Machine,
    isEnd: boolean,
    trace: () => readonly Step[],
    names?: ObjectNames,
  ): Violation | null;
  /** The search begins again with other steps: what was collected must be collected anew. */
  restarted?(): void;
  /** Methods of the program that it evaluates: what they read is never dead. */
  readonly observers?: readonly RuntimeMethod[];
}

/** What the user asked for. */
export interface PropertySettings {
  /** Races are not looked for, told as warnings, or violations. */
  readonly races: "off" | "warn" | "error";
  /** Also races that are the library's own affair. */
  readonly libraryRaces: boolean;
  /** "p.Class.method". */
  readonly invariants: readonly string[];
  /** What the program may end with; null: anything. */
  readonly exitCodes: readonly number[] | null;
}

/** What the end of a schedule is judged by, besides deadlocks and uncaught exceptions. */
export interface Judgement {
  readonly properties: readonly StateProperty[];
  /** So many of the last steps must lead back to where they began; 0: none. */
  readonly cycle: number;
}

/** Deadlocks and uncaught exceptions only. */
export const PLAIN_JUDGEMENT: Judgement = { properties: [], cycle: 0 };

/** The first thing wrong with a state; all properties have seen it afterwards. */
export function inspectAll(
  properties: readonly StateProperty[],
  m: Machine,
  isEnd: boolean,
  trace: () => readonly Step[],
  names?: ObjectNames,
): Violation | null {
  let found: Violation | null = null;
  for (const property of properties) {
    const violation = property.inspect(m, isEnd, trace, names);
    found ??= violation;
  }
  return found;
}
