/** The arithmetic of the checker's benchmark: a wrong mean would praise a slow checker. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  compare,
  isJpfRight,
  mistakesOf,
  parseRows,
  summarize,
} from "../../../benchmarks/lib/anchors.mjs";

const BENCHMARKS = resolve(import.meta.dirname, "../../../benchmarks");
const DATA = readFileSync(`${BENCHMARKS}/data/jpf.tsv`, "utf8");
const TITLES =
  "name\tclass\targuments\ttruth\tjpf17\tjpf11\tnew\tmatched\tdepth\tsearchMs\tcpuSeconds\tmegabytes";

const parse = (...lines: string[]) => parseRows(["# a comment", TITLES, ...lines, ""].join("\n"));
const one = (line: string) => parse(line)[0]!;

const SAFE = "Phil 3\tg1.Phil\t3 ok\tsafe\tsafe\tsafe\t30000\t70000\t28\t10000\t20.0\t120";
const MISSED = "Race\tg1.Race\t-\texception\tsafe\tsafe\t10\t5\t4\t200\t2.0\t90";
const HALF = "Half\tg1.Half\t1\tsafe\texception IllegalMon\tsafe\t100\t5\t4\t200\t2.0\t90";
const CRASH = "Crash\tg1.Crash\t1\tsafe\tcrash\tcrash\t-\t-\t-\t-\t2.0\t90";

const run = (verdict: string, states: number, cpu: number) => ({
  verdict,
  states,
  matched: states,
  transitions: 2 * states,
  depth: 5,
  searchSeconds: 0.5,
  cpu,
});

/** A search without reductions that takes a second at first and a quarter of one on average. */
const plain = (verdict: string, states: number) => ({
  ...run(verdict, states, 2),
  search: { cold: 1, sustained: 0.25, warm: 0.2, repetitions: 8, seconds: 2 },
});

describe("the rows of JPF's figures", () => {
  test("a row is read", () => {
    expect(one(SAFE)).toEqual({
      name: "Phil 3",
      mainClass: "g1.Phil",
      args: ["3", "ok"],
      truth: "safe",
      jpf: {
        verdicts: ["safe", "safe"],
        states: 30_000,
        matched: 70_000,
        depth: 28,
        searchMs: 10_000,
        cpuSeconds: 20,
        megabytes: 120,
      },
    });
  });

  test("a dash is no argument and no figure", () => {
    expect(one(MISSED).args).toEqual([]);
    expect(one(CRASH).jpf.states).toBeNull();
  });

  test("what is not a row is refused", () => {
    expect(() => parse("Phil 3\tg1.Phil")).toThrow("not a row");
    expect(() => parse(SAFE.replace("30000", "many"))).toThrow("not a number: many");
    expect(() => parse(SAFE.replace("\tsafe\t", "\tperhaps\t"))).toThrow("perhaps is no verdict");
    expect(() => parseRows(SAFE)).toThrow("unknown columns");
  });

  test("JPF is right where one of its builds is", () => {
    expect([SAFE, MISSED, HALF, CRASH].map((line) => isJpfRight(one(line)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("the committed rows are whole, and their programs are there", () => {
    const rows = parseRows(DATA);
    expect(rows.length).toBeGreaterThan(100);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    for (const { mainClass } of rows) {
      const source = `${BENCHMARKS}/programs/anchors/${mainClass.replace(".", "/")}.java`;
      expect(existsSync(source), source).toBe(true);
    }
  });
});

describe("a comparison with JPF", () => {
  test("ratios are ours over JPF's", () => {
    expect(compare(one(SAFE), run("safe", 15_000, 1), null)).toMatchObject({
      right: true,
      statesRatio: 0.5,
      cpuRatio: 0.05,
      transitionsPerSecond: null,
      speedRatio: null,
      coldSpeedRatio: null,
    });
  });

  test("counts of a wrong JPF do not count, its time does", () => {
    expect(compare(one(MISSED), run("exception", 7, 0.2), null)).toMatchObject({
      right: true,
      statesRatio: null,
      speedRatio: null,
      cpuRatio: 0.1,
    });
  });

  test("the speed of a short search is not compared", () => {
    const { statesRatio, speedRatio } = compare(
      one(HALF),
      run("safe", 50, 0.1),
      plain("safe", 100),
    );
    expect({ statesRatio, speedRatio }).toEqual({ statesRatio: 0.5, speedRatio: null });
  });

  test("the speed is that of the search without reductions, cold and sustained", () => {
    const reduced = run("safe", 10, 1);
    const row = compare(one(SAFE), reduced, plain("safe", 15_000));
    expect(row).toMatchObject({
      statesRatio: 10 / 30_000,
      cpuRatio: 0.05,
      coldTransitionsPerSecond: 30_000,
      transitionsPerSecond: 120_000,
      jpfTransitionsPerSecond: 10_000,
      coldSpeedRatio: 3,
      speedRatio: 12,
    });
    expect(mistakesOf(row)).toEqual([]);
  });

  test("of a plain search without a verdict there is no speed, and that is said", () => {
    const failed = { ...plain("incomplete", 15_000), message: "300 s" };
    const row = compare(one(SAFE), run("safe", 10, 1), failed);
    expect(row).toMatchObject({ right: true, speedRatio: null, coldSpeedRatio: null });
    expect(mistakesOf(row)).toEqual([
      "Phil 3, every shared access: incomplete instead of safe (300 s)",
    ]);
  });

  test("our own wrong verdict has no ratios", () => {
    expect(compare(one(SAFE), run("deadlock", 15, 0.1), plain("safe", 15))).toMatchObject({
      right: false,
      statesRatio: null,
      speedRatio: null,
      cpuRatio: null,
    });
  });

  test("a run without a report is a wrong one with its message", () => {
    const nothing = { states: null, matched: null, transitions: null, depth: null };
    const failed = { ...nothing, searchSeconds: null, verdict: "unsupported", cpu: 1 };
    const row = compare(one(SAFE), { ...failed, message: "error[E]" }, null);
    expect(row).toMatchObject({
      right: false,
      states: null,
      statesRatio: null,
      message: "error[E]",
    });
    expect(mistakesOf(row)).toEqual(["Phil 3: unsupported instead of safe (error[E])"]);
  });
});

describe("the summary", () => {
  test("means are geometric, over what can be compared", () => {
    const summary = summarize([
      compare(one(SAFE), run("safe", 60_000, 2), plain("safe", 60_000)), // 2, 0.1; 12 and 48 times
      compare(one(SAFE), run("safe", 30_000, 2), plain("safe", 15_000)), // 1, 0.1; 3 and 12 times
      compare(one(HALF), run("safe", 50, 0.2), null), // 0.5, 0.1
      compare(one(MISSED), run("exception", 1, 0.002), null), // -, 0.001
      compare(one(CRASH), run("deadlock", 1, 0.1), null), // wrong
    ]);
    expect(summary.rows).toBe(5);
    expect(summary.right).toBe(4);
    expect(summary.statesRatio).toBeCloseTo(1);
    expect(summary.cpuRatio).toBeCloseTo((0.1 * 0.1 * 0.1 * 0.001) ** (1 / 4));
    expect(summary.speedRows).toBe(2);
    expect(summary.coldSpeedRatio).toBeCloseTo(6);
    expect(summary.speedRatio).toBeCloseTo(24);
    expect(summary.statesAboveJpf).toEqual([{ name: "Phil 3", states: 60_000, jpfStates: 30_000 }]);
  });

  test("of nothing there is no mean", () => {
    expect(summarize([])).toMatchObject({ rows: 0, right: 0, statesRatio: null, cpuRatio: null });
  });
});
