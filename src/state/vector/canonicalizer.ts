/**
 * HOT. Writes the state of a machine as a vector of words that is equal for
 * equal states and different for different ones. Objects are numbered in the
 * order in which they are found from the threads' frames and the statics, so
 * where they lie in the heap does not matter and garbage never appears.
 *
 * What was made before the program's start has fixed addresses and is left out
 * unless it was written to: `noteWrites` remembers every such word, and the
 * vector holds those that differ from their first value.
 *
 * Vectors are written briefly, whatever is left out of them: in front of some words
 * stands one that says which of them are not 0, and only those follow. How large
 * they would be with all words in their places is for state-size.ts to say.
 *
 * Where objects are known by when they were made (heap-order.ts), their numbers are their addresses.
 */
import { nextEpoch } from "../../core/stamps.ts";
import { grown, sparseWords } from "../../core/words.ts";
import type { ThreadView } from "../../vm/code/thread-view.ts";
import type { Machine } from "../../vm/machine.ts";
import { INITIALIZED } from "../../vm/memory/class-status.ts";
import { GLOBAL_HASH_GUARD, GLOBAL_NEXT_HASH, HEAP_BASE } from "../../vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_WORD,
  LOCK_WORD,
  OBJECT_HEADER,
} from "../../vm/memory/object-layout.ts";
import { hashWordInState } from "../../vm/sharing/shared-objects.ts";
import { BootWords, GUARD_WORD, REFERENCE_WORD } from "../boot-words.ts";
import { boxConstantsFor, type CachedBoxes } from "../cached-boxes.ts";
import {
  DOUBLE_WORD_SLOT,
  MappedFrame,
  REFERENCE_SLOT,
  SLOT_KIND,
  SLOT_SHIFT,
} from "../frame-map.ts";
import type { HeapOrder } from "../heap-order.ts";
import { ALL_LIVE, type FieldLiveness, type LiveCells } from "../live-cells.ts";
import { DEAD, DEAD_ARRAY, ObjectLayouts, REFERENCE, REFERENCE_ARRAY } from "../object-layout.ts";
import { hasNoSection, putSections } from "../operation-words.ts";
import { RECORD_KINDS, RECORD_WORDS, VALUE } from "../thread-record-words.ts";
import { VectorWords } from "./vector-writer.ts";

/** In the first word of a thread, above its status: what else there is. */
const FIRST_BIT = 1 << 4;
/**
 * The first word of an object, which follows its class: which of lock, hash and guard
 * there are (the latter a code or a lock), and then which of its first words, or one
 * more than an array's length (0: in a word of its own).
 */
const HAS_LOCK = 1;
const HAS_HASH = 2;
const HAS_GUARD_CODE = 4;
const HAS_GUARD_LOCK = 8;
const FIRST_OBJECT_BIT = 16;
export const MARKED_WORDS = 27;
export const MAX_BRIEF_LENGTH = (1 << 27) - 1;
/** In front of the number of a lock that guards a word from the start: neither 0 nor a code, which is odd. */
const GUARDED_BY_LOCK = 2;

export class Canonicalizer extends VectorWords {
  /** Of the parts. */
  threadParts = 0;
  /** Objects in that vector. */
  objects = 0;
  readonly #m: Machine;
  readonly #frame: MappedFrame;
  readonly #fields: FieldLiveness | null;
  readonly #boxes: CachedBoxes | null;
  readonly #isCanonical: boolean;
  readonly #shapes: ObjectLayouts;
  readonly #boot: BootWords;
  /** Everything below this word was made before the program's start. */
  readonly #bootTop: number;
  /** By half address: when an object was numbered, and its number. */
  readonly #stamps: Int32Array;
  readonly #numbers: Int32Array;
  #epoch = 0;
  #queue = new Int32Array(1 << 10);
  #queued = 0;

  /** What is dead is left out. */
  constructor(m: Machine, liveness: LiveCells = ALL_LIVE, heapOrder: HeapOrder = "canonical") {
    super();
    const { frames, fields } = liveness;
    this.#m = m;
    this.#frame = new MappedFrame(m, frames);
    this.#fields = fields;
    this.#isCanonical = heapOrder === "canonical";
    this.#boxes = this.#isCanonical ? boxConstantsFor(m, liveness) : null;
    this.#shapes = new ObjectLayouts(m, fields);
    this.#boot = new BootWords(m, this.#shapes);
    this.#bootTop = this.#boot.top;
    this.#stamps = sparseWords((m.H.length - HEAP_BASE) >> 1);
    this.#numbers = sparseWords((m.H.length - HEAP_BASE) >> 1);
  }

  /** The words from before the start that are known to have changed. */
  get bootWords(): BootWords {
    return this.#boot;
  }

  /** To be called after each transition with where the undo log stood before it. */
  noteWrites(since: number): void {
    this.#m.forEachLogged(since, (address, old) => {
      if (this.#boot.has(address)) this.#boot.track(address, old);
    });
  }

  /** Writes the vector of the machine's present state; `pending` distinguishes what a state waits for. */
  write(pending: number): void {
    const m = this.#m;
    this.startVector();
    this.objects = 0;
    this.#epoch = nextEpoch(this.#stamps, this.#epoch);
    this.#queued = 0;
    const threads = m.threadCount;
    if (this.#fields !== null) this.#shapes.use(this.#fields.ofState());
    this.#writeGlobals(pending);
    this.endPart();
    for (let thread = 0; thread < threads; thread++) {
      this.#writeThread(m.threadAt(thread));
      this.endPart();
    }
    this.threadParts = this.parts;
    this.#writeDirty();
    this.endPart();
    for (let i = 0; i < this.#queued; i++) {
      this.#writeObject(this.#queue[i]!);
      this.endPart();
    }
    this.#writeEnded(threads);
    this.endPart();
  }

  #writeGlobals(pending: number): void {
    const { H, threadCount } = this.#m;
    const at = this.putHead();
    let used = this.putSome(pending, 1);
    for (let word = GLOBAL_NEXT_HASH; word <= GLOBAL_HASH_GUARD; word++) {
      used |= this.putSome(H[word]!, 2 << (word - GLOBAL_NEXT_HASH));
    }
    this.vector[at] = (threadCount << 16) | used;
  }

  /** An object's number: 0 for null, negative for what was there from the start. */
  #number(ref: number): number {
    if (ref < this.#bootTop) return this.#m.fixedNumbers.reference(ref);
    const half = (ref - HEAP_BASE) >> 1;
    if (this.#stamps[half] === this.#epoch) return this.#numbers[half]!;
    if (this.#boxes !== null) {
      const constant = this.#boxes.numberOf(ref);
      if (constant !== 0) return constant;
    }
    this.objects++;
    const number = this.#isCanonical ? this.objects : ref;
    this.#stamps[half] = this.#epoch;
    this.#numbers[half] = number;
    if (this.#queued === this.#queue.length) this.#queue = grown(this.#queue, this.#queued * 2);
    this.#queue[this.#queued++] = ref;
    return number;
  }

  #writeThread(thread: ThreadView): void {
    const { H } = this.#m;
    const { record } = thread;
    if (thread.hasEnded) {
      this.put(thread.status | (thread.wasJoined ? FIRST_BIT : 0));
      return;
    }
    const at = this.putHead();
    let used = 0;
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      const word = RECORD_WORDS[i]!;
      const value = H[record + word]!;
      if (value === 0) continue;
      used |= FIRST_BIT << i;
      this.put(RECORD_KINDS[word] === VALUE ? value : this.#number(value));
    }
    if (!hasNoSection(thread)) {
      used |= FIRST_BIT << RECORD_WORDS.length;
      putSections(this.#m, thread, this);
    }
    this.vector[at] = thread.status | used;
    this.#writeFrames(thread);
  }

  #writeFrames(thread: ThreadView): void {
    const { S } = this.#m;
    const frame = this.#frame;
    for (let found = frame.top(thread); found; found = frame.caller()) {
      const { slots, fp, end } = frame;
      const vector = this.reserve(2 * (end - frame.begin) + 2);
      let to = this.length;
      vector[to++] = frame.method;
      vector[to++] = frame.distance;
      for (let i = frame.begin; i < end; i++) {
        const slot = slots[i]!;
        const at = fp + (slot >> SLOT_SHIFT);
        const kind = slot & SLOT_KIND;
        vector[to++] = kind === REFERENCE_SLOT ? this.#number(S[at]!) : S[at]!;
        if (kind === DOUBLE_WORD_SLOT) vector[to++] = S[at + 1]!;
      }
      this.length = to;
    }
    this.put(0);
  }

  #writeDirty(): void {
    const { H } = this.#m;
    const boot = this.#boot;
    for (let i = 0; i < boot.count; i++) {
      const index = boot.ordered[i]!;
      const address = boot.addresses[index]!;
      const value = H[address]!;
      if (value === boot.initialValues[index] || boot.isDead(address)) continue;
      // Mostly these are classes that have been initialised.
      if (value === INITIALIZED) {
        this.put(-boot.numbers[index]!);
        continue;
      }
      this.put(boot.numbers[index]!);
      const kind = boot.kinds[index];
      const isLock = kind === GUARD_WORD && value !== 0 && (value & 1) === 0;
      if (isLock) this.put(GUARDED_BY_LOCK);
      this.put(isLock || kind === REFERENCE_WORD ? this.#number(value) : value);
    }
    this.put(0);
  }

  /** Puts what stands in front of an object's words; the answer is the place of the word that says which of those follow. */
  #putHeader(ref: number, classId: number): number {
    const m = this.#m;
    const { H } = m;
    this.put(m.classTables.numbers[classId]!);
    const at = this.putHead();
    let used = this.putSome(H[ref + LOCK_WORD]!, HAS_LOCK);
    used |= this.putSome(hashWordInState(m, H[ref + HASH_WORD]!), HAS_HASH);
    const guard = H[m.guards.wordOf(ref)]!;
    if ((guard & 1) === 1) used |= this.putSome(guard, HAS_GUARD_CODE);
    else used |= this.putSome(this.#number(guard), HAS_GUARD_LOCK);
    this.vector[at] = used;
    return at;
  }

  #writeObject(ref: number): void {
    const m = this.#m;
    const { H } = m;
    const classId = H[ref]!;
    const words = m.classTables.instanceWords[classId]!;
    const head = this.#putHeader(ref, classId);
    if (words === 0) {
      this.#writeArray(ref, classId, head);
      return;
    }
    const vector = this.reserve(words);
    const shape = this.#shapes.shapeOf(classId);
    let at = this.length;
    let bit = FIRST_OBJECT_BIT;
    for (let i = OBJECT_HEADER; i < words; i++) {
      if (shape[i] === DEAD) continue;
      const word = H[ref + i]!;
      const isMarked = bit > 0;
      if (word !== 0 || !isMarked) {
        vector[at++] = shape[i] === REFERENCE && word !== 0 ? this.#number(word) : word;
        if (isMarked) vector[head]! |= bit;
      }
      if (isMarked) bit <<= 1;
    }
    this.length = at;
  }

  #writeArray(ref: number, classId: number, head: number): void {
    const m = this.#m;
    const { H } = m;
    const length = H[ref + ARRAY_LENGTH]!;
    if (length < MAX_BRIEF_LENGTH) this.vector[head]! |= (length + 1) * FIRST_OBJECT_BIT;
    else this.put(length);
    const end = ref + m.wordsOf(ref);
    const kind = this.#shapes.kindOf(classId);
    if (kind === DEAD_ARRAY) return;
    const vector = this.reserve(2 * (end - ref));
    let at = this.length;
    if (kind !== REFERENCE_ARRAY) {
      for (let i = ref + ARRAY_DATA; i < end; i++) vector[at++] = H[i]!;
      this.length = at;
      return;
    }
    // Tables of references are mostly empty.
    for (let i = ref + ARRAY_DATA; i < end; i += 32) {
      const block = at++;
      let used = 0;
      for (let j = i; j < end && j < i + 32; j++) {
        const word = H[j]!;
        if (word === 0) continue;
        used |= 1 << (j - i);
        vector[at++] = this.#number(word);
      }
      vector[block] = used;
    }
    this.length = at;
  }

  /** Which objects stand for threads that have ended, as far as a program can still ask. */
  #writeEnded(threads: number): void {
    for (let t = 0; t < threads; t++) {
      const thread = this.#m.threadAt(t);
      if (!thread.hasEnded) continue;
      const { object } = thread;
      const half = (object - HEAP_BASE) >> 1;
      const isKnown = object >= this.#bootTop && this.#stamps[half] === this.#epoch;
      const number = isKnown ? this.#numbers[half]! : object < this.#bootTop ? -object : 0;
      // Such an object can still be asked whether it was interrupted.
      const canBeAsked = isKnown || object < this.#bootTop;
      this.put(number * 2 + (canBeAsked && thread.isInterrupted ? 1 : 0));
    }
  }
}
