/**
 * The stores on real states. One search of each bundled program asks all of
 * them about every state it meets; searches with one store each then have to
 * agree in what they count and find.
 */
import { describe, expect, test } from "vitest";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { VectorHash } from "../../src/state/vector/vector-hash.ts";
import { BitstateStore } from "../../src/state/stores/bitstate-store.ts";
import { CompactStore } from "../../src/state/stores/compact-store.ts";
import { ExactStore } from "../../src/state/stores/exact-store.ts";
import { NEW_STATE, type PartitionedVector, type StateStore, type VectorStore } from "../../src/state/stores/store.ts";
import { machineOf } from "../support/machine.ts";
import { type BundledProgram, bundledProgramList, type ExpectedRun } from "./manifest.ts";
import { sample } from "../support/size.ts";
import { untilFound } from "../support/searches.ts";

const TIMEOUT = 120_000;
const LIMITS = { states: 8000, depth: 100_000 };
const TABLE_BYTES = 2000;

const jdk = findJdk({});
const programs = bundledProgramList();

/** Answers as the exact store does, and counts where others answer otherwise. */
class AllStores implements VectorStore {
  readonly needsVector = true;
  readonly exact = new ExactStore();
  readonly compact = new CompactStore();
  readonly bitstate = new BitstateStore(TABLE_BYTES);
  /** States whose words are divided into parts in a wrong way. */
  badParts = 0;
  disagreements = 0;
  /** Known states that the bitstate store takes for new. */
  invented = 0;
  readonly #fingerprint = new VectorHash();

  get size(): number {
    return this.exact.size;
  }

  get bytes(): number {
    return this.exact.bytes;
  }

  storeSleepSets(): boolean {
    return this.exact.storeSleepSets();
  }

  narrowVector(state: PartitionedVector, asleep: number): void {
    this.exact.narrowVector(state, asleep);
  }

  visitVector(state: PartitionedVector, asleep: number): number {
    const { vector, ends, parts, threadParts } = state;
    const used = ends.subarray(0, parts);
    const isAscending = used.every((end, i) => end >= (used[i - 1] ?? 0));
    if (!isAscending || threadParts > parts || parts < 2) this.badParts++;
    this.#fingerprint.of(vector, used.at(-1) ?? 0);
    const { high, low } = this.#fingerprint;
    const kept = this.exact.visitVector(state, asleep);
    const isNew = kept === NEW_STATE;
    if ((this.compact.visit(high, low, 0) === NEW_STATE) !== isNew) this.disagreements++;
    if (this.bitstate.visit(high, low) === NEW_STATE && !isNew) this.invented++;
    return kept;
  }

  describe() {
    return this.exact.describe();
  }
}

function explore(program: BundledProgram, run: ExpectedRun, newStore: () => StateStore) {
  const needsJdk = program.needsJdk || run.needsJdk === true;
  const { m } = machineOf({
    mainClass: program.name,
    args: run.args,
    jdk: needsJdk ? jdk!.home : null,
    undo: true,
    checking: true,
  });
  const explorer = new DepthFirst(m, LIMITS, { newStore });
  const told = untilFound(explorer);
  // What is not about states depends on what is kept of them.
  const { storeBytes: _, ...counts } = explorer.counts;
  const { kind, message } = told.kind === "violated" ? told.violation : {};
  return { result: told.kind, counts, kind, message };
}

describe("all stores agree about every state of", () => {
  for (const program of programs) {
    const runs = program.runs.filter((run) => jdk !== null || !(program.needsJdk || run.needsJdk));
    test.each(sample(runs, 1))(`${program.name} $args`, { timeout: TIMEOUT }, (run) => {
      let stores = new AllStores();
      const { counts } = explore(program, run, () => {
        stores = new AllStores();
        return stores;
      });
      const { badParts, disagreements, invented } = stores;
      expect({ badParts, disagreements, invented }).toEqual({
        badParts: 0,
        disagreements: 0,
        invented: 0,
      });
      expect(stores.exact.size).toBe(counts.states);
      expect(stores.compact.size).toBe(counts.states);
      expect(stores.bitstate.size).toBeLessThanOrEqual(counts.states);
    });
  }
});

describe("searches with one store each", () => {
  test.each(["BankTransfer", "LostWakeup"])("of %s agree", { timeout: TIMEOUT }, (name) => {
    const program = programs.find((bundled) => bundled.name === name)!;
    for (const run of program.runs) {
      const exact = explore(program, run, () => new ExactStore());
      expect(explore(program, run, () => new CompactStore())).toEqual(exact);
      const bitstate = explore(program, run, () => new BitstateStore(300));
      // A violation that one of them misses would let it go on and see more.
      if (exact.kind !== undefined || exact.result !== "done") continue;
      expect(bitstate.counts.states).toBeLessThanOrEqual(exact.counts.states);
    }
  });
});
