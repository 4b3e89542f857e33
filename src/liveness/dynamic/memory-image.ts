/**
 * The objects of a state as they lie in memory, to have them there again for a
 * moment when the machine is somewhere else: their words, their guards, the
 * words from before the start that have changed since, counters and the threads'
 * records. Frames are not in it.
 */
import type { BootWords } from "../../state/boot-words.ts";
import type { Machine } from "../../vm/machine.ts";
import { THREAD_BASE, THREAD_WORDS } from "../../vm/memory/memory.ts";

export class MemoryImage {
  /** The objects that equal states have too, in the same order. */
  readonly objects: Int32Array;
  readonly #all: Int32Array;
  readonly #words: Int32Array;
  readonly #boot: Int32Array;
  /** Words of counters and records. */
  readonly #records: number;

  /** Of the machine's present state; `all` are all objects that can be asked for. */
  constructor(m: Machine, boot: BootWords, objects: Int32Array, all = objects) {
    this.objects = objects;
    this.#all = all;
    const records = THREAD_BASE + m.threadCount * THREAD_WORDS;
    let size = records;
    for (const object of all) size += 1 + m.wordsOf(object);
    const words = new Int32Array(size);
    words.set(m.H.subarray(0, records));
    let at = records;
    for (const object of all) {
      words[at++] = m.H[m.guards.wordOf(object)]!;
      const end = object + m.wordsOf(object);
      for (let from = object; from < end; from++) words[at++] = m.H[from]!;
    }
    this.#words = words;
    this.#records = records;
    this.#boot = boot.addresses.slice(0, boot.count).map((address) => m.H[address]!);
  }

  get size(): number {
    return this.#all.length + this.#words.length + this.#boot.length;
  }

  /** Restores everything; `write` is called for each word before it is overwritten. */
  restore(m: Machine, boot: BootWords, write: (address: number, value: number) => void): void {
    const words = this.#words;
    let at = 0;
    while (at < this.#records) write(at, words[at++]!);
    for (const object of this.#all) {
      write(m.guards.wordOf(object), words[at++]!);
      // How long it is shows in its first words.
      const start = at;
      write(object, words[at++]!);
      while (at - start < HEADER) write(object + at - start, words[at++]!);
      const end = start + m.wordsOf(object);
      while (at < end) write(object + at - start, words[at++]!);
    }
    for (let index = 0; index < this.#boot.length; index++) {
      write(boot.addresses[index]!, this.#boot[index]!);
    }
    // Those that changed for the first time later were as they were first.
    for (let index = this.#boot.length; index < boot.count; index++) {
      write(boot.addresses[index]!, boot.initialValues[index]!);
    }
  }
}

/** Words that say how long an object is: its class and, for an array, its length. */
const HEADER = 4;
