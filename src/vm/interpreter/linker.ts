/**
 * Resolves an instruction's constant the first time it runs and replaces the
 * instruction, in place, by one that needs no lookup. What is resolved here is
 * the same on every path, so nothing of it is ever undone.
 */
import { ACC_FINAL, ACC_PRIVATE, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { resolveMethod } from "../../program/linking/resolution.ts";
import type {
  RuntimeClass,
  RuntimeField,
  RuntimeMethod,
} from "../../program/linking/runtime-class.ts";
import { I } from "../code/instructions.ts";
import type { Machine } from "../machine.ts";
import { INITIALIZED } from "../memory/class-status.ts";
import { STATIC_BASE } from "../memory/memory.ts";
import { refuseClass } from "./access-errors.ts";
import { linkCallSite } from "./call-site-linker.ts";
import { linkConstant } from "./dynamic-constants.ts";
import { raise } from "./exceptions.ts";
import { loadClass } from "./load-class.ts";
import { type CallKind, fieldOf, methodOf, refuseKind } from "./member-resolution.ts";
import { linkPolymorphicCall } from "./method-handles.ts";
import { REFERENCE, STATIC_FINAL, STATIC_OTHER, STATIC_REFERENCE } from "./shared-access.ts";
import { isPolymorphic } from "./signature-polymorphic.ts";
import { Stop } from "./stop.ts";
import { verifyClass } from "./verify-class.ts";

/** Links the unresolved instruction at m.pc; it runs again afterwards. */
export function link(m: Machine): Stop {
  const code = m.space.code;
  const op = code[m.pc + 1]! & 0xff;
  const index = code[m.pc + 2]!;
  const owner = m.space.codeAt(m.pc).method.owner;
  switch (op) {
    case 18: // ldc
    case 20: // ldc2_w
      return linkConstant(m, owner, index);
    case 178: // getstatic
    case 179: // putstatic
    case 180: // getfield
    case 181: // putfield
      return linkField(m, owner, op, index);
    case 182: // invokevirtual
    case 183: // invokespecial
    case 184: // invokestatic
    case 185: // invokeinterface
      return linkCall(m, owner, op, index);
    case 186: // invokedynamic
      return linkCallSite(m, owner, index);
    default:
      return linkType(m, owner, op, index, code[m.pc + 1]! >>> 8);
  }
}

function linkType(
  m: Machine,
  owner: RuntimeClass,
  op: number,
  index: number,
  dimensions: number,
): Stop {
  const name = owner.file!.constants.className(index);
  const cls = loadClass(m, name);
  const refused = refuseClass(m, owner, cls);
  if (refused !== null) return refused;
  const { code } = m.space;
  const { pc } = m;
  switch (op) {
    case 187: // new
      if (cls.isAbstract || cls.isInterface) {
        return raise(m, "java/lang/InstantiationError", cls.externalName);
      }
      linkReady(m, cls);
      code[pc + 1] = cls.id;
      code[pc + 2] = m.classTables.instanceWords[cls.id]!;
      code[pc] = m.status(cls) === INITIALIZED && m.isFinal(cls) ? I.new : I.newInit;
      return Stop.again;
    case 189: {
      // anewarray
      const array = m.program.arrayOf(cls);
      m.prepareClasses();
      code[pc + 1] = array.id;
      code[pc] = I.anewarray;
      return Stop.again;
    }
    case 197: // multianewarray
      code[pc + 1] = cls.id;
      code[pc + 2] = dimensions;
      code[pc] = I.multianewarray;
      return Stop.again;
    default: // checkcast, instanceof
      code[pc + 1] = cls.id;
      code[pc + 2] = cls.id;
      code[pc] = op;
      return Stop.again;
  }
}

const NARROW = "ZBCS";

function linkField(m: Machine, owner: RuntimeClass, op: number, index: number): Stop {
  const ref = owner.file!.constants.member(index);
  const holder = loadClass(m, ref.owner);
  const isStatic = op <= 179;
  const field = fieldOf(m, owner, holder, ref, isStatic);
  if (typeof field === "number") return field;
  const isPut = (op & 1) === 1;
  if (isPut && (field.accessFlags & ACC_FINAL) !== 0 && field.owner !== owner) {
    return raise(m, "java/lang/IllegalAccessError", finalFieldMessage(field, owner));
  }
  if (isStatic) linkStatic(m, field, isPut);
  else linkInstance(m, field, isPut);
  return Stop.again;
}

function finalFieldMessage(field: RuntimeField, from: RuntimeClass): string {
  return `Update to final field ${field.owner.externalName}.${field.name} attempted from a different class (${from.externalName})`;
}

function linkInstance(m: Machine, field: RuntimeField, isPut: boolean): void {
  const { code } = m.space;
  const { pc } = m;
  const narrow = NARROW.indexOf(field.descriptor);
  code[pc + 1] = field.offset;
  code[pc + 2] = narrow;
  if (m.checking) {
    linkChecked(m, field, isPut);
    return;
  }
  if (!isPut) code[pc] = field.isWide ? I.getfield2 : I.getfield;
  else if (narrow >= 0) code[pc] = I.putfieldNarrow;
  else code[pc] = field.isWide ? I.putfield2 : I.putfield;
}

/** As linkInstance, for memory that other threads may share. */
function linkChecked(m: Machine, field: RuntimeField, isPut: boolean): void {
  const { code } = m.space;
  const { pc } = m;
  if (field.isReference) code[pc + 2] = REFERENCE;
  const wide = field.isWide ? 1 : 0;
  const isFinal = (field.accessFlags & ACC_FINAL) !== 0;
  // Class files before Java 9 may do that outside of constructors.
  const isLate = isFinal && isPut && m.space.codeAt(pc).method.name !== "<init>";
  if (isLate) m.sharing.refuteFinalFields();
  if (!isPut)
    code[pc] =
      (isFinal && m.space.modes.readsFinals ? I.getfinalChecked : I.getfieldChecked) + wide;
  else if (code[pc + 2]! >= 0) code[pc] = I.putfieldNarrowChecked;
  else code[pc] = I.putfieldChecked + wide;
}

/** As linkStatic, for a field that other threads may write. */
function linkCheckedStatic(m: Machine, field: RuntimeField, isPut: boolean): void {
  const { code } = m.space;
  const narrow = NARROW.indexOf(field.descriptor);
  const kind = narrow >= 0 ? narrow : field.isReference ? STATIC_REFERENCE : STATIC_OTHER;
  const final = isPut && (field.accessFlags & ACC_FINAL) !== 0 ? STATIC_FINAL : 0;
  code[m.pc + 2] = field.owner.id | ((kind + final) << 24);
  code[m.pc] = (isPut ? I.putstaticChecked : I.getstaticChecked) + (field.isWide ? 1 : 0);
}

function linkStatic(m: Machine, field: RuntimeField, isPut: boolean): void {
  const { code } = m.space;
  const { pc } = m;
  const cls = field.owner;
  linkReady(m, cls);
  code[pc + 1] = STATIC_BASE + field.offset;
  // A static final field is written while its class is initialised, when others wait.
  if (m.checking && (isPut || (field.accessFlags & ACC_FINAL) === 0)) {
    linkCheckedStatic(m, field, isPut);
    return;
  }
  const initialized = m.status(cls) === INITIALIZED && m.isFinal(cls);
  if (isPut && NARROW.includes(field.descriptor)) {
    code[pc + 2] = cls.id | (NARROW.indexOf(field.descriptor) << 24);
    code[pc] = I.putstaticNarrow;
    return;
  }
  code[pc + 2] = cls.id;
  const plain = isPut ? I.putstatic : I.getstatic;
  const checking = isPut ? I.putstaticInit : I.getstaticInit;
  code[pc] = (initialized ? plain : checking) + (field.isWide ? 1 : 0);
}

/** By opcode. */
const CALLS: Readonly<Record<number, CallKind>> = {
  182: "virtual",
  183: "special",
  184: "static",
  185: "interface",
};

function linkCall(m: Machine, owner: RuntimeClass, op: number, index: number): Stop {
  const ref = owner.file!.constants.member(index);
  const holder = loadClass(m, ref.owner);
  const refused = refuseKind(m, holder, ref);
  if (refused !== null) return refused;
  if (isPolymorphic(ref)) return linkPolymorphicCall(m, holder, ref);
  const method = methodOf(m, owner, holder, ref, CALLS[op]!);
  if (typeof method === "number") return method;
  m.space.ensureMethod(method.id);
  if (op === 184) linkStaticCall(m, method);
  else if (op === 183) linkSpecialCall(m, owner, holder, method);
  else linkVirtualCall(m, method);
  return Stop.again;
}

/** A class with nothing to initialise is linked by its first use, another when its initialisation begins. */
function linkReady(m: Machine, cls: RuntimeClass): void {
  if (m.status(cls) === INITIALIZED) verifyClass(m, cls);
}

function linkStaticCall(m: Machine, method: RuntimeMethod): void {
  const { code } = m.space;
  const cls = method.owner;
  linkReady(m, cls);
  code[m.pc + 1] = method.id;
  code[m.pc + 2] = cls.id;
  code[m.pc] =
    m.status(cls) === INITIALIZED && m.isFinal(cls) ? I.invokeDirect : I.invokeStaticInit;
}

function linkDirect(m: Machine, method: RuntimeMethod): void {
  const { code } = m.space;
  code[m.pc + 1] = method.id;
  code[m.pc + 2] = method.argSlots * 2;
  code[m.pc] = I.invokeSpecial;
}

/** invokespecial: constructors and private methods as they are, super calls from the superclass up. */
function linkSpecialCall(
  m: Machine,
  owner: RuntimeClass,
  holder: RuntimeClass,
  method: RuntimeMethod,
): void {
  const isSuperCall =
    method.name !== "<init>" &&
    !holder.isInterface &&
    owner !== holder &&
    owner.superclass !== null &&
    owner.isSubtypeOf(holder) &&
    (method.accessFlags & ACC_PRIVATE) === 0;
  linkDirect(m, isSuperCall ? (resolveMethod(owner.superclass, method.key) ?? method) : method);
}

function linkVirtualCall(m: Machine, method: RuntimeMethod): void {
  const { code } = m.space;
  const { pc } = m;
  const isFixed =
    (method.accessFlags & (ACC_PRIVATE | ACC_STATIC)) !== 0 ||
    (!method.owner.isInterface &&
      !method.isAbstract &&
      ((method.accessFlags | method.owner.accessFlags) & ACC_FINAL) !== 0);
  if (isFixed) {
    linkDirect(m, method);
    return;
  }
  if (!method.owner.isInterface && method.vtableIndex >= 0) {
    code[pc + 1] = method.vtableIndex;
    code[pc + 2] = method.argSlots * 2;
    code[pc + 3] = method.id;
    code[pc] = I.invokeVirtual;
    return;
  }
  m.linked.interfaceSites.set(pc, method);
  code[pc + 1] = method.argSlots * 2;
  code[pc + 2] = 0;
  code[pc + 3] = 0;
  code[pc] = I.invokeInterface;
}
