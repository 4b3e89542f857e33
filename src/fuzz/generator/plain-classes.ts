/**
 * The classes around the bodies of a random program: what the threads share, and the main method that starts
 * them. `Main` has static fields of all sorts. Graphs consist of `Node`s. `Leaky` publishes `this` before its
 * final fields are set. The initialisers of `First` and `Second` depend on each other.
 */

import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import {
  ACC_FINAL,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
  ACC_VOLATILE,
} from "../../classfile/format/access-flags.ts";
import { ProgramBuilder } from "./additions.ts";
import {
  call,
  type EmitCode,
  getField,
  getStatic,
  keepInLocals,
  make,
  putField,
  putStatic,
} from "./bytecode.ts";
import { exitWith } from "./exit-code.ts";
import { lambdaSite } from "./lambda-site.ts";
import { FIELDS, KEPT, NODE } from "./plain-fields.ts";
import type { RandomProgram, Surroundings } from "./program.ts";
import { type Need, needsJdk, provideAll } from "./setup.ts";
import { emitAll, type Statement } from "./statement.ts";
import { makeThreads, runThreads, worker } from "./worker-threads.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;

function node(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Node" });
  cls.field(ACC_PUBLIC, "a", "I").field(ACC_PUBLIC, "b", "J").field(ACC_PUBLIC, "c", "Z");
  cls.field(ACC_PUBLIC | ACC_VOLATILE, "v", "I").field(ACC_PUBLIC | ACC_FINAL, "f", "I");
  cls.field(ACC_PUBLIC, "next", NODE).field(ACC_PUBLIC, "o", "Ljava/lang/Object;");
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code.emit("aload_0");
    call(code, "invokespecial", "java/lang/Object", "<init>", "()V");
    code.emit("aload_0").emit("iload_1");
    putField(code, "Node", "f", "I").emit("return");
  });
  cls.method(ACC_PUBLIC, "get", "()I", (code) => {
    getField(code.emit("aload_0"), "Node", "a", "I").emit("ireturn");
  });
  cls.method(ACC_PUBLIC | ACC_SYNCHRONIZED, "add", "(I)I", (code) => {
    code.emit("aload_0").emit("dup");
    getField(code, "Node", "a", "I").emit("iload_1").emit("iadd");
    putField(code, "Node", "a", "I").emit("aload_0");
    getField(code, "Node", "f", "I").emit("ireturn");
  });
  return cls;
}

function subclass(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Sub", superName: "Node" });
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code.emit("aload_0").emit("iload_1");
    call(code, "invokespecial", "Node", "<init>", "(I)V").emit("return");
  });
  cls.method(ACC_PUBLIC, "get", "()I", (code) => {
    getField(code.emit("aload_0"), "Node", "v", "I").emit("iconst_3").emit("iadd").emit("ireturn");
  });
  return cls;
}

/** Leaks `this` directly (odd value) or inside a Node (even value), then sets its final fields. */
function leaky(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Leaky" });
  cls.field(ACC_PUBLIC | ACC_FINAL, "f", "I").field(ACC_PUBLIC | ACC_FINAL, "g", "J");
  cls.field(ACC_PUBLIC | ACC_FINAL, "n", NODE);
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    const direct = code.label();
    const leaked = code.label();
    code.emit("aload_0");
    call(code, "invokespecial", "java/lang/Object", "<init>", "()V");
    code.emit("iload_1").emit("iconst_1").emit("iand").emit("ifne", direct);
    make(code, "Node", 1);
    code.emit("astore_2").emit("aload_2").emit("aload_0");
    putField(code, "Node", "o", "Ljava/lang/Object;").emit("aload_2");
    putStatic(code, "s", NODE);
    code.emit("goto", leaked).mark(direct);
    code.emit("aload_0");
    putStatic(code, "leak", "LLeaky;");
    code.mark(leaked);
    code.emit("aload_0").emit("iload_1");
    putField(code, "Leaky", "f", "I").emit("aload_0").emit("iload_1").emit("i2l");
    putField(code, "Leaky", "g", "J").emit("aload_0");
    make(code, "Node", 2);
    putField(code, "Leaky", "n", NODE).emit("return");
  });
  return cls;
}

/** The initialiser sets x from the other class's x. */
function initialised(name: string, other: string): ClassAssembler {
  const cls = new ClassAssembler({ name });
  cls.field(STATIC, "x", "I").field(STATIC | ACC_FINAL, "K", "I");
  cls.method(STATIC, "<clinit>", "()V", (code) => {
    code.emit("iconst_5");
    putStatic(code, "K", "I", name);
    getStatic(code, "x", "I", other).emit("iconst_1").emit("iadd");
    getStatic(code, "g0", "I").emit("iadd");
    putStatic(code, "x", "I", name).emit("return");
  });
  cls.method(STATIC, "bump", "()V", (code) => {
    getStatic(code, "x", "I", name).emit("iconst_1").emit("iadd");
    putStatic(code, "x", "I", name).emit("return");
  });
  return cls;
}

/** Sets up, starts threads 1 … count-1, runs t0 itself, joins, and finishes. */
function mainMethod(code: CodeBuilder, count: number, setUp: EmitCode, finish: EmitCode): void {
  make(code, "Node", 3);
  putStatic(code, "n0", NODE);
  make(code, "Sub", 4);
  putStatic(code, "n1", NODE);
  code.emit("iconst_2").emit("newarray", 10);
  putStatic(code, "ints", "[I");
  code.emit("iconst_2").emit("anewarray", "java/lang/Object");
  putStatic(code, "objs", "[Ljava/lang/Object;");
  makeThreads(code, count);
  setUp(code);
  runThreads(code, count);
  finish(code);
}

/** Records that the main method reached its end. */
const setDone = (code: CodeBuilder): void => {
  code.emit("iconst_1");
  putStatic(code, "done", "I").emit("return");
};

/** `Runnable adder(Node)`: a lambda that keeps the node and raises its `a`. */
function lambdas(): ClassAssembler {
  const cls = new ClassAssembler({ name: "Lambdas", majorVersion: 52 });
  cls.method(STATIC, "raise", "(LNode;)V", (code) => {
    code.emit("aload_0").emit("dup");
    getField(code, "Node", "a", "I").emit("iconst_1").emit("iadd");
    putField(code, "Node", "a", "I").emit("return");
  });
  const target = { owner: "Lambdas", name: "raise", descriptor: "(LNode;)V" };
  const index = lambdaSite(cls, "()V", target);
  cls.method(STATIC, "adder", "(LNode;)Ljava/lang/Runnable;", (code) => {
    code.emit("aload_0");
    code.invokeDynamic(index, "run", "(LNode;)Ljava/lang/Runnable;").emit("areturn");
  });
  return cls;
}

/** The locals before it are the accumulator and those that statements communicate by. */
const FIRST_LOCAL = 4;

function emitBody(
  code: CodeBuilder,
  builder: ProgramBuilder,
  statements: readonly Statement[],
  firstLine: number,
  result: string,
  keepsInLocals: boolean,
): void {
  code.emit("iconst_0").emit("istore_0").emit("iconst_0").emit("istore_3");
  code.emit("aconst_null").emit("astore_1").emit("aconst_null").emit("astore_2");
  if (keepsInLocals) keepInLocals(code, FIRST_LOCAL, KEPT);
  emitAll(statements, code, builder, firstLine, FIRST_LOCAL + (keepsInLocals ? KEPT.length : 0));
  code.emit("iload_0");
  putStatic(code, result, "I").emit("return");
}

function needsOf(statements: readonly Statement[]): Need[] {
  return statements.flatMap(({ needs = [], parts = [] }) => [...needs, ...needsOf(parts)]);
}

const allNeeds = ({ bodies, late }: RandomProgram): ReadonlySet<Need> =>
  new Set(needsOf([...bodies.flat(), ...late]));

/** Thread i of the program executes `bodies[i]`; threads that these start execute `late`. */
function assemble(program: RandomProgram): ClassAssembler[] {
  const { bodies, late, keepsInLocals, ending } = program;
  const main = new ClassAssembler({ name: "Main", sourceFile: "Main.java" });
  for (const [name, descriptor, flags] of FIELDS) main.field(STATIC | flags, name, descriptor);
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    mainMethod(
      code,
      bodies.length,
      (to) => {
        provideAll(to, allNeeds(program));
      },
      ending === undefined
        ? setDone
        : (to) => {
            exitWith(to, ending);
          },
    );
  });
  main.method(STATIC | ACC_SYNCHRONIZED, "locked", "(I)V", (code) => {
    getStatic(code, "g1", "I").emit("iload_0").emit("iadd");
    putStatic(code, "g1", "I").emit("return");
  });
  const builder = new ProgramBuilder(main);
  bodies.forEach((statements, thread) => {
    main.method(STATIC, `t${thread}`, "()V", (code) => {
      emitBody(code, builder, statements, thread * 100, `r${thread}`, keepsInLocals);
    });
  });
  main.method(STATIC, "late", "()V", (code) => {
    emitBody(code, builder, late, 900, "r3", keepsInLocals);
  });
  const classes = [node(), subclass(), leaky(), lambdas(), worker(bodies.length)];
  classes.push(initialised("First", "Second"), initialised("Second", "First"));
  return [main, ...classes, ...builder.classes];
}

export const PLAIN_CLASSES: Surroundings = {
  assemble,
  needsJdk: (program) => needsJdk(allNeeds(program)),
};
