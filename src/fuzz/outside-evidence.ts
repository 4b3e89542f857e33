/**
 * Evidence about a program from outside the checker's own searches: runs on a real JVM, and the JDK's own
 * classes. Outcomes are described in terms that all of them know: the final memory, a deadlock, the uncaught
 * exception, the exit code. What only one of them knows is left out: the places of threads, the messages of
 * exceptions, the contents of library objects.
 */
import type { Difference } from "./find-differences.ts";
import type { FuzzInput } from "./fuzz-input.ts";
import type { FuzzLibrary } from "./fuzz-machine.ts";
import { exploreWith, limitsOf } from "./outcomes/collect.ts";
import { memoryText } from "./outcomes/memory-text.ts";
import type { OutcomeTexts } from "./outcomes/outcomes.ts";
import type { Configuration } from "./search-configurations.ts";

const COMMON_TEXTS: OutcomeTexts = {
  end: (m) => `end ${memoryText(m, { isLibraryShown: false })}`,
  deadlock: () => "",
  uncaught: ({ className }) => `uncaught ${className}`,
};

/** The outcomes of a search, in common terms. */
export interface Checked {
  readonly configuration: string;
  readonly outcomes: ReadonlySet<string>;
  readonly states: number;
  /** The list is complete. False if a limit was reached or something was only approximated. */
  readonly isComplete: boolean;
  readonly hasLivelock: boolean;
}

export function checkedOutcomes(
  input: FuzzInput,
  library: FuzzLibrary,
  { name, machine, search }: Configuration,
  states: number,
): Checked {
  const m = library.machineOf(input, machine);
  const found = exploreWith(search(m, limitsOf(states), []), COMMON_TEXTS);
  return {
    configuration: name,
    outcomes: found.outcomes,
    states: found.states,
    isComplete: found.isComplete && m.approximations.size === 0,
    hasLivelock: found.hasLivelock,
  };
}

/**
 * The totals of a campaign that witnesses add to. For the JVM: programs and runs; outcomes of these programs
 * that the checker knows, and those of them that the JVM produced. For the JDK's classes: programs searched,
 * compared, and compared completely, and states.
 */
export const WITNESS_COUNTS = [
  "jvmPrograms",
  "jvmRuns",
  "jvmKnown",
  "jvmSeen",
  "librarySearched",
  "libraryCompared",
  "libraryComplete",
  "libraryStates",
] as const;
export type WitnessCounts = Record<(typeof WITNESS_COUNTS)[number], number>;

export interface Testimony {
  readonly differences: readonly Difference[];
  readonly counts: Partial<WitnessCounts>;
}

export interface Witness {
  /**
   * Announces the programs that will be judged next, so that a witness can start work on several of them in
   * parallel.
   */
  prepare(inputs: readonly FuzzInput[]): Promise<void>;
  /** Null if the witness has no opinion about the program. */
  judge(input: FuzzInput, known: Checked): Testimony | null;
  /** No further program will be judged; ends all work. */
  close(): void;
}

/** The elements of one set that the other lacks. */
export const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((each) => !others.has(each));
