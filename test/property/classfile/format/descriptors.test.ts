import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseFieldDescriptor,
  parseMethodDescriptor,
} from "../../../../src/classfile/format/descriptors.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";

const className = fc
  .array(fc.stringMatching(/^[a-zA-Z$_é<>]{1,5}$/), { minLength: 1, maxLength: 3 })
  .map((segments) => segments.join("/"));
const element = fc.oneof(
  fc.constantFrom("B", "C", "D", "F", "I", "J", "S", "Z"),
  className.map((name) => `L${name};`),
);
const field = fc
  .tuple(fc.integer({ min: 0, max: 3 }), element)
  .map(([dimensions, type]) => "[".repeat(dimensions) + type);

const slots = (type: string) => (type === "J" || type === "D" ? 2 : 1);

test("a field descriptor is its dimensions and its element", () => {
  fc.assert(
    fc.property(field, (text) => {
      const { dimensions, element: type, className: name } = parseFieldDescriptor(text);
      expect("[".repeat(dimensions) + type).toBe(text);
      if (name !== null) expect(type).toBe(`L${name};`);
    }),
  );
});

test("a method descriptor is its parameters and its result", () => {
  fc.assert(
    fc.property(fc.array(field, { maxLength: 8 }), fc.oneof(field, fc.constant("V")), (ps, r) => {
      const parsed = parseMethodDescriptor(`(${ps.join("")})${r}`);
      expect(parsed.parameters).toEqual(ps);
      expect(parsed.result).toBe(r);
      expect(parsed.parameterSlots).toBe(ps.reduce((sum, type) => sum + slots(type), 0));
    }),
  );
});

test("one character changed: parsed or refused, never anything else", () => {
  fc.assert(
    fc.property(
      fc.array(field, { maxLength: 4 }),
      fc.nat(),
      fc.constantFrom("(", ")", "[", ";", "/", ".", "L", "V", "I", "J"),
      (ps, at, char) => {
        const text = `(${ps.join("")})V`;
        const i = at % text.length;
        const changed = text.slice(0, i) + char + text.slice(i + 1);
        try {
          const { parameters, result } = parseMethodDescriptor(changed);
          expect(`(${parameters.join("")})${result}`).toBe(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(BadClassFileError);
        }
      },
    ),
    { numRuns: 500 },
  );
});
