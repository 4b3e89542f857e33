/**
 * Chooses a sample of configurations for each program. The first few configurations find most of a program's
 * differences, and a new program finds more than further configurations. The choice depends only on the seed,
 * so that a difference can be reproduced.
 */

import { FAMILIES, type Task } from "./families/all-families.ts";
import { judgesOf } from "./find-differences.ts";
import { type Dice, diceOf } from "./generator/dice.ts";
import type { Configuration } from "./search-configurations.ts";

/** A usual configuration is drawn this many times as often as another. */
const WEIGHT = 3;

/**
 * The first configuration and `count` others, in their order, and in addition those they promise to agree
 * with.
 */
export function sampleOf(
  all: readonly Configuration[],
  size: number,
  task: Task,
): readonly Configuration[] {
  const [first, ...rest] = all;
  if (first === undefined || size >= rest.length) return all;
  const names = new Set([first.name]);
  const dice = diceFor(task);
  const urn = rest.flatMap((each) => Array.from({ length: weightOf(each) }, () => each));
  while (names.size <= size) {
    const [drawn] = urn.splice(dice(urn.length), 1);
    if (drawn !== undefined) names.add(drawn.name);
  }
  for (const each of rest) {
    if (names.has(each.name)) for (const name of judgesOf(each)) names.add(name);
  }
  return all.filter(({ name }) => names.has(name));
}

const weightOf = ({ isUsual }: Configuration): number => (isUsual === true ? WEIGHT : 1);

function diceFor({ kind, seed }: Task): Dice {
  const dice = diceOf(
    Math.imul(seed + 1, 0x85ebca6b) ^
      (FAMILIES.findIndex(({ name }) => name === kind) * 0x27d4eb2f),
  );
  for (let i = 0; i < 8; i++) dice(2);
  return dice;
}
