/**
 * Room for objects while steps can be undone. Two things are kept apart.
 *
 * *The program's heap* is as large as the user says, and only live objects
 * count. While the path has allocated less than the heap holds, no count is needed. After that,
 * live objects are counted (live-size.ts), and the free words may be allocated before
 * the next count. Their end is `heapLimit`, which is undone with the state. So an
 * OutOfMemoryError depends on the state alone, never on garbage.
 *
 * *The space* that objects lie in is larger. Objects of earlier states of the path
 * stay there until the search goes back; objects that a step has made and dropped again are
 * collected in the step or at its end (young-collection.ts). So every object in the
 * space belongs to some state of the path. When the space is full, the path itself is
 * too long for it, and the search ends; this is not an error of the program.
 */
import { LimitReachedError } from "../../core/errors.ts";
import type { Machine } from "../machine.ts";
import type { MachineOptions } from "../machine-options.ts";
import { HEAP_BASE } from "../memory/memory.ts";
import { LiveWords } from "./live-size.ts";
import { YoungCollector, type Youth } from "./young-collection.ts";

/** Words that a step may allocate between two collections, at least and at most; in between, this part of the heap. */
const LEAST_NURSERY = 1 << 10;
const MOST_NURSERY = 1 << 18;
const NURSERY_SHARE = 6;
/** And at least this part of what has survived of it. */
const COPIED_SHARE = 4;
/** Steps that allocate fewer words than this are not collected at their end: while space is plentiful, and when it is not. */
const FEW_WORDS = 1 << 12;
const FEWER_WORDS = 1 << 7;
/** Space is no longer plentiful when this share of it is used. */
const USED_SHARE = 4;
/** This part of the heap is little: it is not worth a count, nor to be known exactly. */
const LITTLE_SHARE = 6;

/** Space for the objects of a search's path, as a multiple of the heap; and the most that there can be views of. */
const SPACE_FACTOR = 2;
const MOST_SPACE = (2 ** 30 - HEAP_BASE) / 2 - 1;

/** A path has more objects than its last state, which is all that counts for the heap. */
export const pathSpace = (heapWords: number): number =>
  Math.min(heapWords * SPACE_FACTOR, MOST_SPACE);

export const spaceOf = ({ heapWords, spaceWords, checking = false }: MachineOptions): number =>
  spaceWords ?? (checking ? pathSpace(heapWords) : heapWords);

/** The objects of a search's path do not fit into the space for them. */
export class SpaceFullError extends LimitReachedError {}

export class HeapRoom {
  /** Words that live objects have taken at most; up to `littleWords` more if that is half of the heap, else perhaps fewer. */
  peakWords = 0;
  /** Words of a step's own that it has lost again, at most: with one thread, and with others that may be in the middle of steps. */
  lostAlone = 0;
  lostAmongOthers = 0;
  /** Words that only dead references led to in a state that was taken for another, at most. */
  deadWords = 0;
  /** The words of the allocation that failed last. */
  wantedWords = 0;
  /** Of the allocation that room was made for last: the instruction, and where the heap ended then. */
  retriedAt = -1;
  retriedTop = 0;
  /** References that code of the machine's own needs after something that may move objects. */
  kept: number[] = [];
  /** Called when objects have moved, with the new address of each: 0 for a collected one. */
  whenMoved: ((newPlace: (ref: number) => number) => void) | null = null;
  readonly #m: Machine;
  readonly live: LiveWords;
  #young: YoungCollector | null = null;
  /** Fewer free words than this before a step are a reason to count. */
  #countBelow: number;

  constructor(m: Machine) {
    this.#m = m;
    this.live = new LiveWords(m);
    this.#countBelow = m.heapWords - this.littleWords;
  }

  /** The search restarts: earlier maxima do not count. */
  forget(): void {
    this.peakWords = 0;
    this.lostAlone = 0;
    this.lostAmongOthers = 0;
    this.deadWords = 0;
  }

  /** Below this number, live words need not be counted exactly. */
  get littleWords(): number {
    return this.#m.heapWords >> LITTLE_SHARE;
  }

  /** An upper bound of the words that live objects take. */
  get boundWords(): number {
    const m = this.#m;
    return m.heapWords - (m.heapLimit - m.heapTop);
  }

  /** An allocation of `words` words has failed. */
  want(words: number): 0 {
    this.wantedWords = words;
    return 0;
  }

  /** Makes room for an allocation of `words` words. False if they do not fit into the heap. */
  make(words: number): boolean {
    const m = this.#m;
    m.saveRegisters();
    if (!m.canCollect) this.collectStep();
    if (m.heapTop + words > m.heapLimit) {
      const free = m.heapWords - this.live.count();
      if (words > free) return false;
      m.heapLimit = m.heapTop + free;
    }
    if (m.heapTop + words > m.spaceEnd) this.#complain();
    // What has survived is copied by the next collection again: not too often, then.
    this.#setEnd(Math.max(words, (m.heapTop - m.undoLimit) >> COPIED_SHARE));
    this.#notePeak();
    return true;
  }

  #complain(): never {
    const megabytes = Math.round((this.#m.spaceWords * 4) / 2 ** 20);
    throw new SpaceFullError(`the objects of one path take more than ${megabytes} MB`, {
      hint: "Give the program more --heap: the space for objects grows with it. Or search --search bfs, or limit --depth.",
    });
  }

  /** A step begins; nothing has been done yet. */
  beginStep(): void {
    const m = this.#m;
    const free = m.heapLimit - m.heapTop;
    if (free < this.#countBelow) {
      const live = this.live.count();
      const counted = m.heapWords - live;
      m.setLimitBefore(m.heapTop + counted);
      // Not again before as much has been allocated as makes it worth while.
      const next = Math.min(Math.max(this.littleWords, live >> 1), counted - (counted >> 2));
      this.#countBelow = Math.min(m.heapWords - this.littleWords, counted - next);
    }
    this.#setEnd(0);
  }

  /** A step has ended: what it has made and lost again goes, if that is worth the effort. */
  endStep(): void {
    const m = this.#m;
    const isScarce = m.undoLimit - m.heapStart > m.spaceWords >> USED_SHARE;
    if (m.heapTop - m.undoLimit > (isScarce ? FEWER_WORDS : FEW_WORDS)) this.collectStep();
    this.#notePeak();
  }

  /** What the step under way has made and lost again goes. */
  collectStep(): void {
    const m = this.#m;
    this.collect({ base: m.undoLimit, since: m.begun, frameLow: m.frameLow, isLong: false });
  }

  collect(youth: Youth): void {
    const m = this.#m;
    const before = m.heapTop;
    if (before === youth.base) return;
    this.#young ??= new YoungCollector(m);
    this.#young.collect(youth);
    const lost = before - m.heapTop;
    if (!m.stopsAtVisible) this.lostAlone = Math.max(this.lostAlone, lost);
    else this.lostAmongOthers = Math.max(this.lostAmongOthers, lost);
  }

  /** Allows allocations for a while; at least of `words` words. */
  #setEnd(words: number): void {
    const m = this.#m;
    const share = Math.max(LEAST_NURSERY, m.heapWords >> NURSERY_SHARE);
    const nursery = Math.max(words, Math.min(share, MOST_NURSERY));
    m.heapEnd = Math.min(m.heapTop + nursery, m.heapLimit, m.spaceEnd);
  }

  #notePeak(): void {
    const m = this.#m;
    const isLarge = this.boundWords > m.heapWords >> 1;
    if (this.boundWords <= this.peakWords + (isLarge ? this.littleWords : 0)) return;
    if (isLarge) m.heapLimit = m.heapTop + m.heapWords - this.live.count();
    this.peakWords = Math.max(this.peakWords, this.boundWords);
  }
}
