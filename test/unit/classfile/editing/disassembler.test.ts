import { join } from "node:path";
import { expect, test } from "vitest";
import { decodeCode } from "../../../../src/classfile/code/decoder.ts";
import { disassemble, disassembleAll } from "../../../../src/classfile/editing/disassembler.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { ZipArchive } from "../../../../src/classfile/sources/zip.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { plainClass, richClass } from "../samples.ts";

const LIBRARY = join(import.meta.dirname, "../../../../models/library.jar");

test("a class as text", () => {
  expect(disassemble(plainClass().toBytes(), "p/Plain.class")).toEqual([
    "public class p/Plain extends java/lang/Object",
    "  version 49.0",
    "",
    "  public <init>()V",
    "    stack 1, locals 1",
    "      0 aload_0",
    "      1 invokespecial java/lang/Object.<init>()V",
    "      4 return",
  ]);
});

test.each([
  "class p/Rich extends java/lang/Object implements java/lang/Cloneable, java/io/Serializable",
  "  record of x I, ys Ljava/util/List;",
  "  permits p/Sub",
  "    line 10",
  "      1 tableswitch -1: 28, 0: 56, 1: 70, default: 70",
  "wide iinc 300 by -1000",
  "goto_w 70",
  "java/lang/RuntimeException is caught at",
  ": anything is caught at",
  'ldc "\\u0000\\ud800é𝄞"',
  "ldc2_w 1099511627776L",
  "ldc2_w -0d",
  "ldc 1.5f",
  "ldc (JD)V",
  "ldc [[I",
  "ldc handle 6 p/Rich.s(I)I",
  "ldc2_w c J by bootstrap method 0",
  "invokedynamic run ()Ljava/lang/Runnable; by bootstrap method 0",
  "invokeinterface java/lang/Runnable.run()V",
  "multianewarray [[I 2",
  "newarray int",
  "getstatic p/Rich.K I",
])("it shows %s", (text) => {
  expect(disassemble(richClass().toBytes(), "p/Rich.class").join("\n")).toContain(text);
});

test("every instruction and every member of the library has a line", () => {
  const zip = ZipArchive.open(LIBRARY);
  for (const name of zip.names()) {
    if (!name.endsWith(".class")) continue;
    const bytes = zip.read(name)!;
    const file = readClass(bytes, name);
    const lines = disassemble(bytes, name);
    const offsets = lines.flatMap((line) => /^ {6}(\d+) /.exec(line)?.[1] ?? []);
    const expected = file.methods.flatMap(({ code, name: method }) =>
      code === null
        ? []
        : decodeCode(code, file.constants, method).instructions.map(({ offset }) => String(offset)),
    );
    expect(offsets, name).toEqual(expected);
    const members = lines.filter(
      (line) =>
        /^ {2}\S/.test(line) && !/^ {2}(?:version|attributes|record of|permits) /.test(line),
    );
    expect(members.length, name).toBe(file.fields.length + file.methods.length);
  }
  zip.close();
});

test("several classes, with a blank line between", () => {
  const plain = plainClass().toBytes();
  const text = disassembleAll([
    ["p/A", plain],
    ["p/B", plain],
  ]);
  expect(text).toMatch(/return\n\npublic class p\/Plain/);
  expect(text.endsWith("return\n")).toBe(true);
});

test("a malformed class is a user's error", () => {
  const bytes = plainClass().toBytes().slice(0, -3);
  expect(() => disassemble(bytes, "p/Plain.class")).toThrow(BadClassFileError);
});
