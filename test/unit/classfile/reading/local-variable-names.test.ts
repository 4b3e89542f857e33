/** A JVM holds the names and types of local variables to the rules for fields, and their slots to those of the method. */
import { expect, test } from "vitest";
import { ClassAssembler } from "../../../../src/classfile/assembling/class-assembler.ts";
import { ACC_STATIC } from "../../../../src/classfile/format/access-flags.ts";
import { readClass } from "../../../../src/classfile/reading/reader.ts";

function read(name: string, descriptor: string): void {
  const bytes = new ClassAssembler({ name: "A" })
    .method(ACC_STATIC, "m", "(I)V", (code) => {
      const start = code.mark();
      code.emit("return");
      code.localVariable(0, name, descriptor, start, code.mark());
    })
    .toBytes();
  readClass(bytes, "A.class");
}

test("a local variable has a field's name and type", () => {
  expect(() => read("x-y", "I")).not.toThrow();
  expect(() => read("high[st", "I")).toThrow(/"high\[st" is not a field name/);
  expect(() => read("x", "(I)V")).toThrow(/descriptor/);
});

/** A class with a variable, or the same one twice, in a method of one local. */
function withVariable(
  slot: number,
  descriptor: string,
  { majorVersion = 61, times = 1, generic = "" } = {},
): () => void {
  const cls = new ClassAssembler({ name: "A", majorVersion });
  const { constants } = cls;
  const u2 = (value: number): number[] => [value >> 8, value & 255];
  const entry = (name: string) => [
    ...u2(0),
    ...u2(1),
    ...u2(constants.addUtf8(name)),
    ...u2(constants.addUtf8(descriptor)),
    ...u2(slot),
  ];
  const plain = [...u2(times), ...Array.from({ length: times }, () => entry("x")).flat()];
  const LocalVariableTable = Uint8Array.from(plain);
  const LocalVariableTypeTable = Uint8Array.from([...u2(1), ...entry(generic)]);
  const codeAttributes =
    generic === "" ? { LocalVariableTable } : { LocalVariableTable, LocalVariableTypeTable };
  cls.method(ACC_STATIC, "m", "(I)V", (code) => void code.emit("return"), { codeAttributes });
  const bytes = cls.toBytes();
  return () => void readClass(bytes, "A.class");
}

test("a local variable is in one of the method's slots, or in two", () => {
  expect(withVariable(0, "I")).not.toThrow();
  expect(withVariable(1, "I")).toThrow("local variable in slot 1 of 1");
  expect(withVariable(0, "J")).toThrow("local variable in slot 1 of 1");
});

test("a variable is given once", () => {
  expect(withVariable(0, "I", { times: 2 })).toThrow("local variable given twice");
  expect(withVariable(0, "I", { times: 2, majorVersion: 48 })).not.toThrow();
});

test("generic types belong to variables", () => {
  expect(withVariable(0, "I", { generic: "x" })).not.toThrow();
  expect(withVariable(0, "I", { generic: "y" })).toThrow("a variable that no other table has");
  expect(withVariable(0, "I", { generic: "y", majorVersion: 48 })).not.toThrow();
  expect(withVariable(0, "I", { generic: "y", times: 0 })).not.toThrow();
});
