import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  checkModifiedUtf8,
  decodeModifiedUtf8,
  encodeModifiedUtf8,
  modifiedUtf8Length,
} from "../../../../src/classfile/format/modified-utf8.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";

/** Any sequence of UTF-16 units, lone surrogates included. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0x7f, 0x80, 0xd800)))
  .map((units) => String.fromCharCode(...units));

test("decoding undoes encoding", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const bytes = encodeModifiedUtf8(text);
      expect(bytes.length).toBe(modifiedUtf8Length(text));
      expect(bytes.includes(0)).toBe(false);
      expect(decodeModifiedUtf8(bytes)).toBe(text);
    }),
  );
});

test("any bytes are refused or are the one encoding of their text", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
      let text: string;
      try {
        text = decodeModifiedUtf8(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(BadClassFileError);
        expect(() => checkModifiedUtf8(bytes, 0, bytes.length)).toThrow(BadClassFileError);
        return;
      }
      checkModifiedUtf8(bytes, 0, bytes.length);
      expect(encodeModifiedUtf8(text)).toEqual(bytes);
    }),
    { numRuns: 2000 },
  );
});
