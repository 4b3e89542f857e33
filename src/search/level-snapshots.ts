/**
 * Copies of the states of some levels of a breadth-first search, so that the
 * way to a state is never much longer than from the last such level. A level
 * is copied whole or not at all: where it is too wide for the memory set aside,
 * the ways are short for another reason, which is that neighbours share them.
 */
import type { Machine } from "../vm/machine.ts";
import { type Snapshot, takeSnapshot } from "../vm/memory/snapshot.ts";

export interface WaypointOptions {
  /** Levels from one that is copied to the next. */
  readonly interval: number;
  /** For one level; while a level is copied the one before is still in use. */
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
  /** Of the level that is being gone through; null when it is not copied. */
  #next: Map<number, Snapshot> | null = null;
  #nextBytes = 0;

  /** The machine is in its first state. */
  constructor(m: Machine, options: WaypointOptions = DEFAULTS) {
    this.#m = m;
    this.#options = options;
    this.#logTop = m.logTop;
    this.#heapTop = m.heapTop;
  }

  /** The level whose states all have copies; 0 for none. */
  get level(): number {
    return this.#level;
  }

  copyOf(node: number): Snapshot | undefined {
    return this.#copies.get(node);
  }

  /** The search has gone through a level and starts with the next. */
  begin(level: number): void {
    if (this.#next !== null) {
      this.#copies = this.#next;
      this.#level = level - 1;
    }
    this.#next = level % this.#options.interval === 0 ? new Map() : null;
    this.#nextBytes = 0;
  }

  /** The machine is in the state of a node on the present level. */
  pass(node: number): void {
    if (this.#next === null) return;
    const copy = takeSnapshot(this.#m, this.#logTop, this.#heapTop);
    this.#next.set(node, copy);
    this.#nextBytes += copy.words.byteLength;
    if (this.#nextBytes > this.#options.bytes) this.#next = null;
  }
}
