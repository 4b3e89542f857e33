/**
 * Which races are the program's own. An access that the program's code makes
 * itself always is. Where both are made inside the library the question is who
 * had to take care: classes that leave locking to their callers (collections,
 * string builders, formats) are raced by the program; everything else in the
 * library is written to be shared, and where it gets by without a lock it does
 * so on purpose.
 */
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import { ENTRY_OBSERVABLE_NATIVE } from "../../vm/code/code-space.ts";
import { FrameView, type Registers } from "../../vm/code/frames.ts";
import type { Machine } from "../../vm/machine.ts";
import { calledMethod } from "../trace/call-operations.ts";

/** Direct members of java.util and java.text; subpackages such as java.util.concurrent look after themselves. */
const UNGUARDED = /^java\/(?:util|text)\/[^/]+$|^java\/lang\/(?:Abstract)?StringBuilder$/;

/** Views that maps make at first need: two threads may each make one, which the maps' documentation allows. */
const LAZY_VIEWS = new Set(["keySet", "values", "entrySet", "navigableKeySet", "descendingMap"]);

/** Who makes an access. */
export interface Side {
  /** The library's class that the program called and that makes it; null when the program does itself. */
  readonly callee: RuntimeClass | "nobody" | null;
  /** How it came there: the pcs from the access to the program's own code. */
  readonly path: string;
}

export function sideOf(m: Machine, thread: number): Side {
  const registers = m.threadAt(thread);
  let called: RuntimeClass | null = nativeClass(m, registers);
  let isProgram = false;
  let path = "";
  const frame = new FrameView(m);
  for (let found = frame.top(registers); found && !isProgram; found = frame.caller()) {
    const { owner } = frame.code.method;
    path += ` ${frame.pc}`;
    isProgram = isProgramClass(m, owner);
    if (!isProgram && owner.origin !== "synthetic") called = owner;
  }
  return { callee: isProgram ? called : "nobody", path };
}

/** The class of the native that is about to be called; null for one that accesses what its caller tells it to. */
function nativeClass(m: Machine, { pc, sp }: Registers): RuntimeClass | null {
  const id = calledMethod(m, m.space.code[pc]!, pc, sp);
  if (id < 0 || m.space.entry[id] !== ENTRY_OBSERVABLE_NATIVE) return null;
  const method = m.program.methods[id]!;
  const native = m.nativeFor(method);
  const isForCaller = native?.memory !== undefined || native?.racyAccesses !== undefined;
  return isForCaller ? null : method.owner;
}

/** What is made for the program's lambdas and method references is the program's, too. */
function isProgramClass(m: Machine, cls: RuntimeClass): boolean {
  if (cls.origin !== "synthetic") return cls.origin === "application";
  const end = cls.name.indexOf("$$");
  return end > 0 && m.program.find(cls.name.slice(0, end))?.origin === "application";
}

export function isOfProgram(sides: readonly Side[], field: RuntimeField | null): boolean {
  if (sides.some(({ callee }) => callee === null)) return true;
  if (field !== null && field.owner.origin !== "application" && LAZY_VIEWS.has(field.name)) {
    return false;
  }
  return sides.every(
    ({ callee }) => callee !== null && callee !== "nobody" && UNGUARDED.test(callee.name),
  );
}
