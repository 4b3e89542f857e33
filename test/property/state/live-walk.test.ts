/** A walk over a state's live part tells the same states apart by hashes and by numbers for all it has seen. */
import { describe, expect, test } from "vitest";
import { randomProgram, textOf } from "../../../src/fuzz/random-programs.ts";
import type { BootWords } from "../../../src/state/boot-words.ts";
import { LiveWalk } from "../../../src/state/live-walk.ts";
import { ThreadParts } from "../../../src/state/thread-parts.ts";
import { WordRuns } from "../../../src/state/word-runs.ts";
import { WordStack } from "../../../src/state/word-stack.ts";
import { OBJECT_HEADER } from "../../../src/vm/layout.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { type Companion, FingerprintWalk } from "../../support/fingerprint-walk.ts";
import { randomMachine } from "../../support/random-machines.ts";

const MINUTES = 60_000;
const TRANSITIONS = 500;
const PROGRAMS = 100;

class TwoWalks implements Companion {
  readonly numbers = new Map<string, string>();
  readonly hashes = new Map<string, string>();
  readonly #m: Machine;
  readonly #threads: readonly ThreadParts[];
  readonly #exact: LiveWalk;
  readonly #hashed: LiveWalk;

  constructor(m: Machine, boot: BootWords) {
    this.#m = m;
    const runs = new WordRuns();
    const exact = new ThreadParts(m, boot.top, null, runs);
    const hashed = new ThreadParts(m, boot.top, null);
    this.#threads = [exact, hashed];
    this.#exact = new LiveWalk(m, boot, exact, runs);
    this.#hashed = new LiveWalk(m, boot, hashed);
  }

  noteStep(thread: number, since: number): void {
    for (const each of this.#threads) each.noteStep(thread, since);
  }

  undoStep(): void {
    for (const each of this.#threads) each.undoStep();
  }

  arrive(pending: number): string | null {
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
  #ask(walk: LiveWalk, pending: number, isWanted: boolean): string {
    walk.start(pending);
    const list: number[] = [];
    for (let number = 1; number <= walk.count; number++) {
      const object = walk.objectAt(number);
      if (this.#m.wordsOf(object) > OBJECT_HEADER + 1) list.push(object, OBJECT_HEADER + 1);
    }
    expect(walk.askNew(Int32Array.from(list), 0, list.length, new WordStack())).toBe(true);
    walk.settle(isWanted);
    return `${walk.high} ${walk.low}`;
  }
}

describe("a walk by numbers", () => {
  test("in random programs", { timeout: 5 * MINUTES }, () => {
    let states = 0;
    for (let seed = 3000; seed < 3000 + PROGRAMS; seed++) {
      const program = randomProgram(seed);
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
