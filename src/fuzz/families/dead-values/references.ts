/**
 * What a program can learn about an object without reading its fields: its identity, its class, the owner of
 * its lock, the length of an array; and rotations of small graphs.
 */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import {
  call,
  type EmitCode,
  getField,
  getStatic,
  make,
  putField,
} from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { BASE, recordSmallValue } from "../../generator/observed-statement.ts";
import {
  ARRAY_CELLS,
  ARRAYS,
  asked,
  BASES,
  keepOne,
  OBJECT_CELL,
  type RefCell,
  unlessNull,
} from "../../generator/reference-cells.ts";
import { OBJECT, P, type Statement, simple } from "../../generator/statement.ts";
import { trying } from "../../generator/throwing.ts";

type Question = (cell: RefCell, other: RefCell, dice: Dice) => Statement;

/** Pushes 1 if the branch is taken. */
function decide(code: CodeBuilder, branch: "if_acmpeq" | "ifnull"): void {
  const [yes, end] = [code.label(), code.label()];
  code.emit(branch, yes).emit("iconst_0").emit("goto", end).mark(yes);
  code.emit("iconst_1").mark(end);
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
      recordSmallValue(code);
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
    recordSmallValue(code);
  });

/** The type of the array decides what may be stored, and its length where. */
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
      recordSmallValue(code);
    }),
];

/** Records a failure. */
function caught(text: string, emit: EmitCode): Statement {
  return trying("java/lang/RuntimeException", [simple(text, emit)], {
    text: "acc <- 5",
    emit: (code) => {
      recordSmallValue(code.emit("iconst_5"));
    },
  });
}

export function askSomething(dice: Dice, cell: RefCell, other: RefCell): Statement {
  const special = cell.isBase ? OF_BASES : OF_ARRAYS;
  return pick(dice, dice(2) === 0 ? special : OF_ALL)(cell, other, dice);
}

/** One of two arrays of different types or lengths, and questions about it. */
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
