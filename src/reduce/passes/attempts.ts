/**
 * Asks about one program after another. While it waits for an answer, it builds the programs that
 * come next if the answer is no. Building a program takes a fraction of the time of a question, and
 * this hides it.
 */

import type { NameChange } from "../items/name-changes.ts";
import type { ProgramFiles } from "../items/program-files.ts";
import type { PassContext } from "./pass.ts";

/** A program, with what a pass must know when it is taken for its own. */
export interface Attempt {
  readonly files: ProgramFiles;
  /** What its names are called that were called otherwise when the pass began. */
  readonly changes?: readonly NameChange[];
}

export interface Attempts<T extends Attempt> {
  readonly count: number;
  /**
   * Built from what was accepted so far. True or false if the answer is known and the
   * predicate need not run.
   */
  readonly make: (index: number) => T | boolean;
  /** It still shows the failure. */
  readonly take: (attempt: T) => void;
}

export type AttemptContext = Pick<PassContext, "ask" | "expect" | "signal">;

/** How many attempts are examined to find one that needs a question. */
const LOOK_AHEAD = 8;

/** For each attempt, from a position on, whether it was accepted. Ends early on a request to stop. */
export async function* attemptEach<T extends Attempt>(
  { count, make, take }: Attempts<T>,
  { ask, expect, signal }: AttemptContext,
  from = 0,
): AsyncGenerator<boolean, void> {
  const made = new Map<number, T | boolean>();
  const madeOnce = (index: number): T | boolean => {
    const known = made.get(index) ?? make(index);
    made.set(index, known);
    return known;
  };
  function* after(index: number): Generator<ProgramFiles> {
    for (let next = index + 1; next < Math.min(count, index + LOOK_AHEAD); next++) {
      const attempt = madeOnce(next);
      if (typeof attempt !== "boolean") yield attempt.files;
    }
  }
  for (let index = from; index < count && !signal.aborted; index++) {
    const attempt = madeOnce(index);
    made.delete(index);
    if (typeof attempt === "boolean") {
      yield attempt;
      continue;
    }
    const answer = ask(attempt.files, 0, attempt.changes);
    expect(after(index));
    const isTaken = await answer;
    if (isTaken) {
      take(attempt);
      // They were made from what there was before.
      made.clear();
    }
    yield isTaken;
  }
}
