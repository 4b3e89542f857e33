import { describe, expect, it } from "vitest";
import { StaticArea } from "../../../../src/program/linking/field-layout.ts";
import { StableNumbers } from "../../../../src/program/linking/stable-numbers.ts";

const NAMES = Array.from({ length: 300 }, (_, i) => `p/Class${i}`);

describe("stable numbers", () => {
  it("do not depend on the order in which things come", () => {
    const first = new StableNumbers<string>();
    const second = new StableNumbers<string>();
    const forward = new Map(NAMES.map((name) => [name, first.add(name, name)]));
    const backward = new Map(NAMES.toReversed().map((name) => [name, second.add(name, name)]));
    for (const name of NAMES) expect(backward.get(name)).toBe(forward.get(name));
  });

  it("are positive, have the bits asked for, and lead back", () => {
    for (const bits of [31, 30, 12]) {
      const numbers = new StableNumbers<string>(bits);
      for (const name of NAMES) {
        const number = numbers.add(name, name);
        expect(number).toBeGreaterThan(0);
        expect(number).toBeLessThan(2 ** bits);
        expect(numbers.at(number)).toBe(name);
      }
    }
  });

  it("are never shared: where hashes collide, the second name gets another number", () => {
    const BITS = 10;
    const numbers = new StableNumbers<string>(BITS);
    const given = new Set(NAMES.map((name) => numbers.add(name, name)));
    expect(given.size).toBe(NAMES.length);
    const alone = new Set(NAMES.map((name) => new StableNumbers<string>(BITS).add(name, name)));
    expect(alone.size).toBeLessThan(NAMES.length);
    // The same names in the same order get the same numbers, collisions included.
    const again = new StableNumbers<string>(BITS);
    expect(NAMES.map((name) => again.add(name, name))).toEqual([...given]);
  });

  it("say what a program made up", () => {
    const numbers = new StableNumbers<string>();
    const number = numbers.add("a", "a");
    expect(numbers.find(number + 1)).toBeUndefined();
    expect(() => numbers.at(number + 1)).toThrow(/nothing has number/);
  });
});

describe("static area", () => {
  const field = (descriptor: string) => ({ descriptor });

  it("names a word the same whatever was loaded before", () => {
    const names = (before: readonly string[]): string[] => {
      const area = new StaticArea();
      for (const owner of before) {
        area.begin(owner);
        area.place(field("I"));
      }
      const status = area.begin("A");
      const places = ["I", "J", "LB;", "D"].map((type) => area.place(field(type)));
      area.begin("Z");
      return [status, ...places, places.at(-1)! + 1].map((word) => area.nameOf(word));
    };
    expect(names([])).toEqual(["A+0", "A+1", "A+2", "A+4", "A+6", "A+7"]);
    expect(names(["B"])).toEqual(names([]));
    expect(names(["B", "C", "D"])).toEqual(names([]));
  });
});
