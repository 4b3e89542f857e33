/**
 * The tests of one JDK version: the real JVM still does what was recorded, and
 * Deadwood does the same byte for byte.
 *
 * `DEADWOOD_RECORD=1` writes the recordings instead of checking them.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { sample } from "../../support/size.ts";
import { compilePrograms } from "./compile.ts";
import { findJdk, type Jdk, VERSIONS } from "./jdks.ts";
import { normalise } from "./normalise.ts";
import {
  inPairs,
  type Outcome,
  oneOfTwo,
  requireBuild,
  runDeadwood,
  runDeadwoodHere,
  runJava,
} from "./outcome.ts";
import { allPrograms, type ConformanceProgram } from "./programs.ts";
import { readRecordings, writeRecordings } from "./recordings.ts";

const MINUTES = 60_000;
/** Programs that are asked about again what is known from others; a long run asks about all. */
const SOME = 24;
/** Of those that are run in a process of their own, ours or a JVM. */
const FEW = 12;

const isRecording = process.env["DEADWOOD_RECORD"] === "1";

export function describeConformance(version: number): void {
  const jdk = findJdk(version);
  const programs = allPrograms().filter((program) => program.minJdk <= version);
  const groups = [...new Set(programs.map((program) => program.group))];
  if (jdk === null) {
    process.stdout.write(
      `conformance: no JDK ${version} on this machine, ${programs.length} programs are skipped ` +
        `(set DEADWOOD_JDK${version} to its home)\n`,
    );
  }
  const recorded = readRecordings(version, groups);
  // What every JDK can run is compared in full on the oldest one; a long run compares it on all.
  const [oldest] = VERSIONS;
  const newer = programs.filter(({ minJdk }) => minJdk > oldest);
  const compared =
    version === oldest
      ? programs
      : [
          ...newer,
          ...sample(
            programs.filter(({ minJdk }) => minJdk <= oldest),
            SOME,
          ),
        ];

  describe.skipIf(jdk === null)(`JDK ${version}`, () => {
    let folders: ReadonlyMap<string, string> = new Map();
    beforeAll(() => {
      folders = compilePrograms(programs, jdk!);
    }, 5 * MINUTES);
    const run = (program: ConformanceProgram, runner: typeof runJava, home: Jdk) =>
      runner(program, folders.get(program.id)!, home);

    if (isRecording) {
      test("record what java does", { timeout: 10 * MINUTES }, async () => {
        for (const group of groups) {
          const members = programs.filter((program) => program.group === group);
          const outcomes = await inPairs(members, (program) => run(program, runJava, jdk!));
          const named = outcomes.map((outcome, i): [string, Outcome] => [members[i]!.id, outcome]);
          writeRecordings(version, group, new Map(named));
        }
      });
      return;
    }

    test("each program has a recording with the exit code it says", () => {
      const said = Object.fromEntries(programs.map(({ id, exitCode }) => [id, exitCode]));
      const seen = Object.fromEntries([...recorded].map(([id, { exitCode }]) => [id, exitCode]));
      expect(seen).toEqual(said);
    });

    test("java does what was recorded", { timeout: 10 * MINUTES }, async () => {
      const asked = sample(programs, FEW);
      const outcomes = await inPairs(asked, (program) => run(program, runJava, jdk!));
      const differing = asked.filter(
        ({ id }, i) => JSON.stringify(outcomes[i]) !== JSON.stringify(ordered(recorded.get(id))),
      );
      expect(differing.map(({ id }) => id)).toEqual([]);
    });

    describe("deadwood does what java does", () => {
      beforeAll(requireBuild);
      // In a process of its own, as users do; and otherwise here, where a run costs a fraction.
      const started = new Set(sample(compared, FEW));
      test.concurrent.each(compared)("$id", { timeout: 10 * MINUTES }, async (program) => {
        const runner = started.has(program) ? runDeadwood : runDeadwoodHere;
        const outcome = await oneOfTwo(() => run(program, runner, jdk!));
        expect(comparable(outcome)).toEqual(comparable(recorded.get(program.id)!));
      });
    });
  });
}

const ordered = (outcome: Outcome | undefined): Outcome | undefined =>
  outcome && { stdout: outcome.stdout, stderr: outcome.stderr, exitCode: outcome.exitCode };

export function comparable({ stdout, stderr, exitCode }: Outcome): Outcome {
  return { exitCode, stdout: normalise(stdout), stderr: normalise(stderr) };
}
