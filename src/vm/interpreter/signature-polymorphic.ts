/** Which methods are signature polymorphic: a call of one takes arguments of any types. */
import type { MemberRef } from "../../classfile/format/constant-pool.ts";
import { isVariableMethod, VAR_HANDLE } from "./var-handle-calls.ts";

export const METHOD_HANDLE = "java/lang/invoke/MethodHandle";

export function isPolymorphic(ref: MemberRef): boolean {
  if (ref.owner === METHOD_HANDLE) return ref.name === "invoke" || ref.name === "invokeExact";
  return ref.owner === VAR_HANDLE && isVariableMethod(ref.name);
}
