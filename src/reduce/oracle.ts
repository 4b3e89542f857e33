/**
 * The one question of a reduction: does this still show the failure? Algorithms ask it of sets of
 * items, strategies and passes of programs as files, runners of candidates; each is an adapter of
 * the next.
 */
import type { NameChange } from "./items/name-changes.ts";

export interface Oracle<T> {
  /**
   * `items`: how many items it keeps, for the log; 0 if that is not known. `changes`: what it calls the parts of
   * the program that the question is about, if it renamed any.
   */
  readonly ask: (candidate: T, items?: number, changes?: readonly NameChange[]) => Promise<boolean>;
  /**
   * What will probably be asked next, the likeliest first: an oracle with idle runners may begin on
   * it. It takes them one by one, so that a candidate is made only if there is a runner for it.
   */
  readonly expect?: (next: Iterable<T>) => void;
}
