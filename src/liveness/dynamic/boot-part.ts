/**
 * HOT. The initial words that are always part of a state: those that can be observed
 * without reading a field (initialisation of classes, locks, identity hashes,
 * guards), as far as they have changed.
 *
 * Nearly always such a word has one of two values: its first one, or one other. For a
 * class that is "initialised"; for any other word it is the first value that it changed
 * to. So one bit says which. Words get bits in the order in which they were first
 * written, on any path. Neither a word's bit nor its usual value ever changes after
 * that. A word that had not been written had its first value in all earlier states,
 * for which the bit is 0. Trailing 0 bits are left out. So a state has the same words
 * whenever it is written, however many bits are known by then. Words with yet another
 * value follow one by one.
 *
 * A step hardly ever writes one of these, so the part is kept by a number that
 * changes with it, and is undone with the search, as for threads.
 */

import type { RowInterner } from "../../core/row-interner.ts";
import { WordStack } from "../../core/word-stack.ts";
import { grown, grownBytes } from "../../core/words.ts";
import { BootFields } from "../../state/boot-fields.ts";
import { type BootWords, GUARD_WORD, PLAIN_WORD } from "../../state/boot-words.ts";
import type { Machine } from "../../vm/machine.ts";
import { INITIALIZED } from "../../vm/memory/class-status.ts";
import { PERM_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { PartWriter, StatePart } from "./part-writer.ts";

/** What its run begins with: that of no thread and no walk does. */
const BOOT_RUN = -2;
/** Bits of a word, and the one that says that there are more. */
const BITS = 31;
const MORE_BITS = 1 << BITS;

export class BootPart {
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #fields: BootFields;
  readonly #writer: PartWriter;
  readonly #part = new StatePart();
  #version = 0;
  #lastVersion = 0;
  /** Of each step: the version before it. */
  readonly #steps = new WordStack();
  /** By index of the word: whether it has a usual other value yet, and that; never a reference that may lie elsewhere. */
  #hasUsual = new Uint8Array(64);
  #usual = new Int32Array(64);
  /** The bits of a state, and the indices of words with yet another value. */
  readonly #masks = new WordStack();
  readonly #others = new WordStack();

  constructor(m: Machine, boot: BootWords, runs: RowInterner | null = null) {
    this.#m = m;
    this.#boot = boot;
    this.#fields = new BootFields(m, boot);
    this.#writer = new PartWriter(boot, runs);
  }

  /** Of what is needed to go back. */
  get bytes(): number {
    return this.#steps.bytes;
  }

  /**
   * A step has been taken, before which the log of words, compacted since, ended at `since`:
   * the words from before the start that it has written are known from now on.
   */
  noteStep(since: number): void {
    const { wordLog, logTop } = this.#m;
    const boot = this.#boot;
    this.#steps.reserve(1)[this.#steps.top++] = this.#version;
    let isHere = false;
    for (let at = since; at < logTop; at += 2) {
      const address = wordLog[at]!;
      if (address < STATIC_BASE || !boot.has(address)) continue;
      const index = boot.track(address, wordLog[at + 1]!);
      this.#fields.look();
      if (this.#fields.isField[index] !== 1) isHere = true;
    }
    if (isHere) this.#version = ++this.#lastVersion;
  }

  /** The machine has gone back to where the last step began. */
  undoStep(): void {
    this.#version = this.#steps.words[--this.#steps.top]!;
  }

  forgetSteps(): void {
    this.#steps.top = 0;
    this.#version = ++this.#lastVersion;
  }

  /** The start is elsewhere. */
  clear(): void {
    this.forgetSteps();
    this.#fields.clear();
    this.#hasUsual.fill(0);
  }

  /** The part as it is now. */
  now(): StatePart {
    const part = this.#part;
    if (part.version !== this.#version) {
      part.version = this.#version;
      this.#write(part);
    }
    return part;
  }

  /** True for an initial word that is part of a state only if it is read. */
  isRead(index: number): boolean {
    this.#fields.look();
    return this.#fields.isField[index] === 1;
  }

  #write(part: StatePart): void {
    const writer = this.#writer;
    writer.start(part);
    this.#sort();
    const { words: masks, top: maskCount } = this.#masks;
    const { words: others, top: otherCount } = this.#others;
    // Each says whether another follows; where there is none it is 0.
    for (let i = 0; i < maskCount - 1; i++) writer.put(masks[i]! | MORE_BITS);
    writer.put(maskCount === 0 ? 0 : masks[maskCount - 1]!);
    writer.put(otherCount);
    for (let i = 0; i < otherCount; i++) this.#putOther(others[i]!);
    writer.finish(BOOT_RUN);
  }

  /** Finds the bits, and the words that these say nothing of. */
  #sort(): void {
    const { H } = this.#m;
    const boot = this.#boot;
    this.#fields.look();
    const { isField } = this.#fields;
    this.#reserveUsual();
    this.#masks.top = 0;
    this.#others.top = 0;
    let place = 0;
    for (let index = 0; index < boot.count; index++) {
      if (isField[index] === 1) continue;
      const bit = place++;
      const value = H[boot.addresses[index]!]!;
      if (value === boot.initialValues[index]) continue;
      if (this.#isUsual(index, value)) this.#setBit(bit);
      else this.#others.reserve(1)[this.#others.top++] = index;
    }
  }

  #reserveUsual(): void {
    const { length } = this.#boot.addresses;
    if (length <= this.#usual.length) return;
    this.#hasUsual = grownBytes(this.#hasUsual, length);
    this.#usual = grown(this.#usual, length);
  }

  /** True when this is the other value that the word usually has, which it is from now on if there was none. */
  #isUsual(index: number, value: number): boolean {
    if (this.#hasUsual[index] === 0) {
      // All words of the static area that are not fields are statuses of classes.
      const isStatus = this.#boot.addresses[index]! < PERM_BASE;
      if (!isStatus && this.#mayLieElsewhere(index, value)) return false;
      this.#hasUsual[index] = 1;
      this.#usual[index] = isStatus ? INITIALIZED : value;
    }
    return this.#usual[index] === value;
  }

  /** True for a reference for which equal states may have another value. */
  #mayLieElsewhere(index: number, value: number): boolean {
    const kind = this.#boot.kinds[index];
    if (kind === PLAIN_WORD || (kind === GUARD_WORD && (value & 1) === 1)) return false;
    return value >= this.#boot.top;
  }

  #setBit(bit: number): void {
    const stack = this.#masks;
    const word = Math.floor(bit / BITS);
    const masks = stack.reserve(word + 1 - stack.top);
    while (stack.top <= word) masks[stack.top++] = 0;
    masks[word] = masks[word]! | (1 << (bit % BITS));
  }

  #putOther(index: number): void {
    const writer = this.#writer;
    const address = this.#boot.addresses[index]!;
    const value = this.#m.H[address]!;
    const kind = this.#boot.kinds[index];
    writer.put(address);
    if (kind === PLAIN_WORD || (kind === GUARD_WORD && (value & 1) === 1)) {
      writer.put(value);
      return;
    }
    // A guard is an odd code or a lock: this distinguishes them.
    if (kind === GUARD_WORD) writer.put(0);
    writer.putReference(value);
  }
}
