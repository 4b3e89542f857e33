/**
 * Outcomes in the words that both a run on a JVM and the checker have for them:
 * the memory at the end, that the program got stuck, which exception nobody
 * caught, the exit code. What only one of the two can tell is left out: where
 * threads are, the texts of exceptions, what is inside of the library's objects.
 */

import type { Configuration } from "./configurations.ts";
import { exploreWith, limitsOf } from "./explore.ts";
import type { FuzzInput } from "./fuzz-input.ts";
import type { FuzzLibrary } from "./fuzz-machine.ts";
import { memoryText } from "./outcome-text.ts";
import type { OutcomeTexts } from "./outcomes.ts";

const JVM_TEXTS: OutcomeTexts = {
  end: (m) => `end ${memoryText(m, { isLibraryShown: false })}`,
  deadlock: () => "",
};

const UNCAUGHT = /^uncaught exception: ([\w.$]+)/;

/** All that the checker finds; null when it gives up. */
export function checkedOutcomes(
  input: FuzzInput,
  library: FuzzLibrary,
  { machine, search }: Configuration,
  states: number,
): ReadonlySet<string> | null {
  const m = library.machineOf(input, machine);
  const { outcomes, isComplete } = exploreWith(search(m, limitsOf(states), []), JVM_TEXTS);
  if (!isComplete) return null;
  return new Set(
    [...outcomes].map((text) => {
      const exception = UNCAUGHT.exec(text)?.[1];
      return exception === undefined ? text : `uncaught ${exception}`;
    }),
  );
}

export interface JvmRuns {
  readonly outcomes: ReadonlySet<string>;
  readonly runs: number;
}

const END = "done";

/** What the runner printed; null when it did not come to its end. */
export function parseRuns(output: string): JvmRuns | null {
  const lines = output.trimEnd().split("\n");
  if (lines.pop() !== END) return null;
  const outcomes = new Set<string>();
  let runs = 0;
  for (const line of lines) {
    const tab = line.indexOf("\t");
    runs += Number(line.slice(0, tab));
    outcomes.add(line.slice(tab + 1));
  }
  return { outcomes, runs };
}
