/**
 * What a call of a native method touches, found once for each method from what the
 * native declares: other threads can observe the call if it reads or writes something that can
 * change in a shared argument. Natives that act on threads, monitors or the whole
 * run say themselves when they are observable. `Observability.nativeCall` asks.
 */
import { isReferenceDescriptor, type RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { OBJECT_HEADER } from "../memory/object-layout.ts";
import { type AccessPath, isRooted, parseEffects } from "../native-api/effect-paths.ts";
import { type EffectVisitor, EffectWalk } from "../native-api/effect-walk.ts";
import type { NativeMethod } from "../native-api/native-method.ts";
import { argumentSlots, argumentTypes } from "../native-api/signature.ts";
import { isShared, share, shareContents } from "./shared-objects.ts";

export interface CallObservability {
  readonly always: boolean;
  /** Words from the first argument to those whose being shared makes the call observable. */
  readonly args: readonly number[];
  /** The same for all reference arguments. */
  readonly references: readonly number[];
  /** Something in the heap may be written. */
  readonly writes: boolean;
  /** The native acts on threads, monitors or the whole run. */
  readonly isGlobal: boolean;
  /** The native's own answer. */
  readonly isObservable: NativeMethod["isObservable"];
  /** The declared effects, reads first. */
  readonly walks: readonly EffectWalk[];
  /** Anything may be read; anything may be written. */
  readonly readsAnything: boolean;
  readonly writesAnything: boolean;
}

const STRING = "Ljava/lang/String;";

export function callObservability(method: RuntimeMethod, native: NativeMethod): CallObservability {
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
    isGlobal: native.isGlobal === true,
    isObservable: native.isObservable,
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

/** True if the call may be observable, going by its arguments alone. Nothing is watched. */
export function mayBeObservable(m: Machine, call: CallObservability, base: number): boolean {
  if (call.always) return true;
  return call.args.some((at) => isShared(m, m.S[base + at]!));
}

/** Asks for everything that a call touches, whose native has no answer of its own. */
export function touchCall(m: Machine, call: CallObservability, base: number): boolean {
  if (!m.sharing.fields.isAssumed) return mayBeObservable(m, call, base);
  let isObservable = call.isGlobal;
  if (call.readsAnything && touchAnything(m, call, base, false)) isObservable = true;
  for (const walk of call.walks) if (walk.run(m, base, TOUCHES, null)) isObservable = true;
  if (call.writesAnything && touchAnything(m, call, base, true)) isObservable = true;
  return isObservable;
}

/** A native that may access anything is taken to access all of its shared arguments. */
function touchAnything(
  m: Machine,
  { references }: CallObservability,
  base: number,
  isWrite: boolean,
): boolean {
  let isObservable = false;
  for (const at of references) {
    const object = m.S[base + at]!;
    if (object === 0 || !isShared(m, object)) continue;
    m.accesses?.readType(object);
    if (isText(m, object)) continue;
    if (m.sharing.contents(object, isWrite)) isObservable = true;
  }
  return isObservable;
}

// Types that are looked at here are noted as read when the call is made and the way to their objects is
// (logged-effects.ts).
const isText = (m: Machine, object: number): boolean =>
  m.program.classes[m.H[object]!]!.name === "java/lang/String";

/** Asks for every access that a path leads to; true where another thread could observe it. */
const TOUCHES: EffectVisitor<null> = {
  tests: () => undefined,
  // The text of a string never changes.
  enters: (m, object) => !isText(m, object),
  staticField: (m, address, isWrite) => m.sharing.staticField(address, isWrite),
  field: (m, object, { offset }, isWrite) => m.sharing.field(object, offset, isWrite),
  elements: (m, object, isWrite) => m.sharing.elements(object, isWrite),
  // Types and lengths never change, and monitors have rules of their own.
  facet: (m, object, facet) => facet === "hash" && m.sharing.identityHash(object),
};
