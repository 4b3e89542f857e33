/** Byte code that turns a value of one type into another: casts, boxing, widening. */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import type { Mnemonic } from "../../classfile/format/opcodes.ts";
import { BOXES, boxedPrimitive } from "../../program/linking/boxes.ts";
import { isReferenceDescriptor } from "../../program/linking/runtime-class.ts";

const UNBOX: Readonly<Record<string, string>> = {
  Z: "booleanValue",
  B: "byteValue",
  C: "charValue",
  S: "shortValue",
  I: "intValue",
  J: "longValue",
  F: "floatValue",
  D: "doubleValue",
};

export const slotsOf = (descriptor: string): number =>
  descriptor === "J" || descriptor === "D" ? 2 : descriptor === "V" ? 0 : 1;

export function emitLoad(code: CodeBuilder, descriptor: string, slot: number): void {
  const loads: Readonly<Record<string, Mnemonic>> = { J: "lload", F: "fload", D: "dload" };
  const load = isReferenceDescriptor(descriptor) ? "aload" : (loads[descriptor] ?? "iload");
  code.emit(load, slot);
}

export function emitReturn(code: CodeBuilder, descriptor: string): void {
  const returns: Readonly<Record<string, Mnemonic>> = {
    J: "lreturn",
    F: "freturn",
    D: "dreturn",
    V: "return",
  };
  code.emit(isReferenceDescriptor(descriptor) ? "areturn" : (returns[descriptor] ?? "ireturn"));
}

/** The operand of checkcast for a reference descriptor. */
export const classOperand = (descriptor: string): string =>
  descriptor.startsWith("L") ? descriptor.slice(1, -1) : descriptor;

const isObject = (descriptor: string): boolean => descriptor === "Ljava/lang/Object;";

function emitCast(code: CodeBuilder, descriptor: string): void {
  if (!isObject(descriptor)) code.emit("checkcast", classOperand(descriptor));
}

const WIDENINGS: Readonly<Record<string, Readonly<Record<string, Mnemonic>>>> = {
  I: { J: "i2l", F: "i2f", D: "i2d" },
  J: { F: "l2f", D: "l2d" },
  F: { D: "f2d" },
};

function emitWidening(code: CodeBuilder, from: string, to: string): void {
  const kind = "ZBCS".includes(from) ? "I" : from;
  const target = "ZBCS".includes(to) ? "I" : to;
  const conversion = WIDENINGS[kind]?.[target];
  if (conversion !== undefined) code.emit(conversion);
}

function emitUnbox(code: CodeBuilder, from: string, to: string): void {
  const own = boxedPrimitive(from.slice(1, -1));
  const primitive = own ?? to;
  const box = BOXES[primitive]!;
  if (own === undefined) code.emit("checkcast", box);
  code.emit("invokevirtual", {
    owner: box,
    name: UNBOX[primitive]!,
    descriptor: `()${primitive}`,
  });
  emitWidening(code, primitive, to);
}

function emitBox(code: CodeBuilder, primitive: string): void {
  const box = BOXES[primitive]!;
  code.emit("invokestatic", {
    owner: box,
    name: "valueOf",
    descriptor: `(${primitive})L${box};`,
  });
}

/** Turns the value on top of the stack from one type into another. */
export function emitConversion(code: CodeBuilder, from: string, to: string): void {
  if (from === to) return;
  const fromReference = isReferenceDescriptor(from);
  const toReference = isReferenceDescriptor(to);
  if (fromReference && toReference) emitCast(code, to);
  else if (fromReference) emitUnbox(code, from, to);
  else if (toReference) emitBox(code, from);
  else emitWidening(code, from, to);
}
