/**
 * Calls, apart from the interpreter's fast path: linking a method at its first
 * call (binding natives, translating code), pushing frames, and
 * what the outcomes of natives mean.
 */
import { bug } from "../../core/assert.ts";
import { UnsupportedFeatureError } from "../../core/errors.ts";
import { describeSignature } from "../../program/linking/java-names.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { hasConflictingDefaults } from "../../program/linking/virtual-table.ts";
import {
  ENTRY_NATIVE,
  ENTRY_OBSERVABLE_NATIVE,
  ENTRY_UNLINKED,
  placeText,
} from "../code/code-space.ts";
import { walkFrames } from "../code/frames.ts";
import { CALL_WORDS, LINKAGE_WORDS } from "../code/instructions.ts";
import { frameSize, translate } from "../code/translate.ts";
import { collectGarbage } from "../heap/garbage-collector.ts";
import type { Machine } from "../machine.ts";
import { SLOT } from "../memory/object-layout.ts";
import { loggedReadsOf } from "../native-api/logged-effects.ts";
import { type AnyOutcome, type NativeMethod, Outcome } from "../native-api/native-method.ts";
import { codeKind, roleIn } from "../sharing/library-operations.ts";
import { callObservability, markStoredShared } from "../sharing/native-calls.ts";
import { stopsHere } from "../sharing/scheduling-point.ts";
import { raise, unwind } from "./exceptions.ts";
import { FixedRole, fixedRole } from "./fixed-values.ts";
import { Stop } from "./stop.ts";
import { verifyClass } from "./verify-class.ts";

/** Calls a method whose arguments are at `base`; execution continues there. */
export function callMethod(m: Machine, id: number, base: number, returnPc: number): Stop {
  const { space, S } = m;
  if (space.entry[id] === ENTRY_UNLINKED) {
    const stop = linkMethod(m, id, base);
    // Not linked: an exception is under way, or its handler has already been reached.
    if (space.entry[id] === ENTRY_UNLINKED) return stop;
  }
  const entry = space.entry[id]!;
  if (entry === ENTRY_NATIVE) return callNative(m, id, base);
  if (entry === ENTRY_OBSERVABLE_NATIVE) {
    return callCheckedNative(m, id, base);
  }
  const linkage = base + space.locals[id]!;
  if (linkage + space.stack[id]! > m.stackEnd) return raiseStackOverflow(m);
  S[linkage] = returnPc;
  S[linkage + 1] = m.fp;
  m.fp = base;
  m.sp = linkage + LINKAGE_WORDS;
  m.pc = entry;
  return Stop.none;
}

function raiseStackOverflow(m: Machine): Stop {
  return raise(m, "java/lang/StackOverflowError", null);
}

/** A native that may touch shared memory, in a checked run. */
function callCheckedNative(m: Machine, id: number, base: number): Stop {
  const call = m.space.observability[id]!;
  if (m.sharing.nativeCall(call, base) && stopsHere(m)) return Stop.visible;
  if (!call.writes || call.references.length === 0) return callNative(m, id, base);
  m.room.kept = call.references.map((at) => m.S[base + at]!);
  const stop = callNative(m, id, base);
  markStoredShared(m, m.room.kept);
  m.room.kept = [];
  return stop;
}

function callNative(m: Machine, id: number, base: number): Stop {
  m.nativeMethod = id;
  m.accesses?.readByNative(m, id, base);
  const outcome = m.space.natives[id]!(m, base);
  return finishNative(m, id, base, outcome);
}

/** Does what a native's outcome asks for. The registers are still those of the call. */
export function finishNative(m: Machine, id: number, base: number, outcome: AnyOutcome): Stop {
  switch (outcome) {
    case Outcome.done:
      m.sp = base + m.space.results[id]!;
      m.pc += CALL_WORDS;
      return Stop.none;
    case Outcome.threw:
      // One that has found no room for its result need not say so.
      if (m.pending === 0) m.throwOutOfMemory();
      // Natives allocate before they write: after a collection the call is simply made again.
      if (m.wantsCollection) {
        m.wantsCollection = false;
        const { pending } = m;
        m.pending = 0;
        if (collectGarbage(m)) return Stop.again;
        m.pending = pending;
      }
      return unwind(m);
    case Outcome.blocked:
      return Stop.blocked;
    case Outcome.tailCall:
      return callMethod(m, m.tailCall, base, m.pc + CALL_WORDS);
    case Outcome.yielded:
      m.sp = base + m.space.results[id]!;
      m.pc += CALL_WORDS;
      if (!m.checking) return Stop.yielded;
      // No other thread needed a turn before the next visible step; but now there may be one.
      m.stopsAtVisible = true;
      m.watches = true;
      return Stop.none;
    case Outcome.halted:
      return Stop.halted;
    case Outcome.choice:
      return Stop.choice;
    case Outcome.pruned:
      return Stop.ignored;
    default:
      return bug(`native outcome ${String(outcome)}`);
  }
}

const RESULT_SLOTS: Readonly<Record<string, number>> = { V: 0, J: 2, D: 2 };

/** Makes a method callable: `entry` is set, or an exception is under way. The receiver is at `base`. */
export function linkMethod(m: Machine, id: number, base: number = m.fp): Stop {
  const { space } = m;
  space.ensureMethod(id);
  const method = m.program.methods[id]!;
  space.args[id] = method.argSlots * SLOT;
  space.results[id] = (RESULT_SLOTS[method.returnKind] ?? 1) * SLOT;
  const native = m.nativeFor(method);
  if (native !== undefined) {
    bindNative(m, method, native);
    return Stop.none;
  }
  if (method.isNative) throw unsupportedNative(m, method);
  if (method.code === null) return raiseAbstract(m, method, m.S[base]!);
  verifyClass(m, method.owner);
  space.codeKinds[id] = codeKind(method, (name) => m.program.find(name)?.origin ?? "application");
  const classLock = method.isStatic && method.isSynchronized ? m.mirror(method.owner) : 0;
  const code = translate(space, method, classLock, {
    operation: roleIn(space.modes.sections, method),
    fixed: m.checking ? fixedRole(method) : FixedRole.none,
  });
  const size = frameSize(code.info);
  space.locals[id] = size.locals;
  space.stack[id] = size.stack;
  space.codes[id] = code;
  space.entry[id] = code.start;
  space.linked++;
  return Stop.none;
}

function bindNative(m: Machine, method: RuntimeMethod, native: NativeMethod): void {
  m.space.linked++;
  m.space.natives[method.id] = native.run;
  m.space.entry[method.id] = ENTRY_NATIVE;
  // Found at the first call that is logged, which few natives have.
  m.space.loggedReads[method.id] = (_m, args, log) => {
    const reads = loggedReadsOf(method, native);
    m.space.loggedReads[method.id] = reads;
    reads?.(m, args, log);
  };
  if (!m.checking) return;
  const call = callObservability(method, native);
  if (!call.always && call.args.length === 0) return;
  m.space.observability[method.id] = call;
  m.space.entry[method.id] = ENTRY_OBSERVABLE_NATIVE;
}

function unsupportedNative(m: Machine, method: RuntimeMethod): UnsupportedFeatureError {
  return new UnsupportedFeatureError(
    `native method ${method.toString()} is not supported (reached ${currentLocation(m)})`,
    { hint: "Avoid the call, or report it: natives are added by need." },
  );
}

/**
 * "at p.A.m(A.java:12)" of the innermost frame, for messages. When that is in the
 * library, the place in the program that called it follows.
 */
export function currentLocation(m: Machine): string {
  const inner = placeText(m.space, m.pc);
  const callers: string[] = [];
  walkFrames(m, m, ({ code, pc }) => {
    if (code.method.owner.origin !== "application") return true;
    callers.push(placeText(m.space, pc));
    return false;
  });
  const [outer = inner] = callers;
  return outer === inner ? `at ${inner}` : `at ${inner}, called from ${outer}`;
}

function raiseAbstract(m: Machine, method: RuntimeMethod, receiver: number): Stop {
  const { owner } = method;
  if (owner.isInterface && hasConflictingDefaults(owner, method.key)) {
    const name = `${owner.externalName}.${method.name}`;
    return raise(
      m,
      "java/lang/IncompatibleClassChangeError",
      `Conflicting default methods: ${name}`,
    );
  }
  const kind = owner.isInterface ? "interface" : owner.isAbstract ? "abstract class" : "class";
  const signature = describeSignature(method.name, method.descriptor);
  return raise(
    m,
    "java/lang/AbstractMethodError",
    `Receiver class ${m.classOf(receiver).externalName} does not define or inherit an implementation of the ` +
      `resolved method 'abstract ${signature}' of ${kind} ${owner.externalName}.`,
  );
}
