/** Who is served by a session's server, and that nothing that is sent to it can harm it. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExploreServer, explore } from "../../../src/explore/explore.ts";

const PROGRAM = { main: "DiningPhilosophers", args: ["naive"] };

let server: ExploreServer;
beforeAll(async () => {
  server = await explore({ program: PROGRAM });
});
afterAll(() => server.close());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Received {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Unlike fetch, this sends any Host header. */
function send(path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: server.port, path, method, headers, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const own = (): Record<string, string> => ({
  host: `127.0.0.1:${server.port}`,
  "x-deadwood-token": server.token,
});
const asCommand = (): Record<string, string> => ({ ...own(), "content-type": "application/json" });
const STEP = JSON.stringify({ do: "step", thread: 0, choice: -1 });

test("the address has a token, and the page is strict", async () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{24}$/);
  const page = await fetch(server.url);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("DiningPhilosophers naive");
  expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
});

describe("who is refused", () => {
  const state = "/api/state";

  test.each([
    ["no token", state, (): Record<string, string> => ({ host: own()["host"] ?? "" })],
    ["a wrong token", state, () => ({ ...own(), "x-deadwood-token": "x".repeat(24) })],
    ["an empty token", state, () => ({ ...own(), "x-deadwood-token": "" })],
    ["a wrong token in the address", "/?token=abc", () => ({ host: own()["host"] ?? "" })],
    ["another host", state, () => ({ ...own(), host: `evil.example:${server.port}` })],
    ["another port", state, () => ({ ...own(), host: "127.0.0.1:1" })],
    ["a host without a port", state, () => ({ ...own(), host: "127.0.0.1" })],
    ["another origin", state, () => ({ ...own(), origin: "http://evil.example" })],
    ["no origin of its own", state, () => ({ ...own(), origin: "null" })],
    ["a request of another site", state, () => ({ ...own(), "sec-fetch-site": "cross-site" })],
  ])("%s", async (_, path, headers) => {
    const { status, text } = await send(path, { headers: headers() });
    expect(status).toBe(403);
    expect(text).not.toContain("Fork");
  });

  test("each of its own names is served", async () => {
    for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
      const host = `${name}:${server.port}`;
      const { status } = await send(state, {
        headers: { ...own(), host, origin: `http://${host}` },
      });
      expect(status, name).toBe(200);
    }
  });
});

describe("what is refused", () => {
  test.each([
    ["PUT", 405],
    ["DELETE", 405],
    ["OPTIONS", 405],
    ["HEAD", 405],
  ])("%s", async (method, expected) => {
    const { status, headers } = await send("/api/state", { method, headers: own() });
    expect(status).toBe(expected);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test.each([
    ["a form", "text/plain", STEP, 415],
    ["a form with JSON in it", "application/x-www-form-urlencoded", STEP, 415],
    ["bad JSON", "application/json", "{", 400],
    ["no command", "application/json", "[]", 400],
    ["an unknown command", "application/json", '{"do":"format"}', 400],
    [
      "a thread that is no number",
      "application/json",
      '{"do":"step","thread":"0","choice":-1}',
      400,
    ],
    ["a negative thread", "application/json", '{"do":"step","thread":-1,"choice":-1}', 400],
    ["a prototype", "application/json", '{"__proto__":{"do":"check"}}', 400],
    ["a long body", "application/json", `"${"x".repeat(10_000)}"`, 413],
  ])("%s", async (_, type, body, expected) => {
    const headers = { ...own(), "content-type": type };
    const { status, text } = await send("/api/do", { method: "POST", headers, body });
    expect(status).toBe(expected);
    expect(JSON.parse(text)).toHaveProperty("error");
  });

  test("a huge body, without being read", async () => {
    const body = "x".repeat(50 * 2 ** 20);
    const answer = await send("/api/do", { method: "POST", headers: asCommand(), body }).catch(
      (error: unknown) => error,
    );
    // The connection may be closed while the body is still being sent.
    if (!(answer instanceof Error)) expect(answer).toMatchObject({ status: 413 });
  });

  test.each(["/nothing", "/api", "/api/do", "/../etc/passwd", "//evil.example/x"])(
    "GET %s",
    async (path) => {
      const { status } = await send(path, { headers: own() });
      expect(status).toBe(404);
    },
  );

  test.each([
    "../../../../etc/passwd",
    "/etc/passwd",
    "..%2f..%2fpackage.json",
    "package.json",
    "Unrelated.java",
    "",
  ])("the file %j as a source", async (path) => {
    const { status } = await send(`/api/source?path=${encodeURIComponent(path)}`, {
      headers: own(),
    });
    expect(status).toBe(404);
  });
});

test("commands run one after another, and the server goes on after all of the above", async () => {
  const perform = (command: unknown) =>
    send("/api/do", { method: "POST", headers: asCommand(), body: JSON.stringify(command) });
  const answers = await Promise.all([
    perform({ do: "step", thread: 0, choice: -1 }),
    perform({ do: "step", thread: 1, choice: -1 }),
    perform({ do: "go", to: 1 }),
  ]);
  const views = answers.map(({ text }) => JSON.parse(text));
  expect(views.map(({ at }) => at)).toEqual([1, 2, 1]);
  const source = await send("/api/source?path=DiningPhilosophers.java", { headers: own() });
  expect(JSON.parse(source.text).text).toContain("synchronized (first)");
  const heap = await send("/api/heap", { headers: own() });
  expect(heap.text).toContain("Fork#1");
  const trace = await send("/api/trace", { headers: own() });
  expect(JSON.parse(trace.text)).toMatchObject({
    format: "deadwood-trace",
    trace: { steps: [{}] },
  });
});

test("a port in use and an unknown program are errors that say so", async () => {
  await expect(explore({ program: PROGRAM }, { port: server.port })).rejects.toMatchObject({
    code: "E102_BAD_USAGE",
    message: `cannot serve on port ${server.port}: another program uses it`,
  });
  await expect(explore({ program: "NoSuchProgram" })).rejects.toMatchObject({
    code: "E301_CLASS_NOT_FOUND",
  });
});
