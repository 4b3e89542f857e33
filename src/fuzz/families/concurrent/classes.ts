/**
 * The classes around the bodies of programs that use java.util.concurrent. `Main` has the objects, the
 * results of all bodies, and the methods that record what is seen. The library calls `Task`s. `Worker`s are
 * threads.
 */

import { ClassAssembler } from "../../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import {
  ACC_FINAL,
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_VOLATILE,
} from "../../../classfile/format/access-flags.ts";
import { ProgramBuilder } from "../../generator/additions.ts";
import { call, getField, getStatic, make, putField, putStatic } from "../../generator/bytecode.ts";
import type { RandomProgram, Surroundings } from "../../generator/program.ts";
import { emitAll, type Statement } from "../../generator/statement.ts";
import {
  box,
  type Call,
  descriptorOf,
  FIRST_LOCAL,
  STAMP,
  type Stage,
  TASK_TYPES,
  THREAD,
  threadField,
} from "./calls.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
const OBJECT = "Ljava/lang/Object;";
const JUC = "java/util/concurrent/";

/** Exceptions and the numbers that represent them; all others stay uncaught. */
const EXCEPTIONS: readonly (readonly [name: string, code: number])[] = [
  ["java/lang/InterruptedException", 11],
  [`${JUC}TimeoutException`, 12],
  [`${JUC}CancellationException`, 13],
  [`${JUC}BrokenBarrierException`, 14],
  [`${JUC}RejectedExecutionException`, 15],
  ["java/lang/IllegalMonitorStateException", 16],
  ["java/lang/IllegalStateException", 17],
  ["java/lang/NullPointerException", 18],
];
/** Exceptions that wrap others, whose causes count. */
const WRAPPERS: readonly (readonly [name: string, code: number])[] = [
  [`${JUC}ExecutionException`, 30],
  [`${JUC}CompletionException`, 60],
];

/** A program's objects, how they are created, and how many of its bodies are threads. */
export interface Props {
  readonly stage: Stage;
  readonly made: readonly { readonly name: string; readonly type: string; readonly by: Call }[];
}

export const concurrentClasses = (props: Props): Surroundings => ({
  assemble: (program) => assemble(props, program),
  needsJdk: () => true,
  needsLargeHeap: true,
  threads: props.stage.threads,
  objects: props.made.map(({ name, by }) => `${name} = ${by.text}`),
});

function assemble({ stage, made }: Props, { bodies, late }: RandomProgram): ClassAssembler[] {
  const { threads } = stage;
  const main = new ClassAssembler({ name: "Main", sourceFile: "Main.java" });
  const builder = new ProgramBuilder(main);
  for (const { name, type } of stage.objects) main.field(STATIC, name, descriptorOf(type));
  main.field(STATIC | ACC_VOLATILE, "n", "I");
  for (let i = 0; i < threads; i++) main.field(STATIC, threadField(i), THREAD);
  bodies.forEach((statements, i) => {
    main.field(STATIC, `r${i}`, "I");
    main.method(STATIC, `b${i}`, "(I)I", (code) => {
      emitBody(code, builder, statements, 100 * i, `r${i}`);
    });
  });
  main.field(STATIC, "rl", "I");
  main.method(STATIC, "late", "(I)I", (code) => {
    emitBody(code, builder, late, 900, "rl");
  });
  main.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => {
    for (const { name, type, by } of made) {
      by.emit(code);
      putStatic(code, name, descriptorOf(type));
    }
    call(code, "invokestatic", "java/lang/Thread", "currentThread", `()${THREAD}`);
    putStatic(code, threadField(0), THREAD);
    for (let i = 1; i < threads; i++) {
      make(code, "Worker", i);
      putStatic(code, threadField(i), THREAD);
    }
    for (let i = 1; i < threads; i++) onThread(code, i, "start");
    runBody(code, "b0");
    // A late interrupt would end a join.
    call(code, "invokestatic", "Main", "joinAll", "()V");
    runBody(code, "late");
    code.emit("return");
  });
  main.method(STATIC, "joinAll", "()V", (code) => {
    joinAll(code, threads);
  });
  main.method(STATIC, "code", "(Ljava/lang/Throwable;)I", codeOf);
  main.method(STATIC, "see", `(${OBJECT})I`, seeObject);
  return [main, workerClass(threads), taskClass(threads, bodies.length - threads)];
}

const runBody = (code: CodeBuilder, name: string): CodeBuilder =>
  call(code.emit("iconst_0"), "invokestatic", "Main", name, "(I)I").emit("pop");

const onThread = (code: CodeBuilder, thread: number, method: string): CodeBuilder =>
  call(
    getStatic(code, threadField(thread), THREAD),
    "invokevirtual",
    "java/lang/Thread",
    method,
    "()V",
  );

/** for each thread: for (;;) try { thread.join(); break; } catch (InterruptedException e) {} */
function joinAll(code: CodeBuilder, threads: number): void {
  for (let i = 1; i < threads; i++) {
    const [end, handler, next] = [code.label(), code.label(), code.label()];
    const start = code.mark();
    onThread(code, i, "join").mark(end);
    code.emit("goto", next).mark(handler);
    code.emit("pop").emit("goto", start).mark(next);
    code.handler(start, end, handler, "java/lang/InterruptedException");
  }
  code.emit("return");
}

function emitBody(
  code: CodeBuilder,
  builder: ProgramBuilder,
  statements: readonly Statement[],
  firstLine: number,
  result: string,
): void {
  for (let i = 1; i < STAMP; i++) code.emit("iconst_0").emit("istore", i);
  code.emit("lconst_0").emit("lstore", STAMP);
  emitAll(statements, code, builder, firstLine, FIRST_LOCAL);
  code.emit("iload_0");
  putStatic(code, result, "I").emit("iload_0").emit("ireturn");
}

/** Pushes the number of an exception. */
function codeOf(code: CodeBuilder): void {
  for (const [name, number] of EXCEPTIONS) {
    const next = code.label();
    code.emit("aload_0").emit("instanceof", name).emit("ifeq", next);
    code.pushInt(number).emit("ireturn").mark(next);
  }
  for (const [name, number] of WRAPPERS) {
    const next = code.label();
    code.emit("aload_0").emit("instanceof", name).emit("ifeq", next);
    call(
      code.emit("aload_0"),
      "invokevirtual",
      "java/lang/Throwable",
      "getCause",
      "()Ljava/lang/Throwable;",
    );
    call(code, "invokestatic", "Main", "see", `(${OBJECT})I`);
    code.pushInt(number).emit("iadd").emit("ireturn").mark(next);
  }
  code.emit("aload_0").emit("athrow");
}

/** null is 0, numbers are themselves, lists are their sizes, and exceptions are their numbers. */
function seeObject(code: CodeBuilder): void {
  const when = (type: string, then: () => void): void => {
    const next = code.label();
    code.emit("aload_0").emit("instanceof", type).emit("ifeq", next);
    code.emit("aload_0").emit("checkcast", type);
    then();
    code.emit("ireturn").mark(next);
  };
  when("java/lang/Integer", () =>
    call(code, "invokevirtual", "java/lang/Integer", "intValue", "()I"),
  );
  when("java/util/List", () => call(code, "invokeinterface", "java/util/List", "size", "()I"));
  when("java/lang/Throwable", () =>
    call(code, "invokestatic", "Main", "code", "(Ljava/lang/Throwable;)I"),
  );
  const isNull = code.label();
  code.emit("aload_0").emit("ifnull", isNull);
  code.emit("iconst_1").emit("ireturn").mark(isNull);
  code.emit("iconst_0").emit("ireturn");
}

function numbered(name: string, superName: string, interfaces: readonly string[]): ClassAssembler {
  const cls = new ClassAssembler({ name, superName, interfaces });
  cls.field(ACC_PUBLIC | ACC_FINAL, "id", "I");
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code.emit("aload_0");
    call(code, "invokespecial", superName, "<init>", "()V");
    code.emit("aload_0").emit("iload_1");
    putField(code, name, "id", "I").emit("return");
  });
  return cls;
}

/** Calls one of the bodies from `first` on, selected by the object's number, with the int on the stack. */
function runNumbered(code: CodeBuilder, owner: string, first: number, count: number): void {
  const labels = Array.from({ length: count }, () => code.label());
  const end = code.label();
  getField(code.emit("aload_0"), owner, "id", "I");
  code.tableswitch(0, labels, labels.at(-1)!);
  labels.forEach((label, i) => {
    code.mark(label);
    call(code, "invokestatic", "Main", `b${first + i}`, "(I)I");
    if (i < count - 1) code.emit("goto", end);
  });
  code.mark(end);
}

function workerClass(threads: number): ClassAssembler {
  const cls = numbered("Worker", "java/lang/Thread", []);
  cls.method(ACC_PUBLIC, "run", "()V", (code) => {
    code.emit("iconst_0");
    runNumbered(code, "Worker", 0, threads);
    code.emit("pop").emit("return");
  });
  return cls;
}

/** The library passes the number where the task starts. */
function taskClass(threads: number, tasks: number): ClassAssembler {
  const cls = numbered("Task", "java/lang/Object", Object.values(TASK_TYPES));
  const method = (name: string, parameters: number, gives: boolean): void => {
    const descriptor = `(${OBJECT.repeat(parameters)})${gives ? OBJECT : "V"}`;
    cls.method(ACC_PUBLIC, name, descriptor, (code) => {
      code.emit("iconst_0");
      for (let i = 1; i <= parameters; i++) {
        call(
          code.pushInt(7).emit("imul").emit("aload", i),
          "invokestatic",
          "Main",
          "see",
          `(${OBJECT})I`,
        );
        code.emit("iadd");
      }
      runNumbered(code, "Task", threads, tasks);
      if (gives) box(code).emit("areturn");
      else code.emit("pop").emit("return");
    });
  };
  method("run", 0, false);
  method("call", 0, true);
  method("get", 0, true);
  method("apply", 1, true);
  method("apply", 2, true);
  method("accept", 1, false);
  method("accept", 2, false);
  return cls;
}
