/** Runs `deadwood reduce` as a user would, and reads its result and its log. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { KnownProblems } from "../lib/link-check.mjs";
import { timedWithin } from "../lib/measure.mjs";
import { reducible } from "./program.mjs";

const DEADWOOD = resolve(import.meta.dirname, "../../bin/deadwood.js");
const LINE = /: (\d+) of (\d+) bytes \(.*\), (\d+) of (\d+) classes, (\d+) runs, ([\d.]+) s$/m;
/** Seconds after --time-limit when a reduction that did not stop by itself is killed. */
const PATIENCE = 120;
const EXIT_INCOMPLETE = 3;

/** @returns {Promise<{message?: string, figures?: object, steps?: object[]}>} a message where it failed */
export async function reduce({ input, out, flags, words, limit }) {
  for (const path of [out, `${out}.session`]) rmSync(path, { recursive: true, force: true });
  const args = ["reduce", input, "-o", out, "--quiet", "--time-limit", `${limit}`, ...flags];
  const run = await timedWithin(limit + PATIENCE, process.execPath, [
    DEADWOOD,
    ...args,
    "--",
    ...words,
  ]);
  if (run === null) return { message: `still running ${PATIENCE} s after its time limit` };
  const found = LINE.exec(run.stdout);
  if (found === null || (run.status !== 0 && run.status !== EXIT_INCOMPLETE)) {
    return { message: `exit code ${run.status}: ${run.stderr.trim()}` };
  }
  const [bytes, wholeBytes, classes, wholeClasses, runs, seconds] = found.slice(1).map(Number);
  const isComplete = run.status === 0;
  const { wall, cpu } = run;
  return {
    figures: { bytes, wholeBytes, classes, wholeClasses, runs, seconds, wall, cpu, isComplete },
    steps: stepsOf(`${out}.session`),
  };
}

function stepsOf(session) {
  const file = join(session, "steps.jsonl");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The problems that the JVM finds in a result but not in the input. */
export async function newProblems(link, input, out) {
  const { readInput } = await reducible();
  const filesOf = (path) =>
    readInput(path).classes.map(({ path: name, pieces }) => ({ path: name, bytes: pieces.bytes }));
  const whole = filesOf(input);
  const names = whole.map(({ path }) => path.slice(0, -".class".length));
  const known = new KnownProblems(await link.problemsOf(whole), names);
  return known.newOnes(await link.problemsOf(filesOf(out)));
}
