/** The tables in the docs are those of the result that is kept. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { thesisPage } from "../../../benchmarks/lib/thesis-page.mjs";
import { countLines } from "../../../src/compare/program-sets.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

test("docs/thesis-tables.md is what benchmarks/thesis.mjs makes of its result", () => {
  expect(read("docs/thesis-tables.md")).toBe(
    thesisPage(JSON.parse(read("benchmarks/results/thesis.json"))),
  );
});

test("lines of code are those that are neither empty nor comments", () => {
  const source = `
/** What
 * it is.
 */
class A { // one
  String s = "/* no comment */ // none";

  char c = '"'; /* a
  */ int i; // "
}
`;
  expect(countLines(source)).toBe(5);
});
