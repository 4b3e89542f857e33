/**
 * How soon the page of a violation is there, and how long a step takes, in the installed Chromium.
 *
 *   npm run build && node benchmarks/pages.mjs [--rounds N] [--json FILE]
 *
 * The schedules are as long as the rows say: a real one (LostUpdate), repeated. `file` is the size of the page, `first paint` the time
 * from the start of the navigation to the first contentful paint, `long tasks` what blocked the page for more than 50 ms until it was
 * idle, `step` the time from a key to the next frame, `elements` the size of the document after all steps. Medians over the rounds; each round
 * has a new profile. $CHROMIUM names another browser than /usr/bin/chromium.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { check } from "../dist/check/check.js";
import { checkPage } from "../dist/report/check-page.js";
import { median } from "./lib/measure.mjs";
import { table } from "./lib/table.mjs";

const LENGTHS = [500, 10_000];
const PROGRAM = { main: "LostUpdate", args: ["racy", "2", "1"] };
const STEPS_TAKEN = 100;
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
];

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, json: { type: "string" } },
});
const rounds = Number(values.rounds);

/** The report with its first schedule repeated until it has so many steps. */
function stretched(report, length) {
  const [violation] = report.violations;
  const { steps } = violation.trace;
  const repeated = Array.from({ length }, (_, i) => steps[i % steps.length]);
  return {
    ...report,
    violations: [{ ...violation, trace: { ...violation.trace, steps: repeated } }],
    races: [],
  };
}

/** What the page itself observes; before any of its code runs. */
function observeLongTasks() {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
}

async function measureSteps(count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    await new Promise((done) => {
      requestAnimationFrame(() => setTimeout(done, 0));
    });
    times.push(performance.now() - start);
  }
  return times;
}

async function measureRound(browser, file) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observeLongTasks);
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector(".step-card");
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => setTimeout(done, 500))),
  );
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0].startTime,
  );
  const longTasks = await page.evaluate(() =>
    window.longTasks.reduce((sum, each) => sum + each, 0),
  );
  const steps = await page.evaluate(measureSteps, STEPS_TAKEN);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await context.close();
  return { paint, longTasks, steps, elements };
}

async function measureLength(browser, folder, report, length) {
  const html = checkPage(stretched(report, length), { words: ["check"] });
  const file = join(folder, `${length}.html`);
  writeFileSync(file, html);
  const measured = [];
  for (let round = 0; round < rounds; round++) measured.push(await measureRound(browser, file));
  const steps = measured.flatMap((each) => each.steps).toSorted((a, b) => a - b);
  return {
    steps: length,
    bytes: Buffer.byteLength(html),
    firstPaintMs: median(measured.map(({ paint }) => paint)),
    longTasksMs: median(measured.map(({ longTasks }) => longTasks)),
    stepMs: median(steps),
    stepMs95: steps[Math.floor(steps.length * 0.95)],
    elements: Math.max(...measured.map(({ elements }) => elements)),
  };
}

const report = await Promise.resolve(check(PROGRAM, { env: {}, directory: process.cwd() }));
const folder = mkdtempSync(join(tmpdir(), "deadwood-bench-pages-"));
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: FLAGS,
});
const results = [];
try {
  for (const length of LENGTHS) results.push(await measureLength(browser, folder, report, length));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
const ms = (value) => `${value.toFixed(0)} ms`;
const rows = results.map((each) => [
  String(each.steps),
  `${(each.bytes / 1000).toFixed(0)} KB`,
  ms(each.firstPaintMs),
  ms(each.longTasksMs),
  ms(each.stepMs),
  ms(each.stepMs95),
  String(each.elements),
]);
const head = ["steps", "file", "first paint", "long tasks", "step", "step, 95 %", "elements"];
console.log(table(head, rows));
if (values.json !== undefined) {
  writeFileSync(values.json, `${JSON.stringify({ rounds, results }, null, 2)}\n`);
}
