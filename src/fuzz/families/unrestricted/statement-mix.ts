/** What the statements of one unrestricted program are made of. */
import type { Dice } from "../../generator/dice.ts";
import type { Statement } from "../../generator/statement.ts";

/** Few things, so that the threads meet. */
export interface StatementMix {
  readonly leaves: readonly MixedMaker[];
  readonly nested: readonly MixedMaker[];
  /** Names of static fields. */
  readonly statics: readonly string[];
  /** Where graphs are handed over. */
  readonly slot: number;
  /** Names of nodes that are always there. */
  readonly nodes: readonly string[];
}

export type MixedMaker = (dice: Dice, mix: StatementMix, depth: number) => Statement;
