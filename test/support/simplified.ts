/** A simpler schedule, by an effort that is counted in steps. */
import {
  type Simplified,
  type SimplifyGoal,
  simplify,
  withoutPause,
} from "../../src/search/simplify/simplify.ts";
import type { Machine } from "../../src/vm/machine.ts";

export const simplified = (m: Machine, goal: SimplifyGoal, most: number): Simplified =>
  withoutPause(simplify(m, goal, { spent: (steps) => (most === 0 ? 1 : steps / most) }));
