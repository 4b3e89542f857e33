/**
 * Does one check again and again in one process, as `deadwood check` does it: through the
 * command line that bin/deadwood.js starts, with the same options, from the class files
 * on. Only searches are timed, each by the report of its check.
 *
 *   node benchmarks/repeat.mjs --json FILE --least N --seconds S --most S -- OPTION... Main ARGUMENT...
 *
 * FILE is the report of the first check, and under `searches` the CPU seconds of each
 * (see lib/repetitions.mjs for when there are enough). Exit code as of the first check.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { load } from "../bin/load.js";
import { isEnough } from "./lib/repetitions.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    least: { type: "string" },
    seconds: { type: "string" },
    most: { type: "string" },
  },
});
const file = values.json;
/** Of a check that is under way: what fails later must not leave a report behind. */
const last = `${file}.last`;
const wanted = {
  least: Number(values.least),
  seconds: Number(values.seconds),
  most: Number(values.most),
};

const host = {
  streams: {
    write: (fd, bytes) => {
      if (fd === 2) process.stderr.write(bytes);
    },
    read: () => -1,
    flush: () => {},
  },
  env: process.env,
  directory: process.cwd(),
  onInterrupt: () => () => {},
};

/** The same program, the same options: whatever differs would be a figure of something else. */
function requireSame(first, next) {
  for (const name of ["states", "matched", "transitions"]) {
    if (first.totals[name] === next.totals[name]) continue;
    throw new Error(`${next.totals[name]} ${name} after ${first.totals[name]} in the first search`);
  }
  if (first.verdict !== next.verdict) throw new Error(`${next.verdict} after ${first.verdict}`);
}

const { main } = load();
const searches = [];
let first = null;
do {
  rmSync(last, { force: true });
  const exitCode = await main(["check", "--quiet", "--json", last, ...positionals], host);
  process.exitCode ??= exitCode;
  if (!existsSync(last)) break;
  const report = JSON.parse(readFileSync(last, "utf8"));
  first ??= report;
  requireSame(first, report);
  searches.push(report.totals.searchCpuSeconds);
} while (first.verdict !== "incomplete" && !isEnough(searches, wanted));
rmSync(last, { force: true });
if (first !== null) writeFileSync(file, JSON.stringify({ ...first, searches }));
