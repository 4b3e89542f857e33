/** The arguments of a native as its call finds them: their types and where they lie. */
import { parseMethodDescriptor, slotsOf } from "../../classfile/format/descriptors.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import { SLOT } from "../memory/object-layout.ts";

/** Descriptors of a method's arguments, the receiver first. */
export function argumentTypes(method: RuntimeMethod): string[] {
  const receiver = method.isStatic ? [] : [`L${method.owner.name};`];
  return [...receiver, ...parseMethodDescriptor(method.descriptor).parameters];
}

/** Words from a call's first argument to each one. */
export function argumentSlots(method: RuntimeMethod): number[] {
  const slots: number[] = [];
  let slot = 0;
  for (const type of argumentTypes(method)) {
    slots.push(slot);
    slot += slotsOf(type) * SLOT;
  }
  return slots;
}

/** Descriptor of the result. */
export const resultType = (method: RuntimeMethod): string =>
  parseMethodDescriptor(method.descriptor).result;
