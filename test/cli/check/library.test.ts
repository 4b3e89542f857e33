/** The JDK's own java.util.concurrent in place of our models: more states, the same verdicts. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findJdk } from "../../../src/classfile/sources/jdk.ts";
import { runJavac } from "../../conformance/support/jdks.ts";
import { deadwood, type Ran } from "../support.ts";

vi.setConfig({ testTimeout: 120_000 });

const jdk = findJdk({});
let root = "";

beforeAll(() => {
  if (jdk === null) return;
  root = mkdtempSync(join(tmpdir(), "deadwood-library-"));
  const source = join(import.meta.dirname, "../library", "Shared.java");
  runJavac(jdk, ["-g", "-d", root, source]);
});

afterAll(() => {
  if (root !== "") rmSync(root, { recursive: true });
});

const small = ["--heap", "8m", "--stack", "64k"];
const json = (): string => join(root, "report.json");
const trace = (): string => join(root, "trace.json");

async function check(library: string, args: readonly string[]) {
  const files = ["--json", json(), "--trace", trace()];
  const options = [...small, "--jdk", jdk!.home, "--library", library, ...files, "-cp", root];
  const ran = await deadwood(["check", ...options, "Shared", ...args]);
  expect(ran.err).toBe("");
  return { ran, report: JSON.parse(readFileSync(json(), "utf8")) };
}

const firstLine = ({ out }: Ran): string => out.split("\n")[0] ?? "";

const LOST = "violated: uncaught exception: java.lang.IllegalStateException: lost update";
const STUCK = "violated: deadlock: no thread can continue";

describe.skipIf(jdk === null)("--library real", () => {
  test.each([
    { what: "lock", wrong: LOST },
    { what: "locks", wrong: STUCK },
    { what: "semaphore", wrong: LOST },
    { what: "latch", wrong: STUCK },
    { what: "queue", wrong: STUCK },
  ])("gives the verdicts of the models: $what", async ({ what, wrong }) => {
    for (const [way, line] of [
      ["right", "safe: no schedule violates a property"],
      ["wrong", wrong],
    ] as const) {
      const model = await check("model", [what, way]);
      const real = await check("real", [what, way]);
      expect(firstLine(model.ran)).toBe(line);
      expect(firstLine(real.ran)).toBe(line);
      expect(model.report.search.library).toBe("model");
      expect(real.report.search.library).toBe("real");
      // The models' whole point. (The wrong lock is none at all.)
      if (`${what} ${way}` !== "lock wrong") {
        expect(real.report.totals.states).toBeGreaterThan(2 * model.report.totals.states);
      }
    }
  });

  test("is part of a trace", async () => {
    const { ran } = await check("real", ["latch", "wrong"]);
    expect(JSON.parse(readFileSync(trace(), "utf8")).program.library).toBe("real");
    const again = await deadwood(["replay", "--quiet", "--jdk", jdk!.home, trace()]);
    expect(again).toMatchObject({ exitCode: ran.exitCode, err: "", out: `${firstLine(ran)}\n` });
  });

  test("serves a plain run", async () => {
    const stats = join(root, "stats.json");
    const classesLoaded = async (library: string): Promise<number> => {
      const options = [...small, "--jdk", jdk!.home, "--library", library, "--stats", stats];
      const ran = await deadwood(["run", ...options, "-cp", root, "Shared", "latch", "right"]);
      expect(ran).toMatchObject({ exitCode: 0, err: "" });
      return JSON.parse(readFileSync(stats, "utf8")).classesLoaded;
    };
    // AbstractQueuedSynchronizer and what belongs to it.
    expect(await classesLoaded("real")).toBeGreaterThan(await classesLoaded("model"));
  });
});
