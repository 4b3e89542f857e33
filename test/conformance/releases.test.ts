/**
 * The corpus compiled for older releases, run on a newer library, as most jars
 * are. Normally that is the part of it that javac compiles differently, for the
 * oldest releases; a long run takes all programs for all releases, and
 * with DEADWOOD_RECORD=1 as well, what the real JVM makes of each is recorded
 * where it is not what it makes of the program compiled for its own release.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { machineOf, runToEnd } from "../support/machine.ts";
import { isLong } from "../support/size.ts";
import { findJdk } from "./support/jdks.ts";
import { inPairs, type Outcome, runJava } from "./support/outcome.ts";
import { allPrograms, type ConformanceProgram } from "./support/programs.ts";
import { readRecordings, writeRecordings } from "./support/recordings.ts";
import { compileReleases, isForReleases, type Release } from "./support/releases.ts";
import { comparable } from "./support/suite.ts";

const isRecording = process.env["DEADWOOD_RECORD"] === "1";

/** By JDK: the releases before its own, each with a number of programs that javac accepts at least. */
const RELEASES: ReadonlyMap<number, ReadonlyMap<number, number>> = isLong
  ? new Map([
      [17, minima([8, 65], [11, 100])],
      [25, minima([8, 65], [11, 100], [17, 125], [21, 130])],
    ])
  : new Map([[17, minima([8, 12], [11, 14])]]);

function minima(...counts: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  return new Map(counts);
}

/** Lambdas and method references, nests, concatenation, inner classes, switches, records. */
const REPRESENTATIVE =
  /^(?:lambdas|objects)\/|^control\/(?:Enum|String|Old)?Switch|^strings\/Concat$|^exceptions\/(?:TryWith|Finally)|^invoke\/(?:Handles|Release)/;

const MINUTES = 60_000;

for (const [version, releases] of RELEASES) {
  const jdk = findJdk(version);
  const programs = allPrograms().filter(
    (each) =>
      isForReleases(each) && each.minJdk <= version && (isLong || REPRESENTATIVE.test(each.id)),
  );
  const groups = [...new Set(programs.map(({ group }) => group))];
  const usual = readRecordings(version, groups);

  describe.skipIf(jdk === null)(`compiled by JDK ${version}`, () => {
    let compiled: readonly Release[] = [];
    beforeAll(() => {
      compiled = compileReleases(programs, [...releases.keys()], jdk!);
    }, 5 * MINUTES);

    test.each([...releases])(
      "for release %i",
      { timeout: 20 * MINUTES },
      async (release, minimum) => {
        const { classes, programs: accepted } = compiled.find((each) => each.release === release)!;
        expect(accepted.length).toBeGreaterThanOrEqual(minimum);
        const group = `release-${release}`;
        if (isRecording) {
          const outcomes = await inPairs(accepted, (each) => runJava(each, classes, jdk!));
          const others = accepted
            .map(({ id }, i): [string, Outcome] => [id, outcomes[i]!])
            .filter(([id, outcome]) => !isSame(outcome, usual.get(id)!))
            .map(([id, outcome]): [string, Outcome] => [`${group}/${id}`, outcome]);
          if (others.length > 0) writeRecordings(version, group, new Map(others));
          return;
        }
        const others = readRecordings(version, [group]);
        const differing: Record<string, unknown> = {};
        for (const program of accepted) {
          const expected = others.get(`${group}/${program.id}`) ?? usual.get(program.id)!;
          const outcome = runHere(program, classes, jdk!.home);
          if (!isSame(outcome, expected)) differing[program.id] = { outcome, expected };
        }
        expect(differing).toEqual({});
      },
    );
  });
}

const isSame = (a: Outcome, b: Outcome): boolean =>
  JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));

function runHere(program: ConformanceProgram, classPath: string, jdk: string): Outcome {
  const { mainClass, args, stdin } = program;
  try {
    const machine = machineOf({
      mainClass: mainClass.replaceAll(".", "/"),
      args,
      stdin,
      classPath,
      jdk,
      heapWords: 1 << 24,
      stackWords: 1 << 18,
      properties: [["java.home", jdk]],
    });
    const { stdout, stderr, exitCode } = runToEnd(machine, 2_000_000_000);
    return { stdout, stderr, exitCode: exitCode & 0xff };
  } catch (error) {
    return { stdout: "", stderr: `${program.id}: ${String(error)}`, exitCode: 70 };
  }
}
