/** `reduce`: makes a jar as small as possible while it still shows a failure. The only tool that writes where it is told. */
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { BadUsageError } from "../core/errors.ts";
import type { PredicateChoice } from "../reduce/checker/choices.ts";
import { type ReduceReport, reduce } from "../reduce/reduce.ts";
import { reductionLine, reductionProgress } from "../report/reduce/text.ts";
import { CHECK_KINDS } from "../search/properties/table.ts";
import { fitting, short } from "./bounded.ts";
import { COMMON, OMITTED, PROGRAM } from "./schemas.ts";
import type { Answer, Tool } from "./tool.ts";

const INPUT = z.object({
  input: z.string().describe("A jar, or a directory of classes. It is not changed."),
  output: z
    .string()
    .describe(
      "Where to write the result: a jar or a directory, as the input is. It must not exist.",
    ),
  check: z
    .enum(CHECK_KINDS)
    .optional()
    .describe("The failure that check must find in the input and in the result."),
  main: z.string().optional().describe("With check: the main class."),
  args: PROGRAM.args,
  maxStates: z
    .number()
    .int()
    .min(1)
    .default(20_000)
    .describe("With check: stop each search after this many states."),
  command: z
    .array(z.string())
    .optional()
    .describe(
      "Instead of check: a command and its arguments, with {} for the path of a candidate. Its exit code must stay that of the input. The server must have been started with --allow-commands.",
    ),
  classPath: z.string().optional().describe("Libraries that the input needs; they stay."),
  jdk: PROGRAM.jdk,
  ...COMMON,
});

const OUTPUT = z.object({
  path: z.string().nullable().describe("The result; null if there is none yet."),
  bytes: z.number(),
  inputBytes: z.number(),
  classes: z.number(),
  inputClasses: z.number(),
  runs: z.number().describe("How many candidates were tried."),
  failure: z.string().nullable().describe("The failure that the result still shows."),
  stopped: z
    .string()
    .nullable()
    .describe("What ended the reduction early; the result is the best so far."),
  omitted: OMITTED,
});

type Input = z.infer<typeof INPUT>;
type Output = z.infer<typeof OUTPUT>;

export const REDUCE_TOOL: Tool<typeof INPUT, typeof OUTPUT> = {
  name: "reduce",
  title: "Reduce a failing jar",
  description:
    "Makes a jar or a directory of classes as small as possible while Deadwood still finds the same failure in it (check and main), or while a command still fails on it. Use it to get a small example of a failure from a large program. It writes only to `output`, which must not exist. It takes minutes rather than seconds: give a large maxSeconds; when the time is over, the best result so far is kept.",
  input: INPUT,
  output: OUTPUT,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run(input, context) {
    const output = resolve(context.directory, input.output);
    if (existsSync(output)) {
      throw new BadUsageError(`${output} exists`, {
        hint: "Name an output that does not exist; this tool overwrites nothing.",
      });
    }
    // The session is needed to resume only, and the tool writes nowhere else but where it is told.
    const session = join(context.traces.directory, `${context.traces.prefix}.session`);
    try {
      const job = reduce(resolve(context.directory, input.input), {
        predicate: predicateOf(input),
        output,
        session,
        seconds: input.maxSeconds,
        env: context.env,
        directory: context.directory,
        signal: context.signal,
        ...(input.classPath === undefined ? {} : { classPath: input.classPath }),
        ...(input.jdk === undefined ? {} : { jdk: input.jdk }),
      });
      for await (const event of job) {
        if (event.type === "progress") context.progress(reductionProgress(event));
      }
      return answer(await job, input);
    } finally {
      rmSync(session, { recursive: true, force: true });
    }
  },
};

function predicateOf({ check, main, args, maxStates, command }: Input): PredicateChoice {
  if (command !== undefined && check === undefined) {
    if (command.length === 0) throw new BadUsageError("the command is empty");
    return { command };
  }
  if (check === undefined || main === undefined || command !== undefined) {
    throw new BadUsageError("it is not said what must stay of the program", {
      hint: "Give either check and main, or command.",
    });
  }
  return { check, main, args, maxStates };
}

function answer({ results, limit }: ReduceReport, input: Input): Answer<Output> {
  return fitting([0], input.maxCharacters, () => {
    const [result] = results;
    const data: Output = {
      path: result?.path ?? null,
      bytes: result?.bytes ?? 0,
      inputBytes: result?.inputBytes ?? 0,
      classes: result?.classes ?? 0,
      inputClasses: result?.inputClasses ?? 0,
      runs: result?.runs ?? 0,
      failure: short(result?.failure ?? "") || null,
      stopped: short(result?.stopped ?? limit ?? "") || null,
      omitted: [],
    };
    const lines =
      result === undefined
        ? [`stopped before the reduction began: ${limit ?? "there was nothing to reduce"}`]
        : [
            reductionLine(result),
            ...(data.failure === null ? [] : [`it still fails with: ${data.failure}`]),
            ...(data.stopped === null ? [] : [`stopped: ${data.stopped}; this is the best so far`]),
          ];
    return { data, text: lines.join("\n"), traces: [] };
  });
}

/** Running a command of the caller's choice is something that the owner of the server must have allowed. */
export function requireAllowed(input: unknown, allowsCommands: boolean): void {
  if (allowsCommands) return;
  if (typeof input !== "object" || input === null) return;
  if (!("command" in input) || input.command === undefined) return;
  throw new BadUsageError("this server runs no commands", {
    hint: "Use check and main instead of command, or start it with: deadwood mcp --allow-commands.",
  });
}
