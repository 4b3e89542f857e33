/** Very long schedules: what is kept of the past has a limit, and the violation is reported all the same. */
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { check } from "../../../../src/check/check.ts";
import { UNCAUGHT } from "../../../../src/search/properties/uncaught-exception.ts";
import type { Why } from "../../../../src/search/trace/trace.ts";
import {
  addWrite,
  type CellHistory,
  NOTHING,
  type Read,
  type Write,
} from "../../../../src/search/why/origins/accesses.ts";
import { MOST_RECORDS, ValueOrigins } from "../../../../src/search/why/origins/value-origins.ts";
import { compiledForTests, installedJdk } from "../../../support/java.ts";

const SOURCES = import.meta.dirname;
const classes = compiledForTests(join(SOURCES, "ManyWrites.java"));

afterEach(() => {
  vi.restoreAllMocks();
});

interface Followed {
  readonly kind: string | undefined;
  readonly why: Why | null | undefined;
  readonly origins: ValueOrigins;
  /** The most records that were kept at a time. */
  readonly most: number;
}

/** Checks ManyWrites, and looks at what is recorded of its schedule. */
async function follow(rounds: number): Promise<Followed> {
  const made: ValueOrigins[] = [];
  let most = 0;
  vi.spyOn(UNCAUGHT, "watch").mockImplementation((m) => {
    const origins = new ValueOrigins(m);
    const before = origins.before.bind(origins);
    vi.spyOn(origins, "before").mockImplementation(() => {
      most = Math.max(most, origins.records);
      return before();
    });
    made.push(origins);
    return origins;
  });
  const report = await check(
    {
      main: "ManyWrites",
      args: [String(rounds)],
      classPath: classes.folder,
      sources: [SOURCES],
      jdk: installedJdk!.home,
    },
    { env: {}, directory: SOURCES, minimize: false },
  );
  const [violation] = report.violations;
  return { kind: violation?.kind, why: violation?.trace.why, origins: made.at(-1)!, most };
}

describe.skipIf(installedJdk === null)("a schedule with very many writes", () => {
  test("is followed below the limit", async () => {
    const { kind, why, origins, most } = await follow(1000);
    expect(kind).toBe("uncaught");
    expect(origins.hasGivenUp).toBe(false);
    expect(most).toBeGreaterThan(2000);
    expect(JSON.stringify(why)).toContain("ManyWrites.count");
  });

  test("is reported without an explanation behind it, and nothing is kept", async () => {
    const { kind, why, origins, most } = await follow(MOST_RECORDS);
    expect(kind).toBe("uncaught");
    expect(why).toBeNull();
    expect(origins.hasGivenUp).toBe(true);
    expect(origins.records).toBe(0);
    expect(origins.before()).toBeNull();
    expect(most).toBeGreaterThan(MOST_RECORDS / 2);
    // One instruction may add a few before the limit is noticed.
    expect(most).toBeLessThan(MOST_RECORDS + 10);
  });
});

test("the last write of a cell does not lead to all that came before", () => {
  const cell: CellHistory = { writes: [] };
  const at = { cell, lane: 0, step: 0, shown: null };
  for (let time = 0; time < 10_000; time++) {
    const read: Read = { ...at, time, base: NOTHING, saw: cell.writes.at(-1) ?? null };
    addWrite(cell, { ...at, time, from: [read], under: null });
  }
  let reached = 0;
  let write: Write | null = cell.writes.at(-1) ?? null;
  for (; write !== null; write = write.from[0]?.saw ?? null) reached++;
  expect(reached).toBe(cell.writes.length + 1);
  expect(reached).toBeLessThan(200);
});
