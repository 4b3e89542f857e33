import { describe, expect, test } from "vitest";
import {
  decodeModifiedUtf8,
  encodeModifiedUtf8,
  modifiedUtf8Length,
} from "../../../../src/classfile/format/modified-utf8.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";

const hex = (text: string) => Buffer.from(encodeModifiedUtf8(text)).toString("hex");

describe("modified UTF-8", () => {
  test.each([
    ["", ""],
    ["A\u007f", "417f"],
    ["\u0000", "c080"],
    ["\u0080\u07ff", "c280dfbf"],
    ["\u0800\uffff", "e0a080efbfbf"],
    ["𝄞", "eda0b4edb49e"],
    ["\udc00\ud800", "edb080eda080"],
  ])("%j is %s", (text, bytes) => {
    expect(hex(text)).toBe(bytes);
    expect(decodeModifiedUtf8(Buffer.from(bytes, "hex"))).toBe(text);
    expect(modifiedUtf8Length(text)).toBe(bytes.length / 2);
  });

  test.each([
    ["a NUL byte", "00"],
    ["a four-byte sequence", "f09d849e"],
    ["a lone continuation", "80"],
    ["a cut-off pair", "c2"],
    ["a cut-off triple", "e0a0"],
    ["a bad continuation", "c241"],
    ["a bad third byte", "e0a041"],
    ["an overlong pair", "c181"],
    ["an overlong NUL in three bytes", "e08080"],
  ])("%s is malformed", (_, bytes) => {
    expect(() => decodeModifiedUtf8(Buffer.from(`41${bytes}`, "hex"))).toThrow(BadClassFileError);
  });

  test("only the given range is looked at", () => {
    expect(decodeModifiedUtf8(new Uint8Array([0, 0x41, 0x42, 0]), 1, 3)).toBe("AB");
    expect(() => decodeModifiedUtf8(new Uint8Array([0xc2, 0x80]), 0, 1)).toThrow(/offset 0/);
  });

  test("long texts with wide characters are decoded in pieces", () => {
    const text = "é".repeat(10_000);
    expect(decodeModifiedUtf8(encodeModifiedUtf8(text))).toBe(text);
  });
});
