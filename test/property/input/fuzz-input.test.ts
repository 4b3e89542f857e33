/** A small fixed part of `npm run fuzz:input`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD_TIMEOUT, requireBuild } from "../../cli/built.ts";
import { installedJdk } from "../../support/java.ts";
import { sized } from "../../support/size.ts";
import { bundledSeeds, type ClassSeed, storedSeeds } from "./class-seeds.ts";
import { jsonKind, sessionKind, traceKind } from "./file-seeds.ts";
import { hunt, type SearchCounters, usualLimits } from "./hunt.ts";
import { againstJvm } from "./jvm.ts";
import { classKind, jarKind, type Kind } from "./kinds.ts";
import { Worker } from "./worker.ts";

const scratch = mkdtempSync(join(tmpdir(), "deadwood-fuzz-input-"));
const worker = new Worker();
beforeAll(requireBuild, BUILD_TIMEOUT);
afterAll(() => {
  worker.close();
  rmSync(scratch, { recursive: true, force: true });
});

const stored = storedSeeds();
const named = (main: string): ClassSeed => stored.find((each) => each.main === main)!;

async function huntFew(kind: Kind, count: number): Promise<SearchCounters> {
  const few = { ...kind, intact: kind.intact.slice(0, 2) };
  const limits = await usualLimits(worker, [few]);
  // Other test files take the machine's time as well.
  const options = { count, seed: 11, limits: { ...limits, millis: 120_000 }, out: null };
  return hunt(worker, kind, options);
}

test.each<[string, number, string, () => Kind | Promise<Kind>]>([
  ["class file", 60, "E201_BAD_CLASS_FILE", () => classKind([...stored, ...bundledSeeds()])],
  ["jar", 20, "E103_BAD_ARCHIVE", () => jarKind(stored)],
  ["trace", 20, "E102_BAD_USAGE", () => traceKind(worker, scratch)],
  ["session", 10, "E507_BAD_SESSION", () => sessionKind(worker, scratch, named("Shapes"))],
  ["JSON", 10, "E102_BAD_USAGE", () => jsonKind(named("Turns"))],
])("a damaged %s is used or refused with a message", async (_, usual, refusal, make) => {
  const count = sized("DEADWOOD_FUZZ_RUNS", usual, 20 * usual);
  const { bad, outcomes } = await huntFew(await make(), count);
  expect(bad).toEqual([]);
  expect(outcomes.get("ran") ?? 0).toBeGreaterThan(0);
  expect(outcomes.get(refusal) ?? 0).toBeGreaterThan(0);
});

test("a command that does not answer, and one that says too much of itself, are bad", async () => {
  const loop = { argv: ["run", "Queens", "9"], directory: "/" };
  const limits = { millis: 1, peakBytes: Number.MAX_SAFE_INTEGER };
  expect(await worker.run(loop, limits)).toMatchObject({ bad: "hang" });
  const hello = { argv: ["run", "Hello"], directory: "/" };
  expect(await worker.run(hello, { millis: 120_000, peakBytes: 1 })).toMatchObject({
    outcome: "ran",
    bad: "memory",
  });
});

test.skipIf(installedJdk === null)(
  "a JVM refuses no more and no less of the class files",
  async () => {
    const limits = { millis: 120_000, peakBytes: Number.MAX_SAFE_INTEGER };
    const seeds = [...stored, ...bundledSeeds()];
    const jdk = installedJdk!;
    const options = { jdk, count: 100, seed: 5, limits, out: null };
    const tally = await againstJvm(worker, seeds, scratch, options);
    expect(tally).toMatchObject({ missed: [], tooStrict: [], elsewhere: [], differ: [] });
    expect(tally.bothRefuse).toBeGreaterThan(20);
    expect(tally.bothRun).toBeGreaterThan(5);
  },
);
