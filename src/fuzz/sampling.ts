/**
 * Which configurations a program is searched with, where it is not all of them:
 * a program says most about the few that it is compared with first, and another
 * program more than another configuration. The choice is the seed's, so that a
 * program that differs does so again.
 */

import { FAMILIES, type Task } from "./families/all-families.ts";
import { judgesOf } from "./find-differences.ts";
import { type Dice, diceOf } from "./generator/dice.ts";
import type { Configuration } from "./search-configurations.ts";

/** A usual configuration is drawn as often as so many others. */
const WEIGHT = 3;

/**
 * The first of them and so many others, in their order; besides, whatever these
 * promise to be like.
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
