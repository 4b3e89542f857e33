/**
 * The words of boot objects and static fields that were written since the program started. A state contains
 * only those; the rest is the same in all states.
 */
import type { Machine } from "../vm/machine.ts";
import { PERM_BASE, STATIC_BASE } from "../vm/memory/memory.ts";

export class BootWatch {
  /** Everything below this word existed before the program started. */
  readonly top: number;
  readonly #m: Machine;
  /** The first value at each address that was written. */
  readonly #firsts = new Map<number, number>();
  /** By word: the boot object around it, which never moves. */
  readonly #objects = new Map<number, number>();

  /** Requires that the machine has just become ready for its first step. */
  constructor(m: Machine) {
    this.#m = m;
    this.top = m.heapTop;
  }

  /** Call after each step, with the position of the undo log before it. */
  note(since: number): void {
    const { guards } = this.#m;
    this.#m.forEachLogged(since, (address, old) => {
      // Words that guard memory are not references of the program.
      if (guards.includes(address) || address < STATIC_BASE || address >= this.top) return;
      if (!this.#firsts.has(address)) this.#firsts.set(address, old);
    });
  }

  /** The words that differ from their first value, by ascending address. */
  changed(): number[] {
    const { H } = this.#m;
    const changed: number[] = [];
    for (const [address, first] of this.#firsts) if (H[address] !== first) changed.push(address);
    return changed.toSorted((a, b) => a - b);
  }

  /** The boot objects with such words, by ascending address. */
  changedObjects(): number[] {
    const m = this.#m;
    const words = this.changed().filter((address) => address >= PERM_BASE);
    const found = new Set<number>();
    for (const word of words) {
      const object = this.#objects.get(word) ?? objectAt(m, word);
      this.#objects.set(word, object);
      if (object !== 0) found.add(object);
    }
    return [...found];
  }
}

/** The object that contains a word of the permanent area or the heap; 0 for none. */
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
