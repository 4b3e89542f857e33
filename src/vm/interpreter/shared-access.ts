/**
 * Accesses to shared memory. In front of one the running thread stops, so that
 * others may go first; as the first step of a transition it is carried out
 * here. A reference that is stored makes its object shared.
 */

import {
  arrayIndexDepth,
  CHECKED_DEPTH,
  CHECKED_PLAIN,
  FIRST_ARRAY_STORE,
  FIRST_CHECKED,
  I,
} from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import type { AccessLog } from "../memory/access-log.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { stopsHere } from "../sharing/scheduling-point.ts";
import { share } from "../sharing/shared-objects.ts";
import { beginInitialization, isUsable } from "./class-initialization.ts";
import { raise, raiseBounds, throwNull } from "./exceptions.ts";
import { Stop } from "./stop.ts";

/** A checked instruction whose object is shared. */
export function accessShared(m: Machine, op: number): Stop {
  const plain = CHECKED_PLAIN[op - FIRST_CHECKED]!;
  const object = m.S[m.sp - CHECKED_DEPTH[op - FIRST_CHECKED]!]!;
  if (object === 0) return throwNull(m);
  if (isAccessObservable(m, plain, object) && stopsHere(m)) return Stop.visible;
  return plain >= I.getfield ? accessField(m, plain, object) : accessElement(m, plain, object);
}

const isInConstructor = (m: Machine): boolean =>
  m.program.methods[m.space.methodOf[m.pc]!]!.name === "<init>";

function isAccessObservable(m: Machine, plain: number, object: number): boolean {
  if (plain < I.getfield) return m.sharing.element(object, plain >= FIRST_ARRAY_STORE);
  const offset = m.space.code[m.pc + 1]!;
  const isWrite = plain >= I.putfield;
  // A constructor may write to final fields of other objects than its own, or of one that it has lost sight of.
  if (isWrite && isInConstructor(m)) return m.sharing.word(object, object + offset, true);
  return m.sharing.field(object, offset, isWrite);
}

/** The JVM opcode of a store that may be refused. */
const AASTORE = 83;

function accessField(m: Machine, plain: number, object: number): Stop {
  const { code } = m.space;
  const { S, H } = m;
  const at = object + code[m.pc + 1]!;
  const narrow = code[m.pc + 2]!;
  if (m.accesses !== null) noteField(m.accesses, plain, object, code[m.pc + 1]!);
  switch (plain) {
    case I.getfield:
      S[m.sp - 2] = H[at]!;
      break;
    case I.getfield2:
      S[m.sp - 2] = H[at]!;
      S[m.sp - 1] = H[at + 1]!;
      m.sp += 2;
      break;
    case I.putfield2:
      m.setWord(at, S[m.sp - 4]!);
      m.setWord(at + 1, S[m.sp - 3]!);
      m.sp -= 6;
      break;
    default:
      if (narrow === REFERENCE) share(m, S[m.sp - 2]!);
      m.setWord(at, narrow >= 0 ? narrowed(narrow, S[m.sp - 2]!) : S[m.sp - 2]!);
      m.sp -= 4;
  }
  m.pc += 3;
  return Stop.none;
}

function noteField(accesses: AccessLog, plain: number, object: number, offset: number): void {
  const end = offset + (plain === I.getfield2 || plain === I.putfield2 ? 2 : 1);
  if (plain >= I.putfield) accesses.writeRange(object, offset, end);
  else accesses.readRange(object, offset, end);
}

/** In the third word of putfield and putstatic: the value is a reference. */
export const REFERENCE = -2;

/** A value as a boolean, byte, char or short field keeps it. */
export function narrowed(kind: number, value: number): number {
  switch (kind) {
    case 0:
      return value & 1;
    case 1:
      return (value << 24) >> 24;
    case 2:
      return value & 0xffff;
    default:
      return (value << 16) >> 16;
  }
}

function accessElement(m: Machine, plain: number, array: number): Stop {
  const { S, H } = m;
  const isStore = plain >= FIRST_ARRAY_STORE;
  const depth = arrayIndexDepth(plain);
  const index = S[m.sp - depth]!;
  if (index >>> 0 >= H[array + ARRAY_LENGTH]!) return raiseBounds(m, array, index);
  if (m.accesses !== null) noteElement(m.accesses, m, plain, array, index);
  if (isStore) {
    const stop = storeElement(m, plain, array, index);
    if (stop !== null) return stop;
    m.sp -= depth + 2;
  } else {
    loadElement(m, plain, array, index);
    m.sp -= plain === 47 ? 0 : 2;
  }
  m.pc++;
  return Stop.none;
}

function noteElement(
  accesses: AccessLog,
  m: Machine,
  plain: number,
  array: number,
  index: number,
): void {
  accesses.readLength(array);
  // A store that is refused leaves the element as it is.
  if (plain === AASTORE) return;
  const shift = m.classTables.elementShift[m.H[array]!]!;
  const from = ARRAY_DATA * 4 + index * 2 ** shift;
  if (plain < FIRST_ARRAY_STORE) accesses.readBytes(m, array, from, from + 2 ** shift);
  else accesses.writeBytes(m, array, from, from + 2 ** shift);
}

function loadElement(m: Machine, plain: number, array: number, index: number): void {
  const { S, H, sp } = m;
  const data = array + ARRAY_DATA;
  switch (plain) {
    case 46:
      S[sp - 4] = H[data + index]!;
      break;
    case 47:
      S[sp - 4] = H[data + index * 2]!;
      S[sp - 3] = H[data + index * 2 + 1]!;
      break;
    case 51:
      S[sp - 4] = m.HB[data * 4 + index]!;
      break;
    case 52:
      S[sp - 4] = m.HC[data * 2 + index]!;
      break;
    default:
      S[sp - 4] = m.HS[data * 2 + index]!;
  }
}

/** Null when the store went well. */
function storeElement(m: Machine, plain: number, array: number, index: number): Stop | null {
  const { S, H, sp } = m;
  const data = array + ARRAY_DATA;
  const value = S[sp - 2]!;
  switch (plain) {
    case 83: {
      if (value !== 0 && !m.isInstance(value, m.classOf(array).component!)) {
        return raise(m, "java/lang/ArrayStoreException", m.classOf(value).externalName);
      }
      share(m, value);
      m.accesses?.writeReference(array, index, value);
      m.setWord(data + index, value);
      return null;
    }
    case 80:
      m.setWord(data + index * 2, S[sp - 4]!);
      m.setWord(data + index * 2 + 1, S[sp - 3]!);
      return null;
    case 84:
      m.logWord((data * 4 + index) >>> 2);
      m.HB[data * 4 + index] = H[array] === m.classTables.booleanArrayClass ? value & 1 : value;
      return null;
    case 85:
      m.logWord((data * 2 + index) >> 1);
      m.HC[data * 2 + index] = value;
      return null;
    default:
      m.setWord(data + index, value);
      return null;
  }
}

/** getstatic and putstatic of a field that is not final. */
export function accessSharedStatic(m: Machine, op: number): Stop {
  const { code } = m.space;
  const { S, H } = m;
  const cls = m.program.classes[code[m.pc + 2]! & 0xffffff]!;
  if (!isUsable(m, cls)) return beginInitialization(m, cls);
  const at = code[m.pc + 1]!;
  // While a class is initialised by this thread, the others wait for it.
  if (m.isInitialized(cls)) {
    const isWrite = op === I.putstaticChecked || op === I.putstatic2Checked;
    const isFinal = isWrite && code[m.pc + 2]! >>> 24 >= STATIC_FINAL;
    const isObservable = isFinal ? m.sharing.word(0, at, true) : m.sharing.staticField(at, isWrite);
    if (isObservable && stopsHere(m)) return Stop.visible;
  }
  if (m.accesses !== null) noteStatic(m.accesses, op, at);
  switch (op) {
    case I.getstaticChecked:
      S[m.sp] = H[at]!;
      m.sp += 2;
      break;
    case I.getstatic2Checked:
      S[m.sp] = H[at]!;
      S[m.sp + 1] = H[at + 1]!;
      m.sp += 4;
      break;
    case I.putstatic2Checked:
      m.sp -= 4;
      m.setWord(at, S[m.sp]!);
      m.setWord(at + 1, S[m.sp + 1]!);
      break;
    default: {
      m.sp -= 2;
      const kind = (code[m.pc + 2]! >>> 24) % STATIC_FINAL;
      // What a class makes for itself is shared when its initialisation ends (natives/class-init.ts).
      if (kind === STATIC_REFERENCE && m.isInitialized(cls)) share(m, S[m.sp]!);
      m.setWord(at, kind < 4 ? narrowed(kind, S[m.sp]!) : S[m.sp]!);
    }
  }
  m.pc += 3;
  return Stop.none;
}

function noteStatic(accesses: AccessLog, op: number, at: number): void {
  const end = at + (op === I.getstatic2Checked || op === I.putstatic2Checked ? 2 : 1);
  if (op >= I.putstaticChecked) accesses.writeRange(0, at, end);
  else accesses.readRange(0, at, end);
}

/** In the top byte of a putstatic's class word: a small type (0-3), a reference, or another type; and more for a final field. */
export const STATIC_REFERENCE = 4;
export const STATIC_OTHER = 5;
export const STATIC_FINAL = 8;
