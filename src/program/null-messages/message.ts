/**
 * The text of a NullPointerException raised by an instruction: what could not
 * be done, and which expression was null ("helpful NullPointerExceptions",
 * JEP 358). Programs print these texts, so they follow HotSpot to the letter,
 * oddities included; each oddity below was observed on the real JVM and is in
 * the recorded messages of the tests.
 */

import { s2, u1, u2 } from "../../classfile/code/bytecode-scan.ts";
import { ACC_STATIC } from "../../classfile/format/access-flags.ts";
import type { ClassFile, MethodInfo } from "../../classfile/format/class-file.ts";
import type { MemberRef } from "../../classfile/format/constant-pool.ts";
import { type InlinedCode, inlineSubroutines } from "../types/subroutines.ts";
import { argumentSlots, OperandSources, parameterTypes, slotsOf } from "./operand-sources.ts";

const ELEMENTS = ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];

/** Steps from an expression into its parts before the description is cut. */
const MAX_DEPTH = 5;

/**
 * The message for a null found by the instruction at a byte offset of `code`
 * (the method's own code, or the inlined copy the machine runs). Null when
 * that instruction has no such message.
 */
export function describeNull(
  classFile: ClassFile,
  method: MethodInfo,
  offset: number,
  code: InlinedCode | null = method.code && inlineSubroutines(method.code),
): string | null {
  return code === null ? null : new NullMessage(classFile, method, code).describe(offset);
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  B: "byte",
  C: "char",
  D: "double",
  F: "float",
  I: "int",
  J: "long",
  S: "short",
  Z: "boolean",
};

/** Every parameter type that begins with java.lang.Object or java.lang.String loses its package, StringBuilder too. */
function parameterName(type: string): string {
  const dimensions = type.lastIndexOf("[") + 1;
  const element = type.slice(dimensions);
  const name = PRIMITIVES[element] ?? element.slice(1, -1).replaceAll("/", ".");
  return name.replace(/^java\.lang\.(?=Object|String)/, "") + "[]".repeat(dimensions);
}

/** Owners lose their package only when they are exactly Object or String. */
function ownerName(internal: string): string {
  return internal.replaceAll("/", ".").replace(/^java\.lang\.(Object|String)$/, "$1");
}

class NullMessage {
  readonly #classFile: ClassFile;
  readonly #method: MethodInfo;
  readonly #code: InlinedCode;
  readonly #bytes: Uint8Array;

  constructor(classFile: ClassFile, method: MethodInfo, code: InlinedCode) {
    this.#classFile = classFile;
    this.#method = method;
    this.#code = code;
    this.#bytes = code.bytes;
  }

  describe(offset: number): string | null {
    const action = this.#action(offset);
    if (action === null) return null;
    const sources = new OperandSources(this.#classFile, this.#code);
    return action + this.#cause(sources, offset, this.#nullSlot(offset));
  }

  #action(at: number): string | null {
    const op = u1(this.#bytes, at);
    if (op >= 0x2e && op <= 0x35) return `Cannot load from ${ELEMENTS[op - 0x2e]} array`;
    if (op >= 0x4f && op <= 0x56) return `Cannot store to ${ELEMENTS[op - 0x4f]} array`;
    switch (op) {
      case 0xb4: // getfield
        return `Cannot read field "${this.#member(at).name}"`;
      case 0xb5: // putfield
        return `Cannot assign field "${this.#member(at).name}"`;
      case 0xb6: // invokevirtual
      case 0xb7: // invokespecial
      case 0xb9: // invokeinterface
        return this.#member(at).name === "<init>" ? null : `Cannot invoke "${this.#call(at)}"`;
      case 0xbe: // arraylength
        return "Cannot read the array length";
      case 0xbf: // athrow
        return "Cannot throw exception";
      case 0xc2: // monitorenter
        return "Cannot enter synchronized block";
      case 0xc3: // monitorexit
        return "Cannot exit synchronized block";
      default:
        return null;
    }
  }

  /** How many slots below the top the null reference is. */
  #nullSlot(at: number): number {
    const op = u1(this.#bytes, at);
    if (op >= 0x2e && op <= 0x35) return 1;
    if (op >= 0x4f && op <= 0x56) return op === 0x50 || op === 0x52 ? 3 : 2;
    if (op === 0xb5) return slotsOf(this.#member(at).descriptor);
    if (op >= 0xb6 && op <= 0xb9) return argumentSlots(this.#member(at).descriptor);
    return 0;
  }

  #member(at: number): MemberRef {
    return this.#classFile.constants.member(u2(this.#bytes, at + 1));
  }

  #call(at: number): string {
    const { owner, name, descriptor } = this.#member(at);
    const parameters = parameterTypes(descriptor).map(parameterName).join(", ");
    return `${ownerName(owner)}.${name}(${parameters})`;
  }

  #cause(sources: OperandSources, at: number, slot: number): string {
    const source = sources.source(at, slot);
    if (source < 0) return "";
    const op = u1(this.#bytes, source);
    const isCall = op >= 0xb6 && op <= 0xb9;
    const prefix = isCall ? ' because the return value of "' : ' because "';
    const text = this.#expression(sources, at, slot, MAX_DEPTH);
    // HotSpot has printed the prefix before it finds that invokedynamic or ldc cannot be described.
    return text === null ? prefix : `${prefix}${text}" is null`;
  }

  /** The expression that pushed an operand of the instruction at `at`; null when it has no description. */
  #expression(sources: OperandSources, at: number, slot: number, depth: number): string | null {
    const source = depth > 0 ? sources.source(at, slot) : -1;
    if (source < 0) return null;
    const bytes = this.#bytes;
    const op = u1(bytes, source);
    if (op === 0x01) return "null";
    if (op >= 0x02 && op <= 0x08) return String(op - 0x03); // iconst
    if (op === 0x10) return String((u1(bytes, source + 1) << 24) >> 24);
    if (op === 0x11) return String(s2(bytes, source + 1));
    if (op >= 0x2e && op <= 0x35) {
      const array = this.#expression(sources, source, 1, depth - 1) ?? "<array>";
      const index = this.#expression(sources, source, 0, depth) ?? "...";
      return `${array}[${index}]`;
    }
    const local = this.#loadedLocal(source, op);
    if (local >= 0) return this.#localName(source, local, !sources.isWritten(at, local));
    switch (op) {
      case 0xb2: {
        // getstatic
        const { owner, name } = this.#member(source);
        return `${ownerName(owner)}.${name}`;
      }
      case 0xb4: {
        // getfield
        const object = this.#expression(sources, source, 0, depth - 1);
        const { name } = this.#member(source);
        return object === null ? name : `${object}.${name}`;
      }
      case 0xb6:
      case 0xb7:
      case 0xb8:
      case 0xb9:
        return this.#call(source);
      default:
        return null;
    }
  }

  /** The local an iload or aload reads; -1 for other instructions. */
  #loadedLocal(at: number, op: number): number {
    const bytes = this.#bytes;
    if (op === 0x15 || op === 0x19) return u1(bytes, at + 1);
    if (op >= 0x1a && op <= 0x1d) return op - 0x1a;
    if (op >= 0x2a && op <= 0x2d) return op - 0x2a;
    const isWide = op === 0xc4 && (u1(bytes, at + 1) === 0x15 || u1(bytes, at + 1) === 0x19);
    return isWide ? u2(bytes, at + 2) : -1;
  }

  #localName(at: number, local: number, isUntouched: boolean): string {
    const variable = this.#code.localVariables.find(
      ({ index, start, length }) => index === local && at >= start && at < start + length,
    );
    if (variable !== undefined) return variable.name;
    const isStatic = (this.#method.accessFlags & ACC_STATIC) !== 0;
    if (isUntouched) {
      if (local === 0 && !isStatic) return "this";
      let slot = isStatic ? 0 : 1;
      for (const [i, type] of parameterTypes(this.#method.descriptor).entries()) {
        if (slot === local) return `<parameter${i + 1}>`;
        slot += slotsOf(type);
      }
    }
    return `<local${local}>`;
  }
}
