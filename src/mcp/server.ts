/**
 * A Model Context Protocol server over standard input and output: programs that talk to language models call
 * Deadwood with it. It checks the arguments of calls, starts a process for each, and hands on its answer.
 *
 * An error of the caller's is the result of a call, with a hint, so that a model can correct it. Only what breaks the
 * protocol is an error of the protocol.
 */
import { availableParallelism } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { BadUsageError, DeadwoodError } from "../core/errors.ts";
import { toolVersion } from "../core/version.ts";
import { type AnyTool, TOOLS } from "./all-tools.ts";
import { type JobEnd, runInProcess } from "./job-process.ts";
import { Places } from "./places.ts";
import { requireAllowed } from "./reduce-tool.ts";
import { DEFAULT_SECONDS } from "./schemas.ts";
import { Traces } from "./traces.ts";

export interface ServerOptions {
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The longest time that a call may ask for. */
  readonly maxSeconds: number;
  /** Of each call. */
  readonly memoryBytes: number;
  readonly allowsCommands: boolean;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** More calls at once wait for each other. */
const MAX_AT_ONCE = 4;
const PROGRESS_MILLIS = 500;
const TRACE_URI = "deadwood://traces/";

const INSTRUCTIONS =
  "Deadwood is a model checker for multi-threaded Java. Call check with a small main program (2 or 3 threads) to find deadlocks, lost updates, races and other concurrency bugs; then replay and explain look into the schedule of a violation by its trace handle. After a fix, call check again: only the verdict `safe` is a proof. All paths are on the server's computer. The program runs in Deadwood's interpreter only, without access to files, network or processes; a .java file is compiled by javac first. Only reduce writes a file, where it is told.";

/** Serves until the client is gone or the signal comes. */
export async function serve(options: ServerOptions): Promise<void> {
  const traces = new Traces();
  try {
    const server = new McpServer(
      { name: "deadwood", title: "Deadwood", version: toolVersion() },
      { instructions: INSTRUCTIONS },
    );
    const calls = new Calls(options, traces, () => server.sendResourceListChanged());
    for (const tool of TOOLS) {
      const { name, title, description, input, output, annotations } = tool;
      const config = { title, description, annotations, inputSchema: input, outputSchema: output };
      server.registerTool(name, config, (given, extra) => calls.answer(tool, given, extra));
    }
    addTraces(server, traces);
    const transport = new StdioServerTransport();
    const ended = whenOver(server, options.signal);
    await server.connect(transport);
    await ended;
    calls.endAll();
    await server.close();
    await calls.idle();
  } finally {
    traces.remove();
  }
}

/** The client has closed its side, or has gone. */
const whenOver = (server: McpServer, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const over = (): void => done();
    process.stdin.once("end", over);
    process.stdin.once("close", over);
    process.stdout.on("error", over);
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has nothing else
    server.server.onclose = over;
    if (signal.aborted) over();
    signal.addEventListener("abort", over, { once: true });
  });

function addTraces(server: McpServer, traces: Traces): void {
  const template = new ResourceTemplate(`${TRACE_URI}{name}`, {
    list: () => ({ resources: traces.names().map(traceResource) }),
  });
  const about = {
    title: "Schedules of violations",
    description:
      "Trace files, as `deadwood check --trace` writes them and `deadwood replay` reads them.",
    mimeType: "application/json",
  };
  server.registerResource("traces", template, about, (uri) => {
    const name = uri.href.slice(TRACE_URI.length);
    return { contents: [{ uri: uri.href, mimeType: "application/json", text: traces.read(name) }] };
  });
}

const traceResource = (name: string): { uri: string; name: string; mimeType: string } => ({
  uri: `${TRACE_URI}${name}`,
  name,
  mimeType: "application/json",
});

/** The calls under way. */
class Calls {
  readonly #options: ServerOptions;
  readonly #traces: Traces;
  readonly #tracesChanged: () => void;
  readonly #places = new Places(Math.min(MAX_AT_ONCE, availableParallelism()));
  readonly #controllers = new Set<AbortController>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ServerOptions, traces: Traces, tracesChanged: () => void) {
    this.#options = options;
    this.#traces = traces;
    this.#tracesChanged = tracesChanged;
  }

  endAll(): void {
    for (const controller of this.#controllers) controller.abort();
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async answer(tool: AnyTool, input: unknown, extra: Extra): Promise<CallToolResult> {
    const controller = new AbortController();
    const cancel = (): void => controller.abort();
    extra.signal.addEventListener("abort", cancel, { once: true });
    this.#controllers.add(controller);
    const running = this.#run(tool, input, extra, controller.signal);
    this.#running.add(running);
    try {
      const end = await running;
      if (end.type === "answer" && end.traces.length > 0) this.#tracesChanged();
      return resultOf(end);
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      return errorResult(error.code, error.message, error.hint ?? null);
    } finally {
      extra.signal.removeEventListener("abort", cancel);
      this.#controllers.delete(controller);
      this.#running.delete(running);
    }
  }

  async #run(tool: AnyTool, given: unknown, extra: Extra, signal: AbortSignal): Promise<JobEnd> {
    requireAllowed(given, this.#options.allowsCommands);
    const { maxSeconds, memoryBytes, env } = this.#options;
    const input = this.#resolved(given);
    const seconds = Math.min(secondsOf(input), maxSeconds);
    const leave = await this.#places.enter(signal);
    try {
      return await runInProcess({
        request: {
          tool: tool.name,
          input: { ...input, maxSeconds: seconds },
          directory: this.#directoryOf(input),
          memoryBytes,
          traces: { directory: this.#traces.directory, prefix: this.#traces.nextPrefix() },
        },
        env,
        seconds: seconds + START_SECONDS,
        signal,
        progress: progressTo(extra, seconds),
      });
    } finally {
      leave();
      this.#traces.prune();
    }
  }

  /** With the path of the trace in place of its handle. */
  #resolved(given: unknown): Readonly<Record<string, unknown>> {
    const input = { ...(typeof given === "object" ? given : {}) };
    if (!("trace" in input) || typeof input.trace !== "string") return input;
    return { ...input, trace: this.#traces.pathOf(input.trace) };
  }

  #directoryOf(input: Readonly<Record<string, unknown>>): string {
    const { directory } = input;
    if (typeof directory !== "string") return this.#options.directory;
    if (isAbsolute(directory)) return resolve(directory);
    throw new BadUsageError(`directory ${directory} is not an absolute path`);
  }
}

/** The search counts its own time; starting, compiling and shortening schedules take some besides. */
const START_SECONDS = 10;

function secondsOf(input: Readonly<Record<string, unknown>>): number {
  const { maxSeconds } = input;
  return typeof maxSeconds === "number" ? maxSeconds : DEFAULT_SECONDS;
}

/** Notifications for a client that wants to know how far a call is. */
function progressTo(extra: Extra, total: number): (text: string) => void {
  const { _meta: meta } = extra;
  const progressToken = meta?.progressToken;
  const start = performance.now();
  let last = Number.NEGATIVE_INFINITY;
  return (message) => {
    const now = performance.now();
    if (progressToken === undefined || now - last < PROGRESS_MILLIS || extra.signal.aborted) return;
    last = now;
    const progress = Math.min(total, (now - start) / 1000);
    const params = { progressToken, progress, total, message };
    // A client that has gone needs no progress.
    extra.sendNotification({ method: "notifications/progress", params }).catch(() => {});
  };
}

function resultOf(end: JobEnd): CallToolResult {
  if (end.type === "error") {
    const hint = end.code === null ? "This is a bug in Deadwood: please report it." : end.hint;
    return errorResult(end.code ?? "E000_INTERNAL", end.message, hint);
  }
  return {
    content: [
      { type: "text", text: end.text },
      ...end.traces.map((name) => ({ type: "resource_link" as const, ...traceResource(name) })),
    ],
    structuredContent: end.data,
  };
}

/** Compilers and stack traces say a lot. */
const MAX_ERROR = 4000;

function errorResult(code: string, message: string, hint: string | null): CallToolResult {
  const text = message.length <= MAX_ERROR ? message : `${message.slice(0, MAX_ERROR)}…`;
  return {
    isError: true,
    content: [{ type: "text", text: `${code}: ${text}${hint === null ? "" : `\n${hint}`}` }],
  };
}
