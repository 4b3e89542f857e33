/** Serves a session: its page, and what the page asks for. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { BadUsageError, DeadwoodError } from "../core/errors.ts";
import { pageFile } from "../report/page-file.ts";
import { commandFrom } from "./command-shape.ts";
import type { ExplorePageData } from "./explore-data.ts";
import { refusalOf, TOKEN_PARAMETER } from "./request-guard.ts";
import type { ExploreSession } from "./session.ts";
import { StateViews } from "./state-view.ts";

const LOOPBACK = "127.0.0.1";
/** A command is a few words. */
const MAX_BODY = 4096;
/** A body must arrive within so many milliseconds. */
const PATIENCE = 10_000;

export interface SessionServer {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `port` 0 takes any free one. `program` is how the page names the program. */
export async function serve(
  session: ExploreSession,
  port: number,
  program: string,
): Promise<SessionServer> {
  const token = randomBytes(18).toString("base64url");
  const served = new ServedSession(session, token, program);
  const server = createServer((request, response) => {
    void served.handle(request, response);
  });
  server.requestTimeout = PATIENCE;
  server.headersTimeout = PATIENCE;
  const own = await listen(server, port);
  served.port = own;
  return {
    port: own,
    token,
    url: `http://${LOOPBACK}:${own}/?${TOKEN_PARAMETER}=${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(
        new BadUsageError(`cannot serve on port ${port}: ${reasonOf(cause)}`, {
          cause,
          hint: "Choose another --port, or leave it out for a free one.",
        }),
      );
    });
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE") return "another program uses it";
  if (code === "EACCES") return "this user may not use it";
  return message;
}

class ServedSession {
  port = 0;
  readonly #session: ExploreSession;
  readonly #views: StateViews;
  readonly #token: string;
  readonly #program: string;
  /** Requests that look at the machine wait for each other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(session: ExploreSession, token: string, program: string) {
    this.#session = session;
    this.#views = new StateViews(session);
    this.#token = token;
    this.#program = program;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: Answer;
    try {
      answer = await this.#answer(request);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      answer = failure(error instanceof DeadwoodError ? 400 : 500, why);
    }
    send(response, answer);
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const url = parseUrl(request.url);
    if (url === null) return failure(400, "the address is malformed");
    const refusal = refusalOf(request, url, this.#token, this.port);
    if (refusal !== null) {
      const allow = refusal.status === 405 ? { allow: "GET, POST" } : {};
      return { ...failure(refusal.status, refusal.why), headers: allow };
    }
    if (request.method === "POST") {
      if (url.pathname !== "/api/do") return failure(404, "there is no such command address");
      return await this.#command(request, url);
    }
    switch (url.pathname) {
      case "/":
        return page(this.#program, this.#token);
      case "/api/state":
        return await this.#inTurn(async () => json(await this.#views.view(revisionIn(url))));
      case "/api/heap":
        return await this.#inTurn(() => json(this.#session.heap()));
      case "/api/check":
        return json(this.#session.check.view);
      case "/api/trace":
        return await this.#inTurn(() => json(this.#session.traceFile()));
      case "/api/source":
        return this.#source(url.searchParams.get("path") ?? "");
      default:
        return failure(404, "there is no such page");
    }
  }

  async #command(request: IncomingMessage, url: URL): Promise<Answer> {
    const text = await bodyOf(request);
    if (text === null) return failure(413, `a command has at most ${MAX_BODY} bytes`);
    const command = commandFrom(parseJson(text));
    if (command === null) return failure(400, "this is no command");
    return await this.#inTurn(async () => {
      await this.#session.perform(command);
      return json(await this.#views.view(revisionIn(url)));
    });
  }

  /** Only files that a view has named: their paths come from class files, and may be made to lead elsewhere. */
  #source(path: string): Answer {
    const isPlain = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
    const isNamed = this.#views.sourcePaths.has(path) && isPlain && !path.includes("\\");
    const file = isNamed ? this.#session.program.sourceFinder().find(path) : null;
    return file === null ? failure(404, "the source was not found") : json(file);
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }
}

const parseUrl = (text: string | undefined): URL | null => {
  try {
    return new URL(text ?? "", `http://${LOOPBACK}`);
  } catch {
    return null;
  }
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function revisionIn(url: URL): number {
  const revision = Number(url.searchParams.get("revision") ?? "0");
  return Number.isSafeInteger(revision) ? revision : 0;
}

/** Null if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const json = (value: unknown): Answer => ({
  status: 200,
  type: "application/json; charset=utf-8",
  body: JSON.stringify(value),
});

const failure = (status: number, why: string): Answer => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify({ error: why }),
});

function page(program: string, token: string): Answer {
  const data: ExplorePageData = { token, program };
  const title = `${program} – Deadwood explore`;
  return {
    status: 200,
    type: "text/html; charset=utf-8",
    body: pageFile({ name: "explore", title, data, hasGraphs: true, isServed: true }),
    // The page has a policy of its own, which allows its script and its style.
    headers: {
      "content-security-policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    },
  };
}

function send(response: ServerResponse, { status, type, body, headers = {} }: Answer): void {
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    // What is left of a refused body is not read.
    ...(status >= 400 ? { connection: "close" } : {}),
    ...headers,
  });
  response.end(body);
}
