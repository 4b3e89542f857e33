/** All properties besides deadlocks and livelocks, from the command line to the report files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ExitCode } from "../../../src/core/errors.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { deadwood, directoryOf, type Ran } from "../support.ts";

vi.setConfig({ testTimeout: 60_000 });

const SOURCE = join(import.meta.dirname, "../programs", "PropertyCases.java");
let compiled = { folder: "", remove: () => {} };

beforeAll(() => {
  if (installedJdk !== null) compiled = compileJava([SOURCE]);
}, 60_000);

afterAll(() => compiled.remove());

const check = (argv: readonly string[]): Promise<Ran> =>
  deadwood(["check", "--heap", "4m", "--stack", "64k", "-cp", compiled.folder, ...argv]);

const firstLine = ({ out }: Ran): string => out.split("\n")[0] ?? "";

const text = (file: string): string => readFileSync(file, "utf8");

const totals = ({ out }: Ran): string => /^states .*\ninstructions \d+/m.exec(out)![0];

/** A check that writes its report and its trace, and the replay of the trace. */
async function checkAndReplay(argv: readonly string[]) {
  const root = directoryOf({});
  const [json, trace, sarif, junit] = ["r.json", "t.json", "s.json", "j.xml"].map((name) =>
    join(root, name),
  );
  const files = ["--json", json!, "--trace", trace!, "--sarif", sarif!, "--junit", junit!];
  const ran = await check([...files, ...argv]);
  return {
    ran,
    report: JSON.parse(text(json!)),
    sarif: JSON.parse(text(sarif!)).runs[0].results,
    junit: text(junit!),
    replayed: ran.exitCode === ExitCode.violated ? await deadwood(["replay", trace!]) : null,
  };
}

describe.skipIf(installedJdk === null)("exceptions", () => {
  test("the message names what was null", async () => {
    const ran = await check(["Deref"]);
    expect(firstLine(ran)).toBe(
      'violated: uncaught exception: java.lang.NullPointerException: Cannot assign field "value" because "Deref.next" is null',
    );
  });
});

test.skipIf(installedJdk === null).each([[[]], [["x"]]])(
  "an interrupt before a join, while the thread was alone, ends it, and does not: %j",
  async (args) => {
    const ran = await check(["InterruptedBefore", ...args]);
    expect(firstLine(ran)).toContain("IllegalStateException: seen");
  },
);

describe.skipIf(installedJdk === null)("invariants", () => {
  test("one that holds, in all states and at the end; its effects are undone and hidden", async () => {
    const plain = await check(["Halves"]);
    const ran = await check(["--output", "show", "--invariant", "Halves.isSmall", "Halves"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.safe, err: "" });
    expect(ran.out).not.toContain("looking");
    expect(totals(ran)).toBe(totals(plain));
  });

  test("one that is false in some state", async () => {
    const { ran, report, sarif, junit, replayed } = await checkAndReplay([
      "--invariant",
      "Halves.isEven",
      "Halves",
    ]);
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(firstLine(ran)).toBe("violated: invariant Halves.isEven is false");
    expect(report.violations).toMatchObject([{ kind: "invariant", preemptions: 0, cycle: 0 }]);
    expect(sarif).toMatchObject([{ ruleId: "invariant", level: "error" }]);
    expect(junit).toContain(
      '<failure type="invariant" message="invariant Halves.isEven is false">',
    );
    expect(firstLine(replayed!)).toBe(firstLine(ran));
  });

  test("one that is false from the start", async () => {
    const { ran, report, replayed } = await checkAndReplay([
      "--invariant",
      "Watcher.isNever",
      "Halves",
    ]);
    expect(firstLine(ran)).toBe("violated: invariant Watcher.isNever is false");
    expect(report.violations[0].trace.steps).toEqual([]);
    expect(firstLine(replayed!)).toBe(firstLine(ran));
  });

  test("several: the one that is false", async () => {
    const ran = await check([
      "--invariant",
      "Halves.isSmall",
      "--invariant",
      "Watcher.isBelow",
      "Halves",
    ]);
    expect(firstLine(ran)).toBe("violated: invariant Watcher.isBelow is false");
  });

  test.each([
    { method: "throwsUp", says: "threw java.lang.IllegalStateException: one moved" },
    { method: "neverEnds", says: "has not ended after 2,000,000 instructions" },
    { method: "waits", says: "has to wait for another thread: it can only look, not take part" },
    { method: "exits", says: "ends the program: it can only look, not take part" },
  ])("one that $says", async ({ method, says }) => {
    const ran = await check(["--quiet", "--invariant", `Halves.${method}`, "Halves"]);
    expect(ran).toEqual({
      exitCode: ExitCode.violated,
      out: `violated: invariant Halves.${method} ${says}\n`,
      err: "",
    });
  });

  test.each([
    { name: "isEven", says: /names no class and method/ },
    { name: "Nobody.isEven", says: /there is no class Nobody/ },
    { name: "Halves.isOdd", says: /Halves has no "static boolean isOdd\(\)"/ },
    { name: "Halves.isNoStatic", says: /isNoStatic of Halves is not "static boolean/ },
    { name: "Halves.isNoBoolean", says: /isNoBoolean of Halves is not "static boolean/ },
  ])("bad: $name", async ({ name, says }) => {
    const ran = await check(["--invariant", name, "Halves"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toMatch(says);
  });
});

describe.skipIf(installedJdk === null)("exit codes", () => {
  test("are all reported", async () => {
    const { ran, report } = await checkAndReplay(["Exits"]);
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(ran.out).toMatch(/^exit codes: 0, 3$/m);
    expect(report.exitCodes).toEqual([0, 3]);
  });

  test("are not printed if they are all 0", async () => {
    const ran = await check(["Halves"]);
    expect(ran.out).not.toContain("exit code");
  });

  test("those not allowed", async () => {
    const { ran, report, replayed } = await checkAndReplay(["--exit-codes", "0", "Exits"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(firstLine(ran)).toBe("violated: exit code 3, and only 0 will do");
    expect(ran.out).toMatch(
      /^ {2}Thread-0 ended the program at PropertyCases\.java:\d+ \(Exits\./m,
    );
    expect(report.violations).toMatchObject([{ kind: "exit-code" }]);
    expect(firstLine(replayed!)).toBe(firstLine(ran));
  });

  test("those allowed", async () => {
    expect((await check(["--exit-codes", "0, 3", "Exits"])).exitCode).toBe(ExitCode.safe);
    const ran = await check(["--exit-codes", "3", "Exits"]);
    expect(firstLine(ran)).toBe("violated: exit code 0, and only 3 will do");
  });

  test("one that is decided long before the end", async () => {
    expect((await check(["Fails"])).out).toMatch(/^exit codes: 0, 1$/m);
    expect((await check(["--exit-codes", "0", "Fails"])).exitCode).toBe(ExitCode.violated);
  });

  test("of a program that ends while daemons continue", async () => {
    const daemons = ["--no-uncaught", "DaemonsLast"];
    expect((await check(daemons)).out).toMatch(/^exit codes: 0, 1$/m);
    const { ran, replayed } = await checkAndReplay(["--exit-codes", "0", ...daemons]);
    expect(firstLine(ran)).toBe("violated: exit code 1, and only 0 will do");
    expect(ran.out).toMatch(/^ {2}only daemon threads were left, so the program ended$/m);
    expect(firstLine(replayed!)).toBe(firstLine(ran));
    expect((await check([...daemons, "end"])).out).toMatch(/^exit codes: 0, 3$/m);
    expect((await check(["--exit-codes", "3", ...daemons, "end"])).exitCode).toBe(
      ExitCode.violated,
    );
  });

  test.each(["", "zero", "0;3", "1.5"])("bad: %s", async (list) => {
    const ran = await check(["--exit-codes", list, "Exits"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.badInput, out: "" });
    expect(ran.err).toMatch(/is not a list of numbers/);
  });
});

test("a safe verdict with a race names its limits", async () => {
  const ran = await deadwood(["check", "DoubleCheckedLocking", "plain", "2"]);
  expect(ran).toMatchObject({ exitCode: ExitCode.safe, err: "" });
  expect(ran.out).toMatch(
    /^safe: .*\nwarning: data race on DoubleCheckedLocking\.plainResource: .*\n {2}.* reads .* holding no lock\n {2}.* writes .* holding DoubleCheckedLocking\.class\nnote: the program has data races/,
  );
});

describe.skipIf(installedJdk === null)("races", () => {
  test("are warnings", async () => {
    const { ran, report, sarif } = await checkAndReplay(["Racing"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.safe, err: "" });
    expect(ran.out).toMatch(
      /^safe: .*\nwarning: data race on Racing\.hits: PropertyCases.java:(\d+) and PropertyCases.java:(\d+)\n {2}Thread-0 .* holding no lock\n {2}main .* holding no lock\nnote: the program has data races: /,
    );
    expect(report.races).toMatchObject([
      {
        variable: "Racing.hits",
        accesses: [
          { thread: "Thread-0", target: "Racing.hits", locks: [] },
          { thread: "main", target: "Racing.hits", locks: [] },
        ],
        trace: { threads: ["main", "Thread-0"] },
      },
    ]);
    expect(sarif).toMatchObject([{ ruleId: "race", level: "warning" }]);
  });

  test("or errors", async () => {
    const { ran, report, sarif, replayed } = await checkAndReplay(["--races", "error", "Racing"]);
    expect(ran).toMatchObject({ exitCode: ExitCode.violated, err: "" });
    expect(firstLine(ran)).toMatch(/^violated: data race on Racing\.hits: /);
    expect(ran.out).toMatch(/^note: the program has data races/m);
    expect(report).toMatchObject({ violations: [{ kind: "race" }], races: [] });
    expect(sarif).toMatchObject([{ ruleId: "race", level: "error" }]);
    expect(firstLine(replayed!)).toBe(firstLine(ran));
    expect(replayed).toMatchObject({ exitCode: ExitCode.violated, err: "" });
  });

  test("all of them on request", async () => {
    const ran = await check(["--races", "error", "--all-errors", "TwoRaces"]);
    expect(ran.exitCode).toBe(ExitCode.violated);
    expect(ran.out).toMatch(/^violation \d: data race on TwoRaces\.left:/m);
    expect(ran.out).toMatch(/^violation \d: data race on TwoRaces\.right:/m);
    expect(firstLine(ran)).toMatch(/\(and 1 other violation\)$/);
    expect(ran.out).toMatch(/PropertyCases.java:\d+ .*is about to write/);
  });

  test.each(["warn", "error"])("of a search stopped at any moment (%s)", async (kind) => {
    const limits = Array.from({ length: 70 }, (_, i) => [
      "--max-states",
      `${i + 1}`,
      "--all-errors",
    ]);
    const told = new Set<string>();
    for (const limit of limits) {
      const ran = await check([...limit, "--races", kind, "LateRaces"]);
      expect(ran).toMatchObject({ err: "" });
      for (const [race] of ran.out.matchAll(/data race on LateRaces.\w+/g)) told.add(race);
    }
    expect(told).toEqual(new Set(["data race on LateRaces.often", "data race on LateRaces.rare"]));
  });

  test("or nothing", async () => {
    const ran = await check(["--races", "off", "Racing"]);
    expect(ran.exitCode).toBe(ExitCode.safe);
    expect(ran.out).not.toContain("race");
  });

  test("but nothing else", async () => {
    const ran = await check(["--races", "maybe", "Racing"]);
    expect(ran.err).toMatch(/--races maybe is not one of off, warn, error/);
  });
});
