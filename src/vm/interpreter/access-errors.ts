/** IllegalAccessError, where code of the program refers to what it may not use. */
import {
  accessKeyword,
  mayAccessClass,
  mayAccessMember,
} from "../../program/linking/access-control.ts";
import { describeSignature } from "../../program/linking/java-names.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { placesOf, raise } from "./exceptions.ts";
import type { Stop } from "./stop.ts";

/** Raises the error, or gives null when there is nothing to refuse. */
export function refuseClass(m: Machine, from: RuntimeClass, cls: RuntimeClass): Stop | null {
  if (from.origin !== "application" || mayAccessClass(from, cls)) return null;
  return raiseAccess(m, from, `class ${cls.externalName}`, cls);
}

/** As refuseClass, for a member that was found in `holder` or above. */
export function refuseMember(
  m: Machine,
  from: RuntimeClass,
  holder: RuntimeClass,
  member: RuntimeField | RuntimeMethod,
): Stop | null {
  if (from.origin !== "application" || mayAccessMember(m.program, from, holder, member))
    return null;
  const { owner, descriptor } = member;
  const name = `${owner.externalName}.${member.name}`;
  const text = descriptor.startsWith("(")
    ? `method '${describeSignature(name, descriptor)}'`
    : `field ${name}`;
  return raiseAccess(m, from, accessKeyword(member.accessFlags) + text, owner);
}

function raiseAccess(m: Machine, from: RuntimeClass, what: string, owner: RuntimeClass): Stop {
  const message = `class ${from.externalName} tried to access ${what} (${placesOf(from, owner)})`;
  return raise(m, "java/lang/IllegalAccessError", message);
}
