/**
 * When a call of a native method is visible to other threads. That follows
 * from what the native declares: it is if it reads or writes something that can
 * change in a shared argument. Natives of threads and monitors are always
 * visible and say so.
 */
import { unreachable } from "../../core/assert.ts";
import {
  isReferenceDescriptor,
  type RuntimeClass,
  type RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_MASK,
  HASH_WORD,
  OBJECT_HEADER,
} from "../memory/object-layout.ts";
import { PathFields } from "../native-api/effect-fields.ts";
import { type AccessPath, parseEffects } from "../native-api/effect-paths.ts";
import type { NativeMethod } from "../native-api/native-method.ts";
import { argumentSlots, argumentTypes } from "../native-api/signature.ts";
import { Assumption } from "./access-discipline.ts";
import { isShared, share, shareContents } from "./shared-objects.ts";

/** What is touched by a call, and the fields that are named on the way. */
interface Touched {
  readonly path: AccessPath;
  /** Null for anything at all. */
  readonly fields: PathFields | null;
}

export interface Visibility {
  readonly always: boolean;
  /** Words from the first argument to those whose being shared makes the call visible. */
  readonly args: readonly number[];
  /** The same for all reference arguments. */
  readonly references: readonly number[];
  /** Something in the heap may be written. */
  readonly writes: boolean;
  /** The native says so itself. */
  readonly isVisible: boolean;
  readonly isNoticed: NativeMethod["isObservable"];
  readonly reads: readonly Touched[];
  readonly written: readonly Touched[];
  /** Words from the first argument to each one. */
  readonly slots: readonly number[];
}

const STRING = "Ljava/lang/String;";

export function visibilityOf(method: RuntimeMethod, native: NativeMethod): Visibility {
  const types = argumentTypes(method);
  const slots = argumentSlots(method);
  const { reads, writes } = parseEffects(native);
  const touched = (path: AccessPath): Touched => ({
    path,
    fields: path.kind === "heap" ? null : new PathFields(path, method),
  });
  const args = new Set<number>();
  let always = native.isGlobal === true;
  const visit = (path: AccessPath): void => {
    if (path.kind === "static") {
      always = true;
    } else if (path.kind === "heap") {
      types.forEach((type, i) => {
        // Of Object's own methods (clone) the receiver may be anything.
        const isStateless =
          i === 0 &&
          !method.isStatic &&
          method.owner.superclass !== null &&
          method.owner.instanceWords <= OBJECT_HEADER;
        if (isReferenceDescriptor(type) && type !== STRING && !isStateless) args.add(slots[i]!);
      });
    } else if (path.steps.some((step) => step.kind === "hash")) {
      // Identity hashes are numbered in the order they are asked for.
      always = true;
    } else if (canChange(path, types[path.index] ?? "")) {
      args.add(slots[path.index] ?? 0);
    }
  };
  reads.forEach(visit);
  writes.forEach(visit);
  const references = types.flatMap((type, i) => (isReferenceDescriptor(type) ? [slots[i]!] : []));
  return {
    always,
    args: [...args],
    references,
    writes: writes.length > 0 && native.isGlobal !== true,
    isVisible: native.isGlobal === true,
    isNoticed: native.isObservable,
    reads: reads.map(touched),
    written: writes.map(touched),
    slots,
  };
}

/** Types, lengths and the text of strings never change. */
function canChange(path: Extract<AccessPath, { kind: "argument" }>, type: string): boolean {
  const isString = (path.className === null ? type : `L${path.className};`) === STRING;
  return !isString && path.steps.some((step) => step.kind === "field" || step.kind === "elements");
}

/** What the call may store has become reachable for others, when it may store into shared objects. */
export function markStoredShared(m: Machine, refs: readonly number[]): void {
  if (!refs.some((ref) => ref !== 0 && isShared(m, ref))) return;
  for (const ref of refs) {
    share(m, ref);
    if (ref !== 0) shareContents(m, ref);
  }
}

export function mayBeObservable(m: Machine, visibility: Visibility, base: number): boolean {
  if (visibility.always) return true;
  return visibility.args.some((at) => isShared(m, m.S[base + at]!));
}

/** Whether others can notice the call. What it is about to touch counts for the discipline. */
export function isObservableCall(m: Machine, visibility: Visibility, base: number): boolean {
  if (visibility.isNoticed !== undefined) {
    // Asked in any case: it may break an assumption.
    const isNoticed = visibility.isNoticed(m, base);
    return isNoticed || (visibility.isVisible && !m.discipline.trusts);
  }
  if (!m.discipline.isOn) return mayBeObservable(m, visibility, base);
  const { reads, written } = visibility;
  let isNoticed = visibility.isVisible;
  for (const each of reads) if (touchPath(m, visibility, base, each, false)) isNoticed = true;
  for (const each of written) if (touchPath(m, visibility, base, each, true)) isNoticed = true;
  return isNoticed;
}

function touchPath(
  m: Machine,
  { slots, references }: Visibility,
  base: number,
  touched: Touched,
  isWrite: boolean,
): boolean {
  const { path } = touched;
  if (path.kind === "argument") {
    const object = m.S[base + (slots[path.index] ?? 0)]!;
    return isA(m, object, path.className) && touchSteps(m, object, touched, 0, isWrite);
  }
  if (path.kind === "static") {
    const address = m.fieldOffset(path.owner, path.field);
    const isNoticed = m.discipline.touchStatic(address, isWrite && path.steps.length === 0);
    return touchSteps(m, m.H[address]!, touched, 0, isWrite) || isNoticed;
  }
  let isNoticed = false;
  for (const at of references) {
    const object = m.S[base + at]!;
    if (object === 0 || !isShared(m, object)) continue;
    m.accesses?.readType(object);
    if (isText(m, object)) continue;
    if (m.discipline.touchAll(object, isWrite)) isNoticed = true;
  }
  return isNoticed;
}

// Types that are looked at here are noted as read when the call is made and the way to their objects is
// (logged-effects.ts).
const typeOf = (m: Machine, object: number): RuntimeClass => m.program.classes[m.H[object]!]!;

const isText = (m: Machine, object: number): boolean =>
  typeOf(m, object).name === "java/lang/String";

/** A path that names a class is about objects of that class only. */
const isA = (m: Machine, object: number, className: string | null): boolean =>
  className === null ||
  (object !== 0 && typeOf(m, object).supertypes.has(m.requireClass(className).id));

function touchSteps(
  m: Machine,
  object: number,
  touched: Touched,
  index: number,
  isWrite: boolean,
): boolean {
  const { path, fields } = touched;
  const steps = path.kind === "heap" ? [] : path.steps;
  const step = steps[index];
  if (object === 0 || step === undefined || isText(m, object)) return false;
  const goOn = (next: number): boolean =>
    isA(m, next, "className" in step ? step.className : null) &&
    touchSteps(m, next, touched, index + 1, isWrite);
  const isLast = index === steps.length - 1;
  switch (step.kind) {
    case "field": {
      const { offset } = fields!.at(m, index);
      const touches = isShared(m, object);
      const isNoticed = touches && m.discipline.touchField(object, offset, isWrite && isLast);
      return (!isLast && goOn(m.H[object + offset]!)) || isNoticed;
    }
    case "elements": {
      let isNoticed = isShared(m, object) && m.discipline.touchElements(object, isWrite && isLast);
      if (isLast || typeOf(m, object).component?.isPrimitive !== false) return isNoticed;
      const end = object + ARRAY_DATA + m.H[object + ARRAY_LENGTH]!;
      for (let at = object + ARRAY_DATA; at < end; at++) {
        if (goOn(m.H[at]!)) isNoticed = true;
      }
      return isNoticed;
    }
    case "hash": {
      const hasOne = (m.H[object + HASH_WORD]! & HASH_MASK) !== 0;
      // Who finds one might have been the first to ask.
      if (hasOne) return isShared(m, object) && m.discipline.touchFoundHash();
      return m.discipline.touchCounter(Assumption.hashes);
    }
    case "length":
    case "type":
    case "lock":
      return false;
    default:
      return unreachable(step);
  }
}
