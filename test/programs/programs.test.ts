/**
 * Every bundled program under the checker: each run of the manifest must have
 * the verdict that is true of it. And as plain runs: what Deadwood prints is
 * what the JVM prints.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findJdk } from "../../src/classfile/sources/jdk.ts";
import { DepthFirst } from "../../src/search/depth-first.ts";
import { SHORT_RUN } from "../conformance/support/jdks.ts";
import { bundledPrograms, machineOf, runToEnd } from "../support/machine.ts";
import {
  type BundledProgram,
  bundledProgramList,
  type ExpectedRun,
  type ExpectedVerdict,
  sourceOf,
} from "./manifest.ts";
import { untilFound } from "../support/searches.ts";

const TIMEOUT = 60_000;
/** Far above what any run of the manifest needs: sizes are chosen to end in seconds. */
const LIMITS = { states: 500_000, depth: 100_000 };

const jdk = findJdk({});
const programs = bundledProgramList();

interface Found {
  readonly verdict: ExpectedVerdict | "incomplete";
  /** Class of the exception that nobody caught. */
  readonly exception: string | null;
  readonly message: string;
}

function check(program: BundledProgram, run: ExpectedRun): Found {
  const needsJdk = program.needsJdk || run.needsJdk === true;
  const { m } = machineOf({
    mainClass: program.name,
    args: run.args,
    jdk: needsJdk ? jdk!.home : null,
    undo: true,
    checking: true,
  });
  const explorer = new DepthFirst(m, LIMITS);
  const told = untilFound(explorer);
  if (told.kind === "done") return { verdict: "safe", exception: null, message: "" };
  if (told.kind === "limit") return { verdict: "incomplete", exception: null, message: told.limit };
  const { kind, message } = told.violation;
  if (kind === "deadlock" || kind === "endless") return { verdict: kind, exception: null, message };
  const exception = /^uncaught exception: ([\w.$]+)/.exec(message)?.[1] ?? null;
  return { verdict: "exception", exception, message };
}

describe("the checker's verdict", () => {
  for (const program of programs) {
    for (const run of program.runs) {
      const needsJdk = program.needsJdk || run.needsJdk === true;
      test.skipIf(needsJdk && jdk === null)(
        `${[program.name, ...run.args].join(" ")}: ${run.verdict}`,
        { timeout: TIMEOUT },
        () => {
          const found = check(program, run);
          expect(found, run.note).toMatchObject({ verdict: run.verdict });
          if (run.verdict === "exception") {
            expect(run.exceptions, found.message).toContain(found.exception);
          }
        },
      );
    }
  }
});

describe.skipIf(jdk === null)("a plain run", () => {
  for (const program of programs) {
    test(`${program.name} prints what it prints on the JVM`, { timeout: TIMEOUT }, () => {
      const args = [...SHORT_RUN, "-ea", "-cp", bundledPrograms(), program.name];
      const command = join(jdk!.home, "bin", "java");
      const java = spawnSync(command, [...args, ...program.arguments], { encoding: "utf8" });
      const ours = runToEnd(
        machineOf({
          mainClass: program.name,
          args: program.arguments,
          jdk: program.needsJdk ? jdk!.home : null,
        }),
      );
      expect({ exitCode: java.status, stderr: java.stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(ours).toMatchObject({ exitCode: 0, stdout: java.stdout, stderr: "" });
    });
  }
});

describe("the manifest", () => {
  test("has at least 25 programs, most with a wrong variant too", () => {
    expect(programs.length).toBeGreaterThanOrEqual(25);
    const wrong = programs.filter(({ runs }) => runs.some(({ verdict }) => verdict !== "safe"));
    expect(wrong.length).toBeGreaterThanOrEqual(25);
  });

  test.each(programs)("tells the arguments of $name as its source does", ({ name, usage }) => {
    expect(sourceOf(name)).toContain(`Arguments: ${usage}\n`);
  });
});
