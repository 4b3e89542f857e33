/**
 * What a failure is known by in another version of the same program, in which parts
 * are missing, lines are unknown and classes, members and threads may have other names.
 * Two failures with the same words are taken for one. What stays in the words is what
 * nobody renames, or what the failure is about: the class and the text of an exception,
 * what each thread of a deadlock waits for, the kind of variable that a race is about.
 */
import { unreachable } from "../../core/assert.ts";
import type { Machine } from "../../vm/machine.ts";
import { ObjectNames } from "../trace/object-names.ts";
import type { Wait } from "../trace/trace.ts";
import type { Race } from "./data-race.ts";
import type { Violation } from "./violation.ts";
import { findCycle, findWaits, waitPhrase } from "./waits.ts";

/** The machine stands where the violation was found. */
export function failureSignature(
  m: Machine,
  violation: Violation,
  race: Race | null = null,
): string {
  switch (violation.kind) {
    case "deadlock":
      return `deadlock: ${deadlockWords(findWaits(m, new ObjectNames(m), () => null))}`;
    case "uncaught":
      return uncaughtWords(violation, m.thread);
    case "endless":
      return endlessWords(violation);
    case "race":
      return race === null ? "data race" : raceWords(race);
    case "invariant":
    case "exit-code":
      return violation.message;
    default:
      return unreachable(violation.kind);
  }
}

const MAIN = 0;
const who = (thread: number): string => (thread === MAIN ? "main" : "another thread");

const UNCAUGHT = /^uncaught exception: ([^\s:]+)(?:: (.*))?$/s;
/** Their texts are made of names of classes, members and variables, and of how the code is written. */
const NAMING = new Set([
  "java.lang.NullPointerException",
  "java.lang.ClassCastException",
  "java.lang.ArrayStoreException",
]);

export function uncaughtWords({ message }: Pick<Violation, "message">, thread: number): string {
  const [, name = message, text] = UNCAUGHT.exec(message) ?? [];
  const isCompared = text !== undefined && !NAMING.has(name);
  return `uncaught ${name}${isCompared ? `: ${withoutNumbers(text)}` : ""}, in ${who(thread)}`;
}

/** How many there were, which one it was, and where it lay in memory may change with every part that goes. */
const withoutNumbers = (text: string): string =>
  text.replaceAll(/@[0-9a-f]+|-?\d+(?:\.\d+)?/g, "N");

export function deadlockWords(waits: readonly Wait[]): string {
  const circle = findCycle(waits);
  if (circle.length > 0) {
    const words = circle.map((thread) => {
      const { reason } = waits.find((wait) => wait.thread === thread)!;
      return `${who(thread)} ${waitPhrase(reason)}`;
    });
    return `a circle: ${leastRotation(words).join(", ")}`;
  }
  const busy = waits.filter((wait) => !wait.isIdle);
  if (busy.length === 0) return "only idle pool workers are left";
  return withoutBystanders(busy)
    .map(({ thread, reason, owner }) => {
      const owned = owner < 0 ? "" : `, up to ${who(owner)}`;
      return `${who(thread)} ${waitPhrase(reason)}${owned}`;
    })
    .toSorted()
    .join("; ");
}

/** Where a circle begins is a matter of numbers. */
function leastRotation(words: readonly string[]): readonly string[] {
  const rotations = words.map((_, i) => [...words.slice(i), ...words.slice(0, i)]);
  return rotations.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))[0] ?? [];
}

/** Those who wait for the end of others, and whom nobody waits for, suffer from it and are no part of it. */
function withoutBystanders(waits: readonly Wait[]): readonly Wait[] {
  const wanted = new Set(waits.map(({ owner }) => owner));
  const left = waits.filter(
    ({ thread, reason }) => wanted.has(thread) || !reason.startsWith("waits for the end of"),
  );
  return left.length === waits.length || left.length === 0 ? waits : withoutBystanders(left);
}

export function endlessWords({ trace, cycle = 0 }: Pick<Violation, "trace" | "cycle">): string {
  const running = new Set(trace.slice(trace.length - cycle).map(({ thread }) => thread));
  const others = running.size - (running.has(MAIN) ? 1 : 0);
  const parts = [
    ...(running.has(MAIN) ? ["main"] : []),
    ...(others === 0 ? [] : [`${others} other thread${others === 1 ? "" : "s"}`]),
  ];
  return `endless cycle of ${parts.join(" and ")}`;
}

export function raceWords({ sort, accesses }: Pick<Race, "sort" | "accesses">): string {
  const sides = accesses.map(
    ({ number, locks }) => `${who(number)} with ${locks.length === 0 ? "no lock" : "a lock"}`,
  );
  return `data race on ${sort}: ${sides.toSorted().join(", ")}`;
}
