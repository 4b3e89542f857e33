/**
 * Which method runs for a virtual or interface call. Slots are inherited; a
 * method takes over every slot whose present occupant it may override
 * (package-private methods only within their package, transitively because
 * the occupant, not the first declarer, is asked). Interface methods that no
 * class in the chain declares get slots of their own, filled with the
 * maximally specific default.
 */
import {
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import type { RuntimeClass, RuntimeMethod } from "./runtime-class.ts";

export interface VirtualTable {
  readonly vtable: readonly RuntimeMethod[];
  readonly slots: ReadonlyMap<string, number>;
}

export function buildVirtualTable(cls: RuntimeClass): VirtualTable {
  const parent = cls.superclass;
  const vtable: RuntimeMethod[] = parent === null ? [] : [...parent.vtable];
  const slots = new Map<string, number>(parent === null ? [] : parent.vtableSlots);
  if (cls.isInterface) return { vtable, slots };
  for (const method of cls.methods) {
    if (!isVirtual(method)) continue;
    let placed = false;
    for (let index = 0; index < vtable.length; index++) {
      const occupant = vtable[index];
      if (occupant === undefined || occupant.key !== method.key) continue;
      if (!mayOverride(method, occupant)) continue;
      vtable[index] = method;
      method.vtableIndex = index;
      slots.set(method.key, index);
      placed = true;
    }
    if (!placed) {
      method.vtableIndex = vtable.length;
      slots.set(method.key, vtable.length);
      vtable.push(method);
    }
  }
  addInterfaceMethods(cls, vtable, slots);
  return { vtable, slots };
}

function isVirtual(method: RuntimeMethod): boolean {
  return (
    (method.accessFlags & (ACC_STATIC | ACC_PRIVATE)) === 0 && method.name.charCodeAt(0) !== 0x3c
  );
}

function mayOverride(method: RuntimeMethod, occupant: RuntimeMethod): boolean {
  if (occupant.owner.isInterface) return true;
  if ((occupant.accessFlags & (ACC_PUBLIC | ACC_PROTECTED)) !== 0) return true;
  return occupant.owner.packageName === method.owner.packageName;
}

/** Slots for interface methods: new ones, and inherited ones that an interface occupies. */
function addInterfaceMethods(
  cls: RuntimeClass,
  vtable: RuntimeMethod[],
  slots: Map<string, number>,
): void {
  const all = allInterfaces(cls);
  if (all.length === 0) return;
  for (const key of keysOf(all)) {
    const index = slots.get(key);
    const occupant = index === undefined ? undefined : vtable[index];
    if (occupant !== undefined && !occupant.owner.isInterface) continue;
    const chosen = mostSpecific(all, key);
    if (chosen === null) continue;
    if (index === undefined) {
      slots.set(key, vtable.length);
      vtable.push(chosen);
    } else {
      vtable[index] = chosen;
    }
  }
}

function keysOf(interfaces: readonly RuntimeClass[]): Set<string> {
  const keys = new Set<string>();
  for (const iface of interfaces) {
    for (const method of iface.methods) if (isVirtual(method)) keys.add(method.key);
  }
  return keys;
}

const interfaceCache = new WeakMap<RuntimeClass, readonly RuntimeClass[]>();

/** All superinterfaces, direct and inherited, each once, in order of discovery. */
export function allInterfaces(cls: RuntimeClass): readonly RuntimeClass[] {
  const known = interfaceCache.get(cls);
  if (known !== undefined) return known;
  const found = new Set<RuntimeClass>();
  if (cls.superclass !== null) for (const i of allInterfaces(cls.superclass)) found.add(i);
  for (const iface of cls.interfaces) {
    found.add(iface);
    for (const i of allInterfaces(iface)) found.add(i);
  }
  const result = [...found];
  interfaceCache.set(cls, result);
  return result;
}

/**
 * The maximally specific interface method for a key: a unique non-abstract one
 * among those not overridden by a subinterface's, else any abstract one (the
 * call then fails as the specification says), else null.
 */
export function mostSpecific(
  interfaces: readonly RuntimeClass[],
  key: string,
): RuntimeMethod | null {
  let candidates: RuntimeMethod[] = [];
  for (const iface of interfaces) {
    const method = iface.methodsByKey.get(key);
    if (method === undefined || !isVirtual(method)) continue;
    if (candidates.some((c) => c.owner !== iface && c.owner.isSubtypeOf(iface))) continue;
    candidates = candidates.filter((c) => !iface.isSubtypeOf(c.owner));
    candidates.push(method);
  }
  const concrete = candidates.filter((c) => !c.isAbstract);
  if (concrete.length === 1) return concrete[0] ?? null;
  return candidates.find((c) => c.isAbstract) ?? candidates[0] ?? null;
}

/** True when two unrelated interfaces both offer a default for the key. */
export function hasConflictingDefaults(cls: RuntimeClass, key: string): boolean {
  const defaults: RuntimeMethod[] = [];
  const all = allInterfaces(cls);
  for (const iface of all) {
    const method = iface.methodsByKey.get(key);
    if (method === undefined || !isVirtual(method) || method.isAbstract) continue;
    if (
      all.some(
        (other) => other !== iface && other.isSubtypeOf(iface) && other.methodsByKey.has(key),
      )
    )
      continue;
    defaults.push(method);
  }
  return defaults.length > 1;
}
