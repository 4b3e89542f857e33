/**
 * How `deadwood reduce` does: valid or not first, then how small, how many questions, how long.
 *
 *   node benchmarks/reduce.mjs [PART...] [--only TEXT] [--limit SECONDS] [--others SECONDS]
 *                              [--strategies LIST] [--assignments N] [--out FILE]
 *
 * Parts (all, when none is named):
 *   validity   random parts of real libraries, each linked by a real JVM
 *   model      the time to read a library and to make its model, and that of a step
 *   checker    programs with a deadlock, a failed assertion or a race, reduced in process
 *   decompile  libraries that a decompiler fails on: strategy by library
 *
 * Libraries are Debian's; those that are missing are installed where that is allowed (as
 * root, with apt-get), and otherwise skipped by name. --limit is for one reduction of the
 * part `decompile`, --others for one by another strategy than gbr; --strategies names those it
 * compares, "all" for all of them.
 * docs/benchmarks.md defines every figure. The exit code is 1 only when something is wrong: a
 * reduced program that does not link, or that does not fail any more. A full run writes
 * benchmarks/results/reduce-<commit>.json; a file that is named by --out and is of the same
 * commit keeps the parts that were not run again.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { provenance, versionOf, writeResults } from "./lib/results.mjs";
import { checker } from "./reduce/checker.mjs";
import { decompile, STRATEGIES } from "./reduce/decompile.mjs";
import { model } from "./reduce/model.mjs";
import { validity } from "./reduce/validity.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const PARTS = { validity, model, checker, decompile };
const DEFAULT_STRATEGIES = "binary,gbr,gbr+passes";
/** Seconds; three reductions of each of eight libraries take 20 minutes at the most. */
const DEFAULT_LIMIT = "50";

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

function strategiesOf(text) {
  if (text === "all") return STRATEGIES;
  const names = text.split(",");
  const unknown = names.find((name) => !STRATEGIES.includes(name));
  if (unknown !== undefined) fail(`no strategy ${unknown}; there are ${STRATEGIES.join(", ")}`);
  return names;
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        only: { type: "string" },
        limit: { type: "string", default: DEFAULT_LIMIT },
        others: { type: "string" },
        strategies: { type: "string", default: DEFAULT_STRATEGIES },
        assignments: { type: "string", default: "50" },
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
      othersLimit: wholeNumber("others", values.others ?? values.limit),
      strategies: strategiesOf(values.strategies),
      assignments: wholeNumber("assignments", values.assignments),
      out: values.out,
    };
  } catch (error) {
    return fail(error.message);
  }
}

/** Parts that an earlier run has written to the same file, if they are of the same commit. */
function earlierParts(file, commit) {
  if (!existsSync(file)) return {};
  const earlier = JSON.parse(readFileSync(file, "utf8"));
  if (earlier.commit !== commit) return {};
  return Object.fromEntries(
    Object.keys(PARTS).flatMap((name) => (name in earlier ? [[name, earlier[name]]] : [])),
  );
}

const options = readOptions();
if (!existsSync(join(ROOT, "dist/bundle/deadwood.cjs"))) fail("run `npm run build` first");
if (versionOf("javac", "--version") === null) fail("a JDK is needed: there is no javac");

const scratch = mkdtempSync(join(tmpdir(), "deadwood-bench-"));
const origin = provenance("benchmarks/reduce", "benchmarks/reduce.mjs", "benchmarks/lib");
const parts = {};
let failures = 0;
try {
  for (const name of options.parts) {
    const result = await PARTS[name]({
      matches: (text) => options.only === undefined || text.toLowerCase().includes(options.only),
      limit: options.limit,
      othersLimit: options.othersLimit,
      strategies: options.strategies,
      assignments: options.assignments,
      scratch,
      progress: (text) => process.stderr.write(`${name}: ${text} …\n`),
    });
    if (result === null) continue;
    print(`\n== ${result.title}\n`);
    for (const line of result.text) print(line);
    failures += result.failures;
    parts[name] = result.data;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (Object.keys(parts).length === 0) fail(`nothing is called ${options.only}`);

const isFull = options.only === undefined && options.parts.length === Object.keys(PARTS).length;
const file =
  options.out !== undefined
    ? resolve(options.out)
    : isFull
      ? join(ROOT, `benchmarks/results/reduce-${origin.commit}.json`)
      : null;
if (file === null) print("\nnot a full run: no result file written (use --out FILE)");
else {
  writeResults(file, { ...origin, ...earlierParts(file, origin.commit), ...parts });
  print(`\nwritten: ${relative(process.cwd(), file)}`);
}
process.exitCode = failures === 0 ? 0 : 1;
