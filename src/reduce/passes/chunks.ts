/**
 * Takes away as many of some things as it can, in chunks that get smaller: half of
 * them at once, then quarters, at last one by one. What could go together costs
 * one question; when a round of single ones changes nothing, nothing can go alone.
 */

/** Says whether the result without these (and without what was taken before) will do; then they are gone. */
export type TryWithout = (some: readonly number[]) => Promise<boolean>;

/** True when something was taken away. `count` things, by their numbers. */
export async function takeAway(
  count: number,
  tryWithout: TryWithout,
  signal: AbortSignal,
): Promise<boolean> {
  let left = Array.from({ length: count }, (_, i) => i);
  let hasChanged = false;
  for (let size = count; size >= 1 && left.length > 0; size = Math.floor(size / 2)) {
    const chunk = Math.min(size, left.length);
    const kept: number[] = [];
    for (let at = 0; at < left.length; at += chunk) {
      const some = left.slice(at, at + chunk);
      if (signal.aborted) return hasChanged;
      if (await tryWithout(some)) hasChanged = true;
      else kept.push(...some);
    }
    left = kept;
  }
  return hasChanged;
}
