/**
 * What is known about a program from elsewhere than the checker's own searches with
 * the models: runs on a real JVM, and the JDK's own classes. Outcomes are told in words
 * that all of them have: the memory at the end, that the program got stuck, which
 * exception nobody caught, the exit code. What only one of them can tell is left out: where
 * threads are, the texts of exceptions, what is inside of the library's objects.
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

/** What a search has found, in common words. */
export interface Checked {
  readonly configuration: string;
  readonly outcomes: ReadonlySet<string>;
  readonly states: number;
  /** There are no others. False where a limit was reached, or something was not followed exactly. */
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
 * Figures of a campaign that witnesses add to. Of a JVM: programs that were run there, and runs in all;
 * outcomes of these programs that the checker knows, and those of them that the JVM came to. Of the JDK's
 * own classes: programs that were searched with them, those that could be compared, those that could be
 * compared as a whole, and states.
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
  /** Programs that will be asked about next: whoever can do several at once, beside what else is done, begins now. */
  prepare(inputs: readonly FuzzInput[]): Promise<void>;
  /** Null when there is nothing to say about the program. */
  judge(input: FuzzInput, known: Checked): Testimony | null;
  /** Nothing more will be asked: what was begun is ended. */
  close(): void;
}

/** What is in one and not in another. */
export const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...some].filter((each) => !others.has(each));
