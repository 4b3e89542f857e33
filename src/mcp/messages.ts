/** What the server and the process of a job say to each other. */
import { z } from "zod";
import { TOOL_NAMES } from "./tool.ts";

export const JOB_REQUEST = z.object({
  tool: z.enum(TOOL_NAMES),
  input: z.unknown(),
  directory: z.string(),
  memoryBytes: z.number(),
  traces: z.object({ directory: z.string(), prefix: z.string() }),
});
export type JobRequest = z.infer<typeof JOB_REQUEST>;

/** Ends the job, which then answers with what it knows. */
export const STOP = z.object({ stop: z.string() });

export const JOB_EVENT = z.discriminatedUnion("type", [
  z.object({ type: z.literal("progress"), text: z.string() }),
  z.object({
    type: z.literal("answer"),
    data: z.record(z.string(), z.unknown()),
    text: z.string(),
    traces: z.array(z.string()),
  }),
  /** An error of the user's, or null for a bug. */
  z.object({
    type: z.literal("error"),
    code: z.string().nullable(),
    message: z.string(),
    hint: z.string().nullable(),
  }),
]);
export type JobEvent = z.infer<typeof JOB_EVENT>;
