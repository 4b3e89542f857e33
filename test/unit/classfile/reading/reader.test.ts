import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import * as Acc from "../../../../src/classfile/format/access-flags.ts";
import { Tag } from "../../../../src/classfile/format/constant-pool.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { constructorBody, richClass } from "../samples.ts";

const rich = richClass();
const read = readClass(rich.toBytes(), "p/Rich.class");

describe("readClass", () => {
  test("names, flags and attributes of the class", () => {
    expect(read).toMatchObject({
      majorVersion: 61,
      name: "p/Rich",
      superName: "java/lang/Object",
      interfaces: ["java/lang/Cloneable", "java/io/Serializable"],
      sourceFile: "Rich.java",
      nestHost: null,
      nestMembers: ["p/Rich$In", "p/Rich$1"],
      permittedSubclasses: ["p/Sub"],
      enclosingMethod: { className: "p/Outer", methodName: "m", methodDescriptor: "()V" },
    });
    expect(read.recordComponents?.map(({ name }) => name)).toEqual(["x", "ys"]);
    expect(read.visibleAnnotations?.[1]).toBe(1);
  });

  test("constants of every kind", () => {
    const { constants } = read;
    const first = (tag: number) => {
      for (let i = 1; i < constants.count; i++) if (constants.tag(i) === tag) return i;
      throw new Error(`no constant with tag ${tag}`);
    };
    expect(constants.int(read.fields[0]!.constantValue)).toBe(42);
    expect(constants.string(read.fields[1]!.constantValue)).toBe("k");
    expect(constants.floatBits(first(Tag.float))).toBe(0x3fc00000);
    const double = first(Tag.double);
    expect([constants.high(double), constants.low(double)]).toEqual([-0x80000000, 0]);
    expect(constants.methodType(first(Tag.methodType))).toBe("(JD)V");
    expect(constants.dynamic(first(Tag.dynamic))).toEqual({
      bootstrapMethod: 0,
      name: "c",
      descriptor: "J",
    });
    expect(constants.methodHandle(read.bootstrapMethods[0]!.methodHandle)).toEqual({
      kind: 6,
      owner: "p/B",
      name: "boot",
      descriptor: "()V",
      isInterface: false,
    });
    expect(constants.member(first(Tag.interfaceMethodRef)).isInterface).toBe(true);
    expect(constants.tag(double + 1)).toBe(0);
    expect(constants.tag(1 << 20)).toBe(0);
  });

  test("every constant equals the one assembled", () => {
    const { constants } = read;
    for (let i = 1; i < constants.count; i++) {
      expect(constants.tag(i)).toBe(rich.constants.tag(i));
      if (constants.tag(i) === Tag.utf8) expect(constants.utf8(i)).toBe(rich.constants.utf8(i));
    }
  });

  test("the wrong kind is a typed error", () => {
    const index = read.fields[0]!.constantValue;
    for (const ask of ["utf8", "className", "string", "floatBits", "low", "member"] as const) {
      expect(() => read.constants[ask](index)).toThrow(BadClassFileError);
    }
    for (const ask of ["methodHandle", "methodType", "dynamic", "high"] as const) {
      expect(() => read.constants[ask](index)).toThrow(BadClassFileError);
    }
    expect(() => read.constants.int(0)).toThrow(/constant 0 should be a Integer but has tag 0/);
  });

  test("errors name the file", () => {
    expect(() => readClass(new Uint8Array(3), "app.jar!/p/A.class")).toThrow(
      /^app\.jar!\/p\/A\.class: /,
    );
  });

  test("several line number tables become one, sorted", () => {
    const bytes = new ClassAssembler({ name: "A" })
      .method(
        Acc.ACC_PUBLIC,
        "<init>",
        "()V",
        (code) => {
          code.line(7);
          constructorBody(code);
        },
        { codeAttributes: { LineNumberTable: Uint8Array.from([0, 2, 0, 4, 0, 9, 0, 1, 0, 8]) } },
      )
      .toBytes();
    expect([...readClass(bytes, "A").methods[0]!.code!.lineNumbers]).toEqual([0, 7, 1, 8, 4, 9]);
  });

  test("attributes before their time are ignored, as a JVM does", () => {
    const old = readClass(
      new ClassAssembler({
        name: "A",
        majorVersion: 52,
        nestHost: "B",
        permittedSubclasses: ["C"],
        recordComponents: [],
      }).toBytes(),
      "A",
    );
    expect(old).toMatchObject({ nestHost: null, permittedSubclasses: [], recordComponents: null });
  });

  test("code is a view of the bytes, not a copy", () => {
    const bytes = richClass().toBytes();
    expect(readClass(bytes, "A").methods[0]!.code!.bytes.buffer).toBe(bytes.buffer);
  });
});
