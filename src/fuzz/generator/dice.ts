/**
 * Repeatable numbers below a bound. What random programs are made of: another
 * generator would give all seeds another meaning.
 */
export type Dice = (bound: number) => number;

/** xorshift32. */
export function diceOf(seed: number): Dice {
  let state = seed | 1;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}
