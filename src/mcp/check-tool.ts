/** `check`: explores the schedules of a program within bounds, and reports what is wrong with short schedules. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Check, check } from "../check/check.ts";
import type { CheckReport, ReportedViolation } from "../check/check-report.ts";
import type { CheckOptions } from "../check/options.ts";
import { count, plural } from "../core/numbers.ts";
import { reportLines, verdictLine } from "../report/check/text.ts";
import { STRATEGY_NAMES } from "../search/strategies.ts";
import { fitting, short } from "./bounded.ts";
import { programOf } from "./program-input.ts";
import { rowText, ScheduleView, whyLines } from "./schedule.ts";
import { COMMON, OMITTED, PROGRAM, ROW, WHY } from "./schemas.ts";
import type { Answer, Tool, ToolContext } from "./tool.ts";

/** More violations than this are counted, without a trace. */
const MAX_TRACES = 5;
const MAX_WARNINGS = 5;

const INPUT = z.object({
  ...PROGRAM,
  races: z
    .enum(["off", "warn", "error"])
    .default("warn")
    .describe("Data races: ignore them, report them as warnings, or as violations."),
  ignore: z
    .array(z.enum(["deadlock", "uncaught", "endless"]))
    .default([])
    .describe("Kinds of violations that are fine: deadlocks, uncaught exceptions, livelocks."),
  invariants: z
    .array(z.string())
    .default([])
    .describe("Static boolean methods (p.Main.ok) that must return true in every state."),
  unreleased: z
    .boolean()
    .default(false)
    .describe("Also report locks, permits and stamps that are never released."),
  allErrors: z
    .boolean()
    .default(false)
    .describe("Report every distinct violation, not only the first."),
  assumeFixed: z
    .boolean()
    .default(false)
    .describe("Accept fixed values for random numbers, hash codes, environment and time."),
  search: z
    .enum(STRATEGY_NAMES)
    .default("dfs")
    .describe(
      "dfs explores all schedules; bfs too, and finds the shortest violation; random and pct only try schedules.",
    ),
  seed: z.number().int().min(0).optional().describe("For random and pct."),
  maxStates: z.number().int().min(1).optional().describe("Stop after this many states."),
  maxDepth: z.number().int().min(1).optional().describe("Cut schedules after this many steps."),
  minimize: z
    .boolean()
    .default(true)
    .describe("Look for a schedule with fewer thread switches and steps."),
  ...COMMON,
});

const VIOLATION = z.object({
  kind: z
    .string()
    .describe("deadlock, uncaught (exception), endless, race, invariant, exit-code or unreleased."),
  message: z.string(),
  trace: z.string().nullable().describe("Handle of the schedule, for `replay` and `explain`."),
  rows: z.number().describe("How many rows the whole schedule has."),
  schedule: z.array(ROW),
  end: z.string().nullable().describe("What follows the last row."),
  why: WHY,
});

const OUTPUT = z.object({
  verdict: z
    .enum(["safe", "violated", "incomplete"])
    .describe(
      "safe: no schedule is wrong. violated: at least one is. incomplete: nothing was found, but not everything was explored.",
    ),
  summary: z.string(),
  limit: z.string().nullable().describe("What ended the search early."),
  violations: z.array(VIOLATION),
  warnings: z.array(z.string()),
  states: z.number(),
  transitions: z.number(),
  seconds: z.number(),
  omitted: OMITTED,
});

type Input = z.infer<typeof INPUT>;
type Output = z.infer<typeof OUTPUT>;

export const CHECK_TOOL: Tool<typeof INPUT, typeof OUTPUT> = {
  name: "check",
  title: "Check a Java program under every schedule",
  description:
    "Explores every thread schedule of a multi-threaded Java program and finds deadlocks, uncaught exceptions, failed assertions, data races and livelocks. Use it for concurrency bugs that tests show rarely or never. It needs compiled classes, a jar, or one .java file with a main method that uses few threads and small loops (2 or 3 threads show most bugs). The answer has a verdict, and for each violation the schedule with source lines and the reason. Only the verdict `safe` means that nothing can go wrong; after `incomplete`, use a smaller program or larger limits. The program is interpreted by Deadwood and cannot touch files, network or processes.",
  input: INPUT,
  output: OUTPUT,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  async run(input, context) {
    const job = check(programOf(input), optionsOf(input, context));
    for await (const event of job) {
      if (event.type === "progress") {
        const { counts, depth } = event;
        context.progress(`${plural(counts.states, "state")}, depth ${count(depth)}`);
      } else if (event.type === "simplify") context.progress("looking for a simpler schedule");
    }
    const report = await job;
    const traces = await writeTraces(job, report, context);
    return answer(report, traces, input, context);
  },
};

function optionsOf(input: Input, context: ToolContext): CheckOptions {
  const { ignore, races, invariants, unreleased, search, seed, maxStates, maxDepth } = input;
  return {
    env: context.env,
    directory: context.directory,
    signal: context.signal,
    strategy:
      search === "random" || search === "pct"
        ? { kind: search, ...(seed === undefined ? {} : { seed }) }
        : search,
    properties: {
      races,
      invariants,
      unreleased,
      ...Object.fromEntries(ignore.map((kind) => [kind, false])),
    },
    assumesFixed: input.assumeFixed,
    maxViolations: input.allErrors ? MAX_VIOLATIONS : 1,
    minimize: input.minimize,
    limits: {
      seconds: input.maxSeconds,
      memoryBytes: context.memoryBytes,
      ...(maxStates === undefined ? {} : { states: maxStates }),
      ...(maxDepth === undefined ? {} : { depth: maxDepth }),
    },
  };
}

const MAX_VIOLATIONS = 50;

async function writeTraces(
  job: Check,
  { violations }: CheckReport,
  { traces: { directory, prefix } }: ToolContext,
): Promise<string[]> {
  const names: string[] = [];
  for (const index of violations.slice(0, MAX_TRACES).keys()) {
    const trace = await job.trace(index);
    if (trace === null) continue;
    const name = `${prefix}.${index + 1}`;
    writeFileSync(join(directory, `${name}.json`), JSON.stringify(trace));
    names.push(name);
  }
  return names;
}

// ---- the answer ----

interface Size {
  readonly violations: number;
  readonly rows: number;
  readonly facts: number;
  readonly warnings: number;
}

const SIZES: readonly Size[] = [
  { violations: 5, rows: 40, facts: 30, warnings: MAX_WARNINGS },
  { violations: 3, rows: 25, facts: 15, warnings: MAX_WARNINGS },
  { violations: 2, rows: 15, facts: 10, warnings: 3 },
  { violations: 1, rows: 15, facts: 10, warnings: 2 },
  { violations: 1, rows: 10, facts: 6, warnings: 1 },
  { violations: 1, rows: 6, facts: 4, warnings: 0 },
  { violations: 1, rows: 3, facts: 2, warnings: 0 },
  { violations: 1, rows: 0, facts: 0, warnings: 0 },
  { violations: 0, rows: 0, facts: 0, warnings: 0 },
];

function answer(
  report: CheckReport,
  traces: readonly string[],
  input: Input,
  { directory }: ToolContext,
): Answer<Output> {
  const views = report.violations.map(
    (violation) => new ScheduleView(violation, report.sources, directory),
  );
  return fitting(SIZES, input.maxCharacters, (size) => {
    const violations = report.violations
      .slice(0, size.violations)
      .map((violation, i) => violationData(violation, views[i], traces[i] ?? null, size));
    const warnings = report.races.slice(0, size.warnings).map(({ message }) => short(message));
    const data: Output = {
      verdict: report.verdict,
      summary: short(verdictLine(report)),
      limit: report.limit,
      violations,
      warnings,
      states: report.totals.states,
      transitions: report.totals.transitions,
      seconds: Number((report.seconds.boot + report.seconds.search).toFixed(3)),
      omitted: omitted(report, violations, views, warnings.length),
    };
    return { data, text: textOf(data, report), traces };
  });
}

function violationData(
  violation: ReportedViolation,
  view: ScheduleView | undefined,
  trace: string | null,
  size: Size,
): z.infer<typeof VIOLATION> {
  return {
    kind: violation.kind,
    message: short(violation.message),
    trace,
    rows: view?.rows.length ?? 0,
    schedule: view?.select(size.rows) ?? [],
    end: view?.end() ?? null,
    why: view?.why(size.facts) ?? null,
  };
}

function omitted(
  { violations, races, hasMoreRaces }: CheckReport,
  shown: readonly z.infer<typeof VIOLATION>[],
  views: readonly ScheduleView[],
  warnings: number,
): string[] {
  const lines = shown.flatMap(({ trace, rows, schedule, why }, i) => {
    const left = rows - schedule.length;
    const facts = (views[i]?.facts ?? 0) - (why?.facts.length ?? 0);
    const ask = trace === null ? "use a larger maxCharacters" : `use replay with trace ${trace}`;
    return [
      ...(left > 0 ? [`${left} of ${plural(rows, "row")} that say less: ${ask}`] : []),
      ...(facts > 0 ? [`${plural(facts, "fact")} of the explanation: ${ask}`] : []),
    ];
  });
  const others = violations.length - shown.length;
  if (others > 0) lines.push(`${plural(others, "other violation")}: use a larger maxCharacters`);
  const otherRaces = races.length - warnings;
  if (otherRaces > 0 || hasMoreRaces) {
    lines.push(
      `${otherRaces}${hasMoreRaces ? " or more" : ""} data races: use races "error" and allErrors`,
    );
  }
  return lines;
}

function textOf(data: Output, report: CheckReport): string {
  const notes = reportLines({ ...report, violations: [], races: [] }, 200).filter((line) =>
    line.startsWith("note: "),
  );
  return [
    data.summary,
    ...data.violations.flatMap(({ message, trace, schedule, end, why }, i) => [
      "",
      `violation ${i + 1}: ${message}${trace === null ? "" : ` (trace ${trace})`}`,
      ...(schedule.length === 0
        ? []
        : ["schedule (!: the thread before could have continued)", ...schedule.map(rowText)]),
      ...(end === null ? [] : [`   ${end}`]),
      ...whyLines(why),
    ]),
    "",
    ...data.warnings.map((text) => `warning: ${text}`),
    ...notes.slice(0, MAX_WARNINGS).map((line) => short(line)),
    ...(data.verdict === "incomplete" ? [ADVICE] : []),
    ...data.omitted.map((text) => `left out: ${text}`),
    `${plural(data.states, "state")}, ${plural(data.transitions, "transition")}, ${data.seconds} s`,
  ].join("\n");
}

const ADVICE =
  "incomplete is not safe. Use fewer threads or iterations, a larger maxSeconds, or search random to look for bugs only.";
