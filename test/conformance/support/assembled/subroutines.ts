/**
 * jsr, jsr_w and ret, as compilers before Java 6 used them for finally, and in
 * stranger shapes that are legal too; goto_w.
 */
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { type AssembledProgram, assemble, OBJECT, type Scope, STATIC } from "./assemble.ts";

const THROWABLE = "Ljava/lang/Throwable;";

/** try { return 100 / n } finally { show n }, with one subroutine for both ways out. */
function tryFinally(scope: Scope): void {
  scope.assembler.method(STATIC, "divide", "(I)I", (code) => {
    const start = code.mark();
    const end = code.label();
    const handler = code.label();
    const cleanup = code.label();
    code.pushInt(100).emit("iload_0").emit("idiv").emit("istore_1");
    code.emit("jsr", cleanup).emit("iload_1").emit("ireturn");
    code.mark(end);
    code.mark(handler);
    code.emit("astore_2").emit("jsr", cleanup).emit("aload_2").emit("athrow");
    code.mark(cleanup);
    code.emit("astore_3").emit("iload_0");
    scope.show(code, "I");
    code.emit("ret", 3);
    code.handler(start, end, handler, null);
  });
}

/** A subroutine that calls another, with jsr_w and a return address in a wide local. */
function nested(scope: Scope): void {
  scope.assembler.method(STATIC, "nested", "()I", (code) => {
    const outer = code.label();
    const inner = code.label();
    code.pushInt(1).emit("istore", 0);
    code.emit("jsr", outer).emit("jsr_w", outer).emit("jsr", outer);
    code.emit("iload_0").emit("ireturn");
    code.mark(outer);
    code.emit("astore", 300).emit("iinc", 0, 10).emit("jsr_w", inner).emit("iinc", 0, 1000);
    code.emit("ret", 300);
    code.mark(inner);
    code.emit("astore_2").emit("iload_0").pushInt(3).emit("imul").emit("istore_0").emit("ret", 2);
  });
}

/** One subroutine called from a loop and from two places whose other locals differ in type. */
function polymorphic(scope: Scope): void {
  scope.assembler.method(STATIC, "polymorphic", "(I)V", (code) => {
    const count = code.label();
    const loop = code.label();
    const done = code.label();
    code.pushInt(0).emit("istore_1");
    code.mark(loop);
    code.emit("iload_1").emit("iload_0").emit("if_icmpge", done);
    code.pushString("text").emit("astore_3").emit("jsr", count).emit("aload_3");
    scope.show(code, OBJECT);
    code.pushLong(5_000_000_000n).emit("lstore_3").emit("jsr", count).emit("lload_3");
    scope.show(code, "J");
    code.emit("goto_w", loop);
    code.mark(done);
    code.emit("return");
    code.mark(count);
    code.emit("astore_2").emit("iinc", 1, 1).emit("ret", 2);
  });
}

/** A subroutine that leaves by an exception or a return instead of ret. */
function neverReturns(scope: Scope): void {
  scope.assembler.method(STATIC, "neverReturns", "(I)I", (code) => {
    const sub = code.label();
    const back = code.label();
    code.emit("jsr", sub).pushInt(-1).emit("ireturn");
    code.mark(sub);
    code.emit("pop").emit("iload_0").emit("ifeq", back).pushInt(42).emit("ireturn");
    code.mark(back);
    code.pushInt(43).emit("ireturn");
  });
}

function caught(code: CodeBuilder, scope: Scope, body: () => void): void {
  const start = code.mark();
  const end = code.label();
  const handler = code.label();
  const after = code.label();
  body();
  code.mark(end);
  code.emit("goto", after);
  code.mark(handler);
  code.emit("invokevirtual", {
    owner: "java/lang/Throwable",
    name: "toString",
    descriptor: "()Ljava/lang/String;",
  });
  scope.show(code, OBJECT);
  code.mark(after);
  code.handler(start, end, handler, "java/lang/Throwable");
}

export const subroutines: AssembledProgram = assemble("Subroutines", (code, scope) => {
  tryFinally(scope);
  nested(scope);
  polymorphic(scope);
  neverReturns(scope);
  code.pushInt(7).emit("invokestatic", scope.own("divide", "(I)I"));
  scope.show(code, "I");
  caught(code, scope, () => {
    code.pushInt(0).emit("invokestatic", scope.own("divide", "(I)I"));
    scope.show(code, "I");
  });
  code.emit("invokestatic", scope.own("nested", "()I"));
  scope.show(code, "I");
  code.pushInt(5).emit("invokestatic", scope.own("polymorphic", "(I)V"));
  for (const n of [0, 1]) {
    code.pushInt(n).emit("invokestatic", scope.own("neverReturns", "(I)I"));
    scope.show(code, "I");
  }
});

/** Jumps of more than 32 KB both ways, across code that is never run. */
export const farJumps: AssembledProgram = assemble("FarJumps", (code, scope) => {
  scope.assembler.method(STATIC, "far", "(I)I", (body) => {
    const back = body.label();
    const ahead = body.label();
    const out = body.label();
    body.emit("goto_w", ahead);
    body.mark(back);
    body.emit("iinc", 0, 1000).emit("iload_0").emit("goto_w", out);
    for (let i = 0; i < 40_000; i++) body.emit("nop");
    body.mark(ahead);
    body.emit("iinc", 0, -5).emit("goto_w", back);
    body.mark(out);
    body.emit("ireturn");
  });
  code.pushInt(12).emit("invokestatic", scope.own("far", "(I)I"));
  scope.show(code, "I");
  const end = code.label();
  code.emit("goto_w", end);
  scope.say(code, "skipped");
  code.mark(end);
  caught(code, scope, () => {
    code.emit("aconst_null").emit("checkcast", "java/lang/Throwable").emit("athrow");
  });
  code.emit("aconst_null").emit("instanceof", "java/lang/String");
  scope.show(code, "I");
  code.emit("aconst_null").emit("checkcast", THROWABLE.slice(1, -1));
  scope.show(code, OBJECT);
});
