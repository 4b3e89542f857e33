/** The page of a reduction in Chromium: charts, the tree by keyboard, the program that is left. */
import { beforeAll, expect, test } from "vitest";
import { pageFile } from "../../src/report/page-file.ts";
import {
  type PageNode,
  type ReducePageData,
  reducePageData,
} from "../../src/report/pages/reduce-data.ts";
import {
  describePages,
  PHONE,
  pagesForTests,
  seriousProblemsInBothThemes,
} from "../support/chromium.ts";
import { PROVENANCE } from "../support/provenance.ts";
import { PREDICATE, reducedProgram } from "../support/reduced-program.ts";

const HOSTILE = `</script><img src=x onerror="document.title='owned'"> \u202Eevil ${"long".repeat(60)}`;

let data: ReducePageData;

beforeAll(async () => {
  const { report, best } = await reducedProgram();
  data = reducePageData({
    input: "in.jar",
    predicate: PREDICATE,
    strategy: "gbr",
    provenance: PROVENANCE,
    report,
    programs: [best],
  });
});

const pageOf = (shown: ReducePageData): string =>
  pageFile({ name: "reduce", title: "Reduction", data: shown });

/** With other trees or texts in place of the real ones. */
const withResult = (more: Partial<ReducePageData["results"][number]>): ReducePageData => ({
  ...data,
  results: data.results.map((result) => ({ ...result, ...more })),
});

const node = (
  kind: PageNode["kind"],
  name: string,
  children: readonly PageNode[] = [],
): PageNode => ({
  kind,
  name,
  bytes: 100,
  left: 50,
  fate: "shrunk",
  now: null,
  children,
  unlisted: null,
});

describePages("the page of a reduction", () => {
  const pages = pagesForTests();

  test("is readable in both themes and on a phone, without an error or a request", async () => {
    for (const options of [{}, PHONE]) {
      const { page, problems } = await pages.open(pageOf(data), options);
      await page.locator("canvas").waitFor();
      for (const summary of await page.locator("summary").all()) await summary.click();
      expect(await seriousProblemsInBothThemes(page)).toEqual([]);
      expect(problems).toEqual([]);
      const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(width, "nothing but tables scrolls sideways").toBe(0);
    }
  });

  test("says what is left, of what, and what stayed", async () => {
    const { page } = await pages.open(pageOf(data));
    expect(await page.textContent("h1")).toMatch(
      /^[\d,]+ of [\d,]+ bytes \(\d+ %\) and 1 of 6 classes are left$/,
    );
    expect(await page.textContent("header")).toContain("deadlock: a cycle of waits");
    expect(await page.textContent("main")).toContain("deadwood check finds the same deadlock.");
  });

  test("draws sizes over runs and over time, and counts classes and items", async () => {
    const { page, problems } = await pages.open(pageOf(data));
    const inkOf = (): Promise<number> =>
      page.evaluate(`{
        const canvas = document.querySelector("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        data.reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
      }`);
    await page.locator("canvas").waitFor();
    for (const name of ["bytes", "classes", "items", "time", "linear", "runs"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.waitForTimeout(50);
      expect(await inkOf(), name).toBeGreaterThan(1000);
    }
    const chart = page.getByRole("img", { name: /of the candidates and of the best so far/ });
    expect(await chart.count()).toBe(1);
    await page.getByText(/^Phases/).click();
    expect(await page.getByRole("row", { name: /^gbr/ }).count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test("has a tree for the keyboard", async () => {
    const tree = [
      node("package", "p", [
        node("class", "A", [node("method", "run()"), node("field", "x: int")]),
        node("class", "B"),
      ]),
      node("package", "q", [node("class", "C")]),
    ];
    const { page } = await pages.open(pageOf(withResult({ tree })));
    const focused = (): Promise<string> =>
      page.evaluate(`document.activeElement.querySelector("bdi")?.textContent`);
    const state = (): Promise<string> =>
      page.evaluate(`document.activeElement.getAttribute("aria-expanded")`);
    const items = page.getByRole("treeitem");
    // All of it is left, so all of it is open.
    expect(await items.count()).toBe(7);
    await items.first().focus();
    const walk: [string, string][] = [
      ["ArrowDown", "A"],
      ["ArrowDown", "run()"],
      ["ArrowLeft", "A"],
      ["ArrowLeft", "A"],
      ["ArrowDown", "B"],
      ["End", "C"],
      ["Home", "p"],
      ["q", "q"],
      ["ArrowRight", "C"],
      ["ArrowUp", "q"],
    ];
    for (const [key, name] of walk) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(name);
    }
    expect(await state()).toBe("true");
    await page.keyboard.press("Enter");
    expect(await state()).toBe("false");
    // A and q are closed.
    expect(await items.count()).toBe(4);
    const level = await items
      .nth(1)
      .evaluate((item) => [
        item.getAttribute("aria-level"),
        item.getAttribute("aria-posinset"),
        item.getAttribute("aria-setsize"),
      ]);
    expect(level).toEqual(["2", "1", "2"]);
    expect(await page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
  });

  test("filters the tree by fate and by name", async () => {
    const { page } = await pages.open(pageOf(data));
    const tree = page.getByRole("tree");
    await page.getByRole("button", { name: "what is left" }).click();
    expect(await tree.textContent()).not.toContain("WordCount");
    await page.getByRole("button", { name: "what was removed" }).click();
    expect(await tree.textContent()).toContain("WordCount");
    await page.getByRole("searchbox", { name: "Name" }).fill("philosopher");
    expect(await tree.textContent()).not.toContain("WordCount");
    await page.getByRole("searchbox", { name: "Name" }).fill("no such name");
    expect(await page.getByText("Nothing has this name.").count()).toBe(1);
  });

  test("shows a long list in portions", async () => {
    const tree = [
      node(
        "package",
        "p",
        Array.from({ length: 900 }, (_, i) => node("class", `C${i}`)),
      ),
    ];
    const { page } = await pages.open(pageOf(withResult({ tree })));
    const items = page.getByRole("treeitem");
    expect(await items.count()).toBeLessThan(300);
    await page.getByText(/^Show more: 700 left/).click();
    expect(await items.count()).toBe(1 + 400 + 1);
  });

  test("shows a program of 50,000 lines as far as it is visible", async () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `      ${i} getstatic p/A.f${i} I`);
    const program = [{ name: "p/A", bytes: 9, lines }];
    const { page, problems } = await pages.open(pageOf(withResult({ program, omittedLines: 7 })));
    const shown = page.locator(".program-line");
    expect(await shown.count()).toBeGreaterThan(10);
    expect(await shown.count()).toBeLessThan(100);
    expect(await shown.first().locator(".hljs-keyword").textContent()).toBe("getstatic");
    await page.locator(".reduce-program").evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.getByText("f49999").waitFor();
    expect(await page.getByText(/^7 more lines are left out/).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test("shows hostile names as text", async () => {
    const tree = [node("package", HOSTILE, [{ ...node("class", HOSTILE), now: HOSTILE }])];
    const program = [{ name: HOSTILE, bytes: 9, lines: [HOSTILE] }];
    const hostile = withResult({ tree, program, failure: HOSTILE, warnings: [HOSTILE] });
    const shown = {
      ...hostile,
      input: HOSTILE,
      predicate: { kind: "command", words: [HOSTILE], demands: [HOSTILE] },
    } as const;
    for (const options of [{}, PHONE]) {
      const { page, problems } = await pages.open(pageOf(shown), options);
      await page.locator("canvas").waitFor();
      expect(await page.title()).toBe("Reduction");
      expect(await page.locator("img").count()).toBe(0);
      expect((await page.locator(".node-name bdi").allTextContents())[0]).toBe(HOSTILE);
      const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(width).toBe(0);
      expect(problems).toEqual([]);
    }
  });

  test("offers several failures, and tells of one that was not begun", async () => {
    const [first] = data.results;
    const second = { ...first!, path: "out-2.jar", failure: "another failure" };
    const { page } = await pages.open(pageOf({ ...data, results: [first!, second] }));
    await page.getByRole("combobox", { name: "Failure" }).selectOption("1");
    expect(await page.textContent("header")).toContain("another failure");
    const none = { ...data, results: [], limit: "stopped by Ctrl-C", isComplete: false };
    const { page: empty, problems } = await pages.open(pageOf(none));
    expect(await empty.textContent("header")).toContain(
      "before the reduction began: stopped by Ctrl-C",
    );
    expect(await seriousProblemsInBothThemes(empty)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
