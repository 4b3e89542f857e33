/**
 * A walk over a state's live part tells the same states apart by hashes and by numbers for all it has seen;
 * and one that asks for everything tells the same states apart as whole vectors do.
 */
import { describe, expect, test } from "vitest";
import { RowInterner } from "../../../../src/core/row-interner.ts";
import { WordStack } from "../../../../src/core/word-stack.ts";
import { unrestrictedProgram } from "../../../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../../../src/fuzz/generator/program.ts";
import { BootPart } from "../../../../src/liveness/dynamic/boot-part.ts";
import { StateProjection } from "../../../../src/liveness/dynamic/state-projection.ts";
import { ThreadParts } from "../../../../src/liveness/dynamic/thread-parts.ts";
import { BootWords } from "../../../../src/state/boot-words.ts";
import { ObjectLayouts } from "../../../../src/state/object-layout.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { AccessLog } from "../../../../src/vm/memory/access-log.ts";
import { OBJECT_HEADER } from "../../../../src/vm/memory/object-layout.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { type Companion, FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const TRANSITIONS = 500;
const PROGRAMS = 40;

class TwoWalks implements Companion {
  readonly numbers = new Map<string, string>();
  readonly hashes = new Map<string, string>();
  /** Of walks that asked for everything: by number the vector, and the other way round. */
  readonly #vectors = new Map<string, string>();
  readonly #wholes = new Map<string, string>();
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #threads: readonly ThreadParts[];
  readonly #boots: readonly BootPart[];
  readonly #exact: StateProjection;
  readonly #hashed: StateProjection;
  readonly #log: AccessLog;

  constructor(m: Machine, boot: BootWords) {
    this.#m = m;
    this.#log = new AccessLog(m.H.length);
    this.#boot = boot;
    const runs = new RowInterner();
    const exact = new ThreadParts(m, boot, null, runs);
    const hashed = new ThreadParts(m, boot, null);
    this.#threads = [exact, hashed];
    this.#boots = [new BootPart(m, boot, runs), new BootPart(m, boot)];
    this.#exact = new StateProjection(m, boot, this.#boots[0]!, exact, runs);
    this.#hashed = new StateProjection(m, boot, this.#boots[1]!, hashed);
  }

  noteStep(thread: number, since: number): void {
    for (const each of this.#threads) each.noteStep(thread, since);
    for (const each of this.#boots) each.noteStep(since);
  }

  undoStep(): void {
    for (const each of this.#threads) each.undoStep();
    for (const each of this.#boots) each.undoStep();
  }

  arrive(pending: number, vector: string): string | null {
    return this.#compareParts(pending) ?? this.#compareWhole(pending, vector);
  }

  #compareWhole(pending: number, vector: string): string | null {
    this.#exact.start(pending);
    const whole = askForAll(this.#m, this.#exact, this.#boot, this.#boots[0]!, this.#log);
    if ((this.#vectors.get(whole) ?? vector) !== vector) return "two states, one walk";
    if ((this.#wholes.get(vector) ?? whole) !== whole) return "one state, two walks";
    this.#vectors.set(whole, vector);
    this.#wholes.set(vector, whole);
    return null;
  }

  #compareParts(pending: number): string | null {
    const number = this.#ask(this.#exact, pending, true);
    const hash = this.#ask(this.#hashed, pending, true);
    const isKnown = this.hashes.has(number);
    if ((this.hashes.get(number) ?? hash) !== hash) return "one number, two hashes";
    if ((this.numbers.get(hash) ?? number) !== number) return "one hash, two numbers";
    this.hashes.set(number, hash);
    this.numbers.set(hash, number);
    // What has been seen is found without being wanted; a walk that was not has no number.
    if (isKnown && this.#ask(this.#exact, pending, false) !== number) return "not found again";
    return null;
  }

  /** Asks for the first words of all objects that threads have. */
  #ask(walk: StateProjection, pending: number, isWanted: boolean): string {
    walk.start(pending);
    const list: number[] = [];
    for (let number = 1; number <= walk.count; number++) {
      const object = walk.objectAt(number);
      if (this.#m.wordsOf(object) > OBJECT_HEADER + 1) list.push(object, OBJECT_HEADER + 1);
    }
    expect(walk.readNew(Int32Array.from(list), 0, list.length, new WordStack())).toBe(true);
    walk.settle(isWanted);
    return `${walk.high} ${walk.low}`;
  }
}

/** Asks for all types, lengths, fields and elements that there are, those from before the start first. */
function askForAll(
  m: Machine,
  walk: StateProjection,
  boot: BootWords,
  part: BootPart,
  log: AccessLog,
): string {
  const ask = (...list: number[]): void => {
    expect(walk.readNew(Int32Array.from(list), 0, list.length, new WordStack())).toBe(true);
  };
  for (let index = 0; index < boot.count; index++) {
    const address = boot.addresses[index]!;
    if (!part.isRead(index) || m.H[address] === boot.initialValues[index]) continue;
    // Which they are is part of the answer.
    walk.put(address);
    ask(0, address);
  }
  walk.put(-1);
  for (let number = 1; number <= walk.count; number++) {
    log.start(m.heapTop);
    log.readObject(m, walk.objectAt(number));
    ask(...log.reads());
  }
  walk.settle(true);
  return `${walk.high}`;
}

/** A walk whose start is some steps after the program's: again and again, wherever the search is by then. */
class LateWalk implements Companion {
  /** States that were walked, and starts. */
  walked = 0;
  starts = 0;
  /** By walk the vector. */
  readonly #vectors = new Map<string, string>();
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #runs = new RowInterner();
  readonly #threads: ThreadParts;
  readonly #part: BootPart;
  readonly #walk: StateProjection;
  readonly #log: AccessLog;
  readonly #first: number;
  #depth = 0;
  #isStarted = false;

  constructor(m: Machine, first: number) {
    this.#m = m;
    this.#log = new AccessLog(m.H.length);
    this.#first = first;
    this.#boot = new BootWords(m, new ObjectLayouts(m), m.H.length);
    this.#threads = new ThreadParts(m, this.#boot, null, this.#runs);
    this.#part = new BootPart(m, this.#boot, this.#runs);
    this.#walk = new StateProjection(m, this.#boot, this.#part, this.#threads, this.#runs);
  }

  noteStep(thread: number, since: number): void {
    this.#depth++;
    if (!this.#isStarted) return;
    this.#threads.noteStep(thread, since);
    this.#part.noteStep(since);
  }

  undoStep(): void {
    this.#depth--;
    if (this.#depth < this.#first) this.#isStarted = false;
    if (!this.#isStarted) return;
    this.#threads.undoStep();
    this.#part.undoStep();
  }

  arrive(pending: number, vector: string): string | null {
    if (!this.#isStarted && this.#depth === this.#first) this.#start();
    if (!this.#isStarted) return null;
    this.walked++;
    this.#walk.start(pending);
    const whole = askForAll(this.#m, this.#walk, this.#boot, this.#part, this.#log);
    if ((this.#vectors.get(whole) ?? vector) !== vector) return "two states, one walk";
    this.#vectors.set(whole, vector);
    return null;
  }

  #start(): void {
    this.starts++;
    this.#isStarted = true;
    this.#vectors.clear();
    this.#runs.clear();
    this.#threads.forgetSteps();
    this.#boot.startHere();
    this.#part.clear();
  }
}

test("a walk that starts later tells no fewer states apart", { timeout: 5 * MINUTES }, () => {
  let walked = 0;
  let starts = 0;
  for (let seed = 5000; seed < 5000 + PROGRAMS; seed++) {
    const program = unrestrictedProgram(seed);
    const walks: LateWalk[] = [];
    const walk = new FingerprintWalk(randomMachine(program), undefined, (m) => {
      walks.push(new LateWalk(m, 1 + (seed % 9)));
      return walks[0]!;
    });
    walk.run(TRANSITIONS);
    expect(walk.difference, textOf(program)).toBeNull();
    walked += walks[0]!.walked;
    starts += walks[0]!.starts;
  }
  expect(walked).toBeGreaterThan(PROGRAMS * 100);
  expect(starts).toBeGreaterThan(PROGRAMS * 2);
});

describe("a walk by numbers", () => {
  test("in random programs", { timeout: 5 * MINUTES }, () => {
    let states = 0;
    for (let seed = 3000; seed < 3000 + PROGRAMS; seed++) {
      const program = unrestrictedProgram(seed);
      const walks: TwoWalks[] = [];
      const walk = new FingerprintWalk(randomMachine(program), undefined, (m, boot) => {
        walks.push(new TwoWalks(m, boot));
        return walks[0]!;
      });
      walk.run(TRANSITIONS);
      expect(walk.difference, textOf(program)).toBeNull();
      states += walks[0]!.numbers.size;
    }
    expect(states).toBeGreaterThan(PROGRAMS * 20);
  });
});
