/** Runs `deadwood check` as a process of its own and reads what it says. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { timedWithin } from "./measure.mjs";

const DEADWOOD = resolve(import.meta.dirname, "../../bin/deadwood.js");
/** Seconds after its own time limit when a process that still runs is killed. */
const GRACE = 30;

/**
 * The one word that a report comes down to: "safe", "deadlock", "exception", the
 * kind of any other violation, or "incomplete".
 */
export function verdictOf(report) {
  if (report.verdict !== "violated") return report.verdict;
  const kind = report.violations[0]?.kind;
  return kind === "uncaught" ? "exception" : kind;
}

/**
 * @param {{words: string[], flags?: string[], limit: number, rounds?: number, scratch: string}} request
 *   `limit` is in seconds
 * @returns a run: `verdict`, and where there is a report its `report`; `cpu` and
 *   `wall` of the whole process in seconds. Of several rounds the one that cost
 *   least: whatever else the machine does can only add to it.
 */
export async function check(request) {
  let best = await checkOnce(request);
  for (let round = 1; round < (request.rounds ?? 1); round++) {
    const next = await checkOnce(request);
    if (next.cpu < best.cpu) best = next;
  }
  return best;
}

async function checkOnce({ words, flags = [], limit, scratch }) {
  const file = join(scratch, "report.json");
  rmSync(file, { force: true });
  const args = ["check", "--quiet", "--json", file, "--max-seconds", `${limit}`, ...flags];
  const run = await timedWithin(limit + GRACE, process.execPath, [DEADWOOD, ...args, ...words]);
  if (run === null) return { verdict: "hung", cpu: limit + GRACE, wall: limit + GRACE };
  const { cpu, wall, status, stderr } = run;
  if (!existsSync(file)) {
    const verdict = status === 2 ? "unsupported" : `exit code ${status}`;
    return { verdict, message: stderr.split("\n")[0], cpu, wall };
  }
  const report = JSON.parse(readFileSync(file, "utf8"));
  const why = [report.limit, ...report.approximations].filter((text) => text !== null).join("; ");
  return {
    verdict: verdictOf(report),
    report,
    cpu,
    wall,
    ...(why === "" ? {} : { message: why }),
  };
}

/** The figures of a report that the tables have in common; nulls where there is no report. */
export function figuresOf(run) {
  const totals = run.report?.totals;
  if (totals === undefined) {
    return { states: null, matched: null, transitions: null, depth: null, searchSeconds: null };
  }
  const { states, matched, transitions, maxDepth, searchCpuSeconds } = totals;
  return { states, matched, transitions, depth: maxDepth, searchSeconds: searchCpuSeconds };
}
