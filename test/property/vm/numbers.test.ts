/**
 * Arithmetic, conversions and comparisons of the machine against values worked
 * out independently: longs with BigInt, floats with Math.fround, rounding of
 * long to float bit by bit. Every edge is tried with every other, then random
 * values.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import type { Mnemonic } from "../../../src/classfile/format/opcodes.ts";
import { type CallResult, callStatic, machineOf, type Value } from "../../support/machine.ts";

type Type = "I" | "J" | "F" | "D";

const long = (value: bigint): bigint => BigInt.asIntN(64, value);
const f = Math.fround;
const THROWS = { threw: "java/lang/ArithmeticException" };

interface Operation {
  readonly op: Mnemonic;
  readonly from: readonly Type[];
  readonly to: Type;
  readonly expected: (a: Value, b: Value) => Value | typeof THROWS;
}

const ints = (op: Mnemonic, expected: (a: bigint, b: bigint) => bigint): Operation => ({
  op,
  from: ["I", "I"],
  to: "I",
  expected: (a, b) => Number(BigInt.asIntN(32, expected(BigInt(a), BigInt(b)))),
});
const longs = (op: Mnemonic, expected: (a: bigint, b: bigint) => bigint): Operation => ({
  op,
  from: ["J", "J"],
  to: "J",
  expected: (a, b) => long(expected(BigInt(a), BigInt(b))),
});
const floats = (op: Mnemonic, expected: (a: number, b: number) => number): Operation => ({
  op,
  from: ["F", "F"],
  to: "F",
  expected: (a, b) => f(expected(Number(a), Number(b))),
});
const doubles = (op: Mnemonic, expected: (a: number, b: number) => number): Operation => ({
  op,
  from: ["D", "D"],
  to: "D",
  expected: (a, b) => expected(Number(a), Number(b)),
});
const division = (
  op: Mnemonic,
  type: "I" | "J",
  expected: (a: bigint, b: bigint) => bigint,
): Operation => ({
  op,
  from: [type, type],
  to: type,
  expected: (a, b) => {
    if (BigInt(b) === 0n) return THROWS;
    const exact = expected(BigInt(a), BigInt(b));
    return type === "I" ? Number(BigInt.asIntN(32, exact)) : long(exact);
  },
});
const shift = (
  op: Mnemonic,
  type: "I" | "J",
  expected: (a: bigint, by: bigint) => bigint,
): Operation => ({
  op,
  from: [type, "I"],
  to: type,
  expected: (a, by) => {
    const bits = type === "I" ? 32 : 64;
    const exact = expected(BigInt(a), BigInt.asUintN(type === "I" ? 5 : 6, BigInt(by)));
    const cut = BigInt.asIntN(bits, exact);
    return type === "I" ? Number(cut) : cut;
  },
});
const unary = (op: Mnemonic, from: Type, to: Type, expected: (a: number) => Value): Operation => ({
  op,
  from: [from],
  to,
  expected: (a) => expected(Number(a)),
});
const ofLong = (op: Mnemonic, to: Type, expected: (a: bigint) => Value): Operation => ({
  op,
  from: ["J"],
  to,
  expected: (a) => expected(BigInt(a)),
});
const comparison = (op: Mnemonic, type: "F" | "D", unordered: number): Operation => ({
  op,
  from: [type, type],
  to: "I",
  expected: (a, b) =>
    Number.isNaN(a) || Number.isNaN(b) ? unordered : Number(a > b) - Number(a < b),
});

const saturated =
  (bits: number) =>
  (value: number): bigint => {
    if (Number.isNaN(value)) return 0n;
    const max = 2n ** BigInt(bits - 1) - 1n;
    if (value === Number.POSITIVE_INFINITY) return max;
    if (value === Number.NEGATIVE_INFINITY) return -max - 1n;
    const exact = BigInt(Math.trunc(value));
    return exact > max ? max : exact < -max - 1n ? -max - 1n : exact;
  };

/** The float nearest to a long, ties to even, by its bits. */
function nearestFloat(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const extra = magnitude.toString(2).length - 24;
  let rounded = magnitude;
  if (extra > 0) {
    const unit = 1n << BigInt(extra);
    const rest = magnitude % unit;
    rounded = magnitude - rest;
    if (rest * 2n > unit || (rest * 2n === unit && (rounded / unit) % 2n === 1n)) rounded += unit;
  }
  return Number(value < 0n ? -rounded : rounded);
}

const unsigned = (bits: number) => (a: bigint, by: bigint) => BigInt.asUintN(bits, a) >> by;

const OPERATIONS: readonly Operation[] = [
  ints("iadd", (a, b) => a + b),
  ints("isub", (a, b) => a - b),
  ints("imul", (a, b) => a * b),
  ints("iand", (a, b) => a & b),
  ints("ior", (a, b) => a | b),
  ints("ixor", (a, b) => a ^ b),
  division("idiv", "I", (a, b) => a / b),
  division("irem", "I", (a, b) => a % b),
  longs("ladd", (a, b) => a + b),
  longs("lsub", (a, b) => a - b),
  longs("lmul", (a, b) => a * b),
  longs("land", (a, b) => a & b),
  longs("lor", (a, b) => a | b),
  longs("lxor", (a, b) => a ^ b),
  division("ldiv", "J", (a, b) => a / b),
  division("lrem", "J", (a, b) => a % b),
  shift("ishl", "I", (a, by) => a << by),
  shift("ishr", "I", (a, by) => a >> by),
  shift("iushr", "I", unsigned(32)),
  shift("lshl", "J", (a, by) => a << by),
  shift("lshr", "J", (a, by) => a >> by),
  shift("lushr", "J", unsigned(64)),
  floats("fadd", (a, b) => a + b),
  floats("fsub", (a, b) => a - b),
  floats("fmul", (a, b) => a * b),
  floats("fdiv", (a, b) => a / b),
  floats("frem", (a, b) => a % b),
  doubles("dadd", (a, b) => a + b),
  doubles("dsub", (a, b) => a - b),
  doubles("dmul", (a, b) => a * b),
  doubles("ddiv", (a, b) => a / b),
  doubles("drem", (a, b) => a % b),
  unary("ineg", "I", "I", (a) => Number(BigInt.asIntN(32, -BigInt(a)))),
  ofLong("lneg", "J", (a) => long(-a)),
  unary("fneg", "F", "F", (a) => -a),
  unary("dneg", "D", "D", (a) => -a),
  unary("i2l", "I", "J", (a) => BigInt(a)),
  unary("i2f", "I", "F", (a) => nearestFloat(BigInt(a))),
  unary("i2d", "I", "D", (a) => a),
  ofLong("l2i", "I", (a) => Number(BigInt.asIntN(32, a))),
  ofLong("l2f", "F", nearestFloat),
  ofLong("l2d", "D", (a) => Number(a)),
  unary("f2i", "F", "I", (a) => Number(saturated(32)(a))),
  unary("f2l", "F", "J", saturated(64)),
  unary("f2d", "F", "D", (a) => a),
  unary("d2i", "D", "I", (a) => Number(saturated(32)(a))),
  unary("d2l", "D", "J", saturated(64)),
  unary("d2f", "D", "F", (a) => f(a)),
  unary("i2b", "I", "I", (a) => Number(BigInt.asIntN(8, BigInt(a)))),
  unary("i2c", "I", "I", (a) => Number(BigInt.asUintN(16, BigInt(a)))),
  unary("i2s", "I", "I", (a) => Number(BigInt.asIntN(16, BigInt(a)))),
  {
    op: "lcmp",
    from: ["J", "J"],
    to: "I",
    expected: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  },
  comparison("fcmpl", "F", -1),
  comparison("fcmpg", "F", 1),
  comparison("dcmpl", "D", -1),
  comparison("dcmpg", "D", 1),
];

const LOADS = { I: "iload", J: "lload", F: "fload", D: "dload" } as const;
const RETURNS = { I: "ireturn", J: "lreturn", F: "freturn", D: "dreturn" } as const;
const slots = (type: Type): number => (type === "J" || type === "D" ? 2 : 1);

const NAME = "Numbers";
const STATIC = ACC_PUBLIC | ACC_STATIC;
const keyOf = ({ op, from, to }: Operation): string => `${op}(${from.join("")})${to}`;

/** A branch as a method that gives 1 when it was taken. */
interface Branch {
  readonly op: Mnemonic;
  readonly operands: 1 | 2;
  readonly isTaken: (a: number, b: number) => boolean;
}

const BRANCHES: readonly Branch[] = [
  { op: "ifeq", operands: 1, isTaken: (a) => a === 0 },
  { op: "ifne", operands: 1, isTaken: (a) => a !== 0 },
  { op: "iflt", operands: 1, isTaken: (a) => a < 0 },
  { op: "ifge", operands: 1, isTaken: (a) => a >= 0 },
  { op: "ifgt", operands: 1, isTaken: (a) => a > 0 },
  { op: "ifle", operands: 1, isTaken: (a) => a <= 0 },
  { op: "if_icmpeq", operands: 2, isTaken: (a, b) => a === b },
  { op: "if_icmpne", operands: 2, isTaken: (a, b) => a !== b },
  { op: "if_icmplt", operands: 2, isTaken: (a, b) => a < b },
  { op: "if_icmpge", operands: 2, isTaken: (a, b) => a >= b },
  { op: "if_icmpgt", operands: 2, isTaken: (a, b) => a > b },
  { op: "if_icmple", operands: 2, isTaken: (a, b) => a <= b },
];

const INCREMENTS = [0, 1, -1, 127, -128, 128, -129, 32767, -32768] as const;

function assemble(): ClassAssembler {
  const cls = new ClassAssembler({ name: NAME });
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => void code.emit("return"));
  for (const { op, from, to } of OPERATIONS) {
    cls.method(STATIC, op, `(${from.join("")})${to}`, (code) => {
      let slot = 0;
      for (const type of from) {
        code.emit(LOADS[type], slot);
        slot += slots(type);
      }
      code.emit(op).emit(RETURNS[to]);
    });
  }
  for (const { op, operands } of BRANCHES) {
    cls.method(STATIC, op, "(II)I", (code) => {
      const taken = code.label();
      code.emit("iload_0");
      if (operands === 2) code.emit("iload_1");
      code.emit(op, taken).emit("iconst_0").emit("ireturn");
      code.mark(taken);
      code.emit("iconst_1").emit("ireturn");
    });
  }
  INCREMENTS.forEach((by, i) => {
    cls.method(STATIC, `iinc${i}`, "(I)I", (code) => {
      code.emit("iinc", 0, by).emit("iload_0").emit("ireturn");
    });
  });
  return cls;
}

const EDGES: Readonly<Record<Type, readonly Value[]>> = {
  I: [0, 1, -1, 2, 31, 32, 33, 63, 64, 127, 128, -129, 32768, 65535, 65536, 2 ** 24 + 1].concat([
    2 ** 31 - 1,
    -(2 ** 31),
    -(2 ** 31) + 1,
  ]),
  J: [0n, 1n, -1n, 2n, 2n ** 24n + 1n, 2n ** 31n, -(2n ** 31n), 2n ** 32n - 1n, 2n ** 32n].concat(
    [2n ** 52n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n, 2n ** 62n + 1n],
    // Just beside ties of the rounding to float and to double.
    [2n ** 60n + 2n ** 36n, 2n ** 60n + 2n ** 36n + 1n, 2n ** 60n + 2n ** 36n - 1n],
    [2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) + 1n, 2n ** 63n - 2n ** 38n, 2n ** 63n - 513n],
  ),
  F: [0, -0, 1, -1, 0.5, 1.5, -2.5, f(0.1), f(1e10), f(-1e30), 2 ** 24, 2 ** 31, -(2 ** 31)].concat(
    [2 ** 63, -(2 ** 63), 2 ** -149, -(2 ** -149), 2 ** -126, f(3.4028234663852886e38)],
    [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ),
  D: [0, -0, 1, -1, 0.5, 1.5, -2.5, 0.1, 1e10, -1e300, 2 ** 31 - 0.5, -(2 ** 31) - 0.5].concat(
    [2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 2 ** 63 - 1024, 1e19, Number.MIN_VALUE],
    [Number.MAX_VALUE, 2 ** -1022, 2 ** -149, 2 ** -150, 2 ** -150 * 1.5, 3.4028235677973366e38],
    [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ),
};

const anything: Readonly<Record<Type, fc.Arbitrary<Value>>> = {
  I: fc.oneof(fc.constantFrom(...EDGES.I), fc.integer()),
  J: fc.oneof(
    fc.constantFrom(...EDGES.J),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -(2n ** 33n), max: 2n ** 33n }),
    fc.maxSafeInteger().map(BigInt),
  ),
  F: fc.oneof(fc.constantFrom(...EDGES.F), fc.float()),
  D: fc.oneof(fc.constantFrom(...EDGES.D), fc.double(), fc.double({ min: -1e20, max: 1e20 })),
};

const RUNS = Number(process.env["DEADWOOD_RUNS"] ?? 400);

const { m } = machineOf({ mainClass: NAME, classes: [assemble()], jdk: null });

function check(operation: Operation, args: readonly Value[]): void {
  const expected = operation.expected(args[0]!, args[1] ?? 0);
  const result: CallResult = callStatic(m, NAME, keyOf(operation), args);
  expect(result, `${operation.op} ${args.join(" ")}`).toStrictEqual(
    typeof expected === "object" ? expected : { value: expected },
  );
}

const pairs = (from: readonly Type[]): Value[][] =>
  from.reduce<Value[][]>(
    (rows, type) => rows.flatMap((row) => EDGES[type].map((edge) => [...row, edge])),
    [[]],
  );

describe("operations", () => {
  test.each(OPERATIONS)("$op", (operation) => {
    for (const args of pairs(operation.from)) check(operation, args);
    fc.assert(
      fc.property(fc.tuple(...operation.from.map((type) => anything[type])), (args) =>
        check(operation, args),
      ),
      { numRuns: RUNS },
    );
  });
});

describe("branches", () => {
  test.each(BRANCHES)("$op", ({ op, isTaken }) => {
    const decide = (a: number, b: number): void => {
      const expected = { value: isTaken(a, b) ? 1 : 0 };
      expect(callStatic(m, NAME, `${op}(II)I`, [a, b]), `${a} ${b}`).toEqual(expected);
    };
    for (const [a, b] of pairs(["I", "I"])) decide(Number(a), Number(b));
    fc.assert(fc.property(fc.integer(), fc.integer(), decide), { numRuns: RUNS });
  });
});

test.each(INCREMENTS.map((by, i) => ({ by, i })))("iinc by $by", ({ by, i }) => {
  fc.assert(
    fc.property(anything.I, (value) => {
      const expected = Number(BigInt.asIntN(32, BigInt(value) + BigInt(by)));
      expect(callStatic(m, NAME, `iinc${i}(I)I`, [value])).toEqual({ value: expected });
    }),
    { numRuns: RUNS },
  );
});
