/** Which calls of Unsafe are known to be about one field, and which only look so. */
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { u1, u2 } from "../../../../src/classfile/code/bytecode-scan.ts";
import {
  ACC_FINAL,
  ACC_PUBLIC,
  ACC_STATIC,
} from "../../../../src/classfile/format/access-flags.ts";
import { findJdk } from "../../../../src/classfile/sources/jdk.ts";
import { AnalysisProgram } from "../../../../src/liveness/code/analysis-program.ts";
import { ArgumentTypes } from "../../../../src/liveness/code/argument-types.ts";
import { allInstructions } from "../../../../src/liveness/code/reachable-code.ts";
import { UnsafeCalls } from "../../../../src/liveness/code/unsafe-calls.ts";
import { machineOf } from "../../../support/machine.ts";

const UNSAFE = "jdk/internal/misc/Unsafe";
const STATIC = ACC_PUBLIC | ACC_STATIC;

const unsafe = (code: CodeBuilder, name: string, descriptor: string): CodeBuilder =>
  code.emit("invokevirtual", { owner: UNSAFE, name, descriptor });
const getStatic = (code: CodeBuilder, name: string, descriptor: string): CodeBuilder =>
  code.emit("getstatic", { owner: "Main", name, descriptor });
const U = (code: CodeBuilder): CodeBuilder => getStatic(code, "U", `L${UNSAFE};`);

type Emit = (code: CodeBuilder) => unknown;

/** OFFSET = the offset of x, and then what `setTwice` does; m(Main, Object) does `body`. */
function program(body: Emit, isFinal = true, setTwice: Emit = () => {}): ClassAssembler[] {
  const main = new ClassAssembler({ name: "Main" });
  main.field(ACC_PUBLIC, "x", "I").field(ACC_PUBLIC, "r", "Ljava/lang/Object;");
  main.field(STATIC, "U", `L${UNSAFE};`).field(STATIC | (isFinal ? ACC_FINAL : 0), "OFFSET", "J");
  main.method(STATIC, "<clinit>", "()V", (code) => {
    const get = { owner: UNSAFE, name: "getUnsafe", descriptor: `()L${UNSAFE};` };
    code.emit("invokestatic", get);
    code.emit("putstatic", { owner: "Main", name: "U", descriptor: `L${UNSAFE};` });
    U(code).pushClass("Main").pushString("x");
    unsafe(code, "objectFieldOffset", "(Ljava/lang/Class;Ljava/lang/String;)J");
    code.emit("putstatic", { owner: "Main", name: "OFFSET", descriptor: "J" });
    setTwice(code);
    code.emit("return");
  });
  main.method(STATIC, "m", "(LMain;Ljava/lang/Object;)V", (code) => {
    body(code);
    code.emit("return");
  });
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    code.emit("return");
  });
  return [main];
}

/** The accesses that m makes by way of Unsafe: "update x". */
function accesses(classes: readonly ClassAssembler[]): (string | null)[] {
  const { m } = machineOf({ mainClass: "Main", classes, heapWords: 1 << 20, stackWords: 1 << 12 });
  const world = new AnalysisProgram(m);
  const method = world.find("Main")!.methods.find(({ name }) => name === "m")!;
  const calls = new UnsafeCalls(world, new ArgumentTypes());
  const code = method.code!;
  const offsets = allInstructions(code.bytes);
  const found: (string | null)[] = [];
  offsets.forEach((at, i) => {
    if (u1(code.bytes, at) !== 182) return;
    const ref = method.owner.file!.constants.member(u2(code.bytes, at + 1));
    const access = calls.at(method, code, offsets, i, ref);
    found.push(access === null ? null : `${access.kind} ${access.field.name}`);
  });
  return found;
}

const place = (code: CodeBuilder): CodeBuilder => getStatic(U(code).emit("aload_0"), "OFFSET", "J");
const add = (code: CodeBuilder): CodeBuilder =>
  unsafe(code, "getAndAddInt", "(Ljava/lang/Object;JI)I").emit("pop");

describe.skipIf(findJdk({}) === null)("calls of Unsafe", () => {
  test("with the offset of a field of the object are accesses to it", () => {
    const classes = program((code) => {
      add(place(code).emit("iconst_1"));
      unsafe(place(code), "getInt", "(Ljava/lang/Object;J)I").emit("pop");
      unsafe(place(code).emit("iconst_1"), "putIntVolatile", "(Ljava/lang/Object;JI)V");
      place(code).emit("iconst_1").emit("iconst_2");
      unsafe(code, "compareAndSetInt", "(Ljava/lang/Object;JII)Z").emit("pop");
    });
    expect(accesses(classes)).toEqual(["update x", "get x", "put x", "compare x"]);
  });

  test("whose value is computed on the way, too", () => {
    const classes = program((code) => {
      place(code).emit("aload_0").emit("getfield", { owner: "Main", name: "x", descriptor: "I" });
      add(code.emit("iconst_1").emit("iadd"));
    });
    expect(accesses(classes)).toEqual(["update x"]);
  });

  test.each<readonly [string, Emit]>([
    [
      "an offset that was computed",
      (code) => add(place(code).emit("lconst_1").emit("ladd").emit("iconst_1")),
    ],
    [
      "an object that may be another",
      (code) => add(getStatic(U(code).emit("aload_1"), "OFFSET", "J").emit("iconst_1")),
    ],
    [
      "another type than the field's",
      (code) => unsafe(place(code), "getLong", "(Ljava/lang/Object;J)J").emit("pop2"),
    ],
    [
      "a reference in place of a number",
      (code) =>
        unsafe(place(code), "getReference", "(Ljava/lang/Object;J)Ljava/lang/Object;").emit("pop"),
    ],
    [
      "an offset from elsewhere on some way",
      (code) => {
        const [other, join] = [code.label(), code.label()];
        U(code).emit("aload_0").emit("aload_1").emit("ifnull", other);
        code.emit("lconst_1").emit("goto", join).mark(other);
        getStatic(code, "OFFSET", "J").mark(join);
        add(code.emit("iconst_1"));
      },
    ],
    [
      "operands that were exchanged",
      (code) => {
        getStatic(U(code).emit("aload_0"), "OFFSET", "J").emit("lconst_1");
        add(
          code.emit("dup2_x2").emit("pop2").emit("l2i").emit("i2l").emit("pop2").emit("iconst_1"),
        );
      },
    ],
  ])("are not with %s", (_, body) => {
    expect(accesses(program(body))).toEqual([null]);
  });

  test("are not where the offset may change, or was set to something else", () => {
    const body: Emit = (code) => add(place(code).emit("iconst_1"));
    expect(accesses(program(body))).toEqual(["update x"]);
    expect(accesses(program(body, false))).toEqual([null]);
    const twice: Emit = (code) =>
      code.emit("lconst_1").emit("putstatic", { owner: "Main", name: "OFFSET", descriptor: "J" });
    expect(accesses(program(body, true, twice))).toEqual([null]);
  });
});
