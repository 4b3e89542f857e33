/**
 * Takes away as many of some things as it can, in chunks that get smaller: half of
 * them at once, then quarters, at last one by one. What could go together costs
 * one question; when a round of single ones changes nothing, nothing can go alone.
 */

/** Says whether the result without these (and without what was taken before) will do; then they are gone. */
export type TryWithout = (some: readonly number[]) => Promise<boolean>;

/**
 * True when something was taken away. `count` things, by their numbers. While a
 * question is open, `foresee` is told what is tried next if the answer is no.
 */
export async function takeAway(
  count: number,
  tryWithout: TryWithout,
  signal: AbortSignal,
  foresee: (some: readonly number[]) => void = () => {},
): Promise<boolean> {
  let left = Array.from({ length: count }, (_, i) => i);
  let hasChanged = false;
  for (let size = count; size >= 1 && left.length > 0; size = Math.floor(size / 2)) {
    const chunk = Math.min(size, left.length);
    const kept: number[] = [];
    for (let at = 0; at < left.length; at += chunk) {
      const some = left.slice(at, at + chunk);
      if (signal.aborted) return hasChanged;
      const answer = tryWithout(some);
      const next = left.slice(at + chunk, at + 2 * chunk);
      if (next.length > 0) foresee(next);
      if (await answer) hasChanged = true;
      else kept.push(...some);
    }
    left = kept;
  }
  return hasChanged;
}
