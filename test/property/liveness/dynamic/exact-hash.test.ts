/** The exact hash of a state: one for each way it can lie in memory, and none for two states. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { unrestrictedProgram } from "../../../../src/fuzz/families/unrestricted/program.ts";
import { textOf } from "../../../../src/fuzz/generator/program.ts";
import { AddressHash } from "../../../../src/liveness/dynamic/address-hash.ts";
import {
  PART_EXACT_HIGH,
  PART_EXACT_LOW,
  ThreadParts,
} from "../../../../src/liveness/dynamic/thread-parts.ts";
import type { Machine } from "../../../../src/vm/machine.ts";
import { STATIC_BASE, THREAD_BASE } from "../../../../src/vm/memory/memory.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { bundledRuns } from "../../../support/programs/bundled-runs.ts";
import { isLong, sample } from "../../../support/size.ts";
import { type Companion, FingerprintWalk } from "../../../support/states/fingerprint-walk.ts";

const MINUTES = 60_000;
const TRANSITIONS = 1000;
const PROGRAMS = isLong ? 100 : 40;
const LITTLE = 600;

class ExactCompanion implements Companion {
  /** Hashes that were seen again. */
  repeated = 0;
  /** By hash: the state's vector, and its memory. By memory: the hash. */
  readonly #vectors = new Map<string, string>();
  readonly #hashes = new Map<string, string>();
  readonly #m: Machine;
  readonly #threads: ThreadParts;
  readonly #renewed: ThreadParts;
  readonly #exact: AddressHash;
  readonly #bootTop: number;
  /** What was there from the start and has ever been written, with its first value. */
  readonly #written = new Map<number, number>();

  /** `capacity`: words for what is known of threads. */
  constructor(m: Machine, capacity?: number) {
    this.#m = m;
    this.#bootTop = m.heapTop;
    this.#threads = new ThreadParts(m, { top: m.heapTop }, null, null, capacity);
    // It has no room to remember what a thread was like.
    this.#renewed = new ThreadParts(m, { top: m.heapTop }, null, null, 1);
    this.#exact = new AddressHash(m, this.#threads);
  }

  noteStep(thread: number, since: number, heapTop: number): void {
    const { wordLog, logTop } = this.#m;
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      if (address < STATIC_BASE || (address >= this.#bootTop && address < this.#m.heapTop))
        continue;
      if (!this.#written.has(address)) this.#written.set(address, wordLog[at + 1]!);
    }
    this.#threads.noteStep(thread, since);
    this.#exact.noteStep(since, heapTop);
  }

  undoStep(): void {
    this.#threads.undoStep();
    this.#exact.undoStep();
  }

  arrive(pending: number, vector: string): string | null {
    this.#exact.look(pending);
    const hash = `${this.#exact.high} ${this.#exact.low}`;
    const memory = this.#memory(pending);
    const known = this.#vectors.get(hash);
    if (known !== undefined) this.repeated++;
    if (known !== undefined && known !== vector) return "two states, one exact hash";
    if ((this.#hashes.get(memory) ?? hash) !== hash) return "one memory, two exact hashes";
    this.#vectors.set(hash, vector);
    this.#hashes.set(memory, hash);
    return null;
  }

  /** All there is, as it lies there: computed from nothing. */
  #memory(pending: number): string {
    const m = this.#m;
    const hash = createHash("md5");
    hash.update(Int32Array.of(pending, m.threadCount));
    hash.update(m.H.slice(0, THREAD_BASE));
    hash.update(m.H.slice(this.#bootTop, m.heapTop));
    const changed = [...this.#written].filter(([address, first]) => m.H[address] !== first);
    hash.update(
      changed
        .map(([address]) => `${address}:${m.H[address]}`)
        .toSorted()
        .join(),
    );
    for (let thread = 0; thread < m.threadCount; thread++) {
      // It is told of a step of each thread, so that nothing is taken over.
      this.#renewed.noteStep(thread, m.logTop);
      const at = this.#renewed.of(thread);
      const { words } = this.#renewed;
      hash.update(Int32Array.of(words[at + PART_EXACT_HIGH]!, words[at + PART_EXACT_LOW]!));
    }
    return hash.digest("base64");
  }
}

describe("an exact hash stands for one state", () => {
  test("in random programs, and states are come to again", { timeout: 5 * MINUTES }, () => {
    let repeated = 0;
    for (let seed = 2000; seed < 2000 + PROGRAMS; seed++) {
      const program = unrestrictedProgram(seed);
      const companions: ExactCompanion[] = [];
      const walk = new FingerprintWalk(randomMachine(program), undefined, (m) => {
        // Every other time there is little room, so that threads are forgotten now and then.
        companions.push(new ExactCompanion(m, seed % 2 === 0 ? undefined : LITTLE));
        return companions[0]!;
      });
      walk.run(TRANSITIONS);
      expect(walk.difference, textOf(program)).toBeNull();
      repeated += companions[0]!.repeated;
    }
    expect(repeated).toBeGreaterThan(PROGRAMS);
  });

  for (const { name, canRun, make } of sample(bundledRuns(["first"]), 24)) {
    test.skipIf(!canRun)(`in ${name}`, { timeout: MINUTES }, () => {
      const walk = new FingerprintWalk(make().m, undefined, (m) => new ExactCompanion(m));
      walk.run(TRANSITIONS);
      expect(walk.difference).toBeNull();
    });
  }
});
