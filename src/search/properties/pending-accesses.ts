/**
 * HOT. What the threads are about to do to memory. Between two steps each
 * thread stands in front of an instruction; this says which bytes of the heap
 * or the statics that instruction will read or write. Everything is kept in
 * arrays that are used again, so that looking at a state allocates nothing.
 */

import { CHECKED_DEPTH, CHECKED_PLAIN, FIRST_CHECKED, I } from "../../vm/code/instructions.ts";
import type { Machine } from "../../vm/machine.ts";
import { T_ATOMIC, T_PC, T_SP, T_STATUS, threadRecord } from "../../vm/memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { ThreadStatus } from "../../vm/memory/thread-status.ts";
import {
  type AccessMode,
  type AccessSink,
  BY_FIELD,
  PLAIN,
} from "../../vm/native-api/memory-access.ts";
import { isInSection } from "../../vm/sharing/gate-operations.ts";
import { addNativeAccesses } from "./native-accesses.ts";

/** First JVM opcode that stores into an array; those that move two words. */
const FIRST_STORE = 79;
const LALOAD = 47;
const LASTORE = 80;
const AASTORE = 83;
const BYTES = 4;

export class PendingAccesses implements AccessSink {
  count = 0;
  /** Writes among them: without one there is nothing to compare. */
  writes = 0;
  threads = new Int32Array(64);
  pcs = new Int32Array(64);
  /** The object accessed; 0 for a static field. */
  objects = new Int32Array(64);
  /** Bytes of the machine's memory: from, and the first behind. */
  from = new Float64Array(64);
  to = new Float64Array(64);
  isWrite = new Uint8Array(64);
  modes = new Uint8Array(64);
  #thread = 0;
  #pc = 0;

  /** Looks at all threads. */
  collect(m: Machine): void {
    const { H } = m;
    const { code } = m.space;
    this.count = 0;
    this.writes = 0;
    const threads = m.threadCount;
    for (let thread = 0; thread < threads; thread++) {
      const record = threadRecord(thread);
      const status = H[record + T_STATUS]!;
      // Who waited for a class to be initialised is in front of the access once it is.
      if (status !== ThreadStatus.runnable && status !== ThreadStatus.initializing) continue;
      // Nobody can come in between the steps of a section.
      if (H[record + T_ATOMIC] !== 0 || isInSection(m, thread)) continue;
      const pc = H[record + T_PC]!;
      const op = code[pc]!;
      this.#thread = thread;
      this.#pc = pc;
      if (op >= FIRST_CHECKED) {
        if (op < I.getstaticChecked) this.#addMemory(m, op, pc, H[record + T_SP]!);
        else if (op <= I.putstatic2Checked) this.#addStatic(m, op, pc);
      } else if (isCall(op)) {
        addNativeAccesses(m, op, pc, H[record + T_SP]!, this);
      }
    }
  }

  #addMemory(m: Machine, op: number, pc: number, sp: number): void {
    const plain = CHECKED_PLAIN[op - FIRST_CHECKED]!;
    const object = m.S[sp - CHECKED_DEPTH[op - FIRST_CHECKED]!]!;
    if (object === 0) return;
    if (plain < I.getfield) {
      this.#addElement(m, plain, object, sp);
      return;
    }
    const at = (object + m.space.code[pc + 1]!) * BYTES;
    const isWide = plain === I.getfield2 || plain === I.putfield2;
    const isWrite = plain !== I.getfield && plain !== I.getfield2;
    this.add(object, at, at + (isWide ? 2 : 1) * BYTES, isWrite, BY_FIELD);
  }

  #addElement(m: Machine, plain: number, array: number, sp: number): void {
    const isStore = plain >= FIRST_STORE;
    const index = m.S[sp - 2 - (isStore ? (plain === LASTORE ? 4 : 2) : 0)]!;
    if (index >>> 0 >= m.H[array + ARRAY_LENGTH]!) return;
    if (plain === AASTORE && !isStorable(m, array, m.S[sp - 2]!)) return;
    const size = plain === LALOAD ? 8 : 2 ** m.elementShift[m.H[array]!]!;
    const at = (array + ARRAY_DATA) * BYTES + index * size;
    this.add(array, at, at + size, isStore, PLAIN);
  }

  #addStatic(m: Machine, op: number, pc: number): void {
    const { code } = m.space;
    const cls = m.program.classes[code[pc + 2]! & 0xffffff]!;
    // Until then only the thread that initialises the class gets through.
    if (!m.isInitialized(cls)) return;
    const at = code[pc + 1]! * BYTES;
    const isWide = op === I.getstatic2Checked || op === I.putstatic2Checked;
    const isWrite = op >= I.putstaticChecked;
    this.add(0, at, at + (isWide ? 2 : 1) * BYTES, isWrite, BY_FIELD);
  }

  /** One more of the thread that is being looked at. */
  add(object: number, from: number, to: number, isWrite: boolean, mode: AccessMode): void {
    const at = this.count++;
    if (at === this.threads.length) this.#grow();
    this.threads[at] = this.#thread;
    this.pcs[at] = this.#pc;
    this.objects[at] = object;
    this.from[at] = from;
    this.to[at] = to;
    this.isWrite[at] = isWrite ? 1 : 0;
    this.modes[at] = mode;
    if (isWrite) this.writes++;
  }

  #grow(): void {
    const length = this.threads.length * 2;
    const words = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(length);
      larger.set(old);
      return larger;
    };
    this.threads = words(this.threads);
    this.pcs = words(this.pcs);
    this.objects = words(this.objects);
    const [from, to] = [new Float64Array(length), new Float64Array(length)];
    from.set(this.from);
    to.set(this.to);
    this.from = from;
    this.to = to;
    const [isWrite, modes] = [new Uint8Array(length), new Uint8Array(length)];
    isWrite.set(this.isWrite);
    modes.set(this.modes);
    this.isWrite = isWrite;
    this.modes = modes;
  }
}

const isCall = (op: number): boolean =>
  (op >= I.invokeDirect && op <= I.invokeInterface) || op === I.invokeHandle;

/** A store that fails for its type writes nothing. */
const isStorable = (m: Machine, array: number, value: number): boolean =>
  value === 0 || m.isInstance(value, m.classOf(array).component!);
