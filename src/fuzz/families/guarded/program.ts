/**
 * Random programs in which almost everything is as it should be: places are
 * used under their guard, objects are handed over and then left alone, fields
 * are written before they are shared. Almost: some statements, which only some
 * schedules reach, break the rule. Searches that take the rule for granted are
 * what these programs are for.
 */
import type { Dice } from "../../generator/dice.ts";
import { pick, type Statement } from "../../generator/statement.ts";
import { catching } from "../unrestricted/statements.ts";
import { aboutLocks, atomics, collections, conditions, latches, parking } from "./library.ts";
import {
  accessPlace,
  type Guard,
  guarded,
  JDK_GUARDS,
  MONITORS,
  PLACES,
  type Place,
  readPlace,
  under,
} from "./locations.ts";
import {
  chooseUntil,
  drastic,
  giver,
  ifPhase,
  ignoreZero,
  rarely,
  round,
  SLOTS,
  setPhase,
  spin,
  taker,
} from "./rule-breakers.ts";
import { aboutThreads, lambda, threadLocal, waiting } from "./waiting.ts";

interface Rules {
  readonly places: readonly Place[];
  /** The guard of the places, and another one. */
  readonly guard: Guard;
  readonly other: Guard;
  readonly slot: (typeof SLOTS)[number];
  readonly threads: number;
}

type Feature = (dice: Dice, rules: Rules) => Statement[];

/** What programs do besides; each has one or two of these. */
const PLAIN: readonly Feature[] = [
  // Objects change hands.
  (dice, { slot, guard }) =>
    (dice(2) === 0 ? giver : taker)(dice, slot, dice(6) === 0 ? null : guard),
  (dice, { slot, guard }) => (dice(2) === 0 ? giver : taker)(dice, slot, guard),
  // Another guard in another phase.
  (dice, { guard, other, places }) =>
    dice(2) === 0
      ? [guarded(dice, guard, places), setPhase]
      : [
          ifPhase(1, [
            dice(2) === 0 ? guarded(dice, other, places) : accessPlace(dice, pick(dice, places)),
          ]),
        ],
  // Guards inside guards.
  (dice, { guard, other, places }) => {
    const [outer, inner] = dice(3) === 0 ? [other, guard] : [guard, other];
    return [under(outer, [guarded(dice, inner, places)])];
  },
  (dice, { guard, places }) => waitingOn(dice, guard, pick(dice, places)),
  (dice, { guard, places }) => waitingOn(dice, guard, pick(dice, places)),
  (dice, { threads }) => [aboutThreads(dice, threads)],
  (dice, { threads }) => [aboutThreads(dice, threads)],
  (dice) => [threadLocal(dice)],
  (dice) => [lambda(pick(dice, ["n0", "n1"]))],
  (dice, { places }) => [spin(pick(dice, places), dice(3))],
  (dice, { places }) => [chooseUntil(pick(dice, places), dice(3))],
  (dice, { places }) => [readPlace(pick(dice, places)), ignoreZero],
  (dice, { guard, places }) => [round(guard, pick(dice, places))],
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

function waitingOn(dice: Dice, guard: Guard, place: Place): Statement[] {
  return [waiting(dice, guard.monitor === null ? pick(dice, MONITORS) : guard, place)];
}

function statements(dice: Dice, rules: Rules, features: readonly Feature[]): Statement[] {
  const { guard, places } = rules;
  switch (dice(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return [guarded(dice, guard, places)];
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

/** Bodies of the threads, the main thread's first; and of threads that they start. */
export interface Bodies {
  readonly bodies: readonly (readonly Statement[])[];
  readonly late: readonly Statement[];
  /** They have the objects that they share in locals from their start on. */
  readonly keeps: boolean;
}

export function guardedBodies(dice: Dice, mayUseJdk: boolean): Bodies {
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
  return { bodies, late: body(1), keeps: dice(3) !== 0 };
}
