/**
 * Takes away as many of some things as it can, in chunks that get smaller: half of
 * them at once, then quarters, at last one by one. What could go together costs
 * one question; when a round of single ones changes nothing, nothing can go alone.
 */
import { type Attempt, type AttemptContext, attemptEach } from "./attempts.ts";

interface Removals<T extends Attempt> {
  /** How many things there are, which have numbers. */
  readonly count: number;
  /**
   * The result without these, and without what was taken before. True when they are gone
   * already, false when they cannot go.
   */
  readonly without: (some: readonly number[]) => T | boolean;
  /** The predicate accepted it. */
  readonly take: (attempt: T) => void;
}

/** True if something was removed. */
export async function takeAway<T extends Attempt>(
  { count, without, take }: Removals<T>,
  questions: AttemptContext,
): Promise<boolean> {
  let left = Array.from({ length: count }, (_, i) => i);
  let hasChanged = false;
  for (let size = count; size >= 1 && left.length > 0; size = Math.floor(size / 2)) {
    const chunks = inChunks(left, Math.min(size, left.length));
    const attempts = { count: chunks.length, make: (i: number) => without(chunks[i]!), take };
    const kept: number[] = [];
    let at = 0;
    for await (const isGone of attemptEach(attempts, questions)) {
      if (isGone) hasChanged = true;
      else kept.push(...chunks[at]!);
      at++;
    }
    if (at < chunks.length) return hasChanged; // stopped
    left = kept;
  }
  return hasChanged;
}

const inChunks = (all: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  );
