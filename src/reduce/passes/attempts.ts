/**
 * Asks about one program after the other. While an answer is awaited, those that
 * come next if it is no are made: to write a program takes a part of the time that
 * it takes to ask about it, and need not be added to it.
 */
import type { PassContext, ProgramFiles } from "./pass.ts";

/** A program, with what a pass must know when it is taken for its own. */
export interface Attempt {
  readonly files: ProgramFiles;
}

export interface Attempts<T extends Attempt> {
  readonly count: number;
  /**
   * Made from what was taken so far. True or false where that is the answer and nobody
   * need be asked.
   */
  readonly make: (index: number) => T | boolean;
  /** It still shows the failure. */
  readonly take: (attempt: T) => void;
}

export type Questions = Pick<PassContext, "ask" | "foresee" | "signal">;

/** So many are looked at for one that somebody need be asked about. */
const LOOK_AHEAD = 8;

/** For each of them, from a place on, whether it was taken. Ends early when it is told to stop. */
export async function* attemptEach<T extends Attempt>(
  { count, make, take }: Attempts<T>,
  { ask, foresee, signal }: Questions,
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
    const answer = ask(attempt.files);
    foresee(after(index));
    const isTaken = await answer;
    if (isTaken) {
      take(attempt);
      // They were made from what there was before.
      made.clear();
    }
    yield isTaken;
  }
}
