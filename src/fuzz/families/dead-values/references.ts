/**
 * References in programs that read in many ways: what can be told of an object
 * without a look at its fields (which one it is, what it is, who has its lock,
 * how long an array is), and small graphs that are turned round.
 */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import type { Dice } from "../../generator/dice.ts";
import { BASE, note } from "../../generator/observed-statement.ts";
import {
  call,
  getField,
  getStatic,
  make,
  putField,
  putStatic,
} from "../../generator/plain-classes.ts";
import { OBJECT, P, pick, Q, type Statement, simple } from "../../generator/statement.ts";
import { trying } from "../../generator/throwing.ts";

type Emit = (code: CodeBuilder) => void;

/** Where a reference is kept. */
export interface RefCell {
  readonly text: string;
  readonly put: (code: CodeBuilder, value: Emit) => void;
  /** Pushes it as an Object, or as a Base where it can be nothing else. */
  readonly get: Emit;
  readonly isBase: boolean;
  /** Only a Base can be kept. */
  readonly keepsBase?: boolean;
}

const staticRef = (name: string, descriptor: string): RefCell => ({
  text: name,
  isBase: descriptor === BASE,
  put: (code, value) => {
    value(code);
    putStatic(code, name, descriptor);
  },
  get: (code) => getStatic(code, name, descriptor),
});

const fieldRef = (object: "n0" | "n1", name: "l" | "r"): RefCell => ({
  text: `${object}.${name}`,
  isBase: true,
  put: (code, value) => {
    getStatic(code, object, BASE);
    value(code);
    putField(code, "Base", name, BASE);
  },
  get: (code) => {
    getField(getStatic(code, object, BASE), "Base", name, BASE);
  },
});

/** Written by one name and type, and read by the same or another. */
const elementRef = (
  name: string,
  descriptor: string,
  index: number,
  seenAs: readonly [string, string] = [name, descriptor],
): RefCell => ({
  text: `${name}[${index}]${seenAs[0] === name ? "" : ` (read from ${seenAs[0]})`}`,
  isBase: seenAs[1] === BASE,
  keepsBase: descriptor === BASE,
  put: (code, value) => {
    getStatic(code, name, `[${descriptor}`).pushInt(index);
    value(code);
    code.emit("aastore");
  },
  get: (code) => {
    getStatic(code, seenAs[0], `[${seenAs[1]}`).pushInt(index).emit("aaload");
  },
});

const localRef = (text: string, local: number): RefCell => ({
  text,
  isBase: true,
  put: (code, value) => {
    value(code);
    code.emit("astore", local);
  },
  get: (code) => code.emit("aload", local),
});

export const REF_CELLS: readonly RefCell[] = [
  staticRef("s", BASE),
  staticRef("s", BASE),
  staticRef("t", BASE),
  staticRef("o", OBJECT),
  staticRef("o", OBJECT),
  fieldRef("n0", "l"),
  fieldRef("n1", "r"),
  elementRef("refs", BASE, 0),
  elementRef("refs", BASE, 1, ["wider", OBJECT]),
  elementRef("objs", OBJECT, 0),
  localRef("p", P),
  localRef("q", Q),
];

const OBJECT_CELL = elementRef("objs", OBJECT, 1);
const ARRAY_CELLS: readonly RefCell[] = [staticRef("o", OBJECT), OBJECT_CELL];
/** Where others can find it, and nothing but a Base is kept. */
export const SHARED_CELLS: readonly RefCell[] = [staticRef("s", BASE), fieldRef("n1", "r")];

// ---- what is kept ----

interface Value {
  readonly text: string;
  readonly push: Emit;
}

const known = (name: string): Value => ({
  text: name,
  push: (code) => getStatic(code, name, BASE),
});
const made = (name: string): Value => ({
  text: `new ${name}`,
  push: (code) => {
    make(code, name, 3);
  },
});
const arrayOf = (name: string, length: number): Value => ({
  text: `new ${name}[${length}]`,
  push: (code) => code.pushInt(length).emit("anewarray", name),
});
const BASES: readonly Value[] = [
  known("n0"),
  known("n1"),
  made("Left"),
  made("Twin"),
  made("Right"),
  made("Base"),
  { text: "null", push: (code) => code.emit("aconst_null") },
];
const ARRAYS: readonly Value[] = [arrayOf("Left", 1), arrayOf("Base", 1), arrayOf("Base", 2)];
const OBJECTS: readonly Value[] = [...BASES, ...ARRAYS];

const valuesFor = ({ isBase, keepsBase = isBase }: RefCell): readonly Value[] =>
  keepsBase ? BASES : OBJECTS;

/** One of two values. */
export function keepOne(dice: Dice, cell: RefCell, values = valuesFor(cell)): Statement {
  const [one, other] = [pick(dice, values), pick(dice, values)];
  return simple(`${cell.text} = ${one.text} or ${other.text}`, (code) => {
    cell.put(code, (to) => {
      oneOf(to, one, other);
    });
  });
}

function oneOf(code: CodeBuilder, one: Value, other: Value): void {
  const [second, end] = [code.label(), code.label()];
  call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z").emit("ifne", second);
  one.push(code);
  code.emit("goto", end).mark(second);
  other.push(code);
  code.mark(end);
}

export function keepValue(dice: Dice, cell: RefCell): Statement {
  const value = pick(dice, valuesFor(cell));
  return simple(`${cell.text} = ${value.text}`, (code) => {
    cell.put(code, value.push);
  });
}

// ---- what is asked ----

type Question = (cell: RefCell, other: RefCell, dice: Dice) => Statement;

const asked = (text: string, push: Emit): Statement =>
  simple(`acc <- ${text}`, (code) => {
    push(code);
    note(code);
  });

/** Pushes 1 where the branch is taken. */
function decide(code: CodeBuilder, branch: "if_acmpeq" | "ifnull"): void {
  const [yes, end] = [code.label(), code.label()];
  code.emit(branch, yes).emit("iconst_0").emit("goto", end).mark(yes);
  code.emit("iconst_1").mark(end);
}

/** What is asked of the object unless it is null. */
function unlessNull(cell: RefCell, code: CodeBuilder, ask: Emit): void {
  const [none, end] = [code.label(), code.label()];
  cell.get(code);
  code.emit("ifnull", none);
  cell.get(code);
  ask(code);
  code.emit("goto", end).mark(none);
  code.emit("iconst_2").mark(end);
}

const OF_BASES: readonly Question[] = [
  (cell) =>
    asked(`${cell.text}.val()`, (code) => {
      unlessNull(cell, code, (to) => {
        call(to, "invokevirtual", "Base", "val", "()I");
      });
    }),
  (cell) =>
    asked(`${cell.text}.shape()`, (code) => {
      unlessNull(cell, code, (to) => {
        call(to, "invokeinterface", "Shape", "shape", "()I");
      });
    }),
  (cell) =>
    asked(`${cell.text}.quiet()`, (code) => {
      unlessNull(cell, code, (to) => {
        call(to, "invokevirtual", "Base", "quiet", "()I");
      });
    }),
  (cell) =>
    asked(`${cell.text}.x`, (code) => {
      unlessNull(cell, code, (to) => {
        getField(to, "Base", "x", "I");
      });
    }),
  (cell) =>
    asked(`${cell.text}.f`, (code) => {
      unlessNull(cell, code, (to) => {
        getField(to, "Base", "f", "I");
      });
    }),
  (cell) =>
    simple(`${cell.text}.x++`, (code) => {
      const end = code.label();
      cell.get(code);
      code.emit("ifnull", end);
      cell.get(code);
      getField(code.emit("dup"), "Base", "x", "I").emit("iconst_1").emit("iadd");
      code.emit("iconst_3").emit("iand");
      putField(code, "Base", "x", "I");
      code.mark(end);
    }),
  // left = cell.l; cell.l = left.r; left.r = cell; cell = left
  (cell) =>
    simple(`rotate ${cell.text}`, (code) => {
      const end = code.label();
      cell.get(code);
      code.emit("ifnull", end);
      cell.get(code);
      getField(code, "Base", "l", BASE).emit("dup").emit("astore", P).emit("ifnull", end);
      cell.get(code);
      getField(code.emit("aload", P), "Base", "r", BASE);
      putField(code, "Base", "l", BASE);
      cell.get(code.emit("aload", P));
      putField(code, "Base", "r", BASE);
      cell.put(code, (to) => to.emit("aload", P));
      code.mark(end);
    }),
  // A list grows at its front and shrinks again.
  (cell) =>
    simple(`${cell.text} = new Base before ${cell.text}`, (code) => {
      make(code, "Base", 4);
      code.emit("dup").emit("astore", P);
      cell.get(code);
      putField(code, "Base", "l", BASE);
      cell.put(code, (to) => to.emit("aload", P));
    }),
  (cell) =>
    simple(`${cell.text} = ${cell.text}.l`, (code) => {
      const end = code.label();
      cell.get(code);
      code.emit("ifnull", end);
      cell.put(code, (to) => {
        cell.get(to);
        getField(to, "Base", "l", BASE);
      });
      code.mark(end);
    }),
];

const OF_ALL: readonly Question[] = [
  (cell, other) =>
    asked(`${cell.text} == ${other.text}`, (code) => {
      cell.get(code);
      other.get(code);
      decide(code, "if_acmpeq");
    }),
  (cell) =>
    asked(`${cell.text} == n0`, (code) => {
      cell.get(code);
      getStatic(code, "n0", BASE);
      decide(code, "if_acmpeq");
    }),
  (cell) =>
    asked(`${cell.text} == null`, (code) => {
      cell.get(code);
      decide(code, "ifnull");
    }),
  (cell, _, dice) => {
    const type = pick(dice, ["Left", "Right", "Base"]);
    return asked(`${cell.text} instanceof ${type}`, (code) => {
      cell.get(code);
      code.emit("instanceof", type);
    });
  },
  (cell, _, dice) => {
    const type = pick(dice, ["Left", "Right"]);
    return asked(`${cell.text}.getClass() == ${type}.class`, (code) => {
      unlessNull(cell, code, (to) => {
        call(to, "invokevirtual", "java/lang/Object", "getClass", "()Ljava/lang/Class;");
        decide(to.pushClass(type), "if_acmpeq");
      });
    });
  },
  (cell, _, dice) => {
    const type = pick(dice, ["Left", "Right"]);
    return caught(`(${type}) ${cell.text}`, (code) => {
      cell.get(code);
      code.emit("checkcast", type).emit("pop");
    });
  },
  (cell) =>
    caught(`synchronized (${cell.text}) { acc <- i }`, (code) => {
      cell.get(code);
      code.emit("dup").emit("monitorenter");
      getStatic(code, "i", "I");
      note(code);
      code.emit("monitorexit");
    }),
];

/** A native that reads elements of one type and writes those of another. */
const copied = (): Statement =>
  caught("arraycopy(objs, 1, refs, 0, 1), refs[0] == n0", (code) => {
    getStatic(code, "objs", `[${OBJECT}`).emit("iconst_1");
    getStatic(code, "refs", `[${BASE}`).emit("iconst_0").emit("iconst_1");
    call(code, "invokestatic", "java/lang/System", "arraycopy", `(${OBJECT}I${OBJECT}II)V`);
    getStatic(code, "refs", `[${BASE}`).emit("iconst_0").emit("aaload");
    getStatic(code, "n0", BASE);
    decide(code, "if_acmpeq");
    note(code);
  });

/** What may be stored depends on what the array is, and where on its length. */
const stored = (cell: RefCell, index: number): Statement =>
  caught(`((Base[]) ${cell.text})[${index}] = n1`, (code) => {
    cell.get(code);
    code.emit("checkcast", `[${BASE}`).pushInt(index);
    getStatic(code, "n1", BASE).emit("aastore");
  });

const OF_ARRAYS: readonly Question[] = [
  (cell, _, dice) => stored(cell, dice(2)),
  (cell) =>
    caught(`((Base[]) ${cell.text}).length`, (code) => {
      cell.get(code);
      code.emit("checkcast", `[${BASE}`).emit("arraylength");
      note(code);
    }),
];

/** What comes of it when something is wrong is seen. */
function caught(text: string, emit: Emit): Statement {
  return trying("java/lang/RuntimeException", [simple(text, emit)], {
    text: "acc <- 5",
    emit: (code) => {
      note(code.emit("iconst_5"));
    },
  });
}

export function askSomething(dice: Dice, cell: RefCell, other: RefCell): Statement {
  const special = cell.isBase ? OF_BASES : OF_ARRAYS;
  return pick(dice, dice(2) === 0 ? special : OF_ALL)(cell, other, dice);
}

/** One of two arrays, of another type or length, and what can be told of it. */
export function aboutArrays(dice: Dice, pause: Statement): Statement[] {
  const cell = pick(dice, ARRAY_CELLS);
  switch (dice(3)) {
    case 0:
      return [keepOne(dice, OBJECT_CELL, BASES.slice(0, 2)), pause, copied()];
    case 1:
      return [keepOne(dice, cell, ARRAYS.slice(0, 2)), pause, stored(cell, 0)];
    default:
      return [keepOne(dice, cell, ARRAYS.slice(1)), pause, pick(dice, OF_ARRAYS)(cell, cell, dice)];
  }
}

/** One of two objects, whose lock is taken. */
export function aboutLocks(dice: Dice, pause: Statement): Statement[] {
  const cell = pick(dice, [localRef("p", P), localRef("q", Q), ...SHARED_CELLS]);
  const values = dice(2) === 0 ? [known("n0"), known("n1")] : [known("n1"), known("n0")];
  const keep = simple(`${cell.text} = ${values.map(({ text }) => text).join(" or ")}`, (code) => {
    cell.put(code, (to) => {
      oneOf(to, values[0]!, values[1]!);
    });
  });
  const quiet = asked(`${cell.text}.quiet()`, (code) => {
    unlessNull(cell, code, (to) => {
      call(to, "invokevirtual", "Base", "quiet", "()I");
    });
  });
  return [keep, pause, quiet];
}
