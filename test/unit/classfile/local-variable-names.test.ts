/** A JVM holds the names and types of local variables to the rules for fields. */
import { expect, test } from "vitest";
import { ACC_STATIC } from "../../../src/classfile/access-flags.ts";
import { ClassAssembler } from "../../../src/classfile/assembler.ts";
import { readClass } from "../../../src/classfile/reader.ts";

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
