/**
 * The classes around the bodies of a random program: what the threads share,
 * and the main method that starts them. `Main` has static fields of all sorts,
 * `Node` is what graphs are built of, `Leaky` hands out `this` before its final
 * fields are set, `First` and `Second` have initialisers that need each other.
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
import { type Host, ProgramHost } from "./additions.ts";

export const NODE = "LNode;";
const STATIC = ACC_PUBLIC | ACC_STATIC;

/** Static fields of Main that a body has in locals from its start on. */
const kept = new WeakMap<CodeBuilder, ReadonlyMap<string, number>>();

export function getStatic(
  code: CodeBuilder,
  name: string,
  descriptor: string,
  owner = "Main",
): CodeBuilder {
  const local = owner === "Main" ? kept.get(code)?.get(name) : undefined;
  if (local !== undefined) return code.emit("aload", local);
  return code.emit("getstatic", { owner, name, descriptor });
}

/**
 * Loads what never changes into locals, so that an access to an object is not
 * preceded by one to the static field it was found in.
 */
export function keepInLocals(code: CodeBuilder, first: number): void {
  const locals = new Map<string, number>();
  for (const name of KEPT) {
    const [, descriptor] = FIELDS.find(([each]) => each === name)!;
    getStatic(code, name, descriptor).emit("astore", first + locals.size);
    locals.set(name, first + locals.size);
  }
  kept.set(code, locals);
}

export const KEPT: readonly string[] = ["n0", "n1", "ints", "objs", "threads", "l0"];
export const putStatic = (
  code: CodeBuilder,
  name: string,
  descriptor: string,
  owner = "Main",
): CodeBuilder => code.emit("putstatic", { owner, name, descriptor });
export const getField = (
  code: CodeBuilder,
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit("getfield", { owner, name, descriptor });
export const putField = (
  code: CodeBuilder,
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit("putfield", { owner, name, descriptor });
export const call = (
  code: CodeBuilder,
  op: "invokevirtual" | "invokestatic" | "invokespecial" | "invokeinterface",
  owner: string,
  name: string,
  descriptor: string,
): CodeBuilder => code.emit(op, { owner, name, descriptor, isInterface: op === "invokeinterface" });

/** new owner(value) */
export function make(code: CodeBuilder, owner: string, value: number): void {
  code.emit("new", owner).emit("dup").pushInt(value);
  call(code, "invokespecial", owner, "<init>", "(I)V");
}

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

/** Leaks `this` by itself (an odd value) or inside a Node (an even one), then sets its final fields. */
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

/** x is set by the initialiser, from the other class's. */
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

/** Its run method is Main.t<id>, for a number that no thread has Main.late. */
export function worker(threads: number): ClassAssembler {
  const cls = new ClassAssembler({ name: "Worker", superName: "java/lang/Thread" });
  cls.field(ACC_PUBLIC | ACC_FINAL, "id", "I");
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code.emit("aload_0");
    call(code, "invokespecial", "java/lang/Thread", "<init>", "()V");
    code.emit("aload_0").emit("iload_1");
    putField(code, "Worker", "id", "I").emit("return");
  });
  cls.method(ACC_PUBLIC, "run", "()V", (code) => {
    const labels = Array.from({ length: threads }, () => code.label());
    const [late, end] = [code.label(), code.label()];
    getField(code.emit("aload_0"), "Worker", "id", "I");
    code.tableswitch(0, labels, late);
    labels.forEach((label, i) => {
      code.mark(label);
      call(code, "invokestatic", "Main", `t${i}`, "()V").emit("goto", end);
    });
    code.mark(late);
    call(code, "invokestatic", "Main", "late", "()V");
    code.mark(end);
    code.emit("return");
  });
  return cls;
}

export const FIELDS: readonly (readonly [string, string, number])[] = [
  ["g0", "I", 0],
  ["g1", "I", 0],
  ["v0", "I", ACC_VOLATILE],
  ["wide", "J", 0],
  ["flag", "Z", ACC_VOLATILE],
  ["s", NODE, 0],
  ["n0", NODE, 0],
  ["n1", NODE, 0],
  ["leak", "LLeaky;", 0],
  ["ints", "[I", 0],
  ["objs", "[Ljava/lang/Object;", 0],
  ["threads", "[LWorker;", 0],
  ["r0", "I", 0],
  ["r1", "I", 0],
  ["r2", "I", 0],
  ["r3", "I", 0],
  ["phase", "I", ACC_VOLATILE],
  ["local", "Ljava/lang/ThreadLocal;", 0],
  ["l0", "Ljava/util/concurrent/locks/ReentrantLock;", 0],
  ["l1", "Ljava/util/concurrent/locks/ReentrantLock;", 0],
  ["c0", "Ljava/util/concurrent/locks/Condition;", 0],
  ["rw", "Ljava/util/concurrent/locks/ReentrantReadWriteLock;", 0],
  ["sem", "Ljava/util/concurrent/Semaphore;", 0],
  ["latch", "Ljava/util/concurrent/CountDownLatch;", 0],
  ["ai", "Ljava/util/concurrent/atomic/AtomicInteger;", 0],
  ["ar", "Ljava/util/concurrent/atomic/AtomicReference;", 0],
  ["map", "Ljava/util/concurrent/ConcurrentHashMap;", 0],
  ["queue", "Ljava/util/concurrent/ConcurrentLinkedQueue;", 0],
  ["done", "I", 0],
];

/** Sets up, starts threads 1 … count-1, runs t0 itself, joins, and finishes. */
function mainMethod(code: CodeBuilder, count: number, setUp: Emit, finish: Emit): void {
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

export function makeThreads(code: CodeBuilder, count: number): void {
  code.pushInt(count).emit("anewarray", "Worker");
  putStatic(code, "threads", "[LWorker;");
  for (let i = 1; i < count; i++) {
    getStatic(code, "threads", "[LWorker;").pushInt(i);
    make(code, "Worker", i);
    code.emit("aastore");
  }
}

export function runThreads(code: CodeBuilder, count: number): void {
  for (let i = 1; i < count; i++) {
    getStatic(code, "threads", "[LWorker;").pushInt(i).emit("aaload");
    call(code, "invokevirtual", "Worker", "start", "()V");
  }
  call(code, "invokestatic", "Main", "t0", "()V");
  for (let i = 1; i < count; i++) {
    getStatic(code, "threads", "[LWorker;").pushInt(i).emit("aaload");
    call(code, "invokevirtual", "Worker", "join", "()V");
  }
}

/** It came that far. */
const sayDone = (code: CodeBuilder): void => {
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
  const { constants } = cls;
  const lookup = "Ljava/lang/invoke/MethodHandles$Lookup;";
  const type = "Ljava/lang/invoke/MethodType;";
  const bootstrap = constants.addMethodHandle(REF_INVOKE_STATIC, {
    owner: "java/lang/invoke/LambdaMetafactory",
    name: "metafactory",
    descriptor: `(${lookup}Ljava/lang/String;${type}${type}Ljava/lang/invoke/MethodHandle;${type})Ljava/lang/invoke/CallSite;`,
  });
  const target = { owner: "Lambdas", name: "raise", descriptor: "(LNode;)V" };
  const index = cls.bootstrapMethod(bootstrap, [
    constants.addMethodType("()V"),
    constants.addMethodHandle(REF_INVOKE_STATIC, target),
    constants.addMethodType("()V"),
  ]);
  cls.method(STATIC, "adder", "(LNode;)Ljava/lang/Runnable;", (code) => {
    code.emit("aload_0");
    code.invokeDynamic(index, "run", "(LNode;)Ljava/lang/Runnable;").emit("areturn");
  });
  return cls;
}

const REF_INVOKE_STATIC = 6;

type Emit = (code: CodeBuilder) => void;
type EmitBody = (code: CodeBuilder, host: Host) => void;

/** A program whose thread i does what `bodies[i]` emits; threads that these start do `late`. */
export function surround(
  bodies: readonly EmitBody[],
  late: EmitBody,
  setUp: Emit,
  finish: Emit = sayDone,
): ClassAssembler[] {
  const main = new ClassAssembler({ name: "Main", sourceFile: "Main.java" });
  for (const [name, descriptor, flags] of FIELDS) main.field(STATIC | flags, name, descriptor);
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    mainMethod(code, bodies.length, setUp, finish);
  });
  main.method(STATIC | ACC_SYNCHRONIZED, "locked", "(I)V", (code) => {
    getStatic(code, "g1", "I").emit("iload_0").emit("iadd");
    putStatic(code, "g1", "I").emit("return");
  });
  const host = new ProgramHost(main);
  bodies.forEach((body, i) => {
    main.method(STATIC, `t${i}`, "()V", (code) => {
      body(code, host);
    });
  });
  main.method(STATIC, "late", "()V", (code) => {
    late(code, host);
  });
  const classes = [node(), subclass(), leaky(), lambdas(), worker(bodies.length)];
  classes.push(initialised("First", "Second"), initialised("Second", "First"));
  return [main, ...classes, ...host.classes];
}
