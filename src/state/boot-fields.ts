/**
 * Which of the words that were there from the start are fields and elements, all
 * accesses to which are logged. The others can be looked at without reading a
 * field, so they are always part of a state.
 */

import { grownBytes } from "../core/words.ts";
import type { Machine } from "../vm/machine.ts";
import { PERM_BASE, STATIC_BASE } from "../vm/memory/memory.ts";
import { OBJECT_HEADER } from "../vm/memory/object-layout.ts";
import { type BootWords, GUARD_WORD, objectAround } from "./boot-words.ts";

export class BootFields {
  /** By index of the word, 1 for a field or element; replaced when it grows. */
  isField: Uint8Array = new Uint8Array(64);
  #known = 0;
  readonly #m: Machine;
  readonly #boot: BootWords;

  constructor(m: Machine, boot: BootWords) {
    this.#m = m;
    this.#boot = boot;
  }

  /** To be called before `isField` is asked: there may be more words than before. */
  look(): void {
    const boot = this.#boot;
    if (this.#known === boot.count) return;
    if (boot.count > this.isField.length) {
      this.isField = grownBytes(this.isField, boot.addresses.length);
    }
    for (; this.#known < boot.count; this.#known++) {
      const index = this.#known;
      const isField = boot.kinds[index] !== GUARD_WORD && this.#isField(boot.addresses[index]!);
      this.isField[index] = isField ? 1 : 0;
    }
  }

  /** The words are others now. */
  clear(): void {
    this.#known = 0;
  }

  #isField(address: number): boolean {
    const m = this.#m;
    if (address < PERM_BASE) {
      const at = address - STATIC_BASE;
      return m.program.classes.some((cls) =>
        cls?.fields.some(
          ({ isStatic, offset, isWide }) =>
            isStatic && (offset === at || (isWide && offset + 1 === at)),
        ),
      );
    }
    return address - objectAround(m, address) >= OBJECT_HEADER;
  }
}
