/** Monitors that starting, joining and ending a thread takes, as the JDK in use has it. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { explore } from "../../src/fuzz/explore.ts";
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

  test.skipIf(jdk === null).each(names)("%s", { timeout: 60_000 }, (name) => {
    const { m } = machineOf({
      mainClass: "MonitorsByVersion",
      args: [name],
      classPath: compiled.folder,
      jdk: jdk!.home,
      undo: true,
      checking: true,
    });
    const { outcomes, isComplete } = explore(m, 100_000);
    const isStuck = [...outcomes].some((outcome) => outcome.startsWith("deadlock"));
    expect({ isStuck, isComplete }).toEqual({ isStuck: STUCK[name]![version], isComplete: true });
  });
});
