/**
 * When a call of a native method is visible to other threads. That follows
 * from what the native declares: it is if it reads or writes something that can
 * change in a shared argument. Natives of threads and monitors are always
 * visible and say so.
 */
import { parseMethodDescriptor } from "../classfile/descriptors.ts";
import { isReferenceDescriptor, type RuntimeMethod } from "../program/runtime-class.ts";
import { OBJECT_HEADER } from "./layout.ts";
import type { Machine } from "./machine.ts";
import { type AccessPath, parseEffects } from "./natives/effects.ts";
import type { NativeMethod } from "./natives/native.ts";
import { isShared, share, shareContents } from "./sharing.ts";

export interface Visibility {
  readonly always: boolean;
  /** Words from the first argument to those whose being shared makes the call visible. */
  readonly args: readonly number[];
  /** The same for all reference arguments. */
  readonly references: readonly number[];
  /** Something in the heap may be written. */
  readonly writes: boolean;
}

const STRING = "Ljava/lang/String;";

export function visibilityOf(method: RuntimeMethod, native: NativeMethod): Visibility {
  if (native.isVisible === true) return { always: true, args: [], references: [], writes: false };
  const types = [...parseMethodDescriptor(method.descriptor).parameters];
  if (!method.isStatic) types.unshift(`L${method.owner.name};`);
  const slots: number[] = [];
  let slot = 0;
  for (const type of types) {
    slots.push(slot);
    slot += type === "J" || type === "D" ? 4 : 2;
  }
  const { reads, writes } = parseEffects(native);
  const args = new Set<number>();
  let always = false;
  const visit = (path: AccessPath): void => {
    if (path.kind === "static") {
      always = true;
    } else if (path.kind === "heap") {
      types.forEach((type, i) => {
        const isStateless =
          i === 0 && !method.isStatic && method.owner.instanceWords <= OBJECT_HEADER;
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
  return { always, args: [...args], references, writes: writes.length > 0 };
}

/** Types, lengths and the text of strings never change. */
function canChange(path: Extract<AccessPath, { kind: "argument" }>, type: string): boolean {
  const isString = (path.className === null ? type : `L${path.className};`) === STRING;
  return !isString && path.steps.some((step) => step.kind === "field" || step.kind === "elements");
}

/** What the call may store has become reachable for others, when it may store into shared objects. */
export function shareStored(m: Machine, refs: readonly number[]): void {
  if (!refs.some((ref) => ref !== 0 && isShared(m, ref))) return;
  for (const ref of refs) {
    share(m, ref);
    if (ref !== 0) shareContents(m, ref);
  }
}

export function isVisibleCall(m: Machine, visibility: Visibility, base: number): boolean {
  if (visibility.always) return true;
  return visibility.args.some((at) => isShared(m, m.S[base + at]!));
}
