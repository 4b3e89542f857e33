/**
 * Every piece of advice is followed: the verdict becomes a proof or a violation, or the limit that it named is gone.
 * The programs are small, and nothing in the sources was fitted to them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Advice, AdviceId } from "../../../src/check/advice/advice.ts";
import type { CheckReport } from "../../../src/check/check-report.ts";
import { compiledForTests, installedJdk } from "../../support/java.ts";
import { deadwood, directoryOf } from "../support.ts";

vi.setConfig({ testTimeout: 120_000 });

const SOURCES = join(import.meta.dirname, "../../support/programs/advice");
const NAMES = [
  "BusyLogger",
  "DeadResults",
  "DeepBug",
  "Dice",
  "Garbage",
  "Independent",
  "ServerLoop",
  "Spawner",
  "SpinCounter",
  "StatsCounter",
  "Timestamps",
] as const;

const compiled = compiledForTests(...NAMES.map((name) => join(SOURCES, `${name}.java`)));

interface Checked {
  readonly report: CheckReport;
  readonly out: string;
}

/** The words before the program, and the program with its arguments. */
async function check(options: string, program: string): Promise<Checked> {
  const root = directoryOf({});
  const json = join(root, "r.json");
  const isOwn = NAMES.some((name) => program.startsWith(name));
  const path = isOwn ? `--class-path ${compiled.folder}` : "";
  const words = `check ${path} ${options} --json ${json} ${program}`;
  const { out, err } = await deadwood(
    words.split(" ").filter((word) => word !== ""),
    { directory: root, env: { JAVA_HOME: installedJdk?.home ?? "" } },
  );
  expect(err).toBe("");
  return { report: JSON.parse(readFileSync(json, "utf8")), out };
}

const adviceIn = ({ report }: Checked, id: AdviceId): Advice => {
  const found = report.advice.find((each) => each.id === id);
  expect(report.advice.map((each) => each.id)).toContain(id);
  return found!;
};

const optionsOf = ({ options }: Advice): string => {
  expect(options).not.toBeNull();
  return options!;
};

describe.skipIf(installedJdk === null)("advice that names options", () => {
  test.each<{ id: AdviceId; options: string; program: string; expected: RegExp }>([
    { id: "dead-growth", options: "--max-states 3000", program: "StatsCounter", expected: /^safe/ },
    {
      id: "dead-growth",
      options: "--search bfs --max-states 3000",
      program: "StatsCounter",
      expected: /^safe/,
    },
    // It keeps a list, too, which nothing reads.
    {
      id: "dead-growth",
      options: "--max-states 20000",
      program: "RequestCounters forever 2",
      expected: /^safe/,
    },
    { id: "larger-heap", options: "", program: "Garbage", expected: /^safe/ },
    { id: "dead-values", options: "--max-states 2000", program: "DeadResults", expected: /^safe/ },
    { id: "raise-limit", options: "--max-states 1000", program: "DeadResults", expected: /^safe/ },
    { id: "raise-limit", options: "--max-depth 10", program: "Independent 2", expected: /^safe/ },
    {
      id: "all-reductions",
      options: "--reduction private --max-states 250",
      program: "Independent 3",
      expected: /^safe/,
    },
    { id: "assume-fixed", options: "", program: "Dice", expected: /^safe.*fixed value/ },
    {
      id: "larger-store",
      options: "--store bitstate",
      program: "Independent 2",
      expected: /^safe/,
    },
    { id: "search-all", options: "--search random", program: "Independent 2", expected: /^safe/ },
  ])("$id after $options $program", async ({ id, options, program, expected }) => {
    const first = await check(options, program);
    expect(first.report.verdict).toBe("incomplete");
    const advised = optionsOf(adviceIn(first, id));
    const second = await check(`${options} ${advised}`, program);
    expect(second.out).toMatch(expected);
  });

  test("random schedules find a bug beside an endless path", async () => {
    const first = await check("--max-states 60", "DeepBug");
    const { report } = await check(optionsOf(adviceIn(first, "find-bugs")), "DeepBug");
    expect(report.violations[0]?.message).toContain("began too early");
  });

  test("seconds: a longer search comes further", async () => {
    const first = await check("--max-seconds 0.2", "Independent 8");
    expect(first.report.limit).toBe("0.2 s");
    const second = await check(optionsOf(adviceIn(first, "raise-limit")), "Independent 8");
    expect(second.report.totals.states).toBeGreaterThan(first.report.totals.states * 2);
  });

  test("more schedules, other ends", async () => {
    const first = await check("--search random --runs 2", "Independent 3");
    const second = await check(
      `--search random ${optionsOf(adviceIn(first, "more-runs"))}`,
      "Independent 3",
    );
    expect(second.report.search.walk?.schedules).toBe(20);
  });

  test("stores that take less memory for the same states", async () => {
    const bytes = async (store: string): Promise<number> =>
      (await check(`--max-states 20000 ${store}`, "Independent 6")).report.totals.storeBytes;
    const [exact, compact] = [await bytes("--store exact"), await bytes("--store compact")];
    expect(compact).toBeLessThan(exact / 2);
    expect(await bytes("--store bitstate --store-size 16k")).toBeLessThan(compact / 2);
  });

  test("more memory", async () => {
    const first = await check("--memory 64m", "Independent 3");
    expect(first.report.limit).toBe("64 MB of memory");
    const advised = optionsOf(adviceIn(first, "raise-limit"));
    expect(advised).toBe("--memory 256m");
    // The tests share their process, so it may use more than that.
    const enough = await check(advised.replace("256m", "64g"), "Independent 3");
    expect(enough.report.verdict).toBe("safe");
  });

  test("the model of the library has fewer states", async () => {
    const program = "FuturePipeline";
    const first = await check("--library real --max-states 300", program);
    const advised = optionsOf(adviceIn(first, "library-model"));
    const real = await check("--library real --max-states 20000", program);
    const model = await check(`--max-states 20000 ${advised}`, program);
    expect(model.report.totals.states).toBeLessThan(real.report.totals.states);
  });
});

describe.skipIf(installedJdk === null)("advice that changes the program or the command", () => {
  test("a list that grows is named, and with a bound the search ends", async () => {
    const first = await check("--max-states 3000", "ServerLoop");
    const [bound] = first.report.advice;
    expect(bound).toMatchObject({ id: "bound-growth", options: null });
    expect(bound?.what).toContain("ServerLoop.log");
    expect(bound?.why).toMatch(/ServerLoop\.log/);
    expect((await check("--max-states 3000", "ServerLoop 3")).report.verdict).toBe("safe");
  });

  test("threads that are started one after another are counted", async () => {
    const { report } = await check("--max-states 3000", "Spawner");
    expect(report.exploration.growth?.threads?.length).toBe(4);
    expect((await check("--max-states 3000", "Spawner 5")).report.verdict).toBe("safe");
  });

  test("smaller arguments", async () => {
    const first = await check("--max-states 2000", "Independent 6");
    expect(adviceIn(first, "smaller-arguments").what).toContain("arguments: 3.");
    expect((await check("--max-states 2000", "Independent 3")).report.verdict).toBe("safe");
  });

  test("output where most scheduling points are", async () => {
    const first = await check("--max-states 300", "BusyLogger");
    const { what, why } = adviceIn(first, "hot-line");
    expect(what).toContain("BusyLogger.java:15 (PrintStream.println)");
    expect(why).toMatch(/^\d+ % of the states/);
    expect((await check("--max-states 300", "BusyLogger quiet")).report.verdict).toBe("safe");
  });

  test("a violation: a page and a schedule to replay", async () => {
    const first = await check("", "DiningPhilosophers naive");
    expect(first.report.advice.map(({ id }) => id)).toEqual(["html", "replay"]);
    expect(first.out).not.toContain("next:");
    const root = directoryOf({});
    const [page, trace] = [join(root, "report.html"), join(root, "trace.json")];
    await deadwood(["check", "--html", page, "--trace", trace, "DiningPhilosophers", "naive"]);
    expect(readFileSync(page, "utf8")).toContain("<!doctype html>");
    const replayed = await deadwood(["replay", trace]);
    expect(replayed.exitCode).toBe(1);
  });
});

describe.skipIf(installedJdk === null)("what grows", () => {
  test("a field, with its place, its values and what would ignore it", async () => {
    const { report, out } = await check("--max-states 3000", "StatsCounter");
    const [cell] = report.exploration.growth!.cells;
    expect(cell).toMatchObject({
      name: "StatsCounter.served",
      kind: "static",
      trend: "increasing",
      least: 0,
      deadWith: "faint",
      places: [{ path: "StatsCounter.java", line: 12 }],
    });
    expect(cell?.differentValues).toBe(cell!.most! + 1);
    expect(out).toMatch(/^next:\n {2}1\. Add --dvr local,hybrid,faint/m);
    expect(out.slice(out.indexOf("next:")).trimEnd().split("\n").length).toBeLessThanOrEqual(8);
  });

  test("a clock that matters is not called dead", async () => {
    const { report } = await check("--max-states 3000", "Timestamps");
    expect(report.exploration.growth?.cells[0]).toMatchObject({
      name: "Timestamps.clock",
      type: "long",
      deadWith: null,
    });
  });

  test("a local variable", async () => {
    const { report } = await check("--max-states 3000", "SpinCounter");
    expect(report.exploration.growth?.cells[0]).toMatchObject({
      name: "rounds in SpinCounter.main",
      kind: "local",
      trend: "increasing",
    });
  });

  test.each([
    ["--max-states 500", "Independent 6"],
    ["--max-states 100", "DiningPhilosophers ordered"],
    ["--max-states 100", "ProducerConsumer"],
    ["--search bfs --max-states 100", "BoundedBuffer"],
  ])("nothing in a program that has an end: %s %s", async (options, program) => {
    const { report } = await check(options, program);
    expect(report.verdict).toBe("incomplete");
    expect(report.exploration.growth).toMatchObject({ cells: [], objects: [], threads: null });
  });

  test("the search itself is not disturbed", async () => {
    const counts = ({ report }: Checked): unknown => {
      const { states, matched, transitions, instructions } = report.totals;
      return { states, matched, transitions, instructions };
    };
    const limited = await check("--max-states 3000", "StatsCounter");
    const html = join(directoryOf({}), "r.html");
    const detailed = await check(`--max-states 3000 --html ${html}`, "StatsCounter");
    expect(counts(detailed)).toEqual(counts(limited));
  });
});
