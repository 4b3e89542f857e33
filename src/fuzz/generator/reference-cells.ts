/** The places where random programs keep a reference, and the objects and arrays they keep there. */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, type EmitCode, getField, getStatic, make, putField, putStatic } from "./bytecode.ts";
import { type Dice, pick } from "./dice.ts";
import { BASE, recordSmallValue } from "./observed-statement.ts";
import { OBJECT, P, Q, type Statement, simple } from "./statement.ts";

/** A place for a reference. */
export interface RefCell {
  readonly text: string;
  readonly put: (code: CodeBuilder, value: EmitCode) => void;
  /** Pushes the reference as an Object, or as a Base if it can be nothing else. */
  readonly get: EmitCode;
  readonly isBase: boolean;
  /** The place can only hold a Base. */
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

/** Written under one name and type, and read under the same or another. */
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

export const localRef = (text: string, local: number): RefCell => ({
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

export const OBJECT_CELL = elementRef("objs", OBJECT, 1);
export const ARRAY_CELLS: readonly RefCell[] = [staticRef("o", OBJECT), OBJECT_CELL];
/** Shared places that only hold a Base. */
export const SHARED_CELLS: readonly RefCell[] = [staticRef("s", BASE), fieldRef("n1", "r")];

// ---- what is kept ----

interface ReferenceValue {
  readonly text: string;
  readonly push: EmitCode;
}

export const known = (name: string): ReferenceValue => ({
  text: name,
  push: (code) => getStatic(code, name, BASE),
});
const made = (name: string): ReferenceValue => ({
  text: `new ${name}`,
  push: (code) => {
    make(code, name, 3);
  },
});
const arrayOf = (name: string, length: number): ReferenceValue => ({
  text: `new ${name}[${length}]`,
  push: (code) => code.pushInt(length).emit("anewarray", name),
});
export const BASES: readonly ReferenceValue[] = [
  known("n0"),
  known("n1"),
  made("Left"),
  made("Twin"),
  made("Right"),
  made("Base"),
  { text: "null", push: (code) => code.emit("aconst_null") },
];
export const ARRAYS: readonly ReferenceValue[] = [
  arrayOf("Left", 1),
  arrayOf("Base", 1),
  arrayOf("Base", 2),
];
const OBJECTS: readonly ReferenceValue[] = [...BASES, ...ARRAYS];

const valuesFor = ({ isBase, keepsBase = isBase }: RefCell): readonly ReferenceValue[] =>
  keepsBase ? BASES : OBJECTS;

/** Stores one of two values. */
export function keepOne(dice: Dice, cell: RefCell, values = valuesFor(cell)): Statement {
  const [one, other] = [pick(dice, values), pick(dice, values)];
  return simple(`${cell.text} = ${one.text} or ${other.text}`, (code) => {
    cell.put(code, (to) => {
      oneOf(to, one, other);
    });
  });
}

export function oneOf(code: CodeBuilder, one: ReferenceValue, other: ReferenceValue): void {
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

// ---- questions ----

export const asked = (text: string, push: EmitCode): Statement =>
  simple(`acc <- ${text}`, (code) => {
    push(code);
    recordSmallValue(code);
  });

/** Asks a question about the object unless the reference is null. */
export function unlessNull(cell: RefCell, code: CodeBuilder, ask: EmitCode): void {
  const [none, end] = [code.label(), code.label()];
  cell.get(code);
  code.emit("ifnull", none);
  cell.get(code);
  ask(code);
  code.emit("goto", end).mark(none);
  code.emit("iconst_2").mark(end);
}
