/** Which monitors and locks each thread holds while a schedule is replayed, and where it took them. */
import type { Machine } from "../../vm/machine.ts";
import { heldLocks, lockOfGate } from "../properties/held-locks.ts";
import type { ObjectNames } from "../trace/object-names.ts";
import type { HeldLock, Operation, OperationKind, Place } from "../trace/trace.ts";
import { LockIndex, type LockIndexMark } from "./lock-index.ts";

/** After none of these does a thread hold other locks than before. */
export const KEEPS_LOCKS: ReadonlySet<OperationKind> = new Set([
  "read",
  "write",
  "start",
  "choose",
]);

export interface LocksMark {
  readonly held: ReadonlyMap<number, readonly HeldLock[]>;
  readonly index: LockIndexMark;
}

export class LockHistory {
  readonly #m: Machine;
  readonly #names: ObjectNames;
  readonly index: LockIndex;
  /** By thread of the machine. */
  readonly #held = new Map<number, readonly HeldLock[]>();

  constructor(m: Machine, names: ObjectNames) {
    this.#m = m;
    this.#names = names;
    this.index = new LockIndex(m);
  }

  /** Takes note of a step, and returns what its thread holds now. */
  after(thread: number, operations: readonly Operation[], stoodAt: Place): readonly HeldLock[] {
    const before = this.#held.get(thread) ?? [];
    if (operations.every(({ kind }) => KEEPS_LOCKS.has(kind))) return before;
    const owned = heldLocks(this.#m, thread, this.index);
    const now = new Set(owned.map(({ object }) => this.#names.object(object)));
    const kept = before.filter(({ target }) => now.delete(target));
    const taken = [...now].map((target) => ({
      target,
      place: takenAt(operations, target)?.place ?? stoodAt,
    }));
    const held = [...kept, ...taken];
    this.#held.set(thread, held);
    return held;
  }

  /** What each thread holds now, to go back to. */
  mark(): LocksMark {
    return { held: new Map(this.#held), index: this.index.mark() };
  }

  /** The machine is back where it was at the mark. */
  restore(mark: LocksMark): void {
    this.#held.clear();
    for (const [thread, held] of mark.held) this.#held.set(thread, held);
    this.index.restore(mark.index);
  }

  /** By thread of the machine: what it holds, as far as its own steps show. */
  heldBy(thread: number): readonly HeldLock[] {
    return this.#held.get(thread) ?? [];
  }

  /** Where the owner of a monitor, or of a lock by its gate, took it. */
  readonly since = (object: number): Place | null => {
    const name = this.#names.object(object);
    const locks = [...this.#held.values()].flat();
    const known = locks.find(({ target }) => target === name);
    if (known !== undefined) return known.place;
    const lock = this.#names.object(lockOfGate(this.#m, object, this.index));
    return locks.find(({ target }) => target === lock)?.place ?? null;
  };
}

/** The operation by which a lock was taken: it enters the monitor, or is a call of the lock's. */
const takenAt = (operations: readonly Operation[], name: string): Operation | undefined =>
  operations.findLast(
    ({ kind, target, place }) =>
      (target === name && (kind === "enter" || kind === "wake")) ||
      place.library?.startsWith(`${name}.`) === true,
  );
