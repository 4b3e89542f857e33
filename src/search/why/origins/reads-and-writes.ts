/** The reads and writes of a replay, by field and element. */
import type { Machine } from "../../../vm/machine.ts";
import { ARRAY_DATA, SLOT } from "../../../vm/memory/object-layout.ts";
import type { Operation } from "../../trace/trace.ts";
import {
  addWrite,
  type Branch,
  type CellHistory,
  NOTHING,
  type Read,
  type Reads,
  type Write,
} from "./accesses.ts";

/** Where a cell is. */
interface Location {
  /** 0 for a static field. */
  readonly object: number;
  /** In bytes. */
  readonly offset: number;
}

/** Elements of a larger array are not followed. */
const MOST_COPIED = 1024;

export class ReadsAndWrites {
  /** By object (0: static fields) and distance in bytes. */
  readonly #cells = new Map<number, Map<number, CellHistory>>();
  lane = 0;
  step = 0;
  #time = 0;
  /** The accesses of the last instruction, until it is known whether the trace shows it. */
  #read: Read | null = null;
  #writes: Write[] = [];
  #records = 0;

  /** How many cells, reads and writes have been recorded, without those that were dropped at once. */
  get records(): number {
    return this.#records;
  }

  /** Forgets everything. */
  clear(): void {
    this.#cells.clear();
    this.#read = null;
    this.#writes = [];
    this.#records = 0;
  }

  tick(): number {
    return ++this.#time;
  }

  read(location: Location, base: Reads): Read {
    const cell = this.#cell(location);
    const saw = cell.writes.at(-1) ?? null;
    const { lane, step } = this;
    this.#records++;
    this.#read = { cell, lane, step, time: this.tick(), shown: null, base, saw };
    return this.#read;
  }

  write(location: Location, from: Reads, under: Branch | null): void {
    this.#add(this.#cell(location), from, under);
  }

  /** System.arraycopy: each element comes from where its value was computed. */
  copy(m: Machine, args: number, under: Branch | null): void {
    const [source = 0, from = 0, target = 0, to = 0, length = 0] = [0, 1, 2, 3, 4].map(
      (i) => m.S[args + i * SLOT]!,
    );
    const shift = m.classTables.elementShift[m.H[target]!]!;
    const cellAt = (object: number, index: number): CellHistory =>
      this.#cell({ object, offset: ARRAY_DATA * 4 + (index << shift) });
    const values = Array.from(
      { length: Math.min(length, MOST_COPIED) },
      (_, i) => cellAt(source, from + i).writes.at(-1)?.from ?? NOTHING,
    );
    values.forEach((value, i) => {
      this.#add(cellAt(target, to + i), value, under);
    });
  }

  #add(cell: CellHistory, from: Reads, under: Branch | null): void {
    const last = cell.writes.at(-1);
    // Of what no other thread saw, the last write is enough.
    if (last?.shown === null && last.lane === this.lane) cell.writes.pop();
    else this.#records++;
    const { lane, step } = this;
    const write: Write = { cell, lane, step, time: this.tick(), shown: null, from, under };
    this.#writes.push(write);
    addWrite(cell, write);
  }

  /** The trace shows the last instruction. */
  shown(operation: Operation): void {
    if (this.#read !== null) this.#read.shown = operation;
    for (const write of this.#writes) write.shown = operation;
  }

  /** The read of the last instruction, if the trace does not show it. */
  settle(): Read | null {
    const read = this.#read;
    this.#read = null;
    const isUpdate = this.#writes.length > 0;
    if (isUpdate) this.#writes = [];
    if (read?.shown !== null) return null;
    // What an update wrote refers to what it had read.
    if (!isUpdate) this.#records--;
    return read;
  }

  moved(newPlace: (ref: number) => number): void {
    moveKeys(this.#cells, newPlace);
  }

  #cell({ object, offset }: Location): CellHistory {
    let cells = this.#cells.get(object);
    if (cells === undefined) {
      cells = new Map();
      this.#cells.set(object, cells);
    }
    let cell = cells.get(offset);
    if (cell === undefined) {
      cell = { writes: [] };
      this.#records++;
      cells.set(offset, cell);
    }
    return cell;
  }
}

/** Objects have moved; what is kept by 0 stays, and what is kept by a collected object goes. */
export function moveKeys<T>(byPlace: Map<number, T>, newPlace: (ref: number) => number): void {
  const entries = [...byPlace];
  byPlace.clear();
  for (const [ref, value] of entries) {
    const place = ref === 0 ? 0 : newPlace(ref);
    if (place !== 0 || ref === 0) byPlace.set(place, value);
  }
}
