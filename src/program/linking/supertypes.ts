/** Whether a class may have the supertypes that it names: what a JVM asks when it loads the class. */
import {
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import type { ClassFile } from "../../classfile/format/class-file.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { INTERNAL } from "./access-control.ts";
import type { RuntimeClass, RuntimeMethod } from "./runtime-class.ts";

export function checkSupertypes(
  file: ClassFile,
  superclass: RuntimeClass | null,
  interfaces: readonly RuntimeClass[],
): void {
  const name = file.name.replaceAll("/", ".");
  if (superclass === null) {
    if (file.name !== "java/lang/Object") {
      throw new BadClassFileError(`class ${name} has no superclass`);
    }
    return;
  }
  if (superclass.isInterface) {
    throw new BadClassFileError(`class ${name} extends the interface ${superclass.externalName}`);
  }
  if (
    superclass.isArray ||
    ((superclass.accessFlags & ACC_FINAL) !== 0 && superclass.file !== null)
  ) {
    throw new BadClassFileError(`class ${name} extends the final class ${superclass.externalName}`);
  }
  if ((file.accessFlags & ACC_INTERFACE) !== 0 && superclass.name !== "java/lang/Object") {
    throw new BadClassFileError(`interface ${name} extends the class ${superclass.externalName}`);
  }
  for (const iface of interfaces) {
    if (!iface.isInterface) {
      throw new BadClassFileError(
        `class ${name} implements ${iface.externalName}, which is no interface`,
      );
    }
  }
}

const packageOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf("/")));

/** Asked of the program's own classes only: the library was compiled against itself. */
export function checkRights(
  file: ClassFile,
  superclass: RuntimeClass | null,
  interfaces: readonly RuntimeClass[],
): void {
  for (const above of superclass === null ? interfaces : [superclass, ...interfaces]) {
    checkAccess(file, above);
    checkSealed(file, above);
  }
  if (superclass !== null && (file.accessFlags & ACC_INTERFACE) === 0) {
    checkFinalMethods(file, superclass);
  }
}

function checkAccess({ name }: ClassFile, above: RuntimeClass): void {
  const isVisible = (above.accessFlags & ACC_PUBLIC) !== 0 || above.packageName === packageOf(name);
  if (isVisible && !above.name.startsWith(INTERNAL)) return;
  throw new BadClassFileError(
    `class ${name.replaceAll("/", ".")} cannot access ${above.externalName}, which it extends or implements`,
  );
}

/** A sealed class or interface names those that may extend or implement it; of other packages only public ones. */
function checkSealed({ name, accessFlags }: ClassFile, above: RuntimeClass): void {
  const permitted = above.file?.permittedSubclasses ?? [];
  if (permitted.length === 0) return;
  const isNear = (accessFlags & ACC_PUBLIC) !== 0 || above.packageName === packageOf(name);
  if (above.origin === "application" && isNear && permitted.includes(name)) return;
  throw new BadClassFileError(
    `class ${name.replaceAll("/", ".")} is not a permitted subclass of ${above.externalName}`,
  );
}

function checkFinalMethods(file: ClassFile, superclass: RuntimeClass): void {
  for (const { name, descriptor, accessFlags } of file.methods) {
    if ((accessFlags & (ACC_STATIC | ACC_PRIVATE)) !== 0 || name === "<init>") continue;
    for (let c: RuntimeClass | null = superclass; c !== null; c = c.superclass) {
      const above = c.methodsByKey.get(name + descriptor);
      if (above === undefined || !isFixed(above, file.name)) continue;
      throw new BadClassFileError(
        `class ${file.name.replaceAll("/", ".")} overrides the final method ${c.externalName}.${name}${descriptor}`,
      );
    }
  }
}

/** Final, and seen from the class. Our models have methods of newer libraries, which a program need not know. */
function isFixed({ owner, accessFlags }: RuntimeMethod, from: string): boolean {
  if ((accessFlags & ACC_FINAL) === 0 || (accessFlags & (ACC_STATIC | ACC_PRIVATE)) !== 0) {
    return false;
  }
  if (owner.origin === "model" && owner.name !== "java/lang/Object") return false;
  return (
    (accessFlags & (ACC_PUBLIC | ACC_PROTECTED)) !== 0 || owner.packageName === packageOf(from)
  );
}
