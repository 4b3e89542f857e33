/**
 * Repeats one search in one process, as bin/deadwood.js starts it.
 *
 *   node benchmarks/repeat.mjs --json FILE --least N --seconds S --most S -- OPTION... Main ARGUMENT...
 *
 * The search is repeated at least N times and for S CPU seconds, but never longer than --most
 * (lib/repetitions.mjs). FILE is the report of the first check, with the CPU seconds of each search
 * under `searches`. The exit code is that of the first check.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import loader from "../bin/loader.cjs";
import { repeatCheck } from "./lib/repeat.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    least: { type: "string" },
    seconds: { type: "string" },
    most: { type: "string" },
  },
});
const wanted = {
  least: Number(values.least),
  seconds: Number(values.seconds),
  most: Number(values.most),
};
// A failed run must not leave a report.
const underWay = `${values.json}.part`;
const { exitCode, report } = await repeatCheck(
  new loader.Loader().load("deadwood.cjs").main,
  positionals,
  underWay,
  wanted,
);
if (report !== null) writeFileSync(values.json, JSON.stringify(report));
process.exitCode = exitCode;
