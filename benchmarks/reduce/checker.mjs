/**
 * A program with an error that only some schedules show, among many others that have nothing to
 * do with it: all bundled programs in one jar. The checker is the predicate, in process. The
 * result must link, and `deadwood check` must still find the error in it.
 */
import { join, resolve } from "node:path";
import { check } from "../lib/checker.mjs";
import { LinkCheck } from "../lib/link-check.mjs";
import { bar, count, fixed, table } from "../lib/table.mjs";
import { newProblems, reduce } from "./reduction.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
const JAR = join(ROOT, "models/programs.jar");
const BARS = { percent: 10, seconds: 60 };
/** Twice the bar: what misses it should still show by how much. */
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
      const wholeThreads = await threadsOf(kind, JAR, words, scratch);
      const threads = await threadsOf(kind, out, words, scratch);
      if (threads === null) problems.push(`deadwood check finds no ${kind}`);
      // An error that needs no second thread is of the same kind, but not the one that was there.
      const isSlipped = threads === 1 && wholeThreads > 1;
      const { figures } = run;
      const percent = (100 * figures.bytes) / figures.wholeBytes;
      results.push({
        kind,
        program,
        ...figures,
        percent,
        wholeThreads,
        threads,
        isSlipped,
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
  const kept = good.filter(({ isSlipped }) => !isSlipped);
  const worst = (name) => (kept.length === 0 ? null : Math.max(...kept.map((each) => each[name])));
  return {
    title: "Checker: concurrency errors, reduced in process",
    text: [
      table(HEADER, good.map(rowOf)),
      "",
      ...wrong.flatMap(({ kind, program, message, problems = [] }) => [
        `${kind}, ${program}: ${message ?? "the result is wrong"}`,
        ...problems.map((problem) => `    ${problem}`),
      ]),
      "slipped: what is left fails in the same way with one thread, whatever the schedule; not in the bars",
      `size                ${bar(worst("percent"), "% at most", worst("percent") < BARS.percent, `under ${BARS.percent} %`)}`,
      `time                ${bar(worst("wall"), "s at most, the whole process", worst("wall") < BARS.seconds, `under ${BARS.seconds} s`)}`,
    ],
    failures: wrong.length,
    data: { runs: results },
  };
}

/**
 * Whether the command that a user would try finds it, too: how many threads there are when it
 * happens, or null.
 */
async function threadsOf(kind, jar, words, scratch) {
  const flags = ["--all-errors", "--races", kind === "race" ? "error" : "off", "--class-path", jar];
  const { report } = await check({ words, flags, limit: LIMIT, scratch });
  const found = (report?.violations ?? []).find((each) => isWanted(kind, each));
  return found === undefined ? null : found.trace.threads.length;
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

function endOf({ problems, isSlipped, isComplete }) {
  if (problems.length > 0) return "WRONG";
  if (isSlipped) return "slipped";
  return isComplete ? "" : "time limit";
}
