/**
 * Random programs in which almost every thread obeys a rule: it accesses a location under its
 * guard, hands an object over and leaves it alone from then on, writes fields before it shares
 * them. Some statements, which only rare schedules reach, break the rule. These programs test
 * searches that rely on rules they have observed.
 */

import { catching } from "../../generator/common-statements.ts";
import { type Dice, pick, seededDice } from "../../generator/dice.ts";
import type { Family } from "../../generator/family.ts";
import { PLAIN_CLASSES } from "../../generator/plain-classes.ts";
import type { RandomProgram } from "../../generator/program.ts";
import type { Statement } from "../../generator/statement.ts";
import { aboutLocks, atomics, collections, conditions, latches, parking } from "./library.ts";
import {
  accessGuarded,
  accessPlace,
  type Guard,
  JDK_GUARDS,
  type MemoryLocation,
  MONITORS,
  PLACES,
  readPlace,
  under,
} from "./locations.ts";
import {
  chooseUntil,
  consumer,
  cycleModulo3,
  drastic,
  ifPhase,
  ignoreZero,
  publisher,
  rarely,
  SLOTS,
  setPhase,
  spinUntil,
} from "./rule-breakers.ts";
import { aboutThreads, lambda, threadLocal, waiting } from "./waiting.ts";

interface Rules {
  readonly places: readonly MemoryLocation[];
  /** The guard of the locations, and another guard. */
  readonly guard: Guard;
  readonly other: Guard;
  readonly slot: (typeof SLOTS)[number];
  readonly threads: number;
}

type Feature = (dice: Dice, rules: Rules) => Statement[];

/** Additional patterns; each program has one or two of them. */
const PLAIN: readonly Feature[] = [
  // Objects change hands.
  (dice, { slot, guard }) =>
    (dice(2) === 0 ? publisher : consumer)(dice, slot, dice(6) === 0 ? null : guard),
  (dice, { slot, guard }) => (dice(2) === 0 ? publisher : consumer)(dice, slot, guard),
  // Another guard in another phase.
  (dice, { guard, other, places }) =>
    dice(2) === 0
      ? [accessGuarded(dice, guard, places), setPhase]
      : [
          ifPhase(1, [
            dice(2) === 0
              ? accessGuarded(dice, other, places)
              : accessPlace(dice, pick(dice, places)),
          ]),
        ],
  // Guards inside guards.
  (dice, { guard, other, places }) => {
    const [outer, inner] = dice(3) === 0 ? [other, guard] : [guard, other];
    return [under(outer, [accessGuarded(dice, inner, places)])];
  },
  (dice, { guard, places }) => waitingOn(dice, guard, pick(dice, places)),
  (dice, { guard, places }) => waitingOn(dice, guard, pick(dice, places)),
  (dice, { threads }) => [aboutThreads(dice, threads)],
  (dice, { threads }) => [aboutThreads(dice, threads)],
  (dice) => [threadLocal(dice)],
  (dice) => [lambda(pick(dice, ["n0", "n1"]))],
  (dice, { places }) => [spinUntil(pick(dice, places), dice(3))],
  (dice, { places }) => [chooseUntil(pick(dice, places), dice(3))],
  (dice, { places }) => [readPlace(pick(dice, places)), ignoreZero],
  (dice, { guard, places }) => [cycleModulo3(guard, pick(dice, places))],
  // Exceptions cross guards.
  (dice, { guard, places }) => [
    catching(dice(2) === 0 ? "java/lang/Throwable" : "java/lang/RuntimeException", [
      under(
        guard,
        [accessPlace(dice, pick(dice, places)), rarely(dice, [drastic(dice)])],
        dice(5) === 0,
      ),
    ]),
  ],
];
const OF_JDK: readonly Feature[] = [
  (dice, { places }) => [aboutLocks(dice, places)],
  (dice, { places }) => [aboutLocks(dice, places)],
  (dice, { places }) => conditions(dice, pick(dice, places)),
  (dice) => [latches(dice)],
  (dice) => [atomics(dice)],
  (dice) => [atomics(dice)],
  (dice) => [collections(dice)],
  (dice, { threads }) => [parking(dice, threads)],
];

function waitingOn(dice: Dice, guard: Guard, place: MemoryLocation): Statement[] {
  return [waiting(dice, guard.monitor === null ? pick(dice, MONITORS) : guard, place)];
}

function statements(dice: Dice, rules: Rules, features: readonly Feature[]): Statement[] {
  const { guard, places } = rules;
  switch (dice(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return [accessGuarded(dice, guard, places)];
    case 4:
    case 5:
      return [
        rarely(dice, [dice(3) === 0 ? drastic(dice) : accessPlace(dice, pick(dice, places))]),
      ];
    case 6:
      return [
        dice(3) === 0 ? accessPlace(dice, pick(dice, places)) : readPlace(pick(dice, places)),
      ];
    default:
      return pick(dice, features)(dice, rules);
  }
}

/** With `mayUseJdk`, half of the programs use locks, queues and the like of java.util.concurrent. */
export function guardedProgram(seed: number, mayUseJdk: boolean): RandomProgram {
  const dice = seededDice(seed);
  const usesJdk = mayUseJdk && dice(2) === 0;
  const guards = usesJdk && dice(3) !== 0 ? JDK_GUARDS : MONITORS;
  const threads = pick(dice, [2, 2, 3]);
  const rules: Rules = {
    places: Array.from({ length: 1 + dice(2) }, () => pick(dice, PLACES)),
    guard: pick(dice, guards),
    other: pick(dice, guards),
    slot: pick(dice, SLOTS),
    threads,
  };
  const features = Array.from({ length: 1 + dice(2) }, () =>
    pick(dice, usesJdk && dice(3) !== 0 ? OF_JDK : PLAIN),
  );
  const body = (length: number): Statement[] =>
    Array.from({ length }, () => statements(dice, rules, features)).flat();
  const bodies =
    threads === 2
      ? [body(1 + dice(3)), body(1 + dice(3))]
      : [body(dice(2)), body(1 + dice(2)), body(1 + dice(2))];
  return {
    seed,
    surroundings: PLAIN_CLASSES,
    bodies,
    late: body(1),
    keepsInLocals: dice(3) !== 0,
  };
}

export const guarded = {
  name: "guarded",
  about: "guards, hand-overs and phases, which rare schedules ignore",
  mayNeedJdk: false,
  generate: (seed) => guardedProgram(seed, false),
} as const satisfies Family;

export const library = {
  name: "library",
  about: "the same with locks and collections of java.util.concurrent",
  mayNeedJdk: true,
  generate: (seed) => guardedProgram(seed, true),
} as const satisfies Family;
