/** Class files taken apart and put together again. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import {
  type AttributePlan,
  type ClassPlan,
  type MemberPlan,
  writePieces,
} from "../../../../src/classfile/editing/fragment-writer.ts";
import {
  type AttributePiece,
  type ClassFragments,
  readPieces,
} from "../../../../src/classfile/editing/fragments.ts";
import { ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { Attribute } from "../../../../src/classfile/format/attributes.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { validateClass } from "../../../../src/classfile/reading/validator.ts";
import { ZipArchive } from "../../../../src/classfile/sources/zip.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { Random } from "../../../../src/core/random.ts";
import { wholePlan } from "../../../../src/reduce/bodies/class-bodies.ts";
import { classText, constantText } from "../../../support/class-text.ts";
import { plainClass, richClass } from "../samples.ts";

const ROOT = join(import.meta.dirname, "../../../..");

function classesOfJar(path: string, every: number): Uint8Array[] {
  const zip = ZipArchive.open(join(ROOT, path));
  try {
    return [...zip.names()]
      .filter((name) => name.endsWith(".class"))
      .filter((_, i) => i % every === 0)
      .map((name) => zip.read(name)!);
  } finally {
    zip.close();
  }
}

const rewritten = (bytes: Uint8Array): Uint8Array => {
  const pieces = readPieces(bytes, "before");
  return writePieces(pieces, wholePlan(pieces));
};

/** Constants of one byte are named only after more than 255 others were. */
function manyStrings(): ClassAssembler {
  const assembler = new ClassAssembler({ name: "p/Many", majorVersion: 49 });
  const body =
    (from: number, to: number) =>
    (code: CodeBuilder): void => {
      for (let i = from; i < to; i++) code.pushString(`text ${i}`).emit("pop");
      code.emit("return");
    };
  for (let i = 0; i < 130; i++) assembler.constants.addString(`text ${i}`);
  return assembler
    .method(ACC_STATIC, "long", "()V", body(130, 500))
    .method(ACC_STATIC, "short", "()V", body(0, 100));
}

describe("written whole, a class says what it said", () => {
  test.each([
    ["models/programs.jar", 1, 100],
    ["models/library.jar", 7, 40],
    ["models/jvm-runner.jar", 1, 1],
    ["benchmarks/programs/anchors.jar", 5, 20],
  ])("%s", (path, every, atLeast) => {
    const classes = classesOfJar(path, every);
    expect(classes.length).toBeGreaterThanOrEqual(atLeast);
    for (const bytes of classes) {
      const file = readClass(bytes, "before");
      const again = rewritten(bytes);
      expect(classText(readClass(again, "after")), file.name).toEqual(classText(file));
      expect(again.length, file.name).toBeLessThanOrEqual(bytes.length);
    }
  });

  test.each([61, 65])("one of everything, version %i", (version) => {
    const bytes = richClass(version).toBytes();
    expect(classText(readClass(rewritten(bytes), "after"))).toEqual(
      classText(readClass(bytes, "before")),
    );
  });

  test("and what is written twice is the same", () => {
    const bytes = rewritten(richClass().toBytes());
    expect(rewritten(bytes)).toEqual(bytes);
  });
});

describe("constants", () => {
  test("those of one byte stay so", () => {
    const bytes = manyStrings().toBytes();
    const before = readClass(bytes, "before");
    const sizes = before.methods.map(({ code }) => code!.bytes.length);
    expect(sizes).toEqual([370 * 4 + 1, 100 * 3 + 1]); // ldc_w and pop, ldc and pop
    expect(classText(readClass(rewritten(bytes), "after"))).toEqual(classText(before));
  });

  test("what nobody names goes", () => {
    const assembler = plainClass();
    assembler.constants.addString("unused text");
    assembler.constants.addLong(77n);
    const before = assembler.toBytes();
    const after = rewritten(before);
    expect(Buffer.from(before).includes("unused text")).toBe(true);
    expect(Buffer.from(after).includes("unused text")).toBe(false);
    expect(readClass(after, "after").constants.count).toBe(
      readClass(plainClass().toBytes(), "plain").constants.count,
    );
  });

  test("bootstrap methods get new numbers, and those that nobody names go", () => {
    const assembler = new ClassAssembler({ name: "p/Dynamic", majorVersion: 61 });
    const { constants } = assembler;
    const handle = (name: string): number =>
      constants.addMethodHandle(6, { owner: "p/B", name, descriptor: "()V" });
    const numbers = ["a", "b", "c"].map((name) =>
      assembler.bootstrapMethod(handle(name), [constants.addString(`of ${name}`)]),
    );
    for (const number of [2, 1]) {
      assembler.method(ACC_STATIC, `m${number}`, "()V", (code) => {
        code.invokeDynamic(numbers[number]!, `call${number}`, "()V").emit("return");
      });
    }
    const bytes = assembler.toBytes();
    const pieces = readPieces(bytes, "dynamic");
    const plan = wholePlan(pieces);
    const all = readClass(rewritten(bytes), "all");
    expect(all.bootstrapMethods.length).toBe(2);
    expect(classText(all)).toEqual(classText(readClass(bytes, "before")));
    const methods = plan.methods.filter(({ piece }) => piece.name === "m1");
    const one = readClass(writePieces(pieces, { ...plan, methods }), "one");
    expect(one.bootstrapMethods.map(({ args }) => constantText(one, args[0]!))).toEqual([
      '8 "of b"',
    ]);
  });

  test("a superclass that was not named before", () => {
    const bytes = new ClassAssembler({ name: "p/A", superName: "p/B", majorVersion: 49 }).toBytes();
    const pieces = readPieces(bytes, "a");
    const written = writePieces(pieces, { ...wholePlan(pieces), superName: "q/Ünew" });
    expect(readClass(written, "after").superName).toBe("q/Ünew");
    expect(Buffer.from(written).includes("p/B")).toBe(false);
  });

  test("a bootstrap method that needs another one", () => {
    const assembler = new ClassAssembler({ name: "p/Nested", majorVersion: 61 });
    const { constants } = assembler;
    const boot = constants.addMethodHandle(6, { owner: "p/B", name: "boot", descriptor: "()V" });
    const unused = assembler.bootstrapMethod(boot, [constants.addInt(1)]);
    const inner = assembler.bootstrapMethod(boot, [constants.addInt(2)]);
    const argument = constants.addDynamic(inner, "inner", "I");
    const outer = assembler.bootstrapMethod(boot, [argument]);
    assembler.method(ACC_STATIC, "m", "()V", (code) => {
      code.invokeDynamic(outer, "call", "()V").emit("return");
    });
    expect(unused).toBe(0);
    const bytes = assembler.toBytes();
    const after = readClass(rewritten(bytes), "after");
    expect(after.bootstrapMethods.length).toBe(2);
    expect(classText(after)).toEqual(classText(readClass(bytes, "before")));
  });
});

/** All plans that leave out one attribute, or one entry of one, at whatever depth. */
function* without(list: readonly AttributePlan[]): Generator<AttributePlan[]> {
  for (const [i, plan] of list.entries()) {
    const replaced = (other: AttributePlan): AttributePlan[] => list.with(i, other);
    if (plan.piece.kind !== Attribute.code) yield list.filter((_, j) => j !== i);
    for (const entry of (plan.piece.entries ?? []).slice(0, -1).keys()) {
      const entries = Array.from({ length: plan.piece.entries!.length - 1 }, (_, j) => j);
      yield replaced({ ...plan, entries: entries.filter((j) => j !== entry) });
    }
    for (const inner of without(plan.inner)) yield replaced({ ...plan, inner });
  }
}

function* smallerPlans(pieces: ClassFragments): Generator<ClassPlan> {
  const plan = wholePlan(pieces);
  for (const attributes of without(plan.attributes)) yield { ...plan, attributes };
  for (const which of ["fields", "methods"] as const) {
    for (const [i, member] of plan[which].entries()) {
      for (const attributes of without(member.attributes)) {
        yield { ...plan, [which]: plan[which].with(i, { ...member, attributes }) };
      }
    }
  }
}

describe("parts", () => {
  test("without any one attribute or entry it is a class that differs in that only", () => {
    const pieces = readPieces(richClass().toBytes(), "rich");
    const all = writePieces(pieces, wholePlan(pieces)).length;
    let count = 0;
    for (const plan of smallerPlans(pieces)) {
      const bytes = writePieces(pieces, plan);
      expect(() => validateClass(bytes)).not.toThrow();
      expect(bytes.length).toBeLessThan(all);
      count++;
    }
    expect(count).toBeGreaterThan(25);
  });

  test("entries that stay keep their order and contents", () => {
    const pieces = readPieces(richClass().toBytes(), "rich");
    const plan = wholePlan(pieces);
    const attributes = plan.attributes.map((each) =>
      each.piece.kind === Attribute.innerClasses || each.piece.kind === Attribute.record
        ? { ...each, entries: [1] }
        : each,
    );
    const file = readClass(writePieces(pieces, { ...plan, attributes }), "after");
    expect(file.innerClasses.map(({ inner }) => inner)).toEqual(["p/Rich$1"]);
    expect(file.recordComponents).toEqual([
      { name: "ys", descriptor: "Ljava/util/List;", signature: "Ljava/util/List<TT;>;" },
    ]);
    expect(file.nestMembers).toEqual(["p/Rich$In", "p/Rich$1"]);
  });

  test("random parts of many classes are classes", () => {
    const classes = [
      ...classesOfJar("models/programs.jar", 4),
      ...classesOfJar("models/library.jar", 20),
      richClass().toBytes(),
    ];
    for (const [seed, bytes] of classes.entries()) {
      const pieces = readPieces(bytes, "before");
      for (let stream = 0; stream < 5; stream++) {
        const plan = randomPlan(pieces, new Random(seed, stream));
        const written = writePieces(pieces, plan);
        expect(() => validateClass(written), `class ${seed}, plan ${stream}`).not.toThrow();
        const file = readClass(written, "after");
        expect(file.methods.map(({ name }) => name)).toEqual(
          plan.methods.map(({ piece }) => piece.name),
        );
      }
    }
  });
});

function randomPlan(pieces: ClassFragments, random: Random): ClassPlan {
  const plan = wholePlan(pieces);
  const stays = (): boolean => random.below(3) > 0;
  const attributes = (list: readonly AttributePlan[]): AttributePlan[] =>
    list
      .filter(({ piece }) => piece.kind === Attribute.code || stays())
      .map(({ piece, inner }) => ({ piece, entries: entriesOf(piece), inner: attributes(inner) }));
  const entriesOf = ({ entries }: AttributePiece): number[] | null =>
    entries === null ? null : [...entries.keys()].slice(0, -1).filter(stays);
  const members = (list: readonly MemberPlan[]): MemberPlan[] =>
    list.filter(stays).map((each) => ({ ...each, attributes: attributes(each.attributes) }));
  return {
    ...plan,
    interfaces: plan.interfaces.filter(stays),
    fields: members(plan.fields),
    methods: members(plan.methods),
    attributes: attributes(plan.attributes),
  };
}

test("instructions that do not fit their code are refused by name", () => {
  const bytes = new ClassAssembler({ name: "p/Bad", majorVersion: 49 })
    .method(ACC_STATIC, "m", "()V", (code) => {
      code.emit("nop").emit("nop").emit("return");
    })
    .toBytes();
  const at = Buffer.from(bytes).lastIndexOf(Buffer.of(0, 0, 0xb1));
  bytes[at + 2] = 0x11; // sipush, whose operand is not there
  expect(() => readPieces(bytes, "Bad.class")).toThrow(BadClassFileError);
  expect(() => readPieces(bytes, "Bad.class")).toThrow(/Bad\.class.*does not fit its code/s);
});
