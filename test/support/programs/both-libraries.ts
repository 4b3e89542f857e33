/**
 * What a program can end in with our models of java.util.concurrent, and with the
 * JDK's own classes (`--library real`), held against each other.
 *
 * A program that comes to no class of java.util.concurrent is the same in both
 * cases. Of the others all schedules are searched with the models, and with the
 * JDK's classes as many states as there is time for. Where that is not all,
 * random schedules are followed, which come to other corners than a search
 * depth-first: whatever turns up must be among what the models show.
 */
import { UnsupportedFeatureError } from "../../../src/core/errors.ts";
import { exploreWith, limitsOf } from "../../../src/fuzz/outcomes/collect.ts";
import type { OutcomeTexts } from "../../../src/fuzz/outcomes/outcomes.ts";
import { livenessOf } from "../../../src/liveness/reductions.ts";
import { DepthFirst } from "../../../src/search/depth-first.ts";
import { PctPicker, type Picker, UniformPicker } from "../../../src/search/pickers.ts";
import type { StateProperty } from "../../../src/search/properties/property.ts";
import { RandomWalks } from "../../../src/search/random-walks.ts";
import type { Search } from "../../../src/search/search.ts";
import { keepsProgramAlive } from "../../../src/search/step.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import { STATIC_WORDS } from "../../../src/vm/memory/memory.ts";
import { installedJdk } from "../java.ts";
import { machineOf, runToEnd } from "../machine.ts";
import type { LibraryProgram } from "./library-programs.ts";

/** How much is done for one program. */
export interface Effort {
  /** States with the models, and with the JDK's own classes. */
  readonly modelStates: number;
  readonly realStates: number;
  /** Random schedules of each kind, and states of all of them, where those were too few. */
  readonly schedules: number;
  readonly scheduledStates: number;
}

/**
 * same: no class of java.util.concurrent. equal: all schedules of both were seen. clock, states: not
 * all of those with the JDK's classes were, because it looks at the clock, or has too many states.
 * models: it has too many states with the models already.
 */
export type ComparisonKind = "same" | "equal" | "clock" | "states" | "models";

export interface Comparison {
  readonly kind: ComparisonKind;
  /** With the models. */
  readonly ends: readonly string[];
  /** Ends that the JDK's own classes have not shown. */
  readonly missing: readonly string[];
  /** Ends that only they have shown: one of the two is wrong. */
  readonly surplus: readonly string[];
}

interface Found {
  readonly ends: ReadonlySet<string>;
  readonly isComplete: boolean;
  /** The clock stands still, and something waits for a time. */
  readonly readsClock: boolean;
}

const CONCURRENT = "java/util/concurrent/";
/** Schedules that do not end are followed so far. */
const SCHEDULE_STEPS = 20_000;
const SEED = 1;
/** Ordering constraints that random priorities look for. */
const PCT_DEPTH = 3;

/** What a plain run prints, and how it ends; `isConcurrent`: it has come to java.util.concurrent. */
export function runOnce(
  { mainClass, args, classPath, stdin = "" }: LibraryProgram,
  hidesModels: boolean,
): { printed: string; isConcurrent: boolean } {
  const jdk = installedJdk!.home;
  const options = { mainClass, args, classPath: classPath(), jdk, stdin, hidesModels };
  const machine = machineOf({ ...options, realLibrary: false });
  const { result, exitCode, stdout, stderr } = runToEnd(machine);
  const printed = [`${result} ${exitCode}`, stdout, stderr].join("\n");
  return { printed, isConcurrent: usesConcurrent(machine.m) };
}

function boot(program: LibraryProgram, hidesModels: boolean): Machine {
  return machineOf({
    mainClass: program.mainClass,
    args: program.args,
    classPath: program.classPath(),
    jdk: installedJdk!.home,
    heapWords: STATIC_WORDS * 2,
    stackWords: 1 << 14,
    undo: true,
    checking: true,
    hidesModels,
    ...(program.stdin === undefined ? {} : { stdin: program.stdin }),
  }).m;
}

/** With nobody left but daemons the program ends, though they may go on for ever where they wait for a time. */
class DaemonEnds implements StateProperty {
  readonly ends = new Set<string>();
  readonly #text: (m: Machine) => string;

  constructor(text: (m: Machine) => string) {
    this.#text = text;
  }

  atEnd(m: Machine): null {
    if (!keepsProgramAlive(m)) this.ends.add(this.#text(m));
    return null;
  }

  restarted(): void {
    this.ends.clear();
  }
}

/** Without the frames, which differ inside of the library. */
const shortened = (outcome: string): string => {
  const uncaught = /^uncaught exception: ([\w.$]+)/.exec(outcome);
  return uncaught === null ? outcome : `uncaught ${uncaught[1]}`;
};

function searchAll(
  program: LibraryProgram,
  m: Machine,
  newSearch: (inspected: readonly StateProperty[]) => Search,
): Found {
  const { result, mainClass } = program;
  const at = result === undefined ? 0 : m.fieldOffset(mainClass, result);
  const texts: OutcomeTexts = {
    end: ({ H }) => (at === 0 ? "end" : `${H[at]}`),
    deadlock: () => "",
  };
  const daemons = new DaemonEnds(texts.end);
  const found = unlessRefused(() => exploreWith(newSearch([daemons]), texts));
  if (found === null) return { ends: new Set(["refused"]), isComplete: true, readsClock: false };
  const ends = new Set([...found.outcomes].map(shortened));
  for (const end of daemons.ends) ends.add(end);
  if (found.hasLivelock) ends.add("endless");
  return { ends, isComplete: found.isComplete, readsClock: m.approximations.size > 0 };
}

/** Null when the program does what is not supported. */
function unlessRefused<T>(search: () => T): T | null {
  try {
    return search();
  } catch (error) {
    if (error instanceof UnsupportedFeatureError) return null;
    throw error;
  }
}

const explore = (program: LibraryProgram, m: Machine, states: number): Found =>
  searchAll(program, m, (inspected) => {
    // Fields stay as they are: the result is read when the program has ended.
    const liveness = livenessOf("local", m);
    return new DepthFirst(m, limitsOf(states), { liveness, inspected });
  });

function follow(program: LibraryProgram, picker: Picker, effort: Effort): ReadonlySet<string> {
  const m = boot(program, true);
  const limits = { states: effort.scheduledStates, depth: SCHEDULE_STEPS };
  const options = { seed: SEED, runs: effort.schedules, picker };
  return searchAll(program, m, (inspected) => new RandomWalks(m, limits, options, { inspected }))
    .ends;
}

/** True when the program has come to some class that is another one with the JDK's library. */
const usesConcurrent = (m: Machine): boolean =>
  m.program.classes.some((cls) => cls?.name.startsWith(CONCURRENT) === true);

export function compareLibraries(program: LibraryProgram, effort: Effort): Comparison {
  const m = boot(program, false);
  const model = explore(program, m, effort.modelStates);
  const ends = [...model.ends].toSorted();
  const alike = { ends, missing: [], surplus: [] };
  if (!model.isComplete) return { kind: "models", ...alike };
  if (!usesConcurrent(m)) return { kind: "same", ...alike };
  const real = explore(program, boot(program, true), effort.realStates);
  const shown = new Set(real.ends);
  if (!real.isComplete) {
    for (const picker of [new UniformPicker(), new PctPicker(PCT_DEPTH)]) {
      for (const end of follow(program, picker, effort)) shown.add(end);
    }
  }
  return {
    kind: kindOf(real),
    ends,
    missing: ends.filter((end) => !shown.has(end)),
    surplus: [...shown].filter((end) => !model.ends.has(end)).toSorted(),
  };
}

function kindOf(real: Found): ComparisonKind {
  if (real.readsClock) return "clock";
  return real.isComplete ? "equal" : "states";
}
