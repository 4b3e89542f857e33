/**
 * Runs steps one instruction at a time and records what each reads and writes. For plain instructions this
 * follows from their linked form and operands. Natives, accesses by handles and the end of a thread are
 * watched while they run.
 */

import { type MeasuredStep, singleStep } from "../../search/single-step.ts";
import { beginStep, type Step } from "../../search/step.ts";
import { I } from "../../vm/code/instructions.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import { variableCallAt } from "../../vm/interpreter/var-handle-calls.ts";
import type { Machine } from "../../vm/machine.ts";
import { AccessKind, PendingAccess } from "../../vm/sharing/pending-access.ts";
import { endThread } from "../../vm/threads/end-thread.ts";
import { trial } from "../../vm/trial.ts";
import type { CellAccesses } from "./cell-accesses.ts";
import { WatchedViews } from "./observed-memory.ts";

/** The largest number of stack words that an instruction other than a call looks at. */
const OPERANDS = 8;

export class InstructionWatch {
  readonly #m: Machine;
  readonly #accesses: CellAccesses;
  readonly #views: WatchedViews;
  readonly #operands = new Int32Array(OPERANDS);
  readonly #access = new PendingAccess();

  constructor(m: Machine, accesses: CellAccesses) {
    this.#m = m;
    this.#accesses = accesses;
    this.#views = new WatchedViews(m, accesses);
  }

  /** Takes a step on trial and logs it. What `atEnd` reads in the resulting state is logged as well. */
  walk(step: Step, measured: MeasuredStep, atEnd: () => void): void {
    this.#accesses.clear();
    trial(this.#m, () => this.#walk(step, measured, atEnd));
  }

  #walk(step: Step, measured: MeasuredStep, atEnd: () => void): void {
    const m = this.#m;
    m.loadRegisters(step.thread);
    m.beginTransition(m.fp, m.sp);
    beginStep(m, step.thread, step.choice);
    const stop = singleStep(m, measured, (one) => this.#execute(one));
    m.choice = -1;
    this.#accesses.beginInstruction();
    if (stop === Stop.ended) this.#views.during(() => endThread(m));
    else m.saveRegisters();
    this.#views.during(atEnd);
  }

  #execute(one: () => Stop): Stop {
    const m = this.#m;
    const { pc, sp, fp } = m;
    this.#accesses.beginInstruction();
    // Whether other threads can observe the step was determined when it was measured.
    m.watches = false;
    if (m.space.code[pc] === I.invokeHandle) return this.#handle(one);
    for (let i = 1; i <= OPERANDS; i++) this.#operands[OPERANDS - i] = m.S[sp - i] ?? 0;
    const stop = this.#views.duringNatives(one);
    // If the instruction did not run (its class must be initialised first), it accessed nothing.
    if (m.fp === fp && m.pc > pc) this.#record(pc, m.pc - pc);
    return stop;
  }

  /** An access by a handle reads the old value even if it only writes. */
  #handle(one: () => Stop): Stop {
    const m = this.#m;
    const isSet = variableCallAt(m, m.pc, m.sp)?.mode.operation === "set";
    const before = new Set(this.#accesses.writes);
    const stop = this.#views.during(one);
    if (isSet) this.#accesses.forgetOverwritten(before);
    return stop;
  }

  /**
   * Decodes the instruction afterwards, because it may have been linked only now. The operands are those from
   * before it ran.
   */
  #record(pc: number, length: number): void {
    const access = this.#access;
    access.decodeAt(this.#m, pc, this.#operands, OPERANDS, 0);
    switch (access.kind) {
      case AccessKind.field:
      case AccessKind.element:
        if (access.fails) return;
        break;
      case AccessKind.staticField:
        break;
      default:
        return;
    }
    if (length !== (access.kind === AccessKind.element ? 1 : 3)) return;
    const from = access.firstByte;
    if (access.isWrite) this.#accesses.write(from, from + access.bytes);
    else this.#accesses.read(from, from + access.bytes);
  }
}
