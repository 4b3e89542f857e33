/** Statements of random programs that create objects, hand them over, examine them, and use classes. */

import { call, getField, getStatic, make, putField, putStatic } from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { MAYBE, NODE, NODES } from "../../generator/plain-fields.ts";
import { OBJECT, P, Q, recordValue, type Statement, simple } from "../../generator/statement.ts";
import type { StatementMix } from "./statement-mix.ts";

// ---- graphs ----

/** p = a new object that refers to another one, both private. */
export function build(dice: Dice): Statement {
  const outer = pick(dice, ["Node", "Sub"]);
  const value = 1 + dice(4);
  const depth = 1 + dice(2);
  return simple(`p = ${outer}(${value}) of depth ${depth}`, (code) => {
    code.emit("aconst_null").emit("astore", P);
    for (let i = 0; i <= depth; i++) {
      make(code, i === depth ? outer : "Node", value);
      code.emit("dup").pushInt(value + i);
      putField(code, "Node", "a", "I").emit("dup").emit("aload", P);
      putField(code, "Node", "next", NODE).emit("astore", P);
    }
  });
}

/** Stores p where other threads may find it. */
export function publish(dice: Dice): Statement {
  switch (dice(5)) {
    case 0:
      return simple("n0.next = p", (code) => {
        getStatic(code, "n0", NODE).emit("aload", P);
        putField(code, "Node", "next", NODE);
      });
    case 1:
      return simple("objs[1] = p", (code) => {
        getStatic(code, "objs", "[" + OBJECT)
          .emit("iconst_1")
          .emit("aload", P)
          .emit("aastore");
      });
    case 2:
      return simple("n1.o = new Object[] {p}", (code) => {
        getStatic(code, "n1", NODE).emit("iconst_1").emit("anewarray", "java/lang/Object");
        code.emit("dup").emit("iconst_0").emit("aload", P).emit("aastore");
        putField(code, "Node", "o", OBJECT);
      });
    default:
      return simple("s = p", (code) => {
        code.emit("aload", P);
        putStatic(code, "s", NODE);
      });
  }
}

/** q = an object that may have been published. */
export function find(dice: Dice): Statement {
  switch (dice(4)) {
    case 0:
      return simple("q = n0.next", (code) => {
        getStatic(code, "n0", NODE);
        getField(code, "Node", "next", NODE).emit("astore", Q);
      });
    case 1:
      return simple("q = (Node) objs[1]", (code) => {
        getStatic(code, "objs", "[" + OBJECT)
          .emit("iconst_1")
          .emit("aaload");
        code.emit("checkcast", "Node").emit("astore", Q);
      });
    case 2:
      return simple("q = (Node) ((Object[]) n1.o)[0]", (code) => {
        const none = code.label();
        const end = code.label();
        getStatic(code, "n1", NODE);
        getField(code, "Node", "o", OBJECT).emit("dup").emit("ifnull", none);
        code
          .emit("checkcast", "[" + OBJECT)
          .emit("iconst_0")
          .emit("aaload");
        code.emit("goto", end).mark(none);
        code.emit("pop").emit("aconst_null").mark(end);
        code.emit("checkcast", "Node").emit("astore", Q);
      });
    default:
      return simple("q = s", (code) => {
        getStatic(code, "s", NODE).emit("astore", Q);
      });
  }
}

/** An access to what the object at p or q refers to, if anything. */
export function deep(dice: Dice): Statement {
  const [name, local] = pick(dice, [
    ["p", P],
    ["q", Q],
  ] as const);
  const value = 1 + dice(3);
  const isWrite = dice(2) === 0;
  const text = isWrite ? `${name}.next.a += ${value}` : `acc <- ${name}.next.a`;
  return simple(`if (${name} != null && ${name}.next != null) ${text}`, (code) => {
    const end = code.label();
    code.emit("aload", local).emit("ifnull", end).emit("aload", local);
    getField(code, "Node", "next", NODE).emit("ifnull", end).emit("aload", local);
    getField(code, "Node", "next", NODE);
    if (isWrite) code.emit("dup");
    getField(code, "Node", "a", "I");
    if (isWrite) {
      code.pushInt(value).emit("iadd");
      putField(code, "Node", "a", "I");
    } else recordValue(code);
    code.mark(end);
  });
}

// ---- classes ----

export function leak(dice: Dice): Statement {
  const value = 2 + dice(4);
  switch (dice(3)) {
    case 0:
      return simple(`new Leaky(${value})`, (code) => {
        make(code, "Leaky", value);
        code.emit("pop");
      });
    case 1:
      return simple("if (leak != null) acc <- leak.f, leak.g, leak.n", (code) => {
        const end = code.label();
        const none = code.label();
        getStatic(code, "leak", "LLeaky;").emit("dup").emit("ifnull", none).emit("dup");
        getField(code, "Leaky", "f", "I");
        recordValue(code);
        code.emit("dup");
        getField(code, "Leaky", "g", "J").emit("l2i");
        recordValue(code);
        getField(code, "Leaky", "n", NODE).emit("ifnull", end);
        code.emit("iconst_1");
        recordValue(code);
        code.emit("goto", end).mark(none);
        code.emit("pop").mark(end);
      });
    default:
      return simple("if (s != null && s.o instanceof Leaky) acc <- ((Leaky) s.o).f", (code) => {
        const end = code.label();
        const none = code.label();
        getStatic(code, "s", NODE).emit("dup").emit("ifnull", none);
        getField(code, "Node", "o", OBJECT).emit("dup").emit("instanceof", "Leaky");
        code.emit("ifeq", none).emit("checkcast", "Leaky");
        getField(code, "Leaky", "f", "I");
        recordValue(code);
        code.emit("goto", end).mark(none);
        code.emit("pop").mark(end);
      });
  }
}

export function initialise(dice: Dice): Statement {
  const name = pick(dice, ["First", "Second"]);
  if (dice(2) === 0) {
    return simple(`${name}.bump()`, (code) => {
      call(code, "invokestatic", name, "bump", "()V");
    });
  }
  const field = pick(dice, ["x", "x", "K"]);
  return simple(`acc <- ${name}.${field}`, (code) => {
    getStatic(code, field, "I", name);
    recordValue(code);
  });
}

export function callMethod(dice: Dice, mix: StatementMix): Statement {
  const where = pick(dice, dice(3) === 0 ? MAYBE : mix.nodes);
  const value = 1 + dice(3);
  switch (dice(3)) {
    case 0:
      return simple(`acc <- ${where}.get()`, (code) => {
        NODES[where]!(code);
        call(code, "invokevirtual", "Node", "get", "()I");
        recordValue(code);
      });
    case 1:
      return simple(`acc <- ${where}.add(${value})`, (code) => {
        NODES[where]!(code);
        code.pushInt(value);
        call(code, "invokevirtual", "Node", "add", "(I)I");
        recordValue(code);
      });
    default:
      return simple(`locked(${value})`, (code) => {
        code.pushInt(value);
        call(code, "invokestatic", "Main", "locked", "(I)V");
      });
  }
}
