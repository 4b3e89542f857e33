/** Programs instrumented for a JVM: a call in front of every access, and everything else unchanged. */
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { decodeCode } from "../../../../src/classfile/code/decoder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { OPCODES } from "../../../../src/classfile/format/opcodes.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { FAMILY_NAMES, programOf } from "../../../../src/fuzz/families/all-families.ts";
import { inputOf } from "../../../../src/fuzz/fuzz-input.ts";
import { canRunOnJvm, jvmClassOf } from "../../../../src/fuzz/jvm/instrument.ts";
import { parseRuns } from "../../../../src/fuzz/jvm/outcomes.ts";

const FIELD = { owner: "A", name: "x", descriptor: "I" };

function classWith(body: (code: CodeBuilder) => void): Uint8Array {
  return new ClassAssembler({ name: "A" })
    .field(ACC_STATIC, "x", "I")
    .method(ACC_PUBLIC | ACC_STATIC, "m", "()V", body)
    .toBytes();
}

/** What a class's first method does, with the targets of branches. */
function listing(bytes: Uint8Array): string[] {
  const { methods, constants } = readClass(bytes, "A");
  const [method] = methods;
  return decodeCode(method!.code!, constants, "m").instructions.map(
    ({ opcode, operand, target }) => {
      const { mnemonic, layout } = OPCODES[opcode]!;
      const member = layout === "constant" ? ` ${constants.member(operand).name}` : "";
      return `${mnemonic}${member}${target < 0 ? "" : ` ${target}`}`;
    },
  );
}

describe("in front of every access there is a call", () => {
  test("which branches lead to", () => {
    const bytes = classWith((code) => {
      const start = code.mark();
      code.emit("getstatic", FIELD).emit("ifeq", start);
      code.emit("iconst_1").emit("putstatic", FIELD).emit("return");
    });
    expect(listing(jvmClassOf(bytes))).toEqual([
      "invokestatic point",
      "getstatic x",
      "ifeq 0",
      "iconst_1",
      "invokestatic point",
      "putstatic x",
      "return",
    ]);
  });

  test("which is inside the try block of the access", () => {
    const bytes = classWith((code) => {
      const [start, end, handler] = [code.label(), code.label(), code.label()];
      code.emit("nop").mark(start);
      code.emit("getstatic", FIELD).emit("pop").mark(end);
      code.emit("return").mark(handler);
      code.emit("pop").emit("return");
      code.handler(start, end, handler, "java/lang/Exception");
    });
    const code = readClass(jvmClassOf(bytes), "A").methods[0]!.code!;
    const { indexAt } = decodeCode(code, readClass(jvmClassOf(bytes), "A").constants, "m");
    const places = code.handlers.map(({ start, end, handler, catchType }) => [
      indexAt[start],
      indexAt[end],
      indexAt[handler],
      catchType,
    ]);
    expect(places).toEqual([[1, 4, 5, "java/lang/Exception"]]);
  });

  test("and a program's exit becomes a call as well", () => {
    const bytes = classWith((code) => {
      code.emit("iconst_3");
      code.emit("invokestatic", { owner: "java/lang/System", name: "exit", descriptor: "(I)V" });
      code.emit("return");
    });
    const { methods, constants } = readClass(jvmClassOf(bytes), "A");
    const { instructions } = decodeCode(methods[0]!.code!, constants, "m");
    const called = instructions.filter(
      ({ opcode }) => OPCODES[opcode]!.mnemonic === "invokestatic",
    );
    expect(called.map(({ operand }) => constants.member(operand))).toMatchObject([
      { owner: "deadwood/fuzz/Hooks", name: "point" },
      { owner: "deadwood/fuzz/Hooks", name: "exit", descriptor: "(I)V" },
    ]);
  });
});

test.each(FAMILY_NAMES)("classes of %s programs stay well-formed", (kind) => {
  for (let seed = 0; seed < 20; seed++) {
    for (const [name, bytes] of inputOf(programOf({ kind, seed })).classes) {
      const { methods, constants } = readClass(jvmClassOf(bytes), name);
      for (const { code, name: method } of methods) {
        if (code !== null) decodeCode(code, constants, method);
      }
    }
  }
});

function calling(owner: string, name: string, descriptor: string): Uint8Array {
  return classWith((code) => {
    const isVirtual = descriptor === "(Z)V" || descriptor === "(I)V";
    if (isVirtual) code.emit("aconst_null").emit("iconst_1");
    const op = isVirtual ? "invokevirtual" : "invokestatic";
    code.emit(op, { owner, name, descriptor }).emit("return");
  });
}

const canRun = (bytes: Uint8Array): boolean => canRunOnJvm(new Map([["A", bytes]]));

test("programs that a JVM cannot run are left out", () => {
  expect(canRun(calling("deadwood/Verify", "beginAtomic", "()V"))).toBe(false);
  expect(canRun(calling("Worker", "setDaemon", "(Z)V"))).toBe(false);
  expect(canRun(calling("java/lang/Runtime", "halt", "(I)V"))).toBe(false);
  expect(canRun(calling("java/lang/Thread", "yield", "()V"))).toBe(true);
});

test("the runner's output is parsed if it is complete", () => {
  const first = { outcomes: new Set(["end Main.r0=1 ", "deadlock"]), runs: 5 };
  expect(parseRuns("3\tend Main.r0=1 \n2\tdeadlock\ndone\n")).toEqual([first]);
  const second = { outcomes: new Set(["exit 3"]), runs: 1 };
  expect(parseRuns("3\tend Main.r0=1 \n2\tdeadlock\ndone\n1\texit 3\ndone\n")).toEqual([
    first,
    second,
  ]);
  expect(parseRuns("done\n")).toEqual([{ outcomes: new Set(), runs: 0 }]);
  expect(parseRuns("3\tend\n")).toEqual([]);
  expect(parseRuns("")).toEqual([]);
});
