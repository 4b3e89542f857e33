/** `replay`: runs the schedule of a trace again and shows any part of it. */
import { z } from "zod";
import type { ReportedViolation } from "../check/check-report.ts";
import { type ReplayReport, replay } from "../check/replay.ts";
import { plural } from "../core/numbers.ts";
import { fitting, short } from "./bounded.ts";
import { rowText, ScheduleView, whyLines } from "./schedule.ts";
import { COMMON, OMITTED, ROW, TRACE, WHY } from "./schemas.ts";
import type { Answer, Tool } from "./tool.ts";

const INPUT = z.object({
  trace: TRACE,
  fromRow: z.number().int().min(1).default(1).describe("The first row to show."),
  rows: z.number().int().min(1).max(500).default(40).describe("Show at most this many rows."),
  detail: z
    .enum(["normal", "verbose"])
    .default("normal")
    .describe("verbose also shows what the class library does for the program."),
  ...COMMON,
});

const OUTPUT = z.object({
  reproduced: z.boolean().describe("The schedule led to the recorded violation again."),
  kind: z.string().nullable().describe("The violation it led to, or null."),
  message: z.string().nullable(),
  recorded: z.string().describe("The violation that the trace was recorded for."),
  obstacle: z.string().nullable().describe("Why the schedule could not be followed to its end."),
  changedClasses: z.array(z.string()).describe("Classes that changed since it was recorded."),
  totalRows: z.number(),
  schedule: z.array(ROW),
  end: z.string().nullable(),
  why: WHY,
  omitted: OMITTED,
});

type Output = z.infer<typeof OUTPUT>;
type Input = z.infer<typeof INPUT>;

const MAX_CLASSES = 5;
/** Shares of what was asked for. */
const SHARES = [1, 0.6, 0.35, 0.2, 0.1, 0.05, 0] as const;

export const REPLAY_TOOL: Tool<typeof INPUT, typeof OUTPUT> = {
  name: "replay",
  title: "Replay the schedule of a violation",
  description:
    "Runs the schedule of a violation that check found, and shows it row by row with source lines. Use it to see rows that check left out (fromRow, rows), to see what the class library does (detail verbose), or after a change of the program: if the schedule cannot be followed any more, the answer says why. That it no longer reproduces does not show that the bug is gone: run check again.",
  input: INPUT,
  output: OUTPUT,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  async run(input, { env, directory }) {
    const report = await replay(input.trace, { env, directory });
    return answer(report, input, directory);
  },
};

function answer(report: ReplayReport, input: Input, directory: string): Answer<Output> {
  const { violation, changedClasses } = report;
  const view =
    violation === null
      ? null
      : new ScheduleView(violation, report.sources, directory, input.detail);
  const all = view?.rows ?? [];
  const wanted = all.slice(input.fromRow - 1, input.fromRow - 1 + input.rows);
  return fitting(SHARES, input.maxCharacters, (share) => {
    const rows = wanted.slice(0, Math.ceil(wanted.length * share));
    const last = input.fromRow - 1 + rows.length;
    const facts = Math.ceil((view?.facts ?? 0) * share);
    const data: Output = {
      reproduced: report.reproduced,
      kind: violation?.kind ?? null,
      message: violation === null ? null : short(violation.message),
      recorded: short(report.recorded.message),
      obstacle: report.obstacle === null ? null : short(report.obstacle),
      changedClasses: changedClasses.slice(0, MAX_CLASSES).map((name) => short(name)),
      totalRows: all.length,
      schedule: view === null ? [] : rows.map((row) => view.row(row)),
      end: last >= all.length ? (view?.end() ?? null) : null,
      why: view?.why(facts) ?? null,
      omitted: [
        ...(last < all.length
          ? [`rows ${last + 1} to ${all.length}: call replay with fromRow ${last + 1}`]
          : []),
        ...(facts < (view?.facts ?? 0)
          ? ["facts of the explanation: use a larger maxCharacters"]
          : []),
        ...(changedClasses.length > MAX_CLASSES
          ? [`${changedClasses.length - MAX_CLASSES} more of the changed classes`]
          : []),
      ],
    };
    return { data, text: textOf(data, report, violation), traces: [] };
  });
}

function textOf(
  data: Output,
  { stepsTaken, steps }: ReplayReport,
  violation: ReportedViolation | null,
): string {
  const head =
    violation === null
      ? `not reproduced: ${data.obstacle ?? "no violation"} after ${stepsTaken} of ${plural(steps, "step")}; recorded: ${data.recorded}`
      : `${data.reproduced ? "reproduced" : "another violation"}: ${data.message}`;
  return [
    head,
    ...(data.changedClasses.length === 0
      ? []
      : [`classes changed since then: ${data.changedClasses.join(", ")}`]),
    ...(data.schedule.length === 0
      ? []
      : [
          `schedule, ${plural(data.totalRows, "row")} (!: the thread before could have continued)`,
          ...data.schedule.map(rowText),
        ]),
    ...(data.end === null ? [] : [`   ${data.end}`]),
    ...whyLines(data.why),
    ...data.omitted.map((text) => `left out: ${text}`),
  ].join("\n");
}
