/**
 * Method handles of kind REF_invokeSpecial: a private method, also through a
 * lambda, and super calls that name the superclass, a class above it, and an
 * interface. (A lambda over a super call fails in the JVM, by a bug of its own.)
 */

import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { Member } from "../../../../src/classfile/assembling/constant-pool-builder.ts";
import {
  ACC_ABSTRACT,
  ACC_INTERFACE,
  ACC_PRIVATE,
  ACC_PUBLIC,
} from "../../../../src/classfile/format/access-flags.ts";
import { type AssembledProgram, OBJECT, Scope, STATIC } from "./assemble.ts";

const INVOKE_STATIC = 6;
const INVOKE_SPECIAL = 7;
const LOOKUP = "Ljava/lang/invoke/MethodHandles$Lookup;";
const TYPE = "Ljava/lang/invoke/MethodType;";
const SUPPLIER = "java/util/function/Supplier";
const TEXT = "()Ljava/lang/String;";
const VERSION = 52;

const TOP = "opcodes/SpecialTop";
const MIDDLE = "opcodes/SpecialMiddle";
const FACE = "opcodes/SpecialFace";
const BOTTOM = "opcodes/SpecialBottom";

/** A method `who` that gives a word. */
function saying(cls: ClassAssembler, access: number, name: string, text: string): ClassAssembler {
  return cls.method(access, name, TEXT, (code) => {
    code.pushString(text).emit("areturn");
  });
}

function withConstructor(cls: ClassAssembler, superName: string): ClassAssembler {
  return cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    code.emit("aload_0");
    code.emit("invokespecial", { owner: superName, name: "<init>", descriptor: "()V" });
    code.emit("return");
  });
}

function bottom(): ClassAssembler {
  const cls = new ClassAssembler({
    name: BOTTOM,
    superName: MIDDLE,
    interfaces: [FACE],
    majorVersion: VERSION,
  });
  withConstructor(cls, MIDDLE);
  saying(cls, ACC_PUBLIC, "who", "bottom");
  saying(cls, ACC_PUBLIC, "face", "bottom of face");
  saying(cls, ACC_PRIVATE, "own", "private");
  const targets: readonly Member[] = [
    { owner: BOTTOM, name: "own", descriptor: TEXT },
    { owner: MIDDLE, name: "who", descriptor: TEXT },
    { owner: TOP, name: "who", descriptor: TEXT },
    { owner: FACE, name: "face", descriptor: TEXT, isInterface: true },
  ];
  const { constants } = cls;
  const metafactory = constants.addMethodHandle(INVOKE_STATIC, {
    owner: "java/lang/invoke/LambdaMetafactory",
    name: "metafactory",
    descriptor: `(${LOOKUP}Ljava/lang/String;${TYPE}${TYPE}Ljava/lang/invoke/MethodHandle;${TYPE})Ljava/lang/invoke/CallSite;`,
  });
  return cls.method(ACC_PUBLIC, "show", "()V", (code) => {
    const print = { owner: "opcodes/SpecialHandles", name: "show", descriptor: `(${OBJECT})V` };
    for (const target of targets) {
      code.pushMethodHandle(INVOKE_SPECIAL, target).emit("aload_0");
      code.emit("invokevirtual", {
        owner: "java/lang/invoke/MethodHandle",
        name: "invokeExact",
        descriptor: `(L${BOTTOM};)Ljava/lang/String;`,
      });
      code.emit("invokestatic", print);
    }
    const site = cls.bootstrapMethod(metafactory, [
      constants.addMethodType(`()${OBJECT}`),
      constants.addMethodHandle(INVOKE_SPECIAL, targets[0]!),
      constants.addMethodType(TEXT),
    ]);
    code.emit("aload_0").invokeDynamic(site, "get", `(L${BOTTOM};)L${SUPPLIER};`);
    code.emit("invokeinterface", {
      owner: SUPPLIER,
      name: "get",
      descriptor: `()${OBJECT}`,
      isInterface: true,
    });
    code.emit("invokestatic", print);
    code.emit("return");
  });
}

export const specialHandles: AssembledProgram = program();

function program(): AssembledProgram {
  const top = withConstructor(
    new ClassAssembler({ name: TOP, majorVersion: VERSION }),
    "java/lang/Object",
  );
  const middle = new ClassAssembler({ name: MIDDLE, superName: TOP, majorVersion: VERSION });
  const face = new ClassAssembler({
    name: FACE,
    accessFlags: ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT,
    majorVersion: VERSION,
  });
  const scope = new Scope("SpecialHandles", VERSION);
  scope.assembler.method(STATIC, "show", `(${OBJECT})V`, (code) => {
    code.emit("getstatic", {
      owner: "java/lang/System",
      name: "out",
      descriptor: "Ljava/io/PrintStream;",
    });
    code.emit("aload_0");
    code.emit("invokevirtual", {
      owner: "java/io/PrintStream",
      name: "println",
      descriptor: `(${OBJECT})V`,
    });
    code.emit("return");
  });
  scope.assembler.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    code.emit("new", BOTTOM).emit("dup");
    code.emit("invokespecial", { owner: BOTTOM, name: "<init>", descriptor: "()V" });
    code.emit("invokevirtual", { owner: BOTTOM, name: "show", descriptor: "()V" });
    code.emit("return");
  });
  return {
    name: "SpecialHandles",
    classes: [
      scope.assembler,
      saying(top, ACC_PUBLIC, "who", "top"),
      saying(withConstructor(middle, TOP), ACC_PUBLIC, "who", "middle"),
      saying(face, ACC_PUBLIC, "face", "face"),
      bottom(),
    ],
  };
}
