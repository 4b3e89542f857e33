/**
 * The places where programs of the read-form families keep a small number: fields, elements and locals of all
 * types, the upper half of a long, a box, a string.
 */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, getField, getStatic, putField, putStatic } from "./bytecode.ts";
import type { Observation } from "./exit-code.ts";
import { BASE, LOCAL_DOUBLE, LOCAL_INT, LOCAL_LONG } from "./observed-statement.ts";

type Emit = (code: CodeBuilder) => void;

export interface Cell {
  readonly text: string;
  /** The cell is in a frame, where other methods cannot access it. */
  readonly isLocal?: boolean;
  /** The array that contains it, and the array's name. */
  readonly array?: { readonly name: string; readonly descriptor: string; readonly index: number };
  /** A field of Base that objects answer from. */
  readonly field?: { readonly name: string; readonly descriptor: string };
  /** Stores what `value` pushes: 0 or 1, or another small number. */
  readonly put: (code: CodeBuilder, value: Emit) => void;
  /** Pushes the stored number as an int. */
  readonly get: Emit;
}

/** How a number is stored: as it is, as another type, or in one half of a long. */
interface Form {
  readonly descriptor: string;
  readonly pack: Emit;
  readonly unpack: Emit;
}

const plain = (descriptor: string): Form => ({ descriptor, pack: () => {}, unpack: () => {} });
const INT = plain("I");
const BYTE = plain("B");
const BOOLEAN = plain("Z");
const DOUBLE: Form = {
  descriptor: "D",
  pack: (code) => code.emit("i2d"),
  unpack: (code) => code.emit("d2i"),
};
const LOW: Form = {
  descriptor: "J",
  pack: (code) => code.emit("i2l"),
  unpack: (code) => code.emit("l2i"),
};
const HIGH: Form = {
  descriptor: "J",
  pack: (code) => code.emit("i2l").pushInt(32).emit("lshl"),
  unpack: (code) => code.pushInt(32).emit("lshr").emit("l2i"),
};
export const FORMS = { INT, BYTE, BOOLEAN, DOUBLE, LOW, HIGH };

export const staticCell = (name: string, form: Form, text = name): Cell => ({
  text,
  put: (code, value) => {
    value(code);
    form.pack(code);
    putStatic(code, name, form.descriptor);
  },
  get: (code) => {
    getStatic(code, name, form.descriptor);
    form.unpack(code);
  },
});

function fieldCell(object: "n0" | "n1", owner: string, name: string, form: Form): Cell {
  const target = (code: CodeBuilder): void => {
    getStatic(code, object, BASE);
    if (owner !== "Base") code.emit("checkcast", owner);
  };
  return {
    text: `${object}.${owner}.${name}${form === HIGH ? " (high)" : ""}`,
    ...(owner === "Base" ? { field: { name, descriptor: form.descriptor } } : {}),
    put: (code, value) => {
      target(code);
      value(code);
      form.pack(code);
      putField(code, owner, name, form.descriptor);
    },
    get: (code) => {
      target(code);
      getField(code, owner, name, form.descriptor);
      form.unpack(code);
    },
  };
}

const ACCESS = {
  I: ["iaload", "iastore"],
  J: ["laload", "lastore"],
  D: ["daload", "dastore"],
  B: ["baload", "bastore"],
} as const;

function elementCell(name: string, type: keyof typeof ACCESS, index: number, form: Form): Cell {
  const descriptor = `[${type}`;
  const [load, store] = ACCESS[type];
  return {
    text: `${name}[${index}]${form === HIGH ? " (high)" : ""}`,
    array: { name, descriptor, index },
    put: (code, value) => {
      getStatic(code, name, descriptor).pushInt(index);
      value(code);
      form.pack(code);
      code.emit(store);
    },
    get: (code) => {
      getStatic(code, name, descriptor).pushInt(index).emit(load);
      form.unpack(code);
    },
  };
}

function localCell(text: string, local: number, type: "i" | "l" | "d", form: Form): Cell {
  return {
    text,
    isLocal: true,
    put: (code, value) => {
      value(code);
      form.pack(code);
      code.emit(`${type}store`, local);
    },
    get: (code) => {
      code.emit(`${type}load`, local);
      form.unpack(code);
    },
  };
}

const STRING = "java/lang/String";
const INTEGER = "java/lang/Integer";

/** A number inside a library object. */
const STRING_CELL: Cell = {
  text: "str",
  put: (code, value) => {
    value(code);
    call(code, "invokestatic", STRING, "valueOf", `(I)L${STRING};`);
    putStatic(code, "str", `L${STRING};`);
  },
  get: (code) => {
    getStatic(code, "str", `L${STRING};`).emit("iconst_0");
    call(code, "invokevirtual", STRING, "charAt", "(I)C").pushInt(48).emit("isub");
  },
};

const BOX_CELL: Cell = {
  text: "box",
  put: (code, value) => {
    code.emit("new", INTEGER).emit("dup");
    value(code);
    call(code, "invokespecial", INTEGER, "<init>", "(I)V");
    putStatic(code, "box", `L${INTEGER};`);
  },
  get: (code) => {
    getStatic(code, "box", `L${INTEGER};`);
    call(code, "invokevirtual", INTEGER, "intValue", "()I");
  },
};

export const CELLS: readonly Cell[] = [
  staticCell("i", INT),
  staticCell("i", INT),
  staticCell("k", INT),
  staticCell("v", INT),
  staticCell("j", HIGH, "j (high)"),
  staticCell("j", LOW),
  staticCell("d", DOUBLE),
  staticCell("z", BOOLEAN),
  fieldCell("n0", "Base", "x", INT),
  fieldCell("n0", "Base", "x", INT),
  fieldCell("n1", "Base", "x", INT),
  fieldCell("n0", "Base", "w", HIGH),
  fieldCell("n1", "Base", "w", LOW),
  fieldCell("n0", "Base", "e", DOUBLE),
  fieldCell("n1", "Base", "u", INT),
  fieldCell("n0", "Left", "x", INT),
  fieldCell("n0", "Left", "x", INT),
  fieldCell("n1", "Right", "y", INT),
  elementCell("ints", "I", 0, INT),
  elementCell("ints", "I", 1, INT),
  elementCell("longs", "J", 0, HIGH),
  elementCell("longs", "J", 1, LOW),
  elementCell("doubles", "D", 1, DOUBLE),
  elementCell("bytes", "B", 0, BYTE),
  localCell("local int", LOCAL_INT, "i", INT),
  localCell("local int", LOCAL_INT, "i", INT),
  localCell("local long (high)", LOCAL_LONG, "l", HIGH),
  localCell("local long", LOCAL_LONG, "l", LOW),
  localCell("local double", LOCAL_DOUBLE, "d", DOUBLE),
  STRING_CELL,
  BOX_CELL,
];

export const observationOf = ({ text, get }: Cell): Observation => ({ text, push: get });
