/** The threads of a random program: their class, and the code in main that creates, starts and joins them. */
import { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { ACC_FINAL, ACC_PUBLIC } from "../../classfile/format/access-flags.ts";
import { call, getField, getStatic, make, putField, putStatic } from "./bytecode.ts";

/** Its run method calls Main.t<id>, or Main.late if no body has that number. */
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
