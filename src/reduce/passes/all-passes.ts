/**
 * The passes, in the order in which they take turns. Items first: what goes with one question
 * there would take one for each of its statements.
 */
import { BODIES_PASS } from "./bodies-pass.ts";
import { ITEMS_PASS } from "./items-pass.ts";
import { MERGE_PASS } from "./merge-pass.ts";
import type { Pass } from "./pass.ts";
import { RENAME_PASS } from "./rename-pass.ts";

export const ALL_PASSES: readonly Pass[] = [ITEMS_PASS, BODIES_PASS, MERGE_PASS, RENAME_PASS];
