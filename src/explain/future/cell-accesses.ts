/**
 * Records which of the explained values one step reads and writes, by their number in the table of cells, and
 * where a read happened. A read counts only before the first write.
 *
 * The machine's own log (vm/memory/access-log.ts) is not enough. It records words, which several array
 * elements may share. It takes the effects of natives from their declarations. And it does not record which
 * thread reads.
 */

import { walkFrames } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";

/** Tells which values are at an address. */
export interface CellFinder {
  /** Calls `visit` for each cell that contains one of these bytes. */
  inRange(from: number, to: number, visit: (cell: number) => void): void;
}

/** The place of a read: the instruction, and the instruction of the program's own method that caused it. */
export interface ReadPlace {
  readonly pc: number;
  /** -1 if no method of the program is on the stack. */
  readonly programPc: number;
}

export class CellAccesses {
  readonly #m: Machine;
  readonly #cells: CellFinder;
  reads = new Map<number, ReadPlace>();
  writes = new Set<number>();
  /** The place of the current instruction, with the registers it started with. */
  #place: ReadPlace | null = null;
  #registers = { pc: 0, fp: 0, sp: 0 };

  constructor(m: Machine, cells: CellFinder) {
    this.#m = m;
    this.#cells = cells;
  }

  /** Call when a step begins. */
  clear(): void {
    this.reads = new Map();
    this.writes = new Set();
  }

  /** Call when an instruction begins, at the machine's registers. */
  beginInstruction(): void {
    const { pc, fp, sp } = this.#m;
    this.#registers = { pc, fp, sp };
    this.#place = null;
  }

  read(from: number, to: number): void {
    this.#cells.inRange(from, to, (cell) => {
      if (this.writes.has(cell) || this.reads.has(cell)) return;
      this.#place ??= placeOf(this.#m, this.#registers);
      this.reads.set(cell, this.#place);
    });
  }

  write(from: number, to: number): void {
    this.#cells.inRange(from, to, (cell) => this.writes.add(cell));
  }

  /** Discards reads of cells that the current instruction has also written. */
  forgetOverwritten(before: ReadonlySet<number>): void {
    for (const cell of this.writes) {
      if (!before.has(cell) && this.reads.get(cell) === this.#place) this.reads.delete(cell);
    }
  }
}

function placeOf(m: Machine, registers: { pc: number; fp: number; sp: number }): ReadPlace {
  let programPc = -1;
  walkFrames(m, registers, ({ code, pc }) => {
    if (code.method.owner.origin === "application") programPc = pc;
    return programPc < 0;
  });
  return { pc: registers.pc, programPc };
}
