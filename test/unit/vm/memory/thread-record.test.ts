import { describe, expect, test } from "vitest";
import { IGNORED, RECORD_KINDS, RECORD_WORDS } from "../../../../src/state/thread-record-words.ts";
import { RECORD_REFERENCES } from "../../../../src/vm/heap/heap-roots.ts";
import * as record from "../../../../src/vm/memory/thread-record.ts";

const { RECORD, T_DEADLINE, T_HELD, T_OBJECT, T_TARGET, THREAD_WORDS } = record;

describe("the record of a thread", () => {
  test("every word that has a constant is in the table", () => {
    const constants = Object.entries(record).filter(([name]) => name.startsWith("T_"));
    expect(constants.length).toBeGreaterThan(10);
    const listed = new Set<unknown>(RECORD.map(({ word }) => word));
    expect(constants.filter(([, word]) => !listed.has(word))).toEqual([]);
  });

  test("no word is in the table twice, and all are inside the record", () => {
    const words = RECORD.map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    expect(Math.max(...words)).toBeLessThan(THREAD_WORDS);
  });

  test("records are aligned for deadlines, which are doubles", () => {
    expect(THREAD_WORDS % 2).toBe(0);
    expect(T_DEADLINE % 2).toBe(0);
  });

  test("collectors and states take their lists from it", () => {
    expect(RECORD_REFERENCES).toEqual([
      T_OBJECT,
      T_TARGET,
      T_HELD,
      T_HELD + 1,
      T_HELD + 2,
      T_HELD + 3,
    ]);
    for (const word of RECORD_REFERENCES) expect(RECORD_WORDS).toContain(word);
    for (const word of RECORD_WORDS) expect(RECORD_KINDS[word]).not.toBe(IGNORED);
  });
});
