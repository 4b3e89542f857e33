/** Where a thread is in the program's own source. */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { lineAt, type TranslatedMethod } from "../../vm/code/code-space.ts";
import { FrameView, type Registers } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import { type ObjectNames, simpleName } from "./object-names.ts";
import type { Place } from "./trace.ts";

const NOWHERE: Place = {
  method: "?",
  file: null,
  line: -1,
  library: null,
  isProgram: false,
};

/** The place of the thread with these registers. `names` names the objects whose library methods it calls. */
export function placeOf(m: Machine, registers: Registers, names: ObjectNames): Place {
  let called: string | null = null;
  let innermost: Place | null = null;
  const frame = new FrameView(m);
  for (let found = frame.top(registers); found; found = frame.caller()) {
    const { code, pc, fp } = frame;
    const { method } = code;
    if (method.owner.origin === "application") return at(m, code, pc, called);
    innermost ??= at(m, code, pc, null);
    // Java code never assigns to `this`.
    const hasReceiver = !method.isStatic && method.name !== "<init>";
    const owner = hasReceiver ? names.object(m.S[fp]!) : simpleName(method.owner);
    called = `${owner}.${method.name}`;
  }
  return innermost ?? NOWHERE;
}

export const placeOfThread = (m: Machine, thread: number, names: ObjectNames): Place =>
  placeOf(m, m.threadAt(thread), names);

function at(m: Machine, { method }: TranslatedMethod, pc: number, library: string | null): Place {
  return {
    method: `${method.owner.externalName}.${method.name}`,
    file: method.owner.file?.sourceFile ?? null,
    line: lineAt(method, m.space.offsetAt(pc)),
    library,
    isProgram: method.owner.origin === "application",
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
