/**
 * Copies of all states of some levels of a breadth-first search, so that the path to a state is never much
 * longer than from the last such level. A level is copied as a whole or not at all. If it is too wide for the
 * reserved memory, no copies are needed, because neighbours share most of their paths.
 */
import type { Machine } from "../vm/machine.ts";
import { type Snapshot, takeSnapshot } from "../vm/memory/snapshot.ts";

export interface WaypointOptions {
  /** The number of levels from one copied level to the next. */
  readonly interval: number;
  /** The memory for one level; while a level is copied, the previous one is still in use. */
  readonly bytes: number;
}

const DEFAULTS: WaypointOptions = { interval: 16, bytes: 32 * 2 ** 20 };

export class LevelSnapshots {
  readonly #m: Machine;
  readonly #options: WaypointOptions;
  readonly #logTop: number;
  readonly #heapTop: number;
  #level = 0;
  #copies = new Map<number, Snapshot>();
  /** The copies of the current level; null if it is not copied. */
  #next: Map<number, Snapshot> | null = null;
  #nextBytes = 0;

  /** Requires that the machine is in its first state. */
  constructor(m: Machine, options: WaypointOptions = DEFAULTS) {
    this.#m = m;
    this.#options = options;
    this.#logTop = m.logTop;
    this.#heapTop = m.heapTop;
  }

  /** The last level with copies of all its states; 0 for none. */
  get level(): number {
    return this.#level;
  }

  copyOf(node: number): Snapshot | undefined {
    return this.#copies.get(node);
  }

  /** The search has finished a level and starts the next one. */
  begin(level: number): void {
    if (this.#next !== null) {
      this.#copies = this.#next;
      this.#level = level - 1;
    }
    this.#next = level % this.#options.interval === 0 ? new Map() : null;
    this.#nextBytes = 0;
  }

  /** Call when the machine is in the state of a node on the current level. */
  pass(node: number): void {
    if (this.#next === null) return;
    const copy = takeSnapshot(this.#m, this.#logTop, this.#heapTop);
    this.#next.set(node, copy);
    this.#nextBytes += copy.words.byteLength;
    if (this.#nextBytes > this.#options.bytes) this.#next = null;
  }
}
