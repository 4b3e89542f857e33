import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { ConstantPoolBuilder } from "../../../../src/classfile/assembling/constant-pool-builder.ts";
import { decodeCode } from "../../../../src/classfile/code/decoder.ts";
import * as Acc from "../../../../src/classfile/format/access-flags.ts";
import { Tag } from "../../../../src/classfile/format/constant-pool.ts";
import { OPCODES } from "../../../../src/classfile/format/opcodes.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { plainClass, richClass } from "../samples.ts";

const assembled = (body: (code: CodeBuilder) => void, descriptor: string = "()V") => {
  const assembler = new ClassAssembler({ name: "T" }).method(Acc.ACC_STATIC, "m", descriptor, body);
  const code = assembler.toClassFile().methods[0]!.code!;
  return { code, constants: assembler.constants };
};

const mnemonics = (body: (code: CodeBuilder) => void): string[] => {
  const { code, constants } = assembled(body);
  return decodeCode(code, constants, "m").instructions.map(
    ({ opcode, isWide }) => (isWide ? "wide " : "") + OPCODES[opcode]!.mnemonic,
  );
};

const far = (mnemonic: "goto" | "goto_w") => () =>
  assembled((code) => {
    const end = code.label();
    code.emit(mnemonic, end);
    for (let i = 0; i < 40_000; i++) code.emit("nop");
    code.mark(end);
    code.emit("return");
  });

describe("constant pool builder", () => {
  test("equal constants share an entry, wide ones take two", () => {
    const pool = new ConstantPoolBuilder();
    const long = pool.addLong(-1n);
    const next = pool.addInt(-1);
    expect(next).toBe(long + 2);
    expect(pool.tag(long + 1)).toBe(0);
    expect(pool.addLong(-1n)).toBe(long);
    expect(pool.addClass("A")).toBe(pool.addClass("A"));
    expect(pool.addString("A")).not.toBe(pool.addClass("A"));
    expect([pool.high(long), pool.low(long)]).toEqual([-1, -1]);
  });

  test("0.0 and -0.0 are two constants", () => {
    const pool = new ConstantPoolBuilder();
    expect(pool.addDouble(0)).not.toBe(pool.addDouble(-0));
    expect(pool.floatBits(pool.addFloat(-0))).toBe(-0x80000000);
  });

  test("asking for the wrong kind is a typed error", () => {
    const pool = new ConstantPoolBuilder();
    expect(() => pool.className(pool.addInt(1))).toThrow(/constant 1 should be a Class/);
    expect(() => pool.utf8(99)).toThrow(/constant 99 should be a Utf8/);
  });

  test("member kinds follow the descriptor", () => {
    const pool = new ConstantPoolBuilder();
    const tagOf = (descriptor: string, isInterface: boolean) =>
      pool.tag(pool.addMember({ owner: "A", name: "m", descriptor, isInterface }));
    expect(tagOf("I", false)).toBe(Tag.fieldRef);
    expect(tagOf("()V", false)).toBe(Tag.methodRef);
    expect(tagOf("()V", true)).toBe(Tag.interfaceMethodRef);
  });
});

describe("code builder", () => {
  test("the shortest push is chosen", () => {
    expect(
      mnemonics((code) => {
        for (const value of [-1, 5, 6, -128, 128, -32768, 32768]) code.pushInt(value);
        code.pushLong(1n).pushLong(2n).emit("return");
      }),
    ).toEqual(
      "iconst_m1 iconst_5 bipush bipush sipush sipush ldc lconst_1 ldc2_w return".split(" "),
    );
  });

  test("wide forms appear where operands need them", () => {
    expect(
      mnemonics((code) => {
        code.emit("iinc", 255, 127).emit("iinc", 0, 128).emit("lload", 256).emit("return");
        code.maxStack(2);
      }),
    ).toEqual(["iinc", "wide iinc", "wide lload", "return"]);
  });

  test("locals are counted, two slots for wide values", () => {
    const { code } = assembled((c) => c.emit("dconst_0").emit("dstore", 7).emit("return"));
    expect(code).toMatchObject({ maxLocals: 9, maxStack: 2 });
  });

  test("parameters count as locals even when unused", () => {
    expect(assembled((code) => code.emit("return"), "(JI)V").code.maxLocals).toBe(3);
  });

  test("the stack depth follows branches, calls and handlers", () => {
    const { code } = assembled((c) => {
      const other = c.label();
      c.emit("iconst_0").emit("ifeq", other);
      c.emit("lconst_0").emit("lconst_0").emit("ladd").emit("pop2").emit("return");
      c.mark(other);
      c.emit("lconst_0").emit("dconst_0").pushInt(1);
      c.emit("invokestatic", { owner: "A", name: "f", descriptor: "(JDI)J" });
      c.emit("pop2").emit("return");
    });
    expect(code.maxStack).toBe(5);
  });

  test("a subroutine finds its return address on the stack", () => {
    const { code } = assembled((c) => {
      const sub = c.label();
      c.emit("iconst_1").emit("jsr", sub).emit("pop").emit("return");
      c.mark(sub);
      c.emit("astore_0").emit("ret", 0);
    });
    expect(code.maxStack).toBe(2);
  });

  test("a branch beyond 32 KiB is refused, goto_w takes it", () => {
    expect(far("goto")).toThrow(/too far/);
    expect(far("goto_w")().code.bytes.length).toBe(40_006);
  });

  test("an unmarked label is our bug, and said so", () => {
    expect(() => assembled((code) => code.emit("goto", code.label()))).toThrow(/never marked/);
  });
});

describe("class assembler", () => {
  test("bytes read back equal what was assembled", () => {
    for (const assembler of [plainClass(), richClass()]) {
      const bytes = assembler.toBytes();
      const { constants: _, ...direct } = assembler.toClassFile();
      const { constants, ...read } = readClass(bytes, "test");
      expect(read).toEqual(direct);
      expect(constants.count).toBe(assembler.constants.count);
    }
  });

  test("writing twice gives the same bytes", () => {
    const assembler = richClass();
    expect(assembler.toBytes()).toEqual(assembler.toBytes());
  });
});
