/**
 * What the declarations of a class need: members their class and the types they
 * mention, a relation both of its sides, a concrete class a body for each
 * abstract method that it has or inherits, an attribute what it names.
 */

import { type AnnotationName, annotationNames } from "../../classfile/editing/annotation-names.ts";
import type { AttributePiece } from "../../classfile/editing/fragments.ts";
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import {
  type CodeContext,
  constrainCode,
  constrainConstant,
  nestItems,
  usesIn,
} from "./code-clauses.ts";
import { finalAssignments } from "./final-fields.ts";
import type { TypeMember } from "./hierarchy.ts";
import { ALWAYS, type AttributeItems, type ClassItems, type MemberItems } from "./items.ts";
import { classesIn, classesInSignature, classesOfConstant } from "./mentions.ts";
import { constrainClassSignature, constrainSignature } from "./signature-clauses.ts";
import { superConstructor } from "./stubs.ts";
import { constrainOverriddenThrows } from "./throws-clauses.ts";

interface ClassContext extends CodeContext {
  /** Items of a class are numbered one after the other, from its own on up to this one. */
  readonly lastItem: number;
}

export function constrainClass(context: ClassContext): void {
  new ClassConstraints(context).run();
}

const ANNOTATION = "java/lang/annotation/Annotation";
const ENUM = "java/lang/Enum";
/** A signature that says more than a descriptor. */
const GENERIC = /[<^]|(?:^|[[(;)])T/;

class ClassConstraints {
  readonly #context: ClassContext;

  constructor(context: ClassContext) {
    this.#context = context;
  }

  run(): void {
    const { clauses, hierarchy, owner } = this.#context;
    const { item, input } = owner;
    const { file } = input;
    if (owner.superclass !== ALWAYS) {
      clauses.need(owner.superclass, item);
      clauses.need(owner.superclass, hierarchy.itemOf(file.superName!));
    }
    file.interfaces.forEach((name, i) => {
      clauses.need(owner.interfaces[i]!, item);
      clauses.need(owner.interfaces[i]!, hierarchy.itemOf(name));
    });
    for (const field of owner.fields) this.#field(field);
    for (const method of owner.methods) this.#method(method);
    this.#attributes(owner.attributes, item, null);
    this.#inner();
    this.#sealed();
    this.#implementations();
  }

  #mention(item: number, names: readonly string[]): void {
    const { clauses, hierarchy } = this.#context;
    for (const name of names) clauses.need(item, hierarchy.itemOf(name));
  }

  #field(field: MemberItems): void {
    const { clauses, owner } = this.#context;
    const { piece, item, part, attributes } = field;
    clauses.need(item, owner.item);
    this.#mention(item, classesIn(piece.descriptor));
    if (part !== ALWAYS) clauses.need(part, item);
    this.#attributes(attributes, item, field);
    const isConstant = attributes.some((each) => each.piece.kind === Attribute.constantValue);
    const needsInitializer = (piece.accessFlags & ACC_STATIC) !== 0 && !isConstant;
    const isOfInterface = (owner.input.file.accessFlags & ACC_INTERFACE) !== 0;
    const initializer = owner.methods.find((method) => method.piece.name === "<clinit>");
    // Source code must give a final field its value; a JVM does not ask for it.
    if (needsInitializer && initializer !== undefined && (isOfInterface || part !== ALWAYS)) {
      clauses.need(isOfInterface ? item : part, initializer.item);
    }
  }

  #method(method: MemberItems): void {
    const { clauses, owner } = this.#context;
    const { piece, item, part, attributes } = method;
    clauses.need(item, owner.item);
    this.#mention(item, classesIn(piece.descriptor));
    this.#attributes(attributes, item, method);
    if (piece.code === null) return;
    if (part !== ALWAYS) clauses.need(part, item);
    const code = part === ALWAYS ? item : part;
    constrainCode(this.#context, method, code);
    if (piece.name === "<init>") this.#construct(method);
    for (const attribute of attributes) {
      // What a body throws is declared as long as there is a body.
      if (attribute.piece.kind !== Attribute.exceptions) continue;
      for (const entry of attribute.entries ?? []) clauses.need(code, entry);
    }
  }

  /** A constructor without its body calls that of the superclass, and gives final fields no value. */
  #construct(method: MemberItems): void {
    const { clauses, hierarchy, owner } = this.#context;
    const { item, part } = method;
    const target = superConstructor(owner, method, hierarchy);
    if (target === null) clauses.need(item, part);
    else if (owner.superclass !== ALWAYS) {
      const { superName } = owner.input.file;
      const called = hierarchy.find(superName!)?.methods.get(`<init>${target}`);
      clauses.add([item, owner.superclass], [called?.item ?? ALWAYS]);
      if (called !== undefined && (called.accessFlags & ACC_PRIVATE) !== 0) {
        for (const needed of nestItems(hierarchy, owner.input.name, superName!)) {
          clauses.add([item, owner.superclass], [needed]);
        }
      }
      for (const name of classesIn(target)) {
        clauses.add([item, owner.superclass], [hierarchy.itemOf(name)]);
      }
    }
    for (const field of finalAssignments(owner, method)) clauses.add([field.part, item], [part]);
  }

  /** `member`: whose they are, null for those of the class. */
  #attributes(
    attributes: readonly AttributeItems[],
    holder: number,
    member: MemberItems | null,
  ): void {
    const { clauses } = this.#context;
    for (const { piece, item, entries, inner } of attributes) {
      if (piece.kind === Attribute.code) {
        this.#attributes(inner, item === ALWAYS ? holder : item, member);
        continue;
      }
      if (item !== ALWAYS) {
        clauses.need(item, holder);
        this.#contents(piece, piece.start, piece.end, item, member, entries !== null);
        if (piece.kind === Attribute.unknown) this.#whole(item);
      }
      entries?.forEach((entry, i) => {
        // Bootstrap methods are there for code, and go with it.
        clauses.need(entry, item === ALWAYS ? holder : item);
        this.#contents(piece, piece.entries![i]!, piece.entries![i + 1]!, entry, member, false);
      });
    }
  }

  /** What is named by an attribute, or by a part of it. */
  #contents(
    piece: AttributePiece,
    start: number,
    end: number,
    item: number,
    member: MemberItems | null,
    isList: boolean,
  ): void {
    if (isList) return;
    const { bytes, constants, uses } = this.#context.owner.input.pieces;
    for (const at of usesIn(uses, start, end)) {
      const index = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (index === 0) continue;
      const tag = constants.tag(index);
      if (tag === Tag.class) this.#mention(item, classesOfConstant(constants, index));
      else if (tag === Tag.utf8) this.#text(piece.kind, constants.utf8(index), item, member);
      else if (piece.kind === Attribute.bootstrapMethods) {
        constrainConstant(this.#context, index, item);
      } else if (piece.kind === Attribute.enclosingMethod) this.#enclosing(item);
    }
    if (piece.kind === Attribute.exceptions) this.#throws(start, item, member);
    this.#annotated(annotationNames(piece.kind, constants, bytes, start, end), item);
  }

  /** Source code must have the elements of an annotation and the constants that are their values. */
  #annotated(names: readonly AnnotationName[], item: number): void {
    const { clauses, hierarchy, relations } = this.#context;
    for (const { kind, type, name } of names) {
      const owner = type.slice(1, -1);
      if (hierarchy.itemOf(owner) === ALWAYS) continue;
      const { items } = hierarchy.find(owner)!;
      if (items === null) continue;
      if (kind === "annotation") clauses.need(item, relations.subtype(owner, ANNOTATION));
      if (kind === "constant") this.#enumerated(items, item);
      const members = kind === "element" ? items.methods : items.fields;
      for (const member of members) {
        if (member.piece.name === name) clauses.need(item, member.item);
      }
    }
  }

  /** Reflection finds a constant among the values of its enum, which it asks the enum for. */
  #enumerated(items: ClassItems, item: number): void {
    const { clauses, relations } = this.#context;
    clauses.need(item, relations.subtype(items.input.name, ENUM));
    for (const { piece, item: method, part } of items.methods) {
      if (piece.name !== "values" && piece.name !== "<clinit>") continue;
      clauses.need(item, method);
      clauses.need(item, part);
    }
  }

  /** Names of types stand in texts of several kinds. */
  #text(kind: Attribute, text: string, item: number, member: MemberItems | null): void {
    if (kind === Attribute.signature || kind === Attribute.localVariableTypeTable) {
      this.#mention(item, classesInSignature(text));
      if (kind === Attribute.signature && member === null) {
        constrainClassSignature(this.#context, text, item);
      } else if (GENERIC.test(text)) constrainSignature(this.#context, text, item, member);
    } else if (kind !== Attribute.innerClasses && kind !== Attribute.sourceFile) {
      // Of annotations, records and tables of variables. A text that is not a descriptor names none of our classes.
      this.#mention(item, classesIn(text));
      // A component of a record may have a signature.
      if (kind === Attribute.record && GENERIC.test(text)) {
        this.#mention(item, classesInSignature(text));
        constrainSignature(this.#context, text, item, null);
      }
    }
  }

  /**
   * The meaning of an attribute without a known layout is unknown: it may name any constant and
   * refer to any part of its class. It stays with the unchanged class, or it is removed.
   */
  #whole(item: number): void {
    const { clauses, lastItem, owner } = this.#context;
    for (let each = owner.item; each <= lastItem; each++) clauses.need(item, each);
  }

  #throws(at: number, item: number, member: MemberItems | null): void {
    const { clauses, relations, owner } = this.#context;
    const { bytes, constants } = owner.input.pieces;
    const name = constants.className(((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
    clauses.need(item, relations.subtype(name, "java/lang/Throwable"));
    if (member !== null) constrainOverriddenThrows(this.#context, member, name, item);
  }

  #enclosing(item: number): void {
    const { clauses, hierarchy, owner } = this.#context;
    const { enclosingMethod } = owner.input.file;
    if (enclosingMethod?.methodName === null || enclosingMethod === null) return;
    const { className, methodName, methodDescriptor } = enclosingMethod;
    const method = hierarchy.find(className)?.methods.get(methodName + methodDescriptor);
    clauses.need(item, method?.item ?? ALWAYS);
  }

  /** A class that says what it is an inner class of must be known there as one. */
  #inner(): void {
    const { clauses, owner } = this.#context;
    const { name, innerClasses } = owner.input.file;
    innerClasses.forEach(({ inner, outer }, i) => {
      if (inner !== name) {
        // A class that lists another one as an inner class must agree with it.
        const other = this.#context.hierarchy.find(inner)?.items ?? null;
        const own = other?.input.file.innerClasses.findIndex((each) => each.inner === inner) ?? -1;
        if (other !== null && own >= 0) {
          clauses.need(innerEntry(owner, i), innerEntry(other, own));
        }
      }
      if (inner !== name || outer === null) return;
      const itself = innerEntry(owner, i);
      const { items } = this.#context.hierarchy.find(outer) ?? { items: null };
      const there = items?.input.file.innerClasses.findIndex((each) => each.inner === name) ?? -1;
      if (items !== null && there >= 0) clauses.need(itself, innerEntry(items, there));
    });
  }

  /** A subclass of a sealed class must be listed by it, and a listed class must extend it. */
  #sealed(): void {
    const { clauses, hierarchy, owner } = this.#context;
    for (const { piece, item, entries } of owner.attributes) {
      if (piece.kind !== Attribute.permittedSubclasses) continue;
      owner.input.file.permittedSubclasses.forEach((name, i) => {
        const parents = hierarchy.find(name)?.parents ?? [];
        for (const parent of parents) {
          if (parent.name !== owner.input.file.name) continue;
          clauses.add([parent.item, item], [entries![i]!]);
          clauses.need(entries![i]!, parent.item);
        }
      });
    }
  }

  /** A class that is not abstract has bodies for all that it inherits. */
  #implementations(): void {
    const { clauses, hierarchy, relations, owner } = this.#context;
    const { file } = owner.input;
    if ((file.accessFlags & (ACC_ABSTRACT | ACC_INTERFACE)) !== 0) return;
    for (const above of hierarchy.ancestors(file.name)) {
      const type = hierarchy.find(above);
      if (type === null || (type.accessFlags & ACC_ABSTRACT) === 0) continue;
      for (const [key, member] of type.methods) {
        if ((member.accessFlags & ACC_ABSTRACT) === 0) continue;
        // A method that is not public cannot implement one that is: a JVM finds it, but may not call it.
        const fits = (each: TypeMember): boolean =>
          isBody(each) && (member.accessFlags & ACC_PUBLIC & ~each.accessFlags) === 0;
        const body = relations.implementation(file.name, key, above, fits);
        const isBelow = relations.inherits(file.name, above);
        if (body === null || isBelow === null) continue;
        clauses.add([owner.item, isBelow, member.item], [body]);
      }
    }
    for (const [key, holders] of this.#defaults()) {
      holders.forEach((one, i) => {
        for (const other of holders.slice(i + 1)) this.#choice(key, one, other);
      });
    }
  }

  /** The interfaces above a class that have a body for a method, by method. */
  #defaults(): ReadonlyMap<string, readonly string[]> {
    const { hierarchy, owner } = this.#context;
    const holders = new Map<string, string[]>();
    for (const above of hierarchy.ancestors(owner.input.name)) {
      const type = hierarchy.find(above);
      if (type === null || (type.accessFlags & ACC_INTERFACE) === 0) continue;
      for (const [key, member] of type.methods) {
        if (!isBody(member) || key.startsWith("<")) continue;
        const known = holders.get(key);
        if (known === undefined) holders.set(key, [above]);
        else known.push(above);
      }
    }
    return holders;
  }

  /** If two unrelated interfaces both have a body, the class must choose one by overriding it. */
  #choice(key: string, one: string, other: string): void {
    const { clauses, hierarchy, relations, owner } = this.#context;
    const { name } = owner.input;
    if (hierarchy.ancestors(one).includes(other) || hierarchy.ancestors(other).includes(one)) {
      return;
    }
    const chosen = relations.choice(name, key, [one, other], isBody);
    if (chosen === null) return;
    const conditions = [one, other].flatMap((each) => [
      relations.inherits(name, each) ?? ALWAYS,
      hierarchy.find(each)?.methods.get(key)?.item ?? ALWAYS,
    ]);
    clauses.add([owner.item, ...conditions], [chosen]);
  }
}

const innerEntry = ({ attributes }: ClassItems, index: number): number =>
  attributes.find(({ piece }) => piece.kind === Attribute.innerClasses)?.entries?.[index] ?? ALWAYS;

const isBody = ({ accessFlags }: { readonly accessFlags: number }): boolean =>
  (accessFlags & (ACC_ABSTRACT | ACC_STATIC | ACC_PRIVATE)) === 0;
