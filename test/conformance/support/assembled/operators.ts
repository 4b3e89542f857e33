/** Every arithmetic, conversion and comparison instruction over values at the edges, and both switches. */
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import type { Mnemonic } from "../../../../src/classfile/format/opcodes.ts";
import {
  type AssembledProgram,
  assemble,
  type Kind,
  OBJECT,
  type Scope,
  STATIC,
} from "./assemble.ts";

const INTS = [0, 1, -1, 7, 33, 2_147_483_647, -2_147_483_648];
const LONGS = [0n, 1n, -1n, 0xffff_ffffn, (1n << 63n) - 1n, -(1n << 63n)];
const REALS = [0, -0, 1.5, -1e10, 1e-40, Number.NaN, Number.POSITIVE_INFINITY];

function push(code: CodeBuilder, kind: Kind, value: number | bigint): void {
  if (kind === "J") code.pushLong(BigInt(value));
  else if (kind === "F") code.pushFloat(Number(value));
  else if (kind === "D") code.pushDouble(Number(value));
  else code.pushInt(Number(value));
}

const valuesOf = (kind: Kind): readonly (number | bigint)[] =>
  kind === "I" ? INTS : kind === "J" ? LONGS : REALS;

const PREFIX = { i: "I", l: "J", f: "F", d: "D" } as const;
type Prefix = keyof typeof PREFIX;
const PREFIXES: readonly Prefix[] = ["i", "l", "f", "d"];

/** A method per operator keeps each below the size limit. */
function method(
  code: CodeBuilder,
  scope: Scope,
  name: string,
  body: (code: CodeBuilder) => void,
): void {
  scope.assembler.method(STATIC, name, "()V", (inner) => {
    scope.say(inner, name);
    body(inner);
    inner.emit("return");
  });
  code.emit("invokestatic", scope.own(name, "()V"));
}

function binary(
  code: CodeBuilder,
  scope: Scope,
  op: Mnemonic,
  kinds: readonly [Kind, Kind],
  result: Kind,
): void {
  const isDivision = op === "idiv" || op === "irem" || op === "ldiv" || op === "lrem";
  method(code, scope, `x_${op}`, (body) => {
    for (const a of valuesOf(kinds[0])) {
      for (const b of valuesOf(kinds[1])) {
        if (isDivision && Number(b) === 0) continue;
        push(body, kinds[0], a);
        push(body, kinds[1], b);
        body.emit(op);
        scope.show(body, result);
      }
    }
  });
}

function unary(code: CodeBuilder, scope: Scope, op: Mnemonic, kind: Kind, result: Kind): void {
  method(code, scope, `x_${op}`, (body) => {
    for (const a of valuesOf(kind)) {
      push(body, kind, a);
      body.emit(op);
      scope.show(body, result);
    }
  });
}

const CONVERSIONS = [
  "i2l",
  "i2f",
  "i2d",
  "l2i",
  "l2f",
  "l2d",
  "f2i",
  "f2l",
  "f2d",
  "d2i",
  "d2l",
  "d2f",
] as const;

function conversion(from: Prefix, to: Prefix): (typeof CONVERSIONS)[number] {
  return CONVERSIONS.find((each) => each === `${from}2${to}`)!;
}

export const operators: AssembledProgram = assemble("Operators", (code, scope) => {
  for (const p of PREFIXES) {
    const kind = PREFIX[p];
    for (const op of ["add", "sub", "mul", "div", "rem"] as const) {
      binary(code, scope, `${p}${op}`, [kind, kind], kind);
    }
    unary(code, scope, `${p}neg`, kind, kind);
    for (const q of PREFIXES) if (p !== q) unary(code, scope, conversion(p, q), kind, PREFIX[q]);
  }
  for (const p of ["i", "l"] as const) {
    for (const op of ["shl", "shr", "ushr"] as const) {
      binary(code, scope, `${p}${op}`, [PREFIX[p], "I"], PREFIX[p]);
    }
    for (const op of ["and", "or", "xor"] as const) {
      binary(code, scope, `${p}${op}`, [PREFIX[p], PREFIX[p]], PREFIX[p]);
    }
  }
  for (const op of ["i2b", "i2c", "i2s"] as const) unary(code, scope, op, "I", "I");
  binary(code, scope, "lcmp", ["J", "J"], "I");
  for (const op of ["fcmpl", "fcmpg"] as const) binary(code, scope, op, ["F", "F"], "I");
  for (const op of ["dcmpl", "dcmpg"] as const) binary(code, scope, op, ["D", "D"], "I");
});

/** Prints 1 if the branch is taken and 0 if not. */
function branch(code: CodeBuilder, scope: Scope, op: Mnemonic, operands: () => void): void {
  const taken = code.label();
  const end = code.label();
  operands();
  code.emit(op, taken).pushInt(0).emit("goto", end);
  code.mark(taken);
  code.pushInt(1);
  code.mark(end);
  scope.show(code, "I");
}

export const branches: AssembledProgram = assemble("Branches", (code, scope) => {
  for (const op of ["ifeq", "ifne", "iflt", "ifge", "ifgt", "ifle"] as const) {
    for (const a of INTS) branch(code, scope, op, () => code.pushInt(a));
  }
  const pairs = [
    "if_icmpeq",
    "if_icmpne",
    "if_icmplt",
    "if_icmpge",
    "if_icmpgt",
    "if_icmple",
  ] as const;
  for (const op of pairs) {
    for (const a of INTS)
      for (const b of INTS) branch(code, scope, op, () => code.pushInt(a).pushInt(b));
  }
  for (const op of ["if_acmpeq", "if_acmpne"] as const) {
    branch(code, scope, op, () => code.pushString("a").pushString("a"));
    branch(code, scope, op, () => code.pushString("a").emit("aconst_null"));
    branch(code, scope, op, () => code.emit("aconst_null").emit("aconst_null"));
  }
  for (const op of ["ifnull", "ifnonnull"] as const) {
    branch(code, scope, op, () => code.pushString("a"));
    branch(code, scope, op, () => code.emit("aconst_null"));
  }
});

type Jump = (code: CodeBuilder) => void;

/** Each outcome of a switch pushes a number of its own. */
function picks(
  code: CodeBuilder,
  scope: Scope,
  name: string,
  body: Jump,
  inputs: readonly number[],
): void {
  scope.assembler.method(STATIC, name, "(I)I", (inner) => {
    inner.emit("iload_0");
    body(inner);
  });
  for (const input of inputs) {
    code.pushInt(input).emit("invokestatic", scope.own(name, "(I)I"));
    scope.show(code, "I");
  }
}

const table =
  (low: number, size: number): Jump =>
  (inner) => {
    const labels = Array.from({ length: size }, () => inner.label());
    const other = inner.label();
    inner.tableswitch(low, labels, other);
    for (const [i, label] of labels.entries()) {
      inner.mark(label);
      inner.pushInt(i + 1).emit("ireturn");
    }
    inner.mark(other);
    inner.pushInt(-1).emit("ireturn");
  };
const lookup =
  (keys: readonly number[]): Jump =>
  (inner) => {
    const cases = keys.map((key) => [key, inner.label()] as const);
    const other = inner.label();
    inner.lookupswitch(cases, other);
    for (const [key, label] of cases) {
      inner.mark(label);
      inner.pushInt(key).emit("ireturn");
    }
    inner.mark(other);
    inner.pushInt(-77).emit("ireturn");
  };

export const switches: AssembledProgram = assemble("SwitchForms", (code, scope) => {
  const inputs = [...INTS, 2, 3, -2, 2_147_483_646, 100];
  picks(code, scope, "one", table(0, 1), inputs);
  picks(code, scope, "around", table(-2, 5), inputs);
  picks(code, scope, "top", table(2_147_483_645, 3), inputs);
  picks(code, scope, "bottom", table(-2_147_483_648, 2), inputs);
  picks(code, scope, "none", lookup([]), inputs);
  picks(code, scope, "single", lookup([33]), inputs);
  picks(code, scope, "spread", lookup([-2_147_483_648, -1, 0, 33, 2_147_483_647]), inputs);
});

/** monitorenter and monitorexit out of step, array instructions on every type, and the odd call. */
export const objectsAndArrays: AssembledProgram = assemble("ObjectForms", (code, scope) => {
  const arrays: readonly (readonly [number, Kind, Mnemonic, Mnemonic])[] = [
    [4, "I", "bastore", "baload"],
    [5, "I", "castore", "caload"],
    [6, "F", "fastore", "faload"],
    [7, "D", "dastore", "daload"],
    [8, "I", "bastore", "baload"],
    [9, "I", "sastore", "saload"],
    [10, "I", "iastore", "iaload"],
    [11, "J", "lastore", "laload"],
  ];
  for (const [type, kind, store, load] of arrays) {
    code.pushInt(3).emit("newarray", type).emit("astore_1");
    code.emit("aload_1").pushInt(1);
    push(code, kind, 1);
    code.emit(store);
    for (const index of [0, 1]) {
      code.emit("aload_1").pushInt(index).emit(load);
      scope.show(code, kind);
    }
    code.emit("aload_1").emit("arraylength");
    scope.show(code, "I");
  }
  code.pushInt(2).emit("anewarray", "java/lang/String").emit("dup").pushInt(1).pushString("kept");
  code.emit("aastore").pushInt(1).emit("aaload");
  scope.show(code, OBJECT);
  code.pushInt(2).pushInt(3).emit("multianewarray", "[[[J", 2).pushInt(1).emit("aaload");
  code.emit("checkcast", "[[J").emit("arraylength");
  scope.show(code, "I");
  code.pushInt(4).emit("multianewarray", "[I", 1).emit("arraylength");
  scope.show(code, "I");
  code.emit("new", "java/lang/Object").emit("dup");
  code.emit("invokespecial", { owner: "java/lang/Object", name: "<init>", descriptor: "()V" });
  code.emit("astore_1");
  for (let i = 0; i < 3; i++) code.emit("aload_1").emit("monitorenter");
  for (let i = 0; i < 3; i++) code.emit("aload_1").emit("monitorexit");
  for (const [kind, instruction] of [
    ["F", "freturn"],
    ["D", "dreturn"],
    ["J", "lreturn"],
  ] as const) {
    scope.assembler.method(STATIC, "give", `()${kind}`, (inner) => {
      push(inner, kind, 3);
      inner.emit(instruction);
    });
    code.emit("invokestatic", scope.own("give", `()${kind}`));
    scope.show(code, kind);
  }
  code.pushString("receiver").emit("checkcast", "java/lang/CharSequence");
  code.emit("invokeinterface", {
    owner: "java/lang/CharSequence",
    name: "length",
    descriptor: "()I",
  });
  scope.show(code, "I");
});
