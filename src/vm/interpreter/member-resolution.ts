/**
 * Members that instructions and method handles name, found and checked as a JVM does it: what is
 * missing, of the wrong kind or out of reach raises the JVM's error. A number is given where one is
 * raised, and the member otherwise.
 */
import type { MemberRef } from "../../classfile/format/constant-pool.ts";
import { UnsupportedFeatureError } from "../../core/errors.ts";
import { describeSignature } from "../../program/linking/java-names.ts";
import {
  resolveField,
  resolveInterfaceMethod,
  resolveMethod,
} from "../../program/linking/resolution.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { refuseClass, refuseMember } from "./access-errors.ts";
import { currentLocation } from "./calls.ts";
import { raise } from "./exceptions.ts";
import type { Stop } from "./stop.ts";

/** Class files of Java n have the version n + 44. */
const FIRST_MAJOR_VERSION = 44;

const ICCE = "java/lang/IncompatibleClassChangeError";

/** The field that code of `owner` names, in `holder` or above. */
export function fieldOf(
  m: Machine,
  owner: RuntimeClass,
  holder: RuntimeClass,
  ref: MemberRef,
  isStatic: boolean,
): RuntimeField | Stop {
  const field = resolveField(holder, ref.name, ref.descriptor);
  if (field === null)
    return missingMember(m, owner, holder, ref, "java/lang/NoSuchFieldError", ref.name);
  const refused = refuseClass(m, owner, holder) ?? refuseMember(m, owner, holder, field);
  if (refused !== null) return refused;
  if (field.isStatic === isStatic) return field;
  const wanted = isStatic ? "static" : "non-static";
  return raise(m, ICCE, `Expected ${wanted} field ${holder.externalName}.${ref.name}`);
}

/** What a call asks of a method. A JVM has other words for each where it is not so. */
export type CallKind = "static" | "special" | "virtual" | "interface";

const COMPLAINTS: Readonly<Record<CallKind, string>> = {
  static: "Expected static",
  special: "Expected non-static",
  virtual: "Expecting non-static",
  interface: "Expected instance not static",
};

/** The class must be an interface just where the reference says so. */
export function refuseKind(m: Machine, holder: RuntimeClass, ref: MemberRef): Stop | null {
  if (holder.isInterface === ref.isInterface) return null;
  const [found, expected] = holder.isInterface ? ["interface", "class"] : ["class", "interface"];
  return raise(m, ICCE, `Found ${found} ${holder.externalName}, but ${expected} was expected`);
}

/** As fieldOf, for a method. */
export function methodOf(
  m: Machine,
  owner: RuntimeClass,
  holder: RuntimeClass,
  ref: MemberRef,
  kind: CallKind,
): RuntimeMethod | Stop {
  const key = ref.name + ref.descriptor;
  const method = ref.isInterface ? resolveInterfaceMethod(holder, key) : resolveMethod(holder, key);
  // Constructors are not inherited.
  const isAbove = method !== null && ref.name === "<init>" && method.owner !== holder;
  if (method === null || isAbove) {
    const text = isAbove
      ? `${holder.externalName}: method '${describeSignature(ref.name, ref.descriptor)}' not found`
      : `'${methodText(holder, ref)}'`;
    return missingMember(m, owner, holder, ref, "java/lang/NoSuchMethodError", text);
  }
  const refused = refuseClass(m, owner, holder) ?? refuseMember(m, owner, holder, method);
  if (refused !== null) return refused;
  if (method.isStatic === (kind === "static")) return method;
  return raise(m, ICCE, `${COMPLAINTS[kind]} method '${methodText(holder, ref)}'`);
}

function methodText(holder: RuntimeClass, ref: MemberRef): string {
  return describeSignature(`${holder.externalName}.${ref.name}`, ref.descriptor);
}

const memberText = (holder: RuntimeClass, ref: MemberRef): string =>
  ref.descriptor.startsWith("(") ? methodText(holder, ref) : `${holder.externalName}.${ref.name}`;

/** The library in use may lack members that another has: nothing that the program does wrong. */
export const mayLack = (m: Machine, owner: RuntimeClass, holder: RuntimeClass): boolean =>
  holder.origin === "model" || (holder.origin === "jdk" && releaseOf(owner) > m.featureVersion);

const releaseOf = (cls: RuntimeClass): number => cls.file!.majorVersion - FIRST_MAJOR_VERSION;

/** A member that is not there: our fault in a class we model, a Java error elsewhere. */
function missingMember(
  m: Machine,
  owner: RuntimeClass,
  holder: RuntimeClass,
  ref: MemberRef,
  error: string,
  text: string,
): Stop {
  if (holder.origin === "model") {
    throw new UnsupportedFeatureError(
      `${memberText(holder, ref)} is not in our model of ${holder.externalName} (reached ${currentLocation(m)})`,
      { hint: "Avoid it, or report it: models grow by need." },
    );
  }
  if (mayLack(m, owner, holder)) {
    throw new UnsupportedFeatureError(
      `${memberText(holder, ref)} is not in the library of Java ${m.featureVersion} (reached ${currentLocation(m)})`,
      {
        hint: `${owner.externalName} was compiled for Java ${releaseOf(owner)}: name such a JDK with --jdk.`,
      },
    );
  }
  return raise(m, error, text);
}
