/**
 * The rules by which a JVM links classes, checked for some classes of a program: everything
 * that code names exists, has the right kind and is accessible; no method overrides a
 * final one; a class that can have instances has bodies for its methods; code verifies;
 * and no class is its own supertype. What is unknown passes, as it did before.
 */

import type { MemberPiece } from "../../classfile/editing/fragments.ts";
import {
  ACC_ABSTRACT,
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { type MemberRef, Tag } from "../../classfile/format/constant-pool.ts";
import { BadClassFileError } from "../../core/errors.ts";
import { inferTypes } from "../../program/types/inference.ts";
import { checksOf } from "../bodies/program-checks.ts";
import type { Hierarchy, TypeInfo, TypeMember } from "../items/hierarchy.ts";
import type { InputClass } from "../items/items.ts";
import { packageOf } from "../items/relations.ts";

const STACK_MAP_SINCE = 50;
const FINALS_SINCE = 53;
const ACCESS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED;
const GETSTATIC = 0xb2;
const PUTSTATIC = 0xb3;
const PUTFIELD = 0xb5;
const INVOKESPECIAL = 0xb7;
const INVOKESTATIC = 0xb8;
const NEW = 0xbb;
const STATIC_OPCODES: ReadonlySet<number> = new Set([GETSTATIC, PUTSTATIC, INVOKESTATIC]);
/** The instructions that method handles stand for, by their kind. */
const HANDLE_OPCODES = [0, 0xb4, 0xb2, 0xb5, 0xb3, 0xb6, 0xb8, 0xb7, 0xb7, 0xb9];

interface Found {
  readonly holder: TypeInfo;
  readonly member: TypeMember;
}

export class LinkRules {
  readonly #hierarchy: Hierarchy;

  constructor(hierarchy: Hierarchy) {
    this.#hierarchy = hierarchy;
  }

  /** The first thing that is wrong with a class; null if nothing is. Types are looked at where they may be others. */
  problemOf(input: InputClass, withTypes: boolean): string | null {
    return (
      this.#header(input) ??
      this.#overrides(input) ??
      this.#bodies(input) ??
      this.#throws(input) ??
      this.#codes(input, withTypes)
    );
  }

  #header({ name, file }: InputClass): string | null {
    const superclass = file.superName === null ? null : this.#hierarchy.find(file.superName);
    if (superclass !== null) {
      if ((superclass.accessFlags & (ACC_FINAL | ACC_INTERFACE)) !== 0) {
        return `${name} extends ${superclass.name}`;
      }
      if (!this.#isVisible(superclass, name)) return `${name} cannot see ${superclass.name}`;
    }
    for (const each of file.interfaces) {
      const type = this.#hierarchy.find(each);
      if (type === null) continue;
      if ((type.accessFlags & ACC_INTERFACE) === 0) return `${name} implements ${each}`;
      if (!this.#isVisible(type, name)) return `${name} cannot see ${each}`;
    }
    const enclosing = file.enclosingMethod;
    if (enclosing !== null && enclosing.methodName !== null) {
      const type = this.#hierarchy.find(enclosing.className);
      const key = enclosing.methodName + enclosing.methodDescriptor;
      if (type !== null && !type.methods.has(key)) return `${name} is enclosed by nothing`;
    }
    return null;
  }

  #isVisible({ name, accessFlags }: TypeInfo, from: string): boolean {
    return (accessFlags & ACC_PUBLIC) !== 0 || packageOf(name) === packageOf(from);
  }

  /** Methods and those that they take the place of. */
  #overrides({ name, pieces }: InputClass): string | null {
    const above = this.#hierarchy.ancestors(name).slice(1);
    for (const piece of pieces.methods) {
      if (piece.name.startsWith("<") || (piece.accessFlags & ACC_PRIVATE) !== 0) continue;
      const key = piece.name + piece.descriptor;
      for (const each of above) {
        const type = this.#hierarchy.find(each);
        const member = type?.methods.get(key);
        if (type === null || member === undefined || !this.#isInherited(member, type, name)) {
          continue;
        }
        const reason = misfit(piece, member, (type.accessFlags & ACC_INTERFACE) !== 0);
        if (reason !== null) return `${name}.${key} and that of ${each}: ${reason}`;
      }
    }
    return null;
  }

  #isInherited({ accessFlags }: TypeMember, { name }: TypeInfo, heir: string): boolean {
    if ((accessFlags & ACC_PRIVATE) !== 0) return false;
    return (accessFlags & ACCESS) !== 0 || packageOf(name) === packageOf(heir);
  }

  /** A class that is not abstract has one body for each method. */
  #bodies({ name, file }: InputClass): string | null {
    if ((file.accessFlags & (ACC_ABSTRACT | ACC_INTERFACE)) !== 0) return null;
    const chain = this.#chain(name);
    if (chain === null) return null;
    for (const each of this.#hierarchy.ancestors(name)) {
      const type = this.#hierarchy.find(each);
      if (type === null) return null;
      const isInterface = (type.accessFlags & ACC_INTERFACE) !== 0;
      for (const [key, member] of type.methods) {
        if ((member.accessFlags & (ACC_STATIC | ACC_PRIVATE)) !== 0 || key.startsWith("<"))
          continue;
        const isAbstract = (member.accessFlags & ACC_ABSTRACT) !== 0;
        if (!isInterface && !isAbstract) continue;
        const own = chain.find(({ methods }) => methods.has(key))?.methods.get(key);
        if (own === undefined) {
          if (!this.#hasDefault(name, key)) return `${name} has no body for ${key}`;
        } else if ((own.accessFlags & (ACC_ABSTRACT | ACC_STATIC | ACC_PRIVATE)) !== 0) {
          return `${name} has no body for ${key}`;
        } else if (isInterface && (own.accessFlags & ACC_PUBLIC) === 0) {
          return `${name} has no public body for ${key}`;
        }
      }
    }
    return null;
  }

  /** A JVM warns of `throws` with something that cannot be thrown, and compilers refuse it. */
  #throws({ name, file }: InputClass): string | null {
    for (const method of file.methods) {
      for (const each of method.exceptions) {
        if (!this.#hierarchy.isAbove("java/lang/Throwable", each)) {
          return `${name}.${method.name}${method.descriptor} throws ${each}`;
        }
      }
    }
    return null;
  }

  /** A class and its superclasses; null where one of them is unknown. */
  #chain(name: string): TypeInfo[] | null {
    const chain: TypeInfo[] = [];
    for (let each: string | null = name; each !== null; ) {
      const type = this.#hierarchy.find(each);
      if (type === null) return null;
      chain.push(type);
      each = type.superName;
    }
    return chain;
  }

  /** Whether one interface has the last word about a method, and a body. */
  #hasDefault(name: string, key: string): boolean {
    const holders = this.#hierarchy.ancestors(name).filter((each) => {
      const member = this.#hierarchy.find(each)?.methods.get(key);
      return member !== undefined && (member.accessFlags & (ACC_STATIC | ACC_PRIVATE)) === 0;
    });
    const last = holders.filter(
      (each) =>
        !holders.some((other) => other !== each && this.#hierarchy.ancestors(other).includes(each)),
    );
    const member = this.#hierarchy.find(last[0] ?? "")?.methods.get(key);
    return last.length === 1 && (member!.accessFlags & ACC_ABSTRACT) === 0;
  }

  #codes(input: InputClass, withTypes: boolean): string | null {
    for (const [i, piece] of input.pieces.methods.entries()) {
      if (piece.code === null) continue;
      const reason = this.#uses(input, piece) ?? (withTypes ? this.#types(input, i) : null);
      if (reason !== null) return `${input.name}.${piece.name}${piece.descriptor}: ${reason}`;
    }
    return this.#handles(input);
  }

  #uses(input: InputClass, piece: MemberPiece): string | null {
    const { bytes, constants } = input.pieces;
    const code = piece.code!.code!;
    for (const at of code.uses) {
      const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      const opcode = bytes[at - 1] ?? 0;
      const reason = this.#constant(input, piece, index, opcode);
      if (reason !== null) return reason;
    }
    for (const at of code.shortUses) {
      const reason = this.#constant(input, piece, bytes[at] ?? 0, 0);
      if (reason !== null) return reason;
    }
    for (let at = code.handlers + 2; at < code.handlersEnd; at += 8) {
      const type = ((bytes[at + 6] ?? 0) << 8) | (bytes[at + 7] ?? 0);
      if (
        type !== 0 &&
        !this.#hierarchy.isAbove("java/lang/Throwable", constants.className(type))
      ) {
        return `${constants.className(type)} is caught`;
      }
    }
    return null;
  }

  #constant(input: InputClass, piece: MemberPiece, index: number, opcode: number): string | null {
    const { constants } = input.pieces;
    switch (constants.tag(index)) {
      case Tag.class: {
        const name = constants.className(index);
        const type = name.startsWith("[") ? null : this.#hierarchy.find(name);
        if (type === null) return null;
        if (!this.#isVisible(type, input.name)) return `cannot see ${name}`;
        const isAbstract = (type.accessFlags & (ACC_ABSTRACT | ACC_INTERFACE)) !== 0;
        return opcode === NEW && isAbstract ? `makes objects of ${name}` : null;
      }
      case Tag.fieldRef:
      case Tag.methodRef:
      case Tag.interfaceMethodRef:
        return this.#member(input, piece.name, constants.member(index), opcode);
      default:
        return null;
    }
  }

  /** Method handles, wherever they are used. */
  #handles(input: InputClass): string | null {
    const { constants } = input.pieces;
    for (let i = 1; i < constants.count; i++) {
      if (constants.tag(i) !== Tag.methodHandle) continue;
      const handle = constants.methodHandle(i);
      const opcode = HANDLE_OPCODES[handle.kind] ?? 0;
      const reason = this.#member(input, "", handle, opcode);
      if (reason !== null) return `a method handle: ${reason}`;
      const type = this.#hierarchy.find(handle.owner);
      const isAbstract = ((type?.accessFlags ?? 0) & ACC_ABSTRACT) !== 0;
      if (handle.name === "<init>" && isAbstract) return `makes objects of ${handle.owner}`;
    }
    return null;
  }

  #member(input: InputClass, method: string, ref: MemberRef, opcode: number): string | null {
    if (ref.owner.startsWith("[")) return null;
    const type = this.#hierarchy.find(ref.owner);
    if (type === null) return null;
    const what = `${ref.owner}.${ref.name}${ref.descriptor}`;
    if (!this.#isVisible(type, input.name)) return `cannot see ${ref.owner}`;
    const isField = !ref.descriptor.startsWith("(");
    const isInterface = (type.accessFlags & ACC_INTERFACE) !== 0;
    if (!isField && ref.isInterface !== isInterface) return `${what} is named as another kind`;
    const key = ref.name + ref.descriptor;
    const found = isField ? this.#field(ref.owner, key) : this.#method(type, key);
    if (found === null) {
      const isUnknown = this.#hierarchy
        .ancestors(ref.owner)
        .some((each) => this.#hierarchy.find(each) === null);
      return isUnknown || isPolymorphic(ref.owner) ? null : `there is no ${what}`;
    }
    const { accessFlags } = found.member;
    const isStatic = (accessFlags & ACC_STATIC) !== 0;
    if (isStatic !== STATIC_OPCODES.has(opcode)) return `${what} is static or is not`;
    if (!this.#isAccessible(found, input.name)) return `${what} is not accessible`;
    if (opcode === INVOKESPECIAL && (accessFlags & ACC_ABSTRACT) !== 0)
      return `${what} is abstract`;
    const isPut = opcode === PUTFIELD || opcode === PUTSTATIC;
    if (isPut && (accessFlags & ACC_FINAL) !== 0) {
      const isOwn = found.holder.name === input.name;
      const initializer = opcode === PUTFIELD ? "<init>" : "<clinit>";
      const isThere = method === initializer || input.file.majorVersion < FINALS_SINCE;
      if (!isOwn || !isThere) return `${what} is final`;
    }
    return null;
  }

  #field(owner: string, key: string): Found | null {
    const holder = this.#hierarchy.find(owner);
    if (holder === null) return null;
    const member = holder.fields.get(key);
    if (member !== undefined) return { holder, member };
    // Interfaces before the superclass, as the specification has it.
    const isSuper = ({ name }: { readonly name: string }): boolean => name === holder.superName;
    const parents = [
      ...holder.parents.filter((each) => !isSuper(each)),
      ...holder.parents.filter(isSuper),
    ];
    for (const { name } of parents) {
      const found = this.#field(name, key);
      if (found !== null) return found;
    }
    return null;
  }

  #method(type: TypeInfo, key: string): Found | null {
    let other: Found | null = null;
    for (const each of this.#hierarchy.ancestors(type.name)) {
      const holder = this.#hierarchy.find(each);
      const member = holder?.methods.get(key);
      if (holder === null || member === undefined) continue;
      // Constructors are not inherited; nor is what is private or static in an interface.
      if (each !== type.name) {
        if (key.startsWith("<init>")) continue;
        const isInterface = (holder.accessFlags & ACC_INTERFACE) !== 0;
        if (isInterface && (member.accessFlags & (ACC_PRIVATE | ACC_STATIC)) !== 0) continue;
      }
      other = { holder, member };
      break;
    }
    return other;
  }

  #isAccessible({ holder, member }: Found, from: string): boolean {
    const access = member.accessFlags & ACCESS;
    if (access === ACC_PUBLIC || holder.name === from) return true;
    if (access === ACC_PRIVATE) return this.#hostOf(holder.name) === this.#hostOf(from);
    if (packageOf(holder.name) === packageOf(from)) return true;
    return access === ACC_PROTECTED && this.#hierarchy.isAbove(holder.name, from);
  }

  /** The host of a class's nest: it must say so, and the host must. */
  #hostOf(name: string): string {
    const host = this.#hierarchy.find(name)?.items?.input.file.nestHost ?? null;
    if (host === null) return name;
    const members = this.#hierarchy.find(host)?.items?.input.file.nestMembers ?? [];
    return members.includes(name) ? host : name;
  }

  #types({ file, pieces }: InputClass, index: number): string | null {
    const method = file.methods[index]!;
    const stackMap = pieces.methods[index]!.code!.code!.attributes.find(
      ({ kind }) => kind === Attribute.stackMapTable,
    );
    const hasMap = file.majorVersion >= STACK_MAP_SINCE && stackMap !== undefined;
    const declared = hasMap
      ? { stackMap: pieces.bytes.subarray(stackMap.start, stackMap.end) }
      : {};
    try {
      inferTypes(file, method, { oracle: checksOf(this.#hierarchy).oracle, ...declared });
      return null;
    } catch (error) {
      if (error instanceof BadClassFileError) return error.message;
      throw error;
    }
  }
}

/** Methods of these have any descriptor that a call gives them. */
const isPolymorphic = (owner: string): boolean =>
  owner === "java/lang/invoke/MethodHandle" || owner === "java/lang/invoke/VarHandle";

/** Why a method cannot take the place of another; null if it can. */
function misfit(
  { accessFlags }: MemberPiece,
  above: TypeMember,
  isOfInterface: boolean,
): string | null {
  const isStatic = (accessFlags & ACC_STATIC) !== 0;
  const isStaticAbove = (above.accessFlags & ACC_STATIC) !== 0;
  // Private methods of interfaces are not inherited.
  if (isStaticAbove && isOfInterface) return null;
  if (isStatic !== isStaticAbove) return "one is static";
  if ((above.accessFlags & ACC_FINAL) !== 0) return "it is final";
  return rankOf(accessFlags) < rankOf(above.accessFlags) ? "it is less accessible" : null;
}

function rankOf(accessFlags: number): number {
  switch (accessFlags & ACCESS) {
    case ACC_PUBLIC:
      return 3;
    case ACC_PROTECTED:
      return 2;
    case ACC_PRIVATE:
      return 0;
    default:
      return 1;
  }
}
