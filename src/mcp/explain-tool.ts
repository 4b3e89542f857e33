/** `explain`: the values of one state, and whether any thread will read them again. */
import { z } from "zod";
import { count, plural } from "../core/numbers.ts";
import { explain, type StateSpec } from "../explain/explain.ts";
import type { ExplainedCell, Explanation } from "../explain/explanation.ts";
import { explanationLines } from "../report/explain/text.ts";
import { fitting, short } from "./bounded.ts";
import { programOf } from "./program-input.ts";
import { COMMON, OMITTED, PROGRAM, TRACE } from "./schemas.ts";
import type { Answer, Tool } from "./tool.ts";

const STATUS = z.enum(["live", "dead", "unknown"]);

const INPUT = z.object({
  trace: TRACE.optional(),
  step: z
    .number()
    .int()
    .optional()
    .describe(
      "With trace: the state after this many steps (stateAfter of a row); default: the last.",
    ),
  ...PROGRAM,
  afterSteps: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("With a program: the state after this many steps of a random schedule."),
  seed: z.number().int().min(0).optional().describe("With afterSteps."),
  only: STATUS.optional().describe("Show only values of this status."),
  object: z.string().optional().describe("Show only this object (Account#1) or class."),
  field: z.string().optional().describe("Show only this field (Account.balance)."),
  maxStates: z
    .number()
    .int()
    .min(1)
    .default(5000)
    .describe("Explore at most this many of the states that follow."),
  ...COMMON,
});

const VALUE = z.object({
  where: z.string().describe("A thread and its line, an object, or `static`."),
  name: z.string(),
  type: z.string(),
  value: z.string(),
  status: STATUS,
  reader: z.string().nullable().describe("Which thread reads it next, and where."),
});

const OUTPUT = z.object({
  program: z.string(),
  steps: z.number().describe("The length of the schedule that led to the state."),
  explored: z.number().nullable().describe("States that were explored from here on."),
  limit: z.string().nullable().describe("What ended the exploration early."),
  counts: z.object({ live: z.number(), dead: z.number(), unknown: z.number() }),
  values: z.array(VALUE),
  omitted: OMITTED,
});

type Input = z.infer<typeof INPUT>;
type Output = z.infer<typeof OUTPUT>;
type Value = z.infer<typeof VALUE>;

const SIZES = [200, 100, 60, 35, 20, 10, 5, 2, 0] as const;

export const EXPLAIN_TOOL: Tool<typeof INPUT, typeof OUTPUT> = {
  name: "explain",
  title: "Explain the values of a state",
  description:
    "Shows the threads with their lines and local variables, the static fields and the objects of one state of a program, and for each value whether any thread will read it again (live, dead or unknown) and who. Use it to look into a state of a schedule that check found: give `trace` and the `stateAfter` of a row as `step`. Filter with only, object or field, because a state has many values.",
  input: INPUT,
  output: OUTPUT,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  async run(input, context) {
    const job = explain(stateOf(input), {
      env: context.env,
      directory: context.directory,
      signal: context.signal,
      maxStates: input.maxStates,
      select: {
        ...(input.only === undefined ? {} : { only: input.only }),
        ...(input.object === undefined ? {} : { object: input.object }),
        ...(input.field === undefined ? {} : { field: input.field }),
      },
    });
    for await (const event of job) {
      if (event.type === "progress") context.progress(plural(event.states, "state"));
    }
    return answer(await job, input);
  },
};

function stateOf(input: Input): StateSpec {
  const { trace, step, afterSteps, seed, jdk } = input;
  if (trace !== undefined) {
    return {
      trace,
      ...(step === undefined ? {} : { step }),
      ...(jdk === undefined ? {} : { jdk }),
    };
  }
  return { program: programOf(input), afterSteps, ...(seed === undefined ? {} : { seed }) };
}

function answer(explanation: Explanation, input: Input): Answer<Output> {
  const values = valuesOf(explanation);
  const lines = explanationLines(explanation, { isThorough: input.field !== undefined });
  const of = (status: Value["status"]): number =>
    values.filter((value) => value.status === status).length;
  return fitting(SIZES, input.maxCharacters, (most) => {
    const left = values.length - most;
    const isWhole = left <= 0;
    const omitted = isWhole
      ? []
      : [
          `${count(left)} of ${plural(values.length, "value")}: filter with only, object or field, or use a larger maxCharacters`,
        ];
    const data: Output = {
      program: short([explanation.program.main, ...explanation.program.args].join(" ")),
      steps: explanation.steps,
      explored: explanation.future?.states ?? null,
      limit: explanation.future?.limit ?? null,
      counts: { live: of("live"), dead: of("dead"), unknown: of("unknown") },
      values: values.slice(0, most),
      omitted,
    };
    const shown = isWhole ? lines : [...lines.slice(0, 1), ...data.values.map(valueText)];
    const text = [
      ...shown.map((line) => short(line, MAX_LINE)),
      ...omitted.map((each) => `left out: ${each}`),
    ];
    return { data, text: text.join("\n"), traces: [] };
  });
}

const MAX_LINE = 300;

const valueText = ({ where, name, type, value, status, reader }: Value): string =>
  `${where}: ${name}: ${type} = ${value}  ${status}${reader === null ? "" : `: ${reader}`}`;

/** Frames and objects of the class library say little about the program. */
const LIBRARY = /(?:^| at )(?:java|javax|jdk|sun|deadwood)\./;

/** What threads hold first, then what they share; live before unknown before dead. */
function valuesOf({ threads, statics, objects }: Explanation): Value[] {
  const all = [
    ...threads.flatMap(({ name, frames }) =>
      frames.flatMap(({ place, locals, operands }) =>
        [...locals, ...operands].map((cell) => valueOf(`${name} at ${place}`, cell)),
      ),
    ),
    ...statics.map((cell) => valueOf("static", cell)),
    ...objects.flatMap(({ name, cells }) => cells.map((cell) => valueOf(name, cell))),
  ];
  const rank = { live: 0, unknown: 1, dead: 2 } as const;
  const order = (value: Value): number =>
    rank[value.status] + (LIBRARY.test(value.where) ? Object.keys(rank).length : 0);
  return all.toSorted((a, b) => order(a) - order(b));
}

function valueOf(
  where: string,
  { name, type, value, status, read, mayRead }: ExplainedCell,
): Value {
  const [possible] = mayRead;
  const reader =
    read === null
      ? possible === undefined
        ? null
        : `${possible.thread ?? "some thread"} may read it at ${possible.path.join(" → ")}`
      : `${read.thread} reads it at ${read.path.join(" → ")}`;
  return {
    where: short(where, 120),
    name: short(name, 80),
    type: short(type, 80),
    value: short(value, 80),
    status,
    reader: reader === null ? null : short(reader, 160),
  };
}
