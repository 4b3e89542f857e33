/**
 * The passes, in the order in which they take turns. Items first: what goes with one question
 * there would take one for each of its statements.
 */
import { BadUsageError } from "../../core/errors.ts";
import { BODIES_PASS } from "./bodies-pass.ts";
import { ITEMS_PASS } from "./items-pass.ts";
import { MERGE_PASS } from "./merge-pass.ts";
import type { Pass } from "./pass.ts";
import { RENAME_PASS } from "./rename-pass.ts";

export const ALL_PASSES: readonly Pass[] = [ITEMS_PASS, BODIES_PASS, MERGE_PASS, RENAME_PASS];

/** All passes without names. */
export function passesNamed(names?: readonly string[]): readonly Pass[] {
  if (names === undefined) return ALL_PASSES;
  return names.map((name) => {
    const pass = ALL_PASSES.find((each) => each.name === name);
    if (pass !== undefined) return pass;
    throw new BadUsageError(`--passes ${names.join(",")}: there is no pass "${name}"`, {
      hint: `Name some of ${ALL_PASSES.map((each) => each.name).join(", ")}, or all, or none.`,
    });
  });
}
