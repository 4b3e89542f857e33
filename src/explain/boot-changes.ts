/**
 * What was there before the program's start, and which words of it have been
 * written since. A state has only those: the rest is the same in all of them.
 */
import type { Machine } from "../vm/machine.ts";
import { PERM_BASE, STATIC_BASE } from "../vm/memory/memory.ts";

export class BootWatch {
  /** Everything below this word was made before the program's start. */
  readonly top: number;
  readonly #m: Machine;
  /** By address: what was there first. */
  readonly #firsts = new Map<number, number>();

  /** The machine has just been made ready for steps. */
  constructor(m: Machine) {
    this.#m = m;
    this.top = m.heapTop;
  }

  /** To be called after each step, with where the undo log stood before it. */
  note(since: number): void {
    const { guards } = this.#m;
    this.#m.forEachLogged(since, (address, old) => {
      // A guard is not a reference of the program.
      if (guards.includes(address) || address < STATIC_BASE || address >= this.top) return;
      if (!this.#firsts.has(address)) this.#firsts.set(address, old);
    });
  }

  /** Words that differ from what they were, by ascending address. */
  changed(): number[] {
    const { H } = this.#m;
    const changed: number[] = [];
    for (const [address, first] of this.#firsts) if (H[address] !== first) changed.push(address);
    return changed.toSorted((a, b) => a - b);
  }

  /** Boot objects with such words, by ascending address. */
  changedObjects(): number[] {
    const m = this.#m;
    const words = this.changed().filter((address) => address >= PERM_BASE);
    const found = new Set<number>();
    for (const word of words) {
      const object = objectAt(m, word);
      if (object !== 0) found.add(object);
    }
    return [...found];
  }
}

/** The object that has a word of the permanent area or the heap; 0 for none. */
function objectAt(m: Machine, word: number): number {
  const isPermanent = word < m.heapStart;
  const end = isPermanent ? m.permTop : m.heapTop;
  for (let at = isPermanent ? PERM_BASE : m.heapStart; at < end; ) {
    const next = at + m.wordsOf(at);
    if (word < next) return at;
    at = next;
  }
  return 0;
}
