/**
 * The constant pool as type inference wants it: for each member reference the
 * types it pops and pushes, parsed once a class file however often and from
 * however many methods it is used.
 */
import { reject } from "../../classfile/code/bytecode-scan.ts";
import type { ClassFile } from "../../classfile/format/class-file.ts";
import { type MemberRef, Tag } from "../../classfile/format/constant-pool.ts";
import {
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  ReferenceTypes,
  TOP,
  type TypeCode,
} from "./verification-type.ts";

interface MethodShape {
  /** One entry a parameter (not a slot), in order. */
  readonly parameters: readonly TypeCode[];
  /** Slots the parameters take, without a receiver. */
  readonly slots: number;
  /** TOP for void. */
  readonly result: TypeCode;
}

export interface MemberShape extends MethodShape {
  readonly ref: MemberRef;
  /** The constant's tag; fields have no parameters and their type as result. */
  readonly tag: number;
}

function parseType(
  text: string,
  from: number,
  types: ReferenceTypes,
): { type: TypeCode; end: number } {
  switch (text.charAt(from)) {
    case "B":
    case "C":
    case "I":
    case "S":
    case "Z":
      return { type: INT, end: from + 1 };
    case "F":
      return { type: FLOAT, end: from + 1 };
    case "J":
      return { type: LONG, end: from + 1 };
    case "D":
      return { type: DOUBLE, end: from + 1 };
    case "L": {
      const semicolon = text.indexOf(";", from);
      if (semicolon <= from + 1) reject(`"${text}" is not a descriptor`);
      return { type: types.of(text.slice(from + 1, semicolon)), end: semicolon + 1 };
    }
    case "[": {
      let element = from;
      while (text[element] === "[") element++;
      if (element - from > 255) reject("an array type has more than 255 dimensions");
      const { end } = parseType(text, element, types);
      return { type: types.of(text.slice(from, end)), end };
    }
    default:
      return reject(`"${text}" is not a descriptor`);
  }
}

export function parseField(descriptor: string, types: ReferenceTypes): TypeCode {
  const { type, end } = parseType(descriptor, 0, types);
  if (end !== descriptor.length) reject(`"${descriptor}" is not a field descriptor`);
  return type;
}

function parseMethod(descriptor: string, types: ReferenceTypes): MethodShape {
  if (!descriptor.startsWith("(")) reject(`"${descriptor}" is not a method descriptor`);
  const parameters: TypeCode[] = [];
  let slots = 0;
  let at = 1;
  while (descriptor[at] !== ")") {
    const { type, end } = parseType(descriptor, at, types);
    parameters.push(type);
    slots += type === LONG || type === DOUBLE ? 2 : 1;
    at = end;
  }
  const result = descriptor.slice(at + 1);
  return { parameters, slots, result: result === "V" ? TOP : parseField(result, types) };
}

export class PoolTypes {
  readonly types: ReferenceTypes;
  readonly #file: ClassFile;
  readonly #members: (MemberShape | undefined)[] = [];
  readonly #methods = new Map<string, MethodShape>();
  readonly #classes: (TypeCode | undefined)[] = [];

  constructor(file: ClassFile, exact: boolean) {
    this.#file = file;
    this.types = new ReferenceTypes(exact);
  }

  method(descriptor: string): MethodShape {
    let shape = this.#methods.get(descriptor);
    if (shape === undefined) {
      shape = parseMethod(descriptor, this.types);
      this.#methods.set(descriptor, shape);
    }
    return shape;
  }

  /** A Fieldref, Methodref or InterfaceMethodref. */
  member(index: number): MemberShape {
    let shape = this.#members[index];
    if (shape === undefined) {
      const ref = this.#file.constants.member(index);
      const tag = this.#file.constants.tag(index);
      shape =
        tag === Tag.fieldRef
          ? { ref, tag, parameters: [], slots: 0, result: parseField(ref.descriptor, this.types) }
          : { ref, tag, ...this.method(ref.descriptor) };
      this.#members[index] = shape;
    }
    return shape;
  }

  class(index: number): TypeCode {
    let type = this.#classes[index];
    if (type === undefined) {
      const name = this.#file.constants.className(index);
      type = name.startsWith("[") ? parseField(name, this.types) : this.types.of(name);
      this.#classes[index] = type;
    }
    return type;
  }
}

const plain = new WeakMap<ClassFile, PoolTypes>();
const exact = new WeakMap<ClassFile, PoolTypes>();

/** The shared tables of a class file; they live as long as it does. */
export function poolTypes(file: ClassFile, isExact: boolean): PoolTypes {
  const cache = isExact ? exact : plain;
  let types = cache.get(file);
  if (types === undefined) {
    types = new PoolTypes(file, isExact);
    cache.set(file, types);
  }
  return types;
}
