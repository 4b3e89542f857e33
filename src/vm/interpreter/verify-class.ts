/**
 * Verification of the program's own classes. As on a JVM, a class is verified as a whole when it
 * is linked, which is before it is initialised: a method that is never called can be the reason why a
 * class is refused. A class that is only loaded is not verified, and the library is trusted.
 */

import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import { inferTypes, STACK_MAP_NEEDED } from "../../program/types/inference.ts";
import { strictHierarchyOf } from "../../program/types/subtype-oracle.ts";
import type { Machine } from "../machine.ts";

/** Classes never change: what was verified once stays so, whatever is undone. */
const verified = new WeakSet<RuntimeClass>();

/** Supertypes first. Throws BadClassFileError, or what says that a class is missing. */
export function verifyClass(m: Machine, cls: RuntimeClass): void {
  if (verified.has(cls)) return;
  if (cls.superclass !== null) verifyClass(m, cls.superclass);
  for (const above of cls.interfaces) verifyClass(m, above);
  if (cls.origin === "application" && cls.file !== null) verifyMethods(m, cls);
  verified.add(cls);
}

const NO_FRAMES = new Uint8Array(2);

/** What handlers catch is asked about too: whether it is a Throwable. */
function verifyMethods(m: Machine, { file, externalName }: RuntimeClass): void {
  const oracle = strictHierarchyOf(m.program, `class ${externalName}`);
  const isDeclared = file!.majorVersion >= STACK_MAP_NEEDED;
  for (const method of file!.methods) {
    if (method.code === null) continue;
    const declared = isDeclared ? { stackMap: method.code.stackMap ?? NO_FRAMES } : {};
    inferTypes(file!, method, { oracle, ...declared });
  }
  m.prepareClasses();
}
