import { expect, test } from "vitest";
import { nearest } from "../../../src/core/nearest.ts";

const COMMANDS = ["check", "run", "replay", "compare", "explain", "fuzz"];

test.each([
  ["chek", "check"],
  ["cehck", "check"],
  ["CHECK", "check"],
  ["repaly", "replay"],
  ["compar", "compare"],
  ["explainn", "explain"],
  ["frobnicate", null],
  ["", null],
  ["r", null],
  ["xyz", null],
  ["fzz", "fuzz"],
])("%s: %s", (word, meant) => {
  expect(nearest(word, COMMANDS)).toBe(meant);
});

test("the nearest wins, and of equals the first", () => {
  expect(nearest("--max-stats", ["--max-depth", "--max-states", "--mx-stats"])).toBe(
    "--max-states",
  );
  expect(nearest("dat", ["bat", "cat"])).toBe("bat");
});
