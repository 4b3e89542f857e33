/**
 * Field and method resolution (JVM specification 5.4.3). Returns null when the
 * member does not exist; the caller knows whom to blame.
 */
import { ACC_PRIVATE, ACC_PUBLIC, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { RuntimeClass, RuntimeField, RuntimeMethod } from "./runtime-class.ts";
import { allInterfaces, mostSpecific } from "./virtual-table.ts";

export function resolveField(
  cls: RuntimeClass,
  name: string,
  descriptor: string,
): RuntimeField | null {
  const key = `${name}:${descriptor}`;
  const own = cls.fieldsByKey.get(key);
  if (own !== undefined) return own;
  for (const iface of cls.interfaces) {
    const found = resolveField(iface, name, descriptor);
    if (found !== null) return found;
  }
  return cls.superclass === null ? null : resolveField(cls.superclass, name, descriptor);
}

export function resolveMethod(cls: RuntimeClass, key: string): RuntimeMethod | null {
  if (cls.isInterface) return resolveInterfaceMethod(cls, key);
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    const method = c.methodsByKey.get(key);
    if (method !== undefined) return method;
  }
  return mostSpecific(allInterfaces(cls), key) ?? anyInterfaceMethod(cls, key);
}

export function resolveInterfaceMethod(cls: RuntimeClass, key: string): RuntimeMethod | null {
  const own = cls.methodsByKey.get(key);
  if (own !== undefined) return own;
  const ofObject = cls.superclass?.methodsByKey.get(key);
  if (
    ofObject !== undefined &&
    (ofObject.accessFlags & ACC_PUBLIC) !== 0 &&
    (ofObject.accessFlags & ACC_STATIC) === 0
  ) {
    return ofObject;
  }
  return mostSpecific(allInterfaces(cls), key) ?? anyInterfaceMethod(cls, key);
}

function anyInterfaceMethod(cls: RuntimeClass, key: string): RuntimeMethod | null {
  for (const iface of allInterfaces(cls)) {
    const method = iface.methodsByKey.get(key);
    if (method !== undefined && (method.accessFlags & (ACC_PRIVATE | ACC_STATIC)) === 0) {
      return method;
    }
  }
  return null;
}

/** The method that a virtual or interface call on an object of `cls` runs, or null. */
export function selectMethod(cls: RuntimeClass, resolved: RuntimeMethod): RuntimeMethod | null {
  if ((resolved.accessFlags & ACC_PRIVATE) !== 0) return resolved;
  if (resolved.vtableIndex >= 0 && !resolved.owner.isInterface) {
    return cls.vtable[resolved.vtableIndex] ?? null;
  }
  const slot = cls.vtableSlots.get(resolved.key);
  return slot === undefined ? null : (cls.vtable[slot] ?? null);
}
