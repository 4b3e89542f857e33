/** The server of `deadwood mcp`: calls at the same time, their ends and bounds, and its own end. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import { BUILD_TIMEOUT, requireBuild } from "../built.ts";
import { directoryOf } from "../support.ts";
import { type Connected, childrenOf, connect, LONG, NAIVE, soon, TOOL } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

let server: Connected;
beforeAll(async () => {
  await requireBuild();
  server = await connect();
}, BUILD_TIMEOUT);
afterAll(async () => {
  await server.client.close();
});

describe("calls", () => {
  test("at the same time do not disturb each other", async () => {
    const sizes = [1, 2, 3, 1, 2, 3, 1, 2];
    const answers = await Promise.all(
      sizes.map((times, i) =>
        server.call("check", {
          program: "DiningPhilosophers",
          args: [i % 2 === 0 ? "naive" : "ordered", "2", String(times)],
        }),
      ),
    );
    expect(answers.map(({ data }) => data["verdict"])).toEqual(
      sizes.map((_, i) => (i % 2 === 0 ? "violated" : "safe")),
    );
    const handles = answers.flatMap(({ content }) => content.flatMap((each) => each["uri"] ?? []));
    expect(new Set(handles).size).toBe(4);
  });

  test.skipIf(process.platform !== "linux")(
    "that are cancelled end their process, and the server goes on",
    async () => {
      const own = await connect();
      onTestFinished(() => own.client.close());
      const controller = new AbortController();
      const call = own.call("check", { ...LONG, maxSeconds: 300 }, { signal: controller.signal });
      const ended = expect(call).rejects.toThrow(/stop/);
      await vi.waitFor(() => expect(childrenOf(own.pid)).toHaveLength(1), soon);
      controller.abort("stop");
      await ended;
      await vi.waitFor(() => expect(childrenOf(own.pid)).toEqual([]), soon);
      expect((await own.call("check", NAIVE)).data).toMatchObject({ verdict: "violated" });
    },
  );
});

test.skipIf(process.platform !== "linux")(
  "a call whose process is killed has an error, and the server goes on",
  async () => {
    const own = await connect();
    onTestFinished(() => own.client.close());
    const call = own.call("check", { ...LONG, maxSeconds: 300 });
    await vi.waitFor(() => expect(childrenOf(own.pid)).toHaveLength(1), soon);
    process.kill(Number(childrenOf(own.pid)[0]), "SIGKILL");
    expect(await call).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^E402_LIMIT_REACHED: the call has no result: .*\nUse a smaller/),
    });
    expect((await own.call("check", NAIVE)).data).toMatchObject({ verdict: "violated" });
  },
);

test("memory is bounded for each call", async () => {
  const own = await connect(["--memory", "100m"]);
  onTestFinished(() => own.client.close());
  const { data } = await own.call("check", { ...LONG, maxSeconds: 60 });
  expect(data).toMatchObject({ verdict: "incomplete", limit: "100 MB of memory" });
});

describe("the server", () => {
  interface Raw {
    readonly child: ChildProcess;
    readonly lines: string[];
    readonly temporary: string;
    readonly ended: Promise<number | null>;
  }

  /** Without the SDK, to see each byte. */
  function raw(): Raw {
    const temporary = join(directoryOf({}), "tmp");
    mkdirSync(temporary);
    const child = spawn(process.execPath, [TOOL, "mcp"], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines: string[] = [];
    let rest = "";
    child.stdout.on("data", (data: Buffer) => {
      const parts = (rest + data.toString()).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts);
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on("close", resolve);
    });
    const say = (message: object): void => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    };
    const clientInfo = { name: "raw", version: "1" };
    say({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    });
    say({ method: "notifications/initialized" });
    const call = (id: number, program: string): void =>
      say({
        id,
        method: "tools/call",
        params: { name: "check", arguments: { program, args: LONG.args, maxSeconds: 0.3 } },
      });
    call(2, "DiningPhilosophers");
    call(3, "NoSuchProgram");
    return { child, lines, temporary, ended };
  }

  test("writes nothing but the protocol on standard output, and ends with its client", async () => {
    const { child, lines, temporary, ended } = raw();
    await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(3), soon);
    const messages = lines.map((line): { jsonrpc: string; id: number } => JSON.parse(line));
    expect(messages.map(({ jsonrpc }) => jsonrpc)).toEqual(messages.map(() => "2.0"));
    expect(messages.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("ends on SIGTERM without leaving anything", async () => {
    const { child, lines, temporary, ended } = raw();
    await vi.waitFor(() => expect(lines.length).toBeGreaterThanOrEqual(1), soon);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("has a longest time for its calls", async () => {
    const own = await connect(["--max-seconds", "0.3"]);
    onTestFinished(() => own.client.close());
    const { data } = await own.call("check", { ...LONG, maxSeconds: 100 });
    expect(data).toMatchObject({ verdict: "incomplete", limit: "0.3 s" });
  });

  test.each([
    [["--memory", "lots"], /^error\[E102_BAD_USAGE\]: --memory lots/],
    [["--job"], /^error\[E102_BAD_USAGE\]: --job is for processes/],
  ])("refuses %j", (options, message) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, "mcp", ...options], {
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: ExitCode.badInput, stdout: "" });
    expect(stderr).toMatch(message);
  });
});
