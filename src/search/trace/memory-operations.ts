/**
 * Describes what other threads can observe of the instruction that the running thread is about to execute:
 * accesses to memory, monitors, threads, choices. The result is read after the instruction.
 */

import type { Machine } from "../../vm/machine.ts";
import { lockOwner } from "../../vm/memory/monitors.ts";
import { AccessKind, PendingAccess } from "../../vm/sharing/pending-access.ts";
import { isShared } from "../../vm/sharing/shared-objects.ts";
import { lookAtCall } from "./call-operations.ts";
import { fieldAt, type ObjectNames, simpleName, staticAt } from "./object-names.ts";
import { placeOf } from "./source-place.ts";
import type { OperationKind, Pending } from "./trace.ts";

const next = new PendingAccess();

export function describeNext(m: Machine, names: ObjectNames): Pending | null {
  next.decodeAt(m, m.pc, m.S, m.sp, m.fp);
  switch (next.kind) {
    case AccessKind.field:
      return isShown(m, names, next) ? lookAtField(m, names, next) : null;
    case AccessKind.element:
      return isShown(m, names, next) ? lookAtElement(m, names, next) : null;
    case AccessKind.staticField:
      return next.looksForSharing ? lookAtStatic(m, names, next) : null;
    case AccessKind.monitorEnter:
      return lookAtEntry(m, names, next.object);
    case AccessKind.monitorExit:
      return lookAtExit(m, names, next.object);
    default:
      return lookAtCall(m, names, next.op);
  }
}

const kindOf = (access: PendingAccess): OperationKind => (access.isWrite ? "write" : "read");

/** Until the program starts a thread, no other thread can observe an access. */
const isShown = (m: Machine, names: ObjectNames, access: PendingAccess): boolean =>
  !access.fails && access.isReachableByOthers(m) && names.hasThreads;

/** Tells whether the instruction was executed: the thread is behind it, in the same frame. */
function completion(m: Machine, words: number): () => boolean {
  const { pc, fp } = m;
  return () => m.fp === fp && m.pc === pc + words;
}

function lookAtField(m: Machine, names: ObjectNames, access: PendingAccess): Pending {
  const { object } = access;
  const offset = access.word - object;
  const isDone = completion(m, 3);
  const place = placeOf(m, m, names);
  const kind = kindOf(access);
  const field = fieldAt(m.classOf(object), offset);
  if (field === null) return () => null;
  const value = (): string => names.word(object + offset, field.descriptor);
  const before = access.isWrite ? value() : null;
  return () => {
    if (!isDone()) return null;
    const target = `${names.object(object)}.${field.name}`;
    return { kind, target, value: value(), before, place };
  };
}

function lookAtElement(m: Machine, names: ObjectNames, access: PendingAccess): Pending {
  const { object, index } = access;
  const isDone = completion(m, 1);
  const place = placeOf(m, m, names);
  const kind = kindOf(access);
  const before = access.isWrite ? names.element(object, index) : null;
  return () =>
    isDone()
      ? {
          kind,
          target: `${names.object(object)}[${index}]`,
          value: names.element(object, index),
          before,
          place,
        }
      : null;
}

/** An uninitialised class needs no care: the instruction will not have been executed. */
function lookAtStatic(m: Machine, names: ObjectNames, access: PendingAccess): Pending | null {
  if (!names.hasThreads) return null;
  const { word } = access;
  const cls = m.program.classes[m.space.code[access.pc + 2]! & 0xffffff]!;
  const field = staticAt(cls, word);
  if (field === null) return null;
  const isDone = completion(m, 3);
  const place = placeOf(m, m, names);
  const kind = kindOf(access);
  const before = access.isWrite ? names.word(word, field.descriptor) : null;
  return () =>
    isDone()
      ? {
          kind,
          target: `${simpleName(cls)}.${field.name}`,
          value: names.word(word, field.descriptor),
          before,
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
    before: null,
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
      : { kind: "leave", target: names.object(object), value: null, before: null, place };
}
