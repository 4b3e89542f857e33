/** For each slot of the threads' stacks, by its place: the reads that its value was computed from. */
import { shuffle } from "../../../program/null-messages/operand-sources.ts";
import { SLOT } from "../../../vm/memory/object-layout.ts";
import { NOTHING, type Read, type Reads, union } from "./accesses.ts";

/** No form of dup looks at more. */
const MOST_SHUFFLED = 4 * SLOT;

export class Slots {
  readonly #from = new Map<number, Reads>();

  clear(): void {
    this.#from.clear();
  }

  at(slot: number): Reads {
    return this.#from.get(slot) ?? NOTHING;
  }

  put(slot: number, from: Reads): void {
    if (from.length === 0) this.#from.delete(slot);
    else this.#from.set(slot, from);
  }

  /** The same for several slots; returns where they end. */
  push(base: number, slots: number, from: Reads): number {
    const end = base + slots * SLOT;
    for (let at = base; at < end; at += SLOT) this.put(at, from);
    return end;
  }

  /** What any of these slots was computed from. */
  range(from: number, to: number): Reads {
    let all: Reads = NOTHING;
    for (let at = from; at < to; at += SLOT) all = union(all, this.at(at));
    return all;
  }

  /** pop, swap and dup on the operands of a frame that end at `sp`; returns where they end then. */
  shuffle(op: number, bottom: number, sp: number): number {
    const base = Math.max(sp - MOST_SHUFFLED, bottom);
    const values: Reads[] = [];
    for (let at = base; at < sp; at += SLOT) values.push(this.at(at));
    shuffle(op, values);
    values.forEach((value, i) => {
      this.put(base + i * SLOT, value);
    });
    return base + values.length * SLOT;
  }

  /** Puts others in the place of a read that has just been pushed. */
  replace(slot: number, read: Read, others: Reads): void {
    for (const at of [slot, slot + SLOT]) {
      const known = this.at(at);
      if (!known.includes(read)) continue;
      const rest = known.filter((each) => each !== read);
      this.put(at, union(rest, others));
    }
  }
}
