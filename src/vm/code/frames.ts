/**
 * Walking a thread's frames, top first. A frame's pc is the instruction it is
 * at: for callers that is the call, except below a class initialisation, which
 * interrupts an instruction that runs again afterwards.
 */

import type { Machine } from "../machine.ts";
import type { TranslatedMethod } from "./code-space.ts";
import { CALL_WORDS } from "./instructions.ts";

export interface FrameView {
  readonly code: TranslatedMethod;
  readonly pc: number;
  readonly fp: number;
  /** End of the operand stack. */
  readonly sp: number;
}

/** Calls `visit` for each frame; it returns false to stop. */
export function walkFrames(
  m: Machine,
  top: { pc: number; fp: number; sp: number },
  visit: (frame: FrameView) => boolean,
): void {
  let { pc, fp, sp } = top;
  const { space } = m;
  while (pc !== 0) {
    const code = space.codeAt(pc);
    if (!visit({ code, pc, fp, sp })) return;
    const linkage = fp + space.locals[code.method.id]!;
    pc = callerPc(m, code, m.S[linkage]!);
    sp = fp;
    fp = m.S[linkage + 1]!;
  }
}

/** The instruction that a caller is at, given where the callee returns to. */
export function callerPc(m: Machine, callee: TranslatedMethod, returnPc: number): number {
  const { id } = callee.method;
  if (returnPc === 0 || id === m.initializerMethod || id === m.linkerMethod) return returnPc;
  return returnPc - CALL_WORDS;
}
