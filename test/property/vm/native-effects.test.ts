/**
 * Natives do no more than they declare: real programs run with every access of
 * every native watched. (That declarations make sense is a unit test; that
 * they are true is seen here.)
 */
import { describe, expect, test } from "vitest";
import { DeadwoodError } from "../../../src/core/errors.ts";
import { machineOf, runToEnd } from "../../support/machine.ts";
import { NativeObserver } from "../../support/observers/native-watch.ts";
import { bundled, corpus } from "../../support/programs/corpus.ts";
import { isLong, sample } from "../../support/size.ts";

const MINUTES = 60_000;
/** Most programs end sooner. */
const INSTRUCTIONS = isLong ? 30_000_000 : 2_000_000;
const EXCLUDED = new Set(["arith/DoubleEdges", "exceptions/Exhaustion"]);

const programs = [
  ...sample(bundled(), 16),
  ...sample(
    corpus((id) => !EXCLUDED.has(id)),
    100,
  ),
];
const called = new Set<string>();

describe("natives do no more than they declare", () => {
  test.each(programs)("$id", { timeout: 10 * MINUTES }, (program) => {
    const machine = machineOf(program);
    const observer = new NativeObserver(machine.m);
    try {
      runToEnd(machine, INSTRUCTIONS);
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
    }
    for (const name of observer.called) called.add(name);
    const findings = [...observer.findings].map(([name, what]) => [name, [...what]]);
    expect(Object.fromEntries(findings)).toEqual({});
  });

  test("many natives were seen", () => {
    expect(called.size).toBeGreaterThan(80);
  });
});
