/**
 * `npm run docs:pictures`: takes the screenshots of README again, light and dark, with an installed Chromium (CHROMIUM, or
 * /usr/bin/chromium). `--tool FILE` takes them of another build.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const ROOT = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: { tool: { type: "string", default: join(ROOT, "bin/deadwood.js") } },
});

/** The page that each picture shows: what to check, and how much of the page. */
const PICTURES = [
  { name: "report", program: ["DiningPhilosophers", "naive"], width: 1280, height: 740 },
];

/** Ends with exit code 1: the program is violated. */
function writePage(program, file) {
  try {
    execFileSync(process.execPath, [values.tool, "check", "--quiet", "--html", file, ...program]);
  } catch (error) {
    if (error.status !== 1) throw error;
  }
}

const folder = mkdtempSync(join(tmpdir(), "deadwood-pictures-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const { name, program, width, height } of PICTURES) {
    const file = join(folder, `${name}.html`);
    writePage(program, file);
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height } });
      const page = await context.newPage();
      await page.goto(pathToFileURL(file).href);
      await page.locator("svg").first().waitFor();
      await page.waitForTimeout(1000); // graphs are laid out after the first paint
      await page.screenshot({ path: join(ROOT, "docs/images", `${name}-${colorScheme}.png`) });
      await context.close();
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
