/** `deadwood mcp` as a client sees it: the SDK's own, over a process as users start it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { ExitCode } from "../../src/core/errors.ts";
import { BUILD_TIMEOUT, ROOT, requireBuild } from "./built.ts";
import { jarInput, script } from "./reduce/support.ts";
import { deadwood, directoryOf, mainClass } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

const TOOL = join(ROOT, "bin/deadwood.js");
/** A search that nobody waits for the end of. */
const LONG = { program: "DiningPhilosophers", args: ["ordered", "9", "9"] };
const NAIVE = { program: "DiningPhilosophers", args: ["naive", "2", "1"] };
const soon = { timeout: 60_000, interval: 20 };

const ANSWER = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
});

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly content: z.infer<typeof ANSWER>["content"];
}

interface Connected {
  readonly client: Client;
  readonly pid: number;
  call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options?: Parameters<Client["callTool"]>[2],
  ): Promise<Called>;
}

async function connect(options: readonly string[] = [], temporary?: string): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [TOOL, "mcp", ...options],
    cwd: "/",
    env: temporary === undefined ? {} : { TMPDIR: temporary },
    stderr: "inherit",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { pid } = transport;
  return {
    client,
    pid: pid ?? 0,
    async call(name, input, callOptions) {
      const result = ANSWER.parse(
        await client.callTool({ name, arguments: input }, undefined, callOptions),
      );
      const [first] = result.content;
      return {
        isError: result.isError === true,
        text: first?.text ?? "",
        data: result.structuredContent ?? {},
        content: result.content,
      };
    },
  };
}

let server: Connected;
beforeAll(async () => {
  await requireBuild();
  server = await connect();
}, BUILD_TIMEOUT);
afterAll(async () => {
  await server.client.close();
});

/** The processes that a process has started. */
const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1")
    .trim()
    .split(" ")
    .filter((each) => each !== "");

describe("the tools", () => {
  test("can be used with what they say of themselves", async () => {
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["check", "replay", "explain", "reduce"]);
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description!.length).toBeGreaterThan(200);
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean) });
      for (const [name, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect(schema, name).toHaveProperty("description");
      }
      expect(outputSchema).toMatchObject({ type: "object", properties: expect.any(Object) });
    }
    const readOnly = tools.filter((tool) => tool.annotations?.readOnlyHint === true);
    expect(readOnly.map(({ name }) => name)).toEqual(["check", "replay", "explain"]);
    expect(server.client.getInstructions()).toContain("Call check");
    expect(server.client.getServerVersion()).toMatchObject({ name: "deadwood", version: "0.1.0" });
  });
});

describe("check", () => {
  test("shows the schedule of a violation with source lines, and why", async () => {
    const { text, data, content, isError } = await server.call("check", NAIVE);
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      verdict: "violated",
      summary: "violated: deadlock: no thread can continue",
      violations: [
        {
          kind: "deadlock",
          trace: expect.stringMatching(/^trace-\d+\.1$/),
          schedule: expect.arrayContaining([
            expect.objectContaining({
              thread: "Thread-0",
              file: expect.stringMatching(/DiningPhilosophers\.java$/),
              line: 30,
              source: "synchronized (first) {",
              does: "locks Fork#1",
            }),
          ]),
          why: { heading: expect.stringContaining("wait for each other") },
        },
      ],
      omitted: [],
    });
    expect(text).toMatch(/Thread-0 at \S*DiningPhilosophers\.java:30 `synchronized \(first\) \{`/);
    expect(text).toContain("why: these threads wait for each other");
    expect(content[1]).toMatchObject({
      type: "resource_link",
      uri: expect.stringMatching(/^deadwood:\/\/traces\/trace-\d+\.1$/),
    });
  });

  test("says safe only of a program that is", async () => {
    const { data, text } = await server.call("check", {
      program: "DiningPhilosophers",
      args: ["ordered", "2", "1"],
    });
    expect(data).toMatchObject({ verdict: "safe", limit: null, violations: [] });
    expect(text).toMatch(/^safe: no schedule violates a property/);
  });

  test.each([
    [{ maxStates: 50 }, "50 states"],
    [{ maxSeconds: 0.2 }, "0.2 s"],
  ])("within limits %o is incomplete, and says what to do", async (limits, limit) => {
    const { data, text } = await server.call("check", { ...LONG, ...limits });
    expect(data).toMatchObject({ verdict: "incomplete", limit });
    expect(text).toContain("incomplete is not safe");
  });

  test("ignores what it is told to", async () => {
    const { data } = await server.call("check", { ...NAIVE, ignore: ["deadlock"] });
    expect(data).toMatchObject({ verdict: "safe", summary: expect.stringContaining("deadlocks") });
  });

  test("takes relative paths from the directory of the call", async () => {
    const thrower = mainClass((code) => code.emit("aconst_null").emit("athrow"));
    const root = directoryOf({ "out/Main.class": thrower, "src/Main.java": "\n\n\n\n\n\nboom();" });
    const input = { program: "Main", classPath: "out", directory: root };
    const { data } = await server.call("check", input);
    expect(data).toMatchObject({
      violations: [{ kind: "uncaught", end: expect.stringContaining("at src/Main.java:7") }],
    });
  });

  test("reports how far it is", async () => {
    const seen: (string | undefined)[] = [];
    await server.call(
      "check",
      { ...LONG, maxSeconds: 2 },
      { onprogress: ({ message }) => seen.push(message) },
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]).toMatch(/^[\d,]+ states?, depth \d+/);
  });
});

describe("answers are bounded", () => {
  const MANY = { program: "PetersonLock", args: ["swapped", "2"], allErrors: true };

  test.each([1000, 2500, 6000])("to %d characters", async (maxCharacters) => {
    const { data, text } = await server.call("check", { ...MANY, maxCharacters });
    expect(data).toMatchObject({ verdict: "violated" });
    expect(text.length).toBeLessThanOrEqual(maxCharacters);
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(maxCharacters);
    if (maxCharacters < 6000) expect(JSON.stringify(data["omitted"])).toMatch(/trace-|maxChar/);
  });

  test("and the rest can be asked for, row by row", async () => {
    const { data } = await server.call("check", { ...MANY, maxCharacters: 1500 });
    const [{ trace, rows }] = z
      .object({ violations: z.tuple([z.looseObject({ trace: z.string(), rows: z.number() })]) })
      .parse(data).violations;
    const seen: number[] = [];
    for (let fromRow = 1; fromRow <= rows; ) {
      const part = await server.call("replay", { trace, fromRow, rows: 7 });
      expect(part.data).toMatchObject({ reproduced: true, totalRows: rows });
      const schedule = z.array(z.looseObject({ row: z.number() })).parse(part.data["schedule"]);
      seen.push(...schedule.map(({ row }) => row));
      expect(schedule.length).toBeGreaterThan(0);
      fromRow += schedule.length;
      const more = JSON.stringify(part.data["omitted"]).includes(`fromRow ${fromRow}`);
      expect(more).toBe(fromRow <= rows);
    }
    expect(seen).toEqual(Array.from({ length: rows }, (_, i) => i + 1));
  });

  test("of a state, too", async () => {
    const input = { program: "RedBlackTree", args: ["racy", "2", "2"], afterSteps: 30 };
    const { data, text } = await server.call("explain", { ...input, maxCharacters: 1200 });
    expect(text.length).toBeLessThanOrEqual(1200);
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(1200);
    expect(data["omitted"]).toEqual([expect.stringContaining("filter with only, object or field")]);
  });
});

describe("traces", () => {
  test("can be explained at the step of a row, and read", async () => {
    const found = await server.call("check", NAIVE);
    const [{ trace, schedule }] = z
      .object({
        violations: z.tuple([
          z.looseObject({
            trace: z.string(),
            schedule: z.array(z.looseObject({ stateAfter: z.number() })),
          }),
        ]),
      })
      .parse(found.data).violations;
    const step = schedule.at(-1)!.stateAfter;
    const explained = await server.call("explain", {
      trace,
      step,
      object: "DiningPhilosophers.Fork",
    });
    expect(explained.data).toMatchObject({ steps: step, explored: expect.any(Number) });
    const { resources } = await server.client.listResources();
    const uri = `deadwood://traces/${trace}`;
    expect(resources.map((each) => each.uri)).toContain(uri);
    const { contents } = await server.client.readResource({ uri });
    const text = z.tuple([z.looseObject({ text: z.string() })]).parse(contents)[0].text;
    const file = join(directoryOf({ "t.json": text }), "t.json");
    expect((await deadwood(["replay", "--quiet", file])).exitCode).toBe(ExitCode.violated);
    expect((await server.call("replay", { trace: file })).data).toMatchObject({ reproduced: true });
  });

  test("that do not exist are named with those that do", async () => {
    await server.call("check", NAIVE);
    const { isError, text } = await server.call("replay", { trace: "trace-999.1" });
    expect(isError).toBe(true);
    expect(text).toMatch(/^E101_INPUT_UNREADABLE: there is no trace trace-999\.1\n.*trace-\d+\.1/);
  });
});

describe("bad input is the result of the call", () => {
  test.each([
    ["check", { program: "NoSuchProgram" }, /^E301_CLASS_NOT_FOUND: class NoSuchProgram/],
    ["check", {}, /^E102_BAD_USAGE: no program was named\nGive `program`/],
    ["check", { program: 3 }, /expected string, received number/],
    ["check", { ...NAIVE, directory: "/no/such" }, /^E101_INPUT_UNREADABLE: \/no\/such is not/],
    ["check", { ...NAIVE, directory: "relative" }, /^E102_BAD_USAGE: directory relative/],
    ["check", { ...NAIVE, invariants: ["Nope.ok"] }, /^E\d+_\w+: /],
    ["replay", { trace: "/no/such.json" }, /^E101_INPUT_UNREADABLE: cannot read/],
    ["explain", { trace: "trace-1.1", step: 10_000 }, /^E10\d_/],
    ["reduce", { input: "/no.jar", output: "/tmp/x.jar" }, /^E102_BAD_USAGE: it is not said/],
    ["nosuch", {}, /nosuch/],
  ] as const)("of %s %o", async (name, input, message) => {
    const { isError, text } = await server.call(name, input);
    expect(isError).toBe(true);
    expect(text).toMatch(message);
  });
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

describe("reduce", () => {
  const thrower = mainClass((code) => code.emit("aconst_null").emit("athrow"));
  const other = mainClass(() => {}, { name: "Unused" });

  test("writes the smallest program where it is told, and nothing else", async () => {
    const root = directoryOf({ "in/Main.class": thrower, "in/Unused.class": other });
    const input = { input: "in", output: "out", check: "uncaught", main: "Main", directory: root };
    const { data, text, isError } = await server.call("reduce", { ...input, maxSeconds: 60 });
    expect(text).toContain("1 of 2 classes");
    expect(isError).toBe(false);
    expect(data).toMatchObject({ path: join(root, "out"), classes: 1, inputClasses: 2 });
    expect(readdirSync(root).toSorted()).toEqual(["in", "out"]);
    const again = await server.call("reduce", input);
    expect(again).toMatchObject({ isError: true, text: expect.stringContaining("exists") });
  });

  test("runs a command only if the server may", async () => {
    const { root, input, out } = jarInput();
    const command = script({ root }, "tool.sh", `echo x >> ${root}/ran; grep -q needle "$1"`);
    const given = { input, output: out, command: [command, "{}"], maxSeconds: 60 };
    const refused = await server.call("reduce", given);
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(
        /^E102_BAD_USAGE: this server runs no commands\n.*--allow-commands/,
      ),
    });
    expect(existsSync(`${root}/ran`)).toBe(false);
    const own = await connect(["--allow-commands"]);
    onTestFinished(() => own.client.close());
    const { data } = await own.call("reduce", given);
    expect(data).toMatchObject({ path: out, stopped: null });
    expect(existsSync(out)).toBe(true);
  });
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
