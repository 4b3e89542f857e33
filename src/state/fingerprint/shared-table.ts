/**
 * Which objects are shared, in one version of the shared part (see
 * incremental-fingerprint.ts). A few tables are kept, so that going back to an
 * earlier version mostly finds its table still there.
 */
import { nextEpoch } from "../../core/stamps.ts";
import { sparseWords } from "../../core/words.ts";

export class SharedTable {
  /** By half address: the word pair is in a shared object when its stamp is the table's epoch. */
  readonly stamps: Int32Array;
  /** The object that it is in. */
  readonly starts: Int32Array;
  /** By half address of an object: its number. */
  readonly numbers: Int32Array;
  /** Likewise: bits of the threads whose Thread it is or refers to. */
  readonly threads: Int32Array;
  epoch = 0;
  /** Of the shared part that it is for; -1 when it is not filled. */
  version = -1;
  /** Threads, as bits, whose objects are roots in that version. */
  roots = 0;
  /** When it was last used. */
  lastUse = 0;

  constructor(halves: number) {
    this.stamps = sparseWords(halves);
    this.starts = sparseWords(halves);
    this.numbers = sparseWords(halves);
    this.threads = sparseWords(halves);
  }

  clear(): void {
    this.epoch = nextEpoch(this.stamps, this.epoch);
  }
}

const TABLES = 4;

export class SharedTables {
  readonly #halves: number;
  readonly #tables: SharedTable[] = [];
  #uses = 0;

  constructor(halves: number) {
    this.#halves = halves;
  }

  /** The table of a version, or one that may be filled for it. */
  find(version: number): SharedTable {
    let oldest: SharedTable | null = null;
    for (let i = 0; i < this.#tables.length; i++) {
      const table = this.#tables[i]!;
      if (table.version === version) return this.#use(table);
      if (oldest === null || table.lastUse < oldest.lastUse) oldest = table;
    }
    if (oldest === null || this.#tables.length < TABLES) {
      oldest = new SharedTable(this.#halves);
      this.#tables.push(oldest);
    }
    return this.#use(oldest);
  }

  #use(table: SharedTable): SharedTable {
    table.lastUse = ++this.#uses;
    return table;
  }
}
