/** Variables: which field or element lies at an address, and what it is called. */
import { PRIMITIVE_NAMES } from "../../program/linking/java-names.ts";
import type { RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { PERM_BASE, STATIC_BASE } from "../../vm/memory/memory.ts";
import { ARRAY_DATA } from "../../vm/memory/object-layout.ts";
import { fieldAt, type ObjectNames, simpleName } from "../trace/object-names.ts";

/** The field that the word at a byte address holds; null for an element. */
export function fieldOfAddress(m: Machine, object: number, address: number): RuntimeField | null {
  const word = Math.floor(address / 4);
  if (word >= STATIC_BASE && word < PERM_BASE) return staticFieldAt(m, word - STATIC_BASE);
  return object === 0 ? null : fieldAt(m.classOf(object), word - object);
}

function staticFieldAt(m: Machine, offset: number): RuntimeField | null {
  for (const cls of m.program.classes) {
    const field = cls?.fields.find((f) => f.isStatic && f.offset === offset);
    if (field !== undefined) return field;
  }
  return null;
}

/** "Account.balance", "element of int[]": the same for all objects of a kind. */
export function variableName(m: Machine, object: number, address: number): string {
  const field = fieldOfAddress(m, object, address);
  if (field !== null) return `${simpleName(field.owner)}.${field.name}`;
  return object === 0 ? "memory" : `element of ${simpleName(m.classOf(object))}`;
}

const typeWord = (descriptor: string): string => PRIMITIVE_NAMES.get(descriptor) ?? "reference";

/** "static int field" or "int element"; a field of the library by its name, which the program cannot change. */
export function variableSort(m: Machine, object: number, address: number): string {
  const field = fieldOfAddress(m, object, address);
  if (field === null) {
    if (object === 0) return "memory";
    return `${typeWord(m.classOf(object).name.slice(1))} element`;
  }
  if (field.owner.origin !== "application") return `${field.owner.externalName}.${field.name}`;
  return `${field.isStatic ? "static " : ""}${typeWord(field.descriptor)} field`;
}

/** "Account#1.balance", "int[3]#1[2]": this one. */
export function variableText(
  m: Machine,
  names: ObjectNames,
  object: number,
  address: number,
): string {
  const field = fieldOfAddress(m, object, address);
  if (field !== null) {
    const owner = field.isStatic ? simpleName(field.owner) : names.object(object);
    return `${owner}.${field.name}`;
  }
  if (object === 0) return "memory";
  const size = 2 ** m.classTables.elementShift[m.H[object]!]!;
  const index = Math.floor((address - (object + ARRAY_DATA) * 4) / size);
  return `${names.object(object)}[${index}]`;
}
