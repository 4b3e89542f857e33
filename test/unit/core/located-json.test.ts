import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonNode, JsonSyntaxError, readLocatedJson } from "../../../src/core/located-json.ts";

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.entries.map(({ name, value }) => [name, plain(value)]));
    case "list":
      return node.items.map(plain);
    case "null":
      return null;
    case "string":
    case "number":
    case "boolean":
      return node.value;
  }
}

const keys = (value: unknown): boolean => JSON.stringify(value).includes("__proto__");

test("reads what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      fc.pre(!keys(value));
      const text = JSON.stringify(value, null, indent);
      expect(plain(readLocatedJson(text))).toEqual(JSON.parse(text));
    }),
  );
});

test("refuses what JSON.parse refuses, and names twice the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.string({ maxLength: 1 }), (value, at, put) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + put + text.slice(place + 1);
      let expected: unknown;
      try {
        expected = JSON.parse(damaged);
      } catch {
        expect(() => readLocatedJson(damaged)).toThrow(JsonSyntaxError);
        return;
      }
      if (keys(expected)) return;
      try {
        expect(plain(readLocatedJson(damaged))).toEqual(expected);
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringContaining("is there twice") });
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["", 1, 1, "expected a value, found the end of the file"],
  ['{\n  "a": 1,\n}', 2, 9, '"," before "}"'],
  ['{"a": 1 "b": 2}', 1, 9, 'expected "," or "}", found """'],
  ['{"a": 1, "a": 2}', 1, 10, '"a" is there twice'],
  ["{a: 1}", 1, 2, 'expected a name in quotation marks, found "a"'],
  ['{"a" 1}', 1, 6, 'expected ":" after "a", found "1"'],
  ['{"a": "b\n"}', 1, 7, "a string without an end, or with a wrong character"],
  ["[1, 2]\n\n  x", 3, 3, '"x" after the end'],
  ["[01]", 1, 3, 'expected "," or "]", found "1"'],
  ["// no\n{}", 1, 1, 'expected a value, found "/"'],
  ["[".repeat(200), 1, 101, "too many levels"],
])("%j: line %i, column %i: %s", (text, line, column, message) => {
  let thrown: unknown;
  try {
    readLocatedJson(text);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(JsonSyntaxError);
  expect(thrown).toMatchObject({ message, at: { line, column } });
});

test("says where values and names stand", () => {
  const node = readLocatedJson('\uFEFF{\n  "a": [true,\n    null] }');
  expect(node).toMatchObject({
    at: { line: 1, column: 1 },
    entries: [
      {
        at: { line: 2, column: 3 },
        value: {
          at: { line: 2, column: 8 },
          items: [{ at: { line: 2, column: 9 } }, { at: { line: 3, column: 5 } }],
        },
      },
    ],
  });
});
