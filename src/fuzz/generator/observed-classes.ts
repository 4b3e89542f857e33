/**
 * The classes of programs that read values in many ways. `Base` has fields of all sorts. `Left` hides one of
 * them and `Right` has another one, and they answer the same questions from different fields. `Fail` carries
 * a number.
 */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import {
  ACC_ABSTRACT,
  ACC_FINAL,
  ACC_INTERFACE,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
  ACC_VOLATILE,
} from "../../classfile/format/access-flags.ts";
import { ProgramBuilder } from "./additions.ts";
import { call, getField, getStatic, make, putField, putStatic } from "./bytecode.ts";
import { exitWith } from "./exit-code.ts";
import { BASE, clearLocals, emitterFor } from "./observed-statement.ts";
import type { RandomProgram, Surroundings } from "./program.ts";
import { ACC, OBJECT, type Statement } from "./statement.ts";
import { makeThreads, runThreads, worker } from "./worker-threads.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
const STRING = "java/lang/String";

/** Adds a method that returns one int field of a class. */
function answer(cls: ClassAssembler, method: string, owner: string, field: string): void {
  cls.method(ACC_PUBLIC, method, "()I", (code) => {
    getField(code.emit("aload_0"), owner, field, "I").emit("ireturn");
  });
}

function constructor(cls: ClassAssembler, superName: string, then: (code: CodeBuilder) => void) {
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code.emit("aload_0");
    if (superName === "Base") call(code.emit("iload_1"), "invokespecial", "Base", "<init>", "(I)V");
    else call(code, "invokespecial", superName, "<init>", "()V");
    then(code);
    code.emit("return");
  });
}

function shape(): ClassAssembler {
  const flags = ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
  const cls = new ClassAssembler({ name: "Shape", accessFlags: flags });
  return cls.method(ACC_PUBLIC | ACC_ABSTRACT, "shape", "()I", null);
}

function base(): ClassAssembler {
  const interfaces = ["Shape", "java/lang/Cloneable"];
  const cls = new ClassAssembler({ name: "Base", interfaces });
  cls.field(ACC_PUBLIC, "x", "I").field(ACC_PUBLIC, "w", "J").field(ACC_PUBLIC, "e", "D");
  cls.field(ACC_PUBLIC | ACC_VOLATILE, "u", "I").field(ACC_PUBLIC | ACC_FINAL, "f", "I");
  cls.field(ACC_PUBLIC, "l", BASE).field(ACC_PUBLIC, "r", BASE);
  constructor(cls, "java/lang/Object", (code) => {
    putField(code.emit("aload_0").emit("iload_1"), "Base", "f", "I");
  });
  answer(cls, "val", "Base", "x");
  answer(cls, "shape", "Base", "u");
  // It uses nothing of the object but its lock.
  cls.method(ACC_PUBLIC | ACC_SYNCHRONIZED, "quiet", "()I", (code) => {
    getStatic(code, "i", "I").emit("ireturn");
  });
  cls.method(ACC_PUBLIC, "copy", `()${OBJECT}`, (code) => {
    call(code.emit("aload_0"), "invokespecial", "java/lang/Object", "clone", `()${OBJECT}`);
    code.emit("areturn");
  });
  return cls;
}

function left(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Left", superName: "Base" });
  cls.field(ACC_PUBLIC, "x", "I");
  constructor(cls, "Base", () => {});
  answer(cls, "val", "Left", "x");
  return cls;
}

/** Equal to Left in everything but its type. */
function twin(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Twin", superName: "Left" });
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    call(code.emit("aload_0").emit("iload_1"), "invokespecial", "Left", "<init>", "(I)V");
    code.emit("return");
  });
  return cls.method(ACC_PUBLIC, "val", "()I", (code) => {
    code.emit("iconst_4").emit("ireturn");
  });
}

function right(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Right", superName: "Base" });
  cls.field(ACC_PUBLIC, "y", "I");
  constructor(cls, "Base", () => {});
  answer(cls, "val", "Right", "y");
  answer(cls, "shape", "Base", "x");
  return cls;
}

function fail(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Fail", superName: "java/lang/RuntimeException" });
  cls.field(ACC_PUBLIC, "code", "I");
  constructor(cls, "java/lang/RuntimeException", (code) => {
    putField(code.emit("aload_0").emit("iload_1"), "Fail", "code", "I");
  });
  return cls;
}

/** Publishes itself before it is fully constructed. */
function earlyClass(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Early" });
  cls.field(ACC_PUBLIC | ACC_FINAL, "f", "I");
  constructor(cls, "java/lang/Object", (code) => {
    putStatic(code.emit("aload_0"), "o", OBJECT);
    putField(code.emit("aload_0").emit("iload_1"), "Early", "f", "I");
  });
  return cls;
}

const FIELDS: readonly (readonly [string, string, number])[] = [
  ["i", "I", 0],
  ["k", "I", 0],
  ["v", "I", ACC_VOLATILE],
  ["j", "J", 0],
  ["d", "D", 0],
  ["z", "Z", 0],
  ["out", "I", 0],
  ["hits", "I", 0],
  ["n0", BASE, 0],
  ["n1", BASE, 0],
  ["s", BASE, 0],
  ["t", BASE, 0],
  ["o", OBJECT, 0],
  ["ints", "[I", 0],
  ["longs", "[J", 0],
  ["doubles", "[D", 0],
  ["bytes", "[B", 0],
  ["refs", `[${BASE}`, 0],
  ["objs", `[${OBJECT}`, 0],
  // The same array as refs.
  ["wider", `[${OBJECT}`, 0],
  ["str", `L${STRING};`, 0],
  ["box", "Ljava/lang/Integer;", 0],
  ["threads", "[LWorker;", 0],
  ["r0", "I", 0],
  ["r1", "I", 0],
  ["r2", "I", 0],
  ["r3", "I", 0],
];

const ARRAYS = [
  ["ints", "[I", 10],
  ["longs", "[J", 11],
  ["doubles", "[D", 7],
  ["bytes", "[B", 8],
] as const;

function setUp(code: CodeBuilder): void {
  make(code, "Left", 1);
  putStatic(code, "n0", BASE);
  make(code, "Right", 2);
  putStatic(code, "n1", BASE);
  for (const [name, descriptor, type] of ARRAYS) {
    code.emit("iconst_2").emit("newarray", type);
    putStatic(code, name, descriptor);
  }
  code.emit("iconst_2").emit("anewarray", "Base").emit("dup");
  putStatic(code, "refs", `[${BASE}`);
  putStatic(code, "wider", `[${OBJECT}`);
  code.emit("iconst_2").emit("anewarray", "java/lang/Object");
  putStatic(code, "objs", `[${OBJECT}`);
  code.pushString("0");
  putStatic(code, "str", `L${STRING};`);
  code.emit("iconst_0");
  call(code, "invokestatic", "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;");
  putStatic(code, "box", "Ljava/lang/Integer;");
}

function emitBody(
  code: CodeBuilder,
  builder: ProgramBuilder,
  statements: readonly Statement[],
  firstLine: number,
  result: string,
): void {
  code.emit("iconst_0").emit("istore", ACC);
  clearLocals(code);
  const emitter = emitterFor(code, builder, { last: firstLine });
  for (const each of statements) each.emit(emitter);
  code.emit("iload", ACC);
  putStatic(code, result, "I").emit("return");
}

/**
 * Thread i executes `bodies[i]`; threads that these start execute `late`. `early` runs first, after the
 * threads have been created.
 */
function assemble(
  { bodies, early = [], late, ending }: RandomProgram,
  prepare: (code: CodeBuilder) => void,
): ClassAssembler[] {
  const main = new ClassAssembler({ name: "Main", sourceFile: "Main.java" });
  for (const [name, descriptor, flags] of FIELDS) main.field(STATIC | flags, name, descriptor);
  const builder = new ProgramBuilder(main);
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    setUp(code);
    prepare(code);
    makeThreads(code, bodies.length);
    if (early.length > 0) call(code, "invokestatic", "Main", "early", "()V");
    runThreads(code, bodies.length);
    if (ending === undefined || ending.observed.length === 0) code.emit("return");
    else exitWith(code, ending);
  });
  bodies.forEach((statements, i) => {
    main.method(STATIC, `t${i}`, "()V", (code) => {
      emitBody(code, builder, statements, i * 100, `r${i}`);
    });
  });
  main.method(STATIC, "late", "()V", (code) => {
    emitBody(code, builder, late, 900, "r3");
  });
  if (early.length > 0) {
    main.method(STATIC, "early", "()V", (code) => {
      emitBody(code, builder, early, 800, "r2");
    });
  }
  const invariant = ending?.invariant;
  if (invariant !== undefined) {
    main.method(STATIC, "invariant", "()Z", (code) => {
      invariant(code);
      code.emit("ireturn");
    });
  }
  const classes = [
    shape(),
    base(),
    left(),
    twin(),
    right(),
    fail(),
    earlyClass(),
    worker(bodies.length),
  ];
  return [main, ...classes, ...builder.classes];
}

/** `prepare` emits what main does before it creates the threads; `classes` are added to the program. */
export const observedClasses = (
  prepare: (code: CodeBuilder) => void = () => {},
  classes: () => ClassAssembler[] = () => [],
): Surroundings => ({
  assemble: (program) => [...assemble(program, prepare), ...classes()],
  needsJdk: () => false,
});
