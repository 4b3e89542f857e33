/** What a failure is explained by, whichever way its values took. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../../../src/check/check.ts";
import { compiledForTests, installedJdk } from "../../../support/java.ts";

const SOURCES = import.meta.dirname;
const classes = compiledForTests(join(SOURCES, "WhyCases.java"));

async function whyOf(how: string): Promise<{ heading: string; facts: string[] }> {
  const report = await check(
    {
      main: "WhyCases",
      args: [how, "joined"],
      classPath: classes.folder,
      sources: [SOURCES],
      jdk: installedJdk!.home,
    },
    { env: {}, directory: SOURCES, strategy: "bfs", minimize: false },
  );
  const [violation] = report.violations;
  const { threads, why } = violation!.trace;
  expect(violation?.kind).toBe("uncaught");
  return {
    heading: why?.heading ?? "",
    facts: (why?.facts ?? []).map(({ lane, text }) => `${threads[lane] ?? "-"} ${text}`),
  };
}

const SHARED = ["writer wrote WhyCases.shared: 1 → 7", "main read WhyCases.shared = 7"];

describe.skipIf(installedJdk === null)("the values behind a failure", () => {
  test.each([
    { how: "arguments", facts: SHARED },
    { how: "boolean", facts: SHARED },
    { how: "local", facts: SHARED },
    { how: "wide", facts: ["writer wrote WhyCases.wide: 1 → 7", "main read WhyCases.wide = 7"] },
    { how: "element", facts: ["writer wrote int[3]#1[1]: 2 → 7", "main read int[3]#1[1] = 7"] },
    { how: "bounds", facts: SHARED },
    { how: "division", facts: SHARED },
    {
      how: "remainder",
      facts: ["writer wrote WhyCases.wide: 1 → 7", "main read WhyCases.wide = 7"],
    },
    {
      how: "nullCall",
      facts: ["main read WhyCases.reference = null, which no thread had written"],
    },
    { how: "nullStore", facts: ["main read Box#1.next = null, which no thread had written"] },
    {
      how: "cast",
      facts: ["writer wrote WhyCases.flag: false → true", "main read WhyCases.flag = true"],
    },
    { how: "negative", facts: SHARED },
    {
      how: "atomic",
      facts: ["writer wrote AtomicInteger#1: 0 → 7", "main changed AtomicInteger#1: 7 → 8"],
    },
    { how: "counted", facts: ["writer wrote int[3]#1[1]: 2 → 7", "main read int[3]#1[1] = 7"] },
    { how: "wrapped", facts: SHARED },
    { how: "library", facts: SHARED },
    { how: "asserted", facts: SHARED },
  ])("$how", async ({ how, facts }) => {
    const why = await whyOf(how);
    expect(why.facts).toEqual(expect.arrayContaining(facts));
    expect(why.facts.length).toBeLessThanOrEqual(facts.length + 2);
    expect(why.heading).not.toBe("");
  });
});
