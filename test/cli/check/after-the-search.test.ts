/**
 * Simplifying a schedule, following a path and drawing states run the program on schedules that the search has not taken. What they
 * meet there must not change or cost what the search has found.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import { compiledForTests, installedJdk } from "../../support/java.ts";
import { deadwood, directoryOf, type Ran } from "../support.ts";

const SOURCES = join(import.meta.dirname, "../../support/programs/beyond");
const compiled = compiledForTests(
  ...["Beyond", "FarAway", "ThreeFailures"].map((name) => join(SOURCES, `${name}.java`)),
);

const firstLine = ({ out }: Ran): string => out.split("\n")[0] ?? "";

const check = (...argv: readonly string[]): ReturnType<typeof deadwood> =>
  deadwood(["check", "--class-path", compiled.folder, ...argv]);

describe.skipIf(installedJdk === null)("what is unsupported on another schedule", () => {
  test("does not cost a violation", async () => {
    const ran = await check("Beyond");
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(firstLine(ran)).toContain("java.lang.IllegalStateException: not begun");
    const page = join(directoryOf({}), "page.html");
    const drawn = await check("--html", page, "Beyond");
    expect(drawn).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(readFileSync(page, "utf8")).toContain("not begun");
  });

  test("does not make an incomplete search an error", async () => {
    const ran = await check("--max-depth", "20", "FarAway");
    expect(ran).toMatchObject({ exitCode: ExitCode.incomplete, err: "" });
  });
});

describe.skipIf(installedJdk === null)("different violations", () => {
  test("stay different when their schedules are simplified", async () => {
    const ran = await check("--all-errors", "ThreeFailures");
    const told = [...ran.out.matchAll(/^violation \d: .*Exception: (\w+)$/gm)].map(([, of]) => of);
    expect(new Set(told)).toEqual(new Set(["first", "second", "third"]));
    expect(told).toHaveLength(3);
  });

  test("of one exception may take each other's place, of another may not", async () => {
    const found = firstLine(await check("--no-minimize", "ThreeFailures"));
    expect(firstLine(await check("ThreeFailures"))).toBe(found);
  });
});
