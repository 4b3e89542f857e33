import { expect, test } from "vitest";
import { damageJson } from "./json-damage.ts";

test("what is removed altogether can be damaged no more", () => {
  const removal = { which: 0, what: "remove", value: 0 } as const;
  expect(damageJson("[1]", [removal])).toBe("");
  expect(damageJson("[1]", [removal, { ...removal, what: "replace" }])).toBe("");
});
