/**
 * HOT. Which bytes of the heap and the statics the threads' next instructions
 * will read or write, for the comparison of all threads in a state. Everything
 * is kept in arrays that are used again, so that a state costs no allocation.
 */

import type { Machine } from "../../vm/machine.ts";
import {
  type AccessMode,
  type AccessSink,
  BY_FIELD,
  PLAIN,
} from "../../vm/native-api/memory-access.ts";
import { isInSection } from "../../vm/sharing/gate-operations.ts";
import { AccessKind, canRace, PendingAccess } from "../../vm/sharing/pending-access.ts";
import { addNativeAccesses } from "./native-accesses.ts";

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
  readonly #next = new PendingAccess();
  #thread = 0;
  #pc = 0;

  /** Looks at all threads. */
  collect(m: Machine): void {
    this.count = 0;
    this.writes = 0;
    const threads = m.threadCount;
    for (let thread = 0; thread < threads; thread++) {
      if (!canRace(m, thread)) continue;
      // No other thread runs between the steps of an atomic operation.
      if (m.threadAt(thread).atomicDepth !== 0 || isInSection(m, thread)) continue;
      this.#thread = thread;
      this.#next.decode(m, thread);
      this.#pc = this.#next.pc;
      this.#addNext(m);
    }
  }

  #addNext(m: Machine): void {
    const next = this.#next;
    switch (next.kind) {
      case AccessKind.field:
      case AccessKind.staticField:
        // Until a class is initialized only the thread that initializes it gets through.
        if (!next.fails) this.#addMemory(next, BY_FIELD);
        return;
      case AccessKind.element:
        // A store that fails for its type writes nothing.
        if (!next.fails && !next.isRefusedStore(m)) this.#addMemory(next, PLAIN);
        return;
      case AccessKind.call:
        addNativeAccesses(m, next.op, next.pc, next.sp, this);
        return;
      default:
        return;
    }
  }

  #addMemory(next: PendingAccess, mode: AccessMode): void {
    if (!next.looksForSharing) return;
    const from = next.firstByte;
    this.add(next.object, from, from + next.bytes, next.isWrite, mode);
  }

  /** Adds an access of the thread that is being looked at. */
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
