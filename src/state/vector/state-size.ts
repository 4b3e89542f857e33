/**
 * How large a state's vector is, in two encodings that are the same for all reductions, so that
 * sizes can be compared. plain: every word of the state that counts has its place: the records of threads, live slots,
 * of each object its class, lock, identity hash, guard (and length) and the fields that count. This is what the
 * thesis counts. compressed: the same words as the Canonicalizer writes them, where words that are 0 take a bit.
 *
 * Boxes that the library keeps for small numbers go by their value in both (cached-boxes.ts), for all reductions.
 *
 * What counts is what a liveness analysis says, and, for a state that is known by its live part, only
 * those fields, elements, types and lengths of it that are live; of elements of less than a word, the words that they are in.
 */
import type { ThreadView } from "../../vm/code/thread-view.ts";
import type { Machine } from "../../vm/machine.ts";
import { INITIALIZED } from "../../vm/memory/class-status.ts";
import { GLOBAL_HASH_GUARD, GLOBAL_NEXT_HASH, PERM_BASE } from "../../vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_WORD,
  LOCK_WORD,
  OBJECT_HEADER,
} from "../../vm/memory/object-layout.ts";
import { outerSection } from "../../vm/sharing/atomic-operations.ts";
import { hashWordInState } from "../../vm/sharing/shared-objects.ts";
import { BootFields } from "../boot-fields.ts";
import { type BootWords, GUARD_WORD, PLAIN_WORD } from "../boot-words.ts";
import { CachedBoxes } from "../cached-boxes.ts";
import { FoundObjects } from "../found-objects.ts";
import {
  DOUBLE_WORD_SLOT,
  MappedFrame,
  REFERENCE_SLOT,
  SLOT_KIND,
  SLOT_SHIFT,
} from "../frame-map.ts";
import type { HeapOrder } from "../heap-order.ts";
import type { FieldLiveness, LiveCells } from "../live-cells.ts";
import { DEAD, DEAD_ARRAY, ObjectLayouts, REFERENCE, REFERENCE_ARRAY } from "../object-layout.ts";
import { RECORD_KINDS, RECORD_WORDS, VALUE } from "../thread-record-words.ts";
import { MARKED_WORDS, MAX_BRIEF_LENGTH } from "./canonicalizer.ts";

/** Some words of memory. */
type Addresses = Pick<ReadonlySet<number>, "has">;

/** Bits of a word that say which of as many references are there. */
const BLOCK = 32;

export class StateSize {
  /** Words of the state that was measured last. */
  plain = 0;
  compressed = 0;
  readonly #m: Machine;
  readonly #frame: MappedFrame;
  readonly #fields: FieldLiveness | null;
  readonly #boxes: CachedBoxes | null;
  readonly #shapes: ObjectLayouts;
  readonly #boot: BootWords;
  readonly #bootFields: BootFields;
  readonly #found: FoundObjects;

  /** `boot` knows the words from before the start that have changed in the state. */
  constructor(m: Machine, liveness: LiveCells, boot: BootWords, heapOrder: HeapOrder) {
    this.#m = m;
    this.#frame = new MappedFrame(m, liveness.frames);
    this.#fields = liveness.fields;
    this.#boxes = heapOrder === "canonical" ? new CachedBoxes(m) : null;
    this.#shapes = new ObjectLayouts(m, liveness.fields);
    this.#boot = boot;
    this.#bootFields = new BootFields(m, boot);
    this.#found = new FoundObjects(m);
  }

  /** Measures the machine's present state; where `live` is given, only those fields and elements of it, by address. */
  measure(pending: number, live: Addresses | null = null): void {
    const m = this.#m;
    const { H, threadCount } = m;
    this.plain = 0;
    this.compressed = 0;
    this.#found.start();
    if (this.#fields !== null) this.#shapes.use(this.#fields.ofState());
    this.#add(1, 1);
    this.#addWord(pending);
    for (let word = GLOBAL_NEXT_HASH; word <= GLOBAL_HASH_GUARD; word++) this.#addWord(H[word]!);
    for (let thread = 0; thread < threadCount; thread++) this.#addThread(m.threadAt(thread));
    this.#addDirty(live);
    for (let i = 0; i < this.#found.count; i++) {
      this.#addObject(this.#found.objects[i]!, live);
    }
    for (let thread = 0; thread < threadCount; thread++) {
      // Which object stands for a thread that has ended, and whether it was interrupted.
      if (m.threadAt(thread).hasEnded) this.#add(2, 1);
    }
  }

  #add(plain: number, compressed: number): void {
    this.plain += plain;
    this.compressed += compressed;
  }

  /** A word that takes nothing but a bit where it is 0. */
  #addWord(word: number): void {
    this.#add(1, word === 0 ? 0 : 1);
  }

  #find(ref: number): void {
    if (ref < this.#boot.top || this.#found.has(ref)) return;
    if (this.#boxes === null || this.#boxes.numberOf(ref) === 0) this.#found.add(ref);
  }

  #addReference(ref: number): void {
    this.#addWord(ref);
    this.#find(ref);
  }

  #addThread(thread: ThreadView): void {
    const m = this.#m;
    if (thread.hasEnded) {
      this.#add(2, 1);
      return;
    }
    this.#add(1, 1);
    for (let i = 0; i < RECORD_WORDS.length; i++) {
      const word = RECORD_WORDS[i]!;
      const value = m.H[thread.record + word]!;
      if (RECORD_KINDS[word] === VALUE) this.#addWord(value);
      else this.#addReference(value);
    }
    let { section } = thread;
    this.#add(1, section === 0 ? 0 : 1);
    for (; section !== 0; section = outerSection(m, section)) this.#add(1, 1);
    this.#addFrames(thread);
  }

  #addFrames(thread: ThreadView): void {
    const { S } = this.#m;
    const frame = this.#frame;
    this.#add(1, 1);
    for (let found = frame.top(thread); found; found = frame.caller()) {
      const { slots, fp } = frame;
      // A program counter is one word, but takes two: its method and how far it is from the start.
      this.#add(1, 2);
      for (let i = frame.begin; i < frame.end; i++) {
        const slot = slots[i]!;
        const kind = slot & SLOT_KIND;
        const count = kind === DOUBLE_WORD_SLOT ? 2 : 1;
        this.#add(count, count);
        if (kind === REFERENCE_SLOT) this.#find(S[fp + (slot >> SLOT_SHIFT)]!);
      }
    }
  }

  /** Words from before the start that have changed: each with its address. */
  #addDirty(live: Addresses | null): void {
    const { H } = this.#m;
    const boot = this.#boot;
    this.#bootFields.look();
    this.#add(1, 1);
    for (let i = 0; i < boot.count; i++) {
      const index = boot.ordered[i]!;
      const address = boot.addresses[index]!;
      const value = H[address]!;
      if (value === boot.initialValues[index] || this.#isDead(address)) continue;
      const isField = this.#bootFields.isField[index] === 1;
      if (live !== null && isField && !live.has(address)) continue;
      this.#add(2, value === INITIALIZED ? 1 : 2);
      const kind = boot.kinds[index];
      if (kind === GUARD_WORD) this.#findGuard(value);
      else if (kind !== PLAIN_WORD) this.#find(value);
    }
  }

  /** Of what was there from the start, static fields can be dead and nothing else. */
  #isDead(address: number): boolean {
    return address < PERM_BASE && this.#shapes.isStaticDead(address);
  }

  #findGuard(guard: number): void {
    if ((guard & 1) === 0) this.#find(guard);
  }

  #addObject(ref: number, live: Addresses | null): void {
    const m = this.#m;
    const { H } = m;
    const classId = H[ref]!;
    const guard = H[m.guards.wordOf(ref)]!;
    const hasType = live === null || live.has(ref);
    this.#add(hasType ? 1 : 0, hasType ? 2 : 1);
    this.#addWord(H[ref + LOCK_WORD]!);
    this.#addWord(hashWordInState(m, H[ref + HASH_WORD]!));
    this.#addWord(guard);
    this.#findGuard(guard);
    const words = m.classTables.instanceWords[classId]!;
    if (words === 0) {
      this.#addArray(ref, classId, live);
      return;
    }
    const shape = this.#shapes.shapeOf(classId);
    let marked = 0;
    for (let i = OBJECT_HEADER; i < words; i++) {
      if (shape[i] === DEAD || (live !== null && !live.has(ref + i))) continue;
      const word = H[ref + i]!;
      this.#add(1, word === 0 && marked < MARKED_WORDS ? 0 : 1);
      marked++;
      if (shape[i] === REFERENCE) this.#find(word);
    }
  }

  #addArray(ref: number, classId: number, live: Addresses | null): void {
    const m = this.#m;
    const { H } = m;
    const hasLength = live === null || live.has(ref + ARRAY_LENGTH);
    if (hasLength) this.#add(1, H[ref + ARRAY_LENGTH]! < MAX_BRIEF_LENGTH ? 0 : 1);
    const kind = this.#shapes.kindOf(classId);
    if (kind === DEAD_ARRAY) return;
    const end = ref + m.wordsOf(ref);
    const isReference = kind === REFERENCE_ARRAY;
    let count = 0;
    for (let at = ref + ARRAY_DATA; at < end; at++) {
      if (live !== null && !live.has(at)) continue;
      count++;
      this.#add(1, isReference && H[at] === 0 ? 0 : 1);
      if (isReference) this.#find(H[at]!);
    }
    if (isReference) this.#add(0, Math.ceil(count / BLOCK));
  }
}
