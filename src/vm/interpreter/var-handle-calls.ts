/**
 * What a call of a VarHandle's access mode is about, before it is carried out:
 * which variable, and where its operands are. There are two kinds of call site.
 * Those of the program name the mode and have a descriptor of their own; where
 * it is not that of the variable, up to casts, the call has to be converted, and
 * is no access itself. It ends up in a site of the library's VarHandle that takes
 * the mode as a number and values as bits or references.
 */
import { ACC_FINAL } from "../../classfile/format/access-flags.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { descriptorOf } from "../../program/linking/program.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../machine.ts";
import { STATIC_BASE } from "../memory/memory.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../memory/object-layout.ts";
import { ACCESS_MODES, accessMode, type Mode } from "./var-handle-modes.ts";
import { packedSize, type VariablePlace } from "./var-handle-values.ts";

export const VAR_HANDLE = "java/lang/invoke/VarHandle";

/** What VarHandle's own sites are called, by what they take and give. */
const RAW = new Set(["$bits", "$reference", "$compare"]);

export const isVariableMethod = (name: string): boolean =>
  accessMode(name) !== null || RAW.has(name);

export interface VariableSite {
  /** Null where the call says it by number. */
  readonly mode: Mode | null;
  /** Letters of the parameters' types, and of the result's. */
  readonly parameters: string;
  readonly result: string;
  readonly resultType: string;
  /** Words of the arguments, the handle among them. */
  readonly words: number;
}

const letter = (descriptor: string): string =>
  descriptor.startsWith("[") ? "L" : descriptor.charAt(0);

export function variableSite(name: string, descriptor: string): VariableSite {
  const shape = parseMethodDescriptor(descriptor);
  return {
    mode: accessMode(name),
    parameters: shape.parameters.map(letter).join(""),
    result: letter(shape.result),
    resultType: shape.result,
    words: (shape.parameterSlots + 1) * 2,
  };
}

/** As the model numbers them. Those after these are the library's to take apart. */
export const VariableKind = { field: 0, static: 1, array: 2, little: 3, big: 4 } as const;
const COORDINATES = ["L", "", "LI", "LI", "LI"] as const;

/** An access, with all its types in order. */
export interface VariableCall {
  readonly mode: Mode;
  readonly kind: number;
  readonly handle: number;
  /** The variable's class: what it can hold. */
  readonly cls: RuntimeClass;
  /** Its letter. */
  readonly type: string;
  /** The object or array; 0 for a static field, or where there is none. */
  readonly object: number;
  readonly index: number;
  /** Words of the stack where the operands are. */
  readonly first: number;
  readonly second: number;
}

const part = (m: Machine, handle: number, name: string): number =>
  m.H[handle + m.fieldOffset(VAR_HANDLE, name)]!;

/** Null if the call is not an access: its arguments have to be converted first, or it is refused. */
export function variableCall(m: Machine, site: VariableSite, base: number): VariableCall | null {
  const handle = m.S[base]!;
  const kind = part(m, handle, "kind");
  const cls = m.mirrored(part(m, handle, "type"));
  const type = letter(descriptorOf(cls));
  if (site.mode === null) {
    const wide = site.parameters.endsWith("JJ");
    return {
      mode: ACCESS_MODES[m.S[base + 2]!]!,
      kind,
      handle,
      cls,
      type,
      object: kind === VariableKind.static ? 0 : m.S[base + 4]!,
      index: m.S[base + 6]!,
      first: base + 8,
      second: base + (wide ? 12 : 10),
    };
  }
  const coordinates = COORDINATES[kind];
  if (coordinates === undefined || part(m, handle, "exact") !== 0) return null;
  const { mode } = site;
  if (!fits(site, mode, coordinates, type) || !isUsual(m, handle, mode, kind, type)) return null;
  const first = base + 2 + coordinates.length * 2;
  return {
    mode,
    kind,
    handle,
    cls,
    type,
    object: coordinates === "" ? 0 : m.S[base + 2]!,
    index: coordinates.length < 2 ? 0 : m.S[base + 4]!,
    first,
    second: first + (type === "J" || type === "D" ? 4 : 2),
  };
}

function fits(site: VariableSite, mode: Mode, coordinates: string, type: string): boolean {
  const { operation } = mode;
  const isCompare = operation === "compareAndSet" || operation === "compareAndExchange";
  const operands = operation === "get" ? "" : isCompare ? type + type : type;
  const result = operation === "set" ? "V" : operation === "compareAndSet" ? "Z" : type;
  return (
    site.parameters === coordinates + operands && (site.result === result || site.result === "V")
  );
}

/** Not one that may have to be refused, which the library decides. */
function isUsual(m: Machine, handle: number, mode: Mode, kind: number, type: string): boolean {
  if (kind > VariableKind.array) return mode.isPlain;
  if (mode.operation === "get") return true;
  const member = part(m, handle, "member");
  if (member >= 0 && (m.program.fieldAt(member).accessFlags & ACC_FINAL) !== 0) return false;
  if (mode.update === "set") return true;
  return mode.update === "add" ? !"ZL".includes(type) : !"FDL".includes(type);
}

/** A static variable. */
export const staticField = (m: Machine, { handle }: VariableCall): RuntimeField =>
  m.program.fieldAt(part(m, handle, "member"));

/** What the object or array of a variable must be. */
export const receiverOf = (m: Machine, { handle }: VariableCall): RuntimeClass =>
  m.mirrored(part(m, handle, "receiver"));

/** How many indices there are. */
export function lengthOf(m: Machine, { kind, object, type }: VariableCall): number {
  m.accesses?.readLength(object);
  const length = m.H[object + ARRAY_LENGTH]!;
  return kind === VariableKind.array ? length : Math.max(0, length - packedSize(type) + 1);
}

/** Where the variable is; null where there is none: no object, another kind of object, an index that is too large. */
export function placeOf(m: Machine, call: VariableCall): VariablePlace | null {
  const { kind, handle, object, index, type } = call;
  if (kind === VariableKind.static) {
    const { offset } = staticField(m, call);
    return { type, address: (STATIC_BASE + offset) * 4, form: "word" };
  }
  if (object === 0 || !m.isInstance(object, receiverOf(m, call))) return null;
  if (kind === VariableKind.field) {
    return { type, address: object * 4 + part(m, handle, "offset"), form: "word" };
  }
  if (index < 0 || index >= lengthOf(m, call)) return null;
  const data = (object + ARRAY_DATA) * 4;
  if (kind === VariableKind.array) {
    return { type, address: data + index * packedSize(type), form: "element" };
  }
  const form = kind === VariableKind.little ? "little-endian" : "big-endian";
  return { type, address: data + index, form };
}

/** The access that the call at `pc` performs, with operands that end at `sp`, or null. */
export function variableCallAt(m: Machine, pc: number, sp: number): VariableCall | null {
  const site = m.linked.handleSites[m.space.code[pc + 1]!]?.variable ?? null;
  if (site === null || m.S[sp - site.words] === 0) return null;
  return variableCall(m, site, sp - site.words);
}
