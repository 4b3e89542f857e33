/**
 * The bits of a variable: small types sign-extended (char and boolean are not
 * negative), references and floats as they are. Fields of small types have a
 * word of their own; elements are packed; a view lies anywhere in a byte[].
 */
import { unreachable } from "../../core/assert.ts";
import type { Machine } from "../machine.ts";
import type { Update } from "./var-handle-modes.ts";

export type Form = "word" | "element" | "little-endian" | "big-endian";

/** Where a variable is and how its value is stored. */
export interface VariablePlace {
  /** The type's letter in a descriptor, L for every reference. */
  readonly type: string;
  /** Byte address. */
  readonly address: number;
  readonly form: Form;
}

const BYTES: Readonly<Record<string, number>> = {
  Z: 1,
  B: 1,
  C: 2,
  S: 2,
  I: 4,
  F: 4,
  L: 4,
  J: 8,
  D: 8,
};

/** Bytes that a value takes where it is packed. */
export const packedSize = (type: string): number => BYTES[type]!;

/** Bytes that the variable takes. */
export const sizeOf = ({ type, form }: VariablePlace): number =>
  form === "word" ? Math.max(4, BYTES[type]!) : BYTES[type]!;

export function readBits(m: Machine, place: VariablePlace): bigint {
  const { type, address, form } = place;
  if (form === "little-endian" || form === "big-endian") return readView(m, place);
  if (type === "J" || type === "D") return m.HL[address >>> 3]!;
  if (form === "element") {
    if (type === "Z" || type === "B") return BigInt(m.HB[address]!);
    if (type === "C") return BigInt(m.HC[address >>> 1]!);
    if (type === "S") return BigInt(m.HS[address >>> 1]!);
  }
  return BigInt(m.H[address >>> 2]!);
}

export function writeBits(m: Machine, place: VariablePlace, value: bigint): void {
  const { type, address, form } = place;
  if (form === "little-endian" || form === "big-endian") {
    writeView(m, place, value);
    return;
  }
  m.logWord(address >>> 2);
  if (type === "J" || type === "D") {
    m.logWord((address >>> 2) + 1);
    m.HL[address >>> 3] = value;
    return;
  }
  const word = Number(BigInt.asIntN(32, value));
  const bytes = form === "word" ? 4 : BYTES[type]!;
  if (bytes === 1) m.HB[address] = word;
  else if (bytes === 2) m.HC[address >>> 1] = word;
  else m.H[address >>> 2] = word;
}

function readView(m: Machine, { type, address, form }: VariablePlace): bigint {
  const size = BYTES[type]!;
  let bits = 0n;
  for (let i = 0; i < size; i++) {
    const at = form === "little-endian" ? address + size - 1 - i : address + i;
    bits = (bits << 8n) | BigInt(m.HB[at]! & 0xff);
  }
  return type === "C" ? bits : BigInt.asIntN(size * 8, bits);
}

function writeView(m: Machine, { type, address, form }: VariablePlace, value: bigint): void {
  const size = BYTES[type]!;
  m.logRange(address >>> 2, (address + size + 3) >>> 2);
  let bits = value;
  for (let i = 0; i < size; i++) {
    const at = form === "little-endian" ? address + i : address + size - 1 - i;
    m.HB[at] = Number(bits & 0xffn);
    bits >>= 8n;
  }
}

/** The new value that an update makes of the old one and its argument. */
export function updated(type: string, update: Update, old: bigint, by: bigint): bigint {
  switch (update) {
    case "set":
      return by;
    case "or":
      return old | by;
    case "and":
      return old & by;
    case "xor":
      return old ^ by;
    case "add":
      return sum(type, old, by);
    default:
      return unreachable(update);
  }
}

const scratch = new DataView(new ArrayBuffer(8));

function sum(type: string, old: bigint, by: bigint): bigint {
  if (type === "F") {
    scratch.setFloat32(0, toFloat(old) + toFloat(by));
    return BigInt(scratch.getInt32(0));
  }
  if (type === "D") {
    scratch.setFloat64(0, toDouble(old) + toDouble(by));
    return scratch.getBigInt64(0);
  }
  const bits = BYTES[type]! * 8;
  return type === "C" ? BigInt.asUintN(16, old + by) : BigInt.asIntN(bits, old + by);
}

function toFloat(bits: bigint): number {
  scratch.setInt32(0, Number(BigInt.asIntN(32, bits)));
  return scratch.getFloat32(0);
}

function toDouble(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}
