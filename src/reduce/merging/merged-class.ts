/**
 * Two classes as one. Members are those of both; where both have the same method the
 * one of the lower class takes the place of the other, and where both have the same
 * constructor one of them must be one that only hands on its parameters.
 */

import type { Donor, JoinedClass, JoinedMember } from "../../classfile/editing/class-merger.ts";
import type { MemberPiece } from "../../classfile/editing/fragments.ts";
import type { Reference } from "../../classfile/editing/pool-merger.ts";
import {
  ACC_ABSTRACT,
  ACC_FINAL,
  ACC_PRIVATE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { unreachable } from "../../core/assert.ts";
import type { Hierarchy } from "../items/hierarchy.ts";
import type { InputClass } from "../items/items.ts";
import type { ClassMerge } from "./candidates.ts";
import { delegatesTo, makesNew } from "./constructors.ts";
import {
  distinctMethods,
  innerClasses,
  keptAttributes,
  keyOf,
  memberOf,
  nestAttributes,
  nestMembers,
  type Rewrite,
} from "./renamed-class.ts";

const INVOKESPECIAL = 0xb7;

/** What the second class initialiser is called until both are one. */
export const SECOND_INITIALIZER = "clinit$";

const OF_NAME: ReadonlySet<Attribute> = new Set<Attribute>([
  Attribute.sourceFile,
  Attribute.synthetic,
  Attribute.deprecated,
  Attribute.runtimeVisibleAnnotations,
  Attribute.runtimeInvisibleAnnotations,
]);

interface MergeParts {
  readonly merge: ClassMerge;
  readonly from: InputClass;
  readonly into: InputClass;
  readonly rewrite: Rewrite;
  /** Of the program before. */
  readonly hierarchy: Hierarchy;
}

/** Whether the class of the given name keeps its generic signature: only if it extends and implements what it did. */
export function keepsSignature(
  { kind, name }: ClassMerge,
  from: InputClass,
  into: InputClass,
): boolean {
  if (name !== into.name) return false;
  switch (kind) {
    case "superclass":
    case "sibling":
      return from.file.interfaces.every((each) => into.file.interfaces.includes(each));
    case "static":
      return true;
    case "superinterface":
    case "implementor":
      return false;
    default:
      return unreachable(kind);
  }
}

/** The flags of the class that both are then. */
export function mergedFlags({ kind }: ClassMerge, from: InputClass, into: InputClass): number {
  const lower = from.file.accessFlags;
  const flags = into.file.accessFlags | (lower & ACC_PUBLIC);
  if (kind !== "superclass" && kind !== "sibling") return flags;
  // There may be objects of it if there may be of one of the two; and each may have subclasses.
  return flags & ~ACC_FINAL & ~(~lower & ACC_ABSTRACT);
}

/** A string says why it cannot be. */
export function mergedClass(parts: MergeParts): JoinedClass | string {
  return new Merging(parts).run();
}

class Merging {
  readonly #parts: MergeParts;
  readonly #from: Donor;
  readonly #into: Donor;
  /** The first that was found. */
  #reason: string | null = null;

  constructor(parts: MergeParts) {
    this.#parts = parts;
    const rewording = parts.rewrite.names;
    this.#from = { pieces: parts.from.pieces, rewording };
    this.#into = { pieces: parts.into.pieces, rewording };
  }

  #refuse(reason: string): void {
    this.#reason ??= reason;
  }

  run(): JoinedClass | string {
    const { merge, from, into, rewrite } = this.#parts;
    const { names } = rewrite;
    const { minorVersion, majorVersion, superName } = into.file;
    const fields = this.#fields();
    const methods = this.#methods();
    const inner = innerClasses([into.file, from.file], rewrite);
    if (inner === null) this.#refuse("classes inside of each other");
    const nest = this.#nest();
    const attributes = this.#attributes();
    if (this.#reason !== null) return this.#reason;
    return {
      minorVersion,
      majorVersion,
      accessFlags: rewrite.accessFlags,
      name: merge.name,
      superName: superName === null ? null : names.className(superName),
      interfaces: this.#interfaces(),
      fields,
      methods,
      attributes,
      made: [...(inner ?? []), ...nest],
    };
  }

  #interfaces(): string[] {
    const { merge, from, into, rewrite } = this.#parts;
    const all = merge.kind === "static" ? [] : from.file.interfaces;
    const names = new Set(
      [...into.file.interfaces, ...all].map((each) => rewrite.names.className(each)),
    );
    names.delete(merge.name);
    return [...names];
  }

  /** Whether members of a class lose their generic signatures with it. */
  #isUntyped({ name, file }: InputClass): boolean {
    const { merge, from, into } = this.#parts;
    const isKept = name === merge.name && keepsSignature(merge, from, into);
    return !isKept && (file.signature?.startsWith("<") ?? false);
  }

  #fields(): JoinedMember[] {
    const { from, into, rewrite } = this.#parts;
    const names = new Set(into.pieces.fields.map(({ name }) => name));
    if (from.pieces.fields.some(({ name }) => names.has(name))) {
      this.#refuse("fields of the same name");
    }
    return [
      ...into.pieces.fields.map((piece) =>
        memberOf(this.#into, piece, rewrite, this.#isUntyped(into)),
      ),
      ...from.pieces.fields.map((piece) =>
        // More constructors than those that give it its value can make the object now.
        withoutFinal(memberOf(this.#from, piece, rewrite, this.#isUntyped(from))),
      ),
    ];
  }

  #methods(): JoinedMember[] {
    const { merge, from, into, rewrite } = this.#parts;
    const { names } = rewrite;
    const upper = distinctMethods(into, names);
    const lower = distinctMethods(from, names);
    if (upper === null || lower === null) {
      this.#refuse("methods of one class would be the same");
      return [];
    }
    const result = new Map<string, JoinedMember>();
    for (const piece of upper) {
      const member = memberOf(this.#into, piece, rewrite, this.#isUntyped(into));
      result.set(keyOf(piece, names), member);
      if (merge.kind === "implementor") this.#checkSuperCalls(into, piece, from);
    }
    for (const piece of lower) {
      const key = keyOf(piece, names);
      const other = result.get(key)?.plan.piece ?? null;
      const member = this.#moved(piece);
      if (piece.name === "<init>") this.#construct(key, member, other, result);
      else if (piece.name === "<clinit>") {
        const name = other === null ? null : SECOND_INITIALIZER;
        result.set(name ?? key, { ...member, name });
      } else this.#method(key, member, other, result);
    }
    return [...result.values()];
  }

  #method(
    key: string,
    member: JoinedMember,
    other: MemberPiece | null,
    result: Map<string, JoinedMember>,
  ): void {
    const { merge } = this.#parts;
    switch (merge.kind) {
      case "superclass":
      case "superinterface":
        this.#override(key, member, other, result);
        break;
      case "implementor":
        this.#inherit(key, member, other, result);
        break;
      case "static":
      case "sibling":
        if (other !== null) this.#refuse(`both have ${key}`);
        result.set(key, member);
        break;
      default:
        unreachable(merge.kind);
    }
  }

  /** A method of the lower class takes the place of one above. */
  #override(
    key: string,
    member: JoinedMember,
    other: MemberPiece | null,
    result: Map<string, JoinedMember>,
  ): void {
    const { merge, from } = this.#parts;
    const { piece } = member.plan;
    if (other !== null) {
      if (!isVirtual(piece) || !isVirtual(other)) {
        this.#refuse(`both have ${key}`);
        return;
      }
      // It has overridden that one before, and not only since their types are the same.
      const isOverride = from.file.methods.some(
        ({ name, descriptor }) => name === other.name && descriptor === other.descriptor,
      );
      if (!isOverride) this.#refuse(`overloads of ${piece.name} would be the same`);
      const isOnlyDeclared = (piece.accessFlags & ACC_ABSTRACT) !== 0;
      if (isOnlyDeclared && (other.accessFlags & ACC_ABSTRACT) === 0) return;
    }
    // Classes that extend the other one may have it, too.
    result.set(key, merge.kind === "superclass" ? withoutFinal(member) : member);
  }

  /** A method of the lower class as one of the other. */
  #moved(piece: MemberPiece): JoinedMember {
    const { merge, from, into, rewrite } = this.#parts;
    const member = memberOf(this.#from, piece, rewrite, this.#isUntyped(from));
    if (merge.kind === "sibling") return { ...member, special: this.#otherSuper(piece) };
    if (merge.kind !== "superclass" && merge.kind !== "superinterface") return member;
    this.#checkSuperCalls(from, piece, into);
    if (merge.kind === "superinterface") return member;
    /** super.m() of what the upper class has from above. */
    const special = (called: Reference): Reference | null => {
      if (called.owner !== into.name || called.name === "<init>") return null;
      if (has(into, called)) return null;
      return { ...called, owner: into.file.superName ?? called.owner };
    };
    return { ...member, special };
  }

  /** A constructor of a class that extends none but Object calls that of the other's superclass. */
  #otherSuper(piece: MemberPiece): JoinedMember["special"] {
    const { from, into } = this.#parts;
    const { superName } = from.file;
    const owner = into.file.superName;
    if (piece.name !== "<init>" || superName === null || owner === null) return null;
    if (owner === superName) return null;
    if (makesNew(from, from.pieces.methods.indexOf(piece), superName)) {
      this.#refuse("a constructor that makes objects of its superclass");
    }
    return (called) =>
      called.name === "<init>" && called.owner === superName ? { ...called, owner } : null;
  }

  /** super.m() of a method that another takes the place of: it is lost. */
  #checkSuperCalls(lower: InputClass, piece: MemberPiece, upper: InputClass): void {
    for (const called of specialCalls(lower, piece)) {
      if (called.owner !== upper.name || called.name === "<init>") continue;
      if (has(upper, called) && has(lower, called)) this.#refuse(`super.${called.name} is called`);
    }
  }

  /** A method of an interface, in the class that implements it. */
  #inherit(
    key: string,
    member: JoinedMember,
    other: MemberPiece | null,
    result: Map<string, JoinedMember>,
  ): void {
    const { piece } = member.plan;
    if (isVirtual(piece)) {
      // What a class has, or inherits from a class, comes before what an interface has.
      if (other !== null || this.#isInherited(key)) return;
    } else if (other !== null) this.#refuse(`both have ${key}`);
    result.set(key, member);
  }

  /** Whether a class above the one that members move to has a method. */
  #isInherited(key: string): boolean {
    const { into, hierarchy, rewrite } = this.#parts;
    for (let each = into.file.superName; each !== null; ) {
      const type = hierarchy.find(each);
      if (type === null) return true;
      for (const [own, { accessFlags }] of type.methods) {
        const at = own.indexOf("(");
        const renamed = own.slice(0, at) + rewrite.names.types(own.slice(at));
        if (renamed === key && (accessFlags & (ACC_PRIVATE | ACC_STATIC)) === 0) return true;
      }
      each = type.superName;
    }
    return false;
  }

  #construct(
    key: string,
    member: JoinedMember,
    other: MemberPiece | null,
    result: Map<string, JoinedMember>,
  ): void {
    const { merge, from, into } = this.#parts;
    const { kind } = merge;
    // No code calls it.
    if (kind === "static") return;
    if (other === null) {
      result.set(key, member);
      return;
    }
    const index = from.pieces.methods.indexOf(member.plan.piece);
    const there = into.pieces.methods.indexOf(other);
    const below = delegatesTo(from, index);
    const above = delegatesTo(into, there);
    if (below === from.file.superName) return;
    if (above === null || above !== into.file.superName) {
      this.#refuse("constructors of the same parameters");
      return;
    }
    if (kind === "sibling") {
      result.set(key, member);
      return;
    }
    // It calls what the other would have called; if it called another, that might come back to this.
    const { descriptor } = other;
    const calls = specialCalls(from, member.plan.piece);
    const isUsual = calls.every(
      (called) =>
        called.name !== "<init>" || called.owner !== into.name || called.descriptor === descriptor,
    );
    if (!isUsual || makesNew(from, index, into.name)) {
      this.#refuse("constructors of the same parameters");
    }
    const special = (called: Reference): Reference | null =>
      called.name === "<init>" && called.owner === into.name
        ? { ...called, owner: above }
        : (member.special?.(called) ?? null);
    result.set(key, { ...member, special });
  }

  #nest(): ReturnType<typeof nestAttributes> {
    const { merge, from, into, rewrite } = this.#parts;
    const { names } = rewrite;
    const hostOf = ({ name, file }: InputClass): string => names.className(file.nestHost ?? name);
    const host = isAlone(into) ? hostOf(from) : hostOf(into);
    if (!isAlone(into) && !isAlone(from) && host !== hostOf(from)) this.#refuse("two nests");
    if (host !== merge.name) return nestAttributes(host, []);
    return nestAttributes(null, nestMembers([into.file, from.file], names, merge.name));
  }

  #attributes(): JoinedClass["attributes"] {
    const { merge, from, into, rewrite } = this.#parts;
    const isOfFrom = merge.name === from.name;
    const named = isOfFrom ? from : into;
    const donor = isOfFrom ? this.#from : this.#into;
    // What is said of an interface need not make sense of a class.
    const isOther = isOfFrom && (merge.kind === "implementor" || merge.kind === "static");
    const enclosing = named.file.enclosingMethod?.className ?? null;
    const isInOther = enclosing !== null && rewrite.names.className(enclosing) !== merge.name;
    const pieces = named.pieces.attributes.filter(({ kind }) => {
      if (kind === Attribute.enclosingMethod) return isInOther;
      if (kind === Attribute.signature) return keepsSignature(merge, from, into);
      return OF_NAME.has(kind) && !isOther;
    });
    return keptAttributes(donor, pieces, rewrite, false).map((plan) => ({ donor, plan }));
  }
}

const isAlone = ({ file }: InputClass): boolean =>
  file.nestHost === null && file.nestMembers.length === 0;

/** Looked up when it is called, by the class of the object. */
const isVirtual = ({ accessFlags }: MemberPiece): boolean =>
  (accessFlags & (ACC_STATIC | ACC_PRIVATE)) === 0;

const has = ({ file }: InputClass, called: Reference): boolean =>
  file.methods.some(
    ({ name, descriptor }) => name === called.name && descriptor === called.descriptor,
  );

/** What a method calls by invokespecial. */
function specialCalls({ pieces }: InputClass, { code }: MemberPiece): Reference[] {
  const { bytes, constants } = pieces;
  return [...(code?.code?.uses ?? [])]
    .filter((at) => bytes[at - 1] === INVOKESPECIAL)
    .map((at) => {
      const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      return { ...constants.member(index), tag: constants.tag(index) };
    });
}

function withoutFinal(member: JoinedMember): JoinedMember {
  const { accessFlags } = member.plan.piece;
  if ((accessFlags & ACC_STATIC) !== 0) return member;
  return { ...member, plan: { ...member.plan, accessFlags: accessFlags & ~ACC_FINAL } };
}
