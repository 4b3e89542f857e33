/**
 * The frames of a thread, top first. A frame's pc is the instruction it stands at:
 * for callers the call, except below a class initialisation, which interrupts an
 * instruction that then runs again.
 */
import type { Machine } from "../machine.ts";
import type { TranslatedMethod } from "./code-space.ts";
import { CALL_WORDS } from "./instructions.ts";

/** Those of a machine are the running thread's; those of a `ThreadView` are in the thread's record. */
export interface Registers {
  readonly pc: number;
  readonly fp: number;
  readonly sp: number;
}

/**
 * A cursor over frames:
 *
 *     for (let found = frame.top(m); found; found = frame.caller()) …
 */
export class FrameView implements Registers {
  pc = 0;
  fp = 0;
  /** End of the operand stack. */
  sp = 0;
  /** The instruction at `pc` is still to be executed. Otherwise it is a call that has not returned. */
  isBeforeInstruction = false;
  readonly #m: Machine;

  constructor(m: Machine) {
    this.#m = m;
  }

  /** Moves to the frame with these registers; false if there is none, because the thread has ended. */
  top({ pc, fp, sp }: Registers): boolean {
    this.pc = pc;
    this.fp = fp;
    this.sp = sp;
    this.isBeforeInstruction = true;
    return pc !== 0;
  }

  /** Moves to the frame that called this one; false if this was the first. */
  caller(): boolean {
    const { S } = this.#m;
    const method = this.methodId;
    const linkage = this.fp + this.#m.space.locals[method]!;
    const returnPc = S[linkage]!;
    this.isBeforeInstruction = isInterruption(this.#m, method);
    this.pc = returnPc === 0 || this.isBeforeInstruction ? returnPc : returnPc - CALL_WORDS;
    this.sp = this.fp;
    this.fp = S[linkage + 1]!;
    return returnPc !== 0;
  }

  get code(): TranslatedMethod {
    return this.#m.space.codeAt(this.pc);
  }

  get methodId(): number {
    return this.#m.space.methodOf[this.pc]!;
  }
}

/** Calls `visit` with one view for each frame; it returns false to stop. */
export function walkFrames(m: Machine, top: Registers, visit: (frame: FrameView) => boolean): void {
  const frame = new FrameView(m);
  for (let found = frame.top(top); found; found = frame.caller()) if (!visit(frame)) return;
}

/** The instruction that a caller is at, given where the callee returns to. */
export function callerPc(m: Machine, callee: TranslatedMethod, returnPc: number): number {
  if (returnPc === 0 || isInterruption(m, callee.method.id)) return returnPc;
  return returnPc - CALL_WORDS;
}

/** The method interrupts an instruction of its caller and returns to it, not behind it. */
const isInterruption = (m: Machine, method: number): boolean =>
  method === m.linked.initializerMethod || method === m.linked.linkerMethod;
