import { describe, expect, test } from "vitest";
import { ConstantPoolBuilder } from "../../../../src/classfile/assembling/constant-pool-builder.ts";
import { decodeCode } from "../../../../src/classfile/code/decoder.ts";
import { encodeCode } from "../../../../src/classfile/code/encoder.ts";
import type { ExceptionHandler } from "../../../../src/classfile/format/class-file.ts";
import { OPCODES, Op } from "../../../../src/classfile/format/opcodes.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";

const pool = new ConstantPoolBuilder();
const int = pool.addInt(1);
const long = pool.addLong(1n);
const type = pool.addClass("A");
const array = pool.addClass("[[I");
const init = pool.addMember({ owner: "A", name: "<init>", descriptor: "()V" });
const iface = pool.addMember({ owner: "A", name: "m", descriptor: "(J)V", isInterface: true });
const indy = pool.addInvokeDynamic(0, "m", "()V");
const wideDynamic = pool.addDynamic(0, "c", "J");

const decode = (
  bytes: readonly number[],
  handlers: readonly ExceptionHandler[] = [],
  maxLocals: number = 4,
) => decodeCode({ bytes: Uint8Array.from(bytes), maxLocals, handlers }, pool, "m()V");

const s4 = (value: number) => [value >> 24, value >> 16, value >> 8, value].map((b) => b & 255);

test("the opcode table has 202 rows, each where its number says", () => {
  expect(OPCODES.length).toBe(202);
  OPCODES.forEach((row, index) => {
    expect(row.opcode).toBe(index);
    expect(Op[row.mnemonic]).toBe(index);
  });
  expect([Op.nop, Op.iinc, Op.goto, Op.ret, Op.wide, Op.jsr_w]).toEqual([
    0, 0x84, 0xa7, 0xa9, 0xc4, 0xc9,
  ]);
});

const handlerAt = (offset: number): ExceptionHandler => ({
  start: 0,
  end: 2,
  handler: offset,
  catchType: null,
});

describe("decoding", () => {
  test("branch targets are instruction indices", () => {
    const { instructions, indexAt } = decode([Op.bipush, 0xff, Op.ifeq, 0xff, 0xfe, Op.return]);
    expect(instructions.map(({ offset, operand, target }) => [offset, operand, target])).toEqual([
      [0, -1, -1],
      [2, 0, 0],
      [5, 0, -1],
    ]);
    expect([...indexAt]).toEqual([0, -1, 1, -1, -1, 2, 3]);
  });

  test("switches, with their padding", () => {
    const bytes = [Op.nop, Op.tableswitch, 7, 9, ...s4(23), ...s4(-1), ...s4(0)];
    const table = [...bytes, ...s4(-1), ...s4(23), Op.return];
    const { instructions } = decode(table);
    expect(instructions[1]!.table).toEqual({
      defaultTarget: 2,
      keys: [-1, 0],
      targets: [0, 2],
      padding: [7, 9],
    });
    expect([...encodeCode(instructions).bytes]).toEqual(table);
  });

  test("wide forms", () => {
    const bytes = [Op.wide, Op.iinc, 1, 0, 0xff, 0, Op.wide, Op.aload, 0, 1, Op.return];
    const { instructions } = decode(bytes, [], 300);
    expect(instructions[0]).toMatchObject({ opcode: Op.iinc, operand: 256, extra: -256 });
    expect(instructions[1]).toMatchObject({ opcode: Op.aload, isWide: true, operand: 1 });
    expect([...encodeCode(instructions).bytes]).toEqual(bytes);
  });

  test.each<[string, number[], RegExp]>([
    ["nothing", [], /empty code/],
    ["an unknown opcode", [0xca], /unknown opcode 0xca.*m\(\)V at offset 0/],
    ["a cut-off operand", [Op.nop, Op.sipush, 1], /truncated.*offset 1/],
    ["a cut-off switch", [Op.tableswitch, 0, 0, 0, 0], /truncated/],
    ["a table beyond the end", [Op.tableswitch, 0, 0, 0, ...s4(0), ...s4(0), ...s4(1e9)], /trunc/],
    [
      "low above high",
      [Op.tableswitch, 0, 0, 0, ...s4(0), ...s4(1), ...s4(-2147483648), ...s4(0)],
      /low above high/,
    ],
    ["negative pairs", [Op.lookupswitch, 0, 0, 0, ...s4(0), ...s4(-1)], /negative/],
    [
      "unsorted keys",
      [Op.lookupswitch, 0, 0, 0, ...s4(0), ...s4(2), ...s4(5), ...s4(0), ...s4(5), ...s4(0)],
      /not sorted/,
    ],
    ["a branch into an operand", [Op.goto, 0, 1], /branch to 1/],
    ["a branch to the end", [Op.goto, 0, 3], /branch to 3/],
    ["a branch before the start", [Op.goto, 0xff, 0xff], /branch to -1/],
    ["a local beyond the frame", [Op.iload, 4], /local 4/],
    ["half a long beyond the frame", [Op.lload_3], /local 3/],
    ["a store beyond the frame", [Op.dstore_3], /local 3/],
    ["wide nop", [Op.wide, Op.nop, 0, 0], /wide before nop/],
    ["wide at the end", [Op.wide], /truncated/],
    ["constant 0", [Op.ldc, 0], /constant 0/],
    ["a constant out of range", [Op.ldc_w, 255, 255], /constant 65535/],
    ["ldc of a long", [Op.ldc, long], /cannot use/],
    ["ldc2_w of an int", [Op.ldc2_w, 0, int], /cannot use/],
    ["ldc of a wide dynamic constant", [Op.ldc, wideDynamic], /width/],
    ["getfield of a class", [Op.getfield, 0, type], /cannot use/],
    ["invokevirtual of <init>", [Op.invokevirtual, 0, init], /of <init>/],
    ["a wrong argument count", [Op.invokeinterface, 0, iface, 2, 0], /2 argument slots, not 3/],
    ["a non-zero fourth operand", [Op.invokeinterface, 0, iface, 3, 1], /not zero/],
    ["a non-zero invokedynamic tail", [Op.invokedynamic, 0, indy, 1, 0], /not zero/],
    ["new of an array", [Op.new, 0, array], /array class/],
    ["array type 3", [Op.newarray, 3], /array type 3/],
    ["no dimensions", [Op.multianewarray, 0, array, 0], /0 dimensions/],
    ["too many dimensions", [Op.multianewarray, 0, array, 3], /3 dimensions/],
  ])("%s is refused", (_, bytes, message) => {
    expect(() => decode(bytes)).toThrow(BadClassFileError);
    expect(() => decode(bytes)).toThrow(message);
  });

  test.each([1, 3])("handler offset %i must be an instruction", (offset) => {
    const bytes = [Op.bipush, 1, Op.return];
    expect(() => decode(bytes, [handlerAt(offset)])).toThrow(BadClassFileError);
    expect(decode(bytes, [handlerAt(2)]).instructions.length).toBe(2);
  });
});

test("edited code is laid out anew", () => {
  const { instructions } = decode([Op.goto, 0, 3, Op.return]);
  const nop = decode([Op.nop]).instructions[0]!;
  const [jump, ret] = [instructions[0]!, instructions[1]!];
  const { bytes, offsets } = encodeCode([{ ...jump, target: 2 }, nop, ret]);
  expect([...bytes]).toEqual([Op.goto, 0, 4, Op.nop, Op.return]);
  expect([...offsets]).toEqual([0, 3, 4, 5]);
});
