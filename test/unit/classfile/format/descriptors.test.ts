import { describe, expect, test } from "vitest";
import {
  isClassName,
  parseFieldDescriptor,
  parseMethodDescriptor,
} from "../../../../src/classfile/format/descriptors.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";

const ok = (text: string) => isClassName(Buffer.from(text), 0, text.length);

describe("field descriptors", () => {
  test("kinds, slots, dimensions and element class", () => {
    expect(parseFieldDescriptor("J")).toMatchObject({ kind: "J", slots: 2, className: null });
    expect(parseFieldDescriptor("[[D")).toMatchObject({
      kind: "[",
      slots: 1,
      dimensions: 2,
      element: "D",
    });
    expect(parseFieldDescriptor("[Ljava/lang/String;").className).toBe("java/lang/String");
  });

  test("is parsed once", () => {
    expect(parseFieldDescriptor("Lp/Q;")).toBe(parseFieldDescriptor("Lp/Q;"));
  });

  test("255 dimensions are the most", () => {
    expect(parseFieldDescriptor(`${"[".repeat(255)}I`).dimensions).toBe(255);
    expect(() => parseFieldDescriptor(`${"[".repeat(256)}I`)).toThrow(BadClassFileError);
  });

  test.each(["", "V", "[", "[V", "L;", "Lp/;", "L/p;", "Lp//q;", "Lp.q;", "Lp", "II", "Q", "L[p;"])(
    "%j is malformed",
    (text) => {
      expect(() => parseFieldDescriptor(text)).toThrow(BadClassFileError);
    },
  );
});

describe("method descriptors", () => {
  test("parameters, slots and result", () => {
    expect(parseMethodDescriptor("(I[JDLa/B;)J")).toMatchObject({
      parameters: ["I", "[J", "D", "La/B;"],
      parameterKinds: ["I", "[", "D", "L"],
      parameterSlots: 5,
      result: "J",
      resultKind: "J",
      resultSlots: 2,
    });
    expect(parseMethodDescriptor("()V")).toMatchObject({ parameters: [], resultSlots: 0 });
  });

  test("255 parameter slots are the most", () => {
    expect(parseMethodDescriptor(`(${"J".repeat(127)}I)V`).parameterSlots).toBe(255);
    expect(() => parseMethodDescriptor(`(${"J".repeat(128)})V`)).toThrow(/255/);
  });

  test.each(["", "()", "(V)V", "I", "(I", "(I)", "(I)VV", "()Lp", "(La)V", "()[V"])(
    "%j is malformed",
    (text) => {
      expect(() => parseMethodDescriptor(text)).toThrow(BadClassFileError);
    },
  );
});

test("class names may be array descriptors", () => {
  expect(["A", "p/A", "[I", "[[Lp/A;", "<x>"].map(ok)).toEqual([true, true, true, true, true]);
  expect(["", "p/", "/A", "p.A", "p;A", "[A", "A["].map(ok)).toEqual(Array(7).fill(false));
});
