/** Classes that use as much of the class file format as the assembler can make. */

import { ByteWriter } from "../../../src/classfile/assembling/byte-writer.ts";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import type { ConstantPoolBuilder } from "../../../src/classfile/assembling/constant-pool-builder.ts";
import * as Acc from "../../../src/classfile/format/access-flags.ts";

export const OBJECT_INIT = { owner: "java/lang/Object", name: "<init>", descriptor: "()V" };

export const constructorBody = (code: CodeBuilder): void => {
  code.emit("aload_0").emit("invokespecial", OBJECT_INIT).emit("return");
};

/** A class with nothing but a constructor. */
export const plainClass = (name: string = "p/Plain", majorVersion: number = 49): ClassAssembler =>
  new ClassAssembler({ name, majorVersion }).method(
    Acc.ACC_PUBLIC,
    "<init>",
    "()V",
    constructorBody,
  );

function switches(code: CodeBuilder): void {
  const [one, two, end] = [code.label(), code.label(), code.label()];
  code.line(10).emit("iload_0").tableswitch(-1, [one, two, end], end);
  code.mark(one);
  code.line(11).emit("iload_0");
  code.lookupswitch(
    [
      [1000, end],
      [-5, two],
    ],
    end,
  );
  code.mark(two);
  code.emit("iinc", 0, 1).emit("iinc", 300, -1000).emit("goto_w", end);
  code.mark(end);
  code.line(12).emit("iload_0").emit("ireturn");
}

function handlers(code: CodeBuilder): void {
  const start = code.mark();
  code.emit("aload_0").emit("monitorenter").pushString("\u0000\ud800é𝄞").emit("pop");
  const end = code.mark();
  code.emit("return");
  const caught = code.mark();
  code.emit("astore", 260).emit("aload", 260).emit("athrow");
  code.handler(start, end, caught, "java/lang/RuntimeException").handler(start, end, caught, null);
  code.localVariable(0, "this", "Lp/Rich;", start, caught);
}

function dynamic(code: CodeBuilder, bootstrap: number): void {
  code
    .pushInt(7)
    .pushInt(-100)
    .pushInt(30_000)
    .pushInt(1 << 30);
  code.emit("pop2").emit("pop2");
  code
    .pushLong(1n << 40n)
    .emit("pop2")
    .pushDouble(-0)
    .emit("pop2")
    .pushFloat(1.5)
    .emit("pop");
  code.pushMethodType("(JD)V").emit("pop").pushClass("[[I").emit("pop");
  code.pushMethodHandle(6, { owner: "p/Rich", name: "s", descriptor: "(I)I" }).emit("pop");
  code.pushDynamic(bootstrap, "c", "J").emit("pop2");
  code.invokeDynamic(bootstrap, "run", "()Ljava/lang/Runnable;");
  code.emit("invokeinterface", { owner: "java/lang/Runnable", name: "run", descriptor: "()V" });
  code.pushInt(2).pushInt(3).emit("multianewarray", "[[I", 2).emit("pop");
  code.pushInt(2).emit("newarray", 10).emit("pop");
  code.emit("getstatic", { owner: "p/Rich", name: "K", descriptor: "I" }).emit("pop");
  code.emit("return");
}

/** CLDC form: one entry with a local of the given class and one not yet initialised. */
function stackMap(classIndex: number): Uint8Array {
  const out = new ByteWriter();
  for (const value of [1, 3, 2]) out.u2(value);
  out.u1(7);
  out.u2(classIndex);
  out.u1(8);
  out.u2(0);
  out.u2(0);
  return out.toBytes();
}

/** @A(i = 1, s = {"x"}, e = E.K, c = int.class, n = @A), visible at run time. */
export function annotations(constants: ConstantPoolBuilder): Uint8Array {
  const out = new ByteWriter();
  const text = (value: string): void => out.u2(constants.addUtf8(value));
  const tag = (value: string): void => out.u1(value.charCodeAt(0));
  out.u2(1);
  text("Lp/A;");
  out.u2(5);
  text("i");
  tag("I");
  out.u2(constants.addInt(1));
  text("s");
  tag("[");
  out.u2(1);
  tag("s");
  text("x");
  text("e");
  tag("e");
  text("Lp/E;");
  text("K");
  text("c");
  tag("c");
  text("I");
  text("n");
  tag("@");
  text("Lp/A;");
  out.u2(0);
  return out.toBytes();
}

export function richClass(majorVersion: number = 61): ClassAssembler {
  const assembler = new ClassAssembler({
    name: "p/Rich",
    interfaces: ["java/lang/Cloneable", "java/io/Serializable"],
    majorVersion,
    sourceFile: "Rich.java",
    signature: "Ljava/lang/Object;",
    innerClasses: [
      { inner: "p/Rich$In", outer: "p/Rich", innerName: "In", accessFlags: Acc.ACC_STATIC },
      { inner: "p/Rich$1", outer: null, innerName: null, accessFlags: 0 },
    ],
    enclosingMethod: { className: "p/Outer", methodName: "m", methodDescriptor: "()V" },
    nestMembers: ["p/Rich$In", "p/Rich$1"],
    permittedSubclasses: ["p/Sub"],
    recordComponents: [
      { name: "x", descriptor: "I", signature: null },
      { name: "ys", descriptor: "Ljava/util/List;", signature: "Ljava/util/List<TT;>;" },
    ],
  });
  const { constants } = assembler;
  const bootstrap = assembler.bootstrapMethod(
    constants.addMethodHandle(6, { owner: "p/B", name: "boot", descriptor: "()V" }),
    [constants.addString("arg"), constants.addLong(5n), constants.addInt(1)],
  );
  assembler.attribute("RuntimeVisibleAnnotations", annotations(constants));
  const staticFinal = Acc.ACC_STATIC | Acc.ACC_FINAL;
  assembler
    .field(staticFinal, "K", "I", { constantValue: constants.addInt(42) })
    .field(staticFinal, "S", "Ljava/lang/String;", { constantValue: constants.addString("k") })
    .field(Acc.ACC_PRIVATE, "ys", "Ljava/util/List;", { signature: "Ljava/util/List<TT;>;" })
    .method(Acc.ACC_PUBLIC, "<init>", "()V", constructorBody)
    .method(Acc.ACC_STATIC, "s", "(I)I", switches)
    .method(0, "h", "()V", handlers, { exceptions: ["java/io/IOException", "p/E"] })
    .method(Acc.ACC_STATIC, "d", "()V", (code) => dynamic(code, bootstrap), {
      codeAttributes: { StackMap: stackMap(constants.addClass("p/Rich")) },
    })
    .method(Acc.ACC_NATIVE, "n", "([[JLjava/lang/String;D)[I", null, {
      signature: "([[JLjava/lang/String;D)[I",
      attributes: { MethodParameters: new Uint8Array([1, 0, 0, 0, 0]), Weird: new Uint8Array(3) },
    });
  return assembler;
}
