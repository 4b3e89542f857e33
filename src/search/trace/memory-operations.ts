/**
 * Looks at the instruction that a thread is about to carry out, and says what
 * others can notice of it: memory, monitors, threads, choices. What came of it
 * is asked afterwards.
 */

import {
  CHECKED_BIT,
  CHECKED_DEPTH,
  CHECKED_PLAIN,
  FIRST_CHECKED,
  I,
} from "../../vm/code/instructions.ts";
import type { Machine } from "../../vm/machine.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { ARRAY_LENGTH, HASH_WORD } from "../../vm/memory/object-layout.ts";
import { isShared } from "../../vm/sharing/shared-objects.ts";
import { lookAtCall } from "./call-operations.ts";
import { fieldAt, type ObjectNames, simpleName, staticAt } from "./object-names.ts";
import { placeOf } from "./source-place.ts";
import type { OperationKind, Pending } from "./trace.ts";

/** First JVM opcode that stores into an array. */
const FIRST_STORE = 79;
const LASTORE = 80;

export function describeNext(m: Machine, names: ObjectNames): Pending | null {
  const op = m.space.code[m.pc]!;
  if (op >= FIRST_CHECKED && op < I.getstaticChecked) return lookAtMemory(m, names, op);
  if (op >= I.getstaticChecked && op <= I.putstatic2Checked) return lookAtStatic(m, names, op);
  switch (op) {
    case I.monitorenter:
      return lookAtEntry(m, names, m.S[m.sp - 2]!);
    case I.lockMethod:
      return lookAtEntry(m, names, m.space.code[m.pc + 2]! || m.S[m.fp]!);
    case I.monitorexit:
      return lookAtExit(m, names, m.S[m.sp - 2]!);
    case I.return0Unlock:
    case I.return1Unlock:
    case I.return2Unlock:
      return lookAtExit(m, names, m.S[m.fp + m.space.code[m.pc + 1]! + 2]!);
    default:
      return lookAtCall(m, names, op);
  }
}

/** The instruction was carried out: the thread is behind it, in the same frame. */
function completion(m: Machine, words: number): () => boolean {
  const { pc, fp } = m;
  return () => m.fp === fp && m.pc === pc + words;
}

function lookAtMemory(m: Machine, names: ObjectNames, op: number): Pending | null {
  const checked = op - FIRST_CHECKED;
  const object = m.S[m.sp - CHECKED_DEPTH[checked]!]!;
  if (object === 0 || (m.H[object + HASH_WORD]! & CHECKED_BIT[checked]!) === 0) return null;
  // Before the first thread is started nobody is there to notice.
  if (!names.hasThreads) return null;
  const plain = CHECKED_PLAIN[checked]!;
  return plain >= I.getfield
    ? lookAtField(m, names, plain, object)
    : lookAtElement(m, names, plain, object);
}

function lookAtField(m: Machine, names: ObjectNames, plain: number, object: number): Pending {
  const offset = m.space.code[m.pc + 1]!;
  const isDone = completion(m, 3);
  const place = placeOf(m, m, names);
  const kind: OperationKind = plain === I.getfield || plain === I.getfield2 ? "read" : "write";
  return () => {
    const field = fieldAt(m.classOf(object), offset);
    if (!isDone() || field === null) return null;
    const target = `${names.object(object)}.${field.name}`;
    return { kind, target, value: names.word(object + offset, field.descriptor), place };
  };
}

function lookAtElement(
  m: Machine,
  names: ObjectNames,
  plain: number,
  array: number,
): Pending | null {
  const isStore = plain >= FIRST_STORE;
  const index = m.S[m.sp - 2 - (isStore ? (plain === LASTORE ? 4 : 2) : 0)]!;
  if (index >>> 0 >= m.H[array + ARRAY_LENGTH]!) return null;
  const isDone = completion(m, 1);
  const place = placeOf(m, m, names);
  return () =>
    isDone()
      ? {
          kind: isStore ? "write" : "read",
          target: `${names.object(array)}[${index}]`,
          value: names.element(array, index),
          place,
        }
      : null;
}

function lookAtStatic(m: Machine, names: ObjectNames, op: number): Pending | null {
  if (!names.hasThreads) return null;
  const { code } = m.space;
  const at = code[m.pc + 1]!;
  const cls = m.program.classes[code[m.pc + 2]! & 0xffffff]!;
  const field = staticAt(cls, at);
  if (field === null) return null;
  const isDone = completion(m, 3);
  const place = placeOf(m, m, names);
  const isRead = op === I.getstaticChecked || op === I.getstatic2Checked;
  return () =>
    isDone()
      ? {
          kind: isRead ? "read" : "write",
          target: `${simpleName(cls)}.${field.name}`,
          value: names.word(at, field.descriptor),
          place,
        }
      : null;
}

function lookAtEntry(m: Machine, names: ObjectNames, object: number): Pending | null {
  if (object === 0 || !isShared(m, object) || lockOwner(m, object) === m.thread) return null;
  const place = placeOf(m, m, names);
  const { thread } = m;
  return () => ({
    kind: lockOwner(m, object) === thread ? "enter" : "block",
    target: names.object(object),
    value: null,
    place,
  });
}

function lookAtExit(m: Machine, names: ObjectNames, object: number): Pending | null {
  if (object === 0 || !isShared(m, object) || lockOwner(m, object) !== m.thread) return null;
  const place = placeOf(m, m, names);
  const { thread } = m;
  return () =>
    lockOwner(m, object) === thread
      ? null
      : { kind: "leave", target: names.object(object), value: null, place };
}
