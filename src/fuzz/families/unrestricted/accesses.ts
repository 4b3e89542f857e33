/** Statements of random programs that read and write memory, or use the library. */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getField, getStatic, make, putField, putStatic } from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { MAYBE, NODES } from "../../generator/plain-fields.ts";
import { OBJECT, P, recordValue, type Statement, simple } from "../../generator/statement.ts";
import type { StatementMix } from "./statement-mix.ts";

export function accessStatic(dice: Dice, mix: StatementMix): Statement {
  const name = pick(dice, mix.statics);
  const value = 1 + dice(3);
  const type = name === "flag" ? "Z" : name === "wide" ? "J" : "I";
  if (dice(2) === 0) {
    return simple(`acc <- ${name}`, (code) => {
      getStatic(code, name, type);
      if (type === "J") code.emit("l2i");
      recordValue(code);
    });
  }
  if (dice(2) === 0 && type === "I") {
    return simple(`${name} += ${value}`, (code) => {
      getStatic(code, name, type).pushInt(value).emit("iadd");
      putStatic(code, name, type);
    });
  }
  return simple(`${name} = ${value}`, (code) => {
    if (type === "J") code.pushLong(BigInt(value) << 33n);
    else code.pushInt(value);
    putStatic(code, name, type);
  });
}

export function accessField(dice: Dice, mix: StatementMix): Statement {
  const where = pick(dice, dice(3) === 0 ? MAYBE : mix.nodes);
  const name = pick(dice, ["a", "a", "b", "c", "v", "f"]);
  const type = name === "b" ? "J" : name === "c" ? "Z" : "I";
  const value = 1 + dice(3);
  if (name === "f" || dice(2) === 0) {
    return simple(`acc <- ${where}.${name}`, (code) => {
      NODES[where]!(code);
      getField(code, "Node", name, type);
      if (type === "J") code.emit("l2i");
      recordValue(code);
    });
  }
  if (type === "I" && dice(2) === 0) {
    return simple(`${where}.${name}++`, (code) => {
      NODES[where]!(code);
      code.emit("dup");
      getField(code, "Node", name, type).emit("iconst_1").emit("iadd");
      putField(code, "Node", name, type);
    });
  }
  return simple(`${where}.${name} = ${value}`, (code) => {
    NODES[where]!(code);
    if (type === "J") code.pushLong(BigInt(value));
    else code.pushInt(value);
    putField(code, "Node", name, type);
  });
}

const ints = (code: CodeBuilder) => getStatic(code, "ints", "[I");

export function accessElement(dice: Dice): Statement {
  // Sometimes past the end.
  const index = pick(dice, [0, 0, 1, 1, 2]);
  const value = 1 + dice(3);
  if (dice(2) === 0) {
    return simple(`acc <- ints[${index}]`, (code) => {
      ints(code).pushInt(index).emit("iaload");
      recordValue(code);
    });
  }
  if (dice(2) === 0) {
    return simple("ints[g0] = " + value, (code) => {
      ints(code);
      getStatic(code, "g0", "I").pushInt(value).emit("iastore");
    });
  }
  return simple(`ints[${index}] += ${value}`, (code) => {
    ints(code).pushInt(index).emit("dup2").emit("iaload").pushInt(value).emit("iadd");
    code.emit("iastore");
  });
}

export function callLibrary(dice: Dice): Statement {
  switch (dice(6)) {
    case 0:
      return simple("acc <- Verify.getBoolean()", (code) => {
        call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z");
        recordValue(code);
      });
    case 1:
      return simple("acc <- Verify.getInt(0, 2)", (code) => {
        code.emit("iconst_0").emit("iconst_2");
        call(code, "invokestatic", "deadwood/Verify", "getInt", "(II)I");
        recordValue(code);
      });
    case 2:
      // Its last write may be seen while it is still alive.
      return simple("acc <- r1, threads[1].isAlive()", (code) => {
        getStatic(code, "r1", "I");
        recordValue(code);
        getStatic(code, "threads", "[LWorker;").emit("iconst_1").emit("aaload");
        call(code, "invokevirtual", "Worker", "isAlive", "()Z");
        recordValue(code);
      });
    case 3:
      return simple("System.arraycopy(ints, 0, ints, 1, 1)", (code) => {
        getStatic(code, "ints", "[I").emit("iconst_0");
        getStatic(code, "ints", "[I").emit("iconst_1").emit("iconst_1");
        call(code, "invokestatic", "java/lang/System", "arraycopy", `(${OBJECT}I${OBJECT}II)V`);
      });
    case 4:
      return simple("acc <- ints.clone()[0]", (code) => {
        getStatic(code, "ints", "[I");
        call(code, "invokevirtual", "[I", "clone", `()${OBJECT}`);
        code.emit("checkcast", "[I").emit("iconst_0").emit("iaload");
        recordValue(code);
      });
    default:
      return simple("Object[] x = {p}; System.arraycopy(x, 0, objs, 1, 1)", (code) => {
        code.emit("iconst_1").emit("anewarray", "java/lang/Object").emit("dup");
        code.emit("iconst_0").emit("aload", P).emit("aastore").emit("iconst_0");
        getStatic(code, "objs", "[" + OBJECT)
          .emit("iconst_1")
          .emit("iconst_1");
        call(code, "invokestatic", "java/lang/System", "arraycopy", `(${OBJECT}I${OBJECT}II)V`);
      });
  }
}

export function control(dice: Dice): Statement {
  const thread = dice(3);
  const of = (code: CodeBuilder, name: string, descriptor: string): void => {
    getStatic(code, "threads", "[LWorker;").pushInt(thread).emit("aaload");
    call(code, "invokevirtual", "Worker", name, descriptor);
  };
  switch (dice(6)) {
    case 5:
      return simple("threads[0] = new Worker(9); threads[0].start()", (code) => {
        getStatic(code, "threads", "[LWorker;").emit("iconst_0");
        make(code, "Worker", 9);
        code.emit("aastore");
        getStatic(code, "threads", "[LWorker;").emit("iconst_0").emit("aaload");
        call(code, "invokevirtual", "Worker", "start", "()V");
      });
    case 0:
      return simple(`threads[${thread}].join()`, (code) => {
        of(code, "join", "()V");
      });
    case 1:
      return simple(`threads[${thread}].interrupt()`, (code) => {
        of(code, "interrupt", "()V");
      });
    case 2:
      return simple("acc <- Thread.interrupted()", (code) => {
        call(code, "invokestatic", "java/lang/Thread", "interrupted", "()Z");
        recordValue(code);
      });
    case 3:
      return simple("Thread.sleep(1)", (code) => {
        code.pushLong(1n);
        call(code, "invokestatic", "java/lang/Thread", "sleep", "(J)V");
      });
    default:
      return simple("Thread.yield()", (code) => {
        call(code, "invokestatic", "java/lang/Thread", "yield", "()V");
      });
  }
}
