/** Mistakes about what makes up a state, whatever is dead in it. */
import { DONE, type Search } from "../../../src/search/search.ts";
import { ExactStore } from "../../../src/state/stores/exact-store.ts";
import type { PartitionedVector } from "../../../src/state/stores/store.ts";
import { RECORD_WORDS } from "../../../src/state/thread-record-words.ts";
import { MARKED_WORDS } from "../../../src/state/vector/canonicalizer.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { HASH_MASK, OBJECT_HEADER } from "../../../src/vm/memory/object-layout.ts";
import { F_INTERRUPTED, F_NOTIFIED, T_FLAGS } from "../../../src/vm/memory/thread-record.ts";
import { type Mutant, type MutantParts, mutant, withDvr } from "./mutant.ts";

/** Part of the words that the canonicalizer has written. */
interface Part {
  readonly vector: Int32Array;
  readonly from: number;
  readonly to: number;
}

type Forget = (m: Machine, part: Part) => void;

/** Keeps whole states, but for what it forgets of the parts of threads or of objects. */
class Forgetful extends ExactStore {
  readonly #m: Machine;
  readonly #threads: Forget | null;
  readonly #objects: Forget | null;

  constructor(m: Machine, threads: Forget | null, objects: Forget | null) {
    super();
    this.#m = m;
    this.#threads = threads;
    this.#objects = objects;
  }

  override visitVector(written: PartitionedVector, asleep: number): number {
    return super.visitVector(this.#remembered(written), asleep);
  }

  override narrowVector(written: PartitionedVector, asleep: number): void {
    super.narrowVector(this.#remembered(written), asleep);
  }

  #remembered(written: PartitionedVector): PartitionedVector {
    const state = inPlaces(this.#m, written);
    const { vector, ends, parts, threadParts } = state;
    // The first part is common to all threads, the first after theirs is of statics, the last of ended threads.
    for (let part = 1; part < threadParts; part++) {
      this.#threads?.(this.#m, { vector, from: ends[part - 1]!, to: ends[part]! });
    }
    for (let part = threadParts + 1; part < parts - 1; part++) {
      this.#objects?.(this.#m, { vector, from: ends[part - 1]!, to: ends[part]! });
    }
    return state;
  }
}

/** In the first word of a thread, above its status, and the second of an object: what else there is (canonicalizer.ts). */
const STATUS = 0xf;
const FIRST_THREAD_BIT = 1 << 4;
const HEADER_BITS = [1, 2, 4, 8];
const FIRST_OBJECT_BIT = 16;

/** The words of a vector with those that are 0 in their places. */
function inPlaces(
  m: Machine,
  { vector, ends, parts, threadParts }: PartitionedVector,
): PartitionedVector {
  const words: number[] = [];
  const newEnds: number[] = [];
  for (let part = 0; part < parts; part++) {
    const to = ends[part]!;
    let at = part === 0 ? 0 : ends[part - 1]!;
    const isThread = part > 0 && part < threadParts;
    const isObject = part > threadParts && part < parts - 1;
    const putSome = (head: number, bit: number): void => {
      words.push((head & bit) === 0 ? 0 : vector[at++]!);
    };
    if (isThread && to - at > 1) {
      const head = vector[at++]!;
      words.push(head & STATUS);
      for (let i = 0; i < RECORD_WORDS.length; i++) putSome(head, FIRST_THREAD_BIT << i);
    } else if (isObject) {
      const classNumber = vector[at++]!;
      const head = vector[at++]!;
      words.push(classNumber);
      for (const bit of HEADER_BITS) putSome(head, bit);
      const fields =
        m.classTables.instanceWords[m.program.classNumbers.at(classNumber).id]! - OBJECT_HEADER;
      if (fields < 0) words.push(Math.floor(head / FIRST_OBJECT_BIT));
      for (let i = 0; i < Math.min(fields, MARKED_WORDS); i++) {
        putSome(head, FIRST_OBJECT_BIT << i);
      }
    }
    while (at < to) words.push(vector[at++]!);
    newEnds.push(words.length);
  }
  return {
    vector: Int32Array.from(words),
    ends: Int32Array.from(newEnds),
    parts,
    threadParts,
  };
}

const forgetful = (
  parts: Omit<MutantParts, "setup" | "wrongSetup">,
  threads: Forget | null,
  objects: Forget | null,
): Mutant =>
  mutant({
    ...parts,
    setup: () => ({ newStore: () => new ExactStore() }),
    wrongSetup: (m) => ({ newStore: () => new Forgetful(m, threads, objects) }),
  });

/** Behind the first word of a thread. */
const FLAGS = 1 + RECORD_WORDS.indexOf(T_FLAGS);
const CLASS = 0;
const HASH = 2;
const LENGTH = 5;
const FIELDS = 5;

const isArray = (m: Machine, { vector, from }: Part): boolean =>
  m.program.classNumbers.at(vector[from + CLASS]!).isArray;

export const STATE_MUTANTS: readonly Mutant[] = [
  forgetful({ name: "state: arrays have no length", traps: [4] }, null, (m, part) => {
    if (isArray(m, part)) part.vector[part.from + LENGTH] = 0;
  }),
  forgetful({ name: "state: arrays have no type", traps: [4] }, null, (m, part) => {
    if (isArray(m, part)) part.vector[part.from + CLASS] = 0;
  }),
  forgetful({ name: "state: objects have no type", traps: [5] }, null, (m, part) => {
    if (!isArray(m, part)) part.vector[part.from + CLASS] = 0;
  }),
  forgetful(
    { name: "state: nobody is interrupted", traps: [7] },
    (_, part) => {
      if (part.to - part.from > 2) part.vector[part.from + FLAGS]! &= ~F_INTERRUPTED;
    },
    null,
  ),
  forgetful(
    { name: "state: nobody is notified", traps: [7] },
    (_, part) => {
      if (part.to - part.from > 2) part.vector[part.from + FLAGS]! &= ~F_NOTIFIED;
    },
    null,
  ),
  // Which object it is that a field refers to shows by its fields only.
  forgetful({ name: "state: a reference is as good as another", traps: [8] }, null, (m, part) => {
    const { vector, from } = part;
    if (isArray(m, part)) return;
    for (const offset of m.program.classNumbers.at(vector[from + CLASS]!).referenceOffsets) {
      const at = from + FIELDS + offset - OBJECT_HEADER;
      if (vector[at] !== 0) vector[at] = 1;
    }
  }),
  // Who has found one has it in a local, until that is dead.
  mutant({
    name: "state: it does not matter who could have found an object",
    traps: [15],
    setup: (m, properties) => ({
      ...withDvr("local")(m, properties),
      newStore: () => new ExactStore(),
    }),
    wrongSetup: (m, properties) => ({
      ...withDvr("local")(m, properties),
      newStore: () =>
        new Forgetful(m, null, (_, { vector, from }) => {
          vector[from + HASH]! &= HASH_MASK;
        }),
    }),
  }),
  mutant({
    name: "search: what lies too deep is not missed",
    traps: [12],
    reductions: [],
    limits: { depth: 12 },
    setup: () => ({}),
    spoil: (search: Search) => {
      const advance = search.advance.bind(search);
      search.advance = (count) => {
        const told = advance(count);
        return told.kind === "limit" ? DONE : told;
      };
    },
  }),
];
