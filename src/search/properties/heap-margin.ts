/**
 * How much of the program's heap was left, and whether that was enough. Whether
 * an allocation fails depends on all that can be reached, also by references
 * that are dead, while states are taken for equal that differ in those; and on
 * how far other threads are within their steps, of which not all orders are
 * tried. So an OutOfMemoryError may be missed where the heap is nearly full.
 *
 * A state is taken for another that was explored. Whatever follows it has, at
 * most, the live objects that followed the other one, and those that only dead
 * references lead to. If the most that was ever live, and the most that was dead
 * in such a state, and what threads need within their steps fit into the heap
 * together, nothing was missed; otherwise the verdict says so.
 * (Of a log that nobody reads see docs/liveness-faint.md: it may grow for ever.)
 */
import { ALL_LIVE, type LiveCells } from "../../state/live-cells.ts";
import type { LiveReferences } from "../../vm/heap/heap-roots.ts";
import type { Machine } from "../../vm/machine.ts";

/** Objects that may be met to find out exactly; what is found later counts as a whole. */
const MOST_MET = 30_000_000;

export class HeapMargin {
  readonly #m: Machine;
  readonly #liveness: LiveCells;
  readonly #metBefore: number;

  constructor(m: Machine, liveness: LiveCells = ALL_LIVE) {
    this.#m = m;
    this.#liveness = liveness;
    this.#metBefore = m.room.live.met;
  }

  /** The present state could be taken for one that is known by its live part; false when its heap is too full for that. */
  takesForOther(): boolean {
    const { room } = this.#m;
    let words = room.boundWords;
    if (words > this.#enough && this.#canCount()) words = room.live.count();
    if (words > this.#enough) return false;
    room.deadWords = Math.max(room.deadWords, words);
    return true;
  }

  /** The present state is taken for an equal one. */
  noteMatch(): void {
    const { frames, fields } = this.#liveness;
    const { room } = this.#m;
    const bound = room.boundWords;
    if ((frames === null && fields === null) || bound <= room.deadWords) return;
    const isExact = bound > this.#enough && this.#canCount();
    const dead = isExact ? room.live.count() - room.live.count(this.#liveReferences()) : bound;
    room.deadWords = Math.max(room.deadWords, dead);
  }

  /** So many words may be dead for all that is known, without a count. */
  get #enough(): number {
    return 2 * this.#m.room.littleWords;
  }

  #canCount(): boolean {
    return this.#m.room.live.met - this.#metBefore < MOST_MET;
  }

  #liveReferences(): LiveReferences {
    const { frames, fields } = this.#liveness;
    const set = fields?.ofState() ?? 0;
    return {
      isSlotLive: (code, pc, slot) => frames?.isLive(code, pc, slot) ?? true,
      isFieldLive: (classId, offset) => fields?.isFieldLive(set, classId, offset) ?? true,
      areElementsLive: (classId) => fields?.areElementsLive(set, classId) ?? true,
      isStaticLive: (address) => fields?.isStaticLive(set, address) ?? true,
    };
  }

  /** What is to be said of a search in which so many threads were alive at once; null when nothing was missed. */
  note(threads: number): string | null {
    const { room, heapWords } = this.#m;
    const isExact = threads < 2 && room.deadWords === 0;
    const peak = room.peakWords + room.littleWords;
    const within = Math.max(room.lostAlone, threads * room.lostAmongOthers);
    const needed = peak + room.deadWords + within;
    if (isExact || needed <= heapWords) return null;
    const used = (room.peakWords / 2 ** 18).toFixed(1);
    const all = (heapWords / 2 ** 18).toFixed(1);
    return `live objects took up to ${used} of the ${all} MB of --heap: an OutOfMemoryError may have been missed`;
  }
}
