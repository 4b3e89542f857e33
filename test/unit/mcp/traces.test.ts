import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { check } from "../../../src/check/check.ts";
import { parseTraceFile } from "../../../src/check/trace-file.ts";
import { Traces } from "../../../src/mcp/traces.ts";

let traces: Traces;
beforeEach(() => {
  traces = new Traces();
});
afterEach(() => {
  traces.remove();
});

const put = (name: string, text = "{}"): void =>
  writeFileSync(join(traces.directory, `${name}.json`), text);

test("handles are counted, and paths are left as they are", () => {
  expect([traces.nextPrefix(), traces.nextPrefix()]).toEqual(["trace-1", "trace-2"]);
  put("trace-2.1");
  expect(traces.pathOf("trace-2.1")).toBe(join(traces.directory, "trace-2.1.json"));
  expect(traces.pathOf("a/trace.json")).toBe("a/trace.json");
  expect(() => traces.pathOf("trace-2.2")).toThrow("there is no trace trace-2.2");
});

test("only the newest are kept", () => {
  for (let i = 1; i <= 60; i++) put(`trace-${i}.1`);
  traces.prune();
  const names = traces.names();
  expect(names).toHaveLength(50);
  expect([names[0], names.at(-1)]).toEqual(["trace-11.1", "trace-60.1"]);
});

test("a name that leads out of the directory is not a handle", () => {
  expect(traces.names()).toEqual([]);
  for (const name of ["../x", "trace-1.1/../../x", ""]) {
    expect(() => traces.read(name)).toThrow("there is no trace");
  }
});

test("of a long trace, what a replay needs can be read", async () => {
  const job = check({ main: "DiningPhilosophers", args: ["naive", "2", "1"] }, { env: {} });
  const file = (await job.trace())!;
  const step = { ...file.trace.steps[0]!, awaits: "x".repeat(1000) };
  const steps = Array.from({ length: 2000 }, () => step);
  put("trace-1.1", JSON.stringify({ ...file, trace: { ...file.trace, steps } }));
  const text = traces.read("trace-1.1");
  expect(text.length).toBeLessThan(100_000);
  expect(parseTraceFile(text, "t").steps).toHaveLength(2000);
});

test("all are removed with the server", () => {
  put("trace-1.1");
  traces.remove();
  expect(existsSync(traces.directory)).toBe(false);
});
