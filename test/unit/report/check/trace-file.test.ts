import { describe, expect, test } from "vitest";
import { parseTraceFile } from "../../../../src/check/trace-file.ts";

const program = {
  classPath: null,
  jar: null,
  words: ["Main"],
  main: "Main",
  assertions: true,
  heap: 1,
  stack: 1,
  properties: [],
  classes: {},
};
const steps = [
  { thread: 0, choice: -1 },
  { thread: 1, choice: 2 },
];

const parse = (more: object, violation: object = {}) =>
  parseTraceFile(
    JSON.stringify({
      format: "deadwood-trace",
      version: 1,
      program,
      violation: { kind: "deadlock", message: "stuck", ...violation },
      trace: { steps },
      ...more,
    }),
    "t.json",
  );

describe("the properties of a trace", () => {
  test("may be left out", () => {
    const { judgedBy, violation } = parse({});
    expect(judgedBy).toEqual({});
    expect(violation.cycle).toBe(0);
  });

  test("is read as it was written", () => {
    const judgedBy = { invariants: ["p.Main.ok"], exitCodes: [0, -3] };
    expect(parse({ judgedBy }, { cycle: 2 })).toMatchObject({ judgedBy, violation: { cycle: 2 } });
  });

  test.each([null, []])("is refused if it is no object: %j", (judgedBy) => {
    expect(() => parse({ judgedBy })).toThrow(/judgedBy is not an object/);
  });

  test.each([
    {},
    { invariants: "p.Main.ok", exitCodes: null },
    { invariants: [], exitCodes: ["0"] },
    { invariants: [], exitCodes: [1.5] },
    { invariants: [] },
  ])("is refused if damaged: %j", (judgedBy) => {
    expect(() => parse({ judgedBy })).toThrow(/its properties are damaged/);
  });

  test.each([-1, 1.5, "1"])("a cycle of %j steps is refused", (cycle) => {
    const message = /violation\.cycle is not a whole number from 0 on/;
    expect(() => parse({}, { cycle })).toThrow(message);
  });

  test("a cycle of three steps is refused if there are two", () => {
    expect(() => parse({}, { cycle: 3 })).toThrow(/its cycle is longer than its steps/);
  });
});
