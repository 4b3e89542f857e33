/**
 * The contracts of java.util.concurrent: each must hold in every schedule with
 * the models. What they show with the JDK's own classes and on a real JVM is
 * recorded (README.md); here a few are tried again, and in
 * a long run all of them.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installedJdk } from "../support/java.ts";
import { isLong } from "../support/size.ts";
import { CompiledContracts, type Explored } from "./support/compiled.ts";
import {
  exploreReal,
  isBroken,
  isCurrent,
  readResults,
  requireUnbroken,
} from "./support/results.ts";
import { fullName, parseContracts, readContracts } from "./support/sources.ts";
import { renderTable, TABLE } from "./support/table.ts";

const MINUTES = 60_000;

const MODEL_STATES = 20_000;
/** Contracts that are tried again with the JDK's own classes: one in so many of those that are small. */
const SAMPLE = 12;
const SMALL_STATES = 1000;
const SOME_RUNS = 10;
const MANY_RUNS = 2000;

const classes = readContracts();
const all = classes.flatMap((owner) => {
  const results = readResults(owner);
  return owner.contracts.map((contract) => ({
    full: fullName(owner, contract),
    contract,
    result: results[contract.name],
    isRecorded: isCurrent(results, contract),
  }));
});
const small = all.filter(({ result }) => (result?.real.states ?? 0) < SMALL_STATES);
const sample = isLong ? all : small.filter((_, i) => i % SAMPLE === 0);

describe("sources of contracts", () => {
  const source = (body: string): string =>
    `/** java.util.X */\nfinal class XContracts extends Contract {\n${body}}\n`;

  test("are read with their sentences", () => {
    const text = source(
      "    /**\n     * It is\n     * so.\n     */\n    static void a() throws Exception {\n        b();\n    }\n",
    );
    expect(parseContracts(text, "XContracts.java")).toMatchObject({
      name: "XContracts",
      about: "java.util.X",
      contracts: [{ name: "a", sentence: "It is so.", hasOutcome: false }],
    });
  });

  test("are refused without one", () => {
    const bare = source("    static void a() {\n    }\n");
    expect(() => parseContracts(bare, "XContracts.java")).toThrow("1 contracts, 0 with a comment");
    const words = source("    /** none */\n    static void a() {\n        b();\n    }\n");
    expect(() => parseContracts(words, "XContracts.java")).toThrow("is no sentence");
  });
});

describe.skipIf(installedJdk === null)("contracts of java.util.concurrent", () => {
  let compiled: CompiledContracts;
  const explored = new Map<string, Explored>();
  let seen = new Map<string, readonly string[]>();

  beforeAll(() => {
    compiled = new CompiledContracts(classes);
    const runs = isLong ? MANY_RUNS : SOME_RUNS;
    seen = compiled.runOnJvm(
      all.map(({ full }) => full),
      runs,
    );
  }, 60 * MINUTES);

  afterAll(() => {
    compiled?.remove();
  });

  test.each(all)(
    "$full holds in all schedules",
    ({ full }) => {
      const found = compiled.explore(full, "model", MODEL_STATES);
      explored.set(full, found);
      requireUnbroken(full, "the models", found.broken);
      expect(found).toMatchObject({ isComplete: true, approximations: [] });
      const outcomes = seen.get(full) ?? ["no run"];
      requireUnbroken(full, "a JVM", outcomes.filter(isBroken));
      expect(found.outcomes, "what a JVM shows").toEqual(expect.arrayContaining([...outcomes]));
    },
    MINUTES,
  );

  test.each(sample)(
    "$full holds with the JDK's own classes",
    ({ full }) => {
      const real = exploreReal(compiled, full);
      const { outcomes } = explored.get(full)!;
      if (real.incomplete === null) expect(real.outcomes).toEqual(outcomes);
      else expect(outcomes).toEqual(expect.arrayContaining([...real.outcomes]));
    },
    10 * MINUTES,
  );

  test(
    "with the JDK's own classes a time limit may run out at any moment, too",
    () => {
      const real = exploreReal(compiled, "CountDownLatchContracts.timedRace");
      expect(real).toMatchObject({ outcomes: ["in time", "too late"], incomplete: null });
    },
    MINUTES,
  );

  test("are all recorded", () => {
    const stale = all.filter(({ isRecorded }) => !isRecorded).map(({ full }) => full);
    expect(stale, "run `npm run contracts`").toEqual([]);
  });

  test("are in docs/contracts.md as they are", () => {
    const table = renderTable(
      classes.map((owner) => ({
        owner,
        results: readResults(owner),
        explored: new Map(
          owner.contracts.map((each) => [each.name, explored.get(fullName(owner, each))!]),
        ),
      })),
    );
    expect(readFileSync(TABLE, "utf8"), "run `npm run contracts`").toBe(table);
  });
});
