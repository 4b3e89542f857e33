/**
 * String concatenation. Values whose text the machine can write itself go
 * straight to one native that makes the result; others become strings first,
 * by String.valueOf, in front of it.
 */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import { ACC_NATIVE, ACC_STATIC } from "../../classfile/format/access-flags.ts";
import { Tag } from "../../classfile/format/constant-pool.ts";
import { parseMethodDescriptor } from "../../classfile/format/descriptors.ts";
import { isReferenceDescriptor } from "../../program/linking/runtime-class.ts";
import type { SiteClass } from "../interpreter/call-site-linker.ts";
import type { Machine } from "../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH, STRING_VALUE } from "../memory/object-layout.ts";
import { type NativeMethod, Outcome, reading } from "../native-api/native-method.ts";
import { argument, check, refuse } from "./argument-checks.ts";
import type { CallSiteSpec } from "./call-site.ts";
import { emitLoad, slotsOf } from "./convert.ts";

const STRING = "Ljava/lang/String;";
/** What a call site may call its result. */
const RESULTS: ReadonlySet<string> = new Set([
  STRING,
  "Ljava/lang/Object;",
  "Ljava/lang/CharSequence;",
  "Ljava/lang/Comparable;",
  "Ljava/io/Serializable;",
]);
const ARGUMENT = "\u0001";
const CONSTANT = "\u0002";

/** The texts around the arguments: one more than there are arguments. */
function recipeOf(spec: CallSiteSpec, argumentCount: number): string[] {
  if (spec.bootstrap === "makeConcat") return Array.from({ length: argumentCount + 1 }, () => "");
  const recipe = spec.pool.string(argument(spec, 0));
  const parts: string[] = [""];
  let constant = 1;
  for (const char of recipe) {
    if (char === ARGUMENT) parts.push("");
    else parts[parts.length - 1] += char === CONSTANT ? constantText(spec, constant++) : char;
  }
  return parts;
}

function constantText(spec: CallSiteSpec, position: number): string {
  const index = argument(spec, position);
  const { pool } = spec;
  switch (pool.tag(index)) {
    case Tag.string:
      return pool.string(index);
    case Tag.integer:
      return `${pool.int(index)}`;
    default:
      return refuse(spec, `has a constant with tag ${pool.tag(index)}`);
  }
}

/** Types whose text the native writes itself. */
const isDirect = (descriptor: string): boolean =>
  descriptor === STRING || "ZBCSIJ".includes(descriptor);

const valueOf = (descriptor: string): string =>
  isReferenceDescriptor(descriptor)
    ? "(Ljava/lang/Object;)Ljava/lang/String;"
    : `(${descriptor})Ljava/lang/String;`;

export function concatSite(spec: CallSiteSpec): SiteClass {
  const { parameters, result } = parseMethodDescriptor(spec.descriptor);
  const parts = recipeOf(spec, parameters.length);
  check(
    parts.length === parameters.length + 1,
    spec,
    `has ${parts.length - 1} arguments in its recipe`,
  );
  check(RESULTS.has(result), spec, "does not give a String");
  const name = `${spec.owner}$$Concat$${spec.label}`;
  const direct = parameters.map((type) => (isDirect(type) ? type : STRING));
  const descriptor = `(${direct.join("")})${STRING}`;
  const cls = new ClassAssembler({ name });
  const isAllDirect = parameters.every(isDirect);
  const nativeName = isAllDirect ? "link" : "concat";
  cls.method(ACC_STATIC | ACC_NATIVE, nativeName, descriptor, null);
  if (!isAllDirect) {
    cls.method(ACC_STATIC, "link", spec.descriptor, (code) => {
      let slot = 0;
      for (const type of parameters) {
        emitLoad(code, type, slot);
        if (!isDirect(type)) {
          code.emit("invokestatic", {
            owner: "java/lang/String",
            name: "valueOf",
            descriptor: valueOf(type),
          });
        }
        slot += slotsOf(type);
      }
      code.emit("invokestatic", { owner: name, name: "concat", descriptor });
      code.emit("areturn");
    });
  }
  return {
    file: cls.toClassFile(),
    natives: { [nativeName + descriptor]: concatNative(parts, direct) },
  };
}

function concatNative(parts: readonly string[], types: readonly string[]): NativeMethod {
  const reads: string[] = [];
  let slot = 0;
  const slots = types.map((type, i) => {
    if (type === STRING) reads.push(`${i}.value[]`);
    const at = slot * 2;
    slot += slotsOf(type);
    return at;
  });
  return reading(reads, (m, args) => concatenate(m, args, parts, types, slots));
}

function concatenate(
  m: Machine,
  args: number,
  parts: readonly string[],
  types: readonly string[],
  slots: readonly number[],
): Outcome {
  const { H, HC, S } = m;
  const texts: (string | number)[] = [];
  let length = parts[0]!.length;
  for (let i = 0; i < types.length; i++) {
    const piece = textOf(m, args + slots[i]!, types[i]!);
    length += typeof piece === "number" ? H[piece + ARRAY_LENGTH]! : piece.length;
    length += parts[i + 1]!.length;
    texts.push(piece);
  }
  const array = m.newPrimitiveArray("C", length);
  const result = array === 0 ? 0 : m.newStringOfChars(array);
  if (result === 0) return m.throwOutOfMemory();
  let at = write(HC, (array + ARRAY_DATA) * 2, parts[0]!);
  texts.forEach((piece, i) => {
    if (typeof piece === "number") {
      const from = (piece + ARRAY_DATA) * 2;
      const count = H[piece + ARRAY_LENGTH]!;
      HC.copyWithin(at, from, from + count);
      at += count;
    } else {
      at = write(HC, at, piece);
    }
    at = write(HC, at, parts[i + 1]!);
  });
  S[args] = result;
  return Outcome.done;
}

function write(HC: Uint16Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) HC[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** The text of a value, or the char[] that holds it. */
function textOf(m: Machine, slot: number, type: string): string | number {
  const value = m.S[slot]!;
  switch (type) {
    case "Z":
      return value === 0 ? "false" : "true";
    case "C":
      return String.fromCharCode(value);
    case "J":
      return m.SL[slot >> 1]!.toString();
    case STRING:
      return value === 0 ? "null" : m.H[value + STRING_VALUE]!;
    default:
      return String(value);
  }
}
