/**
 * What a local or an operand slot holds, as one small integer: the low four
 * bits are the kind, the rest says which class, which `new`, or which return
 * address. Integers, because type inference compares and merges millions of
 * them; the names behind references are interned once a class file.
 *
 * A long or double is a value slot followed by a `second` slot. The second
 * half remembers which of the two it belongs to, so that merging a long with a
 * double spoils both slots and no half is ever left over.
 */
import type { MemberRef } from "../../classfile/format/constant-pool.ts";

export const SlotKind = {
  /** Nothing that may be used. */
  unusable: 0,
  int: 1,
  float: 2,
  long: 3,
  double: 4,
  /** The slot after a long or double. */
  second: 5,
  /** An initialised object, an array, or null. */
  reference: 6,
  /** The result of `new` before its constructor ran: a reference for the garbage collector. */
  uninitialized: 7,
  /** `this` in a constructor before super(...) or this(...): likewise a reference. */
  uninitializedThis: 8,
  returnAddress: 9,
} as const;

/** True for the kinds whose slot holds a heap reference. */
export const holdsReference = (kind: number): boolean =>
  kind >= SlotKind.reference && kind <= SlotKind.uninitializedThis;

const KIND_NAMES = [
  "nothing usable",
  "int",
  "float",
  "long",
  "double",
  "second half",
  "reference",
  "uninitialized object",
  "uninitialized this",
  "return address",
] as const;

export const kindName = (kind: number): string => KIND_NAMES[kind] ?? "nothing usable";

/** An encoded type; `type & 15` is its SlotKind. */
export type TypeCode = number;

export const TOP: TypeCode = 0;
export const INT: TypeCode = 1;
export const FLOAT: TypeCode = 2;
export const LONG: TypeCode = 3;
export const DOUBLE: TypeCode = 4;
export const LONG_SECOND: TypeCode = 5;
export const DOUBLE_SECOND: TypeCode = 5 | (1 << 4);
export const NULL_TYPE: TypeCode = 6;
export const UNINITIALIZED_THIS: TypeCode = 8;

export const uninitializedAt = (newOffset: number): TypeCode => 7 | (newOffset << 4);
export const returnAddressTo = (target: number): TypeCode => 9 | (target << 4);

/** Answers whether a class or interface is a subtype of another. */
export interface HierarchyOracle {
  /**
   * Both are names of classes or interfaces (never arrays). Must be true when
   * `to` is an interface: like the JVM's, verification treats interfaces as
   * Object. "unknown" passes.
   */
  isAssignable(from: string, to: string): boolean | "unknown";
  /**
   * Whether a member is a protected one of a superclass of this class that is in another package.
   * Without an answer, such members are not looked for.
   */
  isProtectedAbove?(from: string, member: MemberRef): boolean;
}

const OBJECT = "java/lang/Object";

/** More alternatives than this are taken for Object: bounds the work a hostile method can cause. */
const MAX_ALTERNATIVES = 256;

/** The element's name as used here: "[I" for "[[I", "a/B" for "[La/B;", null when it is primitive. */
function componentName(array: string): string | null {
  const first = array.charCodeAt(1);
  if (first === 0x5b) return array.slice(1);
  return first === 0x4c ? array.slice(2, -1) : null;
}

/** The name of an array with elements of this (class or array) name. */
export const arrayOf = (name: string): string => (name.startsWith("[") ? `[${name}` : `[L${name};`);

function commonName(a: string, b: string): string {
  if (a === b) return a;
  if (!a.startsWith("[") || !b.startsWith("[")) return OBJECT;
  const componentA = componentName(a);
  const componentB = componentName(b);
  if (componentA === null || componentB === null) return OBJECT;
  return arrayOf(commonName(componentA, componentB));
}

function nameAssignable(from: string, to: string, oracle: HierarchyOracle): boolean {
  if (from === to || to === OBJECT) return true;
  if (to.startsWith("[")) {
    if (!from.startsWith("[")) return false;
    const fromComponent = componentName(from);
    const toComponent = componentName(to);
    if (fromComponent === null || toComponent === null) return false; // equal ones are settled above
    return nameAssignable(fromComponent, toComponent, oracle);
  }
  if (from.startsWith("[")) return to === "java/lang/Cloneable" || to === "java/io/Serializable";
  return oracle.isAssignable(from, to) !== false;
}

/**
 * Interned reference types of one class file. With `exact`, merging two
 * classes keeps both as alternatives (each is then checked by itself, so no
 * common superclass has to be computed); without, it gives Object.
 */
export class ReferenceTypes {
  readonly exact: boolean;
  readonly #ids = new Map<string, number>();
  readonly #unions = new Map<string, number>();
  /** Alternatives by id; id 0 is null. */
  readonly #names: (readonly string[])[] = [[]];
  readonly #components: (TypeCode | undefined)[] = [];
  readonly #merged = new Map<number, TypeCode>();

  constructor(exact: boolean) {
    this.exact = exact;
  }

  of(name: string): TypeCode {
    return this.#intern(this.#ids, name, name);
  }

  #intern(ids: Map<string, number>, key: string, ...alternatives: readonly string[]): TypeCode {
    let id = ids.get(key);
    if (id === undefined) {
      id = this.#names.length;
      this.#names.push(alternatives);
      ids.set(key, id);
    }
    return SlotKind.reference | (id << 4);
  }

  #ofAll(names: readonly string[]): TypeCode {
    const sorted = [...new Set(names)].toSorted();
    const only = sorted[0];
    if (sorted.length === 1 && only !== undefined) return this.of(only);
    if (sorted.length > MAX_ALTERNATIVES) return this.of(OBJECT);
    return this.#intern(this.#unions, sorted.map((name) => this.of(name)).join(), ...sorted);
  }

  /** The class names a reference may have; empty for null. */
  names(type: TypeCode): readonly string[] {
    return this.#names[type >> 4] ?? [];
  }

  /** One name for a reference, null for the null type. */
  name(type: TypeCode): string | null {
    const names = this.names(type);
    const first = names[0];
    return first === undefined ? null : names.reduce(commonName, first);
  }

  merge(a: TypeCode, b: TypeCode): TypeCode {
    if (a === b) return a;
    if ((a & 15) !== SlotKind.reference || (b & 15) !== SlotKind.reference) return TOP;
    if (a === NULL_TYPE) return b;
    if (b === NULL_TYPE) return a;
    const key = (a >> 4) * 0x2000000 + (b >> 4);
    let merged = this.#merged.get(key);
    if (merged === undefined) {
      merged = this.exact
        ? this.#ofAll([...this.names(a), ...this.names(b)])
        : this.of(commonName(this.name(a) ?? OBJECT, this.name(b) ?? OBJECT));
      this.#merged.set(key, merged);
    }
    return merged;
  }

  /** What loading an element of this object array gives; TOP when it is not one. */
  component(array: TypeCode): TypeCode {
    if (array === NULL_TYPE) return NULL_TYPE;
    const id = array >> 4;
    let component = this.#components[id];
    if (component === undefined) {
      const names = this.names(array).map((name) =>
        name.startsWith("[") ? componentName(name) : null,
      );
      const known = names.filter((name) => name !== null);
      component = known.length === names.length ? this.#ofAll(known) : TOP;
      this.#components[id] = component;
    }
    return component;
  }

  isArray(type: TypeCode): boolean {
    return this.names(type).every((name) => name.startsWith("["));
  }

  /** True when every alternative is one of the names (true for null). */
  isOneOf(type: TypeCode, name: string, other: string): boolean {
    return this.names(type).every((candidate) => candidate === name || candidate === other);
  }

  isAssignable(from: TypeCode, to: string, oracle: HierarchyOracle): boolean {
    return this.names(from).every((name) => nameAssignable(name, to, oracle));
  }

  /** For error messages. */
  describe(type: TypeCode): string {
    if ((type & 15) !== SlotKind.reference) return kindName(type & 15);
    const names = this.names(type);
    return names.length === 0
      ? "null"
      : names.map((name) => name.replaceAll("/", ".")).join(" or ");
  }
}
