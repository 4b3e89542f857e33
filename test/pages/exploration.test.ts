/** The parts of the page about the search: advice, growth, the chart, the heat map, the graph of states. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { check } from "../../src/check/check.ts";
import type { CheckReport } from "../../src/check/check-report.ts";
import type { CheckOptions } from "../../src/check/options.ts";
import type { JavaProgram } from "../../src/launch/java-program.ts";
import { checkPage } from "../../src/report/check-page.ts";
import {
  describePages,
  PHONE,
  pagesForTests,
  seriousProblemsInBothThemes,
} from "../support/chromium.ts";
import { compiledForTests, installedJdk } from "../support/java.ts";

vi.setConfig({ testTimeout: 120_000 });

const SOURCES = join(import.meta.dirname, "../support/programs/advice");
const compiled = compiledForTests(join(SOURCES, "StatsCounter.java"));

const reportOf = async (program: JavaProgram, options: CheckOptions = {}): Promise<CheckReport> =>
  await check(program, { ...options, details: true, env: {}, directory: "/" });

const ordered = { main: "DiningPhilosophers", args: ["ordered"] };
const naive = { main: "DiningPhilosophers", args: ["naive"] };
const stats = (): JavaProgram => ({
  main: "StatsCounter",
  classPath: compiled.folder,
  sources: [SOURCES],
});

const page = (report: CheckReport): string => checkPage(report, { words: ["check", "X"] });
const card = (opened: Page, id: string) => opened.locator(`section[aria-labelledby=${id}]`);

/** How many pixels of a canvas have been drawn on. */
const painted = (opened: Page, selector: string): Promise<number> =>
  opened.evaluate(`{
    const canvas = document.querySelector(${JSON.stringify(selector)});
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
    count;
  }`);

describe("the figures behind the page", () => {
  test("a complete survey adds up to the totals", async () => {
    const { totals, exploration } = await reportOf(ordered);
    const { isExact, lines } = exploration.survey;
    const sum = (of: (line: (typeof lines)[number]) => number): number =>
      lines.reduce((total, line) => total + of(line), 0);
    expect(isExact).toBe(true);
    expect(sum(({ steps }) => steps)).toBe(totals.transitions);
    // The first state is new without a step.
    expect(sum(({ newStates }) => newStates)).toBe(totals.states - 1);
  });

  test("the graph has every state once, and the schedule of the violation in it", async () => {
    const safe = await reportOf(ordered);
    const { kinds, edges, errorPath, isWhole } = safe.exploration.graph!;
    expect(isWhole).toBe(true);
    const { totals } = await check(ordered, { strategy: "bfs", env: {}, directory: "/" });
    expect(kinds.filter((kind) => kind === "state").length).toBe(totals.states);
    expect(edges.length / 4).toBe(totals.transitions);
    expect(edges.length % 4).toBe(0);
    expect(errorPath).toEqual([]);
    const violated = await reportOf(naive);
    const graph = violated.exploration.graph!;
    const steps = violated.violations[0]!.trace.steps.map(({ thread }) => thread);
    expect(graph.isReportedPath).toBe(true);
    expect(graph.errorPath.length).toBe(steps.length + 1);
    expect(graph.kinds[graph.errorPath.at(-1)!]).toBe("violated");
    const threadOf = (from: number, to: number): number[] =>
      graph.edges.flatMap((value, i) =>
        i % 4 === 2 && graph.edges[i - 2] === from && graph.edges[i - 1] === to ? [value] : [],
      );
    graph.errorPath.slice(1).forEach((to, i) => {
      expect(threadOf(graph.errorPath[i]!, to)).toContain(steps[i]);
    });
  });

  test("nothing of it is recorded unless it is asked for", async () => {
    const { exploration, sources } = await check(ordered, { env: {}, directory: "/" });
    expect(exploration.graph).toBeUndefined();
    expect(exploration.growth).toBeNull();
    expect(sources).toEqual([]);
  });
});

describePages("the search on the page", () => {
  const pages = pagesForTests();

  test("safe: totals, chart, heat map and graph, in both themes", async () => {
    const report = await reportOf(ordered);
    const { page: opened, problems } = await pages.open(page(report));
    const heat = card(opened, "heat");
    const [line] = report.exploration.survey.lines;
    expect(await heat.locator("tbody th").first().textContent()).toBe(
      `DiningPhilosophers.java:${line!.line}`,
    );
    const warm = heat.locator(".source-line.heat");
    const counted = await warm.locator(".heat-count").allTextContents();
    const expected = report.exploration.survey.lines
      .filter(({ schedulingPoints }) => schedulingPoints > 0)
      .toSorted((a, b) => a.line - b.line)
      .map(({ schedulingPoints }) => String(schedulingPoints));
    expect(counted).toEqual(expected);
    expect(await warm.locator(".source-number").allTextContents()).toContain(String(line!.line));
    expect(await painted(opened, ".chart canvas")).toBeGreaterThan(500);
    expect(await painted(opened, ".graph-canvas canvas")).toBeGreaterThan(500);
    expect(await card(opened, "reductions").textContent()).toContain("sleep");
    expect(await seriousProblemsInBothThemes(opened)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a line of the list is shown in the source, with the keyboard alone", async () => {
    const { page: opened } = await pages.open(page(await reportOf(ordered)));
    const heat = card(opened, "heat");
    const last = heat.locator(".heat-line").last();
    await last.focus();
    await opened.keyboard.press("Enter");
    const line = (await last.textContent())!.split(":")[1]!;
    const marked = heat.locator('[aria-current="true"] .source-number');
    expect(await marked.textContent()).toBe(line);
    await heat.getByRole("button", { name: "New states" }).press("Enter");
    expect(await heat.locator("thead").textContent()).toContain("New states");
  });

  test("violated: the way to the violation, in a graph and in words", async () => {
    const report = await reportOf(naive);
    const { page: opened, problems } = await pages.open(page(report));
    const graph = card(opened, "graph");
    expect(await graph.textContent()).toContain("The thick line is the schedule of the violation.");
    await graph.getByText("The same as a table").click();
    expect(await graph.textContent()).toMatch(/The way to the violation: state 0 –main→ \d+/);
    const before = await painted(opened, ".graph-canvas canvas");
    await graph.locator("canvas").focus();
    await opened.keyboard.press("+");
    await opened.keyboard.press("+");
    await vi.waitFor(async () => {
      expect(await painted(opened, ".graph-canvas canvas")).not.toBe(before);
    });
    // Chromium advises how to read a canvas, which only this test does.
    expect(problems.filter((text) => !text.includes("willReadFrequently"))).toEqual([]);
  });

  test("a graph of few states is drawn by Graphviz, every state and step once", async () => {
    const report = await reportOf({ main: "LostUpdate", args: ["racy"] });
    const { kinds, edges, errorPath } = report.exploration.graph!;
    const { page: opened } = await pages.open(page(report));
    const graph = card(opened, "graph");
    await graph.locator("svg g.node").first().waitFor();
    expect(await graph.locator("svg g.node").count()).toBe(kinds.length);
    expect(await graph.locator("svg g.edge").count()).toBe(edges.length / 4);
    expect(await graph.locator("svg g.edge.bad").count()).toBe(errorPath.length - 1);
  });

  test.skipIf(installedJdk === null)("incomplete: advice and what grows, on a phone", async () => {
    const report = await reportOf(stats(), { limits: { states: 3000 } });
    const { page: opened, problems } = await pages.open(page(report), PHONE);
    const next = card(opened, "next");
    expect(await next.locator("li").first().textContent()).toContain("--dvr local,hybrid,faint");
    expect(await next.textContent()).toContain("How far it came");
    const growth = await card(opened, "growth").textContent();
    expect(growth).toContain("StatsCounter.served");
    expect(growth).toContain("StatsCounter.java:12");
    const overflow = await opened.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
    expect(await seriousProblemsInBothThemes(opened)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
