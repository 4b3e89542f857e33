import { describe, expect, test } from "vitest";
import { ByteWriter } from "../../../../src/classfile/assembling/byte-writer.ts";
import {
  ClassAssembler,
  type ClassOptions,
} from "../../../../src/classfile/assembling/class-assembler.ts";
import type { ConstantPoolBuilder } from "../../../../src/classfile/assembling/constant-pool-builder.ts";
import * as Acc from "../../../../src/classfile/format/access-flags.ts";
import type { InnerClass } from "../../../../src/classfile/format/class-file.ts";
import { ClassConstants } from "../../../../src/classfile/format/constant-pool.ts";
import { validateClass } from "../../../../src/classfile/reading/validator.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { constructorBody, plainClass, richClass } from "../samples.ts";

function patched(bytes: Uint8Array, at: number, ...values: readonly number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

const refused = (bytes: Uint8Array, message: RegExp): void => {
  expect(() => validateClass(bytes)).toThrow(BadClassFileError);
  expect(() => validateClass(bytes)).toThrow(message);
};

const build = (
  options: Partial<ClassOptions>,
  fill: (assembler: ClassAssembler) => void = () => {},
): Uint8Array => {
  const assembler = new ClassAssembler({ name: "A", majorVersion: 61, ...options });
  fill(assembler);
  return assembler.toBytes();
};

const withAttribute = (name: string, contents: (out: ByteWriter, c: ConstantPoolBuilder) => void) =>
  build({}, (assembler) => {
    const out = new ByteWriter();
    contents(out, assembler.constants);
    assembler.attribute(name, out.toBytes());
  });

const plain = plainClass("p/Plain", 61).toBytes();
const bodyAt = new ClassConstants(plain, 8).end;

const withConstant = (add: (c: ConstantPoolBuilder) => void, majorVersion = 61) =>
  build({ majorVersion }, (assembler) => add(assembler.constants));

const method = (name: string, descriptor: string) => ({ owner: "A", name, descriptor });

const field = (flags: number, descriptor: string) =>
  build({}, (a) => a.field(flags, "f", descriptor, { constantValue: a.constants.addString("s") }));

const range = (start: number, end: number, handler: number) =>
  build({}, (a) =>
    a.method(0, "m", "()V", (code) => {
      const labels = [start, end, handler].map((offset) => Object.assign(code.label(), { offset }));
      code.emit("nop").emit("return").handler(labels[0]!, labels[1]!, labels[2]!, "p/E");
      code.maxStack(1);
    }),
  );

const lines = (pc: number) =>
  build({}, (a) =>
    a.method(Acc.ACC_PUBLIC, "<init>", "()V", constructorBody, {
      codeAttributes: { LineNumberTable: Uint8Array.from([0, 1, 0, pc, 0, 9]) },
    }),
  );

describe("the file as a whole", () => {
  test("good ones pass", () => {
    expect(validateClass(plain).majorVersion).toBe(61);
    expect(validateClass(richClass().toBytes()).constants.count).toBeGreaterThan(50);
  });

  test("every truncation is refused", () => {
    const rich = richClass().toBytes();
    for (let length = 0; length < rich.length; length++) {
      expect(() => validateClass(rich.subarray(0, length))).toThrow(BadClassFileError);
    }
  });

  test("magic, version, trailing bytes", () => {
    refused(patched(plain, 0, 0xca, 0xfe, 0xd0, 0x0d), /magic/);
    refused(patched(plain, 6, 0, 44), /version 44/);
    refused(patched(plain, 6, 0, 71), /version 71/);
    refused(patched(plain, 4, 0, 1), /version 61.1/);
    expect(validateClass(patched(plain, 4, 255, 255)).minorVersion).toBe(65535);
    refused(Uint8Array.from([...plain, 0]), /1 bytes after the end/);
  });
});

describe("constants", () => {
  test("unknown tag, count 0, wide constant at the end", () => {
    refused(patched(plain, 10, 2), /unknown tag 2 at offset 10/);
    refused(patched(plain, 8, 0, 0), /count is 0/);
    refused(Uint8Array.from([...plain.subarray(0, 8), 0, 2, 5, ...Array(20).fill(0)]), /needs two/);
  });

  test.each<[string, (c: ConstantPoolBuilder) => void, RegExp]>([
    ["class name", (c) => c.addClass("a.b"), /malformed name "a.b"/],
    ["array class name", (c) => c.addClass("[V"), /malformed name/],
    ["method type", (c) => c.addMethodType("I"), /not a method descriptor/],
    ["field name", (c) => c.addMember(method("a/b", "I")), /not a field name/],
    ["field descriptor", (c) => c.addMember(method("a", "X")), /not a field descriptor/],
    ["method name", (c) => c.addMember(method("<x>", "()V")), /not a method name/],
    ["<clinit>", (c) => c.addMember(method("<clinit>", "()V")), /special method <clinit>/],
    ["non-void <init>", (c) => c.addMember(method("<init>", "()I")), /non-void/],
    ["handle kind", (c) => c.addMethodHandle(10, method("a", "()V")), /kind 10/],
    ["handle to field", (c) => c.addMethodHandle(5, method("a", "I")), /kind 5/],
    ["handle to <init>", (c) => c.addMethodHandle(6, method("<init>", "()V")), /<init>/],
    ["new-handle to a method", (c) => c.addMethodHandle(8, method("a", "()V")), /kind 8/],
    ["dynamic name", (c) => c.addInvokeDynamic(0, "<init>", "()V"), /special name/],
    ["bootstrap index", (c) => c.addInvokeDynamic(3, "a", "()V"), /bootstrap method 3 of 0/],
    ["255 slots", (c) => c.addMethodType(`(${"J".repeat(128)})V`), /more than 255/],
  ])("bad %s", (_, add, message) => refused(withConstant(add), message));

  test("tags before their time", () => {
    refused(
      withConstant((c) => c.addMethodType("()V"), 50),
      /not allowed in class file version 50/,
    );
  });

  test("an entry that refers to one of the wrong kind", () => {
    const constants = new ClassConstants(plain, 8);
    const classIndex = Array.from({ length: constants.count }, (_, i) => i).find(
      (i) => constants.tag(i) === 7,
    )!;
    const at = constants.offset(classIndex);
    refused(patched(plain, at, 0, classIndex), /instead of a Utf8/);
    refused(patched(plain, at, 255, 255), /constant 65535, out of range/);
    refused(patched(plain, at, 0, 0), /constant 0/);
  });

  test("malformed text", () => {
    refused(patched(plain, 13, 0), /malformed modified UTF-8 at offset 13/);
  });
});

describe("class, fields and methods", () => {
  test("this and super class", () => {
    refused(patched(plain, bodyAt + 2, 0, 0), /this class/);
    refused(patched(plain, bodyAt + 4, 0, 0), /no super class/);
    refused(build({ name: "java/lang/Object" }), /has a super class/);
    refused(build({ name: "[I" }), /this class is an array/);
    refused(build({ interfaces: ["I", "I"] }), /listed twice/);
  });

  test.each<[string, number]>([
    ["final abstract", Acc.ACC_FINAL | Acc.ACC_ABSTRACT],
    ["interface not abstract", Acc.ACC_INTERFACE],
    ["annotation class", Acc.ACC_ANNOTATION],
    ["interface with ACC_SUPER", Acc.ACC_INTERFACE | Acc.ACC_ABSTRACT | Acc.ACC_SUPER],
  ])("class flags: %s", (_, accessFlags) => refused(build({ accessFlags }), /impossible flags/));

  test.each<[string, Partial<InnerClass>, RegExp]>([
    ["its own outer class", { outer: "A$B" }, /its own outer class/],
    ["an element of an outer array", { outer: "[LA;" }, /array class/],
    ["final and abstract", { accessFlags: Acc.ACC_FINAL | Acc.ACC_ABSTRACT }, /impossible flags/],
    ["a module", { accessFlags: Acc.ACC_MODULE }, /is a module/],
  ])("an inner class is not %s", (_, change, message) => {
    const inner = { inner: "A$B", outer: "A", innerName: "B", accessFlags: 0 };
    validateClass(build({ innerClasses: [inner] }));
    refused(build({ innerClasses: [{ ...inner, ...change }] }), message);
  });

  test("an old interface need not be abstract", () => {
    validateClass(build({ accessFlags: Acc.ACC_INTERFACE, majorVersion: 49 }));
  });

  test("members are unique by name and descriptor", () => {
    validateClass(build({}, (a) => a.field(0, "f", "I").field(0, "f", "J").field(0, "f", "D")));
    refused(
      build({}, (a) => a.field(0, "f", "I").field(0, "f", "I")),
      /second member f I/,
    );
    refused(
      build({}, (a) => {
        for (const type of ["I", "J", "I"]) a.method(Acc.ACC_NATIVE, "m", `(${type})V`, null);
      }),
      /second member m \(I\)V/,
    );
  });

  test.each<[string, number]>([
    ["public private", Acc.ACC_PUBLIC | Acc.ACC_PRIVATE],
    ["final volatile", Acc.ACC_FINAL | Acc.ACC_VOLATILE],
  ])("field flags: %s", (_, flags) =>
    refused(
      build({}, (a) => a.field(flags, "f", "I")),
      /field f has the impossible/,
    ),
  );

  test.each<[string, number, string]>([
    ["abstract final", Acc.ACC_ABSTRACT | Acc.ACC_FINAL, "m"],
    ["abstract static", Acc.ACC_ABSTRACT | Acc.ACC_STATIC, "m"],
    ["native constructor", Acc.ACC_NATIVE, "<init>"],
    ["instance <clinit>", 0, "<clinit>"],
  ])("method flags: %s", (_, flags, name) =>
    refused(
      build({}, (a) => a.method(flags, name, "()V", null)),
      /impossible flags/,
    ),
  );

  test("code where it belongs, and only there", () => {
    refused(
      build({}, (a) => a.method(0, "m", "()V", null)),
      /lacks a Code attribute/,
    );
    refused(
      build({}, (a) => a.method(Acc.ACC_NATIVE, "m", "()V", (code) => code.emit("return"))),
      /has a Code attribute/,
    );
    refused(
      withAttribute("Code", (out) => out.u2(0)),
      /outside a method/,
    );
  });

  test("an instance method has 254 slots for its parameters", () => {
    const descriptor = `(${"I".repeat(255)})V`;
    validateClass(
      build({}, (a) => a.method(Acc.ACC_NATIVE | Acc.ACC_STATIC, "m", descriptor, null)),
    );
    refused(
      build({}, (a) => a.method(Acc.ACC_NATIVE, "m", descriptor, null)),
      /256 parameter slots/,
    );
  });

  test("a constant value fits its static field", () => {
    validateClass(field(Acc.ACC_STATIC, "Ljava/lang/String;"));
    validateClass(field(0, "I"));
    refused(field(Acc.ACC_STATIC, "I"), /does not fit its type I/);
    refused(field(Acc.ACC_STATIC, "Ljava/lang/Object;"), /does not fit/);
  });
});

describe("code", () => {
  const file = plainClass("p/Plain", 61).toClassFile();
  const codeAt = Buffer.from(plain).indexOf(Buffer.from(file.methods[0]!.code!.bytes)) - 8;

  test("length, locals, handlers", () => {
    refused(patched(plain, codeAt + 4, 0, 0, 0, 0), /code length is 0/);
    refused(patched(plain, codeAt + 4, 0, 1, 0, 0), /code length is 65536/);
    refused(patched(plain, codeAt + 2, 0, 0), /0 locals for 1 parameter/);
    validateClass(range(0, 2, 1));
    refused(range(1, 1, 0), /handler range 1-1/);
    refused(range(0, 3, 0), /handler range 0-3/);
    refused(range(0, 1, 2), /handler 2 is outside/);
  });

  test("line numbers and variables stay within the code", () => {
    validateClass(lines(4));
    refused(lines(5), /line number offset 5/);
  });
});

describe("attributes", () => {
  test.each<[string, string, (out: ByteWriter, c: ConstantPoolBuilder) => void, RegExp]>([
    ["too short", "SourceFile", (out) => out.u1(0), /attribute ends too early/],
    ["too long", "Deprecated", (out) => out.u1(0), /1 bytes too many/],
    ["wrong index", "SourceFile", (out) => out.u2(999), /constant 999 is out of range/],
    ["wrong kind", "NestHost", (out, c) => out.u2(c.addUtf8("A")), /NestHost should be a Class/],
    ["huge count", "NestMembers", (out) => out.u2(65535), /ends too early/],
    [
      "value tag",
      "AnnotationDefault",
      (out) => {
        out.u1(0x58);
        out.u2(1);
      },
      /unknown annotation value tag "X"/,
    ],
    [
      "deep nesting",
      "AnnotationDefault",
      (out) => {
        for (let i = 0; i < 50_000; i++) {
          out.u1(0x5b);
          out.u2(1);
        }
      },
      /nested too deeply/,
    ],
    [
      "type annotation target",
      "RuntimeVisibleTypeAnnotations",
      (out) => {
        out.u2(1);
        out.u1(0x99);
      },
      /target 0x99/,
    ],
    [
      "stack map frame",
      "StackMapTable",
      (out) => {
        out.u2(1);
        out.u1(200);
      },
      /reserved stack map frame type 200/,
    ],
    [
      "bootstrap argument",
      "BootstrapMethods",
      (out, c) => {
        out.u2(1);
        out.u2(c.addMethodHandle(6, { owner: "A", name: "b", descriptor: "()V" }));
        out.u2(1);
        out.u2(c.addUtf8("x"));
      },
      /bootstrap argument/,
    ],
  ])("%s", (_, name, contents, message) => refused(withAttribute(name, contents), message));

  test("a second one of a kind", () => {
    const bytes = build({ sourceFile: "A.java" }, (assembler) => {
      assembler.attribute(
        "SourceFile",
        Uint8Array.from([0, assembler.constants.addUtf8("B.java")]),
      );
    });
    refused(bytes, /second SourceFile attribute/);
  });

  test("a length beyond the end of the file", () => {
    const bytes = build({ sourceFile: "A.java" });
    refused(patched(bytes, bytes.length - 6, 0xff), /is beyond the end/);
  });

  test("unknown ones may hold anything", () => {
    validateClass(withAttribute("org.example.Odd", (out) => out.u4(-1)));
  });
});
