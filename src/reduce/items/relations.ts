/**
 * Relations between classes that hold as long as enough items stay: that one is a
 * subtype of another, by any path; that it has a member, its own or an inherited
 * one. A relation that is not a single item gets a variable of its own, and clauses
 * say what it needs. (J-Reduce requires all paths; one is enough.)
 */
import {
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../classfile/format/access-flags.ts";
import type { Clauses } from "./clauses.ts";
import type { Hierarchy, TypeMember } from "./hierarchy.ts";
import { ALWAYS, type ItemTable } from "./items.ts";

const OBJECT = "java/lang/Object";
const ACCESS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED;

export class Relations {
  readonly #hierarchy: Hierarchy;
  readonly #items: ItemTable;
  readonly #clauses: Clauses;
  readonly #subtypes = new Map<string, number>();
  readonly #inherited = new Map<string, number>();
  readonly #members = new Map<string, number>();
  readonly #implementations = new Map<string, number>();

  constructor(hierarchy: Hierarchy, items: ItemTable, clauses: Clauses) {
    this.#hierarchy = hierarchy;
    this.#items = items;
    this.#clauses = clauses;
  }

  /** What must stay for a class to be a subtype of another. ALWAYS if it never was one: there is nothing to keep. */
  subtype(lower: string, upper: string): number {
    if (lower === upper || upper === OBJECT) return ALWAYS;
    if (this.#hierarchy.itemOf(lower) === ALWAYS) return this.#subtypeOfLibrary(lower, upper);
    const key = `${lower} ${upper}`;
    const known = this.#subtypes.get(key);
    if (known !== undefined) return known;
    // A cycle of classes is never a way.
    this.#subtypes.set(key, ALWAYS);
    const ways: number[] = [];
    for (const { name, item } of this.#hierarchy.find(lower)!.parents) {
      if (!this.#hierarchy.isAbove(upper, name)) continue;
      ways.push(this.#both(item, this.subtype(name, upper), () => `${lower} > ${name} > ${upper}`));
    }
    const relation = this.#oneOf(ways, () => `${lower} <: ${upper}`);
    this.#subtypes.set(key, relation);
    return relation;
  }

  /** A library may have a class of the program above its own; such a way goes through items again. */
  #subtypeOfLibrary(lower: string, upper: string): number {
    if (this.#hierarchy.itemOf(upper) === ALWAYS) return ALWAYS;
    const input = this.#hierarchy
      .ancestors(lower)
      .find((name) => this.#hierarchy.itemOf(name) !== ALWAYS);
    return input === undefined ? ALWAYS : this.subtype(input, upper);
  }

  /** A number that needs both. */
  #both(a: number, b: number, name: () => string): number {
    if (a === ALWAYS) return b;
    if (b === ALWAYS || a === b) return a;
    const both = this.#items.add("relation", 0, name);
    this.#clauses.need(both, a);
    this.#clauses.need(both, b);
    return both;
  }

  /** A number that needs one of some. */
  #oneOf(ways: readonly number[], name: () => string): number {
    if (ways.length === 0 || ways.includes(ALWAYS)) return ALWAYS;
    if (ways.length === 1) return ways[0]!;
    const one = this.#items.add("relation", 0, name);
    this.#clauses.add([one], ways);
    return one;
  }

  /**
   * A number that *must* stay where a class is below another; ALWAYS where it is
   * so for ever, null where it is not.
   */
  inherits(lower: string, upper: string): number | null {
    if (lower === upper) return this.#hierarchy.itemOf(lower);
    const type = this.#hierarchy.find(lower);
    if (type === null || !this.#hierarchy.ancestors(lower).includes(upper)) return null;
    if (type.items === null) return ALWAYS;
    const key = `${lower} ${upper}`;
    const known = this.#inherited.get(key);
    if (known !== undefined) return known;
    const ways: number[][] = [];
    for (const { name, item } of type.parents) {
      const rest = name === upper ? ALWAYS : this.inherits(name, upper);
      if (rest !== null) ways.push([item, rest].filter((each) => each !== ALWAYS));
    }
    let relation: number;
    if (ways.some((way) => way.length === 0)) relation = ALWAYS;
    else if (ways.length === 1 && ways[0]!.length === 1) relation = ways[0]![0]!;
    else {
      relation = this.#items.add("relation", 0, () => `${lower} inherits ${upper}`);
      for (const way of ways) this.#clauses.add(way, [relation]);
    }
    this.#inherited.set(key, relation);
    return relation;
  }

  /** What must stay for a field of this name to be found from a class. */
  field(owner: string, key: string): number {
    return this.#member(owner, key, `f ${owner} ${key}`, ({ fields }) => fields.get(key), true);
  }

  /** The same for a method; an inherited one is enough if it can be called as well. */
  method(owner: string, key: string): number {
    // An array has Object's methods.
    if (owner.startsWith("[")) return ALWAYS;
    return this.#member(owner, key, `m ${owner} ${key}`, ({ methods }) => methods.get(key), false);
  }

  #member(
    owner: string,
    name: string,
    key: string,
    find: (type: NonNullable<ReturnType<Hierarchy["find"]>>) => TypeMember | undefined,
    isFirstOnly: boolean,
  ): number {
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const ways: number[] = [];
    let first: TypeMember | null = null;
    let firstOwner = "";
    for (const each of this.#hierarchy.ancestors(owner)) {
      const type = this.#hierarchy.find(each);
      const member = type === null ? undefined : find(type);
      if (member === undefined || (first !== null && isFirstOnly)) continue;
      if (first === null) {
        first = member;
        firstOwner = each;
      } else if (!canStandFor(member, each, first, firstOwner)) continue;
      ways.push(
        this.#both(member.item, this.subtype(owner, each), () => `${owner}.${name} of ${each}`),
      );
    }
    const relation =
      first === null
        ? this.#unknownAbove(owner)
        : this.#oneOf(ways, () => `${owner}.${name} by some way`);
    this.#members.set(key, relation);
    return relation;
  }

  /** The classes that may declare a member that no known class has: all missing supertypes. */
  #unknownAbove(owner: string): number {
    let all = ALWAYS;
    for (const each of this.#hierarchy.ancestors(owner)) {
      if (this.#hierarchy.find(each) !== null) continue;
      all = this.#both(all, this.subtype(owner, each), () => `${owner} with ${each}`);
    }
    return all;
  }

  /**
   * What must stay for a class to have a body for a method that is abstract in
   * one above it; null where it never had one.
   */
  implementation(
    owner: string,
    key: string,
    declaredIn: string,
    isConcrete: (member: TypeMember) => boolean,
  ): number | null {
    const cached = this.#implementations.get(`${owner} ${key} ${declaredIn}`);
    if (cached !== undefined) return cached;
    const ways: number[] = [];
    for (const each of this.#hierarchy.ancestors(owner)) {
      const type = this.#hierarchy.find(each);
      if (type === null) return null;
      const member = type.methods.get(key);
      if (member === undefined || !isConcrete(member)) continue;
      if (this.#isReplaced(each, declaredIn)) continue;
      const way = this.#both(
        member.item,
        this.subtype(owner, each),
        () => `${owner}.${key} by ${each}`,
      );
      if ((type.accessFlags & ACC_INTERFACE) === 0) {
        ways.push(way);
        continue;
      }
      // A default method is a body only for what its interface has from above: elsewhere the two are in conflict.
      if (!this.#hierarchy.ancestors(each).includes(declaredIn)) continue;
      const isBelow = this.subtype(each, declaredIn);
      ways.push(this.#both(way, isBelow, () => `${owner}.${key} by default of ${each}`));
    }
    if (ways.length === 0) return null;
    const relation = this.#oneOf(ways, () => `${owner} implements ${key}`);
    this.#implementations.set(`${owner} ${key} ${declaredIn}`, relation);
    return relation;
  }

  /**
   * What must stay for a class to have one body where several interfaces above it
   * have one each: that of a class, or of an interface below all of these. Null
   * where it never had one.
   */
  choice(
    owner: string,
    key: string,
    among: readonly string[],
    isConcrete: (member: TypeMember) => boolean,
  ): number | null {
    const ways: number[] = [];
    for (const each of this.#hierarchy.ancestors(owner)) {
      const type = this.#hierarchy.find(each);
      if (type === null) return null;
      const member = type.methods.get(key);
      if (member === undefined || !isConcrete(member) || among.includes(each)) continue;
      const name = (): string => `${owner}.${key} chosen by ${each}`;
      let way = this.#both(member.item, this.subtype(owner, each), name);
      if ((type.accessFlags & ACC_INTERFACE) !== 0) {
        const above = this.#hierarchy.ancestors(each);
        if (!among.every((one) => above.includes(one))) continue;
        for (const one of among) way = this.#both(way, this.subtype(each, one), name);
      }
      ways.push(way);
    }
    return ways.length === 0 ? null : this.#oneOf(ways, () => `${owner} chooses ${key}`);
  }

  /** A declaration takes the place of what is above it; only Object's methods are there for interfaces too. */
  #isReplaced(holder: string, declaredIn: string): boolean {
    if (holder === declaredIn || !this.#hierarchy.ancestors(declaredIn).includes(holder))
      return false;
    const flags = this.#hierarchy.find(declaredIn)?.accessFlags ?? 0;
    return holder !== OBJECT || (flags & ACC_INTERFACE) === 0;
  }
}

/** Whether all code that may use one member may use the other in its place. */
function canStandFor(
  member: TypeMember,
  owner: string,
  first: TypeMember,
  firstOwner: string,
): boolean {
  if (((member.accessFlags ^ first.accessFlags) & ACC_STATIC) !== 0) return false;
  const access = member.accessFlags & ACCESS;
  if (access === ACC_PUBLIC) return true;
  const isSamePackage = packageOf(owner) === packageOf(firstOwner);
  return isSamePackage && access !== ACC_PRIVATE && access === (first.accessFlags & ACCESS);
}

export const packageOf = (name: string): string =>
  name.slice(0, Math.max(0, name.lastIndexOf("/")));
