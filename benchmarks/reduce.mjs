/**
 * Measures `deadwood reduce`: validity first, then size, number of questions and time.
 *
 *   node benchmarks/reduce.mjs [PART...] [--only TEXT] [--limit SECONDS] [--others SECONDS]
 *                              [--strategies LIST] [--assignments N] [--seeds N] [--candidates N]
 *                              [--out FILE]
 *
 * Parts (all, if none is named):
 *   validity   random parts of real libraries, each linked by a real JVM
 *   candidates every candidate of reductions of several compilers' output, linked by a real JVM
 *              (--seeds reductions for each jar, --candidates of each, --limit seconds)
 *   model      the time to read a library and build its model, and the time of a step
 *   checker    programs with a deadlock, a failed assertion or a race, reduced in process
 *   decompile  libraries that a decompiler fails on: strategy by library
 *
 * Libraries are Debian's. Missing ones are installed if allowed (as root, with apt-get), and
 * otherwise skipped by name. --limit applies to one reduction of the part `decompile`, --others
 * to one by another strategy than gbr. --strategies names those to compare, "all" for all.
 * docs/benchmarks.md defines every figure. The exit code is 1 only if a result is wrong: a
 * reduced program that does not link, or that no longer fails. A full run writes
 * benchmarks/results/reduce-<commit>.json. A file named by --out that has the same commit keeps
 * the parts that were not run again.
 */
import { existsSync, readFileSync } from "node:fs";
import { fail, keep, measure, readOptions, wholeNumber } from "./lib/parts.mjs";
import { provenance, versionOf } from "./lib/results.mjs";
import { candidates } from "./reduce/candidates.mjs";
import { checker } from "./reduce/checker.mjs";
import { decompile, STRATEGIES } from "./reduce/decompile.mjs";
import { model } from "./reduce/model.mjs";
import { validity } from "./reduce/validity.mjs";

const PARTS = { validity, candidates, model, checker, decompile };
const DEFAULT_STRATEGIES = "binary,gbr,gbr+passes";
/** Seconds; three reductions of each of eight libraries take 20 minutes at the most. */
const DEFAULT_LIMIT = "50";

function strategiesOf(text) {
  if (text === "all") return STRATEGIES;
  const names = text.split(",");
  const unknown = names.find((name) => !STRATEGIES.includes(name));
  if (unknown !== undefined)
    fail(`unknown strategy ${unknown}; the strategies are ${STRATEGIES.join(", ")}`);
  return names;
}

/** The parts that an earlier run has written to the same file for the same commit. */
function earlierParts(file, commit) {
  if (!existsSync(file)) return {};
  const earlier = JSON.parse(readFileSync(file, "utf8"));
  if (earlier.commit !== commit) return {};
  return Object.fromEntries(
    Object.keys(PARTS).flatMap((name) => (name in earlier ? [[name, earlier[name]]] : [])),
  );
}

const options = readOptions(PARTS, {
  limit: { type: "string", default: DEFAULT_LIMIT },
  others: { type: "string" },
  strategies: { type: "string", default: DEFAULT_STRATEGIES },
  assignments: { type: "string", default: "50" },
  seeds: { type: "string", default: "2" },
  candidates: { type: "string", default: "400" },
});
if (versionOf("javac", "--version") === null) fail("a JDK is needed: there is no javac");

const { values } = options;
const origin = provenance("benchmarks/reduce", "benchmarks/reduce.mjs", "benchmarks/lib");
const { data, failures } = await measure(PARTS, options, {
  limit: wholeNumber("limit", values.limit),
  othersLimit: wholeNumber("others", values.others ?? values.limit),
  strategies: strategiesOf(values.strategies),
  assignments: wholeNumber("assignments", values.assignments),
  seeds: wholeNumber("seeds", values.seeds),
  candidates: wholeNumber("candidates", values.candidates),
});
keep(`reduce-${origin.commit}`, options, (file) => ({
  ...origin,
  ...earlierParts(file, origin.commit),
  ...data,
}));
process.exitCode = failures === 0 ? 0 : 1;
