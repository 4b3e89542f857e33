/**
 * Access control at linkage (JVM specification 5.4.4). Asked for the program's
 * own classes only: the library was compiled against itself.
 */
import { ACC_PRIVATE, ACC_PROTECTED, ACC_PUBLIC } from "../../classfile/format/access-flags.ts";
import type { Program } from "./program.ts";
import type { RuntimeClass, RuntimeField, RuntimeMethod } from "./runtime-class.ts";

/** Our own part of the library, which no program may touch. */
export const INTERNAL = "deadwood/internal/";

export function mayAccessClass(from: RuntimeClass, target: RuntimeClass): boolean {
  let cls = target;
  while (cls.component !== null) cls = cls.component;
  if (cls.name.startsWith(INTERNAL)) return false;
  return (cls.accessFlags & ACC_PUBLIC) !== 0 || cls.packageName === from.packageName;
}

/** `holder` is the class that the code names, which may inherit the member. */
export function mayAccessMember(
  program: Program,
  from: RuntimeClass,
  holder: RuntimeClass,
  member: RuntimeField | RuntimeMethod,
): boolean {
  const { owner, accessFlags } = member;
  if ((accessFlags & ACC_PUBLIC) !== 0 || owner === from) return true;
  if ((accessFlags & ACC_PRIVATE) !== 0)
    return nestHost(program, from) === nestHost(program, owner);
  if (owner.packageName === from.packageName) return true;
  if ((accessFlags & ACC_PROTECTED) === 0) return false;
  // Arrays have a public clone.
  return from.isSubtypeOf(owner) || holder.isArray;
}

/** The host of a class's nest; a host that does not list the class does not count. */
function nestHost(program: Program, cls: RuntimeClass): string {
  const claimed = cls.file?.nestHost ?? null;
  const host = claimed === null ? null : program.find(claimed);
  const isMutual =
    host !== null &&
    host.packageName === cls.packageName &&
    host.file?.nestMembers.includes(cls.name) === true;
  return isMutual ? host.name : cls.name;
}

const KEYWORDS: readonly (readonly [number, string])[] = [
  [ACC_PRIVATE, "private "],
  [ACC_PROTECTED, "protected "],
];

/** "private ", "protected ", or nothing: as messages have it. */
export const accessKeyword = (accessFlags: number): string =>
  KEYWORDS.find(([flag]) => (accessFlags & flag) !== 0)?.[1] ?? "";
