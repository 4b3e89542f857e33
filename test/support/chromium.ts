/**
 * Pages in Debian's Chromium: opened from a file, as a reader opens them. Where there is no Chromium, the tests that
 * need it are skipped, with a line that says so.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";

const EXECUTABLE = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const hasChromium = existsSync(EXECUTABLE);

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Like `describe`, but needs Chromium. */
export function describePages(name: string, tests: () => void): void {
  if (hasChromium) {
    describe(name, tests);
    return;
  }
  process.stderr.write(`skipped: ${name}: no Chromium at ${EXECUTABLE}\n`);
  describe.skip(name, tests);
}

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });

export interface OpenedPage {
  readonly page: Page;
  /** Errors on the console, uncaught exceptions, and requests for anything but the page itself. */
  readonly problems: readonly string[];
}

export interface PageTester {
  /** Opens a page's text from a file. Desktop size and light unless `options` say otherwise. */
  readonly open: (html: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** One browser for the tests of a file; each page has a profile of its own. */
export function pagesForTests(): PageTester {
  let browser: Browser | null = null;
  const folder = mkdtempSync(join(tmpdir(), "deadwood-pages-"));
  let count = 0;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    async open(html, options = {}) {
      const file = join(folder, `page-${count++}.html`);
      writeFileSync(file, html);
      const context = await browser!.newContext({
        viewport: { width: 1280, height: 900 },
        colorScheme: "light",
        // A colour on its way to another has a contrast of its own.
        reducedMotion: "reduce",
        ...options,
      });
      const page = await context.newPage();
      const problems = watch(page, pathToFileURL(file).href);
      await page.goto(pathToFileURL(file).href);
      await page.waitForSelector("#page > *");
      return { page, problems };
    },
  };
}

function watch(page: Page, own: string): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = url === own || url.startsWith("data:") || url.startsWith("blob:");
    if (!isOwn) problems.push(`asks for ${url}`);
  });
  return problems;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
  readonly passes: readonly unknown[];
}

/** What axe-core finds to be serious or critical, one line for each element. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const result: AxeResult = await page.evaluate("axe.run(document)");
  // A run that examined nothing proves nothing.
  expect(result.passes.length).toBeGreaterThan(10);
  return result.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
}

/** The same in both themes. */
export async function seriousProblemsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const problems = await seriousProblems(page);
    found.push(...problems.map((text) => `${colorScheme}: ${text}`));
  }
  return found;
}
