import { expect, test } from "vitest";
import { CompositeSource } from "../../../src/classfile/sources/class-path.ts";
import { ReducibleProgram } from "../../../src/reduce/items/reducible-program.ts";
import type { Pass } from "../../../src/reduce/passes/pass.ts";
import { type PhaseOracles, reduceInPhases } from "../../../src/reduce/phases.ts";

const libraries = new CompositeSource([]);
const yes: PhaseOracles = {
  during: () => ({ ask: async () => true, expect: () => {} }),
};

/** Takes a byte of the only file at each run, so often; tells which run it is. */
function shortening(name: string, times: number, runs: string[]): Pass {
  let left = times;
  return {
    name,
    run: async (files) => {
      const [{ path, bytes } = { path: "", bytes: new Uint8Array() }] = files;
      runs.push(`${name} ${bytes.length}`);
      return left-- > 0 ? [{ path, bytes: bytes.slice(1) }] : files;
    },
  };
}

test("a pass is not run again on what it could do nothing with", async () => {
  const file = { path: "a", bytes: new Uint8Array(9) };
  const program = new ReducibleProgram({ classes: [], files: [file] }, libraries);
  const runs: string[] = [];
  const result = await reduceInPhases(program, yes, {
    strategy: "ddmin",
    cost: "bytes",
    passes: [shortening("first", 2, runs), shortening("second", 1, runs)],
    libraries,
    signal: new AbortController().signal,
    mustStay: (name) => name === "a",
  });
  expect(result[0]!.bytes).toHaveLength(6);
  // After the second round nothing is new to the second pass.
  expect(runs).toEqual(["first 9", "second 8", "first 7", "second 6", "first 6"]);
});
