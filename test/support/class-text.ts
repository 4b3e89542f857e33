/** What a class file says, independent of where its constants stand: two files can be compared. */

import { decodeCode } from "../../src/classfile/code/decoder.ts";
import type { ClassFile, CodeInfo } from "../../src/classfile/format/class-file.ts";
import { Tag } from "../../src/classfile/format/constant-pool.ts";
import { OPCODES } from "../../src/classfile/format/opcodes.ts";

export function classText(file: ClassFile): unknown {
  const { constants: _, bootstrapMethods: __, visibleAnnotations, ...rest } = file;
  return {
    ...rest,
    visibleAnnotations: visibleAnnotations?.length ?? null,
    fields: file.fields.map((field) => ({
      ...field,
      constantValue: constantText(file, field.constantValue),
    })),
    methods: file.methods.map((method) => ({
      ...method,
      code: method.code === null ? null : codeText(file, method.code),
    })),
  };
}

function codeText(file: ClassFile, code: CodeInfo): unknown {
  const { bytes, stackMap, ...rest } = code;
  const { instructions } = decodeCode(code, file.constants, "");
  const texts = instructions.map((each) => {
    const layout = OPCODES[each.opcode]!.layout;
    const namesConstant =
      layout.startsWith("constant") ||
      layout === "interface" ||
      layout === "dynamic" ||
      layout === "multiarray";
    return { ...each, operand: namesConstant ? constantText(file, each.operand) : each.operand };
  });
  const frames = stackMap?.length ?? null;
  return { ...rest, length: bytes.length, frames, instructions: texts };
}

/** A constant with all that it refers to. */
export function constantText(file: ClassFile, index: number): string {
  if (index === 0) return "none";
  const { constants, bootstrapMethods } = file;
  const tag = constants.tag(index);
  const of = (value: unknown): string => `${tag} ${JSON.stringify(value)}`;
  switch (tag) {
    case Tag.class:
      return of(constants.className(index));
    case Tag.string:
      return of(constants.string(index));
    case Tag.integer:
      return of(constants.int(index));
    case Tag.float:
      return of(constants.floatBits(index));
    case Tag.long:
    case Tag.double:
      return of([constants.high(index), constants.low(index)]);
    case Tag.fieldRef:
    case Tag.methodRef:
    case Tag.interfaceMethodRef:
      return of(constants.member(index));
    case Tag.methodHandle:
      return of(constants.methodHandle(index));
    case Tag.methodType:
      return of(constants.methodType(index));
    case Tag.dynamic:
    case Tag.invokeDynamic: {
      const { bootstrapMethod, name, descriptor } = constants.dynamic(index);
      const { methodHandle, args } = bootstrapMethods[bootstrapMethod]!;
      const texts = [methodHandle, ...args].map((each) => constantText(file, each));
      return of([name, descriptor, ...texts]);
    }
    default:
      throw new Error(`a constant of kind ${tag} stands in code`);
  }
}
