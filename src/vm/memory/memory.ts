/**
 * The flat memory of a machine: one buffer for everything that lives as long
 * as objects do (thread records, statics, permanent objects, the heap) and one
 * for the threads' stacks. Both are reserved at their full size once; pages
 * that are never touched cost nothing, and no view ever has to be replaced
 * (the stacks excepted, which grow with the number of threads).
 *
 *   words  0 ..            never used, so that 0 is null; then counters
 *   THREAD_BASE ..         thread records
 *   STATIC_BASE ..         initialisation status and static fields of all classes
 *   PERM_BASE ..           permanent objects: literals, class mirrors, call-site constants
 *   HEAP_BASE ..           in a plain run two halves: objects are allocated in one, and a collection
 *                          copies to the other. In a checked run one space for objects, larger than
 *                          the program's heap, because earlier states of the path keep what has become
 *                          garbage since; above it the words that guard objects (guard-words.ts).
 */
import { reservedBuffer } from "../../core/words.ts";
import { T_SP, THREAD_WORDS } from "./thread-record.ts";

export * from "./thread-record.ts";

export const THREAD_BASE = 16;
export const MAX_THREADS = 2048;
export const STATIC_BASE = THREAD_BASE + MAX_THREADS * THREAD_WORDS;
export const STATIC_WORDS = 1 << 20;
export const PERM_BASE = STATIC_BASE + STATIC_WORDS;
export const PERM_WORDS = 1 << 24;
export const HEAP_BASE = PERM_BASE + PERM_WORDS;

/** Counters of the whole machine, in the words before the first thread record. */
export const GLOBAL_THREADS = 2;
export const GLOBAL_NEXT_HASH = 3;
export const GLOBAL_NEXT_THREAD_NUMBER = 4;
export const GLOBAL_NEXT_THREAD_ID = 5;
/** Bit 0: the shutdown hooks have been started. The others: what threads have taken and not given back (threads/holdings.ts). */
export const GLOBAL_PROGRAM = 6;
export const SHUTTING_DOWN = 1;
/** Guards of the counters for thread numbers and identity hashes (observability.ts). */
export const GLOBAL_NUMBER_GUARD = 7;
export const GLOBAL_HASH_GUARD = 8;

export interface MemorySize {
  /** Words that the program's live objects may take. */
  readonly heapWords: number;
  /** Words set aside for objects where they are not moved to a second half: at least those of the heap. */
  readonly spaceWords?: number;
  /** Words of one thread's stack. */
  readonly stackWords: number;
}

export class Memory {
  readonly heapWords: number;
  /** Words of the space, or of each of two halves, that objects are allocated in. */
  readonly spaceWords: number;
  readonly stackWords: number;
  readonly H: Int32Array;
  readonly HB: Int8Array;
  readonly HC: Uint16Array;
  readonly HS: Int16Array;
  readonly HF: Float32Array;
  readonly HD: Float64Array;
  readonly HL: BigInt64Array;
  S!: Int32Array;
  SF!: Float32Array;
  SD!: Float64Array;
  SL!: BigInt64Array;
  #stacks = 0;

  constructor(size: MemorySize) {
    this.heapWords = size.heapWords & ~1;
    this.spaceWords = Math.max(this.heapWords, (size.spaceWords ?? 0) & ~1);
    this.stackWords = size.stackWords & ~1;
    const buffer = reservedBuffer((HEAP_BASE + 2 * this.spaceWords) * 4);
    this.H = new Int32Array(buffer);
    this.HB = new Int8Array(buffer);
    this.HC = new Uint16Array(buffer);
    this.HS = new Int16Array(buffer);
    this.HF = new Float32Array(buffer);
    this.HD = new Float64Array(buffer);
    this.HL = new BigInt64Array(buffer);
    this.ensureStacks(16);
  }

  /** Makes room for the stacks of threads 0 … count-1. Registers must be in the threads' records. */
  ensureStacks(count: number): void {
    if (count <= this.#stacks) return;
    const stacks = Math.max(count, this.#stacks * 2);
    const buffer = reservedBuffer(stacks * this.stackWords * 4);
    const words = new Int32Array(buffer);
    // Only what is in use: copying a page is using it.
    for (let thread = 0; thread < this.#stacks; thread++) {
      const base = thread * this.stackWords;
      words.set(this.S.subarray(base, Math.max(base, this.H[threadRecord(thread) + T_SP]!)), base);
    }
    this.#stacks = stacks;
    this.S = words;
    this.SF = new Float32Array(buffer);
    this.SD = new Float64Array(buffer);
    this.SL = new BigInt64Array(buffer);
  }
}

export const threadRecord = (thread: number): number => THREAD_BASE + thread * THREAD_WORDS;

/** The thread whose record has the word at this address. */
export const threadOfWord = (address: number): number =>
  Math.floor((address - THREAD_BASE) / THREAD_WORDS);

export const threadOfRecord = (record: number): number => (record - THREAD_BASE) / THREAD_WORDS;
