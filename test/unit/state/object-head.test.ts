import { describe, expect, test } from "vitest";
import {
  HAS_ENDED,
  HAS_HEADER,
  hasClass,
  hasGuard,
  hasLength,
  headOf,
} from "../../../src/state/object-head.ts";
import { KNOWN_REFERENCE, NEW_REFERENCE } from "../../../src/state/part-writer.ts";

const CLASSES = [0, 1, 2, 255, 4095, 4096, 0x3ffe, 0x3fff, 0x4000, 0x10_0000, 0x7fff_ffff];
const LENGTHS = [0, 1, 16, 253, 254, 255, 256, 0x3fff, 0x7fff_ffff];
const GUARDS = [0, 1, 3, 5, 7, 9, 121, 123, 125, 127, 509, 8199, 2, 4, 124, 126, 1 << 20];
const FLAGS = [0, HAS_HEADER, HAS_ENDED, HAS_HEADER | HAS_ENDED];

/** All objects that there can be, with what a walk puts for them. */
function forAll(look: (what: string, words: readonly number[], follows: string) => void): void {
  for (const classId of CLASSES) {
    for (const length of LENGTHS) {
      for (const guard of GUARDS) {
        for (const more of FLAGS) {
          const words = [headOf(classId, length, guard, more)];
          if (!hasClass(classId)) words.push(classId);
          if (!hasLength(length)) words.push(length);
          if (!hasGuard(guard)) words.push(guard);
          const follows = `${hasClass(classId)} ${hasLength(length)} ${hasGuard(guard)} ${more}`;
          look(`${classId} ${length} ${guard} ${more}`, words, follows);
        }
      }
    }
  }
}

describe("the word for an object", () => {
  test("stands for one object, with what follows it", () => {
    const seen = new Map<string, string>();
    forAll((what, words) => {
      expect(seen.get(words.join()) ?? what).toBe(what);
      seen.set(words.join(), what);
    });
    expect(seen.size).toBe(CLASSES.length * LENGTHS.length * GUARDS.length * FLAGS.length);
  });

  test("says by itself what follows", () => {
    const known = new Map<number, string>();
    forAll((_, [head], follows) => {
      expect(known.get(head!) ?? follows).toBe(follows);
      known.set(head!, follows);
    });
  });

  test("is told from other references", () => {
    for (const classId of CLASSES) {
      const tag = headOf(classId, 3, 1, HAS_HEADER) & 3;
      expect(tag).toBe(NEW_REFERENCE);
      expect(tag).not.toBe(KNOWN_REFERENCE);
    }
  });

  test("a lock that guards it is never in it", () => {
    expect(GUARDS.filter((guard) => guard !== 0 && guard % 2 === 0).some(hasGuard)).toBe(false);
  });
});
