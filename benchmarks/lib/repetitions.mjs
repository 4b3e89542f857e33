/**
 * Decides when a search has been repeated often enough, and summarises the repetitions. Only arithmetic;
 * repeat.mjs runs the searches.
 *
 * A search of a tenth of a second shows how long V8 takes to compile the checker, not how fast it searches.
 * "Cold" is the cost of such a search in a fresh process, "sustained" the average cost when it is repeated
 * for seconds, and "warm" the repetition in the middle, after everything is compiled.
 */
import { median, sum } from "./measure.mjs";

/**
 * @param {number[]} searches what each search took so far, in CPU seconds; one at least
 * @param {{least: number, seconds: number, most: number}} wanted
 *   so many repetitions and so many seconds of search, but never more than `most` seconds
 */
export function isEnough(searches, { least, seconds, most }) {
  const total = sum(searches);
  if (total + searches.at(-1) > most) return true;
  return searches.length >= least && total >= seconds;
}

/**
 * Seconds a search: `cold`, the first; `sustained`, the mean over all, the first too;
 * `warm`, the one in the middle.
 * @param {number[]} searches
 */
export function costOf(searches) {
  return {
    cold: searches[0],
    sustained: sum(searches) / searches.length,
    warm: median(searches),
    repetitions: searches.length,
    seconds: sum(searches),
  };
}

/**
 * Of several processes that did the same the one with the cheapest search, and the cheapest
 * beginning of all: whatever else the machine does can only add.
 * @param {ReturnType<typeof costOf>[]} rounds
 */
export function cheapest(rounds) {
  const [best] = rounds.toSorted((a, b) => a.sustained - b.sustained);
  return { ...best, cold: Math.min(...rounds.map(({ cold }) => cold)) };
}
