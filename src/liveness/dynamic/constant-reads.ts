/**
 * Initial words that have never changed are not part of any state. That they were read is
 * only recorded, once: if one of them changes later, all conclusions from earlier
 * reads are void.
 */
import type { BootWords } from "../../state/boot-words.ts";
import type { AccessLog } from "../../vm/memory/access-log.ts";
import { fixedCell, wordOf } from "../../vm/memory/cells.ts";

export class ConstantReads {
  readonly #boot: BootWords;
  readonly #log: AccessLog;
  /** Addresses of words that were read while they had never changed; the log leaves them out. */
  #read: number[] = [];
  /** How many of the changed words were examined. */
  #known = 0;

  constructor(boot: BootWords, log: AccessLog) {
    this.#boot = boot;
    this.#log = log;
  }

  /** The search restarts: what has changed so far is known. */
  clear(): void {
    for (const address of this.#read) this.#log.setLeftOut(address, false);
    this.#read = [];
    this.#known = this.#boot.count;
  }

  /** In the log, of what was there from the start, words that have changed are known by their address, and the others left out. */
  leaveOut(): void {
    const boot = this.#boot;
    const log = this.#log;
    const { entries } = log;
    let to = 0;
    for (let at = 0; at < log.top; at += 2) {
      const entry = entries[at]!;
      const object = entry < 0 ? ~entry : entry;
      let offset = entries[at + 1]!;
      let kept = entry;
      if (object < boot.top) {
        const address = object + (offset < 0 ? wordOf(offset) : offset);
        if (boot.indexOf(address) < 0) {
          if (entry >= 0) this.#note(address);
          continue;
        }
        offset = fixedCell(object, offset);
        kept = entry < 0 ? -1 : 0;
      }
      entries[to++] = kept;
      entries[to++] = offset;
    }
    log.top = to;
  }

  #note(address: number): void {
    if (this.#log.isLeftOut(address)) return;
    this.#log.setLeftOut(address, true);
    this.#read.push(address);
  }

  /** True when, since this was asked last, a word has changed for the first time that had been read. */
  haveChanged(): boolean {
    const { count, addresses } = this.#boot;
    let isBroken = false;
    for (; this.#known < count; this.#known++) {
      if (this.#log.isLeftOut(addresses[this.#known]!)) isBroken = true;
    }
    return isBroken;
  }
}
