/** What a tool is: the server shows it to clients, and a process of its own runs it. */
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import type { Emit } from "../core/job.ts";

export interface ToolContext {
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client cancels the call or its time is over; the reason is a text. */
  readonly signal: AbortSignal;
  readonly memoryBytes: number;
  /** A directory for the traces of this call, and how their names begin. */
  readonly traces: { readonly directory: string; readonly prefix: string };
  readonly progress: Emit<string>;
}

/** An answer as data and as text: clients show a model one or the other. */
export interface Answer<Output> {
  readonly data: Output;
  readonly text: string;
  /** Handles of traces that were written. */
  readonly traces: readonly string[];
}

export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  run(input: z.infer<Input>, context: ToolContext): Promise<Answer<z.infer<Output>>>;
}

export const TOOL_NAMES = ["check", "replay", "explain", "reduce"] as const;
export type ToolName = (typeof TOOL_NAMES)[number];
