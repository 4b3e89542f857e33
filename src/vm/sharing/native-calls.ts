/**
 * When other threads can observe a call of a native method. That follows from
 * what the native declares: they can if it reads or writes something that can
 * change in a shared argument. Natives that act on threads, monitors or the whole
 * run are always observable and say so.
 */
import { isReferenceDescriptor, type RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { HASH_MASK, HASH_WORD, OBJECT_HEADER } from "../memory/object-layout.ts";
import { type AccessPath, isRooted, parseEffects } from "../native-api/effect-paths.ts";
import { type EffectVisitor, EffectWalk } from "../native-api/effect-walk.ts";
import type { NativeMethod } from "../native-api/native-method.ts";
import { argumentSlots, argumentTypes } from "../native-api/signature.ts";
import { Assumption } from "./access-discipline.ts";
import { isShared, share, shareContents } from "./shared-objects.ts";

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
  /** The declared effects, reads first. */
  readonly walks: readonly EffectWalk[];
  /** Anything may be read; anything may be written. */
  readonly readsAnything: boolean;
  readonly writesAnything: boolean;
}

const STRING = "Ljava/lang/String;";

export function visibilityOf(method: RuntimeMethod, native: NativeMethod): Visibility {
  const types = argumentTypes(method);
  const slots = argumentSlots(method);
  const { reads, writes } = parseEffects(native);
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
    walks: [
      ...reads.filter(isRooted).map((path) => new EffectWalk(method, path, false)),
      ...writes.filter(isRooted).map((path) => new EffectWalk(method, path, true)),
    ],
    readsAnything: reads.some(({ kind }) => kind === "heap"),
    writesAnything: writes.some(({ kind }) => kind === "heap"),
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
  let isNoticed = visibility.isVisible;
  if (visibility.readsAnything && touchAnything(m, visibility, base, false)) isNoticed = true;
  for (const walk of visibility.walks) if (walk.run(m, base, TOUCHES, null)) isNoticed = true;
  if (visibility.writesAnything && touchAnything(m, visibility, base, true)) isNoticed = true;
  return isNoticed;
}

/** A native that may access anything is taken to access all of its shared arguments. */
function touchAnything(
  m: Machine,
  { references }: Visibility,
  base: number,
  isWrite: boolean,
): boolean {
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
const isText = (m: Machine, object: number): boolean =>
  m.program.classes[m.H[object]!]!.name === "java/lang/String";

/** Tells the discipline of every access to something shared; true where another thread could observe it. */
const TOUCHES: EffectVisitor<null> = {
  tests: () => undefined,
  // The text of a string never changes.
  enters: (m, object) => !isText(m, object),
  staticField: (m, address, isWrite) => m.discipline.touchStatic(address, isWrite),
  field: (m, object, { offset }, isWrite) =>
    isShared(m, object) && m.discipline.touchField(object, offset, isWrite),
  elements: (m, object, isWrite) =>
    isShared(m, object) && m.discipline.touchElements(object, isWrite),
  // Types and lengths never change, and monitors have rules of their own.
  facet: (m, object, facet) => facet === "hash" && touchHash(m, object),
};

function touchHash(m: Machine, object: number): boolean {
  const hasOne = (m.H[object + HASH_WORD]! & HASH_MASK) !== 0;
  // A thread that finds one might have been the first to ask.
  if (hasOne) return isShared(m, object) && m.discipline.touchFoundHash();
  return m.discipline.touchCounter(Assumption.hashes);
}
