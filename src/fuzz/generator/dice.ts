/**
 * Repeatable random numbers below a bound. Random programs depend on them: another generator would give every
 * seed another program.
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

/** Dice for one program. The first rolls of similar seeds are similar, so they are discarded. */
export function seededDice(seed: number): Dice {
  const dice = diceOf(Math.imul(seed + 1, 0x9e3779b1));
  for (let i = 0; i < 4; i++) dice(2);
  return dice;
}

export const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)]!;
