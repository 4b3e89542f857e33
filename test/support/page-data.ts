/** Data of pages: of real checks, and of schedules as long as a test wants. */
import { check } from "../../src/check/check.ts";
import type { CheckReport, ReportedViolation } from "../../src/check/check-report.ts";
import type { CheckOptions } from "../../src/check/options.ts";
import { heapStory } from "../../src/explain/heap/heap-story.ts";
import { checkPage } from "../../src/report/check-page.ts";
import type { Operation, Place, Trace, TraceStep } from "../../src/search/trace/trace.ts";

const SURROUNDINGS = { env: {}, directory: "/" };

/** The report of a bundled program: "DiningPhilosophers naive 3 1". */
export async function reportOf(program: string, options: CheckOptions = {}): Promise<CheckReport> {
  const [main = "", ...args] = program.split(" ");
  return await check({ main, args }, { ...SURROUNDINGS, ...options });
}

const pages = new Map<string, Promise<string>>();

/** The page that `check --html` writes for a bundled program. */
export function pageOf(program: string, options: CheckOptions = {}): Promise<string> {
  const key = JSON.stringify([program, options]);
  const page = pages.get(key) ?? makePage(program, options);
  pages.set(key, page);
  return page;
}

async function makePage(program: string, options: CheckOptions): Promise<string> {
  const [main = "", ...args] = program.split(" ");
  const job = check({ main, args }, { ...SURROUNDINGS, ...options });
  const report = await job;
  const file = await job.trace();
  const words = ["check", ...program.split(" ")];
  if (file === null) return checkPage(report, { words });
  const heap = await heapStory(file, SURROUNDINGS);
  return checkPage(report, { words, trace: { file, path: undefined }, heap });
}

const LINES = 40;
const SOURCE = `${["class Long {", ...Array.from({ length: LINES }, (_, i) => `  int f${i} = g(${i}); // line ${i + 2}`), "}"].join("\n")}\n`;

function placeAt(line: number): Place {
  return {
    method: "Long.run",
    file: "Long.java",
    line,
    isHelper: false,
    callers: [],
    library: null,
    isProgram: true,
  };
}

function stepAt(index: number): TraceStep {
  const lane = index % 3;
  const place = placeAt(2 + (index % LINES));
  const operation: Operation = {
    kind: "write",
    target: `Long#1.f${index % LINES}`,
    value: String(index + 1),
    before: String(index),
    place,
  };
  return {
    thread: lane,
    choice: -1,
    lane,
    place,
    operations: [operation],
    omitted: 0,
    isPreemption: index > 0 && index % 5 === 0,
    holds: index % 7 === 0 ? [{ target: "Long#1", place }] : [],
    awaits: null,
  };
}

/** A report whose first violation has a schedule of so many steps, each of which is a row. */
export async function longReport(steps: number): Promise<CheckReport> {
  const report = await reportOf("DiningPhilosophers naive 2 1");
  const [first] = report.violations;
  const trace: Trace = {
    threads: ["main", "Worker-1", "Worker-2"],
    steps: Array.from({ length: steps }, (_, i) => stepAt(i)),
    waits: [],
    cycle: [],
    pending: [],
    why: {
      heading: "this is where it goes wrong",
      facts: [
        { text: "writes last", lane: (steps - 1) % 3, step: steps - 1, operation: 0, place: null },
      ],
    },
  };
  const violation: ReportedViolation = { ...first!, message: "a long way", trace };
  const sources = [{ path: "Long.java", location: "src/Long.java", text: SOURCE }];
  return { ...report, violations: [violation], sources, races: [] };
}
