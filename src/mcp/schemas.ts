/**
 * What the tools have in common: their inputs and outputs as zod schemas, from which the protocol's JSON schemas
 * are made. The descriptions are all the documentation that a model sees.
 */
import { z } from "zod";
import type { LibraryKind } from "../launch/find-program.ts";

/** The bounds of an answer, in characters. */
export const CHARACTERS = { least: 1000, usual: 6000, most: 30_000 } as const;
/** The bounds of a job. A server may be started with others. */
export const DEFAULT_SECONDS = 30;
export const DEFAULT_MOST_SECONDS = 300;
export const DEFAULT_MEMORY_MB = 1024;

const LIBRARIES = ["model", "real"] as const satisfies readonly LibraryKind[];

export const COMMON = {
  directory: z
    .string()
    .optional()
    .describe("Absolute path that relative paths refer to. Default: the server's directory."),
  maxSeconds: z
    .number()
    .positive()
    .default(DEFAULT_SECONDS)
    .describe("Stop after this many seconds. The server may allow less."),
  maxCharacters: z
    .number()
    .int()
    .min(CHARACTERS.least)
    .max(CHARACTERS.most)
    .default(CHARACTERS.usual)
    .describe("The longest answer. What does not fit is left out, and `omitted` says so."),
} as const;

export const PROGRAM = {
  program: z
    .string()
    .optional()
    .describe(
      "Main class on the class path (p.Main), a .class file, a .java file (compiled by javac), or the name of a bundled example (DiningPhilosophers). Not together with jar.",
    ),
  jar: z.string().optional().describe("A jar whose manifest names the main class."),
  args: z.array(z.string()).default([]).describe("Arguments of the main method."),
  classPath: z
    .string()
    .optional()
    .describe("Directories and jars with the program's classes, separated as for java -cp."),
  sources: z
    .array(z.string())
    .default([])
    .describe("Folders or jars with the sources, if they are not beside the classes."),
  jdk: z.string().optional().describe("The JDK whose class library the program uses."),
  library: z
    .enum(LIBRARIES)
    .default("model")
    .describe("Deadwood's models of java.util.concurrent (faster), or the JDK's own bytecode."),
} as const;

export const TRACE = z
  .string()
  .describe(
    "A handle that check returned, such as trace-1.1, or the path of a file written by `deadwood check --trace`.",
  );

// ---- outputs ----

export const ROW = z.object({
  row: z.number().describe("Counts from 1 in the order of execution."),
  thread: z.string(),
  file: z.string().nullable().describe("Path relative to the directory; null if unknown."),
  line: z.number().nullable(),
  source: z.string().nullable().describe("The text of the line."),
  does: z.string().describe("What the thread does there."),
  preempts: z.boolean().describe("The thread of the row before could have continued."),
  stateAfter: z
    .number()
    .describe("The step number with which `explain` shows the state after this row."),
});

export const FACT = z.object({
  text: z.string(),
  row: z.number().nullable().describe("The row of the schedule that shows it."),
  file: z.string().nullable(),
  line: z.number().nullable(),
  source: z.string().nullable(),
});

export const WHY = z
  .object({ heading: z.string(), facts: z.array(FACT) })
  .nullable()
  .describe("Why the violation happened.");

export const OMITTED = z
  .array(z.string())
  .describe("What was left out of this answer, and how to ask for it.");

export type AnswerRow = z.infer<typeof ROW>;
export type WhyData = z.infer<typeof WHY>;
