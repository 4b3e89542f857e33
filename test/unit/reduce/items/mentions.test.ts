/** Which classes are named by texts of class files, however they are written. */
import { describe, expect, test } from "vitest";
import {
  classesIn,
  classesInSignature,
  classesOfName,
} from "../../../../src/reduce/items/mentions.ts";

describe("descriptors", () => {
  test.each([
    ["I", []],
    ["Lp/A;", ["p/A"]],
    ["[[Lp/A;", ["p/A"]],
    ["(IJLp/A;[DLL;[LLong;)Lq/B;", ["p/A", "L", "Long", "q/B"]],
    ["()V", []],
  ])("%s", (descriptor, names) => {
    expect(classesIn(descriptor)).toEqual(names);
  });

  test("a class constant is a name or an array", () => {
    expect(classesOfName("p/L;ist")).toEqual(["p/L;ist"]);
    expect(classesOfName("[[Lp/A;")).toEqual(["p/A"]);
    expect(classesOfName("[[I")).toEqual([]);
  });
});

describe("signatures", () => {
  test.each([
    ["a variable is no class, whatever its name", "TLp;", []],
    ["neither is an array of them", "[[TT;", []],
    ["a plain class", "Lp/A;", ["p/A"]],
    ["arguments", "Lp/A<Lp/B;TT;[Lp/C;>;", ["p/B", "p/C", "p/A"]],
    ["wildcards", "Lp/A<*+Lp/B;-[Lp/C;*>;", ["p/B", "p/C", "p/A"]],
    ["arguments of arguments", "Lp/A<Lp/B<Lp/C;>;Lp/D;>;", ["p/C", "p/B", "p/D", "p/A"]],
    [
      "an inner class of a generic one",
      "Lp/A<Lp/B;>.In<Lp/C;>.Deep;",
      ["p/B", "p/A", "p/C", "p/A$In", "p/A$In$Deep"],
    ],
    [
      "parameters named as types are written",
      "<L:Lp/A;T::Lp/B;>Lp/C<TL;TT;>;",
      ["p/A", "p/B", "p/C"],
    ],
    [
      "a parameter without a class bound",
      "<T::Lp/A<TT;>;:Lp/B;>Ljava/lang/Object;",
      ["p/A", "p/B", "java/lang/Object"],
    ],
    [
      "a bound that is a variable",
      "<A:Lp/A;L:TA;Long:Lp/B;>Lp/C;Lp/D;",
      ["p/A", "p/B", "p/C", "p/D"],
    ],
    ["a method", "<T:Lp/A;>(TT;Lp/B<-TT;>;I[J)TT;^Lp/E;^TT;", ["p/A", "p/B", "p/E"]],
    ["a method without parameters", "()Lp/A<[I>;", ["p/A"]],
    ["parameters behind arguments", "<T:Lp/A<Lp/B;>;L:Lp/C;>(TL;)V", ["p/B", "p/A", "p/C"]],
    ["letters of other alphabets", "<Größe:Lp/Ä;>Lp/Λ<TGröße;>;", ["p/Ä", "p/Λ"]],
  ])("%s: %s", (_, signature, names) => {
    expect(classesInSignature(signature)).toEqual(names);
  });
});
