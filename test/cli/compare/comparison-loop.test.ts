/** The order of measurements, and what remains after Ctrl-C. */
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { compareOn, exitCodeOf } from "../../../src/cli/commands/compare.ts";
import type { Host } from "../../../src/cli/host.ts";
import type { CheckProcess } from "../../../src/compare/check-process.ts";
import type { CompareOptions, StartCheck } from "../../../src/compare/compare.ts";
import type { Comparison, Run } from "../../../src/compare/comparison.ts";
import type { ProgramToCompare } from "../../../src/compare/program-sets.ts";
import { cut, failed, run, violated } from "../../unit/report/compare/comparison-fixtures.ts";

interface ComparisonPlan extends CompareOptions {
  readonly programs: readonly ProgramToCompare[];
}

const compareAll = (
  { programs, ...options }: ComparisonPlan,
  start: StartCheck,
  host: Host,
): Promise<Comparison> => compareOn(host, programs, { ...options, start });

const plan = (more: Partial<ComparisonPlan> = {}): ComparisonPlan => ({
  programs: [
    { name: "P 1", words: ["P", "1"], label: null, expected: null, linesOfCode: null },
    { name: "Q", words: ["Q"], label: null, expected: null, linesOfCode: null },
  ],
  configurations: [
    { name: "none", options: [] },
    { name: "a", options: ["--a", "1"] },
    { name: "b", options: ["--b"] },
  ],
  rounds: 2,
  options: ["--all-errors"],
  ...more,
});

interface Measured {
  readonly started: string[];
  readonly shown: string[];
  readonly stopped: string[];
  interrupt(): void;
  readonly host: Host;
}

/** A host that keeps what is shown, on a terminal of 40 columns. */
function surroundings(width: number | undefined = 40): Measured {
  const handlers = new Set<(signal: "SIGTERM") => void>();
  const shown: string[] = [];
  return {
    started: [],
    shown,
    stopped: [],
    interrupt: () => handlers.forEach((handler) => handler("SIGTERM")),
    host: {
      streams: {
        write: (_, bytes) => shown.push(Buffer.from(bytes).toString()),
        read: () => -1,
        flush() {},
      },
      env: {},
      directory: "/",
      terminalWidth: width,
      onInterrupt(handler) {
        handlers.add(handler);
        return () => handlers.delete(handler);
      },
    },
  };
}

/** `outcome`: of the n-th check that is started, and what is started with. */
function measure(measured: Measured, outcome: (argv: string, n: number) => Run | "hangs") {
  return (argv: readonly string[]): CheckProcess => {
    const text = argv.join(" ");
    const found = outcome(text, measured.started.length);
    measured.started.push(text);
    if (found !== "hangs") return { done: Promise.resolve(found), stop() {} };
    const ended = new EventEmitter();
    return {
      done: once(ended, "stop").then(() => "stopped"),
      stop() {
        measured.stopped.push(text);
        ended.emit("stop");
      },
    };
  };
}

test("each round begins with another configuration, program by program", async () => {
  const measured = surroundings();
  const comparison = await compareAll(
    plan(),
    measure(measured, () => run()),
    measured.host,
  );
  expect(measured.started.map((text) => text.replace("--all-errors ", ""))).toEqual([
    "P 1",
    "--a 1 P 1",
    "--b P 1",
    "--a 1 P 1",
    "--b P 1",
    "P 1",
    "Q",
    "--a 1 Q",
    "--b Q",
    "--a 1 Q",
    "--b Q",
    "Q",
  ]);
  expect(comparison.programs.map(({ results }) => results.map(({ rounds }) => rounds))).toEqual([
    [2, 2, 2],
    [2, 2, 2],
  ]);
  expect(exitCodeOf(comparison)).toBe(0);
});

test("a check that ends with an error is not repeated", async () => {
  const measured = surroundings();
  const start = measure(measured, (argv) => (argv.includes("--a 1") ? failed() : run()));
  const comparison = await compareAll(plan(), start, measured.host);
  expect(measured.started.filter((text) => text.includes("--a 1"))).toHaveLength(2);
  expect(exitCodeOf(comparison)).toBe(2);
});

test("a terminal shows the current check, and the line is cleared at the end", async () => {
  const measured = surroundings();
  await compareAll(
    plan(),
    measure(measured, () => run()),
    measured.host,
  );
  expect(measured.shown[4]).toBe("\r\u001b[K5 of 12: P 1 under b, round 2 of 2");
  expect(measured.shown.at(-1)).toBe("\r\u001b[K");
  for (const line of measured.shown) expect(line.length).toBeLessThan(40 + 4);
});

test("a pipe gets no progress", async () => {
  const measured = surroundings();
  const host = { ...measured.host, terminalWidth: undefined };
  await compareAll(
    plan(),
    measure(measured, () => run()),
    host,
  );
  expect(measured.shown).toEqual([]);
});

test("Ctrl-C ends the current check and keeps earlier results", async () => {
  const measured = surroundings();
  const start = measure(measured, (_, n) => (n === 4 ? "hangs" : run()));
  const ended = compareAll(plan(), start, measured.host);
  while (measured.started.length < 5) await new Promise<void>((resolve) => setImmediate(resolve));
  measured.interrupt();
  const comparison = await ended;
  expect(measured.stopped).toEqual(["--all-errors --b P 1"]);
  expect(measured.started).toHaveLength(5);
  expect(comparison.isInterrupted).toBe(true);
  expect(comparison.programs).toHaveLength(1);
  expect(
    comparison.programs[0]!.results.map(({ configuration, rounds }) => [configuration, rounds]),
  ).toEqual([
    ["none", 1],
    ["a", 2],
    ["b", 1],
  ]);
  expect(exitCodeOf(comparison)).toBe(3);
});

test("Ctrl-C before any result leaves nothing and is no error", async () => {
  const measured = surroundings();
  const ended = compareAll(
    plan(),
    measure(measured, () => "hangs"),
    measured.host,
  );
  measured.interrupt();
  const comparison = await ended;
  expect(comparison.programs[0]!.results).toEqual([]);
  expect(comparison.problems).toEqual([]);
});

/** What a comparison ends with, in which two configurations end so. */
async function codes(a: Run, b: Run): Promise<number> {
  const measured = surroundings();
  const start = measure(measured, (argv) => {
    if (argv.includes("--a 1")) return a;
    return argv.includes("--b") ? b : run();
  });
  return exitCodeOf(await compareAll(plan({ rounds: 1 }), start, measured.host));
}

test("the worst result determines the exit code", async () => {
  const crashed = { ...failed("the process was ended by SIGABRT"), exitCode: 70 };
  expect(await codes(violated(), failed())).toBe(1);
  expect(await codes(violated(), crashed)).toBe(1);
  expect(await codes(crashed, failed())).toBe(70);
  expect(await codes(failed(), cut())).toBe(2);
  expect(await codes(cut(), run())).toBe(3);
  expect(await codes(run(), run())).toBe(0);
});
