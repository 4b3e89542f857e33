/** A seed is the name of a program: reports and tests that mention one must mean the same for ever. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  ALL_KINDS,
  type Kind,
  programOf,
  tasksFrom,
} from "../../../src/fuzz/families/all-families.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";

function hashOf(kind: Kind, seeds: readonly number[]): string {
  const hash = createHash("sha256");
  for (const seed of seeds) {
    for (const [name, bytes] of inputOf(programOf({ kind, seed })).classes) {
      hash.update(name).update(bytes);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

const SEEDS = [0, 1, 2, 17, 917, 50_313, 2 ** 31];

test("a seed gives the same classes, byte for byte", () => {
  for (const kind of ALL_KINDS) expect(hashOf(kind, SEEDS)).toBe(hashOf(kind, SEEDS));
});

test("a seed gives the classes that it gave before", () => {
  const hashes = Object.fromEntries(ALL_KINDS.map((kind) => [kind, hashOf(kind, SEEDS)]));
  expect(hashes).toEqual({
    anything: "0c14fccd2ce4a6db",
    rules: "f8cf6c033245bd5f",
    library: "9733a23a243d7fdc",
    reads: "2cced363fa903aa0",
    ends: "c24bb787d35cae2f",
    corners: "3f164a5fe8a70104",
    history: "e347b3d032b4cbdc",
    executors: "45362c5f7a43522d",
    futures: "a275891ec31d190c",
    queues: "4820fca8c8a72c00",
    conditions: "e2c6ff0fe0af1998",
    barriers: "9329fa133f906f93",
    timed: "0b143b5c5978b7bf",
    interrupts: "a8b6147f51c15fd0",
  });
});

test("other seeds give other programs", () => {
  const all = SEEDS.flatMap((seed) => ALL_KINDS.map((kind) => hashOf(kind, [seed])));
  expect(new Set(all).size).toBe(all.length);
});

test("kinds take turns, each from the first seed on", () => {
  expect(tasksFrom(5, 4, ["anything", "rules"])).toEqual([
    { kind: "anything", seed: 5 },
    { kind: "rules", seed: 5 },
    { kind: "anything", seed: 6 },
    { kind: "rules", seed: 6 },
  ]);
});
