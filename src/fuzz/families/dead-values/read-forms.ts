/**
 * Ways to read a stored value: by a local instruction, in a method, a lambda, an initialiser, another thread,
 * an exception handler, by a native, or through a copy. An analysis that misses one of them considers the
 * cell dead.
 */

import { ClassAssembler } from "../../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import {
  ACC_PUBLIC,
  ACC_STATIC,
  ACC_SYNCHRONIZED,
} from "../../../classfile/format/access-flags.ts";
import { call, getField, getStatic, putStatic } from "../../generator/bytecode.ts";
import type { Cell } from "../../generator/cells.ts";
import { directly, expression, pause } from "../../generator/common-statements.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { lambdaSite } from "../../generator/lambda-site.ts";
import { inMethod, recordSmallValue } from "../../generator/observed-statement.ts";
import { OBJECT, type Statement } from "../../generator/statement.ts";
import { throwFail, throwing, trying } from "../../generator/throwing.ts";

const STATIC = ACC_PUBLIC | ACC_STATIC;
const RUNTIME = "java/lang/Runtime";

type Way = (dice: Dice, cell: Cell) => Statement | null;

const inCall: Way = (dice, cell) => {
  const flags = dice(3) === 0 ? ACC_SYNCHRONIZED : 0;
  return expression(`${flags === 0 ? "" : "synchronized "}get() of ${cell.text}`, (to) => {
    const name = to.builder.addMethod("()I", flags, (code) => {
      cell.get(code);
      code.emit("ireturn");
    });
    call(to.code, "invokestatic", "Main", name, "()I");
  });
};

/** A class with a method that reads the cell. */
function reader(
  name: string,
  { get }: Cell,
  { superName = "java/lang/Object", interfaces = [] as string[], method = "shape" },
): ClassAssembler {
  const cls = new ClassAssembler({ name, superName, interfaces });
  cls.method(ACC_PUBLIC, "<init>", "(I)V", (code) => {
    code.emit("aload_0");
    if (superName === "Base")
      call(code.emit("iload_1"), "invokespecial", superName, "<init>", "(I)V");
    else call(code, "invokespecial", superName, "<init>", "()V");
    code.emit("return");
  });
  if (method === "run") {
    return cls.method(ACC_PUBLIC, method, "()V", (code) => {
      get(code);
      putStatic(code, "out", "I").emit("return");
    });
  }
  return cls.method(ACC_PUBLIC, method, "()I", (code) => {
    get(code);
    code.emit("ireturn");
  });
}

function makeObject(code: CodeBuilder, name: string): void {
  code.emit("new", name).emit("dup").emit("iconst_0");
  call(code, "invokespecial", name, "<init>", "(I)V");
}

/** The object's class decides which method runs. */
const virtually: Way = (_, cell) =>
  expression(`val() of a subclass: ${cell.text}`, ({ code, builder }) => {
    const name = builder.addClass((own) => reader(own, cell, { superName: "Base", method: "val" }));
    makeObject(code, name);
    code.emit("checkcast", "Base");
    call(code, "invokevirtual", "Base", "val", "()I");
  });

const byInterface: Way = (_, cell) =>
  expression(`shape() of a Shape: ${cell.text}`, ({ code, builder }) => {
    makeObject(
      code,
      builder.addClass((own) => reader(own, cell, { interfaces: ["Shape"] })),
    );
    call(code, "invokeinterface", "Shape", "shape", "()I");
  });

const byLambda: Way = (_, cell) =>
  expression(`a lambda: ${cell.text}`, ({ code, builder }) => {
    call(
      code,
      "invokestatic",
      builder.addClass((own) => lambda(own, cell)),
      "make",
      "()LShape;",
    );
    call(code, "invokeinterface", "Shape", "shape", "()I");
  });

function lambda(name: string, { get }: Cell): ClassAssembler {
  const cls = new ClassAssembler({ name, majorVersion: 52 });
  cls.method(STATIC, "read", "()I", (code) => {
    get(code);
    code.emit("ireturn");
  });
  const index = lambdaSite(cls, "()I", { owner: name, name: "read", descriptor: "()I" });
  return cls.method(STATIC, "make", "()LShape;", (code) => {
    code.invokeDynamic(index, "shape", "()LShape;").emit("areturn");
  });
}

/** The first use of a class runs its initialiser. */
const byInitialiser: Way = (dice, cell) => {
  const use = pick(dice, ["getstatic", "putstatic", "new", "invokestatic", "new below"] as const);
  return expression(`out, which ${use} of a class makes of ${cell.text}`, ({ code, builder }) => {
    const name = builder.addClass((own) => initialised(own, cell));
    switch (use) {
      case "getstatic":
        getStatic(code, "z", "I", name).emit("pop");
        break;
      case "putstatic":
        putStatic(code.emit("iconst_1"), "z", "I", name);
        break;
      case "invokestatic":
        call(code, "invokestatic", name, "f", "()V");
        break;
      case "new":
        code.emit("new", name).emit("pop");
        break;
      case "new below":
        code.emit(
          "new",
          builder.addClass((own) => new ClassAssembler({ name: own, superName: name })),
        );
        code.emit("pop");
    }
    getStatic(code, "out", "I");
  });
};

function initialised(name: string, { get }: Cell): ClassAssembler {
  const cls = new ClassAssembler({ name });
  cls.field(STATIC, "z", "I");
  cls.method(STATIC, "<clinit>", "()V", (code) => {
    get(code);
    putStatic(code, "out", "I").emit("return");
  });
  return cls.method(STATIC, "f", "()V", (code) => {
    code.emit("return");
  });
}

/** A thread that is started reads it. */
const byThread: Way = (dice, cell) => {
  const isTarget = dice(2) === 0;
  return expression(`out, which a thread makes of ${cell.text}`, ({ code, builder }) => {
    const superName = isTarget ? "java/lang/Object" : "java/lang/Thread";
    const interfaces = isTarget ? ["java/lang/Runnable"] : [];
    const name = builder.addClass((own) =>
      reader(own, cell, { superName, interfaces, method: "run" }),
    );
    if (isTarget) code.emit("new", "java/lang/Thread").emit("dup");
    makeObject(code, name);
    const descriptor = "(Ljava/lang/Runnable;)V";
    if (isTarget) call(code, "invokespecial", "java/lang/Thread", "<init>", descriptor);
    code.emit("dup");
    call(code, "invokevirtual", "java/lang/Thread", "start", "()V");
    call(code, "invokevirtual", "java/lang/Thread", "join", "()V");
    getStatic(code, "out", "I");
  });
};

/**
 * A thread that may be interrupted before it is started: a native stores that in a field, and another native
 * reads it.
 */
export const interruptedEarly = (dice: Dice): Statement => {
  const between = pause(dice);
  return {
    text: "t = new Thread; t.interrupt() or not; pause; t.start(); acc <- out, whether it was",
    emit: (to) => {
      to.line();
      const { code } = to;
      const [thread, end] = [to.local(), code.label()];
      const asked: Cell = {
        text: "Thread.interrupted()",
        put: () => {},
        get: (run) => call(run, "invokestatic", "java/lang/Thread", "interrupted", "()Z"),
      };
      const kind = { superName: "java/lang/Thread", method: "run" };
      makeObject(
        code,
        to.builder.addClass((own) => reader(own, asked, kind)),
      );
      code.emit("astore", thread);
      call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z").emit("ifeq", end);
      call(code.emit("aload", thread), "invokevirtual", "java/lang/Thread", "interrupt", "()V");
      code.mark(end);
      between.emit(to);
      for (const name of ["start", "join"]) {
        call(code.emit("aload", thread), "invokevirtual", "java/lang/Thread", name, "()V");
      }
      getStatic(code, "out", "I");
      recordSmallValue(code);
    },
  };
};

/** A shutdown hook reads it at the very end. */
const byHook: Way = (_, cell) => ({
  text: `addShutdownHook: exit with 40 + ${cell.text}`,
  emit: (to) => {
    const { code, builder } = to;
    to.line();
    const name = builder.addClass((own) => {
      const cls = reader(own, cell, { superName: "java/lang/Thread", method: "val" });
      return cls.method(ACC_PUBLIC, "run", "()V", (run) => {
        call(run, "invokestatic", RUNTIME, "getRuntime", `()L${RUNTIME};`).pushInt(40);
        cell.get(run);
        call(run.emit("iadd"), "invokevirtual", RUNTIME, "halt", "(I)V").emit("return");
      });
    });
    call(code, "invokestatic", RUNTIME, "getRuntime", `()L${RUNTIME};`);
    makeObject(code, name);
    call(code, "invokevirtual", RUNTIME, "addShutdownHook", "(Ljava/lang/Thread;)V");
  },
});

/** An exception carries the value. */
const byException: Way = (_, cell) => ({
  text: `try { throw new Fail(${cell.text}) } catch: acc <- its code`,
  emit: (to) => {
    to.line();
    const { code } = to;
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    const start = code.mark();
    throwFail(code, cell.get);
    code.mark(end);
    code.emit("goto", done).mark(handler);
    getField(code, "Fail", "code", "I");
    recordSmallValue(code);
    code.mark(done);
    code.handler(start, end, handler, "Fail");
  },
});

/** After an exception, a handler here or in a caller reads the cell. */
const byHandler: Way = (dice, cell) => {
  const read = {
    text: `acc <- ${cell.text}`,
    emit: (code: CodeBuilder) => {
      cell.get(code);
      recordSmallValue(code);
    },
  };
  const body = [...(dice(3) === 0 ? [] : [pause(dice)]), throwing(dice)];
  const type = pick(dice, ["java/lang/Throwable", null]);
  const parts = dice(2) === 0 ? body : [inMethod("call", body)];
  const all = trying(type, parts, read, dice(3) === 0);
  if (!all.text.includes("thrown again")) return all;
  const nothing = { text: "nothing", emit: () => {} };
  return trying(null, dice(2) === 0 ? [all] : [inMethod("call", [all])], nothing);
};

/** Natives that copy. */
const byCopy: Way = (dice, { array, field, text }) => {
  if (array !== undefined) {
    const { name, descriptor, index } = array;
    const [load, type] = LOADS[descriptor]!;
    const isClone = dice(2) === 0;
    return expression(`${isClone ? "a clone" : "a copy"} of ${text}`, (to) => {
      const { code } = to;
      getStatic(code, name, descriptor);
      if (isClone) {
        call(code, "invokevirtual", descriptor, "clone", `()${OBJECT}`);
        code.emit("checkcast", descriptor);
      } else {
        const copy = to.local();
        code.emit("iconst_0").emit("iconst_2").emit("newarray", type).emit("dup");
        code.emit("astore", copy).emit("iconst_0").emit("iconst_2");
        call(code, "invokestatic", "java/lang/System", "arraycopy", `(${OBJECT}I${OBJECT}II)V`);
        code.emit("aload", copy);
      }
      code.pushInt(index).emit(load);
      toInt(code, descriptor.slice(1));
    });
  }
  if (field === undefined) return null;
  const object = text.startsWith("n0") ? "n0" : "n1";
  return expression(`a clone's ${text}`, ({ code }) => {
    getStatic(code, object, "LBase;");
    call(code, "invokevirtual", "Base", "copy", `()${OBJECT}`);
    getField(code.emit("checkcast", "Base"), "Base", field.name, field.descriptor);
    toInt(code, field.descriptor);
  });
};

const LOADS: Readonly<
  Record<string, readonly ["iaload" | "laload" | "daload" | "baload", number]>
> = { "[I": ["iaload", 10], "[J": ["laload", 11], "[D": ["daload", 7], "[B": ["baload", 8] };

/** Combines both halves of a long. */
function toInt(code: CodeBuilder, descriptor: string): void {
  if (descriptor === "J") {
    code.emit("dup2").pushInt(32).emit("lshr").emit("lxor").emit("l2i");
  } else if (descriptor === "D") code.emit("d2i");
}

const WAYS: readonly Way[] = [
  (_, cell) => directly(cell),
  (_, cell) => directly(cell),
  inCall,
  virtually,
  byInterface,
  byLambda,
  byInitialiser,
  byInitialiser,
  byThread,
  byHook,
  byException,
  byHandler,
  byHandler,
  byHandler,
  byCopy,
  byCopy,
  byCopy,
];
/** For cells in a frame of their own. */
const LOCAL_WAYS: readonly Way[] = [
  (_, cell) => directly(cell),
  byException,
  byHandler,
  byHandler,
  byHandler,
];

export const readSomehow = (dice: Dice, cell: Cell): Statement =>
  pick(dice, cell.isLocal === true ? LOCAL_WAYS : WAYS)(dice, cell) ?? directly(cell);
