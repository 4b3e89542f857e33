/** Search strategies, and options that say what counts as a violation. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { CheckReport } from "../../../src/check/check-report.ts";
import type { TraceFile } from "../../../src/check/trace-file.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { ExitCode } from "../../../src/core/errors.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { deadwood, directoryOf, mainClass, type Ran, type SpawnOptions } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const check = (argv: readonly string[], surroundings?: SpawnOptions): Promise<Ran> =>
  deadwood(["check", "--heap", "4m", "--stack", "64k", ...argv], surroundings);

const env = { PATH: process.env["PATH"] ?? "" };
const hasCompiler = (findJdk({ explicit: undefined, env })?.javac ?? null) !== null;

const PHILOSOPHERS = ["DiningPhilosophers", "naive", "3", "1"];

const firstLine = ({ out }: Ran): string => out.split("\n")[0] ?? "";

/** A check, its JSON report and its trace file. */
async function reported(
  argv: readonly string[],
): Promise<{ ran: Ran; report: CheckReport; trace: string }> {
  const root = directoryOf({});
  const json = join(root, "r.json");
  const trace = join(root, "t.json");
  const ran = await check(["--json", json, "--trace", trace, ...argv]);
  return { ran, report: JSON.parse(readFileSync(json, "utf8")), trace };
}

/** Arrows in a drawing. */
const edges = (lines: readonly string[]): number =>
  lines.filter((line) => line.includes("->")).length;

/** The name and arguments of a bundled program that goes round for ever. */
function endlessProgram(): string[] {
  for (const { name, needsJdk, runs } of bundledProgramList()) {
    const run = runs.find(({ verdict }) => verdict === "endless");
    if (!needsJdk && run !== undefined) return [name, ...run.args];
  }
  throw new Error("there is none");
}

const traceFile = (path: string): TraceFile => JSON.parse(readFileSync(path, "utf8"));

describe("--search", () => {
  test.each(["dfs", "bfs", "random", "pct"])("%s finds a deadlock that replays", async (way) => {
    const { ran, report, trace } = await reported(["--search", way, ...PHILOSOPHERS]);
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(report.search.strategy).toBe(way);
    expect(report.limit).toBeNull();
    const again = await deadwood(["replay", "--quiet", trace]);
    expect(again).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(again.out).toBe("violated: deadlock: no thread can continue\n");
  });

  test("bfs finds the shortest schedule", async () => {
    const program = ["BoundedBuffer", "notify", "1", "2", "2", "2"];
    const steps = async (way: string): Promise<number> => {
      const { report } = await reported(["--no-minimize", "--search", way, ...program]);
      return report.violations[0]?.trace.steps.length ?? 0;
    };
    expect(await steps("bfs")).toBeLessThan(await steps("dfs"));
  });

  test("bfs calls a program safe, after as many states as dfs or more", async () => {
    const dfs = await reported(["DiningPhilosophers", "ordered", "3", "1"]);
    const program = ["DiningPhilosophers", "ordered", "3", "1"];
    const bfs = await reported(["--search", "bfs", ...program]);
    expect(firstLine(bfs.ran)).toBe("safe: no schedule violates a property");
    // It knows less about where one thread can stand for all.
    const { states, ends } = dfs.report.totals;
    expect(bfs.report.totals.ends).toBe(ends);
    expect(bfs.report.totals.states).toBeGreaterThanOrEqual(states);
    expect(bfs.report.search.treeBytes).toBeGreaterThan(0);
  });

  test.each(["dfs", "bfs"])("%s finds a livelock that replays", async (way) => {
    const program = endlessProgram();
    const { ran, report, trace } = await reported(["--search", way, ...program]);
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(firstLine(ran)).toBe(
      "violated: livelock: the program repeats a cycle that no schedule leads out of",
    );
    expect(report.violations).toHaveLength(1);
    const again = await deadwood(["replay", "--quiet", trace]);
    expect(again).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    const allowed = await check(["--search", way, "--no-endless", ...program]);
    expect(allowed.exitCode).toBe(ExitCode.safe);
  });

  test.each([
    { option: "--max-states", value: "5", says: "5 states" },
    { option: "--max-depth", value: "5", says: "depth 5" },
    { option: "--max-seconds", value: "0.000001", says: "0.000001 s" },
    { option: "--memory", value: "64m", says: "64 MB of memory" },
  ])("bfs keeps to $option", async ({ option, value, says }) => {
    const program = ["DiningPhilosophers", "ordered", "3", "1"];
    const ran = await check(["--search", "bfs", option, value, ...program]);
    expect(ran).toMatchObject({ exitCode: ExitCode.incomplete, err: "" });
    expect(firstLine(ran)).toMatch(
      new RegExp(`^incomplete: stopped at ${says}( with [\\d,]+ states?)?, depth`),
    );
  });

  test.each(["bfs", "random", "pct"])("Ctrl-C ends %s", async (way) => {
    const program = ["DiningPhilosophers", "ordered", "4", "2"];
    const ran = await check(["--search", way, ...program], { interruptAtFlush: 1 });
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    expect(firstLine(ran)).toMatch(/^incomplete: stopped at Ctrl-C/);
  });

  test("bfs shows output once each time the program prints it", async () => {
    const program = ["DiningPhilosophers", "ordered", "2", "1"];
    const lines = async (way: string): Promise<string[]> => {
      // A search that begins again prints again.
      const plain = ["--reduction", "private,final", "--no-endless"];
      const ran = await check([
        "--quiet",
        "--output",
        "show",
        "--search",
        way,
        ...plain,
        ...program,
      ]);
      return ran.out.split("\n").toSorted();
    };
    const shown = await lines("dfs");
    expect(shown.length).toBeGreaterThan(2);
    expect(await lines("bfs")).toEqual(shown);
  });

  test("--dot draws the same states for bfs", async () => {
    const root = directoryOf({});
    const draw = async (way: string): Promise<string[]> => {
      const file = join(root, `${way}.dot`);
      await check(["--search", way, "--dot", file, "DiningPhilosophers", "ordered", "2", "1"]);
      return readFileSync(file, "utf8").split("\n");
    };
    const dfs = await draw("dfs");
    const bfs = await draw("bfs");
    expect(edges(dfs)).toBeGreaterThan(20);
    expect(edges(bfs)).toBe(edges(dfs));
    expect(bfs.length).toBe(dfs.length);
  });
});

describe("a program with counters, which are not undone", () => {
  const VERIFY = "deadwood/Verify";
  const counting = (keep: "pop" | "istore_1", use: (code: CodeBuilder) => void): string => {
    const main = mainClass((code) => {
      const count = { owner: VERIFY, name: "incrementCounter", descriptor: "(I)I" };
      code.pushInt(0).emit("invokestatic", count).emit(keep);
      for (let i = 0; i < 3; i++) {
        const choose = { owner: VERIFY, name: "getInt", descriptor: "(II)I" };
        code.pushInt(0).pushInt(1).emit("invokestatic", choose).emit("pop");
        use(code);
      }
    });
    return directoryOf({ "Main.class": main });
  };

  test("may count", async () => {
    const root = counting("pop", () => {});
    const ran = await check(["--search", "bfs", "-cp", root, "Main"]);
    expect(ran.exitCode).toBe(ExitCode.safe);
  });

  test("counts once what a replay takes twice: first on trial, then instruction by instruction", async () => {
    const root = counting("istore_1", (code) => {
      code.pushInt(1).emit("iload_1").pushInt(1).emit("isub").emit("idiv").emit("pop");
    });
    const ran = await check(["-cp", root, "Main"]);
    expect(firstLine(ran)).toContain("java.lang.ArithmeticException");
    expect(ran.exitCode).toBe(ExitCode.violated);
  });

  test("cannot be searched breadth-first if it depends on them", async () => {
    const root = counting("istore_1", (code) => {
      const set = { owner: VERIFY, name: "setCounter", descriptor: "(II)V" };
      code.pushInt(1).emit("iload_1").emit("invokestatic", set);
    });
    expect((await check(["-cp", root, "Main"])).exitCode).toBe(ExitCode.safe);
    const ran = await check(["--search", "bfs", "-cp", root, "Main"]);
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    expect(ran.out).toContain("depends on Verify's counters");
  });
});

describe("random schedules", () => {
  test("are not called safe", async () => {
    const program = ["DiningPhilosophers", "ordered", "2", "1"];
    const { ran, report } = await reported(["--search", "random", "--runs", "25", ...program]);
    expect(ran.exitCode).toBe(ExitCode.incomplete);
    expect(firstLine(ran)).toBe(
      "incomplete: no violation on 25 random schedules (1 different end)",
    );
    expect(ran.out).toMatch(/^25 random schedules from seed 1, 1 different end$/m);
    expect(report).toMatchObject({
      verdict: "incomplete",
      limit: "25 random schedules",
      search: {
        strategy: "random",
        walk: { seed: 1, runs: 25, schedules: 25, distinctEnds: 1, cut: 0, pct: null },
      },
    });
  });

  test("pct reports its guarantee", async () => {
    const options = ["--search", "pct", "--runs", "40", "--pct-depth", "2", "--seed", "7"];
    const program = ["DiningPhilosophers", "ordered", "2", "1"];
    const { ran, report } = await reported([...options, ...program]);
    const docs = readFileSync(join(import.meta.dirname, "../../../docs/check-report.md"), "utf8");
    const { walk } = report.search;
    const names = [...Object.keys(walk ?? {}), ...Object.keys(walk?.pct ?? {})];
    expect(names.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
    const pct = walk?.pct;
    expect(pct).toMatchObject({ depth: 2, threads: 3 });
    expect(pct?.chance).toBe(1 / (3 * (pct?.steps ?? 0)));
    expect(pct?.overallChance).toBeCloseTo(1 - (1 - (pct?.chance ?? 0)) ** 40, 10);
    expect(ran.out).toMatch(
      /^a bug of depth 2 among 3 threads in \d+ steps: found with a chance of at least [\d.]+% per schedule, [\d.]+% in total$/m,
    );
  });

  test("repeat with the same seed, and only then", async () => {
    const program = ["LinkedListRace", "racy", "3", "2"];
    const schedule = async (seed: string): Promise<string> => {
      const { trace } = await reported([
        "--no-minimize",
        "--search",
        "random",
        "--seed",
        seed,
        ...program,
      ]);
      return JSON.stringify(traceFile(trace).trace.steps);
    };
    const first = await schedule("11");
    expect(await schedule("11")).toBe(first);
    expect(await schedule("12")).not.toBe(first);
  });

  test("collect different violations", async () => {
    const program = ["LinkedListRace", "racy", "3", "1"];
    const ran = await check(["--search", "random", "--all-errors", "--runs", "300", ...program]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(firstLine(ran)).toMatch(/ \(and 1 other violation\)$/);
    expect(ran.out).toMatch(/^the search is incomplete: stopped at 300 random schedules$/m);
  });

  test.each([
    { argv: ["--search", "best"], says: "--search best is not one of dfs, bfs, random, pct" },
    { argv: ["--seed", "1"], says: "--seed can be used with --search random or pct" },
    {
      argv: ["--search", "bfs", "--runs", "1"],
      says: "--runs can be used with --search random or pct",
    },
    {
      argv: ["--search", "random", "--pct-depth", "2"],
      says: "--pct-depth can be used with --search pct",
    },
    { argv: ["--search", "pct", "--pct-depth", "0"], says: "is not a positive whole number" },
    { argv: ["--search", "pct", "--pct-depth", "1000"], says: "is too large" },
    { argv: ["--search", "random", "--seed", "-1"], says: "is not a whole number" },
    { argv: ["--search", "random", "--seed", "9007199254740993"], says: "is not a whole number" },
    {
      argv: ["--search", "random", "--dot", "x.dot"],
      says: "--dot can be used with --search dfs or bfs",
    },
    { argv: ["--library", "own"], says: "--library own is neither model nor real" },
    { argv: ["--library", "real"], says: "--library real needs a JDK" },
  ])("bad usage: $argv", async ({ argv, says }) => {
    const ran = await check([...argv, "Hello"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toContain(says);
  });
});

describe("--spurious-wakeups", () => {
  test("finds a wait that does not test its condition again, and the trace records it", async () => {
    const program = ["AlarmClock", "if", "1", "1"];
    expect((await check(program)).exitCode).toBe(ExitCode.safe);
    const { ran, report, trace } = await reported(["--spurious-wakeups", ...program]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(ran.out).toMatch(/wakes up spuriously,\s+(?:\|\s+)?waiting on/);
    expect(report.search.spuriousWakeups).toBe(true);
    expect(traceFile(trace).program.spuriousWakeups).toBe(true);
    const again = await deadwood(["replay", "--quiet", trace]);
    expect(again).toMatchObject({ exitCode: ExitCode.violated, out: `${firstLine(ran)}\n` });
  });

  test.each([
    { argv: ["AlarmClock"], line: "safe: no schedule violates a property" },
    // It waits for good: that threads may wake up for no reason is no excuse.
    {
      argv: ["BoundedBuffer", "notify", "1", "2", "2", "1"],
      line: "violated: deadlock: no thread can continue",
    },
  ])("does not change the verdict on $argv", async ({ argv, line }) => {
    expect(firstLine(await check(argv))).toBe(line);
    expect(firstLine(await check(["--spurious-wakeups", ...argv]))).toBe(line);
  });
});

describe("what counts as a violation", () => {
  test("--no-deadlock", async () => {
    const { ran, report } = await reported([
      "--no-deadlock",
      "DiningPhilosophers",
      "naive",
      "2",
      "1",
    ]);
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(firstLine(ran)).toBe("safe: no schedule violates a property (deadlocks are allowed)");
    expect(report.search.properties).toEqual({
      deadlock: false,
      endless: true,
      uncaught: true,
      unreleased: false,
    });
  });

  test("--no-deadlock still reports exceptions", async () => {
    const ran = await check(["--no-deadlock", "LinkedListRace", "racy", "2", "1"]);
    expect(firstLine(ran)).toMatch(/^violated: uncaught exception/);
  });

  test("--no-uncaught", async () => {
    const ran = await check(["--no-uncaught", "LinkedListRace", "racy", "2", "1"]);
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(firstLine(ran)).toBe(
      "safe: no schedule violates a property (uncaught exceptions are allowed)",
    );
  });

  const DIES = `
    public class Dies {
      static final Object LOCK = new Object();
      static boolean isDone;
      public static void main(String[] args) throws Exception {
        new Thread(() -> {
          if (args.length == 0) throw new IllegalStateException("dies");
          synchronized (LOCK) { isDone = true; LOCK.notify(); }
        }).start();
        synchronized (LOCK) { while (!isDone) LOCK.wait(); }
      }
    }`;

  test.skipIf(!hasCompiler)("--no-uncaught continues after an exception", async () => {
    const root = directoryOf({ "Dies.java": DIES });
    const file = join(root, "Dies.java");
    const trace = join(root, "t.json");
    const dies = await check([file], { env });
    expect(firstLine(dies)).toMatch(/^violated: uncaught exception: .*: dies$/);
    const ran = await check(["--no-uncaught", "--trace", trace, file], { env });
    expect(firstLine(ran)).toBe("violated: deadlock: no thread can continue");
    expect(ran.out).toContain("lost wake-up: no thread is left to notify the waiting ones");
    const again = await deadwood(["replay", "--quiet", trace], { env });
    expect(again).toMatchObject({ exitCode: ExitCode.violated, out: `${firstLine(ran)}\n` });
    expect((await check(["--no-uncaught", file, "lives"], { env })).exitCode).toBe(ExitCode.safe);
  });
});
