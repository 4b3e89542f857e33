/**
 * dup, pop and swap in all the forms that the specification lists, with values
 * of one and two slots mixed. What is on the stack afterwards is stored into
 * fresh locals, which are then read from the machine's frame.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import type { Mnemonic } from "../../../src/classfile/format/opcodes.ts";
import { SLOT } from "../../../src/vm/memory/object-layout.ts";
import { callStatic, machineOf } from "../../support/machine.ts";

/** Values before, bottom first, by their category; after: which of them, bottom first. */
interface Form {
  readonly op: Mnemonic;
  readonly before: readonly (1 | 2)[];
  readonly after: readonly number[];
}

const FORMS: readonly Form[] = [
  { op: "nop", before: [1, 2], after: [0, 1] },
  { op: "pop", before: [2, 1], after: [0] },
  { op: "pop2", before: [1, 1, 1], after: [0] },
  { op: "pop2", before: [1, 2], after: [0] },
  { op: "dup", before: [1], after: [0, 0] },
  { op: "dup", before: [2, 1], after: [0, 1, 1] },
  { op: "dup_x1", before: [1, 1], after: [1, 0, 1] },
  { op: "dup_x1", before: [2, 1, 1], after: [0, 2, 1, 2] },
  { op: "dup_x2", before: [1, 1, 1], after: [2, 0, 1, 2] },
  { op: "dup_x2", before: [2, 1], after: [1, 0, 1] },
  { op: "dup_x2", before: [1, 2, 1], after: [0, 2, 1, 2] },
  { op: "dup2", before: [1, 1], after: [0, 1, 0, 1] },
  { op: "dup2", before: [2], after: [0, 0] },
  { op: "dup2_x1", before: [1, 1, 1], after: [1, 2, 0, 1, 2] },
  { op: "dup2_x1", before: [1, 2], after: [1, 0, 1] },
  { op: "dup2_x2", before: [1, 1, 1, 1], after: [2, 3, 0, 1, 2, 3] },
  { op: "dup2_x2", before: [1, 1, 2], after: [2, 0, 1, 2] },
  { op: "dup2_x2", before: [2, 1, 1], after: [1, 2, 0, 1, 2] },
  { op: "dup2_x2", before: [2, 2], after: [1, 0, 1] },
  { op: "dup2_x2", before: [1, 2, 2], after: [0, 2, 1, 2] },
  { op: "swap", before: [1, 1], after: [1, 0] },
  { op: "swap", before: [2, 1, 1], after: [0, 2, 1] },
];

const NAME = "StackForms";
/** Each form with ints and longs, and with floats and doubles. */
const KINDS = {
  whole: { descriptors: ["I", "J"], loads: ["iload", "lload"], stores: ["istore", "lstore"] },
  real: { descriptors: ["F", "D"], loads: ["fload", "dload"], stores: ["fstore", "dstore"] },
} as const;
type Kind = keyof typeof KINDS;

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** First slot of each of the values when they lie side by side. */
const places = (categories: readonly number[], start: number): number[] =>
  categories.map((_, i) => start + sum(categories.slice(0, i)));

const afterOf = ({ before, after }: Form): (1 | 2)[] => after.map((i) => before[i]!);

function assemble(): ClassAssembler {
  const cls = new ClassAssembler({ name: NAME });
  const STATIC = ACC_PUBLIC | ACC_STATIC;
  cls.method(STATIC, "main", "([Ljava/lang/String;)V", (code) => void code.emit("return"));
  FORMS.forEach((form, number) => {
    for (const [kind, { descriptors, loads, stores }] of Object.entries(KINDS)) {
      const parameters = form.before.map((category) => descriptors[category - 1]).join("");
      cls.method(STATIC, `${kind}${number}`, `(${parameters})V`, (code) => {
        places(form.before, 0).forEach((slot, i) => {
          code.emit(loads[form.before[i]! - 1]!, slot);
        });
        code.emit(form.op);
        const after = afterOf(form);
        const targets = places(after, sum(form.before));
        for (let i = after.length - 1; i >= 0; i--) {
          code.emit(stores[after[i]! - 1]!, targets[i]!);
        }
        code.emit("return");
      });
    }
  });
  return cls;
}

const { m } = machineOf({ mainClass: NAME, classes: [assemble()], jdk: null });

const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

/** The bits of a value; reals are made from bits that are no NaN, which a float view may change. */
function bitsFor(kind: Kind, category: 1 | 2): fc.Arbitrary<bigint> {
  if (kind === "whole") return category === 1 ? fc.integer().map(BigInt) : long;
  return category === 1
    ? fc.float({ noNaN: true }).map((value) => BigInt(floatBits(value)))
    : fc.double({ noNaN: true }).map(doubleBits);
}

const view = new DataView(new ArrayBuffer(8));
function floatBits(value: number): number {
  view.setFloat32(0, value);
  return view.getInt32(0);
}
function doubleBits(value: number): bigint {
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}

/** Reads a local of the frame that has just returned. */
function local(slot: number, category: 1 | 2): bigint {
  const at = m.fp + slot * SLOT;
  return category === 1 ? BigInt(m.S[at]!) : m.SL[at >> 1]!;
}

/** What callStatic takes for these bits. */
function argument(kind: Kind, category: 1 | 2, bits: bigint): number | bigint {
  if (kind === "whole") return category === 1 ? Number(bits) : bits;
  if (category === 1) {
    view.setInt32(0, Number(bits));
    return view.getFloat32(0);
  }
  view.setBigInt64(0, bits);
  return view.getFloat64(0);
}

describe.each(["whole", "real"] as const)("%s numbers", (kind) => {
  test.each(FORMS.map((form, number) => ({ ...form, number })))(
    "$op of $before gives $after",
    ({ number, ...form }) => {
      const { descriptors } = KINDS[kind];
      const parameters = form.before.map((category) => descriptors[category - 1]).join("");
      const key = `${kind}${number}(${parameters})V`;
      const values = fc.tuple(...form.before.map((category) => bitsFor(kind, category)));
      fc.assert(
        fc.property(values, (bits) => {
          const args = bits.map((each, i) => argument(kind, form.before[i]!, each));
          callStatic(m, NAME, key, args);
          const after = afterOf(form);
          const found = places(after, sum(form.before)).map((slot, i) => local(slot, after[i]!));
          expect(found).toEqual(form.after.map((i) => bits[i]));
        }),
      );
    },
  );
});
