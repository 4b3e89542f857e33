/**
 * What the state layer asks of a liveness analysis: which slots of a frame can
 * still matter. A slot that cannot is neither part of the state nor a way to
 * find objects. The answer must depend on nothing but the place in the code, so
 * that equal states are equal whoever asks.
 */
import type { TranslatedMethod } from "../vm/code/code-space.ts";

export interface FrameLiveness {
  /**
   * False when nothing that a thread whose frame stands at `pc` will ever do
   * depends on the slot. Locals are counted from 0, operands follow them, the
   * bottom first; a long or double goes by its first slot.
   */
  isLive(code: TranslatedMethod, pc: number, slot: number): boolean;
  /** Calls `forget` when the answers are no longer what they were; without it, they always are. */
  whenRenewed?(forget: () => void): void;
}
