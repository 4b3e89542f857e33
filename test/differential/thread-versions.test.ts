/** Monitors that starting, joining and ending a thread takes, as the JDK in use has it. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/outcomes/collect.ts";
import { dvrOf, livenessOf } from "../../src/liveness/reductions.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { findJdk, VERSIONS } from "../conformance/support/jdks.ts";
import { compiledForTests } from "../support/java.ts";
import { machineOf } from "../support/machine.ts";

const compiled = compiledForTests(join(import.meta.dirname, "callbacks", "MonitorsByVersion.java"));

/** By version: whether the program can come to a standstill. Up to 18, groups keep lists of their threads. */
const STUCK: Readonly<Record<string, Readonly<Record<number, boolean>>>> = {
  start: { 17: true, 25: false },
  constructor: { 17: true, 25: false },
  "group of constructor": { 17: true, 25: false },
  end: { 17: true, 25: false },
  "virtual join": { 25: false },
  "virtual wait": { 25: true },
};

describe.each(VERSIONS)("Java %i", (version) => {
  const jdk = findJdk(version);
  const names = Object.keys(STUCK).filter((name) => version in STUCK[name]!);

  const machine = (name: string): Machine =>
    machineOf({
      mainClass: "MonitorsByVersion",
      args: [name],
      classPath: compiled.folder,
      jdk: jdk!.home,
      undo: true,
      checking: true,
    }).m;

  test.skipIf(jdk === null).each(names)("%s", { timeout: 60_000 }, (name) => {
    const m = machine(name);
    const { outcomes, isComplete } = explore(m, 100_000);
    const keepsProgramAlive = [...outcomes].some((outcome) => outcome.startsWith("deadlock"));
    expect({ keepsProgramAlive, isComplete }).toEqual({
      keepsProgramAlive: STUCK[name]![version],
      isComplete: true,
    });
  });

  if (version < 21) return;
  test.skipIf(jdk === null)(
    "with dynamic reduction, whether a thread that cannot end is virtual matters",
    () => {
      const m = machine("virtual end");
      const dvr = dvrOf("dynamic");
      const setup = { liveness: livenessOf(dvr, m), dynamic: true, effort: "always" } as const;
      const found = explore(m, 100_000, undefined, setup);
      expect(found).toMatchObject({ isComplete: true, hasLivelock: true });
      expect([...found.outcomes].join("\n")).toContain("IllegalStateException: has ended");
    },
  );
});
