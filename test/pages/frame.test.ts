/** What every page has in common: one file, nothing loaded, texts of the program harmless, both themes. */
import { expect, test } from "vitest";
import { checkPage } from "../../src/report/check-page.ts";
import { pageFile } from "../../src/report/page-file.ts";
import { describePages, pagesForTests, seriousProblemsInBothThemes } from "../support/chromium.ts";
import { reportOf } from "../support/page-data.ts";

const SAFE = "DiningPhilosophers ordered 2 1";
const HOSTILE = `</script><img src=x onerror="document.title='owned'"><!--<script>`;

test("a page asks for nothing but itself", () => {
  const html = pageFile({ name: "check", title: "x", data: {} });
  expect(html).toMatch(/default-src 'none'/);
  expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
});

test("texts of the program cannot end the block they are in", () => {
  for (const size of [1, 100_000]) {
    const html = pageFile({ name: "check", title: HOSTILE, data: { text: HOSTILE.repeat(size) } });
    expect(html).not.toContain("<img");
    expect(html.match(/<\/script>/g)).toHaveLength(2);
  }
});

describePages("a page in Chromium", () => {
  const pages = pagesForTests();

  test("shows the verdict in both themes, without an error or a request", async () => {
    const { page, problems } = await pages.open(checkPage(await reportOf(SAFE), { words: [] }));
    expect(await page.textContent("h1")).toBe("No schedule violates a property");
    expect(await seriousProblemsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Use the light theme" }).click();
    expect(await page.getAttribute("html", "data-theme")).toBe("light");
    expect(problems).toEqual([]);
  });

  test("shows hostile names as text", async () => {
    const report = await reportOf(SAFE);
    const program = { ...report.program, main: HOSTILE, args: [HOSTILE] };
    const { page, problems } = await pages.open(checkPage({ ...report, program }, { words: [] }));
    expect(await page.textContent("header .soft code")).toBe(`${HOSTILE} ${HOSTILE}`);
    expect(await page.title()).toContain(HOSTILE);
    expect(problems).toEqual([]);
  });

  test("refuses scripts and requests that are not its own", async () => {
    const { page, problems } = await pages.open(checkPage(await reportOf(SAFE), { words: [] }));
    await page.evaluate(`{
      const script = document.createElement("script");
      script.textContent = "document.title = 'owned'";
      document.body.append(script);
    }`);
    await page.evaluate("fetch('http://127.0.0.1:9/').catch(() => null)");
    expect(await page.title()).not.toBe("owned");
    expect(problems.join("\n")).toMatch(/script-src[\s\S]*default-src|connect-src/);
  });
});
