/** Finds the word that the user may have meant. */

/** A word is taken for a misspelling of another if at most one letter in this many differs. */
const LETTERS_PER_MISTAKE = 3;

/** The candidate that is most like `word`; null if none is like it. Of equally good ones, the first. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const longest = Math.max(wanted.length, candidate.length);
    const allowed = Math.max(1, Math.floor(longest / LETTERS_PER_MISTAKE));
    const distance = mistakes(wanted, candidate.toLowerCase(), Math.min(allowed, least));
    // A word of one or two letters is near to every other such word.
    if (distance > 0 && distance >= longest - 1) continue;
    if (distance < least && distance <= allowed) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/**
 * The number of letters to insert, remove, replace or swap with their neighbour to get from one word to the other;
 * more than `most` if it is more than that.
 */
function mistakes(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? most + 1;
}

/** "Did you mean --dvr hybrid?"; `before` stands before the word. Null if no candidate is like it. */
export function didYouMean(word: string, candidates: Iterable<string>, before = ""): string | null {
  const found = nearest(word, candidates);
  return found === null ? null : `Did you mean ${before}${found}?`;
}
