/**
 * Which of the explained values one step reads and writes, each by its number in the
 * table of cells, and where a read happened. A read counts only before the first
 * write.
 *
 * The machine's own log (vm/memory/access-log.ts) is not enough: it records words, which
 * several elements of an array may share, it takes the effects of natives from their
 * declarations, and it does not record which thread reads.
 */

import { walkFrames } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import type { CellTable } from "./cell-table.ts";

/** Where a read was made: the instruction, and that of the program's own method that it was made for. */
export interface ReadPlace {
  readonly pc: number;
  /** -1 where no method of the program is on the stack. */
  readonly programPc: number;
}

export class CellAccesses {
  readonly #m: Machine;
  readonly #cells: CellTable;
  reads = new Map<number, ReadPlace>();
  writes = new Set<number>();
  /** Of the instruction under way; the registers that it began with. */
  #place: ReadPlace | null = null;
  #registers = { pc: 0, fp: 0, sp: 0 };

  constructor(m: Machine, cells: CellTable) {
    this.#m = m;
    this.#cells = cells;
  }

  /** A step begins. */
  clear(): void {
    this.reads = new Map();
    this.writes = new Set();
  }

  /** An instruction begins, at the machine's registers. */
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

  /** Takes back reads of what the instruction under way has written as well. */
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
