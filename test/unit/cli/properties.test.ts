import { expect, test } from "vitest";
import { readProperties } from "../../../src/cli/configuration/properties.ts";

test.each([
  ["a=b", [["a", "b", 1]]],
  ["  a  =  b c ", [["a", "b c ", 1]]],
  [
    "a:b\r\nc d",
    [
      ["a", "b", 1],
      ["c", "d", 2],
    ],
  ],
  ["# no\n! neither\n\na = 1", [["a", "1", 4]]],
  [
    "a = 1,\\\n    2,\\\n  3\nb=4",
    [
      ["a", "1,2,3", 1],
      ["b", "4", 4],
    ],
  ],
  [
    "a = c:\\\\temp\\\\\nb = 2",
    [
      ["a", "c:\\temp\\", 1],
      ["b", "2", 2],
    ],
  ],
  ["a\\ b\\=c = \\u0041\\tx", [["a b=c", "A\tx", 1]]],
  ["only", [["only", "", 1]]],
  ["classpath+=;x", [["classpath+", ";x", 1]]],
  ["@include = a.jpf", [["@include", "a.jpf", 1]]],
  ["a = 1\\", [["a", "1", 1]]],
])("%j", (text, expected) => {
  expect(readProperties(text).map(({ key, value, line }) => [key, value, line])).toEqual(expected);
});
