/** The exact store must never take two states for one, nor one for two. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactStore } from "../../../../src/state/stores/exact-store.ts";
import { NEW_STATE, type PartitionedVector } from "../../../../src/state/stores/store.ts";
import { withoutMemory } from "../../../support/without-memory.ts";

type Parts = readonly (readonly number[])[];

/** Room after the end holds rubbish, as a vector that is used again and again has. */
function partedVector(parts: Parts, threadParts: number): PartitionedVector {
  const words = parts.flat();
  let end = 0;
  const ends = parts.map((part) => {
    end += part.length;
    return end;
  });
  return {
    vector: Int32Array.from([...words, 77, 78, 79]),
    ends: Int32Array.from([...ends, 99]),
    parts: parts.length,
    threadParts: Math.min(threadParts, parts.length),
  };
}

const addTo = (store: ExactStore, parts: Parts, threadParts = 2): boolean =>
  store.visitVector(partedVector(parts, threadParts), 0) === NEW_STATE;

/** Words are few and small, as object numbers are: what is a number of a pair is also a word. */
const word = fc.oneof(fc.nat(3), fc.nat(40), fc.constantFrom(-1, 2 ** 31 - 1, -(2 ** 31)));
const part = fc.oneof(
  { weight: 5, arbitrary: fc.array(word, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 12, maxLength: 45 }) },
);
const state = fc.record({
  parts: fc.array(part, { maxLength: 9 }),
  threadParts: fc.nat(5),
});

/** What becomes of a state in a step: little. */
const change = fc.oneof(
  fc.record({ kind: fc.constant("word" as const), at: fc.nat(60), word }),
  fc.record({ kind: fc.constant("drop" as const), at: fc.nat(8) }),
  fc.record({ kind: fc.constant("insert" as const), at: fc.nat(8), part }),
  fc.record({ kind: fc.constant("fresh" as const), state }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(parts: Parts, by: Change): Parts {
  switch (by.kind) {
    case "word": {
      const index = by.at % (parts.flat().length + 1);
      let from = 0;
      return parts.map((words) => {
        const at = index - from;
        from += words.length;
        return at >= 0 && at < words.length ? words.with(at, by.word) : words;
      });
    }
    case "drop":
      return parts.filter((_, i) => i !== by.at);
    case "insert":
      return parts.toSpliced(by.at, 0, by.part);
    case "fresh":
      return by.state.parts;
    default:
      return by;
  }
}

const thread = (at: number): number[] => [at, 5, 6, 7, at * 3, 0];
const partsOf = (i: number): Parts => [[i], [i, i + 1], [i * 7, 3, i], [5]];

describe("the exact store", () => {
  test("behaves like a set of vectors, along paths of small changes", () => {
    fc.assert(
      fc.property(state, fc.array(change, { maxLength: 60 }), ({ parts, threadParts }, changes) => {
        const store = new ExactStore();
        const model = new Set<string>();
        let now: Parts = parts;
        for (const step of [null, ...changes]) {
          if (step !== null) now = changed(now, step);
          const key = JSON.stringify([now, Math.min(threadParts, now.length)]);
          expect(addTo(store, now, threadParts)).toBe(!model.has(key));
          model.add(key);
          expect(store.size).toBe(model.size);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("tells apart states that differ in one word, wherever it is", () => {
    const store = new ExactStore();
    const zeros = Array.from({ length: 12 }, (_, i) => Array.from({ length: i % 5 }, () => 0));
    expect(addTo(store, zeros, 4)).toBe(true);
    let count = 1;
    zeros.forEach((words, i) => {
      words.forEach((_, j) => {
        for (const value of [1, 2, -1]) {
          const other = zeros.with(i, words.with(j, value));
          expect(addTo(store, other, 4)).toBe(true);
          count++;
        }
      });
    });
    expect(addTo(store, zeros, 4)).toBe(false);
    expect(store.size).toBe(count);
  });

  test.each([
    { name: "only in length, all zeros", row: (n: number) => Array.from({ length: n }, () => 0) },
    {
      name: "as prefixes of each other",
      row: (n: number) => Array.from({ length: n }, (_, i) => i),
    },
  ])("tells apart parts and rows of parts that differ $name", ({ row }) => {
    const store = new ExactStore();
    let count = 0;
    for (let n = 0; n < 40; n++) {
      for (const parts of [
        [[7], row(n), [8]],
        [[7], [8], row(n)],
        [[9], ...row(n).map((w) => [w])],
      ]) {
        expect(addTo(store, parts)).toBe(true);
        count++;
      }
    }
    expect(store.size).toBe(count);
  });

  test("tells apart the same words divided in different ways", () => {
    const store = new ExactStore();
    const divisions = [
      [[1, 2, 3, 4]],
      [[1], [2, 3, 4]],
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 2, 3, 4], []],
      [[], [1, 2, 3, 4]],
    ];
    for (const parts of divisions) expect(addTo(store, parts, 1)).toBe(true);
    for (const parts of divisions) expect(addTo(store, parts, 1)).toBe(false);
    expect(
      addTo(
        store,
        [
          [1, 2],
          [3, 4],
        ],
        0,
      ),
    ).toBe(true);
  });

  test("shares what states have in common", () => {
    const store = new ExactStore();
    const objects = Array.from({ length: 50 }, (_, i) => [i, 0, 0, i + 1]);
    const places = 10;
    for (let i = 0; i < places ** 4; i++) {
      const threads = [1, 10, 100, 1000].map((unit) => thread(Math.floor(i / unit) % places));
      addTo(store, [[4], ...threads, ...objects], 5);
    }
    expect(store.size).toBe(places ** 4);
    // 229 words each.
    expect(store.bytes / store.size).toBeLessThan(28);
  });

  test("is as it was when there is no memory", () => {
    const store = new ExactStore();
    let kept = 0;
    for (; kept < 500; kept++) addTo(store, partsOf(kept));
    const states = Array.from({ length: 5000 }, (_, i) => partedVector(partsOf(i), 2));
    withoutMemory(() => {
      expect(() => {
        for (; ; kept++) store.visitVector(states[kept]!, 0);
      }).toThrow(RangeError);
    });
    expect(store.size).toBe(kept);
    const isNew = (one: PartitionedVector): boolean => store.visitVector(one, 0) === NEW_STATE;
    expect(states.slice(0, kept).filter(isNew)).toEqual([]);
    expect(states.slice(kept).filter(isNew)).toHaveLength(5000 - kept);
  });
});
