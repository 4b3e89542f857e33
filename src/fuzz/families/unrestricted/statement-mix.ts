/** The parts that the statements of one unrestricted program use. */
import type { Dice } from "../../generator/dice.ts";
import type { Statement } from "../../generator/statement.ts";

/** Few fields, so that the threads interact. */
export interface StatementMix {
  readonly leaves: readonly MixedMaker[];
  readonly nested: readonly MixedMaker[];
  /** Names of static fields. */
  readonly statics: readonly string[];
  /** The fields through which graphs are handed over. */
  readonly slot: number;
  /** The names of nodes that always exist. */
  readonly nodes: readonly string[];
}

export type MixedMaker = (dice: Dice, mix: StatementMix, depth: number) => Statement;
