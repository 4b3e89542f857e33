/**
 * Method handles among the constants of a class. A JVM resolves the handle of a bootstrap method and
 * those among its arguments when the call site is linked, before any of them is called.
 */
import type { BootstrapMethod } from "../../classfile/format/class-file.ts";
import { type MethodHandleRef, Tag } from "../../classfile/format/constant-pool.ts";
import { describeSignature } from "../../program/linking/java-names.ts";
import {
  resolveField,
  resolveInterfaceMethod,
  resolveMethod,
} from "../../program/linking/resolution.ts";
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { raise } from "./exceptions.ts";
import { loadClass } from "./load-class.ts";
import { type CallKind, fieldOf, mayLack, methodOf, refuseKind } from "./member-resolution.ts";
import { isPolymorphic } from "./signature-polymorphic.ts";
import type { Stop } from "./stop.ts";

/** By reference kind (JVM specification, table 5.4.3.5-A). */
const GET_STATIC = 2;
const PUT_STATIC = 4;
const LAST_FIELD = 4;
const STATIC = 6;
const CALLS: Readonly<Record<number, CallKind>> = {
  5: "virtual",
  6: "static",
  7: "special",
  8: "special",
  9: "interface",
};

/** Raises what a JVM does where a handle names nothing that can be used; null when all is well. */
export function refuseHandle(
  m: Machine,
  owner: RuntimeClass,
  handle: MethodHandleRef,
): Stop | null {
  // Our library may lack a method that a JVM has, and it may never be called.
  if (m.program.find(handle.owner) === null && !m.program.isMissing(handle.owner)) return null;
  const holder = loadClass(m, handle.owner);
  if (isPolymorphic(handle) || (!isThere(holder, handle) && mayLack(m, owner, holder))) return null;
  const { kind } = handle;
  if (kind <= LAST_FIELD) {
    const isStatic = kind === GET_STATIC || kind === PUT_STATIC;
    return stopOf(fieldOf(m, owner, holder, handle, isStatic));
  }
  const refused = refuseKind(m, holder, handle);
  return refused ?? stopOf(methodOf(m, owner, holder, handle, CALLS[kind]!));
}

const stopOf = (found: object | Stop): Stop | null => (typeof found === "object" ? null : found);

function isThere(holder: RuntimeClass, { kind, name, descriptor }: MethodHandleRef): boolean {
  if (kind <= LAST_FIELD) return resolveField(holder, name, descriptor) !== null;
  const key = name + descriptor;
  const method = (holder.isInterface ? resolveInterfaceMethod : resolveMethod)(holder, key);
  return method !== null && (name !== "<init>" || method.owner === holder);
}

/** The handles of a bootstrap method: its own, and those among its arguments. */
export function refuseBootstrap(
  m: Machine,
  owner: RuntimeClass,
  { methodHandle, args }: BootstrapMethod,
): Stop | null {
  const pool = owner.file!.constants;
  for (const index of [methodHandle, ...args]) {
    if (pool.tag(index) !== Tag.methodHandle) continue;
    const refused = refuseHandle(m, owner, pool.methodHandle(index));
    if (refused !== null) return refused;
  }
  return null;
}

/** A bootstrap method that is not called: it is static, and has one descriptor. */
export function refuseKnown(m: Machine, handle: MethodHandleRef, descriptor: string): Stop | null {
  const name = `${handle.owner.replaceAll("/", ".")}.${handle.name}`;
  const text = `'${describeSignature(name, handle.descriptor)}'`;
  if (handle.descriptor !== descriptor) return raise(m, "java/lang/NoSuchMethodError", text);
  if (handle.kind === STATIC) return null;
  const error = "java/lang/IncompatibleClassChangeError";
  return raise(m, error, `Expecting non-static method ${text}`);
}
