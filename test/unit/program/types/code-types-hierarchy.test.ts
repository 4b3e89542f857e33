import { describe, expect, test } from "vitest";
import type { HierarchyOracle } from "../../../../src/program/types/verification-type.ts";
import type { Source } from "./code-types-assembler.ts";
import { refusal } from "./code-types-refusal.ts";

const make = (name: string): string => `new ${name}\ndup\ninvokespecial ${name}.<init>()V`;

describe("with a hierarchy", () => {
  const SUPER: Readonly<Record<string, string>> = {
    "p/A": "p/Base",
    "p/Base": "java/lang/Object",
    "x/One": "x/Root",
    "x/Two": "x/Root",
    "x/Root": "java/lang/Object",
    "java/lang/String": "java/lang/Object",
    "java/lang/Throwable": "java/lang/Object",
    "x/Ex": "java/lang/Throwable",
  };
  const oracle: HierarchyOracle = {
    isAssignable(from, to) {
      if (to.startsWith("i/")) return true;
      if (to.startsWith("u/") || from.startsWith("u/")) return "unknown";
      for (let name: string | undefined = from; name !== undefined; name = SUPER[name]) {
        if (name === to) return true;
      }
      return false;
    },
  };
  const either = `iconst_0\nifeq b\n${make("x/One")}\ngoto join\nb:\n${make("x/Two")}\njoin:`;

  const rows: readonly (readonly [string, string, string | null, Partial<Source>?])[] = [
    ["a subclass as argument", `${make("x/One")}\ninvokestatic x/Y.m(Lx/Root;)V\nreturn`, null],
    [
      "a stranger as argument",
      "ldc string x\ninvokestatic x/Y.m(Lx/Root;)V\nreturn",
      "argument 1 should be a x.Root but is java.lang.String",
    ],
    ["an interface as Object", "ldc string x\ninvokestatic x/Y.m(Li/Face;)V\nreturn", null],
    [
      "an array for an interface",
      "iconst_0\nnewarray 10\ninvokestatic x/Y.m(Li/Face;)V\nreturn",
      "argument 1",
    ],
    [
      "an array as Cloneable",
      "iconst_0\nnewarray 10\ninvokestatic x/Y.m(Ljava/lang/Cloneable;)V\nreturn",
      null,
    ],
    ["unknown classes pass", "ldc string x\ninvokestatic x/Y.m(Lu/What;)V\nreturn", null],
    ["null passes", "aconst_null\ninvokestatic x/Y.m(Lx/Root;)V\nreturn", null],
    ["two classes that meet in a third", `${either}\ninvokevirtual x/Root.m()V\nreturn`, null],
    [
      "two classes of which one is wrong",
      `${either}\ninvokevirtual x/One.m()V\nreturn`,
      "the receiver should be a x.One but is x.One or x.Two",
    ],
    [
      "arrays are covariant",
      "iconst_0\nanewarray x/One\ninvokestatic x/Y.m([Lx/Root;)V\nreturn",
      null,
    ],
    [
      "arrays of strangers",
      "iconst_0\nanewarray x/One\ninvokestatic x/Y.m([Ljava/lang/String;)V\nreturn",
      "argument 1",
    ],
    ["an object for an array", `${make("x/One")}\ninvokestatic x/Y.m([I)V\nreturn`, "argument 1"],
    ["int[] for long[]", "iconst_0\nnewarray 10\ninvokestatic x/Y.m([J)V\nreturn", "argument 1"],
    [
      "int[][] for Object[]",
      "iconst_0\nanewarray [I\ninvokestatic x/Y.m([Ljava/lang/Object;)V\nreturn",
      null,
    ],
    [
      "a wrong field value",
      "ldc string x\nputstatic x/Y.f:Lx/One;\nreturn",
      "the value of field f",
    ],
    ["the wrong object", "ldc string x\ngetfield x/One.f:I\nreturn", "the object should be"],
    [
      "a wrong result",
      "ldc string x\nareturn",
      "the result should be",
      { method: "static m()Lx/One;" },
    ],
    ["throwing a string", "ldc string x\nathrow", "what is thrown"],
    ["throwing an exception", `${make("x/Ex")}\nathrow`, null],
    [
      "catching a string",
      "a:\nreturn\nb:\npop\nreturn",
      "which is no Throwable",
      { handlers: ["a b b java/lang/String"] },
    ],
    [
      "a cast makes it fit",
      "ldc string x\ncheckcast x/One\ninvokevirtual x/One.m()V\nreturn",
      null,
    ],
    [
      "super.m() on another object",
      `${make("p/Base")}\ninvokespecial p/Base.m()V\nreturn`,
      "the receiver should be a p.A",
      { method: "m()V" },
    ],
    [
      "super.m() of a stranger",
      "aload_0\ninvokespecial x/One.m()V\nreturn",
      "this class should be",
      { method: "m()V" },
    ],
    [
      "super.m() of an interface that is not direct",
      "aload_0\ninvokespecial i/Face.m()V interface\nreturn",
      "not a direct superinterface",
      { method: "m()V" },
    ],
    [
      "super.m() of a direct interface",
      "aload_0\ninvokespecial p/Direct.m()V interface\nreturn",
      null,
      { method: "m()V" },
    ],
  ];
  for (const [name, code, expected, more] of rows) {
    test(name, () => {
      const message = refusal({ code, ...more }, { oracle });
      if (expected === null) expect(message).toBeNull();
      else expect(message).toContain(expected);
    });
  }
});
