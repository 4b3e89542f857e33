/**
 * How `deadwood check` does: right or wrong first, then states, time and memory.
 *
 *   node benchmarks/check.mjs [PART...] [--only TEXT] [--limit SECONDS] [--rounds N]
 *                             [--large] [--out FILE]
 *
 * Parts (all, when none is named):
 *   anchors     the programs that Java PathFinder was measured on, with its figures
 *   spin        states a second on dining philosophers, and SPIN's where that is installed
 *   growth      the cost of a state from ten thousand to a million of them, to ten million with --large
 *   reductions  the same programs with each reduction
 *   programs    the bundled programs at larger sizes
 *
 * Every check is a process of its own. Verdicts, states and CPU times are those of default
 * options. Speed is measured on searches that stop at every shared access, as other checkers
 * do, and where those are short they are repeated in one process (repeat.mjs): a "cold"
 * figure is of one search in a fresh process, a "sustained" one of all repetitions, the first
 * too. docs/benchmarks.md defines every figure. What counts are CPU times and ratios within
 * one session; the exit code is 1 only when a verdict is wrong: slowness is a figure, not an
 * error. A full run writes benchmarks/results/check-<commit>.json.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { anchors } from "./check/anchors.mjs";
import { growth } from "./check/growth.mjs";
import { programs } from "./check/programs.mjs";
import { reductions } from "./check/reductions.mjs";
import { spin } from "./check/spin.mjs";
import { provenance, writeResults } from "./lib/results.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const PARTS = { anchors, spin, growth, reductions, programs };
/** Seconds a single check may take. */
const DEFAULT_LIMIT = "300";

const print = (text = "") => process.stdout.write(`${text}\n`);

function fail(message) {
  process.stderr.write(`bench: ${message}\n`);
  process.exit(2);
}

function wholeNumber(name, text) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) fail(`--${name} wants a whole number from 1 up`);
  return value;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: "string" },
        limit: { type: "string", default: DEFAULT_LIMIT },
        rounds: { type: "string", default: "1" },
        large: { type: "boolean", default: false },
        out: { type: "string" },
      },
    });
    const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
    if (unknown !== undefined) {
      fail(`no part ${unknown}; there are ${Object.keys(PARTS).join(", ")}`);
    }
    return {
      parts: positionals.length === 0 ? Object.keys(PARTS) : positionals,
      only: values.only?.toLowerCase(),
      limit: wholeNumber("limit", values.limit),
      rounds: wholeNumber("rounds", values.rounds),
      large: values.large,
      out: values.out,
    };
  } catch (error) {
    return fail(error.message);
  }
}

const options = readOptions();
if (!existsSync(join(ROOT, "dist/bundle/deadwood.cjs"))) fail("run `npm run build` first");

const scratch = mkdtempSync(join(tmpdir(), "deadwood-bench-"));
const report = {
  ...provenance(
    ...["check", "data", "lib", "programs", "repeat.mjs"].map((name) => `benchmarks/${name}`),
  ),
  rounds: options.rounds,
  limitSeconds: options.limit,
  large: options.large,
};
let failures = 0;
let measured = 0;
try {
  for (const name of options.parts) {
    const result = await PARTS[name]({
      matches: (text) => options.only === undefined || text.toLowerCase().includes(options.only),
      limit: options.limit,
      rounds: options.rounds,
      large: options.large,
      scratch,
      progress: (text) => process.stderr.write(`${name}: ${text} …\n`),
    });
    if (result === null) continue;
    measured++;
    print(`\n== ${result.title}\n`);
    for (const line of result.text) print(line);
    failures += result.failures;
    report[name] = result.data;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (measured === 0) fail(`nothing is called ${options.only}`);

const isFull = options.only === undefined && options.parts.length === Object.keys(PARTS).length;
const file =
  options.out !== undefined
    ? resolve(options.out)
    : isFull
      ? join(ROOT, `benchmarks/results/check-${report.commit}.json`)
      : null;
if (file === null) print("\nnot a full run: no result file written (use --out FILE)");
else {
  writeResults(file, report);
  print(`\nwritten: ${relative(process.cwd(), file)}`);
}
process.exitCode = failures === 0 ? 0 : 1;
