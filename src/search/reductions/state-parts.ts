/**
 * The current state in the parts by which dynamic reduction compares states: the boot area, the threads, and
 * a hash of everything by address. It is updated step by step.
 */
import { RowInterner } from "../../core/row-interner.ts";
import { AddressHash } from "../../liveness/dynamic/address-hash.ts";
import { BootPart } from "../../liveness/dynamic/boot-part.ts";
import { ObjectNumbering } from "../../liveness/dynamic/object-numbering.ts";
import { StateProjection } from "../../liveness/dynamic/state-projection.ts";
import { ThreadParts } from "../../liveness/dynamic/thread-parts.ts";
import { BootWords } from "../../state/boot-words.ts";
import type { HeapOrder } from "../../state/heap-order.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import { ObjectLayouts } from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import type { AccessLog } from "../../vm/memory/access-log.ts";
import { logChanged } from "./report-reads.ts";

export class StateParts {
  readonly boot: BootWords;
  readonly bootPart: BootPart;
  readonly threads: ThreadParts;
  /** Recognises a state only if its objects have the same addresses. */
  readonly exact: AddressHash;
  readonly projection: StateProjection;
  readonly numbering: ObjectNumbering;
  /** All words that states are compared by, in place of hashes; null if hashes are enough. */
  readonly rows: RowInterner | null;
  readonly #m: Machine;
  /** The end of the heap before the current step. */
  #heapTop = 0;

  /** `wholeBoot` is used to compare whole states. */
  constructor(
    m: Machine,
    wholeBoot: BootWords,
    liveness: LiveCells,
    heapOrder: HeapOrder,
    isExact: boolean,
  ) {
    this.#m = m;
    this.boot = new BootWords(m, new ObjectLayouts(m), m.H.length);
    this.rows = isExact ? new RowInterner() : null;
    this.threads = new ThreadParts(m, this.boot, liveness.frames, this.rows);
    this.exact = new AddressHash(m, this.threads);
    this.bootPart = new BootPart(m, this.boot, this.rows);
    this.projection = new StateProjection(
      m,
      this.boot,
      this.bootPart,
      this.threads,
      this.rows,
      heapOrder,
    );
    this.numbering = new ObjectNumbering(m, wholeBoot, liveness);
  }

  /** Bytes that the levels of the search take in this class. */
  get levelBytes(): number {
    return this.threads.bytes + this.bootPart.bytes + this.exact.bytes;
  }

  get rowBytes(): number {
    return this.rows?.bytes ?? 0;
  }

  /** Starts the reduction in the current state. `pending` distinguishes what that state waits for. */
  begin(pending: number): void {
    this.bootPart.clear();
    this.exact.look(pending);
    this.projection.start(pending);
  }

  /** The search restarts. */
  clear(): void {
    this.threads.forgetSteps();
    this.exact.start();
    this.rows?.clear();
  }

  beforeStep(): void {
    this.#heapTop = this.#m.heapTop;
  }

  /** Call with the undo log compacted, before any other reader of what the step has written. */
  afterStep(thread: number): void {
    const since = this.#m.transitionStart;
    this.threads.noteStep(thread, since);
    this.bootPart.noteStep(since);
    this.exact.noteStep(since, this.#heapTop);
  }

  /** Call after the machine has undone the last step. */
  undoStep(): void {
    this.threads.undoStep();
    this.bootPart.undoStep();
    this.exact.undoStep();
  }

  /** Logs a read of every word of the current state. */
  logEverything(log: AccessLog): void {
    log.start(this.#m.heapTop);
    logChanged(this.#m, log, this.boot, this.bootPart);
    this.numbering.numberAll();
    for (const object of this.numbering.numbered()) {
      if (object >= this.boot.top) log.readObject(this.#m, object);
    }
  }
}
