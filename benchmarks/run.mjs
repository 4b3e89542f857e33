/**
 * Measures the speed of `deadwood run`, and checks its output.
 *
 *   node benchmarks/run.mjs [--only NAME] [--quick] [--rounds N] [--out FILE]
 *
 * Each program runs with the undo log, without it, and under `java -Xint`, in turns within one
 * session, so that the ratios hold even though the absolute figures depend on the machine. The
 * median of each counts. Standard output must equal the real JVM's. The exit code is 1 only if a
 * program fails or prints something else, and never because something is slow. A full run writes
 * benchmarks/results/run-<commit>.json.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { geometricMean, median, sum, timed } from "./lib/measure.mjs";
import { PROGRAMS } from "./lib/programs.mjs";
import { provenance, writeResults } from "./lib/results.mjs";
import { table } from "./lib/table.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const DEADWOOD = join(ROOT, "bin/deadwood.js");
const LOAD_RUNS = 15;
const MEGA = 1e6;

const print = (text = "") => process.stdout.write(`${text}\n`);

function fail(message) {
  process.stderr.write(`bench: ${message}\n`);
  process.exit(2);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string" },
        quick: { type: "boolean", default: false },
        rounds: { type: "string" },
        out: { type: "string" },
      },
    });
    const rounds = Number(values.rounds ?? (values.quick ? 1 : 3));
    if (!Number.isInteger(rounds) || rounds < 1) fail("--rounds must be a positive whole number");
    return { ...values, rounds };
  } catch (error) {
    return fail(error.message);
  }
}

/** Compiles the benchmarks, and the Hello World of the bundled programs, into one scratch directory. */
function compile(directory) {
  const folder = join(import.meta.dirname, "run");
  const sources = readdirSync(folder).map((name) => join(folder, name));
  sources.push(join(ROOT, "models/programs/Hello.java"));
  const javac = spawnSync("javac", ["--release", "17", "-g", "-d", directory, ...sources], {
    encoding: "utf8",
  });
  if (javac.error !== undefined) fail(`javac is needed: ${javac.error.message}`);
  if (javac.status !== 0) fail(`javac failed:\n${javac.stderr}`);
}

function deadwood(scratch, name, args, flags = []) {
  const stats = join(scratch, "stats.json");
  rmSync(stats, { force: true });
  const run = timed(process.execPath, [
    DEADWOOD,
    "run",
    "--stats",
    stats,
    ...flags,
    "--class-path",
    scratch,
    name,
    ...args,
  ]);
  return { ...run, stats: existsSync(stats) ? JSON.parse(readFileSync(stats, "utf8")) : undefined };
}

const java = (scratch, name, args, flags) =>
  timed("java", [...flags, "-cp", scratch, name, ...args]);

/** Why a run does not count; undefined if it does. */
function fault(run, expected) {
  if (run.status !== 0) return `exit code ${run.status}: ${run.stderr.split("\n")[0]}`;
  if (run.stdout !== expected) return "standard output differs from java's";
  return run.stats === undefined ? "no statistics were written" : undefined;
}

function measure(scratch, program, options) {
  const args = options.quick ? [program.quick] : [];
  const undo = [];
  const plain = [];
  const xint = [];
  for (let round = 0; round < options.rounds; round++) {
    const reference = java(scratch, program.name, args, ["-Xint"]);
    if (reference.status !== 0) fail(`java itself fails on ${program.name}:\n${reference.stderr}`);
    const on = deadwood(scratch, program.name, args);
    const off = deadwood(scratch, program.name, args, ["--no-undo"]);
    const wrong = fault(on, reference.stdout) ?? fault(off, reference.stdout);
    if (wrong !== undefined) return { name: program.name, group: program.group, fault: wrong };
    xint.push(reference);
    undo.push(on);
    plain.push(off);
  }
  const seconds = median(undo.map((run) => run.stats.seconds));
  const secondsWithoutUndo = median(plain.map((run) => run.stats.seconds));
  const javaSeconds = median(xint.map((run) => run.cpu));
  const { instructions, heapWords, undoEntries, classesLoaded } = undo[0].stats;
  return {
    name: program.name,
    group: program.group,
    instructions,
    seconds,
    millionPerSecond: instructions / seconds / MEGA,
    secondsWithoutUndo,
    undoRatio: seconds / secondsWithoutUndo,
    wallSeconds: median(undo.map((run) => run.wall)),
    processCpuSeconds: median(undo.map((run) => run.cpu)),
    javaXintSeconds: javaSeconds,
    javaXintRatio: seconds / javaSeconds,
    maxRssKb: Math.max(...undo.map((run) => run.stats.maxRssKb)),
    heapWords,
    undoEntries,
    classesLoaded,
  };
}

function rowOf(result) {
  if (result.fault !== undefined) return [result.name, "FAILED", "", "", "", "", "", ""];
  return [
    result.name,
    (result.instructions / MEGA).toFixed(1),
    result.seconds.toFixed(2),
    result.millionPerSecond.toFixed(1),
    result.undoRatio.toFixed(2),
    result.javaXintSeconds.toFixed(2),
    result.javaXintRatio.toFixed(1),
    (result.maxRssKb / 1024).toFixed(0),
  ];
}

const speed = (some) =>
  some.length === 0
    ? null
    : sum(some.map((r) => r.instructions)) / sum(some.map((r) => r.seconds)) / MEGA;

function totalsOf(results) {
  const good = results.filter((result) => result.fault === undefined);
  if (good.length === 0) return undefined;
  return {
    programs: good.length,
    failed: results.length - good.length,
    arithmeticMillionPerSecond: speed(good.filter((result) => result.group === "arithmetic")),
    wholeMillionPerSecond: speed(good),
    geometricMeanMillionPerSecond: geometricMean(good.map((result) => result.millionPerSecond)),
    geometricMeanUndoRatio: geometricMean(good.map((result) => result.undoRatio)),
    geometricMeanJavaXintRatio: geometricMean(good.map((result) => result.javaXintRatio)),
  };
}

const figure = (value) => (value === null ? "-" : value.toFixed(1));

function printTotals(totals) {
  print(`arithmetic loops    ${figure(totals.arithmeticMillionPerSecond)} M instructions/s`);
  print(`whole set           ${figure(totals.wholeMillionPerSecond)} M instructions/s`);
  print(`geometric mean      ${figure(totals.geometricMeanMillionPerSecond)} M instructions/s`);
  print(`undo on / off       ${totals.geometricMeanUndoRatio.toFixed(2)} (geometric mean)`);
  print(`against java -Xint  ${totals.geometricMeanJavaXintRatio.toFixed(1)} times its CPU time`);
}

/** Hello World from start to exit, in turns with the JVM, so that other load affects both. */
function measureLoad(scratch) {
  const ours = [];
  const theirs = [];
  let maxRssKb = 0;
  for (let i = 0; i < LOAD_RUNS; i++) {
    const reference = java(scratch, "Hello", [], ["-Xshare:auto"]);
    const run = deadwood(scratch, "Hello", []);
    const wrong = fault(run, reference.stdout);
    if (wrong !== undefined) return { fault: wrong };
    theirs.push(reference.wall * 1000);
    ours.push(run.wall * 1000);
    maxRssKb = Math.max(maxRssKb, run.stats.maxRssKb);
  }
  const limit = 2 * median(theirs) + 150;
  return {
    runs: LOAD_RUNS,
    deadwoodMs: median(ours),
    javaMs: median(theirs),
    limitMs: limit,
    withinLimit: median(ours) <= limit,
    maxRssKb,
  };
}

function printLoad(load) {
  if (load.fault !== undefined) return print(`Hello World         FAILED: ${load.fault}`);
  const verdict = load.withinLimit ? "pass" : "FAIL";
  print(
    `Hello World         ${load.deadwoodMs.toFixed(0)} ms, java ${load.javaMs.toFixed(0)} ms, ` +
      `limit 2 x java + 150 ms = ${load.limitMs.toFixed(0)} ms: ${verdict}`,
  );
  return print(`Hello World peak    ${(load.maxRssKb / 1024).toFixed(0)} MB resident`);
}

function write(file, report) {
  writeResults(file, report);
  print(`\nwritten: ${relative(process.cwd(), file)}`);
}

const options = readOptions();
const chosen = PROGRAMS.filter(({ name }) => options.only === undefined || name === options.only);
const wantsLoad = options.only === undefined || options.only === "Hello";
if (chosen.length === 0 && !wantsLoad) {
  fail(
    `no benchmark ${options.only}; there are ${PROGRAMS.map((p) => p.name).join(", ")} and Hello`,
  );
}
if (!existsSync(join(ROOT, "dist/cli/main.js"))) fail("run `npm run build` first");

const scratch = mkdtempSync(join(tmpdir(), "deadwood-bench-"));
let failures = 0;
try {
  compile(scratch);
  const results = [];
  for (const program of chosen) {
    process.stderr.write(`${program.name} …\n`);
    results.push(measure(scratch, program, options));
  }
  if (results.length > 0) {
    const header = [
      "program",
      "M instr",
      "seconds",
      "M/s",
      "undo on/off",
      "-Xint s",
      "x -Xint",
      "MB",
    ];
    print(table(header, results.map(rowOf)));
    print();
  }
  for (const { name, fault: why } of results.filter((result) => result.fault !== undefined)) {
    failures++;
    print(`${name}: ${why}`);
  }
  const totals = totalsOf(results);
  if (totals !== undefined) printTotals(totals);
  const load = wantsLoad ? measureLoad(scratch) : undefined;
  if (load !== undefined) {
    if (load.fault !== undefined) failures++;
    printLoad(load);
  }
  const { rounds, quick } = options;
  const report = {
    ...provenance("benchmarks/run"),
    rounds,
    quick,
    totals,
    load,
    programs: results,
  };
  const partial = options.quick || options.only !== undefined;
  if (options.out !== undefined) write(resolve(options.out), report);
  else if (!partial && failures === 0) {
    write(join(ROOT, `benchmarks/results/run-${report.commit}.json`), report);
  } else print("\nnot a full, clean run: no result file written (use --out FILE)");
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
