/**
 * Our models of java.util.concurrent and the JDK's own classes (`--library real`)
 * agree on what the programs of the tests can end in. Those that have too many
 * states with the JDK's classes, or need its clock, are not compared as a whole:
 * what was found of them must be among what the models show. With
 * npm run test:long all programs are tried, else a few.
 */
import { afterAll, describe, expect, test } from "vitest";
import { explore, type Searched } from "../../src/fuzz/explore.ts";
import { STATIC_WORDS } from "../../src/vm/memory.ts";
import { installedJdk } from "../support/java.ts";
import { type LibraryProgram, libraryPrograms } from "../support/library-programs.ts";
import { machineOf } from "../support/machine.ts";
import { isLong } from "../support/size.ts";

const MINUTES = 60_000;
const MODEL_STATES = 500_000;
const REAL_STATES = Number(process.env["DEADWOOD_REAL_STATES"] ?? 20_000);

/** One in so many is tried in any case, with few states, and one whose end is a matter of time alone. */
const SAMPLE = 40;
const TIMED = "pools orTimeout";
const FEW_STATES = 2000;

const { programs, remove } = libraryPrograms();
const tried = isLong
  ? programs
  : programs.filter(({ title }, i) => i % SAMPLE === 0 || title === TIMED);

interface Found {
  readonly ends: readonly string[];
  /** Why these may not be all. */
  readonly incomplete: string | null;
}

function find(program: LibraryProgram, hidesModels: boolean, states: number): Found {
  const { m } = machineOf({
    mainClass: program.mainClass,
    args: program.args,
    classPath: program.classPath(),
    jdk: installedJdk!.home,
    heapWords: STATIC_WORDS * 2,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
    hidesModels,
  });
  const { result } = program;
  const at = result === undefined ? 0 : m.fieldOffset(program.mainClass, result);
  const found: Searched = explore(m, states, {
    end: ({ H }) => (at === 0 ? "end" : `${H[at]}`),
    deadlock: () => "",
  });
  const ends = new Set([...found.outcomes].map(shortened));
  if (found.isEndless) ends.add("endless");
  return {
    ends: [...ends].toSorted(),
    incomplete: found.isComplete ? ([...m.approximations][0] ?? null) : `${states} states`,
  };
}

/** Without the frames, which differ inside of the library. */
const shortened = (outcome: string): string => {
  const uncaught = /^uncaught exception: ([\w.$]+)/.exec(outcome);
  return uncaught === null ? outcome : `uncaught ${uncaught[1]}`;
};

describe.skipIf(installedJdk === null)("models and the JDK's own classes", () => {
  const notCompared: string[] = [];

  afterAll(remove);

  test("there are programs of all kinds", () => {
    expect(programs.length).toBeGreaterThan(150);
  });

  test.each(tried)("$title", { timeout: 10 * MINUTES }, (program) => {
    const model = find(program, false, MODEL_STATES);
    const real = find(program, true, isLong ? REAL_STATES : FEW_STATES);
    expect(model.ends).toEqual(expect.arrayContaining([...real.ends]));
    if (real.incomplete === null && model.incomplete === null) {
      expect(real.ends).toEqual(model.ends);
    } else {
      notCompared.push(`${program.title}: ${real.incomplete ?? model.incomplete}`);
    }
  });

  if (isLong) {
    test("few are not compared as a whole", () => {
      process.stdout.write(`${notCompared.length} not compared:\n${notCompared.join("\n")}\n`);
      expect(notCompared.length).toBeLessThanOrEqual(NOT_COMPARED);
    });
  }
});

/** Programs with too many states, or that need a clock. */
const NOT_COMPARED = 200;
