/**
 * How the program uses fields that threads share. Most programs follow a
 * discipline: shared data is only read, or belongs to one thread, or is
 * accessed under one lock. Accesses that follow it commute with everything that
 * other threads do, so they are not scheduling points.
 *
 * The discipline is not known beforehand: it is assumed, and watched. Every
 * field (all arrays of a class count as one field) starts as one that is never
 * written once it is shared. A write makes it a guarded one: the first
 * access to an object settles by what (its own monitor, a lock that the thread
 * holds, or the thread itself), and all others must hold the same. An access
 * that does not makes the field an observable one: every access to it is a
 * scheduling point. Each such step refutes what was assumed, so what was explored
 * so far relied on something wrong, and the search restarts with what is known
 * now. A search that ends without such a step has shown that the discipline holds on
 * all its paths, and then on all there are (docs/reductions.md has the argument).
 *
 * What guards an object is part of the state and goes back with it (guard-words.ts); the
 * levels are knowledge about the program and stay.
 */
import { bug } from "../../core/assert.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import {
  LISTED,
  STATIC_BASE,
  T_HELD,
  T_HELD_COUNT,
  threadRecord,
} from "../memory/memory.ts";
import { lockOwner } from "../memory/monitors.ts";
import type { GuardWords } from "./guard-words.ts";

/** How a field is used, from the best to the worst that can be said of it. */
export const FieldLevel = { readOnly: 0, guarded: 1, observable: 2 } as const;
export type FieldLevel = (typeof FieldLevel)[keyof typeof FieldLevel];

// What guards an object, in its guard word: 0 when it has not been accessed since it was shared, the (even)
// reference of a lock, or one of these.
const SELF = 1;
const READERS = 3;
const OWNER = 5;
const READER = 7;
const PER_THREAD = 4;

export class AccessDiscipline {
  /** False: every access to shared memory is observable. */
  isAssumed = true;
  /** The running code is an invariant and not a thread of the program: it looks at every state, so what it reads is observable. */
  isInvariantRunning = false;
  /** A field lost its level since `Observability.takeRefuted`. */
  hasRefuted = false;
  readonly #m: Machine;
  readonly #guards: GuardWords;
  #levels = new Uint8Array(1 << 8);
  /** By key. Key 0 stands for words that no field has. */
  readonly #names: string[] = [""];
  /** Per class id: key by word offset; arrays have one key. */
  readonly #fieldKeys: (Int32Array | undefined)[] = [];
  readonly #elementKeys: (number | undefined)[] = [];
  readonly #keyOfField = new Map<RuntimeField, number>();
  readonly #staticKeys = new Map<number, number>();
  /** Levels of fields whose classes are not known yet. */
  readonly #expected = new Map<string, FieldLevel>();

  constructor(m: Machine, guards: GuardWords) {
    this.#m = m;
    this.#guards = guards;
  }

  // ---- what is known ----

  /** The fields that lost a level, by name. */
  get refuted(): [name: string, level: FieldLevel][] {
    const refuted: [string, FieldLevel][] = [...this.#expected];
    this.#names.forEach((name, key) => {
      const level = this.#levels[key]!;
      if (level === FieldLevel.guarded || level === FieldLevel.observable) {
        refuted.push([name, level]);
      }
    });
    return refuted;
  }

  /** Adopts what another machine knows about the same program. */
  adopt(name: string, level: FieldLevel): void {
    const key = this.#names.indexOf(name);
    if (key > 0) this.#levels[key] = level;
    else this.#expected.set(name, level);
  }

  /** No field has lost its level. */
  restore(): void {
    this.#levels.fill(FieldLevel.readOnly);
  }

  /** Every access is observable from now on. */
  giveUp(): void {
    if (!this.isAssumed) return;
    this.isAssumed = false;
    this.hasRefuted = true;
  }

  #lower(key: number, level: FieldLevel): void {
    this.#levels[key] = level;
    this.hasRefuted = true;
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
    const keys = new Int32Array(m.classTables.instanceWords[classId]!);
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

  // ---- accesses to shared memory; each says whether other threads can observe it ----

  /** An access to a field of a shared object, at a word offset. */
  touchField(object: number, offset: number, isWrite: boolean): boolean {
    if (!this.isAssumed) return true;
    const classId = this.#m.H[object]!;
    const keys = this.#fieldKeys[classId] ?? this.#keysOf(classId);
    return this.#touch(object, keys[offset]!, isWrite);
  }

  touchElements(array: number, isWrite: boolean): boolean {
    if (!this.isAssumed) return true;
    const classId = this.#m.H[array]!;
    return this.#touch(array, this.#elementKeys[classId] ?? this.#elementKeyOf(classId), isWrite);
  }

  /** An access to all that an object or array holds. */
  touchAll(object: number, isWrite: boolean): boolean {
    if (!this.isAssumed) return true;
    const classId = this.#m.H[object]!;
    if (this.#m.classTables.instanceWords[classId] === 0)
      return this.touchElements(object, isWrite);
    let isObservable = false;
    for (const key of this.#keysOf(classId)) {
      if (key !== 0 && this.#touch(object, key, isWrite)) isObservable = true;
    }
    return isObservable;
  }

  /** The first word of the static field that a word of H belongs to; 0 for one between fields. */
  startOfStatic(address: number): number {
    if (this.#staticKeys.has(address)) return address;
    const field = staticFieldAt(this.#m, address);
    return field === null ? 0 : STATIC_BASE + field.offset;
  }

  touchStatic(address: number, isWrite: boolean): boolean {
    if (!this.isAssumed) return true;
    const key = this.#staticKeys.get(address) ?? this.#staticKeyOf(address);
    return this.#isObservable(0, this.#guards.wordOfStatic(address), key, isWrite);
  }

  /** The running thread uses one of the machine's counters, and is the only one to have done so. */
  ownsCounter(guard: number): boolean {
    // Locks do not help here: the use of a counter is no access that the program could see.
    const mine = OWNER + this.#m.thread * PER_THREAD;
    if (this.#m.H[guard] === 0) this.#m.setWord(guard, mine);
    return this.#m.H[guard] === mine;
  }

  #touch(object: number, key: number, isWrite: boolean): boolean {
    return this.#isObservable(object, this.#guards.wordIfAny(object), key, isWrite);
  }

  #isObservable(object: number, guard: number, key: number, isWrite: boolean): boolean {
    const level = this.#levels[key]!;
    // Nothing is known about a word that is not a field of its own.
    if (level === FieldLevel.observable || key === 0) return true;
    if (this.isInvariantRunning) {
      this.#lower(key, FieldLevel.observable);
      return true;
    }
    if (level === FieldLevel.readOnly) {
      if (!isWrite) return false;
      this.#lower(key, FieldLevel.guarded);
    }
    if (guard !== 0 && this.#isGuarded(object, guard, isWrite)) return false;
    this.#lower(key, FieldLevel.observable);
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
