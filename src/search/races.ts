/**
 * Data races: two threads that both stand in front of an access to the same
 * variable, at least one of them a write, at least one of them plain. A program
 * has a race in the sense of the Java memory model if and only if some
 * sequentially consistent schedule brings two such accesses side by side, so a
 * search that visits all of those misses no program with races. What is told
 * are the first races: accesses that are unordered only because a value came
 * through an earlier race (data behind a plain flag) never meet.
 *
 * Accesses inside Verify's atomic sections are not compared: nobody can come in
 * between.
 */
import type { Machine } from "../vm/machine.ts";
import { type HeldLock, heldLocks } from "./held-locks.ts";
import type { StateProperty } from "./property.ts";
import { PendingAccesses } from "./race-access.ts";
import { BY_FIELD, fieldOfAddress, PLAIN, variableName, variableText } from "./race-fields.ts";
import { callee, isOfProgram } from "./race-library.ts";
import type { Step } from "./step.ts";
import { describePlace, type Place } from "./trace.ts";
import { nameOfThread, ObjectNames } from "./trace-names.ts";
import { placeOfThread } from "./trace-place.ts";
import type { Violation } from "./violation.ts";

export interface RaceAccess {
  readonly thread: string;
  readonly kind: "read" | "write";
  /** "Account#1.balance". */
  readonly target: string;
  readonly place: Place;
  /** The locks that the thread has, in words. */
  readonly locks: readonly string[];
}

export interface Race {
  /** "Account.balance", "element of int[]". */
  readonly variable: string;
  /** One line; the same for the same variable and pair of places. */
  readonly message: string;
  readonly accesses: readonly [RaceAccess, RaceAccess];
  /** A schedule that leads to it. */
  readonly trace: readonly Step[];
}

export interface RaceOptions {
  /** A race is a violation; otherwise it is only collected. */
  readonly isError: boolean;
  /** Also those that are the library's affair. */
  readonly inLibrary: boolean;
  /** The only one of interest, by its message. */
  readonly wanted?: string | undefined;
}

/** Races collected at most. */
const MAX_RACES = 100;
/** pcs are far below this, so that two make one number. */
const PC_LIMIT = 2 ** 26;

export class Races implements StateProperty {
  readonly #options: RaceOptions;
  readonly #accesses = new PendingAccesses();
  readonly #found = new Map<string, Race>();
  /** Pairs of pcs that need no second look. */
  readonly #settled = new Set<number>();
  /** There are more than are kept. */
  hasMore = false;

  constructor(options: RaceOptions) {
    this.#options = options;
  }

  /** In the order in which they were found. */
  get found(): readonly Race[] {
    return [...this.#found.values()];
  }

  restarted(): void {
    this.#found.clear();
    this.#settled.clear();
    this.hasMore = false;
  }

  inspect(m: Machine, isEnd: boolean, trace: () => readonly Step[]): Violation | null {
    if (isEnd) return null;
    const accesses = this.#accesses;
    accesses.collect(m);
    if (accesses.writes === 0 || accesses.count < 2) return null;
    let first: Race | null = null;
    const { count, threads, from, to, isWrite } = accesses;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        if (from[a]! >= to[b]! || from[b]! >= to[a]!) continue;
        if ((isWrite[a]! | isWrite[b]!) === 0 || threads[a] === threads[b]) continue;
        const race = this.#judge(m, a, b, trace);
        first ??= race;
      }
    }
    return first === null || !this.#options.isError ? null : violationOf(first);
  }

  /** Null when it is none, or known. */
  #judge(m: Machine, a: number, b: number, trace: () => readonly Step[]): Race | null {
    const { pcs, modes, objects, from, threads, isWrite } = this.#accesses;
    const pair = pcs[a]! * PC_LIMIT + pcs[b]!;
    if (this.#settled.has(pair)) return null;
    const object = objects[a]! || objects[b]!;
    const address = Math.max(from[a]!, from[b]!);
    const field = fieldOfAddress(m, object, address);
    const isPlain = (at: number): boolean =>
      modes[at] === PLAIN || (modes[at] === BY_FIELD && field?.isVolatile !== true);
    if (!isPlain(a) && !isPlain(b)) {
      // What a field instruction accesses is the same each time; a native's arguments may differ.
      if (modes[a] === BY_FIELD && modes[b] === BY_FIELD) this.#settled.add(pair);
      return null;
    }
    const callees = [callee(m, threads[a]!), callee(m, threads[b]!)];
    if (!this.#options.inLibrary && !isOfProgram(callees, field)) return null;
    const names = new ObjectNames(m);
    const places = [placeOfThread(m, threads[a]!, names), placeOfThread(m, threads[b]!, names)];
    const message = messageOf(variableName(m, object, address), places);
    const { wanted } = this.#options;
    if (wanted !== undefined && message !== wanted) return null;
    // Code of the program's is its own place, whoever called it.
    if (callees.every((cls) => cls === null)) this.#settled.add(pair);
    if (this.#found.has(message)) return null;
    if (this.#found.size >= MAX_RACES) {
      this.hasMore = true;
      return null;
    }
    const target = variableText(m, names, object, address);
    const access = (at: number, place: Place): RaceAccess => ({
      thread: nameOfThread(m, threads[at]!),
      kind: isWrite[at] === 1 ? "write" : "read",
      target,
      place,
      locks: heldLocks(m, threads[at]!).map((lock) => lockText(names, lock)),
    });
    const race: Race = {
      variable: variableName(m, object, address),
      message,
      accesses: ordered(access(a, places[0]!), access(b, places[1]!)),
      trace: trace(),
    };
    this.#found.set(message, race);
    return race;
  }
}

const byPlace = (a: Place, b: Place): number => {
  const [fileA, fileB] = [a.file ?? a.method, b.file ?? b.method];
  return fileA === fileB ? a.line - b.line : fileA < fileB ? -1 : 1;
};

/** The one whose line comes first; on one line the write. */
function ordered(a: RaceAccess, b: RaceAccess): [RaceAccess, RaceAccess] {
  const order = byPlace(a.place, b.place);
  const isReversed = order > 0 || (order === 0 && a.kind === "read" && b.kind === "write");
  return isReversed ? [b, a] : [a, b];
}

const messageOf = (variable: string, places: readonly Place[]): string =>
  `data race on ${variable}: ${places.toSorted(byPlace).map(describePlace).join(" and ")}`;

const lockText = (names: ObjectNames, { object, kind }: HeldLock): string =>
  `${kind === "read lock" ? "the read lock of " : ""}${names.object(object)}`;

/** One line for each of the two accesses. */
export function raceLines(race: Race): string[] {
  return race.accesses.map(({ thread, kind, target, place, locks }) => {
    const inside = place.library === null ? "" : ` in ${place.library}()`;
    const where = `${describePlace(place)} (${place.method})`;
    const held = locks.length === 0 ? "no lock" : locks.join(", ");
    return `${thread} ${kind}s ${target}${inside} at ${where}, holding ${held}`;
  });
}

export const violationOf = (race: Race): Violation => ({
  kind: "race",
  message: race.message,
  details: raceLines(race),
  trace: race.trace,
});
