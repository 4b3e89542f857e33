/** The traces of all bundled programs that are wrong, which nobody wrote for their traces. */
import { dirname, resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { check } from "../../../src/check/check.ts";
import { bundledProgramList } from "../../programs/manifest.ts";
import { installedJdk } from "../../support/java.ts";
import { keepsLaws } from "./laws.ts";

vi.setConfig({ testTimeout: 120_000 });

const SOURCES = resolve(import.meta.dirname, "../../../models/programs");
const WRONG = bundledProgramList().flatMap(({ name, needsJdk, runs }) =>
  runs
    .filter(({ verdict }) => verdict !== "safe")
    .map((run) => ({ name, args: run.args, needsJdk: needsJdk || run.needsJdk === true })),
);

describe("the trace of", () => {
  test("enough programs", () => {
    expect(WRONG.length).toBeGreaterThan(50);
  });

  const [withJdk, alone] = [true, false].map((needed) =>
    WRONG.filter(({ needsJdk }) => needsJdk === needed),
  );
  test.each(alone!)("$name $args", (each) => keepsAllLaws(each));
  test.skipIf(installedJdk === null).each(withJdk!)("$name $args, with a JDK", (each) =>
    keepsAllLaws(each),
  );
});

async function keepsAllLaws({ name, args, needsJdk }: (typeof WRONG)[number]): Promise<void> {
  const jdk = needsJdk ? { jdk: installedJdk!.home } : {};
  const report = await check(
    { main: name, args, sources: [SOURCES], ...jdk },
    // As the search has found it: long schedules are told as well.
    { env: {}, directory: dirname(SOURCES), minimize: false },
  );
  expect(report.verdict).toBe("violated");
  for (const violation of report.violations) keepsLaws(violation, report);
}
