import { describe, expect, test } from "vitest";
import { BadUsageError } from "../../../../src/core/errors.ts";
import { normalise, parseRule } from "../../../../src/reduce/predicate/normalise.ts";

const apply = (rule: string, text: string): string => normalise(text, [], [parseRule(rule)]);

describe("normalising expressions", () => {
  test.each([
    ["s/a/b/", "aa\naa", "ba\nba"],
    ["s/a/b/g", "aa\naa", "bb\nbb"],
    ["s/A/b/gi", "aA", "bb"],
    ["s/[0-9]+ ms/N ms/g", "took 12 ms, 3 ms", "took N ms, N ms"],
    ["s/^/> /", "one\ntwo", "> one\n> two"],
    ["s/b$//", "ab\nb", "a\n"],
    ["s/(a+)(b+)/\\2\\1/", "aab", "baa"],
    ["s/(x)?y/[\\1]/", "y", "[]"],
    ["s/b+/<&>/", "abbc", "a<bb>c"],
    ["s/b/\\&/", "abc", "a&c"],
    ["s/b/$&$1/", "abc", "a$b$1c"],
    ["s/b/x\\ny/", "abc", "ax\nyc"],
    ["s#/tmp/[a-z]+#TMP#g", "/tmp/a /tmp/b", "TMP TMP"],
    ["s/\\/tmp/TMP/", "/tmp", "TMP"],
    ["s|a\\|b|c|", "b", "c"],
    ["s/\\\\/!/", "a\\b", "a!b"],
    ["/^warning/d", "warning: x\nerror\nwarning: y", "error"],
    ["/a\\/b/d", "a/b\nc", "c"],
  ])("%s makes of %j %j", (rule, text, expected) => {
    expect(apply(rule, text)).toBe(expected);
  });

  test("are applied in turn, and a line that has gone is gone", () => {
    const rules = ["s/a/b/", "s/b/c/", "/^c$/d", "s/^$/empty/"].map(parseRule);
    expect(normalise("a\nd\n", [], rules)).toBe("d\nempty");
  });

  test("come after the run's own path has become {}", () => {
    const text = "/tmp/run/input.jar and /tmp/run";
    const rules = [parseRule("s/\\{\\}/HERE/")];
    expect(normalise(text, ["/tmp/run"], [])).toBe("{}/input.jar and {}");
    expect(normalise(text, ["/tmp/run"], rules)).toBe("HERE/input.jar and {}");
  });

  test.each([
    "",
    "a",
    "s",
    "s/a",
    "s/a/b",
    "s/a/b/q",
    "s/a/b/g/",
    "s/(/b/",
    "/a/",
    "/a/x",
    "/a",
    "sab",
  ])("%j is refused", (rule) => {
    expect(() => parseRule(rule)).toThrow(BadUsageError);
  });
});
