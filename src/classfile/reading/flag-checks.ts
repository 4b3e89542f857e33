/**
 * The combinations of access flags the JVM specification (4.1, 4.5, 4.6)
 * forbids. Older class files are held to the rules of their time.
 */
import { BadClassFileError } from "../../core/errors.ts";
import * as Acc from "../format/access-flags.ts";

const VISIBILITY = Acc.ACC_PUBLIC | Acc.ACC_PRIVATE | Acc.ACC_PROTECTED;

/** At most one of the three visibility bits is set. */
function oneVisibility(flags: number): boolean {
  const bits = flags & VISIBILITY;
  return (bits & (bits - 1)) === 0;
}

const has = (flags: number, bits: number): boolean => (flags & bits) === bits;

function fail(what: string, flags: number): never {
  throw new BadClassFileError(`${what} has the impossible flags 0x${flags.toString(16)}`);
}

export function checkClassFlags(flags: number, majorVersion: number): void {
  if (has(flags, Acc.ACC_MODULE) && majorVersion >= 53) {
    if ((flags & ~(Acc.ACC_MODULE | Acc.ACC_SYNTHETIC)) !== 0) fail("module-info", flags);
    return;
  }
  const isInterface = has(flags, Acc.ACC_INTERFACE);
  // Before Java 6 compilers left ACC_ABSTRACT off interfaces.
  const isAbstract = has(flags, Acc.ACC_ABSTRACT) || (isInterface && majorVersion < 50);
  if (isAbstract && has(flags, Acc.ACC_FINAL)) fail("class", flags);
  if (isInterface && !isAbstract) fail("interface", flags);
  if (!isInterface && majorVersion >= 49 && has(flags, Acc.ACC_ANNOTATION)) fail("class", flags);
  if (isInterface && majorVersion >= 49 && (flags & (Acc.ACC_ENUM | Acc.ACC_SUPER)) !== 0) {
    fail("interface", flags);
  }
}

export function checkFieldFlags(name: string, flags: number, classFlags: number): void {
  const constant = Acc.ACC_PUBLIC | Acc.ACC_STATIC | Acc.ACC_FINAL;
  const bad = has(classFlags, Acc.ACC_INTERFACE)
    ? !has(flags, constant) ||
      (flags & (Acc.ACC_PRIVATE | Acc.ACC_PROTECTED | Acc.ACC_VOLATILE | Acc.ACC_TRANSIENT)) !== 0
    : !oneVisibility(flags) || has(flags, Acc.ACC_FINAL | Acc.ACC_VOLATILE);
  if (bad) fail(`field ${name}`, flags);
}

export function checkMethodFlags(
  name: string,
  descriptor: string,
  flags: number,
  classFlags: number,
  majorVersion: number,
): void {
  const what = `method ${name}${descriptor}`;
  const isInterface = has(classFlags, Acc.ACC_INTERFACE);
  if (name === "<clinit>") {
    // All other flags of a class initialiser are ignored.
    if (majorVersion >= 51 && !has(flags, Acc.ACC_STATIC)) fail(what, flags);
    if (majorVersion >= 51 && descriptor !== "()V") {
      throw new BadClassFileError(`<clinit> has the descriptor ${descriptor}`);
    }
    return;
  }
  if (!oneVisibility(flags)) fail(what, flags);
  if (name === "<init>") {
    const forbidden =
      Acc.ACC_STATIC |
      Acc.ACC_FINAL |
      Acc.ACC_SYNCHRONIZED |
      Acc.ACC_NATIVE |
      Acc.ACC_ABSTRACT |
      Acc.ACC_BRIDGE;
    if (isInterface || (flags & forbidden) !== 0) fail(what, flags);
    if (!descriptor.endsWith(")V")) {
      throw new BadClassFileError(`<init> has the descriptor ${descriptor}`);
    }
    return;
  }
  if (isInterface) checkInterfaceMethod(what, flags, majorVersion);
  const concrete =
    Acc.ACC_PRIVATE | Acc.ACC_STATIC | Acc.ACC_FINAL | Acc.ACC_SYNCHRONIZED | Acc.ACC_NATIVE;
  if (has(flags, Acc.ACC_ABSTRACT) && (flags & concrete) !== 0) fail(what, flags);
}

function checkInterfaceMethod(what: string, flags: number, majorVersion: number): void {
  const never = Acc.ACC_PROTECTED | Acc.ACC_FINAL | Acc.ACC_SYNCHRONIZED | Acc.ACC_NATIVE;
  if ((flags & never) !== 0) fail(what, flags);
  if (majorVersion < 52) {
    if (!has(flags, Acc.ACC_PUBLIC | Acc.ACC_ABSTRACT) || has(flags, Acc.ACC_STATIC)) {
      fail(what, flags);
    }
  } else if ((flags & (Acc.ACC_PUBLIC | Acc.ACC_PRIVATE)) === 0) {
    fail(what, flags);
  }
}
