import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutLines, fitting, short } from "../../../src/mcp/bounded.ts";

test("a value is one line, and cut where it is too long", () => {
  expect(short("a\n  b")).toBe("a b");
  expect(short("abcdef", 4)).toBe("abc…");
  expect(short("abcd", 4)).toBe("abcd");
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (text, most) => {
      expect(short(text, most).length).toBeLessThanOrEqual(most);
    }),
  );
});

test("a text is cut at the end of a line", () => {
  const text = Array.from({ length: 50 }, (_, i) => `line ${i}`).join("\n");
  const cut = cutLines(text, 120);
  expect(cut.length).toBeLessThanOrEqual(120);
  expect(cut).toMatch(/^line 0\n(?:line \d+\n)+… the rest is left out: a larger maxCharacters/);
  expect(cutLines("short", 120)).toBe("short");
});

describe("the largest answer that fits", () => {
  const build = (rows: number) => ({
    data: { rows: Array.from({ length: rows }, () => "row") },
    text: "row\n".repeat(rows),
    traces: [],
  });

  test("is taken", () => {
    expect(fitting([100, 20, 5], 150, build).data.rows).toHaveLength(20);
    expect(fitting([100, 20, 5], 10_000, build).data.rows).toHaveLength(100);
  });

  test("is the least, with its text cut, if none fits", () => {
    const { data, text } = fitting([100, 50], 100, build);
    expect(data.rows).toHaveLength(50);
    expect(text.length).toBeLessThanOrEqual(100);
  });
});
