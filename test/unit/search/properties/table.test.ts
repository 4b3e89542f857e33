/** The table of properties, and whom a search asks where. */
import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { addCheckOptions } from "../../../../src/cli/check-options.ts";
import { Inspectors, type StateProperty } from "../../../../src/search/properties/property.ts";
import {
  allowedKinds,
  CHECK_KINDS,
  DEFAULT_SETTINGS,
  machineOptionsFor,
  PROPERTIES,
  parsePropertyOptions,
  recallSettings,
  recordSettings,
  reducedProperty,
  switchesOf,
} from "../../../../src/search/properties/table.ts";
import type { Violation } from "../../../../src/search/properties/violation.ts";
import { machineOf } from "../../../support/machine.ts";

const KINDS = PROPERTIES.map(({ kind }) => kind);

describe("the table", () => {
  test("has every kind and every setting once", () => {
    expect(new Set(KINDS).size).toBe(KINDS.length);
    const settings = PROPERTIES.flatMap(({ defaults }) => Object.keys(defaults));
    expect(settings.toSorted()).toEqual(Object.keys(DEFAULT_SETTINGS).toSorted());
  });

  test("without options, asks for the defaults", () => {
    const command = addCheckOptions(new Command());
    expect(parsePropertyOptions(command.opts())).toEqual(DEFAULT_SETTINGS);
  });

  test.each([
    ["--no-deadlock", { deadlock: false }, ["deadlocks"]],
    ["--no-endless", { endless: false }, ["livelocks"]],
    ["--no-uncaught", { uncaught: false }, ["uncaught exceptions"]],
  ])("%s switches one off", (flag, settings, allowed) => {
    const command = addCheckOptions(new Command()).parse([flag], { from: "user" });
    const parsed = parsePropertyOptions(command.opts());
    expect(parsed).toEqual({ ...DEFAULT_SETTINGS, ...settings });
    expect(allowedKinds(switchesOf(parsed))).toEqual(allowed);
  });

  test("--property switches one on, and nothing unknown", () => {
    const parse = (name: string) =>
      parsePropertyOptions(
        addCheckOptions(new Command()).parse(["--property", name], { from: "user" }).opts(),
      );
    expect(parse("unreleased")).toEqual({ ...DEFAULT_SETTINGS, unreleased: true });
    expect(() => parse("unknown")).toThrow("--property unknown is not known");
  });

  test("a machine goes on after an exception that is allowed", () => {
    const settings = { ...DEFAULT_SETTINGS, uncaught: false };
    expect(machineOptionsFor(settings).toleratesUncaught).toBe(true);
    expect(machineOptionsFor(DEFAULT_SETTINGS).toleratesUncaught).toBe(false);
  });

  test("a trace file keeps what a replay asks for", () => {
    const settings = { ...DEFAULT_SETTINGS, invariants: ["A.ok"], exitCodes: [0, 3] };
    const recorded = recordSettings(settings);
    expect(recallSettings({ ...recorded })).toEqual(recorded);
    expect({ ...DEFAULT_SETTINGS, ...recorded }).toEqual(settings);
  });

  test("a failed assertion is reduced as an uncaught exception", () => {
    expect(CHECK_KINDS).toContain("assertion");
    expect(reducedProperty("assertion").kind).toBe("uncaught");
  });
});

describe("inspectors", () => {
  const { m } = machineOf({ mainClass: "Hello", jdk: null, undo: true, checking: true });
  const wrong = (message: string): Violation => ({
    kind: "invariant",
    message,
    details: [],
    trace: [],
  });
  const asked: string[] = [];
  const inState = (name: string): StateProperty => ({
    inspect: () => {
      asked.push(name);
      return wrong(name);
    },
  });
  const inEnd = (name: string): StateProperty => ({
    atEnd: (_, stage) => {
      asked.push(`${name} ${stage}`);
      return wrong(name);
    },
  });

  test("ask nobody about states that nobody has a question about", () => {
    const ends = new Inspectors([inEnd("a")]);
    expect(ends.asksAbout("running")).toBe(false);
    expect(ends.asksAbout("daemons")).toBe(true);
    const states = new Inspectors([inState("a")]);
    expect(states.asksAbout("over")).toBe(false);
    expect(states.asksAbout("running")).toBe(true);
  });

  test.each([
    ["running", ["b"], "b"],
    ["daemons", ["a daemons", "b", "c daemons"], "a"],
    ["over", ["a over", "c over"], "a"],
  ] as const)("%s: all are asked, and the first violation counts", (stage, all, first) => {
    asked.length = 0;
    const inspectors = new Inspectors([inEnd("a"), inState("b"), inEnd("c")]);
    expect(inspectors.inspect(m, stage, () => [])?.message).toBe(first);
    expect(asked).toEqual(all);
  });
});
