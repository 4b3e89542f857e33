/**
 * Which of the words that were there from the start are fields and elements, all
 * accesses to which are logged. The others can be looked at without reading a
 * field, so they are always part of a state. (Where all
 * objects are taken for shared, that one is does not count.)
 */
import { grown } from "../core/reserved.ts";
import { HASH_MASK, HASH_WORD, OBJECT_HEADER } from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";
import { HEAP_BASE, PERM_BASE, STATIC_BASE } from "../vm/memory.ts";
import { type BootWords, GUARD_WORD } from "./boot-words.ts";

export class BootFields {
  /** By index of the word, 1 for a field or element; replaced when it grows. */
  isField: Uint8Array = new Uint8Array(64);
  /** By index of the word: the bits that count; replaced when it grows. */
  masks: Int32Array = new Int32Array(64);
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
      const larger = new Uint8Array(boot.addresses.length);
      larger.set(this.isField);
      this.isField = larger;
      this.masks = grown(this.masks, boot.addresses.length);
    }
    for (; this.#known < boot.count; this.#known++) {
      const index = this.#known;
      const isGuard = boot.kinds[index] === GUARD_WORD;
      const offset = isGuard ? 0 : this.#offsetOf(boot.addresses[index]!);
      this.isField[index] = offset >= OBJECT_HEADER ? 1 : 0;
      this.masks[index] = offset === HASH_WORD && this.#m.isAllShared ? HASH_MASK : -1;
    }
  }

  /** The words are others now. */
  clear(): void {
    this.#known = 0;
  }

  /** Where a word is in its object. For a static field this is that of a field, for any other static word 0. */
  #offsetOf(address: number): number {
    const m = this.#m;
    if (address < PERM_BASE) {
      const at = address - STATIC_BASE;
      const isField = m.program.classes.some((cls) =>
        cls?.fields.some(
          ({ isStatic, offset, isWide }) =>
            isStatic && (offset === at || (isWide && offset + 1 === at)),
        ),
      );
      return isField ? OBJECT_HEADER : 0;
    }
    let object = address < HEAP_BASE ? PERM_BASE : HEAP_BASE;
    for (let next = object; next <= address; next = object + m.wordsOf(object)) object = next;
    return address - object;
  }
}
