/** The shapes of JSON that we read: what fits, and which place a mismatch names. */
import { describe, expect, test } from "vitest";
import {
  array,
  boolean,
  literal,
  nullable,
  number,
  object,
  optional,
  parseJson,
  record,
  string,
} from "../../../src/core/json-shape.ts";

const ENTRY = object({
  name: string,
  size: number,
  isNew: boolean,
  kind: literal("a", "b"),
  parent: nullable(string),
  parts: optional(array(object({ at: number }))),
});

const whole = { name: "x", size: 1, isNew: true, kind: "a", parent: null, parts: [{ at: 1 }] };

describe("a value fits", () => {
  test("with all fields, with further ones, and without optional ones", () => {
    expect(ENTRY.fits(whole)).toBe(true);
    expect(ENTRY.fits({ ...whole, more: 1 })).toBe(true);
    expect(ENTRY.fits({ ...whole, parts: undefined })).toBe(true);
  });

  test("as a record with whatever it has", () => {
    expect(record.fits({ a: [1] })).toBe(true);
    expect(record.fits([1])).toBe(false);
    expect(record.fits(null)).toBe(false);
  });
});

describe("a mismatch names the first place that is wrong", () => {
  test.each([
    [null, "it is not an object"],
    [[], "it is not an object"],
    [{}, "name is missing"],
    [{ ...whole, size: "1" }, "size is not a number"],
    [{ ...whole, isNew: 1 }, "isNew is not true or false"],
    [{ ...whole, kind: "c" }, 'kind is not "a" or "b"'],
    [{ ...whole, parent: 1 }, "parent is not a string"],
    [{ ...whole, parts: {} }, "parts is not a list"],
    [{ ...whole, parts: [{ at: 1 }, { at: null }] }, "parts[1].at is not a number"],
  ])("%j", (value, text) => {
    expect(ENTRY.mismatch(value, "")).toBe(text);
    expect(ENTRY.fits(value)).toBe(false);
  });

  test("fields that every object inherits are missing all the same", () => {
    expect(object({ toString: string }).mismatch({}, "")).toBe("toString is missing");
  });
});

test("what is not JSON is undefined", () => {
  expect(parseJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseJson("{")).toBeUndefined();
});
