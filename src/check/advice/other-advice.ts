/** Advice for verdicts that no limit is to blame for. */
import { plural } from "../../core/numbers.ts";
import type { Advice, AdvisedReport } from "./advice.ts";

/** What the search left out although it reached no limit. */
export function coverageAdvice(report: AdvisedReport): Advice[] {
  const { fixedValues, approximations, search, store } = report;
  const advice: Advice[] = [];
  if (store.kind === "bitstate") {
    const isSmall = report.totals.states < SMALL;
    advice.push({
      id: "larger-store",
      what: isSmall ? "Use --store compact." : "Use a larger --store-size.",
      options: isSmall ? "--store compact" : "--store-size 1g",
      why: isSmall
        ? `${plural(report.totals.states, "state")} fit into memory, and then the search can prove something.`
        : "the fuller the table, the more states are mistaken for known ones.",
    });
  }
  if (approximations.some((reason) => HEAP_NOTE.test(reason))) {
    advice.push({
      id: "larger-heap",
      what: "Use a larger --heap.",
      options: "--heap 256m",
      why: "live objects came close to its size.",
    });
  }
  if (fixedValues.length > 0 && !search.assumesFixed) {
    const isAlone = approximations.length === 0 && report.limit === null;
    advice.push({
      id: "assume-fixed",
      what: "Add --assume-fixed.",
      options: "--assume-fixed",
      why: isAlone
        ? `${plural(fixedValues.length, "fixed value")} alone stood in the way; a JVM may choose others, so accept it only if the program's correctness does not hang on them.`
        : `${plural(fixedValues.length, "fixed value")} will stand in the way even without the limit.`,
    });
  }
  if (approximations.some((reason) => CLOCK_NOTE.test(reason))) {
    advice.push({
      id: "own-clock",
      what: "Let the program take the time from an object of its own, such as a LongSupplier, and give the check one that counts or chooses (deadwood.Verify).",
      options: null,
      why: "the clock stands still here, so what happens when time passes was not explored; --assume-fixed does not cover it.",
    });
  }
  return advice;
}

const CLOCK_NOTE = /^the program reads the clock/;

/** States whose fingerprints take less than a gigabyte. */
const SMALL = 50_000_000;
const HEAP_NOTE = /of --heap: an OutOfMemoryError may have been missed/;

/** Random schedules prove nothing, however many there are. */
export function randomAdvice({ search }: AdvisedReport): Advice[] {
  const { walk } = search;
  if (walk === null) return [];
  return [
    {
      id: "search-all",
      what: "For a proof, use --search dfs.",
      options: "--search dfs",
      why: "random schedules never prove that there is no violation.",
    },
    {
      id: "more-runs",
      what: `Follow more schedules: --runs ${walk.runs * 10}, or another --seed.`,
      options: `--runs ${walk.runs * 10}`,
      why: `${plural(walk.distinctEnds, "different end")} on ${plural(walk.schedules, "schedule")}.`,
    },
  ];
}

export function violationAdvice({ violations }: AdvisedReport): Advice[] {
  if (violations.length === 0) return [];
  return [
    {
      id: "html",
      what: "Add --html report.html to step through the schedule in a browser.",
      options: "--html report.html",
      why: "the page shows the source, the threads and the heap at each step.",
    },
    {
      id: "replay",
      what: "Add --trace trace.json, then run: deadwood replay trace.json",
      options: "--trace trace.json",
      why: "it runs the same schedule again, also after a change of the program.",
    },
  ];
}
