/**
 * Do two builds find the same? A change of structure must not change what the
 * checker finds. This script checks every run of the bundled programs and every
 * anchor program in the configurations below, records what is exact (verdict,
 * violations, schedules, numbers of states and transitions), and compares the
 * record with that of another build.
 *
 *     node benchmarks/same-results.mjs --save before.json
 *     node benchmarks/same-results.mjs --against before.json
 *
 * --checkout DIR   checks with the build in another checkout, which must be built
 * --only TEXT      only the runs whose name contains this text
 * --jobs N         number of checks at a time (default: 1)
 *
 * Messages are not compared: their wording may change. The exit code is 1 if
 * anything differs.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { parseRows } from "./lib/anchors.mjs";
import { asFound, deadwoodOf } from "./lib/checker.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const run = promisify(execFile);

/** A part that measures its own cost gives up at different times; `always` makes its figures exact. */
const EXACT = ["--dvr-effort", "always"];

const CONFIGURATIONS = {
  default: EXACT,
  "no dvr": ["--dvr", "none"],
  hybrid: ["--dvr", "hybrid", ...EXACT],
  faint: ["--dvr", "local,hybrid,faint", ...EXACT],
  dynamic: ["--dvr", "dynamic", ...EXACT],
  full: ["--dvr", "full", ...EXACT],
  "no reduction": ["--reduction", "none", "--dvr", "none"],
  "private, final": ["--reduction", "private,final", ...EXACT],
  "no sleep sets": ["--reduction", "private,final,discipline,threads", ...EXACT],
  bfs: ["--search", "bfs"],
  walks: ["--search", "random", "--runs", "40"],
  exact: ["--store", "exact", "--all-errors", ...EXACT],
};

/** Large searches are compared up to here, so that the whole comparison stays below an hour. */
const LIMITS = ["--max-states", "10000", "--max-depth", "20000"];

const { values: options } = parseArgs({
  options: {
    save: { type: "string" },
    against: { type: "string" },
    checkout: { type: "string", default: ROOT },
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "1" },
  },
});

/** What to check: a name for people, and the arguments of `deadwood check`. */
function programs() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "models/programs/manifest.json"), "utf8"));
  const bundled = manifest.programs.flatMap(({ name, runs }) =>
    runs.map(({ args }) => ({ name: [name, ...args].join(" "), args: [name, ...args] })),
  );
  const jar = join(ROOT, "benchmarks/programs/anchors.jar");
  const anchors = parseRows(readFileSync(join(ROOT, "benchmarks/data/jpf.tsv"), "utf8")).map(
    ({ name, mainClass, args }) => ({
      name: `anchor ${name}`,
      args: ["--class-path", jar, mainClass, ...args],
    }),
  );
  return [...bundled, ...anchors];
}

/** The names that the machine gives to generated classes are no part of the result. */
const withoutNumbers = (text) => text?.replaceAll(/\$\$Lambda\$[\w$]+|\$Proxy[\w$]+/g, "generated");

/** The beginning of a class's initialization; earlier builds show a number in place of the class. */
const INITIALIZATION = /^ClassInit\.begin\(|\.<clinit>\(\)$/;

const operationText = ({ kind, target, value }) =>
  INITIALIZATION.test(target)
    ? "initialization"
    : `${kind} ${withoutNumbers(target)} ${withoutNumbers(value)}`;

/** Who moves, by which choice, and what is read and written. */
function scheduleOf({ trace }) {
  if (trace === null || trace === undefined) return null;
  const steps = trace.steps.map(
    ({ thread, choice, operations }) =>
      `${thread}/${choice} ${operations.map(operationText).join(", ")}`,
  );
  return createHash("sha256").update(steps.join("\n")).digest("hex").slice(0, 16);
}

/** Of a report, what must not change. */
function exactPart(report) {
  const { states, matched, transitions, maxDepth, ends, maxThreads } = report.totals;
  return {
    verdict: report.verdict,
    totals: { states, matched, transitions, maxDepth, ends, maxThreads },
    violations: report.violations.map((violation) => ({
      kind: violation.kind,
      steps: violation.trace?.steps.length ?? null,
      schedule: scheduleOf(violation),
    })),
    races: report.races.length,
    exitCodes: report.exitCodes,
  };
}

async function check(work, number, args) {
  const json = join(work, `${number}.json`);
  const tool = deadwoodOf(options.checkout);
  const command = [tool, "check", ...asFound(tool), "--json", json, ...args];
  try {
    await run(process.execPath, command, { maxBuffer: 1 << 26 });
  } catch (error) {
    // 1 and 3 are verdicts; anything else has no report.
    if (error.code !== 1 && error.code !== 3) return { exitCode: error.code };
  }
  const report = exactPart(JSON.parse(readFileSync(json, "utf8")));
  rmSync(json);
  return report;
}

async function record() {
  const work = mkdtempSync(join(tmpdir(), "deadwood-same-"));
  const tasks = programs().flatMap((program) =>
    Object.entries(CONFIGURATIONS).map(([configuration, flags]) => ({
      name: `${configuration}: ${program.name}`,
      args: [...flags, ...LIMITS, ...program.args],
    })),
  );
  const wanted = tasks.filter(({ name }) => name.includes(options.only));
  const results = {};
  let next = 0;
  const worker = async () => {
    while (next < wanted.length) {
      const number = next++;
      const { name, args } = wanted[number];
      results[name] = await check(work, number, args);
      if (process.stderr.isTTY) process.stderr.write(`\r${number + 1} of ${wanted.length}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(options.jobs) }, worker));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (process.stderr.isTTY) process.stderr.write("\n");
  return results;
}

const results = await record();
const names = Object.keys(results);
if (names.length === 0) throw new Error(`no run's name contains "${options.only}"`);
if (options.save !== undefined) writeFileSync(options.save, `${JSON.stringify(results)}\n`);
if (options.against === undefined) {
  console.log(`${names.length} checks recorded`);
} else {
  const before = JSON.parse(readFileSync(options.against, "utf8"));
  const different = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(results[name]),
  );
  for (const name of different) {
    console.log(
      `${name}\n  before ${JSON.stringify(before[name])}\n  now    ${JSON.stringify(results[name])}`,
    );
  }
  console.log(`${names.length} checks compared, ${different.length} different`);
  process.exitCode = different.length > 0 ? 1 : 0;
}
