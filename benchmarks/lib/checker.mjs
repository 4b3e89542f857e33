/** Runs `deadwood check` in a process of its own and reads its report. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { timedWithin } from "./measure.mjs";
import { cheapest, costOf } from "./repetitions.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** The command of a checkout, which must be built. */
export const deadwoodOf = (checkout) => join(checkout, "bin/deadwood.js");
export const DEADWOOD = deadwoodOf(ROOT);
const REPEAT = resolve(import.meta.dirname, "../repeat.mjs");
/** A process is killed this many seconds after its own time limit. */
const GRACE = 30;

const asFoundByCommand = new Map();

/**
 * The option that keeps a schedule as it was found: simplifying it is no part of what is measured. Older checkouts do not
 * have it, and do so anyway.
 */
export function asFound(command) {
  if (!asFoundByCommand.has(command)) {
    const help = spawnSync(process.execPath, [command, "check", "--help"], { encoding: "utf8" });
    const option = "--no-minimize";
    asFoundByCommand.set(command, help.stdout.includes(option) ? [option] : []);
  }
  return asFoundByCommand.get(command);
}

/**
 * Summarises a report in one word: "safe", "deadlock", "exception", the kind of any other violation, or
 * "incomplete".
 */
export function verdictOf(report) {
  if (report.verdict !== "violated") return report.verdict;
  const kind = report.violations[0]?.kind;
  return kind === "uncaught" ? "exception" : kind;
}

/**
 * @param {{words: string[], flags?: string[], limit: number, rounds?: number, scratch: string,
 *   checkout?: string}} request `limit` is in seconds; `checkout` is this one unless named
 * @returns a run: `verdict`, and where there is a report its `report`; `cpu` and
 *   `wall` of the whole process in seconds. Of several rounds the one that cost
 *   least: whatever else the machine does can only add to it.
 */
export async function check(request) {
  const { limit, scratch } = request;
  const file = join(scratch, "report.json");
  const command = deadwoodOf(request.checkout ?? ROOT);
  const own = ["--quiet", ...asFound(command), "--json", file];
  const words = [command, "check", ...own, ...searchWords(request)];
  let best = null;
  for (let round = 0; round < (request.rounds ?? 1); round++) {
    const next = await runOnce(words, file, limit + GRACE);
    if (best === null || next.cpu < best.cpu) best = next;
  }
  return best;
}

/**
 * The same search again and again in one process: `least` times and for `seconds` of search
 * at least, but not for more than `most`. `search` of the run is what a search costs (see
 * costOf), null where there is no report; all else is as for one check.
 */
export async function checkRepeatedly(request) {
  const { least, seconds, most, limit, scratch } = request;
  const file = join(scratch, "report.json");
  const often = ["--least", `${least}`, "--seconds", `${seconds}`, "--most", `${most}`];
  const words = [REPEAT, "--json", file, ...often, "--", ...searchWords(request)];
  const runs = [];
  for (let round = 0; round < (request.rounds ?? 1); round++) {
    const run = await runOnce(words, file, (least + 1) * limit + GRACE);
    if (run.report === undefined) return { ...run, search: null };
    runs.push(run);
  }
  const search = cheapest(runs.map(({ report }) => costOf(report.searches)));
  return { ...runs[0], search };
}

const searchWords = ({ words, flags = [], limit }) => [
  "--max-seconds",
  `${limit}`,
  ...flags,
  ...words,
];

async function runOnce(words, file, seconds) {
  rmSync(file, { force: true });
  const run = await timedWithin(seconds, process.execPath, words);
  if (run === null) return { verdict: "hung", cpu: seconds, wall: seconds };
  const { cpu, wall, status, stderr } = run;
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  // Other checkouts may write no report after an error.
  if (report === null || report.verdict === "error") {
    const verdict = status === 2 ? "unsupported" : `exit code ${status}`;
    return { verdict, message: stderr.split("\n")[0], cpu, wall };
  }
  const why = [report.limit, ...report.approximations].filter((text) => text !== null).join("; ");
  return {
    verdict: verdictOf(report),
    report,
    cpu,
    wall,
    ...(why === "" ? {} : { message: why }),
  };
}

/** The figures of a report that the tables share; nulls without a report. */
export function figuresOf(run) {
  const totals = run.report?.totals;
  if (totals === undefined) {
    return { states: null, matched: null, transitions: null, depth: null, searchSeconds: null };
  }
  const { states, matched, transitions, maxDepth, searchCpuSeconds } = totals;
  return { states, matched, transitions, depth: maxDepth, searchSeconds: searchCpuSeconds };
}
