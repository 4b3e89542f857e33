/**
 * The statements of random programs. Every thread has three locals: `acc`,
 * into which all it sees is mixed, and the references `p` (what it made last)
 * and `q` (what it found last).
 */
import type { CodeBuilder } from "../../src/classfile/assembler-code.ts";
import type { Dice } from "./dice.ts";
import {
  call,
  getField,
  getStatic,
  make,
  NODE,
  putField,
  putStatic,
} from "./random-programs-classes.ts";

export interface Emitter {
  readonly code: CodeBuilder;
  /** Starts a new source line. */
  line(): void;
  /** An unused local. */
  local(): number;
}

export interface Statement {
  readonly text: string;
  readonly emit: (to: Emitter) => void;
  /** The statements inside. */
  readonly parts?: readonly Statement[];
}

const ACC = 0;
const P = 1;
const Q = 2;
const OBJECT = "Ljava/lang/Object;";

/** acc = acc * 7 + the int on the stack */
function mix(code: CodeBuilder): void {
  code.emit("iload", ACC).pushInt(7).emit("imul").emit("iadd").emit("istore", ACC);
}

function simple(text: string, emit: (code: CodeBuilder) => void): Statement {
  return {
    text,
    emit: (to) => {
      to.line();
      emit(to.code);
    },
  };
}

/** What a program's statements are made of: few things, so that its threads meet. */
export interface Palette {
  readonly leaves: readonly Maker[];
  readonly nested: readonly Maker[];
  /** Names of static fields. */
  readonly statics: readonly string[];
  /** Names of nodes that are always there. */
  readonly nodes: readonly string[];
}

type Maker = (dice: Dice, palette: Palette, depth: number) => Statement;

const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)]!;

/** A reference that may be null, by the name of where it is. */
const NODES: Readonly<Record<string, (code: CodeBuilder) => void>> = {
  n0: (code) => getStatic(code, "n0", NODE),
  n1: (code) => getStatic(code, "n1", NODE),
  s: (code) => getStatic(code, "s", NODE),
  p: (code) => code.emit("aload", P),
  q: (code) => code.emit("aload", Q),
};
const ALWAYS = ["n0", "n1"];
const STATICS = ["g0", "g1", "v0", "flag", "wide"];
const MAYBE = ["n0", "n1", "s", "p", "q"];

// ---- plain accesses ----

function accessStatic(dice: Dice, palette: Palette): Statement {
  const name = pick(dice, palette.statics);
  const value = 1 + dice(3);
  const type = name === "flag" ? "Z" : name === "wide" ? "J" : "I";
  if (dice(2) === 0) {
    return simple(`acc <- ${name}`, (code) => {
      getStatic(code, name, type);
      if (type === "J") code.emit("l2i");
      mix(code);
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

function accessField(dice: Dice, palette: Palette): Statement {
  const where = pick(dice, dice(3) === 0 ? MAYBE : palette.nodes);
  const name = pick(dice, ["a", "a", "b", "c", "v", "f"]);
  const type = name === "b" ? "J" : name === "c" ? "Z" : "I";
  const value = 1 + dice(3);
  if (name === "f" || dice(2) === 0) {
    return simple(`acc <- ${where}.${name}`, (code) => {
      NODES[where]!(code);
      getField(code, "Node", name, type);
      if (type === "J") code.emit("l2i");
      mix(code);
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

function accessElement(dice: Dice): Statement {
  // Now and then past the end.
  const index = pick(dice, [0, 0, 1, 1, 2]);
  const value = 1 + dice(3);
  const ints = (code: CodeBuilder) => getStatic(code, "ints", "[I");
  if (dice(2) === 0) {
    return simple(`acc <- ints[${index}]`, (code) => {
      ints(code).pushInt(index).emit("iaload");
      mix(code);
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

// ---- graphs ----

/** p = a new object that refers to another, all of it private. */
function build(dice: Dice): Statement {
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

/** A store of p where others may find it. */
function publish(dice: Dice): Statement {
  switch (dice(5)) {
    case 0:
      return simple("n0.next = p", (code) => {
        getStatic(code, "n0", NODE).emit("aload", P);
        putField(code, "Node", "next", NODE);
      });
    case 1:
      return simple("objs[1] = p", (code) => {
        getStatic(code, "objs", "[" + OBJECT).emit("iconst_1").emit("aload", P).emit("aastore");
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

/** q = what may have been published. */
function find(dice: Dice): Statement {
  switch (dice(4)) {
    case 0:
      return simple("q = n0.next", (code) => {
        getStatic(code, "n0", NODE);
        getField(code, "Node", "next", NODE).emit("astore", Q);
      });
    case 1:
      return simple("q = (Node) objs[1]", (code) => {
        getStatic(code, "objs", "[" + OBJECT).emit("iconst_1").emit("aaload");
        code.emit("checkcast", "Node").emit("astore", Q);
      });
    case 2:
      return simple("q = (Node) ((Object[]) n1.o)[0]", (code) => {
        const none = code.label();
        const end = code.label();
        getStatic(code, "n1", NODE);
        getField(code, "Node", "o", OBJECT).emit("dup").emit("ifnull", none);
        code.emit("checkcast", "[" + OBJECT).emit("iconst_0").emit("aaload");
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

/** An access to what the object at p or q refers to, if there is any. */
function deep(dice: Dice): Statement {
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
    } else mix(code);
    code.mark(end);
  });
}

// ---- classes ----

function leak(dice: Dice): Statement {
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
        mix(code);
        code.emit("dup");
        getField(code, "Leaky", "g", "J").emit("l2i");
        mix(code);
        getField(code, "Leaky", "n", NODE).emit("ifnull", end);
        code.emit("iconst_1");
        mix(code);
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
        mix(code);
        code.emit("goto", end).mark(none);
        code.emit("pop").mark(end);
      });
  }
}

function initialise(dice: Dice): Statement {
  const name = pick(dice, ["First", "Second"]);
  if (dice(2) === 0) {
    return simple(`${name}.bump()`, (code) => {
      call(code, "invokestatic", name, "bump", "()V");
    });
  }
  const field = pick(dice, ["x", "x", "K"]);
  return simple(`acc <- ${name}.${field}`, (code) => {
    getStatic(code, field, "I", name);
    mix(code);
  });
}

function callMethod(dice: Dice, palette: Palette): Statement {
  const where = pick(dice, dice(3) === 0 ? MAYBE : palette.nodes);
  const value = 1 + dice(3);
  switch (dice(3)) {
    case 0:
      return simple(`acc <- ${where}.get()`, (code) => {
        NODES[where]!(code);
        call(code, "invokevirtual", "Node", "get", "()I");
        mix(code);
      });
    case 1:
      return simple(`acc <- ${where}.add(${value})`, (code) => {
        NODES[where]!(code);
        code.pushInt(value);
        call(code, "invokevirtual", "Node", "add", "(I)I");
        mix(code);
      });
    default:
      return simple(`locked(${value})`, (code) => {
        code.pushInt(value);
        call(code, "invokestatic", "Main", "locked", "(I)V");
      });
  }
}

function callLibrary(dice: Dice): Statement {
  switch (dice(6)) {
    case 0:
      return simple("acc <- Verify.getBoolean()", (code) => {
        call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z");
        mix(code);
      });
    case 1:
      return simple("acc <- Verify.getInt(0, 2)", (code) => {
        code.emit("iconst_0").emit("iconst_2");
        call(code, "invokestatic", "deadwood/Verify", "getInt", "(II)I");
        mix(code);
      });
    case 2:
      // What it writes last may be seen while it still lives.
      return simple("acc <- r1, threads[1].isAlive()", (code) => {
        getStatic(code, "r1", "I");
        mix(code);
        getStatic(code, "threads", "[LWorker;").emit("iconst_1").emit("aaload");
        call(code, "invokevirtual", "Worker", "isAlive", "()Z");
        mix(code);
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
        mix(code);
      });
    default:
      return simple("Object[] x = {p}; System.arraycopy(x, 0, objs, 1, 1)", (code) => {
        code.emit("iconst_1").emit("anewarray", "java/lang/Object").emit("dup");
        code.emit("iconst_0").emit("aload", P).emit("aastore").emit("iconst_0");
        getStatic(code, "objs", "[" + OBJECT).emit("iconst_1").emit("iconst_1");
        call(code, "invokestatic", "java/lang/System", "arraycopy", `(${OBJECT}I${OBJECT}II)V`);
      });
  }
}

function control(dice: Dice): Statement {
  const thread = 1 + dice(2);
  const of = (code: CodeBuilder, name: string, descriptor: string): void => {
    getStatic(code, "threads", "[LWorker;").pushInt(thread).emit("aaload");
    call(code, "invokevirtual", "Worker", name, descriptor);
  };
  switch (dice(5)) {
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
        mix(code);
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

// ---- statements with statements inside ----

function inside(
  text: string,
  parts: readonly Statement[],
  emit: (to: Emitter, all: () => void) => void,
): Statement {
  return {
    text: `${text} { ${parts.map((part) => part.text).join("; ")} }`,
    parts,
    emit: (to) => {
      to.line();
      emit(to, () => {
        for (const part of parts) part.emit(to);
      });
    },
  };
}

function locking(dice: Dice, palette: Palette, depth: number): Statement {
  const where = pick(dice, dice(4) === 0 ? MAYBE : palette.nodes);
  const parts = [...some(dice, palette, depth)];
  const on = (name: string, descriptor: string, millis = -1): Statement =>
    simple(`${where}.${name}(${millis < 0 ? "" : millis})`, (code) => {
      NODES[where]!(code);
      if (millis >= 0) code.pushLong(BigInt(millis));
      call(code, "invokevirtual", "java/lang/Object", name, descriptor);
    });
  switch (dice(6)) {
    case 0:
      parts.push(on("wait", "()V"));
      break;
    case 1:
      parts.push(on("notify", "()V"));
      break;
    case 2:
      parts.push(on("notifyAll", "()V"));
      break;
    case 3:
      parts.push(on("wait", "(J)V", 1));
      break;
    default:
  }
  return inside(`synchronized (${where})`, parts, (to, all) => {
    const { code } = to;
    const lock = to.local();
    const thrown = to.local();
    const [start, end, handler, done] = [code.label(), code.label(), code.label(), code.label()];
    NODES[where]!(code);
    code.emit("dup").emit("astore", lock).emit("monitorenter").mark(start);
    all();
    code.emit("aload", lock).emit("monitorexit").mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("astore", thrown).emit("aload", lock).emit("monitorexit");
    code.emit("aload", thrown).emit("athrow").mark(done);
    code.handler(start, end, handler, null);
  });
}

function catching(dice: Dice, palette: Palette, depth: number): Statement {
  const type = pick(dice, ["java/lang/RuntimeException", "java/lang/Throwable"]);
  return inside(`try/catch ${type}`, some(dice, palette, depth), (to, all) => {
    const { code } = to;
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    const start = code.mark();
    code.emit("nop");
    all();
    code.mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("pop").pushInt(9);
    mix(code);
    code.mark(done);
    code.handler(start, end, handler, type);
  });
}

function repeating(dice: Dice, palette: Palette, depth: number): Statement {
  return inside("twice", some(dice, palette, depth), (to, all) => {
    const { code } = to;
    const counter = to.local();
    code.emit("iconst_2").emit("istore", counter);
    const start = code.mark();
    all();
    code.emit("iinc", counter, -1).emit("iload", counter).emit("ifgt", start);
  });
}

function deciding(dice: Dice, palette: Palette, depth: number): Statement {
  const names = palette.statics.filter((each) => /\d/.test(each));
  const name = names.length === 0 ? "g0" : pick(dice, names);
  const value = dice(3);
  return inside(`if (${name} == ${value})`, some(dice, palette, depth), (to, all) => {
    const { code } = to;
    const end = code.label();
    getStatic(code, name, "I").pushInt(value).emit("if_icmpne", end);
    all();
    code.mark(end);
  });
}

const throwing = (): Statement =>
  simple("if (v0 == 1) throw new IllegalStateException()", (code) => {
    const end = code.label();
    getStatic(code, "v0", "I").emit("iconst_1").emit("if_icmpne", end);
    code.emit("new", "java/lang/IllegalStateException").emit("dup");
    call(code, "invokespecial", "java/lang/IllegalStateException", "<init>", "()V");
    code.emit("athrow").mark(end);
  });

const some = (dice: Dice, palette: Palette, depth: number): Statement[] =>
  Array.from({ length: 1 + dice(2) }, () => statement(dice, palette, depth - 1));

/** Those of a line belong together. */
const LEAVES: readonly (readonly Maker[])[] = [
  [accessStatic],
  [accessStatic],
  [accessField],
  [accessField],
  [accessElement],
  [build, publish, find, deep],
  [build, publish, deep, find, accessField],
  [leak],
  [initialise],
  [callMethod],
  [callLibrary],
  [control],
  [throwing, accessStatic],
];
const NESTED: readonly Maker[] = [locking, locking, catching, repeating, deciding];

export function randomPalette(dice: Dice): Palette {
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  return {
    leaves: times(1 + dice(3), () => pick(dice, LEAVES)).flat(),
    nested: times(2, () => pick(dice, NESTED)),
    statics: times(1 + dice(2), () => pick(dice, STATICS)),
    nodes: times(1 + dice(2), () => pick(dice, ALWAYS)),
  };
}

/** A statement with at most so many levels inside. */
export function statement(dice: Dice, palette: Palette, depth: number): Statement {
  const isNested = depth > 0 && dice(4) === 0;
  return pick(dice, isNested ? palette.nested : palette.leaves)(dice, palette, depth);
}
