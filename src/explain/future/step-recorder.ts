/**
 * Takes steps one instruction at a time and notes what each reads and writes:
 * of plain instructions that follows from their linked form and the operands
 * they had; natives, accesses by handles and the end of a thread are watched
 * at work.
 */

import { type MeasuredStep, singleStep } from "../../search/single-step.ts";
import { beginStep, type Step } from "../../search/step.ts";
import { CHECKED_PLAIN, FIRST_CHECKED, I } from "../../vm/code/instructions.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import { variableCallAt } from "../../vm/interpreter/var-handle-calls.ts";
import type { Machine } from "../../vm/machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../vm/memory/object-layout.ts";
import { endThread } from "../../vm/threads/end-thread.ts";
import type { CellAccesses } from "./cell-accesses.ts";
import { WatchedViews } from "./observed-memory.ts";

/** Distance of the object from the stack's top, and the bytes of the value. */
const FIELD_READS: Readonly<Record<number, number>> = { [I.getfield]: 4, [I.getfield2]: 8 };
const FIELD_WRITES: Readonly<Record<number, number>> = {
  [I.putfield]: 4,
  [I.putfield2]: 8,
  [I.putfieldNarrow]: 4,
};
const STATIC_READS: Readonly<Record<number, number>> = {
  [I.getstatic]: 4,
  [I.getstatic2]: 8,
  [I.getstaticInit]: 4,
  [I.getstatic2Init]: 8,
  [I.getstaticChecked]: 4,
  [I.getstatic2Checked]: 8,
};
const STATIC_WRITES: Readonly<Record<number, number>> = {
  [I.putstatic]: 4,
  [I.putstatic2]: 8,
  [I.putstaticInit]: 4,
  [I.putstatic2Init]: 8,
  [I.putstaticNarrow]: 4,
  [I.putstaticChecked]: 4,
  [I.putstatic2Checked]: 8,
};
const FIRST_LOAD = 46;
const LAST_LOAD = 53;
const FIRST_STORE = 79;
const LAST_STORE = 86;
const WIDE_STORE = 80;
/** Words of the stack that an instruction other than a call looks at, at most. */
const OPERANDS = 8;

export class InstructionWatch {
  readonly #m: Machine;
  readonly #accesses: CellAccesses;
  readonly #views: WatchedViews;

  constructor(m: Machine, accesses: CellAccesses) {
    this.#m = m;
    this.#accesses = accesses;
    this.#views = new WatchedViews(m, accesses);
  }

  /** Takes a step and logs it. What `atEnd` does in the state that it leads to is logged as well; then all is undone. */
  walk(step: Step, measured: MeasuredStep, atEnd: () => void): void {
    const m = this.#m;
    const { instructions, skippedNanos, exitCode } = m;
    this.#accesses.clear();
    m.loadRegisters(step.thread);
    const mark = m.beginTransition(m.fp, m.sp);
    beginStep(m, step.thread, step.choice);
    const stop = singleStep(m, measured, (one) => this.#execute(one));
    m.choice = -1;
    this.#accesses.beginInstruction();
    if (stop === Stop.ended) this.#views.during(() => endThread(m));
    else m.saveRegisters();
    this.#views.during(atEnd);
    m.undoTo(mark);
    m.instructions = instructions;
    m.skippedNanos = skippedNanos;
    m.exitCode = exitCode;
    m.pending = 0;
    m.uncaught = 0;
    m.wantsCollection = false;
  }

  #execute(one: () => Stop): Stop {
    const m = this.#m;
    const { pc, sp, fp } = m;
    this.#accesses.beginInstruction();
    // Whether others notice what it does was found out when the step was measured.
    m.watches = false;
    if (m.space.code[pc] === I.invokeHandle) return this.#handle(one);
    const operands = m.S.slice(Math.max(0, sp - OPERANDS), sp);
    const at = (distance: number): number => operands[operands.length - distance] ?? 0;
    const stop = this.#views.duringNatives(one);
    // Where it has not been carried out (a class has to be initialised first) it has accessed nothing.
    if (m.fp === fp && m.pc > pc) this.#plain(pc, m.pc - pc, at);
    return stop;
  }

  /** An access by a handle looks at the old value even where it only writes. */
  #handle(one: () => Stop): Stop {
    const m = this.#m;
    const isSet = variableCallAt(m, m.pc, m.sp)?.mode.operation === "set";
    const before = new Set(this.#accesses.writes);
    const stop = this.#views.during(one);
    if (isSet) this.#accesses.forgetOverwritten(before);
    return stop;
  }

  #plain(pc: number, words: number, at: (distance: number) => number): void {
    const { code } = this.#m.space;
    const linked = code[pc]!;
    const isChecked = linked >= FIRST_CHECKED && linked < I.getstaticChecked;
    const op = isChecked ? CHECKED_PLAIN[linked - FIRST_CHECKED]! : linked;
    if ((op >= FIRST_LOAD && op <= LAST_LOAD) || (op >= FIRST_STORE && op <= LAST_STORE)) {
      if (words === 1) this.#element(op, at);
      return;
    }
    if (words !== 3) return;
    const word = code[pc + 1]! * 4;
    const read = FIELD_READS[op];
    const write = FIELD_WRITES[op];
    if (read !== undefined && at(2) !== 0) {
      this.#accesses.read(at(2) * 4 + word, at(2) * 4 + word + read);
    } else if (write !== undefined) {
      const object = at(write === 8 ? 6 : 4) * 4;
      if (object !== 0) this.#accesses.write(object + word, object + word + write);
    } else if (STATIC_READS[op] !== undefined) {
      this.#accesses.read(word, word + STATIC_READS[op]);
    } else if (STATIC_WRITES[op] !== undefined) {
      this.#accesses.write(word, word + STATIC_WRITES[op]);
    }
  }

  #element(op: number, at: (distance: number) => number): void {
    const m = this.#m;
    const isStore = op >= FIRST_STORE;
    const depth = isStore ? (op === WIDE_STORE ? 8 : 6) : 4;
    const array = at(depth);
    const index = at(depth - 2);
    if (array === 0 || index >>> 0 >= m.H[array + ARRAY_LENGTH]!) return;
    const shift = m.elementShift[m.H[array]!]!;
    const from = (array + ARRAY_DATA) * 4 + index * (1 << shift);
    if (isStore) this.#accesses.write(from, from + (1 << shift));
    else this.#accesses.read(from, from + (1 << shift));
  }
}
