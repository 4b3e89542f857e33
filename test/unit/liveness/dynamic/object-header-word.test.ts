import { describe, expect, test } from "vitest";
import {
  HAS_ENDED,
  HAS_HEADER,
  hasGuard,
  headOf,
} from "../../../../src/liveness/dynamic/object-header-word.ts";
import { KNOWN_REFERENCE, NEW_REFERENCE } from "../../../../src/liveness/dynamic/part-writer.ts";

const GUARDS = [0, 0x1_fffb, 0x1_fffd, 0x1_ffff, 1, 3, 5, 127, 509, 8199, 2, 4, 126, 1 << 20];
const FLAGS = [0, HAS_HEADER, HAS_ENDED, HAS_HEADER | HAS_ENDED];

/** All objects that there can be, with what a walk puts for them. */
function forAll(look: (what: string, words: readonly number[], follows: string) => void): void {
  for (const guard of GUARDS) {
    for (const more of FLAGS) {
      const words = [headOf(guard, more)];
      if (!hasGuard(guard)) words.push(guard);
      look(`${guard} ${more}`, words, `${hasGuard(guard)} ${more}`);
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
    expect(seen.size).toBe(GUARDS.length * FLAGS.length);
  });

  test("says by itself what follows", () => {
    const known = new Map<number, string>();
    forAll((_, [head], follows) => {
      expect(known.get(head!) ?? follows).toBe(follows);
      known.set(head!, follows);
    });
  });

  test("is told from other references", () => {
    for (const guard of GUARDS) {
      const tag = headOf(guard, HAS_HEADER) & 3;
      expect(tag).toBe(NEW_REFERENCE);
      expect(tag).not.toBe(KNOWN_REFERENCE);
    }
  });

  test("a lock that guards it is never in it", () => {
    expect(GUARDS.filter((guard) => guard !== 0 && guard % 2 === 0).some(hasGuard)).toBe(false);
  });
});
