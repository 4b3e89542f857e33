/**
 * The heap at any step, from the changes of each step. Every so many steps the whole state is kept, so that a jump
 * applies a bounded number of changes; a step forward applies only its own.
 */
import type { CellChange, HeapStory } from "../../explain/heap/heap-data.ts";

export type Cells = ReadonlyMap<string, CellChange>;

/** All kept states together have at most this many cells. */
const MOST_KEPT = 400_000;
const LEAST_INTERVAL = 32;

export const cellKey = (object: number, cell: string): string => `${object} ${cell}`;

export class HeapStates {
  readonly #story: HeapStory;
  readonly #interval: number;
  /** The state before steps 0, interval, 2 * interval, … */
  readonly #kept: Cells[] = [];
  #current = new Map<string, CellChange>();
  /**
   * The number of steps that have led to the current state; earlier states than the first that is told are as that.
   */
  #taken = 0;

  constructor(story: HeapStory) {
    this.#story = story;
    apply(this.#current, story.initial);
    const cells =
      story.initial.length + story.steps.reduce((sum, { changes }) => sum + changes.length, 0);
    this.#interval = Math.max(
      LEAST_INTERVAL,
      Math.ceil((Math.min(cells, MOST_KEPT) * story.steps.length) / MOST_KEPT),
    );
    const state = new Map(this.#current);
    story.steps.forEach(({ changes }, step) => {
      if (step % this.#interval === 0) this.#kept.push(new Map(state));
      apply(state, changes);
    });
    if (this.#kept.length === 0) this.#kept.push(new Map(state));
  }

  /** The cells after `steps` steps. Valid until the next call. */
  after(steps: number): Cells {
    const wanted = Math.max(0, Math.min(steps, this.#story.steps.length));
    if (wanted < this.#taken || wanted - this.#taken > this.#interval) {
      const at = Math.min(Math.floor(wanted / this.#interval), this.#kept.length - 1);
      this.#current = new Map(this.#kept[at]);
      this.#taken = at * this.#interval;
    }
    for (; this.#taken < wanted; this.#taken++) {
      apply(this.#current, this.#story.steps[this.#taken]?.changes ?? []);
    }
    return this.#current;
  }
}

function apply(state: Map<string, CellChange>, changes: readonly CellChange[]): void {
  for (const change of changes) state.set(cellKey(change.object, change.cell), change);
}
