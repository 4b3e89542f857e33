/**
 * The other half of the interpreter: instructions that are rare or large, and
 * common ones whose fast path gave up. Registers are in the machine. Returns
 * what the loop shall do; `Stop.again` means that the instruction at m.pc has
 * not been carried out yet. The switch has bare numbers for the reason that
 * dispatch.ts gives.
 */

import { selectMethod } from "../../program/linking/resolution.ts";
import { ENTRY_NATIVE } from "../code/code-space.ts";
import { arrayIndexDepth, CALL_WORDS, FIRST_CHECKED, I } from "../code/instructions.ts";
import { suspend } from "../code/suspension.ts";
import { collectGarbage } from "../heap/garbage-collector.ts";
import type { Machine } from "../machine.ts";
import { INITIALIZED } from "../memory/class-status.ts";
import { tryLock, unlock } from "../memory/monitors.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { ThreadStatus } from "../memory/thread-status.ts";
import { Outcome } from "../native-api/native-method.ts";
import { beginOperation, returnFromOperation } from "../sharing/atomic-operations.ts";
import { stopsHere } from "../sharing/scheduling-point.ts";
import { callMethod, finishNative } from "./calls.ts";
import { beginInitialization, isUsable } from "./class-initialization.ts";
import { loadConstantCell } from "./dynamic-constants.ts";
import { castMessage, raise, raiseBounds, throwNull, unwind } from "./exceptions.ts";
import { noteFixedRole } from "./fixed-values.ts";
import { link } from "./linker.ts";
import { invokeHandle } from "./method-handles.ts";
import { allocateMultiArray } from "./multi-array.ts";
import { executeNumeric } from "./rare-arithmetic.ts";
import { accessShared, accessSharedStatic, narrowed } from "./shared-access.ts";
import { Stop } from "./stop.ts";

export function executeSlowly(m: Machine, op: number, method: number): Stop {
  // Where threads share memory, one of these ends most steps and begins the next.
  if (op >= FIRST_CHECKED && op < I.getstaticChecked) return accessShared(m, op);
  switch (op) {
    case 203: // unresolved
      return link(m);
    case 219: // invokeDirect
    case 221: // invokeSpecial
    case 222: // invokeVirtual
    case 223: // invokeInterface
      return call(m, op, method);
    case 220: // invokeStaticInit
      return callStatic(m);
    case 228: // invokeHandle
      return invokeHandle(m);
    case 212: // getstaticInit
    case 213: // getstatic2Init
    case 214: // putstaticInit
    case 215: // putstatic2Init
    case 230: // putstaticNarrow
      return accessStatic(m, op);
    case 216: // putfieldNarrow
      return putNarrow(m);
    case 218: // newInit
      return allocateInitialized(m);
    case 217: // new
      return retryAllocation(m);
    case 188: // newarray
    case 189: // anewarray
      return newArray(m, op);
    case 197: // multianewarray
      return newMultiArray(m);
    case 204: // getfield
    case 205: // getfield2
    case 206: // putfield
    case 207: // putfield2
    case 190: // arraylength
      return throwNull(m);
    case 191: // athrow
      return throwTop(m);
    case 192: // checkcast
      return checkCast(m);
    case 193: // instanceof
      return instanceOf(m);
    case 194: // monitorenter
      return enterMonitor(m);
    case 195: // monitorexit
      return exitMonitor(m);
    case 224: // lockMethod
      return lockMethod(m);
    case 227: // return0Unlock
    case 225: // return1Unlock
    case 226: // return2Unlock
      return unlockAndReturn(m, op);
    case 262: // beginOperation
      beginOperation(m, m.fp + m.space.code[m.pc + 1]!, m.space.code[m.pc + 2]!);
      m.pc += 3;
      return Stop.none;
    case 266: // noteFixed
      noteFixedRole(m, m.space.code[m.pc + 1]!);
      m.pc += 2;
      return Stop.none;
    case 263: // return0Section
    case 264: // return1Section
    case 265: // return2Section
      returnFromOperation(m, m.fp + m.space.code[m.pc + 1]!);
      return popFrame(m, (op - I.return0Section) * 2);
    case 177: // return0
    case 172: // return1
    case 173: // return2
    case 238: // returnBoolean
    case 239: // returnChar
      return m.sharing.threadEnd() && stopsHere(m) ? Stop.visible : Stop.ended;
    case 240: // returnByteOrShort
      return popFrame(m, 2);
    case 237: // constantCell
      return loadConstantCell(m);
    case 258: // getstaticChecked
    case 259: // getstatic2Checked
    case 260: // putstaticChecked
    case 261: // putstatic2Checked
      return accessSharedStatic(m, op);
    default:
      break;
  }
  if (op === 83) return storeReference(m);
  if ((op >= 46 && op <= 53) || (op >= 79 && op <= 86)) {
    return arrayAccess(m, m.sp - arrayIndexDepth(op) - 2);
  }
  return executeNumeric(m, op);
}

const argWords = (m: Machine): number => m.program.methods[m.space.code[m.pc + 1]!]!.argSlots * 2;

// ---- calls ----

function call(m: Machine, op: number, method: number): Stop {
  const { space } = m;
  const { code } = space;
  const { pc } = m;
  if (method >= 0) {
    const base = m.sp - m.program.methods[method]!.argSlots * 2;
    if (space.entry[method] === ENTRY_NATIVE && m.nativeOutcome !== Outcome.done) {
      const outcome = m.nativeOutcome;
      m.nativeOutcome = Outcome.done;
      return finishNative(m, method, base, outcome);
    }
    return callMethod(m, method, base, pc + CALL_WORDS);
  }
  if (op === I.invokeInterface) {
    const receiver = m.S[m.sp - code[pc + 1]!]!;
    if (receiver === 0) return throwNull(m);
    return selectInterfaceMethod(m, receiver);
  }
  return throwNull(m);
}

/** Remembers at the call site which method objects of this class run. */
function selectInterfaceMethod(m: Machine, receiver: number): Stop {
  const { code } = m.space;
  const { pc } = m;
  const resolved = m.linked.interfaceSites.get(pc)!;
  const cls = m.classOf(receiver);
  const selected = selectMethod(cls, resolved);
  if (selected === null) {
    if (!cls.isSubtypeOf(resolved.owner)) {
      return raise(
        m,
        "java/lang/IncompatibleClassChangeError",
        `Class ${cls.externalName} does not implement the requested interface ${resolved.owner.externalName}`,
      );
    }
    return raise(
      m,
      "java/lang/AbstractMethodError",
      `Receiver class ${cls.externalName} does not define or inherit an implementation of the resolved method '${resolved.name}${resolved.descriptor}' of interface ${resolved.owner.externalName}.`,
    );
  }
  m.space.ensureMethod(selected.id);
  code[pc + 2] = cls.id;
  code[pc + 3] = selected.id;
  return Stop.again;
}

// ---- statics and initialisation ----

// Not in the switch: a function that holds a closure makes a context for it at each call.
function callStatic(m: Machine): Stop {
  return initThen(m, m.space.code[m.pc + 2]!, I.invokeDirect, () =>
    callMethod(m, m.space.code[m.pc + 1]!, m.sp - argWords(m), m.pc + CALL_WORDS),
  );
}

function allocateInitialized(m: Machine): Stop {
  return initThen(m, m.space.code[m.pc + 1]!, I.new, () => allocateObject(m));
}

/** Runs `action` once the class may be used; `quick` replaces the instruction when it is for good. */
function initThen(m: Machine, classId: number, quick: number, action: () => Stop): Stop {
  const cls = m.program.classes[classId]!;
  if (!isUsable(m, cls)) return beginInitialization(m, cls);
  if (m.status(cls) === INITIALIZED && m.isFinal(cls)) {
    m.space.code[m.pc] = quick;
    return Stop.again;
  }
  return action();
}

function accessStatic(m: Machine, op: number): Stop {
  const { code } = m.space;
  const { pc, H, S } = m;
  const cls = m.program.classes[code[pc + 2]! & 0xffffff]!;
  if (!isUsable(m, cls)) return beginInitialization(m, cls);
  const at = code[pc + 1]!;
  if (op === I.putstaticNarrow) {
    m.accesses?.write(0, at);
    m.setWord(at, narrowed(code[pc + 2]! >>> 24, S[m.sp - 2]!));
    m.sp -= 2;
    m.pc += 3;
    return Stop.none;
  }
  if (m.status(cls) === INITIALIZED && m.isFinal(cls)) {
    code[pc] = op - I.getstaticInit + I.getstatic;
    return Stop.again;
  }
  const words = op === I.getstatic2Init || op === I.putstatic2Init ? 2 : 1;
  if (op === I.getstaticInit || op === I.getstatic2Init) {
    m.accesses?.readRange(0, at, at + words);
    S[m.sp] = H[at]!;
    if (words === 2) S[m.sp + 1] = H[at + 1]!;
    m.sp += words * 2;
  } else {
    m.accesses?.writeRange(0, at, at + words);
    m.sp -= words * 2;
    m.setWord(at, S[m.sp]!);
    if (words === 2) m.setWord(at + 1, S[m.sp + 1]!);
  }
  m.pc += 3;
  return Stop.none;
}

/** A result as its method's return type keeps it. */
const narrowResult = (kind: string, value: number): number => {
  const narrow = "ZBCS".indexOf(kind);
  return narrow < 0 ? value : narrowed(narrow, value);
};

function putNarrow(m: Machine): Stop {
  const { code } = m.space;
  const object = m.S[m.sp - 4]!;
  if (object === 0) return throwNull(m);
  m.accesses?.write(object, code[m.pc + 1]!);
  m.setWord(object + code[m.pc + 1]!, narrowed(code[m.pc + 2]!, m.S[m.sp - 2]!));
  m.sp -= 4;
  m.pc += 3;
  return Stop.none;
}

// ---- allocation ----

function allocateObject(m: Machine): Stop {
  const { code } = m.space;
  const object = m.allocate(code[m.pc + 2]!);
  if (object === 0) return retryAllocation(m);
  m.H[object] = code[m.pc + 1]!;
  m.S[m.sp] = object;
  m.sp += 2;
  m.pc += 3;
  return Stop.none;
}

/** The heap was full: collect and try the instruction again, or give up. */
function retryAllocation(m: Machine): Stop {
  m.wantsCollection = false;
  if (collectGarbage(m)) return Stop.again;
  m.throwOutOfMemory();
  return unwind(m);
}

const PRIMITIVE_OF_TYPE_CODE = "ZCFDBSIJ";
const VM_ARRAY_LIMIT = 0x7fffffff - 2;

function newArray(m: Machine, op: number): Stop {
  const { code } = m.space;
  const length = m.S[m.sp - 2]!;
  if (length < 0) return raise(m, "java/lang/NegativeArraySizeException", `${length}`);
  let classId = code[m.pc + 1]!;
  if (op === I.newarray) {
    if (code[m.pc + 2] === 0) {
      const name = `[${PRIMITIVE_OF_TYPE_CODE[classId - 4]!}`;
      code[m.pc + 2] = m.requireClass(name).id;
    }
    classId = code[m.pc + 2]!;
  }
  if (length > VM_ARRAY_LIMIT) {
    return raise(m, "java/lang/OutOfMemoryError", "Requested array size exceeds VM limit");
  }
  const array = m.newArray(classId, length);
  if (array === 0) return retryAllocation(m);
  m.S[m.sp - 2] = array;
  m.pc += 3;
  return Stop.none;
}

function newMultiArray(m: Machine): Stop {
  const { code } = m.space;
  const dimensions = code[m.pc + 2]!;
  const base = m.sp - dimensions * 2;
  const lengths: number[] = [];
  for (let i = 0; i < dimensions; i++) lengths.push(m.S[base + i * 2]!);
  const negative = lengths.find((length) => length < 0);
  if (negative !== undefined) {
    return raise(m, "java/lang/NegativeArraySizeException", `${negative}`);
  }
  const array = allocateMultiArray(m, m.program.classes[code[m.pc + 1]!]!, lengths);
  if (array === 0) return retryAllocation(m);
  m.S[base] = array;
  m.sp = base + 2;
  m.pc += 3;
  return Stop.none;
}

// ---- arrays and casts ----

function arrayAccess(m: Machine, at: number): Stop {
  const array = m.S[at]!;
  return array === 0 ? throwNull(m) : raiseBounds(m, array, m.S[at + 2]!);
}

function storeReference(m: Machine): Stop {
  const { H, S } = m;
  const array = S[m.sp - 6]!;
  const index = S[m.sp - 4]!;
  if (array === 0 || index >>> 0 >= H[array + ARRAY_LENGTH]!) return arrayAccess(m, m.sp - 6);
  m.accesses?.readLength(array);
  const value = S[m.sp - 2]!;
  const cls = m.classOf(value);
  if (!cls.isSubtypeOf(m.classOf(array).component!)) {
    return raise(m, "java/lang/ArrayStoreException", cls.externalName);
  }
  m.classTables.lastStored[H[array]!] = cls.id;
  m.accesses?.writeReference(array, index, value);
  m.setWord(array + ARRAY_DATA + index, value);
  m.sp -= 6;
  m.pc++;
  return Stop.none;
}

function checkCast(m: Machine): Stop {
  const { code } = m.space;
  const cls = m.classOf(m.S[m.sp - 2]!);
  const target = m.program.classes[code[m.pc + 1]!]!;
  if (!cls.isSubtypeOf(target)) {
    return raise(m, "java/lang/ClassCastException", castMessage(cls, target));
  }
  code[m.pc + 2] = cls.id;
  m.pc += 3;
  return Stop.none;
}

function instanceOf(m: Machine): Stop {
  const { code } = m.space;
  const cls = m.classOf(m.S[m.sp - 2]!);
  const isInstance = cls.supertypes.has(code[m.pc + 1]!);
  if (isInstance) code[m.pc + 2] = cls.id;
  m.S[m.sp - 2] = isInstance ? 1 : 0;
  m.pc += 3;
  return Stop.none;
}

function throwTop(m: Machine): Stop {
  const object = m.S[m.sp - 2]!;
  if (object === 0) return throwNull(m);
  m.pending = object;
  return unwind(m);
}

// ---- monitors ----

/** Puts the running thread to wait for a monitor. */
function blockOn(m: Machine, ref: number): Stop {
  suspend(m, ThreadStatus.blocked, ref);
  return Stop.blocked;
}

function enterMonitor(m: Machine): Stop {
  const object = m.S[m.sp - 2]!;
  if (object === 0) return throwNull(m);
  if (m.sharing.monitorEnter(object) && stopsHere(m)) return Stop.visible;
  if (!tryLock(m, object)) return blockOn(m, object);
  m.sp -= 2;
  m.pc++;
  return Stop.none;
}

function exitMonitor(m: Machine): Stop {
  const object = m.S[m.sp - 2]!;
  if (object === 0) return throwNull(m);
  if (m.sharing.monitorExit(object) && stopsHere(m)) return Stop.visible;
  if (!unlock(m, object)) {
    return raise(m, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  }
  m.sp -= 2;
  m.pc++;
  return Stop.none;
}

function lockMethod(m: Machine): Stop {
  const { code } = m.space;
  const mirror = code[m.pc + 2]!;
  const object = mirror === 0 ? m.S[m.fp]! : mirror;
  if (m.sharing.monitorEnter(object) && stopsHere(m)) return Stop.visible;
  if (!tryLock(m, object)) return blockOn(m, object);
  m.S[m.fp + code[m.pc + 1]! + 2] = object;
  m.pc += 3;
  return Stop.none;
}

function unlockAndReturn(m: Machine, op: number): Stop {
  const { S } = m;
  const linkage = m.fp + m.space.code[m.pc + 1]!;
  if (m.sharing.monitorExit(S[linkage + 2]!) && stopsHere(m)) return Stop.visible;
  if (!unlock(m, S[linkage + 2]!)) {
    return raise(m, "java/lang/IllegalMonitorStateException", "current thread is not owner");
  }
  return popFrame(m, op === I.return0Unlock ? 0 : op === I.return1Unlock ? 2 : 4);
}

/** Returns from the top frame with a result of this many words. */
function popFrame(m: Machine, words: number): Stop {
  const { S } = m;
  const linkage = m.fp + m.space.code[m.pc + 1]!;
  const next = S[linkage]!;
  if (next === 0) return Stop.ended;
  const caller = S[linkage + 1]!;
  if (caller < m.frameLow) m.saveFramesDownTo(caller);
  if (words === 2) S[m.sp - 2] = narrowResult(m.space.codeAt(m.pc).method.returnKind, S[m.sp - 2]!);
  for (let i = 0; i < words; i++) S[m.fp + i] = S[m.sp - words + i]!;
  m.sp = m.fp + words;
  m.fp = caller;
  m.pc = next;
  return Stop.none;
}
