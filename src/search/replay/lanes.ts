/**
 * Which lane of a trace each thread has, and its name there. A thread may be given another name while it runs, so
 * all are looked at after each step; a name is only read when the thread has another than before.
 */
import type { Machine } from "../../vm/machine.ts";
import type { ObjectNames } from "../trace/object-names.ts";

export interface LanesMark {
  readonly lanes: ReadonlyMap<string, number>;
  readonly names: readonly string[];
}

export class Lanes {
  /** By lane. */
  readonly names: string[] = [];
  readonly #m: Machine;
  readonly #objectNames: ObjectNames;
  /** By machine number and Thread object: the thread's lane. */
  readonly #lanes = new Map<string, number>();
  /** By thread of the machine: its Thread object and the text that is its name, when it was last looked at. */
  #seen: { readonly object: number; readonly text: number }[] = [];

  constructor(m: Machine, names: ObjectNames) {
    this.#m = m;
    this.#objectNames = names;
  }

  /** The lane of a thread of the machine. */
  of(thread: number): number {
    const key = `${thread} ${this.#m.threadAt(thread).object}`;
    const lane = this.#lanes.get(key) ?? this.#lanes.size;
    this.#lanes.set(key, lane);
    this.names[lane] = this.#objectNames.threadNumbered(thread);
    return lane;
  }

  /** A step has been taken: lanes are in the order in which threads were started. */
  update(): void {
    const m = this.#m;
    const name = m.fieldOffset("java/lang/Thread", "name");
    for (let thread = 0; thread < m.threadCount; thread++) {
      const { object } = m.threadAt(thread);
      // What a thread without an object is called depends on the state.
      const text = object === 0 ? 0 : m.H[object + name]!;
      const seen = this.#seen[thread];
      if (object !== 0 && seen?.object === object && seen.text === text) continue;
      this.of(thread);
      this.#seen[thread] = { object, text };
    }
  }

  /** Call when objects have moved; collected ones have the place 0. */
  move(newPlace: (ref: number) => number): void {
    this.#seen = this.#seen.map(({ object, text }) => {
      return { object: newPlace(object), text: newPlace(text) };
    });
  }

  mark(): LanesMark {
    return { lanes: new Map(this.#lanes), names: [...this.names] };
  }

  /** The machine is back where it was at the mark. */
  restore({ lanes, names }: LanesMark): void {
    this.#lanes.clear();
    for (const [key, lane] of lanes) this.#lanes.set(key, lane);
    this.names.length = 0;
    this.names.push(...names);
    this.#seen = [];
  }
}
