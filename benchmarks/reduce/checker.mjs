/**
 * Reduces a program whose error only some schedules show, hidden among unrelated programs: all bundled
 * programs in one jar. The checker is the predicate, in process. The result must link, and `deadwood check`
 * must still find the error in it.
 */
import { join, resolve } from "node:path";
import { check } from "../lib/checker.mjs";
import { LinkCheck } from "../lib/link-check.mjs";
import { bar, count, fixed, table } from "../lib/table.mjs";
import { newProblems, reduce } from "./reduction.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const JAR = join(ROOT, "models/programs.jar");
const BARS = { percent: 10, seconds: 60 };
/** Twice the bar, so that a run that misses the bar shows by how much. */
const LIMIT = 120;

const RUNS = [
  ["deadlock", "DiningPhilosophers naive 3"],
  ["deadlock", "NestedMonitor nested 2"],
  ["assertion", "LostUpdate racy 2 1"],
  ["assertion", "PetersonLock swapped 1"],
  ["race", "LostUpdate racy 2 1"],
  ["race", "LinkedListRace racy 2 1"],
];

export async function checker({ matches, scratch, progress }) {
  const chosen = RUNS.filter((run) => matches(run.join(" ")));
  if (chosen.length === 0) return null;
  const link = new LinkCheck(scratch);
  const results = [];
  try {
    for (const [kind, program] of chosen) {
      progress(`${kind}, ${program}`);
      const words = program.split(" ");
      const out = join(scratch, "out.jar");
      const flags = ["--check", kind];
      const run = await reduce({ input: JAR, out, flags, words, limit: LIMIT });
      if (run.message !== undefined) {
        results.push({ kind, program, message: run.message });
        continue;
      }
      const problems = await newProblems(link, JAR, out);
      const whole = await failureOf(kind, JAR, words, scratch);
      const left = await failureOf(kind, out, words, scratch);
      if (left === null) problems.push(`deadwood check finds no ${kind}`);
      const slip = left === null ? null : slipOf(whole, left);
      const { figures } = run;
      const percent = (100 * figures.bytes) / figures.wholeBytes;
      results.push({
        kind,
        program,
        ...figures,
        percent,
        wholeThreads: whole?.threads ?? null,
        threads: left?.threads ?? null,
        slip,
        problems,
      });
    }
  } finally {
    link.close();
  }
  const good = results.filter(({ message }) => message === undefined);
  const wrong = results.filter(
    ({ message, problems }) => message !== undefined || problems.length > 0,
  );
  const slipped = good.filter(({ slip }) => slip !== null);
  const worst = (name) => (good.length === 0 ? null : Math.max(...good.map((each) => each[name])));
  return {
    title: "Checker: concurrency errors, reduced in process",
    text: [
      table(HEADER, good.map(rowOf)),
      "",
      ...wrong.flatMap(({ kind, program, message, problems = [] }) => [
        `${kind}, ${program}: ${message ?? "the result is wrong"}`,
        ...problems.map((problem) => `    ${problem}`),
      ]),
      ...slipped.map(({ kind, program, slip }) => `${kind}, ${program}: slipped, ${slip}`),
      `the same failure    ${bar(good.length - slipped.length, `of ${good.length}`, slipped.length === 0, "all")}`,
      `size                ${bar(worst("percent"), "% at most", worst("percent") < BARS.percent, `under ${BARS.percent} %`)}`,
      `time                ${bar(worst("wall"), "s at most, the whole process", worst("wall") < BARS.seconds, `under ${BARS.seconds} s`)}`,
    ],
    failures: wrong.length,
    data: { runs: results },
  };
}

/**
 * What the command that a user would run reports, or null: the first failure of the kind, and whether some
 * schedule ends well.
 */
async function failureOf(kind, jar, words, scratch) {
  const races = ["--races", kind === "race" ? "error" : "off"];
  const flags = ["--all-errors", ...races, "--class-path", jar];
  const { report } = await check({ words, flags, limit: LIMIT, scratch });
  // Each violation is reported; of several of a kind, the one with the fewest preemptions counts.
  const violations = (report?.violations ?? []).toSorted((a, b) => a.preemptions - b.preemptions);
  const found = violations.find((each) => isWanted(kind, each));
  if (found === undefined) return null;
  const ends = await check({
    words,
    flags: [...flags, "--exit-codes", "99"],
    limit: LIMIT,
    scratch,
  });
  return {
    threads: found.trace.threads.length,
    preemptions: found.preemptions,
    // A race's message contains names, a deadlock's does not.
    message: kind === "race" ? "" : found.message.replaceAll(/\d+/g, "N"),
    waits: found.trace.waits.length,
    isFirst: violations[0] === found,
    hasCleanEnd: (ends.report?.violations ?? []).some((each) => each.kind === "exit-code"),
  };
}

/** Why this is another failure than before, or null. It does not use the reducer's own judgement. */
function slipOf(whole, left) {
  if (whole === null) return "the input has none";
  if (left.message !== whole.message) return `it says "${left.message}"`;
  if (left.threads < 2 && whole.threads > 1) return "it needs only one thread";
  if (whole.hasCleanEnd && !left.hasCleanEnd) return "it fails on every schedule";
  if (left.preemptions < whole.preemptions) {
    return `${left.preemptions} preemptions are enough, instead of ${whole.preemptions}`;
  }
  if (whole.waits > 1 && left.waits < 2) return "only one thread waits";
  return whole.isFirst && !left.isFirst ? "something else is found first" : null;
}

const isWanted = (wanted, { kind, message }) =>
  wanted === "assertion"
    ? kind === "uncaught" && message.includes("java.lang.AssertionError")
    : kind === wanted;

const HEADER = [
  "program",
  "looks for",
  "bytes",
  "left",
  "%",
  "classes",
  "left",
  "runs",
  "CPU s",
  "wall s",
  "threads",
  "left",
  "end",
];

const rowOf = (result) => [
  result.program,
  result.kind,
  count(result.wholeBytes),
  count(result.bytes),
  fixed(result.percent, 2),
  count(result.wholeClasses),
  count(result.classes),
  count(result.runs),
  fixed(result.cpu, 1),
  fixed(result.wall, 1),
  count(result.wholeThreads),
  count(result.threads),
  endOf(result),
];

function endOf({ problems, slip, isComplete }) {
  if (problems.length > 0) return "WRONG";
  if (slip !== null) return "slipped";
  return isComplete ? "" : "time limit";
}
