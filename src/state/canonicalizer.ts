/**
 * HOT. Writes the state of a machine as a vector of words that is equal for
 * equal states and different for different ones. Objects are numbered in the
 * order in which they are found from the threads' frames and the statics, so
 * where they lie in the heap does not matter and garbage never appears.
 *
 * What was made before the program's start has fixed addresses and is left out
 * unless it was written to: `noteWrites` remembers every such word, and the
 * vector holds those that differ from their first value.
 */
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_MASK,
  HASH_WORD,
  LOCK_WORD,
  OBJECT_HEADER,
} from "../vm/layout.ts";
import type { Machine } from "../vm/machine.ts";
import {
  GLOBAL_HASH_GUARD,
  GLOBAL_NEXT_HASH,
  GLOBAL_NUMBER_GUARD,
  GLOBAL_SHUTTING_DOWN,
  HEAP_BASE,
  MAX_HELD,
  PERM_BASE,
  STATIC_BASE,
  T_ATOMIC,
  T_COUNT,
  T_FLAGS,
  T_FP,
  T_HELD,
  T_HELD_COUNT,
  T_OBJECT,
  T_PC,
  T_SP,
  T_STATUS,
  T_TARGET,
  threadRecord,
} from "../vm/memory.ts";
import { callerPc } from "../vm/stack-walk.ts";
import { ThreadStatus } from "../vm/thread-status.ts";
import { DOUBLE_WORD_SLOT, FrameMaps, REFERENCE_SLOT } from "./frame-map.ts";

/** What a class's instances look like: 1 for each word that holds a reference. */
type Shape = Uint8Array;

/** Kinds of words. */
const PLAIN_WORD = 0;
const REFERENCE_WORD = 1;
const GUARD_WORD = 2;

export class Canonicalizer {
  /** The vector of the last state written, `length` words of it. */
  vector = new Int32Array(1 << 12);
  length = 0;
  /** Objects in that vector. */
  objects = 0;
  readonly #m: Machine;
  readonly #frames: FrameMaps;
  readonly #shapes: (Shape | undefined)[] = [];
  /** Everything below this word was made before the program's start. */
  readonly #bootTop: number;
  /** By half address: when an object was numbered, and its number. */
  readonly #stamps: Int32Array;
  readonly #numbers: Int32Array;
  #epoch = 0;
  #queue = new Int32Array(1 << 10);
  #queued = 0;
  /** Words of the boot area (and guards of what is in it) ever written: addresses ascending, first values, kinds. */
  #dirty = new Int32Array(64);
  #first = new Int32Array(64);
  #kinds = new Uint8Array(64);
  #dirtyCount = 0;
  readonly #known = new Set<number>();

  constructor(m: Machine) {
    this.#m = m;
    this.#frames = new FrameMaps(m);
    this.#bootTop = m.heapTop;
    this.#stamps = new Int32Array((m.H.length - HEAP_BASE) >> 1);
    this.#numbers = new Int32Array((m.H.length - HEAP_BASE) >> 1);
  }

  /** To be called after each transition with where the undo log stood before it. */
  noteWrites(since: number): void {
    this.#m.forEachLogged(since, (address, old) => {
      if (!this.#isBootWord(address) || this.#known.has(address)) return;
      this.#known.add(address);
      this.#insertDirty(address, old);
    });
  }

  #isBootWord(address: number): boolean {
    // The guard of an object made before the start, or of a static field.
    if (this.#isGuard(address)) return this.#m.discipline.guardedBy(address) < this.#bootTop;
    return address >= STATIC_BASE && address < this.#bootTop;
  }

  #isGuard(address: number): boolean {
    const { guardBase } = this.#m.discipline;
    return address >= guardBase && address < guardBase + this.#m.heapWords;
  }

  #insertDirty(address: number, old: number): void {
    if (this.#dirtyCount === this.#dirty.length) {
      const length = this.#dirtyCount * 2;
      this.#dirty = grown(this.#dirty, length);
      this.#first = grown(this.#first, length);
      const kinds = new Uint8Array(length);
      kinds.set(this.#kinds);
      this.#kinds = kinds;
    }
    let at = this.#dirtyCount++;
    while (at > 0 && this.#dirty[at - 1]! > address) {
      this.#dirty[at] = this.#dirty[at - 1]!;
      this.#first[at] = this.#first[at - 1]!;
      this.#kinds[at] = this.#kinds[at - 1]!;
      at--;
    }
    this.#dirty[at] = address;
    this.#first[at] = old;
    this.#kinds[at] = this.#kindOf(address);
  }

  #kindOf(address: number): number {
    if (this.#isGuard(address)) return GUARD_WORD;
    return this.#holdsReference(address) ? REFERENCE_WORD : PLAIN_WORD;
  }

  #holdsReference(address: number): boolean {
    const m = this.#m;
    if (address < PERM_BASE) return m.program.statics.references.includes(address - STATIC_BASE);
    let object = address < HEAP_BASE ? PERM_BASE : HEAP_BASE;
    for (let next = object; next <= address; next = object + m.wordsOf(object)) object = next;
    const cls = m.classOf(object);
    if (cls.component === null) return this.#shape(m.H[object]!)[address - object] === 1;
    return !cls.component.isPrimitive && address >= object + ARRAY_DATA;
  }

  #shape(classId: number): Shape {
    const known = this.#shapes[classId];
    if (known !== undefined) return known;
    const m = this.#m;
    const shape = new Uint8Array(m.instanceWords[classId]!);
    for (const offset of m.program.classes[classId]!.referenceOffsets) shape[offset] = 1;
    this.#shapes[classId] = shape;
    return shape;
  }

  /** Writes the vector of the machine's present state; `pending` tells apart what a state waits for. */
  write(pending: number): void {
    const m = this.#m;
    this.length = 0;
    this.objects = 0;
    this.#epoch++;
    this.#queued = 0;
    const threads = m.threadCount;
    this.#put(threads);
    this.#put(pending);
    // Counters decide the hashes, names and ids of what is yet to come.
    for (let word = GLOBAL_NEXT_HASH; word <= GLOBAL_SHUTTING_DOWN; word++) this.#put(m.H[word]!);
    this.#put(this.#guard(m.H[GLOBAL_NUMBER_GUARD]!));
    this.#put(this.#guard(m.H[GLOBAL_HASH_GUARD]!));
    for (let thread = 0; thread < threads; thread++) this.#writeThread(threadRecord(thread));
    this.#writeDirty();
    for (let i = 0; i < this.#queued; i++) this.#writeObject(this.#queue[i]!);
    this.#writeEnded(threads);
  }

  #put(word: number): void {
    if (this.length === this.vector.length) this.vector = grown(this.vector, this.length * 2);
    this.vector[this.length++] = word;
  }

  /** An object's number: 0 for null, negative for what was there from the start. */
  #number(ref: number): number {
    if (ref < this.#bootTop) return -ref;
    const half = (ref - HEAP_BASE) >> 1;
    if (this.#stamps[half] === this.#epoch) return this.#numbers[half]!;
    const number = ++this.objects;
    this.#stamps[half] = this.#epoch;
    this.#numbers[half] = number;
    if (this.#queued === this.#queue.length) this.#queue = grown(this.#queue, this.#queued * 2);
    this.#queue[this.#queued++] = ref;
    return number;
  }

  #writeThread(record: number): void {
    const m = this.#m;
    const { H } = m;
    const status = H[record + T_STATUS]!;
    this.#put(status);
    this.#put(H[record + T_FLAGS]!);
    if (status === ThreadStatus.terminated) return;
    const target = H[record + T_TARGET]!;
    // While a class is awaited the target is a word of the static area, not an object.
    this.#put(status === ThreadStatus.initializing ? target : this.#number(target));
    this.#put(H[record + T_COUNT]!);
    this.#put(H[record + T_ATOMIC]!);
    this.#put(this.#number(H[record + T_OBJECT]!));
    const held = H[record + T_HELD_COUNT]!;
    this.#put(held);
    for (let i = 0; i < held && i < MAX_HELD; i++) this.#put(this.#number(H[record + T_HELD + i]!));
    this.#writeFrames(record);
  }

  #writeFrames(record: number): void {
    const m = this.#m;
    const { H, S, space } = m;
    let pc = H[record + T_PC]!;
    let fp = H[record + T_FP]!;
    let sp = H[record + T_SP]!;
    while (pc !== 0) {
      const code = space.codes[space.methodOf[pc]!]!;
      const map = this.#frames.at(code, pc, sp - fp);
      const vector = this.#reserve(map.length + 1);
      let to = this.length;
      vector[to++] = pc;
      for (let i = 0; i < map.length; i += 2) {
        const at = fp + map[i]!;
        const kind = map[i + 1]!;
        vector[to++] = kind === REFERENCE_SLOT ? this.#number(S[at]!) : S[at]!;
        if (kind === DOUBLE_WORD_SLOT) vector[to++] = S[at + 1]!;
      }
      this.length = to;
      const linkage = fp + space.locals[code.method.id]!;
      pc = callerPc(m, code, S[linkage]!);
      sp = fp;
      fp = S[linkage + 1]!;
    }
    this.#put(0);
  }

  #writeDirty(): void {
    const { H } = this.#m;
    for (let i = 0; i < this.#dirtyCount; i++) {
      const address = this.#dirty[i]!;
      const value = H[address]!;
      if (value === this.#first[i]) continue;
      this.#put(address);
      const kind = this.#kinds[i];
      if (kind === PLAIN_WORD) this.#put(value);
      else this.#put(kind === GUARD_WORD ? this.#guard(value) : this.#number(value));
    }
    this.#put(0);
  }

  /** What guards something: a code, which is odd, or a lock. */
  #guard(guard: number): number {
    return (guard & 1) === 1 ? guard : this.#number(guard) * 2;
  }

  /** Makes room for so many words more; the loops below then write without looking. */
  #reserve(words: number): Int32Array {
    if (this.length + words > this.vector.length) {
      this.vector = grown(this.vector, Math.max(this.vector.length * 2, this.length + words));
    }
    return this.vector;
  }

  #writeObject(ref: number): void {
    const m = this.#m;
    const { H } = m;
    const classId = H[ref]!;
    const words = m.instanceWords[classId]!;
    if (words === 0) {
      this.#writeArray(ref, classId);
      return;
    }
    const vector = this.#reserve(words + 1);
    const shape = this.#shapes[classId] ?? this.#shape(classId);
    let at = this.length;
    vector[at++] = classId;
    vector[at++] = H[ref + LOCK_WORD]!;
    vector[at++] = H[ref + HASH_WORD]! & HASH_MASK;
    vector[at++] = this.#guard(H[m.discipline.guardOf(ref)]!);
    for (let i = OBJECT_HEADER; i < words; i++) {
      const word = H[ref + i]!;
      vector[at++] = shape[i] === 1 && word !== 0 ? this.#number(word) : word;
    }
    this.length = at;
  }

  #writeArray(ref: number, classId: number): void {
    const m = this.#m;
    const { H } = m;
    const end = ref + m.wordsOf(ref);
    const vector = this.#reserve(end - ref + 1);
    let at = this.length;
    vector[at++] = classId;
    vector[at++] = H[ref + LOCK_WORD]!;
    vector[at++] = H[ref + HASH_WORD]! & HASH_MASK;
    vector[at++] = this.#guard(H[m.discipline.guardOf(ref)]!);
    vector[at++] = H[ref + ARRAY_LENGTH]!;
    if (m.elementShift[classId] === 2 && !m.program.classes[classId]!.component!.isPrimitive) {
      for (let i = ref + ARRAY_DATA; i < end; i++) {
        const word = H[i]!;
        vector[at++] = word === 0 ? 0 : this.#number(word);
      }
    } else {
      for (let i = ref + ARRAY_DATA; i < end; i++) vector[at++] = H[i]!;
    }
    this.length = at;
  }

  /** Which objects stand for threads that have ended, as far as anybody can still ask. */
  #writeEnded(threads: number): void {
    const { H } = this.#m;
    for (let thread = 0; thread < threads; thread++) {
      const record = threadRecord(thread);
      if (H[record + T_STATUS] !== ThreadStatus.terminated) continue;
      const object = H[record + T_OBJECT]!;
      const half = (object - HEAP_BASE) >> 1;
      const isKnown = object >= this.#bootTop && this.#stamps[half] === this.#epoch;
      this.#put(isKnown ? this.#numbers[half]! : object < this.#bootTop ? -object : 0);
    }
  }
}

function grown(words: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(words);
  return larger;
}
