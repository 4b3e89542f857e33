/**
 * Class files as text, for people who look at a reduced program or at one that
 * a random test has saved: members with their flags, instructions with their
 * constants spelled out, handlers, line numbers and the names of all other
 * attributes. Equal classes give equal text, so two programs can be compared
 * with `diff`.
 */
import type { CodeAttributeInfo } from "java-class-tools";
import { bug, unreachable } from "../../core/assert.ts";
import { decodeCode, type Instruction } from "../code/decoder.ts";
import {
  ACC_ABSTRACT,
  ACC_ANNOTATION,
  ACC_BRIDGE,
  ACC_ENUM,
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_NATIVE,
  ACC_PRIVATE,
  ACC_PROTECTED,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_STRICT,
  ACC_SYNCHRONIZED,
  ACC_SYNTHETIC,
  ACC_TRANSIENT,
  ACC_VARARGS,
  ACC_VOLATILE,
} from "../format/access-flags.ts";
import type { CodeInfo } from "../format/class-file.ts";
import { ClassConstants, type ConstantPool, Tag } from "../format/constant-pool.ts";
import { OPCODES } from "../format/opcodes.ts";
import { readPermittedSubclasses, readRecord } from "./raw-attributes.ts";
import {
  type AttributeInfo,
  type ClassTree,
  classNameOf,
  findAttribute,
  readTree,
  utf8Of,
} from "./tree.ts";

/** Where the constant pool begins. */
const POOL = 8;

/** The lines of one class. `origin` names it in the error for a malformed class. */
export function disassemble(bytes: Uint8Array, origin: string): string[] {
  return new Disassembler(readTree(bytes, origin), new ClassConstants(bytes, POOL)).lines();
}

/** The text of several classes, by name. */
export function disassembleAll(
  classes: Iterable<readonly [name: string, bytes: Uint8Array]>,
): string {
  const texts = [...classes].map(([name, bytes]) => `${disassemble(bytes, name).join("\n")}\n`);
  return texts.join("\n");
}

class Disassembler {
  readonly #tree: ClassTree;
  readonly #constants: ConstantPool;

  constructor(tree: ClassTree, constants: ConstantPool) {
    this.#tree = tree;
    this.#constants = constants;
  }

  lines(): string[] {
    const tree = this.#tree;
    const superclass =
      tree.super_class === 0 ? "" : ` extends ${this.#className(tree.super_class)}`;
    const interfaces = tree.interfaces.map((index) => this.#className(index));
    const implemented = interfaces.length === 0 ? "" : ` implements ${interfaces.join(", ")}`;
    const flags = flagNames(tree.access_flags, CLASS_FLAGS);
    const kind = (tree.access_flags & ACC_INTERFACE) === 0 ? "class " : "";
    return [
      `${flags}${kind}${this.#className(tree.this_class)}${superclass}${implemented}`,
      `  version ${tree.major_version}.${tree.minor_version}`,
      ...this.#record(),
      ...this.#permitted(),
      ...this.#otherAttributes(tree.attributes, "  "),
      ...tree.fields.flatMap((field) => this.#field(field)),
      ...tree.methods.flatMap((method) => this.#method(method)),
    ];
  }

  #className(index: number): string {
    return classNameOf(this.#tree, index);
  }

  #record(): string[] {
    const tree = this.#tree;
    const record = findAttribute(tree, tree.attributes, "Record");
    if (record === null) return [];
    const components = readRecord(record).map(
      ({ nameIndex, descriptorIndex }) =>
        `${utf8Of(tree, nameIndex)} ${utf8Of(tree, descriptorIndex)}`,
    );
    return [`  record of ${components.join(", ")}`];
  }

  #permitted(): string[] {
    const tree = this.#tree;
    const permitted = findAttribute(tree, tree.attributes, "PermittedSubclasses");
    if (permitted === null) return [];
    const names = readPermittedSubclasses(permitted).map((index) => this.#className(index));
    return [`  permits ${names.join(", ")}`];
  }

  /** Names of attributes that are not shown in another way. */
  #otherAttributes(attributes: readonly AttributeInfo[], indent: string): string[] {
    const names = attributes
      .map((each) => utf8Of(this.#tree, each.attribute_name_index))
      .filter((name) => !SHOWN.has(name));
    return names.length === 0 ? [] : [`${indent}attributes ${names.join(", ")}`];
  }

  #field(field: ClassTree["fields"][number]): string[] {
    const name = utf8Of(this.#tree, field.name_index);
    const descriptor = utf8Of(this.#tree, field.descriptor_index);
    const value = findAttribute(this.#tree, field.attributes, "ConstantValue");
    const constant = value === null ? "" : ` = ${this.#constant(value.constantvalue_index)}`;
    return [
      "",
      `  ${flagNames(field.access_flags, FIELD_FLAGS)}${name} ${descriptor}${constant}`,
      ...this.#otherAttributes(field.attributes, "    "),
    ];
  }

  #method(method: ClassTree["methods"][number]): string[] {
    const name =
      utf8Of(this.#tree, method.name_index) + utf8Of(this.#tree, method.descriptor_index);
    const thrown = findAttribute(this.#tree, method.attributes, "Exceptions");
    const names = thrown?.exception_index_table.map((index) => this.#className(index)) ?? [];
    const code = findAttribute(this.#tree, method.attributes, "Code");
    return [
      "",
      `  ${flagNames(method.access_flags, METHOD_FLAGS)}${name}${names.length === 0 ? "" : ` throws ${names.join(", ")}`}`,
      ...this.#otherAttributes(method.attributes, "    "),
      ...(code === null ? [] : this.#code(code, name)),
    ];
  }

  #code(code: CodeAttributeInfo, method: string): string[] {
    const handlers = code.exception_table.map((each) => ({
      start: each.start_pc,
      end: each.end_pc,
      handler: each.handler_pc,
      catchType: each.catch_type === 0 ? null : this.#className(each.catch_type),
    }));
    const decodable: Pick<CodeInfo, "bytes" | "maxLocals" | "handlers"> = {
      bytes: Uint8Array.from(code.code),
      maxLocals: code.max_locals,
      handlers,
    };
    const { instructions } = decodeCode(decodable, this.#constants, method);
    const lines = this.#lineNumbers(code);
    const out = [
      `    stack ${code.max_stack}, locals ${code.max_locals}`,
      ...this.#otherAttributes(code.attributes, "    "),
    ];
    for (const each of instructions) {
      const line = lines.get(each.offset);
      if (line !== undefined) out.push(`    line ${line}`);
      out.push(`      ${each.offset} ${this.#instruction(each, instructions)}`);
    }
    for (const { start, end, handler, catchType } of handlers) {
      out.push(`    from ${start} to ${end}: ${catchType ?? "anything"} is caught at ${handler}`);
    }
    return out;
  }

  /** The line that starts at each offset. */
  #lineNumbers(code: CodeAttributeInfo): ReadonlyMap<number, number> {
    const table = findAttribute(this.#tree, code.attributes, "LineNumberTable");
    return new Map(table?.line_number_table.map((each) => [each.start_pc, each.line_number]));
  }

  #instruction(each: Instruction, all: readonly Instruction[]): string {
    const { mnemonic, layout } = OPCODES[each.opcode] ?? bug(`no opcode ${each.opcode}`);
    const name = each.isWide ? `wide ${mnemonic}` : mnemonic;
    const offset = (index: number): string => String(all[index]?.offset);
    switch (layout) {
      case "none":
      case "wide":
        return name;
      case "byte":
      case "short":
      case "local":
        return `${name} ${each.operand}`;
      case "increment":
        return `${name} ${each.operand} by ${each.extra}`;
      case "branch":
      case "branch32":
        return `${name} ${offset(each.target)}`;
      case "arrayType":
        return `${name} ${ARRAY_TYPES[each.operand - 4]}`;
      case "multiarray":
        return `${name} ${this.#constant(each.operand)} ${each.extra}`;
      case "constant8":
      case "constant":
      case "interface":
      case "dynamic":
        return `${name} ${this.#constant(each.operand)}`;
      case "tableswitch":
      case "lookupswitch": {
        if (each.table === null) bug("a switch has no table");
        const { keys, targets, defaultTarget } = each.table;
        const cases = targets.map((target, i) => `${keys[i]}: ${offset(target)}`);
        return `${name} ${[...cases, `default: ${offset(defaultTarget)}`].join(", ")}`;
      }
      default:
        return unreachable(layout);
    }
  }

  #constant(index: number): string {
    const constants = this.#constants;
    switch (constants.tag(index)) {
      case Tag.integer:
        return String(constants.int(index));
      case Tag.float:
        return `${numberOf("float", constants.floatBits(index), 0)}f`;
      case Tag.long:
        return `${(BigInt(constants.high(index)) << 32n) | BigInt(constants.low(index) >>> 0)}L`;
      case Tag.double:
        return `${numberOf("double", constants.low(index), constants.high(index))}d`;
      case Tag.string:
        return JSON.stringify(constants.string(index));
      case Tag.class:
        return constants.className(index);
      case Tag.methodType:
        return constants.methodType(index);
      case Tag.methodHandle: {
        const { kind, owner, name, descriptor } = constants.methodHandle(index);
        return `handle ${kind} ${owner}.${name}${descriptor}`;
      }
      case Tag.dynamic:
      case Tag.invokeDynamic: {
        const { bootstrapMethod, name, descriptor } = constants.dynamic(index);
        return `${name} ${descriptor} by bootstrap method ${bootstrapMethod}`;
      }
      default: {
        const { owner, name, descriptor } = constants.member(index);
        return `${owner}.${name}${descriptor.startsWith("(") ? "" : " "}${descriptor}`;
      }
    }
  }
}

/** Attributes that have a form of their own above, or add nothing to it. */
const SHOWN: ReadonlySet<string> = new Set([
  "Code",
  "ConstantValue",
  "Exceptions",
  "LineNumberTable",
  "PermittedSubclasses",
  "Record",
]);

const ARRAY_TYPES = ["boolean", "char", "float", "double", "byte", "short", "int", "long"];

type FlagNames = readonly (readonly [flag: number, name: string])[];

const COMMON_FLAGS: FlagNames = [
  [ACC_PUBLIC, "public"],
  [ACC_PRIVATE, "private"],
  [ACC_PROTECTED, "protected"],
  [ACC_STATIC, "static"],
  [ACC_FINAL, "final"],
  [ACC_ABSTRACT, "abstract"],
  [ACC_SYNTHETIC, "synthetic"],
];
const CLASS_FLAGS: FlagNames = [
  ...COMMON_FLAGS,
  [ACC_ANNOTATION, "annotation"],
  [ACC_ENUM, "enum"],
  [ACC_INTERFACE, "interface"],
];
const FIELD_FLAGS: FlagNames = [
  ...COMMON_FLAGS,
  [ACC_VOLATILE, "volatile"],
  [ACC_TRANSIENT, "transient"],
  [ACC_ENUM, "enum"],
];
const METHOD_FLAGS: FlagNames = [
  ...COMMON_FLAGS,
  [ACC_SYNCHRONIZED, "synchronized"],
  [ACC_BRIDGE, "bridge"],
  [ACC_VARARGS, "varargs"],
  [ACC_NATIVE, "native"],
  [ACC_STRICT, "strict"],
];

/** Each with a blank after it. */
const flagNames = (flags: number, names: FlagNames): string =>
  names.flatMap(([flag, name]) => ((flags & flag) === 0 ? [] : [`${name} `])).join("");

function numberOf(type: "float" | "double", low: number, high: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, low, true);
  view.setInt32(4, high, true);
  const value = type === "float" ? view.getFloat32(0, true) : view.getFloat64(0, true);
  return Object.is(value, -0) ? "-0" : String(value);
}
