/** Random programs in which any thread does anything to anything. */
import { seededDice } from "../../generator/dice.ts";
import type { Family } from "../../generator/family.ts";
import { PLAIN_CLASSES } from "../../generator/plain-classes.ts";
import type { RandomProgram } from "../../generator/program.ts";
import type { Statement } from "../../generator/statement.ts";
import { randomMix, statement } from "./statements.ts";

export function unrestrictedProgram(seed: number): RandomProgram {
  const dice = seededDice(seed);
  const mix = randomMix(dice);
  const body = (length: number): Statement[] =>
    Array.from({ length }, () => statement(dice, mix, 2));
  const rest = { seed, surroundings: PLAIN_CLASSES, late: [], keepsInLocals: false };
  // Three threads get short bodies, because the reference search tries every schedule.
  switch (dice(3)) {
    case 0:
      return { ...rest, bodies: [body(1), body(1 + dice(2)), body(1 + dice(2))] };
    case 1:
      return { ...rest, bodies: [body(2 + dice(3)), body(2 + dice(3))] };
    default:
      return { ...rest, bodies: [[], body(2 + dice(2)), body(2 + dice(2))] };
  }
}

export const unrestricted = {
  name: "unrestricted",
  about: "any thread does anything to anything",
  mayNeedJdk: false,
  generate: unrestrictedProgram,
} as const satisfies Family;
