/**
 * When access flags must stay. Code in another package may use only public members, or protected
 * ones of its superclasses. A method must be at least as accessible as the one that it implements, and
 * a method that is overridden in another package must be accessible there. The users are whole classes, not
 * their bodies: a constant that a class no longer uses has disappeared when the class is
 * next examined.
 */
import {
  ACC_BRIDGE,
  ACC_ENUM,
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNTHETIC,
} from "../../classfile/format/access-flags.ts";
import { Attribute } from "../../classfile/format/attributes.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { classMentions } from "./class-graph.ts";
import type { Clauses } from "./clauses.ts";
import { flagItem } from "./flags.ts";
import type { Hierarchy, TypeInfo, TypeMember } from "./hierarchy.ts";
import { ALWAYS, type ClassItems, type MemberItems } from "./items.ts";
import { packageOf } from "./relations.ts";
import { superConstructor } from "./stubs.ts";

interface FlagContext {
  readonly hierarchy: Hierarchy;
  readonly clauses: Clauses;
  readonly owner: ClassItems;
}

export function constrainFlags(context: FlagContext): void {
  new FlagConstraints(context).run();
}

const ENUM = "java/lang/Enum";

class FlagConstraints {
  readonly #hierarchy: Hierarchy;
  readonly #clauses: Clauses;
  readonly #owner: ClassItems;
  readonly #type: TypeInfo;
  readonly #package: string;

  constructor({ hierarchy, clauses, owner }: FlagContext) {
    this.#hierarchy = hierarchy;
    this.#clauses = clauses;
    this.#owner = owner;
    this.#type = hierarchy.find(owner.input.name)!;
    this.#package = packageOf(owner.input.name);
  }

  run(): void {
    const { item, flags, fields, methods } = this.#owner;
    for (const flag of flags) this.#clauses.need(flag.item, item);
    for (const member of [...fields, ...methods]) {
      for (const flag of member.flags) this.#clauses.need(flag.item, member.item);
    }
    this.#mentions();
    this.#uses();
    this.#superConstructors();
    for (const [key, member] of this.#type.methods) {
      if (!key.startsWith("<")) this.#overrides(key, member);
    }
    this.#genericOverrides();
    this.#inheritedBodies();
    this.#unknown();
    this.#enum();
    this.#record();
    this.#twins();
  }

  /** Of methods that differ only in what they give back, a compiler takes those that are synthetic for no choice. */
  #twins(): void {
    const known = new Map<string, MemberItems[]>();
    for (const method of this.#owner.methods) {
      const { name, descriptor } = method.piece;
      const key = name + descriptor.slice(0, descriptor.indexOf(")"));
      const twins = known.get(key) ?? [];
      for (const twin of twins) {
        for (const flag of [ACC_SYNTHETIC, ACC_BRIDGE]) {
          this.#keep(flagItem(method.flags, flag), method.item, twin.item);
          this.#keep(flagItem(twin.flags, flag), twin.item, method.item);
        }
      }
      known.set(key, [...twins, method]);
    }
  }

  #isElsewhere(name: string): boolean {
    return packageOf(name) !== this.#package;
  }

  /** As long as all of these and what the flag belongs to stay, it does. */
  #keep(flag: number, owner: number, ...conditions: readonly number[]): void {
    if (flag !== ALWAYS) this.#clauses.add([owner, ...conditions], [flag]);
  }

  #keepAccess({ access, item }: TypeMember, ...conditions: readonly number[]): void {
    this.#keep(access, item, ...conditions);
  }

  /** A class of another package that is named anywhere is public. */
  #mentions(): void {
    for (const name of classMentions(this.#owner.input)) {
      const items = this.#isElsewhere(name) ? (this.#hierarchy.find(name)?.items ?? null) : null;
      if (items !== null)
        this.#keep(flagItem(items.flags, ACC_PUBLIC), items.item, this.#owner.item);
    }
  }

  /** Members of other packages that are used, whichever of those above it may be that is found. */
  #uses(): void {
    const { constants } = this.#owner.input.pieces;
    for (let index = 1; index < constants.count; index++) {
      const tag = constants.tag(index);
      if (tag !== Tag.fieldRef && tag !== Tag.methodRef && tag !== Tag.interfaceMethodRef) continue;
      const { owner, name, descriptor } = constants.member(index);
      const which = tag === Tag.fieldRef ? "fields" : "methods";
      const holders = name === "<init>" ? [owner] : this.#hierarchy.ancestors(owner);
      for (const holder of holders) this.#use(holder, which, name + descriptor);
    }
  }

  #use(holder: string, which: "fields" | "methods", key: string): void {
    const member = this.#hierarchy.find(holder)?.[which].get(key);
    if (member === undefined || !this.#isElsewhere(holder)) return;
    this.#keepAccess(member, this.#owner.item);
  }

  /** Those that constructors call which have lost their bodies. */
  #superConstructors(): void {
    const { input, methods, superclass } = this.#owner;
    const { superName } = input.file;
    if (superName === null || !this.#isElsewhere(superName)) return;
    for (const method of methods) {
      if (method.piece.name !== "<init>") continue;
      const called = superConstructor(this.#owner, method, this.#hierarchy);
      const target = this.#hierarchy.find(superName)?.methods.get(`<init>${called}`);
      if (target !== undefined) this.#keepAccess(target, method.item, superclass);
    }
  }

  /** A method of this class and those of the same name above it. */
  #overrides(key: string, lower: TypeMember): void {
    for (const above of this.#hierarchy.ancestors(this.#type.name)) {
      const upper = this.#hierarchy.find(above)?.methods.get(key);
      if (upper === undefined || above === this.#type.name) continue;
      if (((upper.accessFlags | lower.accessFlags) & ACC_PRIVATE) !== 0) {
        // They have nothing to do with each other, and it stays so.
        this.#keepAccess(upper, lower.item);
        this.#keepAccess(lower, upper.item);
        continue;
      }
      // As open as what it overrides.
      if (isOpen(upper)) this.#keepAccess(lower, upper.item, upper.access);
      // What is for its own package cannot be overridden in another one.
      if (this.#isElsewhere(above)) this.#keepAccess(upper, lower.item);
    }
  }

  /**
   * To a compiler a method also overrides one with other types, if those are type variables
   * or it gives back less; a JVM has a bridge there. Whatever may be meant is as open as that is.
   */
  #genericOverrides(): void {
    for (const [key, lower] of this.#type.methods) {
      if ((lower.accessFlags & (ACC_PRIVATE | ACC_STATIC)) !== 0 || key.startsWith("<")) continue;
      for (const above of this.#hierarchy.ancestors(this.#type.name)) {
        const type = above === this.#type.name ? null : this.#hierarchy.find(above);
        for (const [other, upper] of type === null ? [] : (alikeIn(type).get(alike(key)) ?? [])) {
          if (other !== key && isOpen(upper)) this.#keepAccess(lower, upper.item, upper.access);
        }
      }
    }
  }

  /** What a superclass has is public where it implements a method of an interface of this class. */
  #inheritedBodies(): void {
    const above = this.#hierarchy.ancestors(this.#type.name);
    for (const superclass of this.#superclasses()) {
      const known = this.#hierarchy.ancestors(superclass.name);
      for (const name of above) {
        const type = known.includes(name) ? null : this.#hierarchy.find(name);
        if (type === null || (type.accessFlags & ACC_INTERFACE) === 0) continue;
        for (const [key, member] of type.methods) {
          const body = superclass.methods.get(key);
          if (body !== undefined) this.#keepAccess(body, this.#owner.item, member.item);
        }
      }
    }
  }

  /** Those that can lose flags, nearest first. */
  #superclasses(): TypeInfo[] {
    return this.#hierarchy
      .ancestors(this.#type.name)
      .slice(1)
      .flatMap((name) => this.#hierarchy.find(name) ?? [])
      .filter(({ items, accessFlags }) => items !== null && (accessFlags & ACC_INTERFACE) === 0);
  }

  /** What is above and cannot be looked at may have any method, which some of ours may be the body of. */
  #unknown(): void {
    const above = this.#hierarchy.ancestors(this.#type.name);
    if (above.every((name) => this.#hierarchy.find(name) !== null)) return;
    for (const { methods } of [this.#type, ...this.#superclasses()]) {
      for (const [key, member] of methods) {
        if (!key.startsWith("<")) this.#keepAccess(member, this.#owner.item);
      }
    }
  }

  /** In source code only an enum extends Enum, its fields are constants and its methods public. */
  #enum(): void {
    const { input, item, flags, superclass, fields, methods } = this.#owner;
    const itself = flagItem(flags, ACC_ENUM);
    if (itself === ALWAYS) return;
    if (input.file.superName === ENUM) this.#keep(itself, item, superclass);
    for (const field of fields) this.#keep(flagItem(field.flags, ACC_ENUM), field.item, itself);
    for (const { piece } of methods) {
      if (!isOfEveryEnum(piece.name)) continue;
      this.#keepAccess(this.#type.methods.get(piece.name + piece.descriptor)!, itself);
    }
  }

  /** A record is final, and what it has of itself is as open as the language says. */
  #record(): void {
    const { item, flags, attributes } = this.#owner;
    const record = attributes.find(({ piece }) => piece.kind === Attribute.record);
    if (record === undefined) return;
    this.#keep(flagItem(flags, ACC_FINAL), item, record.item);
    for (const members of [this.#type.fields, this.#type.methods]) {
      for (const member of members.values()) this.#keepAccess(member, record.item);
    }
  }
}

/** A method's name and how many parameters it has. */
function alike(key: string): string {
  const start = key.indexOf("(");
  return `${key.slice(0, start)} ${parseMethodDescriptor(key.slice(start)).parameters.length}`;
}

const ALIKE = new WeakMap<
  TypeInfo,
  ReadonlyMap<string, readonly (readonly [string, TypeMember])[]>
>();

/** The methods of a class by that. */
function alikeIn(type: TypeInfo): ReadonlyMap<string, readonly (readonly [string, TypeMember])[]> {
  const known = ALIKE.get(type);
  if (known !== undefined) return known;
  const found = new Map<string, (readonly [string, TypeMember])[]>();
  for (const [key, member] of type.methods) {
    if ((member.accessFlags & (ACC_PRIVATE | ACC_STATIC)) !== 0 || key.startsWith("<")) continue;
    const list = found.get(alike(key));
    if (list === undefined) found.set(alike(key), [[key, member]]);
    else list.push([key, member]);
  }
  ALIKE.set(type, found);
  return found;
}

const isOpen = ({ accessFlags }: TypeMember): boolean =>
  (accessFlags & (ACC_PUBLIC | ACC_PROTECTED)) !== 0;

const isOfEveryEnum = (name: string): boolean =>
  name === "values" || name === "valueOf" || name === "<init>";
