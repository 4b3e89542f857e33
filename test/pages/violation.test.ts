/** The page of a violation in Chromium: stepping, explanations, what a screen reader gets, and long schedules. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkPage } from "../../src/report/check-page.ts";
import { checkPageData } from "../../src/report/pages/check-data.ts";
import type { FindingData } from "../../src/report/pages/finding-data.ts";
import {
  describePages,
  PHONE,
  pagesForTests,
  seriousProblemsInBothThemes,
} from "../support/chromium.ts";
import { longReport, pageOf, reportOf } from "../support/page-data.ts";

const DEADLOCK = "DiningPhilosophers naive 3 1";

/** Which schedule a search reports may change; what the page must show of it follows from its data. */
const dataOf = async (program: string): Promise<FindingData> =>
  checkPageData(await reportOf(program), { words: [] }).findings[0]!;

const currentCards = (page: Page): Promise<string[]> =>
  page.locator(".step-card[aria-current]").allInnerTexts();
const graphTexts = async (page: Page): Promise<string[]> =>
  (await page.locator(".why-graph svg text").allTextContents()).map((text) => text.trim());
const stepTitle = (page: Page): Promise<string> => page.locator(".stepper-count").innerText();

describePages("the page of a deadlock", () => {
  const pages = pagesForTests();

  test("has a lane for each thread, and all of the schedule in order", async () => {
    const { page, problems } = await pages.open(await pageOf(DEADLOCK));
    expect(await page.locator("h1").innerText()).toBe("Deadlock: no thread can continue");
    expect(await page.locator(".lane-head").allInnerTexts()).toEqual([
      "main",
      "Thread-0",
      "Thread-1",
      "Thread-2",
    ]);
    const { trace } = (await reportOf(DEADLOCK)).violations[0]!;
    const endings = await page.locator(".step-card.is-ending").count();
    expect(endings).toBe(trace.waits.length);
    expect(await page.locator(".lane-number").allInnerTexts()).toEqual(["1", "2", "3", "4", "end"]);
    expect(problems).toEqual([]);
  });

  test("steps by keys, and says each step", async () => {
    const { page, problems } = await pages.open(await pageOf(DEADLOCK));
    expect(await page.locator("[role=status]").innerText()).toBe("");
    const seen: string[] = [];
    for (const key of [
      "ArrowRight",
      "j",
      "ArrowLeft",
      "k",
      "End",
      "Home",
      "ArrowDown",
      "ArrowUp",
    ]) {
      await page.keyboard.press(key);
      seen.push(await stepTitle(page));
    }
    expect(seen).toEqual([
      "Step 2 of 4",
      "Step 3 of 4",
      "Step 2 of 4",
      "Step 1 of 4",
      "The end",
      "Step 1 of 4",
      "Step 2 of 4",
      "Step 1 of 4",
    ]);
    const { rows, threads } = await dataOf(DEADLOCK);
    const preempting = rows.find(({ isPreemption }) => isPreemption)!;
    const [text] = preempting.texts;
    await page.keyboard.press("p");
    await expect
      .poll(() => page.locator("[role=status]").innerText())
      .toContain(`Step ${preempting.number} of 4, ${threads[preempting.lane]}, Dining`);
    expect(await page.locator("[role=status]").innerText()).toContain(`${text}: preempts`);
    expect(await currentCards(page)).toHaveLength(1);
    expect((await currentCards(page))[0]).toContain(text);
    expect(problems).toEqual([]);
  });

  test("steps by buttons, by the scrubber and by clicks on cards", async () => {
    const { page } = await pages.open(await pageOf(DEADLOCK));
    await page.getByRole("button", { name: "Step forward" }).click();
    expect(await stepTitle(page)).toBe("Step 2 of 4");
    await page.getByRole("slider", { name: "Step" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await stepTitle(page)).toBe("Step 3 of 4");
    expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toBe("Step 3 of 4");
    const { rows, threads } = await dataOf(DEADLOCK);
    const last = rows.at(-1)!;
    await page.locator(".step-card", { hasText: last.texts[0]! }).click();
    expect(await stepTitle(page)).toBe("Step 4 of 4");
    expect(await page.locator(".inspector h2").innerText()).toContain(threads[last.lane]);
  });

  test("keeps the focus on the current card", async () => {
    const { page } = await pages.open(await pageOf(DEADLOCK));
    await page.locator(".step-card[aria-current]").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const focused = await page.evaluate("document.activeElement.getAttribute('aria-current')");
    expect(focused).toBe("step");
  });

  test("draws who waits for whom", async () => {
    const { page, problems } = await pages.open(await pageOf(DEADLOCK));
    await page.waitForSelector(".why-graph svg");
    const texts = await graphTexts(page);
    expect(texts).toEqual(expect.arrayContaining(["Thread-0", "Thread-1", "Thread-2", "Fork#1"]));
    expect(await page.locator(".why-graph .edge.bad").count()).toBe(3);
    const said = await page.locator(".why-graph figcaption li").allTextContents();
    const { waits, threads } = await dataOf(DEADLOCK);
    const wait = waits.find(({ target }) => target?.startsWith("Fork#") === true)!;
    expect(said).toContain(`${threads[wait.lane]} ${wait.reason}, held by ${threads[wait.owner]}`);
    expect(problems).toEqual([]);
  });

  test("leads from each fact to its step", async () => {
    const { page } = await pages.open(await pageOf(DEADLOCK));
    const { why, rows } = await dataOf(DEADLOCK);
    const fact = why!.facts.find(({ row }) => row >= 2)!;
    await page.getByRole("button", { name: fact.text }).click();
    expect(await stepTitle(page)).toBe(`Step ${rows[fact.row]!.number} of 4`);
    expect(await page.locator(".step-card.is-fact").count()).toBe(3);
    await page.getByRole("button", { name: "Thread-0 waits for the monitor" }).click();
    expect(await stepTitle(page)).toBe("The end");
  });

  test("shows source in context, locks, and the heap around the step", async () => {
    const { page, problems } = await pages.open(await pageOf(DEADLOCK));
    await page.keyboard.press("j");
    const marked = page.locator(".inspector .source-line.marked");
    expect(await marked.innerText()).toContain("synchronized (first)");
    expect(await page.locator(".inspector .source-line").count()).toBeGreaterThan(5);
    expect(await page.locator(".locks").innerText()).toContain("holds Fork#1");
    await page.waitForSelector(".inspector svg .node");
    expect(await page.locator(".inspector figcaption li").count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test("offers the schedule for a replay", async () => {
    const { page } = await pages.open(await pageOf(DEADLOCK));
    expect(await page.locator(".banner .command code").innerText()).toBe(
      "deadwood replay schedule.json",
    );
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save schedule.json" }).click();
    expect((await download).suggestedFilename()).toBe("schedule.json");
  });

  test("explains its keys", async () => {
    const { page, problems } = await pages.open(await pageOf(DEADLOCK));
    await page.keyboard.press("?");
    expect(await page.locator("dialog[open]").innerText()).toContain("the next preemption");
    await page.getByRole("button", { name: "Close" }).click();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("is printed as a table", async () => {
    const { page } = await pages.open(await pageOf(DEADLOCK));
    await page.emulateMedia({ media: "print" });
    await page.waitForSelector("table >> text=locks Fork#2");
    expect(await page.locator(".workbench").isVisible()).toBe(false);
    expect(await page.locator("tbody tr").count()).toBeGreaterThan(5);
  });
});

describePages("accessibility", () => {
  const pages = pagesForTests();

  test.each([
    ["a deadlock", DEADLOCK, {}],
    ["an exception with a warning", "LostUpdate racy 2 1", {}],
    ["a race", "LostUpdate racy 2 1", { properties: { races: "error" } }],
    ["a livelock", "DekkerLock stubborn 2", {}],
  ] as const)("axe-core finds nothing serious in %s", async (_, program, options) => {
    const { page, problems } = await pages.open(await pageOf(program, options));
    await page.keyboard.press("j");
    await page.waitForSelector(".inspector svg .node, .inspector");
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("End");
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("on a phone, too, where nothing is wider than the screen", async () => {
    const { page, problems } = await pages.open(await pageOf(DEADLOCK), PHONE);
    await page.getByRole("button", { name: "Step forward" }).click();
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    const widths = await page.evaluate(
      "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
    );
    expect(widths).toEqual([390, 390]);
    // The schedule comes into view when one steps.
    const card = (await page.locator(".step-card[aria-current]").boundingBox())!;
    expect(card.y).toBeGreaterThanOrEqual(0);
    expect(card.y + card.height).toBeLessThanOrEqual(PHONE.viewport!.height);
    expect(await page.locator(".lane-heads").isVisible()).toBe(false);
    expect(await page.locator(".step-card .thread-badge").first().isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });
});

describePages("other findings", () => {
  const pages = pagesForTests();

  test("the two accesses of a race stand side by side", async () => {
    const html = await pageOf("LostUpdate racy 2 1", { properties: { races: "error" } });
    const { page } = await pages.open(html);
    const accesses = page.locator(".access");
    expect(await accesses.count()).toBe(2);
    expect(await accesses.nth(0).innerText()).toMatch(/writes[\s\S]*holding no lock/);
    expect(await accesses.nth(1).innerText()).toMatch(/reads[\s\S]*holding no lock/);
    const [first, second] = [
      await accesses.nth(0).boundingBox(),
      await accesses.nth(1).boundingBox(),
    ];
    expect(first!.y).toBe(second!.y);
    expect(first!.x + first!.width).toBeLessThanOrEqual(second!.x);
    expect(await page.locator(".access .source-line.marked").allInnerTexts()).toHaveLength(2);
  });

  test("a warning can be chosen instead of the violation", async () => {
    const { page } = await pages.open(await pageOf("LostUpdate racy 2 1"));
    expect(await page.locator(".inspector").innerText()).not.toContain("is about to");
    await page.getByRole("button", { name: "warning data race on Racy.count" }).click();
    expect(await page.locator(".access").count()).toBe(2);
    await page.keyboard.press("End");
    expect(await page.locator(".step-card.is-ending").count()).toBe(2);
  });

  test("an exception ends with what it throws", async () => {
    const { page } = await pages.open(await pageOf("LostUpdate racy 2 1"));
    await page.keyboard.press("End");
    const [end] = await currentCards(page);
    expect(end).toContain("throws java.lang.AssertionError: 1, not 2");
  });

  test("a livelock marks what repeats", async () => {
    const { page } = await pages.open(await pageOf("DekkerLock stubborn 2"));
    await page.keyboard.press("End");
    const repeated = page.locator(".step-card .mark", { hasText: "repeats" });
    await expect.poll(() => repeated.count()).toBeGreaterThan(1);
    expect((await currentCards(page)).join()).toContain("begins the same steps again");
  });
});

describePages("hostile texts", () => {
  const pages = pagesForTests();
  const HOSTILE = `</script><img src=x onerror="document.title='owned'"><b>"&lt;\\n`;

  test("are shown as they are, in cards, graphs and sources", async () => {
    const report = await reportOf(DEADLOCK);
    const text = JSON.stringify(report)
      .replaceAll("Fork#1", JSON.stringify(HOSTILE).slice(1, -1))
      .replaceAll("synchronized (first)", JSON.stringify(`"${HOSTILE}"`).slice(1, -1));
    const hostile: typeof report = JSON.parse(text);
    const { page, problems } = await pages.open(checkPage(hostile, { words: [HOSTILE] }));
    await page.keyboard.press("j");
    await page.waitForSelector(".why-graph svg");
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
    expect((await currentCards(page))[0]).toContain(`locks ${HOSTILE}`);
    expect(await graphTexts(page)).toContain(HOSTILE);
    expect(await page.locator(".inspector .source-line.marked").innerText()).toContain(HOSTILE);
    expect(problems).toEqual([]);
  });
});

describePages("a long schedule", () => {
  const pages = pagesForTests();

  test("of 500 steps makes a file below 1 MB", async () => {
    const html = checkPage(await longReport(500), { words: [] });
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
  });

  test("of 10,000 steps keeps the page small wherever the reader is", async () => {
    const { page, problems } = await pages.open(checkPage(await longReport(10_000), { words: [] }));
    const elements = (): Promise<number> => page.evaluate("document.querySelectorAll('*').length");
    const counts = [await elements()];
    for (const key of ["j", "End", "k", "PageUp", "Home", "w"]) {
      await page.keyboard.press(key);
      await page.waitForSelector(".step-card[aria-current]");
      counts.push(await elements());
    }
    expect(Math.max(...counts)).toBeLessThan(3000);
    expect(await stepTitle(page)).toBe("Step 10000 of 10000");
    expect((await currentCards(page))[0]).toContain("9999 → 10000");
    await expect.poll(() => page.locator(".step-card[aria-current]").isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });
});
