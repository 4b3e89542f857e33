/**
 * The common prefix: the states before the first one that can go on in more than one way. All
 * paths begin with it. So what was made on it is the same in all states behind it, which is why dynamic
 * reduction starts there (dynamic-reduction.ts).
 */
import type { Moves } from "../judge.ts";

export class CommonPrefix {
  /** The first branch has not been reached. */
  isOpen = true;
  /** Levels of the search that belong to it; none while it is open. */
  levels = 0;
  /** Where the state behind it is among the open ones. */
  #position = 0;

  /**
   * A state is about to be entered that can go on by these moves; so many levels and open states are before it.
   * True if the prefix ends there: because of the moves, or because it is to be empty.
   */
  endsAt(moves: Moves, levels: number, open: number, isToBeEmpty: boolean): boolean {
    if (moves.count < 2 && !isToBeEmpty) return false;
    this.isOpen = false;
    this.levels = levels;
    this.#position = open;
    return true;
  }

  /** True for the position of an open state of the prefix. */
  has(position: number): boolean {
    return position >= 0 && position < this.#position;
  }

  clear(): void {
    this.isOpen = true;
    this.levels = 0;
  }
}
