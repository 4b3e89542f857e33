import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readClass } from "../../../../src/classfile/reading/reader.ts";
import { describeNull } from "../../../../src/program/null-messages/message.ts";
import { assemble, type Source } from "../types/code-types-assembler.ts";

/**
 * Messages recorded on HotSpot 17 (25 prints the same), with the offset from
 * -Xlog:exceptions. "variables" was compiled with -g, "lines" without local
 * variable names, "assembled" holds code javac does not write. Sources of the
 * first two are beside the recording.
 */
const RECORDED: Record<string, { bytes: string; cases: [string, number, string][] }> = JSON.parse(
  readFileSync(join(import.meta.dirname, "recorded.json"), "utf8"),
);

test("there is a recording", () => {
  expect(Object.values(RECORDED).flatMap(({ cases }) => cases).length).toBeGreaterThan(300);
});

describe.each(Object.entries(RECORDED))("%s", (name, { bytes, cases }) => {
  const classFile = readClass(inflateRawSync(Buffer.from(bytes, "base64")), name);

  test.each(cases)("%s at %d", (signature, offset, message) => {
    const method = classFile.methods.find((m) => m.name + m.descriptor === signature);
    expect(describeNull(classFile, method!, offset)).toBe(message);
  });
});

const message = (source: Source, at: string): string | null => {
  const { classFile, method, labels } = assemble(source);
  return describeNull(classFile, method, labels.get(at) ?? -1);
};

describe("assembled here", () => {
  test("instructions that cannot meet a null have no message", () => {
    expect(message({ code: "at:\nnop\nreturn" }, "at")).toBeNull();
    const call = "aconst_null\nat:\ninvokespecial x/Y.<init>()V\nreturn";
    expect(message({ code: call }, "at")).toBeNull();
  });

  test("a method without code has no message", () => {
    const { classFile, method } = assemble({ code: "return" });
    expect(describeNull(classFile, { ...method, code: null }, 0)).toBeNull();
  });

  test("unreachable code still says what could not be done", () => {
    const code = "goto out\nat:\narraylength\npop\nout:\nreturn";
    expect(message({ code }, "at")).toBe("Cannot read the array length");
  });

  test("an exception handler's own operand has no description worth giving", () => {
    const code = "a:\nnop\nb:\nreturn\nh:\npop\naload_0\nat:\nmonitorexit\nreturn";
    const source = { method: "m()V", code, handlers: ["a b h *"] };
    expect(message(source, "at")).toBe('Cannot exit synchronized block because "this" is null');
  });

  test("inside a subroutine, whose code was copied", () => {
    const { classFile, method } = assemble({
      method: "static m(Lx/Y;)V",
      version: 48,
      code: "jsr s\nreturn\ns:\nastore_1\naload_0\ngetfield x/Y.f:I\npop\nret 1",
    });
    expect(describeNull(classFile, method, 6)).toBe(
      'Cannot read field "f" because "<parameter1>" is null',
    );
  });
});
