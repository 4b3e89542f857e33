/**
 * Words that were there from the start and have never changed are no part of any
 * state. That they were read is only noted here: should one of them change later,
 * what was concluded from reads before is void.
 */
import type { BootWords } from "../state/boot-words.ts";
import type { AccessLog } from "../vm/access-log.ts";
import { STATIC_BASE } from "../vm/memory.ts";

export class ReadConstants {
  readonly #boot: BootWords;
  /** By address from STATIC_BASE on: was read while it had never changed. And those for which that is so. */
  readonly #isRead: Uint8Array;
  #read: number[] = [];
  /** So many words that have changed were looked at. */
  #known = 0;

  constructor(boot: BootWords) {
    this.#boot = boot;
    this.#isRead = new Uint8Array(new SharedArrayBuffer(boot.top - STATIC_BASE));
  }

  /** The search begins again: what has changed so far is known. */
  clear(): void {
    for (const at of this.#read) this.#isRead[at] = 0;
    this.#read = [];
    this.#known = this.#boot.count;
  }

  /** Of what was there from the start, words that have changed are known by their address, and the others left out. */
  leaveOut(log: AccessLog): void {
    const boot = this.#boot;
    const { entries } = log;
    let to = 0;
    for (let at = 0; at < log.top; at += 2) {
      const entry = entries[at]!;
      const object = entry < 0 ? ~entry : entry;
      let offset = entries[at + 1]!;
      let kept = entry;
      if (object < boot.top) {
        offset += object;
        if (boot.indexOf(offset) < 0) {
          if (entry >= 0) this.#note(offset - STATIC_BASE);
          continue;
        }
        kept = entry < 0 ? -1 : 0;
      }
      entries[to++] = kept;
      entries[to++] = offset;
    }
    log.top = to;
  }

  #note(at: number): void {
    if (this.#isRead[at] === 1) return;
    this.#isRead[at] = 1;
    this.#read.push(at);
  }

  /** True when, since this was asked last, a word has changed for the first time that had been read. */
  haveChanged(): boolean {
    const { count, addresses, top } = this.#boot;
    let isBroken = false;
    for (; this.#known < count; this.#known++) {
      const address = addresses[this.#known]!;
      if (address < top && this.#isRead[address - STATIC_BASE] === 1) isBroken = true;
    }
    return isBroken;
  }
}
