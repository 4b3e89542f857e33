/**
 * The one place that answers "can another thread observe this?". An instruction
 * or a native asks before it acts, and if the answer is yes the thread may have to stop
 * in front of it (scheduling-point.ts):
 *
 *     if (m.sharing.field(object, offset, isWrite) && stopsHere(m)) return Stop.visible;
 *
 * To ask is to watch. The answers rest on assumptions about the program
 * (access-discipline.ts, thread-assumptions.ts), and each question tells them of
 * an access: it may settle what guards an object, or refute an assumption. So whoever asks
 * asks once for each access, and also where the thread will not stop; a question that is
 * left out, for example behind another one that is already true, may lose a scheduling point.
 */
import type { Machine } from "../machine.ts";
import {
  F_DAEMON,
  GLOBAL_HASH_GUARD,
  GLOBAL_NUMBER_GUARD,
  PERM_BASE,
  T_FLAGS,
  T_OBJECT,
  T_STATUS,
  threadRecord,
} from "../memory/memory.ts";
import { lockCount, lockOwner } from "../memory/monitors.ts";
import { HASH_MASK, HASH_WORD } from "../memory/object-layout.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { AccessDiscipline, FieldLevel } from "./access-discipline.ts";
import { noteWrite, watchFinalReads } from "./final-fields.ts";
import { type CallObservability, touchCall } from "./native-calls.ts";
import { isShared } from "./shared-objects.ts";
import { Assumption, ThreadAssumptions } from "./thread-assumptions.ts";
import { fieldsClearedAtEnd, hasThreadMonitor, isThread, locksAtEnd } from "./thread-objects.ts";

/** An assumption that was refuted, by name, or a field with the level it has left: what a schedule relies on, so that it can be replayed. */
export type RefutedAssumption = readonly [name: string, level: FieldLevel];

// In place of a name: nothing is assumed about accesses, or about what threads do to each other.
const ACCESSES = "!accesses";
const THREADS = "!threads";

export class Observability {
  readonly fields: AccessDiscipline;
  readonly threads = new ThreadAssumptions();
  readonly #m: Machine;

  constructor(m: Machine) {
    this.#m = m;
    this.fields = new AccessDiscipline(m, m.guards);
  }

  // ---- what is assumed ----

  /** What a machine assumes from the start. */
  assume(about: { readonly fields: boolean; readonly threads: boolean }): void {
    this.fields.isAssumed = about.fields;
    this.threads.areMade = about.threads;
  }

  /** What the program does cannot be followed: nothing is assumed any longer. */
  assumeNothing(): void {
    this.fields.giveUp();
    this.threads.makeNone();
  }

  /** HOT. Something was refuted since `takeRefuted`: what was explored since then relied on it. */
  get isRefuted(): boolean {
    return this.fields.hasRefuted || this.threads.hasRefuted;
  }

  /** The same, said once: for whoever discards what relied on it, and begins again with what is known now. */
  takeRefuted(): boolean {
    const { isRefuted } = this;
    this.fields.hasRefuted = false;
    this.threads.hasRefuted = false;
    return isRefuted;
  }

  /** All that was refuted, in the order of names. */
  get refuted(): RefutedAssumption[] {
    const refuted: RefutedAssumption[] = this.fields.refuted;
    if (!this.fields.isAssumed) refuted.push([ACCESSES, FieldLevel.observable]);
    if (!this.threads.areMade) refuted.push([THREADS, FieldLevel.observable]);
    for (const name of this.threads.refuted) refuted.push([name, FieldLevel.observable]);
    return refuted.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** Adopts what another machine has refuted about the same program. */
  adopt(refuted: readonly RefutedAssumption[]): void {
    for (const [name, level] of refuted) {
      if (name === ACCESSES) this.fields.isAssumed = false;
      else if (name === THREADS) this.threads.areMade = false;
      else if (!this.threads.adopt(name)) this.fields.adopt(name, level);
    }
    if (this.threads.isRefuted(Assumption.finals)) watchFinalReads(this.#m.space);
  }

  /**
   * Runs `work`, then restores the assumptions that it refuted. A search that relies on one of them refutes it again,
   * and restarts.
   */
  withoutLearning(work: () => void): void {
    const { refuted } = this;
    work();
    this.forgetAllBut(refuted);
  }

  /** Makes all assumptions again that were not refuted when `refuted` was read. */
  forgetAllBut(refuted: readonly RefutedAssumption[]): void {
    const names = new Set(refuted.map(([name]) => name));
    this.assume({ fields: !names.has(ACCESSES), threads: !names.has(THREADS) });
    this.fields.restore();
    this.threads.restore();
    this.adopt(refuted);
  }

  /** A final field is written: from now on they are fields like any other. */
  refuteFinalFields(): void {
    const { space } = this.#m;
    if (!space.modes.readsFinals) return;
    watchFinalReads(space);
    this.threads.refuteAlways(Assumption.finals);
  }

  // ---- accesses to memory ----
  // Nobody can observe them while there are no other threads, or where only the running one can reach the object.

  /** HOT. An access to a field, at a word offset. */
  field(object: number, offset: number, isWrite: boolean): boolean {
    const m = this.#m;
    return m.watches && isShared(m, object) && this.fields.touchField(object, offset, isWrite);
  }

  /** HOT. An access to elements of an array by a native, whose declared effects log that the array's type is read (logged-effects.ts). */
  elements(array: number, isWrite: boolean): boolean {
    const m = this.#m;
    return m.watches && isShared(m, array) && this.fields.touchElements(array, isWrite);
  }

  /** HOT. The same by an instruction. What is assumed of elements goes by the type of the array: to ask is to read it. */
  element(array: number, isWrite: boolean): boolean {
    const m = this.#m;
    if (!m.watches || !isShared(m, array)) return false;
    if (this.fields.isAssumed) m.accesses?.readType(array);
    return this.fields.touchElements(array, isWrite);
  }

  /** HOT. An access to a static field, by its address. */
  staticField(address: number, isWrite: boolean): boolean {
    return this.#m.watches && this.fields.touchStatic(address, isWrite);
  }

  /** An access to a word of the given object, or to a static field, by whatever can write final fields as well: a constructor, reflection, Unsafe. */
  word(object: number, address: number, isWrite: boolean): boolean {
    const m = this.#m;
    const isStatic = address < PERM_BASE;
    if (!m.watches || (!isStatic && !isShared(m, object))) return false;
    if (isWrite) noteWrite(m, object, address);
    if (isStatic) {
      const start = this.fields.startOfStatic(address);
      if (start !== 0) return this.staticField(start, isWrite);
      // Between fields: code that does this can do anything.
      this.assumeNothing();
      return true;
    }
    if (m.classTables.instanceWords[m.H[object]!] === 0) return this.elements(object, isWrite);
    return this.field(object, address - object, isWrite);
  }

  /** An access to anything that an object or array holds. */
  contents(object: number, isWrite: boolean): boolean {
    const m = this.#m;
    return m.watches && isShared(m, object) && this.fields.touchAll(object, isWrite);
  }

  /** An object is asked for its identity hash, which counts how many were asked before. */
  identityHash(object: number): boolean {
    const m = this.#m;
    const hasOne = (m.H[object + HASH_WORD]! & HASH_MASK) !== 0;
    if (!hasOne) return this.#counter(GLOBAL_HASH_GUARD, Assumption.hashes);
    // A thread that finds one might have been the first to ask.
    if (!isShared(m, object)) return false;
    // But nobody has asked since there are several threads.
    if (this.fields.isAssumed && m.H[GLOBAL_HASH_GUARD] === 0) return false;
    return this.#counter(GLOBAL_HASH_GUARD, Assumption.hashes);
  }

  /** A Thread is given a number or a name, which counts how many there are. */
  threadNumber(): boolean {
    return this.#counter(GLOBAL_NUMBER_GUARD, Assumption.numbers);
  }

  #counter(guard: number, assumption: Assumption): boolean {
    if (!this.fields.isAssumed || this.threads.isRefuted(assumption)) return true;
    if (this.fields.ownsCounter(guard)) return false;
    this.threads.refuteAlways(assumption);
    return true;
  }

  /**
   * A call of a native, whose arguments are at `base`. Everything that the native may touch is asked for, whatever the
   * first answer is: each of these is an access.
   */
  nativeCall(call: CallObservability, base: number): boolean {
    const m = this.#m;
    if (!m.watches) return false;
    if (call.isObservable === undefined) return touchCall(m, call, base);
    const isObservable = call.isObservable(m, base);
    return isObservable || (call.isGlobal && !this.threads.areMade);
  }

  // ---- monitors ----

  /** The running thread enters a monitor: other threads may want it, too. To enter it once more is nobody's business. */
  monitorEnter(object: number): boolean {
    const m = this.#m;
    if (m.checking) this.#noteThreadMonitor(object);
    if (!isShared(m, object) || lockOwner(m, object) === m.thread) return false;
    // The end of a thread takes its monitor.
    if (m.watches && this.threads.holds(Assumption.queries) && isThread(m, object)) {
      this.threads.refute(Assumption.queries);
    }
    return true;
  }

  /** It leaves one. The state of a thread that waits for the monitor reveals that the running thread held it. */
  monitorExit(object: number): boolean {
    const m = this.#m;
    return (
      this.threads.statesQueried && m.watches && isShared(m, object) && lockCount(m, object) === 1
    );
  }

  /**
   * As long as only the library itself takes the monitors of threads, it need not: they would be free, and
   * nobody would wait there.
   */
  #noteThreadMonitor(object: number): void {
    const m = this.#m;
    if (this.threads.areMonitorsUsed || !hasThreadMonitor(m, object)) return;
    const { owner } = m.program.methods[m.space.methodOf[m.pc]!]!;
    const isOwn = owner.name === "java/lang/Thread" || owner.name === "java/lang/ThreadGroup";
    if (!isOwn) this.threads.useMonitors();
  }

  // ---- what threads do to each other ----
  // All but the end of a thread are natives, which ask through `nativeCall`.

  /** True if other threads can tell when a thread begins or ceases to wait: it may be interrupted, or they ask what it does. */
  get areWaitsObservable(): boolean {
    return !this.threads.holds(Assumption.interrupts) || !this.threads.holds(Assumption.queries);
  }

  /** True if it matters whether a thread has been interrupted. */
  get areInterruptsObservable(): boolean {
    return !this.threads.holds(Assumption.interrupts);
  }

  /** A thread notifies those that wait on an object. Only the monitor's owner affects them, unless they are interrupted or asked about. */
  notify(object: number): boolean {
    return this.areWaitsObservable || lockOwner(this.#m, object) !== this.#m.thread;
  }

  /** A thread begins, or ceases, to wait on an object. */
  wait(object: number): boolean {
    // The end of a thread notifies those that wait on its Thread.
    if (isThread(this.#m, object)) this.threads.refute(Assumption.queries);
    return this.notify(object);
  }

  /** A Thread is started. One that only its starter can reach is noticed only by who asks for all that there are. */
  threadStart(object: number): boolean {
    const m = this.#m;
    if (!isShared(m, object)) return !this.threads.holds(Assumption.queries);
    // A field of Java code, which others may write to.
    this.field(object, m.fieldOffset("java/lang/Thread", "daemon"), false);
    return true;
  }

  /**
   * A thread asks whether another is alive. What it asks about itself, or about one that no other thread knows, is
   * settled. That another one has ended is not: its end, which nobody noticed, might as well have come later.
   */
  threadQuery(object: number): boolean {
    const m = this.#m;
    if (object === m.H[threadRecord(m.thread) + T_OBJECT] || !isShared(m, object)) return false;
    this.threads.refute(Assumption.queries);
    return true;
  }

  /** It asks for all threads that are alive. */
  threadListQuery(): boolean {
    this.threads.refute(Assumption.queries);
    return true;
  }

  /** It asks what another one is doing, which reveals who has the monitor that it waits for, and whether it still waits for a lock. */
  threadStateQuery(object: number): boolean {
    if (!this.threadQuery(object)) return false;
    this.threads.noteStateQuery();
    this.threads.refute(Assumption.queues);
    return true;
  }

  /**
   * The running thread ends. Others can tell if they ask, if they read what it clears, or if their own life depends on
   * it. So can one that joins it and is interrupted (which is among what `areWaitsObservable` is about), and one that
   * has had its monitor since before it was started, without which it cannot end. (Entering that monitor later refutes
   * `Assumption.queries`.)
   */
  threadEnd(): boolean {
    // Asked first, and in any case: each field that is cleared is an access.
    const isClearingObservable = this.#clearing();
    return (
      isClearingObservable ||
      this.areWaitsObservable ||
      this.#isThreadMonitorTaken() ||
      this.#hasDaemons()
    );
  }

  #clearing(): boolean {
    const m = this.#m;
    const object = m.H[threadRecord(m.thread) + T_OBJECT]!;
    if (!m.watches || object === 0) return false;
    let isObservable = false;
    for (const field of fieldsClearedAtEnd(m)) {
      m.accesses?.read(object, field);
      if (m.H[object + field] !== 0 && this.field(object, field, true)) isObservable = true;
    }
    return isObservable;
  }

  /** Another thread has the monitor of the running thread's Thread. */
  #isThreadMonitorTaken(): boolean {
    const m = this.#m;
    const object = m.H[threadRecord(m.thread) + T_OBJECT]!;
    const owner = locksAtEnd(m, object) ? lockOwner(m, object) : -1;
    return owner >= 0 && owner !== m.thread;
  }

  /** Threads are alive that end with the program. */
  #hasDaemons(): boolean {
    const { H, threadCount } = this.#m;
    for (let thread = 0; thread < threadCount; thread++) {
      const record = threadRecord(thread);
      const isDaemon = (H[record + T_FLAGS]! & F_DAEMON) !== 0;
      if (isDaemon && H[record + T_STATUS] !== ThreadStatus.terminated) return true;
    }
    return false;
  }

  // ---- gates of the models ----

  /** An operation on a gate. For its owner it is as good as private, as long as no thread examines it without waiting for it. */
  gate(gate: number): boolean {
    const m = this.#m;
    if (!isShared(m, gate)) return false;
    const isOwner = lockOwner(m, gate) === m.thread;
    return !isOwner || !this.threads.holds(Assumption.peeks) || this.areWaitsObservable;
  }

  /** A thread passes a gate, which may be open to its owner. `refuted`: the bits of what is assumed of passages and not true of this one. */
  gatePassage(gate: number, isOpenToOwner: boolean, refuted: number): boolean {
    if (!isShared(this.#m, gate)) return false;
    this.threads.refuteAll(refuted);
    return this.gate(gate) || !isOpenToOwner;
  }

  /** A thread examines a gate without waiting for it. */
  gateQuery(gate: number): boolean {
    return isShared(this.#m, gate) && this.lockQuery();
  }

  /** It asks who waits at a gate. As long as no thread does, to begin to wait there is not a transition. */
  gateQueueQuery(gate: number): boolean {
    if (!isShared(this.#m, gate)) return false;
    this.threads.refute(Assumption.queues);
    return this.lockQuery();
  }

  /** It asks whether another waits for a lock, or what else only examining locks can tell. */
  lockQuery(): boolean {
    this.threads.refute(Assumption.peeks);
    return true;
  }
}
