/**
 * Parses the output of the runner on a JVM (models/jvm-runner): for each program one line per outcome, and a
 * final line.
 */

export interface JvmRuns {
  readonly outcomes: ReadonlySet<string>;
  readonly runs: number;
}

const END = "done";

/** The programs in order, as far as the runner came. */
export function parseRuns(output: string): JvmRuns[] {
  const programs: JvmRuns[] = [];
  let outcomes = new Set<string>();
  let runs = 0;
  for (const line of output.split("\n")) {
    if (line === END) {
      programs.push({ outcomes, runs });
      outcomes = new Set();
      runs = 0;
      continue;
    }
    const tab = line.indexOf("\t");
    if (tab < 0) continue;
    runs += Number(line.slice(0, tab));
    outcomes.add(line.slice(tab + 1));
  }
  return programs;
}
