/** Whether initialising a class can do anything at all. */
import type { RuntimeClass } from "./runtime-class.ts";

/** False when neither the class nor anything above it has an initialiser: it counts as initialised from the start. */
export function needsInitializer(cls: RuntimeClass): boolean {
  if (cls.isArray || cls.isPrimitive) return false;
  for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
    if (c.classInitializer !== null) return true;
    for (const iface of c.interfaces) if (interfaceNeedsInitializer(iface)) return true;
  }
  return false;
}

function interfaceNeedsInitializer(iface: RuntimeClass): boolean {
  return iface.classInitializer !== null || iface.interfaces.some(interfaceNeedsInitializer);
}
