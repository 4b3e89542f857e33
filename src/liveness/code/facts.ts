/**
 * What may be read, as small numbers: a field of a class, static or not, or the
 * elements of arrays of one kind. Facts are found by name, because the analysis
 * links the program's classes once more for itself (the machine's own class
 * numbers are part of its states, and must not depend on what was analysed).
 *
 * A class made for a call site has a number in its name that depends on the
 * order in which call sites were reached; it goes by what it does instead.
 */

import type { ClassFile } from "../../classfile/format/class-file.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { bug } from "../../core/assert.ts";
import {
  isReferenceDescriptor,
  type RuntimeClass,
  type RuntimeField,
} from "../../program/linking/runtime-class.ts";

/** Kinds of array elements; boolean[] and byte[] are read by one instruction. L stands for any array of references. */
export const ELEMENT_KINDS = ["I", "J", "F", "D", "L", "B", "C", "S"] as const;

/** The type of which every array of references is. */
export const ANY_ARRAY = "[Ljava/lang/Object;";

/** The fact for the elements of arrays with such a component descriptor. */
export function elementFact(component: string): number {
  const first = component.charAt(0);
  const kind = first === "Z" ? "B" : first === "[" ? "L" : first;
  const fact = ELEMENT_KINDS.findIndex((each) => each === kind);
  if (fact < 0) bug(`no elements of type ${component}`);
  return fact;
}

export class Facts {
  readonly #byKey = new Map<string, number>();
  readonly #names: string[] = ELEMENT_KINDS.map((kind) => `elements of ${kind}[]`);
  /** By type of the array. */
  readonly #arrays = new Map<string, number>();

  get count(): number {
    return this.#names.length;
  }

  /** The number of a field, given now if it has none. */
  number(field: RuntimeField): number {
    const key = fieldKey(field);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const fact = this.#names.push(key) - 1;
    this.#byKey.set(key, fact);
    return fact;
  }

  /**
   * The number for a read of elements through a reference of some array type.
   * It stands for the arrays of that type and of all types below it.
   */
  arrayNumber(descriptor: string): number {
    const component = descriptor.slice(1);
    if (!isReferenceDescriptor(component) || descriptor === ANY_ARRAY) {
      return elementFact(component);
    }
    const known = this.#arrays.get(descriptor);
    if (known !== undefined) return known;
    const fact = this.#names.push(`elements of ${descriptor}`) - 1;
    this.#arrays.set(descriptor, fact);
    return fact;
  }

  /** The numbers that stand for an array of this type among others, when these are the types above it. */
  arrayNumbers(descriptor: string, above: readonly string[]): number[] {
    const facts = [elementFact(descriptor.slice(1))];
    for (const each of above) {
      const fact = this.#arrays.get(each);
      if (fact !== undefined) facts.push(fact);
    }
    return facts;
  }

  /** The number of a field, -1 when nothing that was analysed reads it. */
  find(field: RuntimeField): number {
    return this.#byKey.get(fieldKey(field)) ?? -1;
  }

  /** "java/lang/String.value:[C", for messages. */
  name(fact: number): string {
    return this.#names[fact] ?? `fact ${fact}`;
  }
}

const keys = new WeakMap<RuntimeClass, string>();

/** What a class is known by, wherever it was linked. */
export function classKey(cls: RuntimeClass): string {
  const { file } = cls;
  if (cls.origin !== "synthetic" || file === null) return cls.name;
  let key = keys.get(cls);
  if (key === undefined) {
    key = behaviour(file);
    keys.set(cls, key);
  }
  return key;
}

const fieldKey = (field: RuntimeField): string =>
  `${classKey(field.owner)}.${field.name}:${field.descriptor}`;

/** The class's name without its label (call-sites/call-site.ts), its interfaces and methods with their code, and all that it refers to. */
function behaviour(file: ClassFile): string {
  const base = file.name.replace(/[\d_]+$/, "");
  const methods = file.methods.map(({ name, descriptor, code }) => {
    const bytes = code === null ? "" : Buffer.from(code.bytes).toString("base64");
    return `${name}${descriptor}${bytes}`;
  });
  const parts = [base, ...file.interfaces, ...methods];
  const { constants } = file;
  for (let i = 1; i < constants.count; i++) {
    const tag = constants.tag(i);
    if (tag === Tag.string) parts.push(JSON.stringify(constants.string(i)));
    else if (tag === Tag.integer) parts.push(`${constants.int(i)}`);
    else if (tag === Tag.class && !constants.className(i).startsWith(base)) {
      parts.push(constants.className(i));
    } else if (tag === Tag.fieldRef || tag === Tag.methodRef || tag === Tag.interfaceMethodRef) {
      const { owner, name, descriptor } = constants.member(i);
      if (!owner.startsWith(base)) parts.push(`${owner}.${name}${descriptor}`);
    }
  }
  return parts.join("|");
}
