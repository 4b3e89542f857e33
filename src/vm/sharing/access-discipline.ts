/**
 * Which accesses to shared memory other threads can observe. Most programs follow a
 * discipline: shared data is only read, or belongs to one thread, or is
 * accessed under one lock. Accesses that follow it commute with everything that
 * other threads do, so they are not scheduling points.
 *
 * The discipline is not known beforehand: it is assumed, and watched. Every
 * field (all arrays of a class count as one field) starts as one that is never
 * written once it is shared. A write makes it one that is guarded: the first
 * access to an object settles by what (its own monitor, a lock that the thread
 * holds, or the thread itself), and all others must hold the same. An access
 * that does not makes the field a visible one. Each such step back sets
 * `changed`: what was explored so far relied on something wrong, and the search
 * must begin again with what is known now. A search that ends without a change
 * has shown that the discipline holds on all its paths, and then on all there
 * are (docs/reductions.md has the argument).
 *
 * What guards an object is part of the state and goes back with it; the levels
 * are knowledge about the program and stay.
 */
import { bug } from "../../core/assert.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import {
  GLOBAL_HASH_GUARD,
  GLOBAL_NUMBER_GUARD,
  HEAP_BASE,
  LISTED,
  PERM_BASE,
  STATIC_BASE,
  STATIC_WORDS,
  T_HELD,
  T_HELD_COUNT,
  threadRecord,
} from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import { watchFinalReads } from "./final-fields.ts";

/** How a field is used, from the best to the worst that can be said of it. */
export const Level = { readOnly: 0, guarded: 1, visible: 2 } as const;
export type Level = (typeof Level)[keyof typeof Level];

/** Assumptions that are not about fields but work in the same way: no thread does this to others. */
export const Assumption = {
  /** No thread is interrupted. */
  interrupts: 1,
  /** No thread asks whether another is alive, or waits on a Thread object. */
  queries: 2,
  /** No thread examines a lock without waiting for it. */
  peeks: 3,
  /** Thread ids and names are given by one thread. */
  numbers: 4,
  /** Identity hashes are first asked for by one thread. */
  hashes: 5,
  /** No thread asks who waits for a lock. */
  queues: 6,
  /** No final field is written once others can reach a finished object. */
  finals: 7,
  /** No thread asks for the state of another, which reveals whether a monitor that it waits for is held. */
  states: 8,
  /** No thread cancels a task with an interrupt (deadwood.internal.Steps). */
  cancellation: 9,
  /** No thread asks how busy a pool is. */
  activity: 10,
  /** No thread uses a monitor that the library locks to start, join or name a thread. */
  monitors: 11,
  /** All that a thread waits for at a semaphore is one permit. */
  sizes: 12,
} as const;
export type Assumption = (typeof Assumption)[keyof typeof Assumption];

/** In place of a name: nothing is assumed about accesses, or about what threads do to each other. */
const ACCESSES = "!accesses";
const THREADS = "!threads";
const ASSUMPTION_NAMES = [
  "",
  "!interrupts",
  "!queries",
  "!peeks",
  "!numbers",
  "!hashes",
  "!queues",
  "!finals",
  "!states",
  "!cancellation",
  "!activity",
  "!monitors",
  "!sizes",
];

// What guards an object, in its guard word: 0 when it has not been accessed since it was shared, the (even)
// reference of a lock, or one of these.
const SELF = 1;
const READERS = 3;
const OWNER = 5;
const READER = 7;
const PER_THREAD = 4;

/** A level that was given up, by name: what a schedule relies on, so that it can be replayed. */
export type KnownLevel = readonly [name: string, level: Level];

export class AccessDiscipline {
  /** False: every access to shared memory is visible. */
  isOn = true;
  /** False: everything that threads do to each other is visible. */
  trusts = true;
  /** The running code is not a thread of the program: it looks at every state, so what it reads is visible. */
  isInvariantRunning = false;
  /** HOT. Some thread asks for the states of threads. */
  threadStatesQueried = false;
  /** Something assumed turned out wrong since this was last reset. */
  changed = false;
  readonly #m: Machine;
  #levels = new Uint8Array(1 << 8);
  readonly #names: string[] = [...ASSUMPTION_NAMES];
  /** Per class id: key by word offset; arrays have one key. */
  readonly #fieldKeys: (Int32Array | undefined)[] = [];
  readonly #elementKeys: (number | undefined)[] = [];
  readonly #keyOfField = new Map<RuntimeField, number>();
  readonly #staticKeys = new Map<number, number>();
  /** Levels of fields whose classes are not known yet. */
  readonly #expected = new Map<string, Level>();
  #guardBase = 0;
  #staticGuards = 0;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** The other half of the heap is not in use while steps can be taken back: guards are kept there. */
  prepare(): void {
    const m = this.#m;
    this.#guardBase = m.heapStart === HEAP_BASE ? HEAP_BASE + m.spaceWords : HEAP_BASE;
    m.H.fill(0, this.#guardBase, this.#guardBase + ((m.heapTop - m.heapStart) >> 1));
    const statics = this.#guardBase + (m.spaceWords >> 1);
    const isRoomy = m.heapWords >> 1 >= STATIC_WORDS;
    this.#staticGuards = isRoomy ? statics : 0;
    if (isRoomy) m.H.fill(0, statics, statics + m.program.statics.words);
  }

  /** Where the guards are: the guard of the object at `heapStart + 2i` is word i. */
  get guardBase(): number {
    return this.#guardBase;
  }

  /** The word that holds an object's guard. */
  guardOf(object: number): number {
    return this.#guardBase + ((object - this.#m.heapStart) >> 1);
  }

  /** True for the words that hold guards of objects and static fields. */
  isGuard(address: number): boolean {
    const base = this.#guardBase;
    return base !== 0 && address >= base && address < base + this.#m.spaceWords;
  }

  /** The object, or the static field, whose guard is this word. */
  guardedBy(guard: number): number {
    const index = guard - this.#guardBase;
    const half = this.#m.spaceWords >> 1;
    return index < half ? this.#m.heapStart + index * 2 : STATIC_BASE + index - half;
  }

  // ---- what is known ----

  /** All that was given up, by name. */
  get known(): KnownLevel[] {
    const known: KnownLevel[] = [...this.#expected];
    if (!this.isOn) known.push([ACCESSES, Level.visible]);
    if (!this.trusts) known.push([THREADS, Level.visible]);
    this.#names.forEach((name, key) => {
      const level = this.#levels[key]!;
      if (level !== Level.readOnly) {
        known.push([name, level === Level.guarded ? Level.guarded : Level.visible]);
      }
    });
    return known.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  }

  /** Adopts what another machine knows about the same program. */
  learn(known: readonly KnownLevel[]): void {
    for (const [name, level] of known) {
      if (name === ACCESSES) this.isOn = false;
      if (name === THREADS) this.trusts = false;
      const key = this.#names.indexOf(name);
      if (key === Assumption.finals) watchFinalReads(this.#m.space);
      if (key === Assumption.states) this.threadStatesQueried = true;
      if (key > 0) this.#levels[key] = level;
      else if (name !== ACCESSES && name !== THREADS) this.#expected.set(name, level);
    }
  }

  /**
   * Runs `work`, then restores the assumptions that it refuted. A search that relies on one of them refutes it again,
   * and restarts. Two assumptions stay refuted, because refuting them changes more than a level: final fields, which
   * changes translated code, and thread states.
   */
  withoutLearning(work: () => void): void {
    const { isOn, trusts, known } = this;
    work();
    this.isOn = isOn;
    this.trusts = trusts;
    this.#levels.forEach((_, key) => {
      if (key !== Assumption.finals && key !== Assumption.states)
        this.#levels[key] = Level.readOnly;
    });
    this.learn(known);
  }

  holds(assumption: Assumption): boolean {
    return this.trusts && this.#levels[assumption] !== Level.visible;
  }

  breaks(assumption: Assumption): void {
    if (this.trusts && this.#levels[assumption] !== Level.visible) {
      this.#raise(assumption, Level.visible);
    }
  }

  /** A thread asks for the state of another; watched whether or not threads are trusted. */
  noteStateQuery(): void {
    if (this.threadStatesQueried) return;
    this.threadStatesQueried = true;
    this.#raise(Assumption.states, Level.visible);
  }

  /** A thread uses a monitor that the library locks for threads; watched whether or not threads are trusted. */
  get areMonitorsUsed(): boolean {
    return this.#levels[Assumption.monitors] === Level.visible;
  }

  useMonitors(): void {
    if (!this.areMonitorsUsed) this.#raise(Assumption.monitors, Level.visible);
  }

  /** A final field is written: they are all fields like any other. */
  refuteFinalFields(): void {
    if (!this.#m.space.readsFinals) return;
    watchFinalReads(this.#m.space);
    this.#raise(Assumption.finals, Level.visible);
  }

  /** What a native does cannot be followed: rely on nothing. */
  giveUp(): void {
    if (!this.isOn && !this.trusts) return;
    this.isOn = false;
    this.trusts = false;
    this.changed = true;
  }

  #raise(key: number, level: Level): void {
    this.#levels[key] = level;
    this.changed = true;
  }

  #newKey(name: string): number {
    const key = this.#names.push(name) - 1;
    if (key >= this.#levels.length) {
      const levels = new Uint8Array(this.#levels.length * 2);
      levels.set(this.#levels);
      this.#levels = levels;
    }
    const expected = this.#expected.get(name);
    if (expected === undefined) return key;
    this.#expected.delete(name);
    this.#levels[key] = expected;
    return key;
  }

  #keyOf(field: RuntimeField, owner: RuntimeClass): number {
    const known = this.#keyOfField.get(field);
    if (known !== undefined) return known;
    const key = this.#newKey(nameOf(field, owner));
    this.#keyOfField.set(field, key);
    return key;
  }

  #keysOf(classId: number): Int32Array {
    const known = this.#fieldKeys[classId];
    if (known !== undefined) return known;
    const m = this.#m;
    const keys = new Int32Array(m.instanceWords[classId]!);
    let cls: RuntimeClass | null = m.program.classes[classId]!;
    for (; cls !== null; cls = cls.superclass) {
      for (const field of cls.fields) {
        if (field.isStatic) continue;
        const key = this.#keyOf(field, cls);
        keys[field.offset] = key;
        // Unsafe can reach half of a long.
        if (field.isWide) keys[field.offset + 1] = key;
      }
    }
    // Without holes: V8 makes a hash table of an array that has many.
    while (this.#fieldKeys.length < classId) this.#fieldKeys.push(undefined);
    this.#fieldKeys[classId] = keys;
    return keys;
  }

  #elementKeyOf(classId: number): number {
    const known = this.#elementKeys[classId];
    if (known !== undefined) return known;
    const key = this.#newKey(this.#m.program.classes[classId]!.externalName);
    while (this.#elementKeys.length < classId) this.#elementKeys.push(undefined);
    this.#elementKeys[classId] = key;
    return key;
  }

  #staticKeyOf(address: number): number {
    const known = this.#staticKeys.get(address);
    if (known !== undefined) return known;
    const field = staticFieldAt(this.#m, address);
    if (field === null) bug(`no static field at ${address}`);
    const key = this.#keyOf(field, field.owner);
    this.#staticKeys.set(address, key);
    return key;
  }

  // ---- accesses; each says whether others can notice it ----
  // What is assumed of elements goes by the type of the array: for whoever asks, that is a read of it.

  /** An access to a field of a shared object, at a word offset. */
  touchField(object: number, offset: number, isWrite: boolean): boolean {
    if (!this.isOn) return true;
    const classId = this.#m.H[object]!;
    const keys = this.#fieldKeys[classId] ?? this.#keysOf(classId);
    return this.#touch(object, keys[offset]!, isWrite);
  }

  touchElements(array: number, isWrite: boolean): boolean {
    if (!this.isOn) return true;
    const classId = this.#m.H[array]!;
    return this.#touch(array, this.#elementKeys[classId] ?? this.#elementKeyOf(classId), isWrite);
  }

  /** An access to all that an object or array holds. */
  touchAll(object: number, isWrite: boolean): boolean {
    if (!this.isOn) return true;
    const classId = this.#m.H[object]!;
    if (this.#m.instanceWords[classId] === 0) return this.touchElements(object, isWrite);
    let isVisible = false;
    for (const key of this.#keysOf(classId)) {
      if (key !== 0 && this.#touch(object, key, isWrite)) isVisible = true;
    }
    return isVisible;
  }

  /** An access to a word of H: of a static field, or of the given object. */
  touchWord(object: number, address: number, isWrite: boolean): boolean {
    if (address < PERM_BASE) {
      if (this.#staticKeys.has(address)) return this.touchStatic(address, isWrite);
      const field = staticFieldAt(this.#m, address);
      if (field !== null) return this.touchStatic(STATIC_BASE + field.offset, isWrite);
      // Between fields: code that does this can do anything.
      this.giveUp();
      return true;
    }
    if (this.#m.instanceWords[this.#m.H[object]!] === 0) return this.touchElements(object, isWrite);
    return this.touchField(object, address - object, isWrite);
  }

  touchStatic(address: number, isWrite: boolean): boolean {
    if (!this.isOn) return true;
    const key = this.#staticKeys.get(address) ?? this.#staticKeyOf(address);
    const guard = this.#staticGuards === 0 ? 0 : this.#staticGuards + (address - STATIC_BASE);
    return this.#isNoticed(0, guard, key, isWrite);
  }

  /** One of the machine's counters is used up by one. */
  touchCounter(assumption: typeof Assumption.numbers | typeof Assumption.hashes): boolean {
    if (!this.isOn) return true;
    const guard = assumption === Assumption.numbers ? GLOBAL_NUMBER_GUARD : GLOBAL_HASH_GUARD;
    if (this.#levels[assumption] === Level.visible) return true;
    // Locks do not help here: the use of a counter is not visible in the program.
    const mine = OWNER + this.#m.thread * PER_THREAD;
    if (this.#m.H[guard] === 0) this.#m.setWord(guard, mine);
    if (this.#m.H[guard] === mine) return false;
    this.#raise(assumption, Level.visible);
    return true;
  }

  /** A hash is found that somebody has asked for before. */
  touchFoundHash(): boolean {
    // No thread has, since there are several threads.
    if (this.isOn && this.#m.H[GLOBAL_HASH_GUARD] === 0) return false;
    return this.touchCounter(Assumption.hashes);
  }

  #touch(object: number, key: number, isWrite: boolean): boolean {
    const m = this.#m;
    // Literals and class objects lie outside the heap and have no guards; nobody has before steps are taken.
    const hasNone = object < m.heapStart || this.#guardBase === 0;
    const guard = hasNone ? 0 : this.#guardBase + ((object - m.heapStart) >> 1);
    return this.#isNoticed(object, guard, key, isWrite);
  }

  #isNoticed(object: number, guard: number, key: number, isWrite: boolean): boolean {
    const level = this.#levels[key]!;
    // Nothing is known about a word that is not a field of its own.
    if (level === Level.visible || key === 0) return true;
    if (this.isInvariantRunning) {
      this.#raise(key, Level.visible);
      return true;
    }
    if (level === Level.readOnly) {
      if (!isWrite) return false;
      this.#raise(key, Level.guarded);
    }
    if (guard !== 0 && this.#isGuarded(object, guard, isWrite)) return false;
    this.#raise(key, Level.visible);
    return true;
  }

  /** True when the running thread keeps to what guards the object; the first to come settles it. */
  #isGuarded(object: number, at: number, isWrite: boolean): boolean {
    const m = this.#m;
    const guard = m.H[at]!;
    const { thread } = m;
    const mine = thread * PER_THREAD;
    if (guard === 0) {
      m.setAlways(at, this.#choose(object, isWrite));
      return true;
    }
    if (guard === SELF) return lockOwner(m, object) === thread;
    if ((guard & 1) === 0) return lockOwner(m, guard) === thread;
    if (guard === READERS) return !isWrite;
    if (guard === OWNER + mine) return true;
    if (guard % PER_THREAD === OWNER % PER_THREAD) return false;
    // So far one thread has read it and none has written it.
    if (guard === READER + mine) {
      if (isWrite) m.setAlways(at, OWNER + mine);
      return true;
    }
    if (!isWrite) m.setAlways(at, READERS);
    return !isWrite;
  }

  #choose(object: number, isWrite: boolean): number {
    const m = this.#m;
    if (object !== 0 && lockOwner(m, object) === m.thread) return SELF;
    const record = threadRecord(m.thread);
    const held = m.H[record + T_HELD_COUNT]! & LISTED;
    if (held > 0) return m.H[record + T_HELD + held - 1]!;
    return (isWrite ? OWNER : READER) + m.thread * PER_THREAD;
  }
}

/** Class files may have several fields of one name. */
function nameOf(field: RuntimeField, owner: RuntimeClass): string {
  const name = `${owner.externalName}.${field.name}`;
  const isOne = owner.fields.every((each) => each === field || each.name !== field.name);
  return isOne ? name : `${name}:${field.descriptor}`;
}

/** The static field that a word of H belongs to. */
function staticFieldAt(m: Machine, address: number): RuntimeField | null {
  const offset = address - STATIC_BASE;
  for (const cls of m.program.classes) {
    for (const field of cls?.fields ?? []) {
      if (!field.isStatic) continue;
      if (offset === field.offset || (field.isWide && offset === field.offset + 1)) return field;
    }
  }
  return null;
}
