/**
 * Records what the steps of a schedule change in the cells of a story. Only the last changes are kept: a longer story
 * would not fit into a page.
 */
import { ObjectNames } from "../../search/trace/object-names.ts";
import type { Machine } from "../../vm/machine.ts";
import { HEAP_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA } from "../../vm/memory/object-layout.ts";
import { type AccessHistory, type CellEvent, eventAfter } from "./access-history.ts";
import { HeapCells, indexOf, isStaticCell } from "./heap-cells.ts";
import type { HeapLiveness } from "./heap-liveness.ts";
import { isValue, type ToldCell, type ToldObject } from "./told-cells.ts";

/** What is true of a cell in one state. */
export interface CellFact {
  readonly cell: ToldCell;
  /** The index of the cell's object. */
  readonly object: number;
  /** Null for a reference to an object that has a name. */
  readonly text: string | null;
  readonly ref: number;
  readonly isLive: boolean;
  readonly next: CellEvent | undefined;
}

/**
 * Roughly the characters in JSON of a change besides its value, and of a touched cell; and those that all may take. A page
 * holds them compressed, to less than a tenth.
 */
const CHANGE_SIZE = 150;
const TOUCH_SIZE = 40;
const MAX_SIZE = 5_000_000;

export class HeapRecorder {
  /** The state at `from`, by cell. */
  readonly initial = new Map<number, CellFact>();
  /** By step. */
  readonly changes: (readonly CellFact[])[] = [];
  /** The first state that is recorded; -1 before that. */
  from = -1;
  readonly #m: Machine;
  readonly #names: ObjectNames;
  readonly #told: readonly ToldObject[];
  readonly #history: AccessHistory;
  readonly #liveness: HeapLiveness;
  readonly #cells: HeapCells;
  /** The present state, by cell. */
  readonly #facts = new Map<number, CellFact>();
  /** By cell: its object's index and itself. */
  readonly #byKey = new Map<number, readonly [number, ToldCell]>();
  /** By object: whether live references led to it. */
  readonly #wasReached: boolean[] = [];
  #set = -1;
  #top = 0;
  #size = 0;

  constructor(
    m: Machine,
    told: readonly ToldObject[],
    history: AccessHistory,
    liveness: HeapLiveness,
  ) {
    this.#m = m;
    this.#names = new ObjectNames(m);
    this.#told = told;
    this.#history = history;
    this.#liveness = liveness;
    this.#cells = new HeapCells(m);
    told.forEach(({ cells }, object) => {
      for (const cell of cells) this.#byKey.set(cell.key, [object, cell]);
    });
  }

  /** The machine is in the state after so many steps, and recording begins. The liveness has looked at the state. */
  begin(steps: number): void {
    this.from = steps;
    this.#cells.beginStep();
    for (const [object, cell] of this.#byKey.values()) this.#look(object, cell, steps);
    this.#noteReach();
    for (const [key, fact] of this.#facts) this.initial.set(key, fact);
  }

  /** A step begins. */
  beginStep(): void {
    this.#cells.beginStep();
    this.#top = this.#m.heapTop;
  }

  /** The step with this number has been taken. The undo log has its writes, and the liveness has looked. */
  endStep(step: number): void {
    if (this.from < 0) {
      this.changes.push([]);
      return;
    }
    const changed: CellFact[] = [];
    for (const key of this.#dirtyCells(step)) {
      const [object, cell] = this.#byKey.get(key)!;
      const fact = this.#look(object, cell, step + 1);
      if (fact !== null) changed.push(fact);
    }
    this.#noteReach();
    this.changes.push(changed);
    this.#size += sizeOf(changed) + this.#history.touched[step]!.size * TOUCH_SIZE;
    while (this.#size > MAX_SIZE && this.from <= step) this.#foldFirst();
  }

  /** The first recorded step becomes part of the initial state. */
  #foldFirst(): void {
    const changed = this.changes[this.from]!;
    for (const fact of changed) this.initial.set(fact.cell.key, fact);
    this.#size -= sizeOf(changed) + this.#history.touched[this.from]!.size * TOUCH_SIZE;
    this.changes[this.from] = [];
    this.from++;
  }

  /** Cells whose value, liveness or next reader may be another than before the step. */
  #dirtyCells(step: number): Set<number> {
    const m = this.#m;
    const dirty = new Set<number>();
    const add = (key: number): void => {
      if (this.#byKey.has(key)) dirty.add(key);
    };
    m.forEachLogged(m.begun, (address) => {
      this.#cells.inRange(address * 4, address * 4 + 4, add);
    });
    this.#history.touched[step]!.forEach(add);
    const isOtherSet = this.#liveness.set !== this.#set;
    this.#told.forEach(({ ref, cells }, object) => {
      const isNew = ref >= this.#top && ref < m.heapTop;
      const isOther = this.#liveness.isReached(ref) !== this.#wasReached[object];
      if (isNew || isOther || isOtherSet) for (const { key } of cells) add(key);
    });
    return dirty;
  }

  #noteReach(): void {
    this.#set = this.#liveness.set;
    this.#told.forEach(({ ref }, object) => {
      this.#wasReached[object] = this.#liveness.isReached(ref);
    });
  }

  /** What is true of a cell after so many steps, if that is news. */
  #look(object: number, cell: ToldCell, steps: number): CellFact | null {
    const told = this.#told[object]!;
    if (told.ref >= this.#m.heapTop) return null;
    const event = eventAfter(this.#history.events.get(cell.key), steps);
    const next = event?.place === null ? undefined : event;
    const isLive = this.#liveness.isLive(told, cell);
    const fact = { cell, object, ...this.#valueOf(told, cell), isLive, next };
    const known = this.#facts.get(cell.key);
    this.#facts.set(cell.key, fact);
    return known !== undefined && isSame(known, fact) ? null : fact;
  }

  #valueOf(told: ToldObject, { key, descriptor, field }: ToldCell): Pick<CellFact, "text" | "ref"> {
    const m = this.#m;
    if (field === null) {
      const ref = referenceIn(m, told, indexOf(key));
      if (ref > 0 && isNamed(m, ref)) return { text: null, ref };
      return { text: this.#names.element(told.ref, indexOf(key)), ref: 0 };
    }
    const address = isStaticCell(key) ? key : told.ref + indexOf(key);
    const isReference = descriptor.startsWith("L") || descriptor.startsWith("[");
    const ref = isReference ? m.H[address]! : 0;
    if (ref > 0 && isNamed(m, ref)) return { text: null, ref };
    return { text: this.#names.word(address, descriptor), ref: 0 };
  }
}

/** The name of other objects says it all, or is no number. */
const isNamed = (m: Machine, ref: number): boolean => ref >= HEAP_BASE && !isValue(m.classOf(ref));

const referenceIn = (m: Machine, { ref, cls }: ToldObject, index: number): number =>
  cls.component?.isPrimitive === false ? m.H[ref + ARRAY_DATA + index]! : 0;

const isSame = (a: CellFact, b: CellFact): boolean =>
  a.text === b.text && a.ref === b.ref && a.isLive === b.isLive && a.next === b.next;

const sizeOf = (facts: readonly CellFact[]): number =>
  facts.reduce((sum, { text }) => sum + CHANGE_SIZE + (text?.length ?? 0), 0);
