/** What the verifier may ask about classes, answered from the program. */
import { ACC_PROTECTED } from "../../classfile/format/access-flags.ts";
import type { MemberRef } from "../../classfile/format/constant-pool.ts";
import { DeadwoodError } from "../../core/errors.ts";
import type { Program } from "../linking/program.ts";
import { resolveField, resolveMethod } from "../linking/resolution.ts";
import type { RuntimeClass } from "../linking/runtime-class.ts";
import type { HierarchyOracle } from "./verification-type.ts";

type Find = (name: string) => RuntimeClass | null;

/** Classes that cannot be found or read pass: using them fails later, with a better message. */
export const subtypeOracle = (program: Program): HierarchyOracle =>
  oracleOver((name) => quietly(program, name));

/** Classes that cannot be found or read are an error, as when a JVM links the class that mentions them. */
export function strictHierarchyOf(program: Program, neededBy: string): HierarchyOracle {
  const find: Find = (name) => {
    if (program.isMissing(name)) throw program.missing(name, neededBy);
    return program.find(name);
  };
  return {
    ...oracleOver(find),
    isProtectedAbove: (from, ref) => isProtectedAbove(find(from), ref),
  };
}

function isProtectedAbove(from: RuntimeClass | null, ref: MemberRef): boolean {
  let holder = from?.superclass ?? null;
  while (holder !== null && holder.name !== ref.owner) holder = holder.superclass;
  if (from === null || holder === null) return false;
  const member = ref.descriptor.startsWith("(")
    ? resolveMethod(holder, ref.name + ref.descriptor)
    : resolveField(holder, ref.name, ref.descriptor);
  return (
    member !== null &&
    (member.accessFlags & ACC_PROTECTED) !== 0 &&
    member.owner.packageName !== from.packageName
  );
}

const oracleOver = (find: Find): HierarchyOracle => ({
  isAssignable(from, to) {
    if (from === to) return true;
    const target = find(to);
    if (target === null) return "unknown";
    if (target.isInterface) return true;
    const source = find(from);
    return source === null ? "unknown" : source.isSubtypeOf(target);
  },
});

function quietly(program: Program, name: string): RuntimeClass | null {
  try {
    return program.find(name);
  } catch (error) {
    if (error instanceof DeadwoodError) return null;
    throw error;
  }
}
