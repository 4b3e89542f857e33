import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder, Label } from "../../../../src/classfile/assembling/code-builder.ts";
import { decodeCode } from "../../../../src/classfile/code/decoder.ts";
import { encodeCode } from "../../../../src/classfile/code/encoder.ts";
import { readTree } from "../../../../src/classfile/editing/tree.ts";
import { writeTree } from "../../../../src/classfile/editing/tree-writer.ts";
import * as Acc from "../../../../src/classfile/format/access-flags.ts";
import { OPCODES } from "../../../../src/classfile/format/opcodes.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";

/** One step of random code: any instruction, its operands drawn from the numbers. */
interface Step {
  readonly opcode: number;
  readonly a: number;
  readonly b: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  opcode: fc.integer({ min: 0, max: 201 }).filter((opcode) => OPCODES[opcode]!.layout !== "wide"),
  a: fc.integer({ min: 0, max: 0xffff }),
  b: fc.integer({ min: -0x8000, max: 0x7fff }),
});

const MEMBERS = {
  field: { owner: "p/X", name: "f", descriptor: "J" },
  method: { owner: "p/X", name: "m", descriptor: "(IJ)D" },
} as const;

function emit(code: CodeBuilder, { opcode, a, b }: Step, labels: readonly Label[]): void {
  const label = (n: number): Label => labels[Math.abs(n) % labels.length]!;
  const { layout, mnemonic } = OPCODES[opcode]!;
  switch (layout) {
    case "byte":
      code.emit(opcode, (b << 24) >> 24);
      break;
    case "short":
      code.emit(opcode, b);
      break;
    case "constant8":
      code.pushInt(a << 8);
      break;
    case "arrayType":
      code.emit(opcode, 4 + (a % 8));
      break;
    case "local":
      code.emit(opcode, a % 600);
      break;
    case "increment":
      code.emit(opcode, a % 600, b);
      break;
    case "branch":
    case "branch32":
      code.emit(opcode, label(a));
      break;
    case "tableswitch":
      code.tableswitch(b, [label(a), label(b), label(a + b)], label(a));
      break;
    case "lookupswitch":
      code.lookupswitch(
        [
          [b, label(a)],
          [b - a - 1, label(b)],
        ],
        label(a + 1),
      );
      break;
    case "dynamic":
      code.invokeDynamic(0, "run", "(I)J");
      break;
    case "multiarray":
      code.emit(opcode, "[[[J", 1 + (a % 3));
      break;
    case "constant":
      if (mnemonic.startsWith("ldc")) code.pushLong(BigInt(a) << 30n).pushDouble(b / 3);
      else if (/field|static$/.test(mnemonic) && !mnemonic.startsWith("invoke")) {
        code.emit(opcode, MEMBERS.field);
      } else if (mnemonic.startsWith("invoke")) code.emit(opcode, MEMBERS.method);
      else code.emit(opcode, "p/X");
      break;
    case "interface":
      code.emit(opcode, MEMBERS.method);
      break;
    case "none":
    case "wide":
      code.emit(opcode);
  }
}

/** Random code is no good stack discipline, so the depth is given. */
function assemble(steps: readonly Step[]): ClassAssembler {
  const assembler = new ClassAssembler({ name: "p/R", majorVersion: 61 });
  const handle = assembler.constants.addMethodHandle(6, MEMBERS.method);
  assembler.bootstrapMethod(handle, []);
  return assembler.method(Acc.ACC_STATIC, "m", "(J)V", (code) => {
    code.maxStack(100);
    const labels = steps.map(() => code.label());
    const end = code.label();
    steps.forEach((each, i) => {
      code.mark(labels[i]);
      code.line(i + 1);
      emit(code, each, [...labels, end]);
    });
    code.mark(end);
    code.emit("return");
    const last = code.mark();
    code.handler(labels[0] ?? end, last, end, "p/E").localVariable(0, "x", "J", end, last);
  });
}

const program = fc.array(step, { maxLength: 60 });

test("bytes read back give the class that was assembled", () => {
  fc.assert(
    fc.property(program, (steps) => {
      const assembler = assemble(steps);
      const bytes = assembler.toBytes();
      const { constants: _, ...direct } = assembler.toClassFile();
      const { constants, ...read } = readClass(bytes, "R");
      expect(read).toEqual(direct);
      expect(constants.count).toBe(assembler.constants.count);
      expect(writeTree(readTree(bytes, "R"))).toEqual(bytes);
    }),
  );
});

test("encoding what was decoded gives the same bytes", () => {
  fc.assert(
    fc.property(program, (steps) => {
      const { methods, constants } = assemble(steps).toClassFile();
      const code = methods[0]!.code!;
      const { instructions, indexAt } = decodeCode(code, constants, "m");
      const { bytes, offsets } = encodeCode(instructions);
      expect(bytes).toEqual(code.bytes);
      instructions.forEach(({ offset }, i) => {
        expect(offsets[i]).toBe(offset);
        expect(indexAt[offset]).toBe(i);
      });
    }),
  );
});
