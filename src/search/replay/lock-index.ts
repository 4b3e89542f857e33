/**
 * Says where the locks of a machine are, so that a replay need not search the heap after every step.
 *
 * A thread's record lists the monitors and gates that the thread owns, as long as they are few. Once the list has
 * been full, there may be more, and the heap is searched until everything that the thread owns is listed again.
 * What else belongs to locks is found by its class: each object is looked at once, after the step that has made it.
 * Later steps do not move it.
 */
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE, PERM_BASE } from "../../vm/memory/memory.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { forEachObject, isLockPart, type LockPlaces, type Walk } from "../properties/held-locks.ts";

/** The threads whose list of locks may lack some. */
export type LockIndexMark = ReadonlySet<number>;

export class LockIndex implements LockPlaces {
  readonly #m: Machine;
  readonly #unlisted = new Set<number>();
  /** Objects of the classes that locks are made of, in the order of their places. */
  #parts: number[] = [];
  /** By class: whether locks are made of its objects. */
  readonly #isPart: (boolean | undefined)[] = [];
  /** Objects from here on have not been looked at. */
  #permanentEnd = PERM_BASE;
  #heapEnd = HEAP_BASE;

  constructor(m: Machine) {
    this.#m = m;
    for (let thread = 0; thread < m.threadCount; thread++) {
      if (m.threadAt(thread).isHeldListFull) this.noteFullList(thread);
    }
  }

  /** Call when an instruction has left the thread's list full: it takes one lock at most. */
  noteFullList(thread: number): void {
    this.#unlisted.add(thread);
  }

  mark(): LockIndexMark {
    return new Set(this.#unlisted);
  }

  /** The machine is back where it was at the mark. */
  restore(mark: LockIndexMark): void {
    this.#forgetFrom(this.#m.heapTop);
    this.#unlisted.clear();
    for (const thread of mark) this.#unlisted.add(thread);
  }

  ofThread(thread: number): Walk {
    if (!this.#m.checking || this.#unlisted.has(thread))
      return (visit) => this.#search(thread, visit);
    this.#lookAtNew();
    const listed = this.#m.threadAt(thread).listedLocks();
    const objects = new Set([...listed, ...this.#parts]);
    return this.#walk([...objects].toSorted((a, b) => a - b));
  }

  readonly parts: Walk = (visit) => {
    this.#lookAtNew();
    this.#walk(this.#parts)(visit);
  };

  #walk(objects: readonly number[]): Walk {
    const m = this.#m;
    return (visit) => {
      for (const object of objects) visit(object, m.classOf(object));
    };
  }

  /** Visits every object, and finds out whether the list is complete again. */
  #search(thread: number, visit: Parameters<Walk>[0]): void {
    const m = this.#m;
    let owned = 0;
    forEachObject(m, (object, cls) => {
      if (lockOwner(m, object) === thread) owned++;
      visit(object, cls);
    });
    const { isHeldListFull } = m.threadAt(thread);
    const isListed = owned === m.threadAt(thread).listedLocks().length;
    if (isListed && !isHeldListFull) this.#unlisted.delete(thread);
  }

  #lookAtNew(): void {
    const m = this.#m;
    const found: number[] = [];
    const look: Parameters<Walk>[0] = (object, cls) => {
      if ((this.#isPart[cls.id] ??= isLockPart(cls))) found.push(object);
    };
    forEachObject(m, look, this.#permanentEnd, this.#heapEnd);
    this.#permanentEnd = m.permTop;
    this.#heapEnd = m.heapTop;
    if (found.length > 0) this.#parts = [...this.#parts, ...found].toSorted((a, b) => a - b);
  }

  #forgetFrom(place: number): void {
    if (place >= this.#heapEnd) return;
    this.#heapEnd = Math.max(place, HEAP_BASE);
    this.#parts = this.#parts.filter((object) => object < this.#heapEnd);
  }
}
