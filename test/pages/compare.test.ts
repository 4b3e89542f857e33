/** The page of a comparison in Chromium: figures, sorting, filtering, details, copies; problems that nobody overlooks. */
import { expect, test } from "vitest";
import { pageFile } from "../../src/report/page-file.ts";
import { comparePageData } from "../../src/report/pages/compare-data.ts";
import {
  describePages,
  PHONE,
  pagesForTests,
  seriousProblemsInBothThemes,
} from "../support/chromium.ts";
import { PROVENANCE } from "../support/provenance.ts";
import {
  type Case,
  comparisonFrom,
  cut,
  figures,
  run,
  violated,
} from "../unit/report/compare/comparison-fixtures.ts";

const HOSTILE = `</script><img src=x onerror="document.title='owned'"> \u202Eevil ${"long".repeat(60)}`;

const measured = (states: number, cpuSeconds: number) =>
  run({ figures: figures({ states, cpuSeconds, liveCellsPerState: states / 10 }) });

const CASES: readonly Case[] = [
  {
    name: "Alpha 1",
    rounds: {
      none: [
        run({ figures: figures({ states: 9000, cpuSeconds: 2 }) }),
        run({ figures: figures({ states: 9000, cpuSeconds: 2.2 }) }),
      ],
      less: [measured(90, 1), measured(90, 1.2)],
      near: [measured(9000, 2.1), measured(9000, 2.3)],
    },
  },
  {
    name: "Beta 2",
    rounds: {
      none: [run(), run()],
      less: [measured(500, 4), measured(500, 4)],
      near: [run(), run()],
    },
  },
  { name: HOSTILE, rounds: { none: [run()], less: [cut()], near: [run()] } },
];

const pageOf = (cases: readonly Case[], rounds = 2): string => {
  const data = comparePageData({ ...comparisonFrom(cases), rounds }, PROVENANCE);
  return pageFile({ name: "compare", title: "Comparison", data });
};

describePages("the page of a comparison", () => {
  const pages = pagesForTests();

  test("is readable in both themes and on a phone, without an error or a request", async () => {
    for (const options of [{}, PHONE]) {
      const { page, problems } = await pages.open(pageOf(CASES), options);
      await page.getByRole("button", { name: "Alpha 1" }).click();
      expect(await seriousProblemsInBothThemes(page)).toEqual([]);
      expect(problems).toEqual([]);
      const width = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(width, "nothing but tables scrolls sideways").toBe(0);
    }
  });

  test("shows hostile names as text", async () => {
    const { page, problems } = await pages.open(pageOf(CASES));
    expect(await page.title()).toBe("Comparison");
    expect(await page.locator("tbody th bdi").allTextContents()).toContain(HOSTILE);
    expect(await page.locator("img").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("draws a bar for each configuration, and a dot for each program", async () => {
    const { page } = await pages.open(pageOf(CASES));
    const states = page.getByRole("group", { name: "States, in percent of none" });
    expect(await states.locator(".bars-name").allTextContents()).toEqual(["none", "less", "near"]);
    expect(await states.locator(".bars-bar").count()).toBe(3);
    expect(await states.locator(".bars-dot").count()).toBe(2 + 3);
    const widths = await states
      .locator(".bars-bar")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(widths[1]).toBeGreaterThan(40); // far from 100% on a logarithmic scale
    expect(widths[0]).toBeLessThan(5);
    await page.getByRole("button", { name: "linear", exact: true }).click();
    const [base = 0, less = 0] = await states
      .locator(".bars-bar")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(less / base).toBeCloseTo(Math.sqrt(0.01 * 0.5), 1);
  });

  test("puts the smallest first if asked to", async () => {
    const { page } = await pages.open(pageOf(CASES));
    await page.getByRole("button", { name: "smallest first" }).click();
    const states = page.getByRole("group", { name: "States, in percent of none" });
    expect(await states.locator(".bars-name").allTextContents()).toEqual(["less", "none", "near"]);
  });

  test("sorts by any column, both ways and not at all", async () => {
    const { page } = await pages.open(pageOf(CASES.slice(0, 2)));
    const names = (): Promise<string[]> => page.locator("tbody th bdi").allTextContents();
    const head = page.getByRole("columnheader", { name: "less" });
    const button = head.getByRole("button");
    await button.click();
    expect(await names()).toEqual(["Beta 2", "Alpha 1"]);
    expect(await head.getAttribute("aria-sort")).toBe("descending");
    await button.focus();
    await page.keyboard.press("Enter");
    expect(await names()).toEqual(["Alpha 1", "Beta 2"]);
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await button.click();
    expect(await head.getAttribute("aria-sort")).toBe("none");
    await page.getByRole("columnheader", { name: "program" }).getByRole("button").click();
    expect(await names()).toEqual(["Alpha 1", "Beta 2"]);
  });

  test("filters by name and by what is complete, and says how many are left", async () => {
    const { page } = await pages.open(pageOf(CASES));
    const status = page.getByRole("status");
    await page.getByRole("searchbox", { name: "Program" }).fill("beta");
    expect(await status.textContent()).toBe("1 of 3 programs");
    expect(await page.locator("tbody th bdi").allTextContents()).toEqual(["Beta 2"]);
    await page.getByRole("searchbox", { name: "Program" }).fill("");
    await page.getByRole("combobox", { name: "Show" }).selectOption("complete");
    expect(await status.textContent()).toBe("2 of 3 programs");
    await page.getByRole("combobox", { name: "Show" }).selectOption("problems");
    expect(await status.textContent()).toBe("1 of 3 programs");
  });

  test("shows another figure, and the details of a program", async () => {
    const { page } = await pages.open(pageOf(CASES));
    await page.getByRole("combobox", { name: "Figure" }).selectOption({ index: 3 });
    const row = page.getByRole("row", { name: /Alpha 1/ });
    const cells = await row.getByRole("cell").allTextContents();
    // 1.0 to 1.2 is apart from 2.0 to 2.2, and 2.1 to 2.3 is not.
    expect(cells.slice(1)).toEqual(["2.10", "1.10 52%", "2.20 ≈105%"]);
    await page.getByRole("button", { name: "Alpha 1" }).click();
    const details = page.getByRole("table", { name: "Figures of Alpha 1" });
    expect(await details.getByRole("columnheader", { name: "least–most" }).count()).toBe(1);
    expect(await details.getByRole("row", { name: /less/ }).textContent()).toContain("1.00–1.20");
    expect(await page.locator(".bars-range").count()).toBe(3);
  });

  test("copies the table as it is shown", async () => {
    const { page } = await pages.open(pageOf(CASES.slice(0, 2)));
    await page.evaluate(`Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text) => { document.body.dataset.copied = text; } },
    })`);
    await page.getByRole("columnheader", { name: "less" }).getByRole("button").click();
    await page.getByRole("button", { name: "Copy as TSV" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = (): Promise<unknown> => page.evaluate("document.body.dataset.copied");
    expect(await copied()).toBe(
      "program\tverdict\tnone\tless\tnear\nBeta 2\tsafe\t1,000\t500 (50%)\t1,000 (100%)\nAlpha 1\tsafe\t9,000\t90 (1%)\t9,000 (100%)\n",
    );
    await page.getByRole("button", { name: "Copy as LaTeX" }).click();
    await page.waitForFunction("document.body.dataset.copied.includes('toprule')");
    expect(await copied()).toContain(
      String.raw`  Beta 2 & safe & 1,000 & 500 (50\%) & 1,000 (100\%) \\`,
    );
    expect(await copied()).toContain("% Deadwood 0.1.0, A processor, Node v20.19.0");
  });

  test("is loud about verdicts that disagree, and marks figures that are not steady", async () => {
    const { page } = await pages.open(
      pageOf([
        { name: "P", rounds: { none: [run()], less: [violated("<b>dead</b>")] } },
        { name: "U", rounds: { none: [measured(1, 1), measured(2, 1)], less: [run()] } },
      ]),
    );
    expect(await page.textContent("h1")).toContain("disagree on 1 program: a reduction is unsound");
    const alert = page.getByRole("alert");
    expect(await alert.textContent()).toContain("<b>dead</b>");
    expect(await alert.textContent()).toContain("Unsteady");
    expect(await page.getByText("disagree: safe / violated").count()).toBe(1);
    expect(await page.locator("td .compare-unsteady").count()).toBe(1);
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
  });

  test("of one program shows all its figures at once, and says how to repeat them", async () => {
    const { page, problems } = await pages.open(pageOf(CASES.slice(0, 1)));
    expect(await page.getByRole("table", { name: "Figures of Alpha 1" }).count()).toBe(1);
    expect(await page.getByText(PROVENANCE.command).count()).toBe(1);
    expect(await page.getByText("A processor, 2 cores").count()).toBe(1);
    expect(
      await page.getByText("average number of cells in a state's live set").count(),
    ).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test("is complete if nothing was measured", async () => {
    const { page, problems } = await pages.open(pageOf([]));
    expect(await page.textContent("h1")).toBe("Nothing was measured.");
    expect(problems).toEqual([]);
  });
});

test("the page of 150 programs stays below 250 KB", () => {
  const [alpha, beta] = CASES;
  const many = Array.from({ length: 75 }, (_, i) => [
    { ...alpha!, name: `Alpha ${i}` },
    { ...beta!, name: `Beta ${i}` },
  ]).flat();
  expect(Buffer.byteLength(pageOf(many))).toBeLessThan(250_000);
});
