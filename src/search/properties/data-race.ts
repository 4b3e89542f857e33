/**
 * Data races: two threads that both stand in front of an access to the same
 * variable, at least one of them a write, at least one of them plain. A program
 * has a race in the sense of the Java memory model if and only if some
 * sequentially consistent schedule brings two such accesses side by side, so a
 * search that visits all of these finds a race in every program that has one. It
 * reports the first races only: two accesses that are unordered only because a
 * value came through an earlier race (data behind a plain flag) never meet.
 *
 * Accesses inside Verify's atomic sections are not compared, because no other
 * thread runs between them.
 */

import { oneOf } from "../../core/one-of.ts";
import { FIRST_CHECKED } from "../../vm/code/instructions.ts";
import type { Machine } from "../../vm/machine.ts";
import { BY_FIELD, PLAIN } from "../../vm/native-api/memory-access.ts";
import type { RefutedAssumption } from "../../vm/sharing/observability.ts";
import type { Step } from "../step.ts";
import { ObjectNames } from "../trace/object-names.ts";
import { placeOfThread } from "../trace/source-place.ts";
import { describePlace, type Place } from "../trace/trace.ts";
import { whyRace } from "../why/race.ts";
import { heldLocks, type OwnedLock } from "./held-locks.ts";
import { PendingAccesses } from "./pending-accesses.ts";
import type { CollectedViolation, Property, StateProperty } from "./property.ts";
import { isOfProgram, sideOf } from "./race-scope.ts";
import { threadRole } from "./thread-role.ts";
import { fieldOfAddress, variableName, variableSort, variableText } from "./variables.ts";
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

/** With the thread's number in the machine. */
export interface NumberedAccess extends RaceAccess {
  readonly number: number;
}

export interface Race {
  /** "Account.balance", "element of int[]". */
  readonly variable: string;
  /** "static int field", "int element": the same whatever the program's classes and fields are called. */
  readonly sort: string;
  /** One line; the same for the same variable and pair of places. */
  readonly message: string;
  readonly accesses: readonly [NumberedAccess, NumberedAccess];
  /** A schedule that leads to it. */
  readonly trace: readonly Step[];
  /**
   * What was known of the program when it was found: where the schedule's steps
   * end follows from that. Null when something had just turned out wrong: steps
   * have ended where they never will again, so the schedule cannot be repeated.
   */
  readonly discipline: readonly RefutedAssumption[] | null;
}

/** One whose schedule can be run again. */
export type RepeatableRace = Race & { readonly discipline: readonly RefutedAssumption[] };

export const isRepeatable = (race: Race): race is RepeatableRace => race.discipline !== null;

export interface RaceOptions {
  /** A race is a violation; otherwise it is only collected. */
  readonly isError: boolean;
  /** Also those that are the library's affair. */
  readonly inLibrary: boolean;
  /** The only one of interest, by its message. */
  readonly wanted?: string | undefined;
}

/** Races collected at most. */
const MAX_RACES = 50;
/** pcs are far below this, so that two make one number. */
const PC_LIMIT = 2 ** 26;

export class DataRaces implements StateProperty {
  readonly #options: RaceOptions;
  readonly #accesses = new PendingAccesses();
  readonly #found = new Map<string, Race>();
  /** Pairs of pcs in the program's own code that need no second look. */
  readonly #settled = new Set<number>();
  /** The same for the library's: where the program called it makes a difference. */
  readonly #settledPaths = new Set<string>();
  /** There are more than are kept. */
  hasMore = false;

  constructor(options: RaceOptions) {
    this.#options = options;
  }

  /** In the order in which they were found. */
  get found(): readonly Race[] {
    return [...this.#found.values()];
  }

  collected(): readonly CollectedViolation[] {
    if (!this.#options.isError) return [];
    return this.found
      .filter(isRepeatable)
      .map((race) => ({ ...violationOf(race), discipline: race.discipline }));
  }

  restarted(): void {
    this.#found.clear();
    this.#settled.clear();
    this.#settledPaths.clear();
    this.hasMore = false;
  }

  /** Nothing is about to happen where the program is over, so ends are not looked at. */
  inspect(m: Machine, trace: () => readonly Step[], names?: ObjectNames): Violation | null {
    const accesses = this.#accesses;
    accesses.collect(m);
    if (accesses.writes === 0 || accesses.count < 2) return null;
    let first: Race | null = null;
    const { count, threads, from, to, isWrite } = accesses;
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        if (from[a]! >= to[b]! || from[b]! >= to[a]!) continue;
        if ((isWrite[a]! | isWrite[b]!) === 0 || threads[a] === threads[b]) continue;
        if (!this.#isRace(m, a, b)) continue;
        const race = this.#record(m, a, b, trace, names ?? new ObjectNames(m));
        first ??= race;
      }
    }
    return first === null || !this.#options.isError ? null : violationOf(first);
  }

  /** False also for what has been looked at before. */
  #isRace(m: Machine, a: number, b: number): boolean {
    const { pcs, modes, threads } = this.#accesses;
    const pair = pcs[a]! * PC_LIMIT + pcs[b]!;
    if (this.#settled.has(pair)) return false;
    const { object, address } = this.#variable(a, b);
    const field = fieldOfAddress(m, object, address);
    const isPlain = (at: number): boolean =>
      modes[at] === PLAIN || (modes[at] === BY_FIELD && field?.isVolatile !== true);
    const isUnordered = isPlain(a) || isPlain(b);
    const { code } = m.space;
    // What an instruction accesses is the same each time; a native's arguments may differ.
    const isFixed = code[pcs[a]!]! >= FIRST_CHECKED && code[pcs[b]!]! >= FIRST_CHECKED;
    if (!isUnordered) {
      if (isFixed) this.#settled.add(pair);
      return false;
    }
    const sides = [sideOf(m, threads[a]!), sideOf(m, threads[b]!)];
    if (isFixed && sides.every(({ callee }) => callee === null)) {
      this.#settled.add(pair);
      return true;
    }
    const path = `${variableName(m, object, address)}${sides[0]!.path},${sides[1]!.path}`;
    if (this.#settledPaths.has(path)) return false;
    this.#settledPaths.add(path);
    return this.#options.inLibrary || isOfProgram(sides, field);
  }

  /** Where two accesses overlap. */
  #variable(a: number, b: number): { object: number; address: number } {
    const { objects, from } = this.#accesses;
    return { object: objects[a]! || objects[b]!, address: Math.max(from[a]!, from[b]!) };
  }

  /** Null when it is known, or not wanted. */
  #record(
    m: Machine,
    a: number,
    b: number,
    trace: () => readonly Step[],
    names: ObjectNames,
  ): Race | null {
    const { threads, isWrite } = this.#accesses;
    const { object, address } = this.#variable(a, b);
    const variable = variableName(m, object, address);
    const places = [placeOfThread(m, threads[a]!, names), placeOfThread(m, threads[b]!, names)];
    const message = messageOf(variable, places);
    if (this.#options.wanted !== undefined && message !== this.#options.wanted) return null;
    if (this.#found.has(message)) return null;
    if (this.#found.size >= MAX_RACES) {
      this.hasMore = true;
      return null;
    }
    const target = variableText(m, names, object, address);
    const access = (at: number, place: Place): NumberedAccess => ({
      number: threads[at]!,
      thread: names.threadNumbered(threads[at]!),
      kind: isWrite[at] === 1 ? "write" : "read",
      target,
      place,
      locks: heldLocks(m, threads[at]!).map((lock) => lockText(names, lock)),
    });
    const accesses = ordered(access(a, places[0]!), access(b, places[1]!));
    const discipline = m.sharing.isRefuted ? null : m.sharing.refuted;
    const sort = variableSort(m, object, address);
    const race: Race = { variable, sort, message, accesses, trace: trace(), discipline };
    this.#found.set(message, race);
    return race;
  }
}

const byPlace = (a: Place, b: Place): number => {
  const [fileA, fileB] = [a.file ?? a.method, b.file ?? b.method];
  return fileA === fileB ? a.line - b.line : fileA < fileB ? -1 : 1;
};

/** The one whose line comes first; on one line the write. */
function ordered(a: NumberedAccess, b: NumberedAccess): [NumberedAccess, NumberedAccess] {
  const order = byPlace(a.place, b.place);
  const isReversed = order > 0 || (order === 0 && a.kind === "read" && b.kind === "write");
  return isReversed ? [b, a] : [a, b];
}

const messageOf = (variable: string, places: readonly Place[]): string =>
  `data race on ${variable}: ${places.toSorted(byPlace).map(describePlace).join(" and ")}`;

const lockText = (names: ObjectNames, { object, kind }: OwnedLock): string =>
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
  pending: race.accesses.map(({ number, kind, target, place }) => ({
    thread: number,
    kind,
    target,
    place,
  })),
});

/** The kind of variable, and which threads have a lock. */
export function raceSignature({ sort, accesses }: Pick<Race, "sort" | "accesses">): string {
  const sides = accesses.map(
    ({ number, locks }) =>
      `${threadRole(number)} with ${locks.length === 0 ? "no lock" : "a lock"}`,
  );
  return `data race on ${sort}: ${sides.toSorted().join(", ")}`;
}

const RACES = ["off", "warn", "error"] as const;

export interface RaceSettings {
  /** Data races are not looked for, reported as warnings, or as violations. */
  readonly races: (typeof RACES)[number];
  /** Also races inside thread-safe classes of the library. */
  readonly libraryRaces: boolean;
}

export const DATA_RACE: Property<"race", RaceSettings, "race"> = {
  kind: "race",
  title: "data race",
  rule: "Two threads access the same variable, at least one writes, and nothing orders the accesses.",
  help: [
    "No lock, volatile variable or other synchronisation says which of the two accesses comes first.",
    "The Java memory model then allows stale and reordered values that no schedule explains.",
    "Guard both accesses with the same lock, make the variable volatile, or use a class of `java.util.concurrent.atomic`.",
  ].join(" "),
  foundAt: "state",
  defaults: { races: "warn", libraryRaces: false },
  options: [
    {
      flags: `--races <${RACES.join("|")}>`,
      about: "ignore data races, report them as warnings, or as violations",
      default: "warn",
    },
    {
      flags: "--library-races",
      about: "also report races inside thread-safe library classes",
    },
  ],
  isOn: ({ races }) => races !== "off",
  parse: ({ races, libraryRaces }) => ({
    races: oneOf("--races", String(races), RACES),
    libraryRaces: libraryRaces === true,
  }),
  make: (_, { races, libraryRaces }) =>
    races === "off" ? null : new DataRaces({ isError: races === "error", inLibrary: libraryRaces }),
  criteria: (_m, _settings, { message }) => {
    // Prefer the recorded race; accept any other, as the program may have changed.
    const options = { isError: true, inLibrary: true };
    return {
      properties: [new DataRaces({ ...options, wanted: message }), new DataRaces(options)],
      cycle: 0,
    };
  },
  why: (_m, _violation, { trace }) => whyRace(trace),
  isKnownByMessage: true,
  isReplaceable: false,
  signatures: (_, _violation, asked) =>
    asked instanceof DataRaces ? asked.found.map(raceSignature) : ["data race"],
  reducible: {
    names: [{ name: "race", accepts: () => true }],
    settings: { races: "error" },
    // A race needs no preemption.
    countsPreemptions: false,
  },
  locations: ({ pending }) => pending.map(({ place }) => place),
  caveat:
    "the program has data races: the verdict covers sequentially consistent executions, and the Java memory model allows others",
};
