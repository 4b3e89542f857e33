/**
 * A seed is a name: documents, tests and saved differences refer to programs by it. These digests fail when a
 * seed starts to give another program, for instance because a generator rolls its dice once more.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  FAMILY_NAMES,
  type FamilyName,
  findFamily,
  programOf,
  tasksFrom,
} from "../../../src/fuzz/families/all-families.ts";
import { inputOf } from "../../../src/fuzz/fuzz-input.ts";
import { textOf } from "../../../src/fuzz/generator/program.ts";

const shortHash = (parts: Iterable<string | Uint8Array>): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex").slice(0, 16);
};

function* classFiles(kind: FamilyName, seeds: readonly number[]): Generator<string | Uint8Array> {
  for (const seed of seeds) yield* [...inputOf(programOf({ kind, seed })).classes].flat();
}

function* settings(kind: FamilyName, seeds: readonly number[]): Generator<string> {
  for (const seed of seeds) {
    const program = programOf({ kind, seed });
    const { needsJdk, heapWords } = inputOf(program);
    yield `${textOf(program)} ${needsJdk} ${heapWords}`;
  }
}

const FAR_APART = [0, 1, 2, 17, 917, 50_313, 2 ** 31];
const FORTY = Array.from({ length: 40 }, (_, seed) => seed);

/** Class files of seeds that are far apart, class files of forty, and the texts of these. */
const FROZEN: Readonly<Record<string, readonly [string, string, string]>> = {
  unrestricted: ["0c14fccd2ce4a6db", "c074b238e6e62566", "44e3ea49fcb77e7c"],
  guarded: ["f8cf6c033245bd5f", "f42d0c9411ba93b9", "80a07c3202774200"],
  library: ["9733a23a243d7fdc", "8a179599ccc58570", "dbce2e8a3f6d3599"],
  "dead-values": ["2cced363fa903aa0", "360efc6e0ee6a251", "e4ba53c9953cbcc3"],
  exits: ["c24bb787d35cae2f", "2747ecd55e955fbb", "668c06d4ac090e88"],
  "corner-cases": ["3f164a5fe8a70104", "6e60982bf455923d", "e8f732d73c84de6d"],
  "long-range": ["e347b3d032b4cbdc", "c0985da1fd132b45", "7c860cf6fa061370"],
  executors: ["45362c5f7a43522d", "8ce0029a92169429", "4c6113bb90e60fb5"],
  futures: ["a275891ec31d190c", "276989d34650a8c2", "d8a8bd8c3bbc3b46"],
  queues: ["4820fca8c8a72c00", "b4b2bdfda71cbde9", "2e6b1d5e8e7f5280"],
  conditions: ["e2c6ff0fe0af1998", "2f5480f3989e453f", "56c24b61e6d6207e"],
  barriers: ["9329fa133f906f93", "c40ab793d6702e13", "72fd8b4cd8674678"],
  timed: ["0b143b5c5978b7bf", "e87522ac43c7ac7e", "99dfed96b1f641fb"],
  interrupts: ["a8b6147f51c15fd0", "722af9e05eebcffb", "edaa4b988eb37a91"],
};

test.each(FAMILY_NAMES)("seeds of %s give the same programs as before", (kind) => {
  expect([
    shortHash(classFiles(kind, FAR_APART)),
    shortHash(classFiles(kind, FORTY)),
    shortHash(settings(kind, FORTY)),
  ]).toEqual(FROZEN[kind]);
});

test("other seeds give other programs", () => {
  const all = FAR_APART.flatMap((seed) =>
    FAMILY_NAMES.map((kind) => shortHash(classFiles(kind, [seed]))),
  );
  expect(new Set(all).size).toBe(all.length);
});

test("families take turns, each from the first seed on", () => {
  expect(tasksFrom(5, 4, ["unrestricted", "guarded"])).toEqual([
    { kind: "unrestricted", seed: 5 },
    { kind: "guarded", seed: 5 },
    { kind: "unrestricted", seed: 6 },
    { kind: "guarded", seed: 6 },
  ]);
});

test("families are still found by their earlier names", () => {
  expect(findFamily("anything")?.name).toBe("unrestricted");
  expect(findFamily("history")?.name).toBe("long-range");
  expect(findFamily("guarded")?.name).toBe("guarded");
  expect(findFamily("any")).toBeNull();
});
