/**
 * The binary search of both papers: the shortest prefix that shows the failure. While a
 * prefix is tried, those that come next whatever its outcome are foreseen, so that idle
 * workers can begin on them.
 */
import type { ItemSet } from "./item-oracle.ts";
import type { Trials } from "./trials.ts";

/** Two questions further: two prefixes, then four. */
const FORESIGHT = 2;

export interface Prefixes {
  /** Prefix 0 is known not to show the failure, prefix `last` is known to show it. */
  readonly last: number;
  readonly prefix: (length: number) => ItemSet;
  /** Asks for the whole too when the search comes to it, as the papers do. */
  readonly asksForTheWhole: boolean;
}

/** The number of the shortest prefix that shows the failure, and the prefix itself. */
export async function leastPrefix(
  trials: Trials,
  prefixes: Prefixes,
): Promise<{ length: number; kept: ItemSet }> {
  let low = 1;
  let high = prefixes.last;
  let found: { length: number; kept: ItemSet } | null = null;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (middle === prefixes.last && !prefixes.asksForTheWhole) break;
    const kept = prefixes.prefix(middle);
    const next = (): ItemSet[] => foreseen(prefixes, low, high).map(prefixes.prefix);
    if (await trials.ask(kept, next)) {
      found = { length: middle, kept };
      high = middle - 1;
    } else {
      low = middle + 1;
    }
  }
  return found ?? { length: prefixes.last, kept: prefixes.prefix(prefixes.last) };
}

/** Where a search from nothing would begin. */
export const firstProbe = (prefixes: Prefixes): ItemSet[] =>
  firstOf(prefixes, 1, prefixes.last).map(prefixes.prefix);

function firstOf(prefixes: Prefixes, low: number, high: number): number[] {
  const middle = (low + high) >> 1;
  const asked = low <= high && (middle !== prefixes.last || prefixes.asksForTheWhole);
  return asked ? [middle] : [];
}

/** What is asked after the middle of a range. Most questions of a reduction fail: longer prefixes first. */
function foreseen(prefixes: Prefixes, low: number, high: number): number[] {
  const probes: number[] = [];
  let ranges: [low: number, high: number][] = [[low, high]];
  for (let depth = 0; depth < FORESIGHT; depth++) {
    ranges = ranges.flatMap(([from, to]): [number, number][] => {
      const middle = (from + to) >> 1;
      return [
        [middle + 1, to],
        [from, middle - 1],
      ];
    });
    ranges = ranges.filter(([from, to]) => from <= to);
    for (const [from, to] of ranges) probes.push(...firstOf(prefixes, from, to));
  }
  return probes;
}
