/** Where a thread is, in terms of the program's own source. */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { lineAt, type TranslatedMethod } from "../../vm/code/code-space.ts";
import { walkFrames } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import { T_FP, T_PC, T_SP, threadRecord } from "../../vm/memory/memory.ts";
import { type ObjectNames, simpleName } from "./object-names.ts";
import type { Place } from "./trace.ts";

const NOWHERE: Place = {
  method: "?",
  file: null,
  line: -1,
  library: null,
  isProgram: false,
};

/** The place of whoever's registers these are; `names` tell which object's method the library runs. */
export function placeOf(
  m: Machine,
  registers: { pc: number; fp: number; sp: number },
  names: ObjectNames,
): Place {
  let called: string | null = null;
  let innermost: Place | null = null;
  let found: Place | null = null;
  walkFrames(m, registers, ({ code, pc, fp }) => {
    const { method } = code;
    innermost ??= at(m, code, pc, null);
    if (method.owner.origin === "application") {
      found = at(m, code, pc, called);
      return false;
    }
    // Java code never assigns to `this`.
    const hasReceiver = !method.isStatic && method.name !== "<init>";
    const owner = hasReceiver ? names.object(m.S[fp]!) : simpleName(method.owner);
    called = `${owner}.${method.name}`;
    return true;
  });
  return found ?? innermost ?? NOWHERE;
}

export const placeOfThread = (m: Machine, thread: number, names: ObjectNames): Place =>
  placeOf(m, registersOf(m, thread), names);

function registersOf(m: Machine, thread: number): { pc: number; fp: number; sp: number } {
  const record = threadRecord(thread);
  return { pc: m.H[record + T_PC]!, fp: m.H[record + T_FP]!, sp: m.H[record + T_SP]! };
}

function at(m: Machine, { method }: TranslatedMethod, pc: number, library: string | null): Place {
  return {
    method: `${method.owner.externalName}.${method.name}`,
    file: method.owner.file?.sourceFile ?? null,
    line: lineAt(method, m.space.offsetAt(pc)),
    library,
    isProgram: method.owner.origin === "application",
  };
}

/** The classes whose methods a thread is in, innermost first. */
export function ownersOfFrames(m: Machine, thread: number): RuntimeClass[] {
  const owners: RuntimeClass[] = [];
  walkFrames(m, registersOf(m, thread), ({ code: { method } }) => {
    owners.push(method.owner);
    return true;
  });
  return owners;
}
