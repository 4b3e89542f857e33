/**
 * How much of the program's heap was left, and whether that was enough. Whether
 * an allocation fails depends on every reachable object, also on those that only
 * dead references reach. States that differ in dead references count as equal,
 * and not every order of allocations within steps is tried. So a search may miss
 * an OutOfMemoryError if the heap is nearly full.
 *
 * When a state is matched with an explored one, its future has at most the live
 * objects of the other state's future, and those that only dead references reach.
 * Nothing was missed if three amounts fit into the heap together: the most that was
 * ever live, the most that was dead in a matched state, and what threads need within
 * their steps. Otherwise the verdict says so. (docs/liveness-faint.md covers logs that
 * are written but never read: they may grow forever.)
 */
import { ALL_LIVE, type LiveCells } from "../../state/live-cells.ts";
import type { LiveReferences } from "../../vm/heap/heap-roots.ts";
import type { Machine } from "../../vm/machine.ts";

/** Up to this many objects are examined one by one; further ones are counted as a whole. */
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

  /** Whether the state may be matched with one known by its live part; false if its heap is too full for that. */
  takesForOther(): boolean {
    const { room } = this.#m;
    let words = room.boundWords;
    if (words > this.#enough && this.#canCount()) words = room.live.count();
    if (words > this.#enough) return false;
    room.deadWords = Math.max(room.deadWords, words);
    return true;
  }

  /** The state is matched with an equal one. */
  noteMatch(): void {
    const { frames, fields } = this.#liveness;
    const { room } = this.#m;
    const bound = room.boundWords;
    if ((frames === null && fields === null) || bound <= room.deadWords) return;
    const isExact = bound > this.#enough && this.#canCount();
    const dead = isExact ? room.live.count() - room.live.count(this.#liveReferences()) : bound;
    room.deadWords = Math.max(room.deadWords, dead);
  }

  /** An upper bound of the dead words, without counting. */
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

  /** The note for a search with this many threads alive at once; null if nothing was missed. */
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
