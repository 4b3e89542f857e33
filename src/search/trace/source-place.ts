/** Where a thread is in the program's own source. */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { lineAt, type TranslatedMethod } from "../../vm/code/code-space.ts";
import { FrameView, type Registers } from "../../vm/code/frames.ts";
import { isHelperMethod } from "../../vm/code/helper-methods.ts";
import type { Machine } from "../../vm/machine.ts";
import { type ObjectNames, simpleName } from "./object-names.ts";
import type { Frame, Place } from "./trace.ts";

const NOWHERE: Place = {
  method: "?",
  file: null,
  line: -1,
  isHelper: false,
  callers: [],
  library: null,
  isProgram: false,
};

/** Of a deep recursion, nobody reads more. */
const MAX_CALLERS = 12;

/** The place of the thread with these registers. `names` names the objects whose library methods it calls. */
export function placeOf(m: Machine, registers: Registers, names: ObjectNames): Place {
  let called: string | null = null;
  let innermost: Frame | null = null;
  const frame = new FrameView(m);
  for (let found = frame.top(registers); found; found = frame.caller()) {
    const { method } = frame.code;
    if (method.owner.origin === "application") {
      const here = frameAt(m, frame.code, frame.pc);
      return placeAt(here, callersOf(m, frame), called, true);
    }
    innermost ??= frameAt(m, frame.code, frame.pc);
    // Java code never assigns to `this`.
    const hasReceiver = !method.isStatic && method.name !== "<init>";
    const owner = hasReceiver ? names.object(m.S[frame.fp]!) : simpleName(method.owner);
    called = `${owner}.${method.name}`;
  }
  if (innermost === null) return NOWHERE;
  return placeAt(innermost, [], null, false);
}

/** Written out, because every operation of a replay has one, and a spread is slow. */
function placeAt(
  { method, file, line, isHelper }: Frame,
  callers: readonly Frame[],
  library: string | null,
  isProgram: boolean,
): Place {
  return { method, file, line, isHelper, callers, library, isProgram };
}

/** The program's frames below this one. */
function callersOf(m: Machine, frame: FrameView): Frame[] {
  const callers: Frame[] = [];
  while (callers.length < MAX_CALLERS && frame.caller()) {
    if (frame.code.method.owner.origin === "application")
      callers.push(frameAt(m, frame.code, frame.pc));
  }
  return callers;
}

export const placeOfThread = (m: Machine, thread: number, names: ObjectNames): Place =>
  placeOf(m, m.threadAt(thread), names);

export function frameAt(m: Machine, code: TranslatedMethod, pc: number): Frame {
  const { method } = code;
  return {
    method: `${method.owner.externalName}.${method.name}`,
    file: method.owner.file?.sourceFile ?? null,
    line: lineAt(method, m.space.offsetAt(pc)),
    isHelper: isHelperMethod(code),
  };
}

/** The classes of the methods on a thread's stack, innermost first. */
export function ownersOfFrames(m: Machine, thread: number): RuntimeClass[] {
  const owners: RuntimeClass[] = [];
  const frame = new FrameView(m);
  for (let found = frame.top(m.threadAt(thread)); found; found = frame.caller()) {
    owners.push(frame.code.method.owner);
  }
  return owners;
}
