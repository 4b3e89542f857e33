/**
 * Tables 4.3, 4.4 and 4.5 of the thesis on efficient representation of program states, for programs of the same
 * kinds: `deadwood compare --set thesis`, whose result is kept, and the tables in the docs that are made of it.
 *
 *   node benchmarks/thesis.mjs [--rounds N]    measure, write benchmarks/results/thesis.json and docs/thesis-tables.md
 *   node benchmarks/thesis.mjs --tables        make the tables anew from what is kept
 *
 * States and sizes are exact: they are the same in every run.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { provenance, writeResults } from "./lib/results.mjs";
import { thesisPage } from "./lib/thesis-page.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const RESULT = join(ROOT, "benchmarks/results/thesis.json");
const PAGE = join(ROOT, "docs/thesis-tables.md");
const CONFIGURATIONS = "none,local,hybrid,dynamic,full";

function measure(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "deadwood-thesis-"));
  const file = join(folder, "comparison.json");
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        join(ROOT, "bin/deadwood.js"),
        "compare",
        "--set",
        "thesis",
        "--rounds",
        rounds,
        "--configurations",
        CONFIGURATIONS,
        "--json",
        file,
      ],
      { stdio: "inherit" },
    );
    if (status !== 0) throw new Error(`deadwood compare ended with ${status}`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    tables: { type: "boolean", default: false },
  },
});
if (!values.tables) {
  const note = "times are of one loaded machine; states and sizes are exact";
  writeResults(RESULT, { ...provenance("benchmarks"), note, comparison: measure(values.rounds) });
}
writeFileSync(PAGE, thesisPage(JSON.parse(readFileSync(RESULT, "utf8"))));
