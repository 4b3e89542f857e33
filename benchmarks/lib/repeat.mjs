/**
 * Repeats one check through the entry point of the command line, so that program, options and properties are
 * those of `deadwood check`. Each check's report contains the cost of its search.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { isEnough } from "./repetitions.mjs";

/** Shows only errors, and has no terminal. */
const HOST = {
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

/** Program and options are the same, so a difference would mean that something else was measured. */
function requireSame(first, next) {
  for (const name of ["states", "matched", "transitions"]) {
    if (first.totals[name] === next.totals[name]) continue;
    throw new Error(`${next.totals[name]} ${name} after ${first.totals[name]} in the first search`);
  }
  if (first.verdict !== next.verdict) throw new Error(`${next.verdict} after ${first.verdict}`);
}

/**
 * @param main the entry of the command line
 * @param {string[]} words options of `check`, the program and its arguments
 * @param {string} file where reports may be written for a moment
 * @param {{least: number, seconds: number, most: number}} wanted see isEnough
 * @returns exit code and report of the first check, with the CPU seconds of all `searches`;
 *   null for a report where there is none
 */
export async function repeatCheck(main, words, file, wanted) {
  const searches = [];
  let first = null;
  let firstCode = 0;
  do {
    rmSync(file, { force: true });
    const exitCode = await main(
      ["check", "--quiet", "--no-minimize", "--json", file, ...words],
      HOST,
    );
    if (!existsSync(file)) return { exitCode, report: null };
    const report = JSON.parse(readFileSync(file, "utf8"));
    if (report.verdict === "error") {
      rmSync(file);
      return { exitCode, report: null };
    }
    if (first === null) {
      first = report;
      firstCode = exitCode;
    }
    requireSame(first, report);
    searches.push(report.totals.searchCpuSeconds);
    // A search that a limit has ended would differ each time.
  } while (first.verdict !== "incomplete" && !isEnough(searches, wanted));
  rmSync(file, { force: true });
  return { exitCode: firstCode, report: { ...first, searches } };
}
