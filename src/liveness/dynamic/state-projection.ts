/**
 * HOT. Walks over the requested part of a state, and hashes it. It begins with what
 * is always part of a state: threads with their frames, locks, counters,
 * initialisation. From there words are requested one by one, by the number of an
 * object and an offset in it. Objects are numbered as references to them are
 * found, so two states that give the same answers to the same questions have equal
 * hashes wherever their objects lie. What is not requested is not examined, and
 * neither are the objects behind it.
 *
 * With the number of an object goes all of it that is always part of the state:
 * its lock, identity hash and guard, and for a Thread whether its thread has ended. Its type
 * and, if it is an array, its length are asked for like its fields and elements (questions.ts).
 */

import type { RowInterner } from "../../core/row-interner.ts";
import type { WordStack } from "../../core/word-stack.ts";
import { grown } from "../../core/words.ts";
import type { BootWords } from "../../state/boot-words.ts";
import type { HeapOrder } from "../../state/heap-order.ts";
import { ObjectLayouts, THREAD } from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import { GLOBAL_HASH_GUARD, GLOBAL_NEXT_HASH } from "../../vm/memory/memory.ts";
import { ARRAY_LENGTH, HASH_WORD, LOCK_WORD } from "../../vm/memory/object-layout.ts";
import { hashWordInState } from "../../vm/sharing/shared-objects.ts";
import { threadOf } from "../../vm/threads/waiting.ts";
import type { BootPart } from "./boot-part.ts";
import { NumberedObjects } from "./numbered-objects.ts";
import { HAS_ENDED, HAS_HEADER, hasGuard, headOf } from "./object-header-word.ts";
import {
  KNOWN_REFERENCE,
  REFERENCE_TAG,
  type StatePart,
  WORD_BITS,
  ZERO_BITS,
} from "./part-writer.ts";
import {
  canContinue,
  hasCell,
  KIND,
  KIND_BITS,
  LENGTH,
  NUMBER,
  NUMBER_ELEMENT,
  PART,
  partAt,
  QUESTION,
  Questions,
  REFERENCE_FIELD,
  TYPE,
} from "./questions.ts";
import {
  PART_BITS,
  PART_HIGH,
  PART_LOW,
  PART_REF_COUNT,
  PART_REFS,
  type ThreadParts,
} from "./thread-parts.ts";

/** A place to come back to. */
export interface Waypoint {
  count: number;
  bits: number;
  high: number;
  low: number;
}

/** Words that a saved start takes besides its objects. */
const SAVED = 4;

export class StateProjection {
  /**
   * Bits up to the last `settle`: what a vector of this part would have that
   * says by single bits which words are not 0, and then has those.
   */
  bits = 0;
  /** Words that were looked at since the walk was made. */
  looked = 0;
  /** The hash up to there. */
  high = 0;
  low = 0;
  /** The words since then. */
  #fresh = new Int32Array(1 << 5);
  #freshCount = 0;
  readonly #m: Machine;
  readonly #runs: RowInterner | null;
  readonly #isCanonical: boolean;
  readonly #threads: ThreadParts;
  readonly #shapes: ObjectLayouts;
  readonly #boot: BootWords;
  readonly #questions: Questions;
  readonly #bootPart: BootPart;
  readonly #objects: NumberedObjects;

  /** With `runs`, in which the parts' are kept too, the walk is exact. */
  constructor(
    m: Machine,
    boot: BootWords,
    bootPart: BootPart,
    threads: ThreadParts,
    runs: RowInterner | null = null,
    heapOrder: HeapOrder = "canonical",
  ) {
    this.#m = m;
    this.#runs = runs;
    this.#isCanonical = heapOrder === "canonical";
    this.#boot = boot;
    this.#bootPart = bootPart;
    this.#threads = threads;
    this.#shapes = new ObjectLayouts(m);
    this.#questions = new Questions(m, boot, this.#shapes);
    this.#objects = new NumberedObjects(m);
  }

  /** Objects numbered so far; the first has number 1. */
  get count(): number {
    return this.#objects.count;
  }

  /** Words of a vector up to the last `settle`. */
  get words(): number {
    return Math.ceil(this.bits / 32);
  }

  /** Starts with what is always part of the state; `pending` distinguishes what it waits for. */
  start(pending: number): void {
    const m = this.#m;
    this.bits = 0;
    this.high = 0x2545f491;
    this.low = 0x1b873593;
    this.#freshCount = 0;
    this.#objects.clear();
    // How many threads there are, and which words of each of them follow; their hashes say the latter.
    this.put(this.#runs === null ? m.threadCount : this.#threads.signature());
    this.put(pending);
    for (let word = GLOBAL_NEXT_HASH; word <= GLOBAL_HASH_GUARD; word++) this.put(m.H[word]!);
    for (let thread = 0; thread < m.threadCount; thread++)
      this.#putThread(this.#threads.of(thread));
    this.#putPart(this.#bootPart.now());
    this.settle(true);
  }

  /** Writes down where the walk stands, right after its start; where what was written ends. */
  save(into: WordStack): void {
    const { count, refs } = this.#objects;
    const words = into.reserve(count + SAVED);
    let { top } = into;
    for (let number = 1; number <= count; number++) words[top++] = refs[number]!;
    words[top++] = this.high;
    words[top++] = this.low;
    words[top++] = this.bits;
    words[top++] = count;
    into.top = top;
  }

  /** What was written down last, by itself. */
  copySaved({ words, top }: WordStack): Int32Array {
    return words.slice(top - SAVED - words[top - 1]!, top);
  }

  /** Starts on a state again that was written down last. */
  restart(from: WordStack): void {
    const { words } = from;
    let { top } = from;
    const count = words[--top]!;
    this.bits = words[--top]!;
    this.low = words[--top]!;
    this.high = words[--top]!;
    this.#freshCount = 0;
    this.#objects.clear();
    top -= count;
    from.top = top;
    for (let number = 1; number <= count; number++) this.#objects.add(words[top++]!);
  }

  // ---- words that are asked for ----

  /** The object of a number. */
  objectAt(number: number): number {
    return this.#objects.refs[number]!;
  }

  /** The number of an object, 0 when it has none. */
  numberOf(object: number): number {
    return this.#objects.numberOf(object);
  }

  /**
   * Asks for the words of a list, pairs of an object (0: none) and an offset,
   * and writes down the questions. False when one is of an object that has no
   * number yet.
   */
  readNew(list: Int32Array, from: number, to: number, into: WordStack): boolean {
    const questions = into.reserve(((to - from) >> 1) * QUESTION);
    let { top } = into;
    for (let at = from; at < to; at += 2) {
      const object = list[at]!;
      const offset = list[at + 1]!;
      let number = 0;
      if (object !== 0) {
        number = this.numberOf(object);
        if (number === 0) return false;
      }
      const meant = this.#questions.lastWord(object, offset);
      questions[top++] = number;
      questions[top++] = offset;
      questions[top++] = meant;
      if (at > from && canContinue(questions, top - QUESTION)) {
        // One more element of those in a word.
        this.#fresh[this.#freshCount - 1]! |= partAt(this.#m, object, offset);
      } else {
        this.#answer(object, offset, meant);
      }
    }
    into.top = top;
    return true;
  }

  /** Puts the answer to a question that makes sense. */
  #answer(object: number, offset: number, meant: number): void {
    const m = this.#m;
    switch (meant & KIND) {
      case NUMBER:
      case NUMBER_ELEMENT:
        this.put(m.H[object + offset]!);
        return;
      case PART:
        this.put(partAt(m, object, offset));
        return;
      case TYPE:
        this.put(m.H[object]! ^ (meant >> KIND_BITS));
        return;
      case LENGTH:
        this.put(m.H[object + ARRAY_LENGTH]! ^ (meant >> KIND_BITS));
        return;
      default:
        this.#reference(m.H[object + offset]!);
    }
  }

  /**
   * Asks the questions from `from` to `end`: each word is hashed, and noted in
   * `found` as an object (0: none) and an offset. Where a `list` of such pairs is
   * given, only as long as it continues with the same ones from `next` to `last`.
   * Returns how far it got: it stops at a question about a cell that the object does not have.
   */
  readAll(
    questions: Int32Array,
    from: number,
    end: number,
    found: WordStack,
    list: Int32Array | null = null,
    next = 0,
    last = 0,
  ): number {
    const { H } = this.#m;
    this.#reserve(end - from);
    const words = found.reserve(end - from);
    let { top } = found;
    let { refs, count } = this.#objects;
    let fresh = this.#fresh;
    let freshCount = this.#freshCount;
    let at = from;
    let listed = next;
    for (; at < end; at += QUESTION) {
      const number = questions[at]!;
      const offset = questions[at + 1]!;
      const meant = questions[at + 2]!;
      const kind = meant & KIND;
      let object = 0;
      if (number !== 0) {
        if (number > count) break;
        object = refs[number]!;
        // A field of just this class, as most are: it is there.
        const isSure = kind <= REFERENCE_FIELD && H[object] === meant >> KIND_BITS;
        if (!isSure && !hasCell(this.#m, object, offset, meant)) break;
      }
      if (list !== null) {
        if (listed === last || list[listed] !== object || list[listed + 1] !== offset) break;
        listed += 2;
      }
      if (kind === NUMBER) {
        fresh[freshCount++] = H[object + offset]!;
      } else if (kind === PART && at > from && canContinue(questions, at)) {
        fresh[freshCount - 1]! |= partAt(this.#m, object, offset);
      } else {
        this.#freshCount = freshCount;
        this.#answer(object, offset, meant);
        // A new object has taken more than one word.
        this.#reserve(end - at);
        ({ refs, count } = this.#objects);
        fresh = this.#fresh;
        freshCount = this.#freshCount;
      }
      words[top++] = object;
      words[top++] = offset;
    }
    this.#freshCount = freshCount;
    found.top = top;
    return at;
  }

  mark(into: Waypoint): void {
    into.count = this.count;
    into.bits = this.bits;
    into.high = this.high;
    into.low = this.low;
  }

  goBackTo(mark: Waypoint): void {
    this.#objects.keep(mark.count);
    this.bits = mark.bits;
    this.high = mark.high;
    this.low = mark.low;
    this.#freshCount = 0;
  }

  put(value: number): void {
    if (this.#freshCount === this.#fresh.length) this.#reserve(1);
    this.#fresh[this.#freshCount++] = value;
  }

  #reserve(count: number): void {
    const needed = this.#freshCount + count;
    if (needed <= this.#fresh.length) return;
    this.#fresh = grown(this.#fresh, 2 * needed);
  }

  /**
   * Makes the hash that of all words so far. An exact walk has a number for them
   * instead; where they have none yet they are given one if that `isWanted`, and
   * 0 otherwise.
   */
  settle(isWanted: boolean): void {
    this.looked += this.#freshCount;
    if (this.#runs !== null) this.#numberWords(this.#runs, isWanted);
    else this.#hash();
    this.#freshCount = 0;
  }

  #numberWords(runs: RowInterner, isWanted: boolean): void {
    const count = this.#freshCount;
    if (count === 0) return;
    const { words: stack } = runs;
    const start = stack.top;
    const words = stack.reserve(count + 1);
    words[stack.top++] = this.high;
    let zeros = 0;
    for (let i = 0; i < count; i++) {
      if (this.#fresh[i] === 0) zeros++;
      words[stack.top++] = this.#fresh[i]!;
    }
    this.high = 1 + (isWanted ? runs.keep(start) : runs.find(start));
    this.low = 0;
    this.bits += (count - zeros) * WORD_BITS + zeros * ZERO_BITS;
  }

  #hash(): void {
    const fresh = this.#fresh;
    const count = this.#freshCount;
    let a = this.high;
    let b = this.low;
    let zeros = 0;
    // 64 bits, each half of which feeds the other.
    for (let i = 0; i < count; i++) {
      let word = Math.imul(fresh[i]!, 0xcc9e2d51);
      if (word === 0) zeros++;
      word = (word << 15) | (word >>> 17);
      a ^= Math.imul(word, 0x1b873593);
      a = (Math.imul((a << 19) | (a >>> 13), 5) + b + 0x561ccd1b) | 0;
      b ^= Math.imul(word, 0x239b961b);
      b = (Math.imul((b << 13) | (b >>> 19), 5) + a + 0x32ac3b17) | 0;
    }
    this.high = a;
    this.low = b;
    this.bits += (count - zeros) * WORD_BITS + zeros * ZERO_BITS;
  }

  // ---- objects ----

  /** One word: what was there from the start by its address, what is known by its number, what is new by its class. */
  #reference(ref: number): void {
    if (ref < this.#boot.top) {
      this.put(ref << REFERENCE_TAG);
      return;
    }
    const number = this.#objects.numberOf(ref);
    if (number !== 0) {
      this.put((number << REFERENCE_TAG) | KNOWN_REFERENCE);
      return;
    }
    this.#objects.add(ref);
    if (!this.#isCanonical) this.put(ref);
    this.#putHeader(ref);
  }

  #putThread(at: number): void {
    const { words } = this.#threads;
    this.#putHash(words[at + PART_HIGH]!, words[at + PART_LOW]!, words[at + PART_BITS]!);
    const end = at + PART_REFS + words[at + PART_REF_COUNT]!;
    for (let i = at + PART_REFS; i < end; i++) this.#reference(words[i]!);
  }

  #putPart({ high, low, bits, refs, refCount }: StatePart): void {
    this.#putHash(high, low, bits);
    for (let i = 0; i < refCount; i++) this.#reference(refs[i]!);
  }

  /** Two words that stand for a whole part of this many bits. */
  #putHash(high: number, low: number, bits: number): void {
    this.put(high);
    this.put(low);
    this.bits += bits - (high === 0 ? ZERO_BITS : WORD_BITS) - (low === 0 ? ZERO_BITS : WORD_BITS);
  }

  #putHeader(ref: number): void {
    const m = this.#m;
    const { H } = m;
    const kind = this.#shapes.kindOf(H[ref]!);
    const lock = H[ref + LOCK_WORD]!;
    const hash = hashWordInState(m, H[ref + HASH_WORD]!);
    const guard = H[m.guards.wordOf(ref)]!;
    const ended = kind === THREAD ? this.#endedThread(ref) : -1;
    const more = ((lock | hash) === 0 ? 0 : HAS_HEADER) | (ended < 0 ? 0 : HAS_ENDED);
    this.put(headOf(guard, more));
    if ((more & HAS_HEADER) !== 0) {
      this.put(lock);
      this.put(hash);
    }
    if (ended >= 0) {
      this.put(ended);
      // Such an object can still be asked whether it was interrupted.
      this.put(m.threadAt(ended).isInterrupted ? 1 : 0);
    }
    if (!hasGuard(guard)) this.#putGuard(guard);
  }

  /** What guards something: a code, which is odd, or a lock. */
  #putGuard(guard: number): void {
    if ((guard & 1) === 1) {
      this.put(guard);
      return;
    }
    this.put(0);
    this.#reference(guard);
  }

  /** The thread of a Thread, if it has ended; else -1. */
  #endedThread(ref: number): number {
    const thread = threadOf(this.#m, ref);
    return thread >= 0 && this.#m.threadAt(thread).hasEnded ? thread : -1;
  }
}
