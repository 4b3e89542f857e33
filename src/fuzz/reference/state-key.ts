/**
 * A machine's state as a key for the reference search: equal for states that differ only in the addresses of
 * objects, different for all others. It does not use the checker's canonicalizer, frame maps and hashes,
 * which it helps to verify, and leaves out nothing that a thread can still use.
 */
import { contentKey } from "../../core/bulk-hash.ts";
import { holdsReference, SlotKind } from "../../program/types/verification-type.ts";
import { walkFrames } from "../../vm/code/frames.ts";
import { LINKAGE_WORDS } from "../../vm/code/instructions.ts";
import type { ThreadView } from "../../vm/code/thread-view.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, PERM_BASE, STATIC_BASE, THREAD_BASE } from "../../vm/memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_MASK,
  HASH_WORD,
  LOCK_WORD,
  OBJECT_HEADER,
} from "../../vm/memory/object-layout.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";

/** The slots of a frame that hold a value, as word offsets: references, and the words of other values. */
interface Slots {
  readonly references: readonly number[];
  readonly words: readonly number[];
}

export class CanonicalKey {
  readonly #m: Machine;
  /** Everything below existed before the program started. */
  readonly #bootTop: number;
  /** The first values of all words below `bootTop` that were written, and whether they hold references. */
  readonly #first = new Map<number, { readonly value: number; readonly isReference: boolean }>();
  readonly #slots = new Map<string, Slots>();
  readonly #words: number[] = [];
  #numbers = new Map<number, number>();
  #queue: number[] = [];

  constructor(m: Machine) {
    this.#m = m;
    this.#bootTop = m.heapTop;
  }

  /** Call after each step, with the position of the undo log before it. */
  noteWrites(since: number): void {
    this.#m.forEachLogged(since, (address, value) => {
      if (address >= this.#bootTop || address < STATIC_BASE || this.#first.has(address)) return;
      this.#first.set(address, { value, isReference: this.#holdsReference(address) });
    });
  }

  /** `pending` distinguishes what a state waits for. */
  of(pending: number): string {
    const m = this.#m;
    const words = this.#words;
    words.length = 0;
    this.#numbers = new Map();
    this.#queue = [];
    words.push(pending);
    for (let word = 0; word < THREAD_BASE; word++) words.push(m.H[word]!);
    for (let thread = 0; thread < m.threadCount; thread++) this.#thread(m.threadAt(thread));
    for (const [address, { value: first, isReference }] of this.#first) {
      const value = m.H[address]!;
      if (value === first) continue;
      words.push(address, isReference ? this.#number(value) : value);
    }
    words.push(-1);
    for (let i = 0; i < this.#queue.length; i++) this.#object(this.#queue[i]!);
    return contentKey(new Uint8Array(Int32Array.from(words).buffer));
  }

  /** Boot objects keep their addresses. */
  #number(ref: number): number {
    if (ref < this.#bootTop) return -ref;
    let number = this.#numbers.get(ref);
    if (number === undefined) {
      number = this.#queue.push(ref);
      this.#numbers.set(ref, number);
    }
    return number;
  }

  #thread(thread: ThreadView): void {
    const m = this.#m;
    const words = this.#words;
    const { status, target } = thread;
    words.push(status, this.#number(thread.object));
    if (thread.hasEnded) return;
    words.push(thread.flags, thread.savedEntries, thread.atomicDepth, thread.gate);
    // If the thread waits for a class, the target is a word of the static area.
    words.push(status === ThreadStatus.initializing ? target : this.#number(target));
    walkFrames(m, thread, ({ code, pc, fp, sp }) => {
      const key = `${pc} ${sp - fp}`;
      let slots = this.#slots.get(key);
      if (slots === undefined) {
        slots = slotsOf(m, pc, sp - fp);
        this.#slots.set(key, slots);
      }
      words.push(pc, code.method.id);
      for (const at of slots.references) words.push(this.#number(m.S[fp + at]!));
      for (const at of slots.words) words.push(m.S[fp + at]!);
      return true;
    });
    words.push(-1);
  }

  #object(ref: number): void {
    const m = this.#m;
    const { H } = m;
    const words = this.#words;
    const cls = m.classOf(ref);
    words.push(cls.id, H[ref + LOCK_WORD]!, H[ref + HASH_WORD]! & HASH_MASK);
    const end = ref + m.wordsOf(ref);
    if (cls.component !== null) {
      words.push(H[ref + ARRAY_LENGTH]!);
      const isPrimitive = cls.component.isPrimitive;
      for (let at = ref + ARRAY_DATA; at < end; at++) {
        words.push(isPrimitive ? H[at]! : this.#number(H[at]!));
      }
      return;
    }
    for (let at = ref + OBJECT_HEADER; at < end; at++) {
      words.push(cls.referenceOffsets.includes(at - ref) ? this.#number(H[at]!) : H[at]!);
    }
  }

  #holdsReference(address: number): boolean {
    const m = this.#m;
    if (address < PERM_BASE) return m.program.statics.references.includes(address - STATIC_BASE);
    let object = address < HEAP_BASE ? PERM_BASE : HEAP_BASE;
    for (let next = object; next <= address; next = object + m.wordsOf(object)) object = next;
    const cls = m.classOf(object);
    if (cls.component === null) return cls.referenceOffsets.includes(address - object);
    return !cls.component.isPrimitive && address >= object + ARRAY_DATA;
  }
}

function slotsOf(m: Machine, pc: number, size: number): Slots {
  const code = m.space.codeAt(pc);
  const kinds = m.typesOf(code).kindsAt(m.space.offsetAt(pc));
  const references: number[] = [];
  const words: number[] = [];
  const add = (kind: number, at: number): void => {
    if (at >= size) return;
    if (holdsReference(kind)) references.push(at);
    else if (kind === SlotKind.int || kind === SlotKind.float) words.push(at);
    else if (kind === SlotKind.long || kind === SlotKind.double) words.push(at, at + 1);
  };
  const linkage = m.space.locals[code.method.id]!;
  kinds?.locals.forEach((kind, i) => {
    add(kind, i * 2);
  });
  kinds?.stack.forEach((kind, i) => {
    add(kind, linkage + LINKAGE_WORDS + i * 2);
  });
  // The lock of a synchronized method.
  if (code.method.isSynchronized && pc !== code.start) references.push(linkage + 2);
  return { references, words };
}
