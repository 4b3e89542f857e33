/**
 * The process of one call. It runs the tool that the server asks for, and ends. A process of its own keeps the
 * server able to answer while a search, a compiler or a replay is busy, bounds the memory of each call, and can be
 * ended whatever it does.
 */

import { refusedBySystem } from "../core/disk.ts";
import { DeadwoodError } from "../core/errors.ts";
import { toolNamed } from "./all-tools.ts";
import { JOB_REQUEST, type JobEvent, STOP } from "./messages.ts";
import type { ToolContext } from "./tool.ts";

/** Takes the request from the parent process, and gives it the answer. */
export async function runJob(env: ToolContext["env"]): Promise<void> {
  const controller = new AbortController();
  // Without a parent nobody waits for the answer.
  process.once("disconnect", () => process.exit());
  const request: unknown = await new Promise((resolve) => {
    process.once("message", resolve);
  });
  process.on("message", (message) => {
    const stop = STOP.safeParse(message);
    if (stop.success) controller.abort(stop.data.stop);
  });
  await send(await answerTo(request, env, controller.signal));
  process.disconnect();
}

async function answerTo(
  message: unknown,
  env: ToolContext["env"],
  signal: AbortSignal,
): Promise<JobEvent> {
  try {
    const { tool, input, directory, memoryBytes, traces } = JOB_REQUEST.parse(message);
    const progress = (text: string): void => void send({ type: "progress", text });
    const context = { directory, env, signal, memoryBytes, traces, progress };
    const { data, text, traces: written } = await toolNamed(tool).run(input, context);
    return answerEvent(data, text, written);
  } catch (error) {
    return errorEvent(error);
  }
}

const answerEvent = (data: unknown, text: string, traces: readonly string[]): JobEvent => ({
  type: "answer",
  data: { ...(typeof data === "object" ? data : {}) },
  text,
  traces: [...traces],
});

function errorEvent(error: unknown): JobEvent {
  const known = error instanceof DeadwoodError ? error : refusedBySystem(error);
  if (known !== null) {
    const { code, message, hint } = known;
    return { type: "error", code, message, hint: hint ?? null };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: "error", code: null, message, hint: null };
}

const send = (event: JobEvent): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(event, undefined, undefined, () => resolve());
  });
