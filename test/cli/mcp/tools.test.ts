/** The tools of `deadwood mcp`: what they find, how long their answers are, and what they refuse. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { ExitCode } from "../../../src/core/errors.ts";
import { BUILD_TIMEOUT, requireBuild } from "../built.ts";
import { jarInput, script } from "../reduce/support.ts";
import { deadwood, directoryOf, mainClass } from "../support.ts";
import { type Connected, connect, LONG, NAIVE } from "./support.ts";

vi.setConfig({ testTimeout: 120_000 });

let server: Connected;
beforeAll(async () => {
  await requireBuild();
  server = await connect();
}, BUILD_TIMEOUT);
afterAll(async () => {
  await server.client.close();
});

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

  test("says what races leave out of a verdict", async () => {
    const { data, text } = await server.call("check", {
      program: "BankTransfer",
      args: ["racy", "2", "2", "1"],
    });
    const note = expect.stringContaining("covers sequentially consistent executions");
    expect(data).toMatchObject({ warnings: [expect.any(String)], notes: [note] });
    expect(text).toMatch(/^note: the program has data races/m);
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
    ["replay", { trace: "/no/such.json" }, /^E101_INPUT_UNREADABLE: there is no \/no\/such\.json/],
    ["explain", { trace: "trace-1.1", step: 10_000 }, /^E10\d_/],
    ["reduce", { input: "/no.jar", output: "/tmp/x.jar" }, /^E102_BAD_USAGE: it is not said/],
    ["nosuch", {}, /nosuch/],
  ] as const)("of %s %o", async (name, input, message) => {
    const { isError, text } = await server.call(name, input);
    expect(isError).toBe(true);
    expect(text).toMatch(message);
  });
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
