/**
 * The common prefix: the states before the first one with more than one move. All paths begin with it, so an
 * object created on it is the same in all later states. That is why dynamic reduction starts at its end
 * (dynamic-reduction.ts).
 */
import type { Moves } from "../judge.ts";

export class CommonPrefix {
  /** The first branch has not been reached yet. */
  isOpen = true;
  /** The number of search levels in the prefix; 0 while it is open. */
  levels = 0;
  /** The position, among the open states, of the state after the prefix. */
  #position = 0;

  /**
   * Call before a state with these moves is entered, with the numbers of levels and open states before it.
   * True if the prefix ends there: because of the moves, or because it must be empty.
   */
  endsAt(moves: Moves, levels: number, open: number, isToBeEmpty: boolean): boolean {
    if (moves.count < 2 && !isToBeEmpty) return false;
    this.isOpen = false;
    this.levels = levels;
    this.#position = open;
    return true;
  }

  /** Whether the open state at this position belongs to the prefix. */
  has(position: number): boolean {
    return position >= 0 && position < this.#position;
  }

  clear(): void {
    this.isOpen = true;
    this.levels = 0;
  }
}
