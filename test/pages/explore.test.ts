/** The page of `deadwood explore` in Chromium, over a live machine: as a reader uses it, with keys and the pointer. */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExploreServer, explore } from "../../src/explore/explore.ts";
import {
  describePages,
  launchChromium,
  PHONE,
  seriousProblemsInBothThemes,
} from "../support/chromium.ts";

describePages("the page of explore in Chromium", () => {
  let browser: Browser;
  const servers: ExploreServer[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers) await server.close();
  });

  async function open(
    options: BrowserContextOptions = {},
    args: readonly string[] = ["naive"],
  ): Promise<{ page: Page; problems: readonly string[] }> {
    const server = await explore({
      program: { main: "DiningPhilosophers", args },
      options: { limits: { states: 20_000 }, maxViolations: 20 },
    });
    servers.push(server);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme: "light",
      // A colour in transition has the contrast of neither theme.
      reducedMotion: "reduce",
      ...options,
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      const url = new URL(request.url());
      const isOwn = url.port === String(server.port) || ["data:", "blob:"].includes(url.protocol);
      if (!isOwn) problems.push(`asks for ${request.url()}`);
    });
    await page.goto(server.url);
    await page.waitForSelector(".choice");
    return { page, problems };
  }

  /** Presses keys, each when the page shows that the one before has led to so many steps. */
  async function take(page: Page, from: number, keys: readonly string[]): Promise<void> {
    let steps = from;
    for (const key of keys) {
      await page.keyboard.press(key);
      steps++;
      await at(page, `${steps} of ${steps}`);
    }
  }

  /** Waits until the page shows this position. */
  const at = (page: Page, text: string): Promise<void> =>
    page.locator(".path-bar output", { hasText: new RegExp(`^${text}$`) }).waitFor();

  test("threads are chosen until the philosophers deadlock, taken back, and chosen otherwise", async () => {
    const { page, problems } = await open();
    // main; each philosopher comes to the table; each takes a fork.
    await take(page, 0, ["1", "1", "2", "3", "1", "2"]);
    expect(await page.textContent(".choice.bad")).toContain("deadlock: no thread can continue");
    await page.locator(".choice.bad").click();
    await page.waitForSelector("h1:text('Deadlock: no thread can continue')");
    expect(await page.textContent(".why")).toContain("Thread-0 → Thread-1 → Thread-2 → Thread-0");
    expect(await page.locator(".step-card.is-ending").count()).toBe(4);
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);

    await page.keyboard.press("ArrowLeft");
    await at(page, "6 of 7");
    await page.keyboard.press("ArrowLeft");
    await at(page, "5 of 7");
    await page.keyboard.press("ArrowRight");
    await at(page, "6 of 7");
    await page.keyboard.press("1");
    await at(page, "7 of 7");
    expect(await page.textContent("h1")).toMatch(/threads can go next/);
    await page.keyboard.press("Home");
    await at(page, "0 of 7");
    await page.keyboard.press("End");
    await at(page, "7 of 7");
    expect(problems).toEqual([]);
  });

  test("a check runs, its violation becomes the path, and steps say where they lead", async () => {
    const { page, problems } = await open();
    await page.getByRole("button", { name: "Check the program" }).click();
    await page.waitForSelector(".violation");
    expect(await page.textContent(".check-panel")).toMatch(/violated: deadlock.* states in /);
    await page.keyboard.press("v");
    await page.waitForSelector("h1:text('Deadlock')");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".choice .mark.warn");
    expect(await page.textContent("header")).toContain(
      "The last check knows a way from here to a violation.",
    );
    // Branching off from the violation's path.
    const other = page.locator(".choice:not(.bad)").first();
    await other.click();
    await at(page, String.raw`(\d+) of \1`);
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the heap is drawn, with a reason for each value", async () => {
    const { page, problems } = await open();
    await take(page, 0, ["1", "1", "1"]);
    await page.waitForSelector(".live-heap svg");
    expect(await page.textContent(".live-heap svg")).toContain("Fork#1 (held by Thread-0)");
    await page.getByRole("button", { name: "Reasons" }).click();
    const reasons = await page.textContent(".heap-list");
    expect(reasons).toMatch(/second = Fork#2 ?Live: Thread-0 may read it at /);
    await page.locator(".place-button").first().click();
    expect(await page.textContent(".threads .source")).toContain("philosopher.join()");
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a path is saved as a trace", async () => {
    const { page, problems } = await open({ acceptDownloads: true });
    await take(page, 0, ["1", "1", "2"]);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as trace" }).click();
    const file = await (await downloading).path();
    const trace = JSON.parse(readFileSync(file, "utf8"));
    expect(trace).toMatchObject({
      format: "deadwood-trace",
      program: { main: "DiningPhilosophers" },
    });
    expect(trace.trace.steps).toHaveLength(3);
    expect(problems).toEqual([]);
  });

  test("a phone shows it in one column", async () => {
    const { page, problems } = await open(PHONE);
    await page.locator(".choice").first().tap();
    await at(page, "1 of 1");
    const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(wide)).toBe(false);
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("the end of the session is said, and nothing breaks", async () => {
    const { page } = await open();
    await servers.at(-1)?.close();
    await page.keyboard.press("1");
    await page.waitForSelector(".note.bad");
    expect(await page.textContent(".note.bad")).toContain("The session has ended");
  });
});
