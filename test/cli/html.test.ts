/** `--html` of check and replay: a page is written completely or not at all, and the verdict is said anyway. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { deadwood } from "./support.ts";

const folder = mkdtempSync(join(tmpdir(), "deadwood-html-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEADLOCK = ["DiningPhilosophers", "naive", "2", "1"];

interface Data {
  readonly verdict: string;
  readonly findings: readonly {
    readonly replay: string | null;
    readonly schedule: { readonly name: string; readonly text: string } | null;
  }[];
}

/** The data block of a page that is small enough to have it uncompressed. */
function dataOf(html: string): Data {
  const json = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(json ?? "null");
}

test("check writes a page for each verdict", async () => {
  const verdicts = [
    ["violated", 1, DEADLOCK],
    ["safe", 0, ["DiningPhilosophers", "ordered", "2", "1"]],
    ["incomplete", 3, ["--max-states", "5", "DiningPhilosophers", "ordered", "2", "1"]],
  ] as const;
  for (const [verdict, exitCode, words] of verdicts) {
    const file = join(folder, `${verdict}.html`);
    const ran = await deadwood(["check", "--html", file, ...words]);
    expect([ran.exitCode, ran.err]).toEqual([exitCode, ""]);
    expect(dataOf(readFileSync(file, "utf8")).verdict).toBe(verdict);
  }
});

test("the page names the command that replays its schedule, and replay writes the same page", async () => {
  const page = join(folder, "page.html");
  const trace = join(folder, "trace.json");
  const again = join(folder, "again.html");
  await deadwood(["check", "--html", page, "--trace", trace, ...DEADLOCK]);
  const [finding] = dataOf(readFileSync(page, "utf8")).findings;
  expect(finding!.replay).toBe(`deadwood replay ${trace}`);
  const ran = await deadwood(["replay", "--html", again, trace]);
  expect([ran.exitCode, ran.err]).toEqual([1, ""]);
  // A replay does not know whether a simpler schedule exists.
  const summary = expect.stringMatching(/^schedule: 3 steps, 2 switches, 1 preemption/);
  expect(dataOf(readFileSync(again, "utf8")).findings).toEqual([{ ...finding, summary }]);
});

test("the schedule that a page saves can be replayed", async () => {
  const page = join(folder, "saved.html");
  await deadwood(["check", "--html", page, ...DEADLOCK]);
  const [finding] = dataOf(readFileSync(page, "utf8")).findings;
  const { name, text } = finding!.schedule!;
  const file = join(folder, name);
  writeFileSync(file, text);
  const ran = await deadwood(["replay", file]);
  expect(ran.exitCode).toBe(1);
  expect(ran.out).toContain("violated: deadlock: no thread can continue");
});

test.each(["check", "replay"])(
  "%s refuses a page that cannot be written, before it runs",
  async (command) => {
    const file = join(folder, "missing", "page.html");
    const words = command === "check" ? DEADLOCK : ["no-trace.json"];
    const { exitCode, err } = await deadwood([command, "--html", file, ...words]);
    expect(exitCode).toBe(2);
    expect(err).toContain(`cannot write ${file}`);
    expect(err).toContain("--html");
    expect(existsSync(file)).toBe(false);
  },
);
