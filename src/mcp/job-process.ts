/** Starts the process of a job, follows it, and sees to its end: by its answer, by the client, or by its time. */
import { type ChildProcess, fork } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputUnreadableError } from "../core/errors.ts";
import { JOB_EVENT, type JobEvent, type JobRequest } from "./messages.ts";

const TOOL = fileURLToPath(new URL("../../bin/deadwood.js", import.meta.url));
/** How long a job that was asked to stop may take to answer with what it knows, in milliseconds. */
const GRACE_MILLIS = 5000;
/** Errors of the process itself are long only if they are bugs. */
const MAX_ERRORS = 2000;

export interface JobOptions {
  readonly request: JobRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** When it is over, the job is asked to stop. Starting up and shortening schedules count as well. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
}

export type JobEnd = Exclude<JobEvent, { readonly type: "progress" }>;

export async function runInProcess(options: JobOptions): Promise<JobEnd> {
  const { request, env, seconds, signal, progress } = options;
  requireDirectory(request.directory);
  const child = fork(TOOL, ["mcp", "--job"], {
    cwd: request.directory,
    // Whatever a job that has to be killed leaves there goes with the server.
    env: { ...env, TMPDIR: request.traces.directory },
    // Standard output is the server's, and carries the protocol only.
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  const stop = (reason: string): void => stopChild(child, reason);
  const onAbort = (): void => stop("the client's request");
  const timer = setTimeout(() => stop(`${seconds} s`), seconds * 1000);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    child.send(request);
    if (signal.aborted) onAbort();
    return await endOf(child, progress, seconds);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function requireDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new InputUnreadableError(`${path} is not a directory`, {
    hint: "Give `directory` the absolute path of one that exists.",
  });
}

function stopChild(child: ChildProcess, reason: string): void {
  if (child.connected) child.send({ stop: reason });
  const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MILLIS);
  child.once("close", () => clearTimeout(timer));
}

function endOf(
  child: ChildProcess,
  progress: (text: string) => void,
  seconds: number,
): Promise<JobEnd> {
  let answer: JobEnd | null = null;
  let errors = "";
  child.stderr?.on("data", (data: Buffer) => {
    if (errors.length < MAX_ERRORS) errors += data.toString();
  });
  child.on("message", (message) => {
    const event = JOB_EVENT.safeParse(message);
    if (!event.success) return;
    if (event.data.type === "progress") progress(event.data.text);
    else answer = event.data;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, killed) => {
      resolve(answer ?? withoutAnswer(code, killed, errors, seconds));
    });
  });
}

/** The process was killed, or ran out of memory. */
function withoutAnswer(
  code: number | null,
  killed: NodeJS.Signals | null,
  errors: string,
  seconds: number,
): JobEnd {
  const why =
    killed === "SIGKILL"
      ? `it was ended ${GRACE_MILLIS / 1000} s after its ${seconds} s or a cancellation`
      : /heap out of memory/.test(errors)
        ? "it ran out of memory"
        : `its process ended with ${killed ?? `exit code ${code ?? "unknown"}`}`;
  return {
    type: "error",
    code: "E402_LIMIT_REACHED",
    message: `the call has no result: ${why}`,
    hint: "Use a smaller program, fewer states (maxStates), or a larger maxSeconds.",
  };
}
