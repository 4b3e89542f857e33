import { describe, expect, test } from "vitest";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { assemble, type Source } from "./code-types-assembler.ts";
import { refusal } from "./code-types-refusal.ts";

/** Name, code, what the message must contain, other parts of the method. */
type Row = readonly [string, string, string, Partial<Source>?];

const ROWS: readonly Row[] = [
  ["an empty method", "", "the code is empty"],
  ["underflow", "pop\nreturn", "offset 0: the operand stack is too shallow"],
  ["underflow of a typed pop", "iadd\nreturn", "the operand stack is empty"],
  [
    "overflow",
    "iconst_0\niconst_0\nreturn",
    "offset 1: the operand stack grows beyond",
    { maxStack: 1 },
  ],
  ["overflow by a long", "lconst_0\nreturn", "grows beyond its maximum of 1", { maxStack: 1 }],
  ["overflow by dup", "iconst_0\ndup\nreturn", "grows beyond", { maxStack: 1 }],
  ["a local out of range", "iload 9\nreturn", "local 9 is beyond the maximum of 6"],
  ["a long at the last local", "lconst_0\nlstore 5\nreturn", "local 6 is beyond"],
  [
    "parameters beyond the locals",
    "return",
    "beyond the maximum of 1",
    { method: "m(J)V", maxLocals: 1 },
  ],
  ["a local never set", "iload_0\nreturn", "local 0 should be an int but is nothing usable"],
  ["a float where an int is due", "fconst_0\nineg\nreturn", "should be an int but is float"],
  [
    "an int where a reference is due",
    "iconst_0\nmonitorenter\nreturn",
    "should be a reference but is int",
  ],
  ["half a long", "lconst_0\npop\nreturn", "split a long or double"],
  ["half a long, duplicated", "lconst_0\ndup\nreturn", "split a long or double"],
  ["the middle of a long", "lconst_0\niconst_0\ndup_x1\nreturn", "split a long or double"],
  ["a double as a long", "dconst_0\nl2i\nreturn", "should be a long but is second half"],
  [
    "a spoiled long",
    "lconst_0\nlstore_0\niconst_0\nistore_1\nlload_0\nreturn",
    "local 0 should be a long",
  ],
  ["falling off the end", "nop", "falls off the end"],
  ["a branch into an instruction", "sipush 1\ngoto 1", "branch target 1 is not the start"],
  ["a branch out of the code", "goto 40", "branch target 40 is not the start"],
  ["a truncated instruction", "raw 17 0", "runs past the end"],
  ["a truncated switch", "raw 170 0 0 0 0 0", "runs past the end"],
  ["an unknown opcode", "raw 203", "unknown opcode 203"],
  ["wide nop", "raw 196 0", "no wide form"],
  [
    "an inverted tableswitch",
    "iconst_0\nraw 170 0 0 0 0 0 0 0 0 0 2 0 0 0 1 0 0",
    "low 2 above high 1",
  ],
  ["unsorted keys", "iconst_0\nlookupswitch a 5:a 1:a\na:\nreturn", "not in ascending order"],
  [
    "depths that differ",
    "iconst_0\nifeq join\niconst_0\njoin:\nreturn",
    "the operand stack at 5 is 1 deep here and 0 elsewhere",
  ],
  [
    "an operand that is different things",
    "iconst_0\nifeq b\niconst_0\ngoto join\nb:\nfconst_0\njoin:\npop\nreturn",
    "an operand is unusable here",
  ],
  [
    "return of nothing",
    "return",
    "does not fit the method's return type",
    { method: "static m()I" },
  ],
  ["return of something", "iconst_0\nireturn", "does not fit the method's return type"],
  ["a wrong return", "fconst_0\nfreturn", "does not fit", { method: "static m()D" }],
  [
    "an operand unfit to return",
    "fconst_0\nireturn",
    "should be an int",
    { method: "static m()Z" },
  ],
  ["ldc of a long", "ldc long 1\nreturn", "not for this kind of ldc"],
  ["ldc2_w of an int", "ldc2_w int 1\nreturn", "not for this kind of ldc"],
  ["ldc of text", "ldc utf8 x\nreturn", "cannot be loaded (tag 1)"],
  [
    "ldc of a class too early",
    "ldc class x/Y\nreturn",
    "needs class file version 49",
    { version: 48 },
  ],
  ["ldc of a wide dynamic", "ldc dynamic n:J\nreturn", "not for this kind of ldc"],
  ["a method as a field", "getstatic utf8 x\nreturn", "should be"],
  ["a field as a method", "invokestatic 1\ngetstatic x/Y.f:I\nreturn", "not for this kind of call"],
  [
    "a class method as an interface's",
    "aconst_null\ninvokevirtual x/Y.m()V interface\nreturn",
    "not for this kind",
  ],
  [
    "a static interface method too early",
    "invokestatic x/Y.m()V interface\nreturn",
    "not for this kind",
    { version: 51 },
  ],
  ["a wrong count", "aconst_null\ninvokeinterface x/Y.m()V 2\nreturn", "wrong argument count"],
  ["calling <clinit>", "invokestatic x/Y.<clinit>()V\nreturn", "<clinit> cannot be called"],
  [
    "invokevirtual of a constructor",
    "aconst_null\ninvokevirtual x/Y.<init>()V\nreturn",
    "<init> cannot be called",
  ],
  [
    "a constructor with a result",
    "aconst_null\ninvokespecial x/Y.<init>()I\nreturn",
    "returns a value",
  ],
  ["a bad descriptor", "invokestatic x/Y.m(Q)V\nreturn", "is not a descriptor"],
  ["missing arguments", "iconst_0\ninvokestatic x/Y.m(II)V\nreturn", "the operand stack is empty"],
  ["a wrong argument", "fconst_0\ninvokestatic x/Y.m(I)V\nreturn", "should be an int"],
  [
    "an unfinished object as receiver",
    "new x/Y\ninvokevirtual x/Y.m()V\nreturn",
    "but is uninitialized object",
  ],
  [
    "an unfinished object as argument",
    "new x/Y\ninvokestatic x/Y.m(Lx/Y;)V\nreturn",
    "but is uninitialized object",
  ],
  [
    "a field of an unfinished object",
    "new x/Y\ngetfield x/Y.f:I\nreturn",
    "whose constructor has not run",
  ],
  ["throwing an unfinished object", "new x/Y\nathrow", "but is uninitialized object"],
  [
    "the constructor of another class",
    "new x/Y\ninvokespecial x/Z.<init>()V\nreturn",
    "for another class",
  ],
  [
    "a constructor called twice",
    "new x/Y\ndup\ndup\ninvokespecial x/Y.<init>()V\ninvokespecial x/Y.<init>()V\nreturn",
    "already is initialised",
  ],
  [
    "an unfinished object kept around a loop",
    "again:\nnew x/Y\niconst_0\nifeq again\nreturn",
    "the operand stack at 0",
  ],
  ["new of an array", "new [I\npop\nreturn", "new of an array class"],
  [
    "a constructor without super",
    "return",
    "without having called another constructor",
    { method: "<init>()V" },
  ],
  [
    "a constructor that calls super on one way only",
    "iconst_0\nifeq out\naload_0\ninvokespecial p/Base.<init>()V\nout:\nreturn",
    "without having called another constructor",
    { method: "<init>()V" },
  ],
  [
    "super of a stranger",
    "aload_0\ninvokespecial x/Y.<init>()V\nreturn",
    "neither this class nor",
    { method: "<init>()V" },
  ],
  [
    "reading this before super",
    "aload_0\ngetfield p/A.own:I\nreturn",
    "whose constructor has not run",
    { method: "<init>()V" },
  ],
  [
    "calling on this before super",
    "aload_0\ninvokevirtual p/A.m()V\nreturn",
    "but is uninitialized this",
    { method: "<init>()V" },
  ],
  [
    "writing an inherited field before super",
    "aload_0\niconst_0\nputfield p/A.other:I\nreturn",
    "whose constructor has not run",
    { method: "<init>()V" },
  ],
  [
    "an element of no array",
    "ldc string x\niconst_0\niaload\nreturn",
    "should be [I but is java.lang.String",
  ],
  [
    "an int of a long[]",
    "iconst_1\nnewarray 11\niconst_0\niaload\nreturn",
    "should be [I but is [J",
  ],
  [
    "an object of an int[]",
    "iconst_1\nnewarray 10\niconst_0\naaload\nreturn",
    "an array of references but is [I",
  ],
  ["a long as index", "iconst_1\nnewarray 10\nlconst_0\niaload\nreturn", "should be an int"],
  [
    "an int into an object array",
    "iconst_1\nanewarray x/Y\niconst_0\niconst_0\naastore\nreturn",
    "should be a reference",
  ],
  ["the length of a string", "ldc string x\narraylength\nreturn", "the length of java.lang.String"],
  ["an unknown primitive array", "iconst_0\nnewarray 3\nreturn", "newarray of an unknown type"],
  [
    "too many dimensions",
    "iconst_0\niconst_0\nmultianewarray [I 2\nreturn",
    "with 2 dimensions of [I",
  ],
  ["no dimensions", "multianewarray [I 0\nreturn", "with 0 dimensions"],
  ["ret alone", "ret 0", "ret outside of a subroutine"],
  ["a return address as object", "jsr s\nreturn\ns:\nareturn", "does not fit"],
  [
    "a stored return address loaded",
    "jsr s\nreturn\ns:\nastore_0\naload_0\nret 0",
    "local 0 should be a reference but is return address",
  ],
  [
    "an integer as return address",
    "jsr s\nreturn\ns:\npop\niconst_0\nistore_0\nret 0",
    "does not hold the return address",
  ],
  ["an empty range", "a:\nreturn\nb:\npop\nreturn", "is empty", { handlers: ["a a b *"] }],
  [
    "a range from within an instruction",
    "sipush 1\na:\npop\nreturn\nb:\npop\nreturn",
    "start of exception range 1",
    { handlers: ["1 a b *"] },
  ],
  [
    "a range to within an instruction",
    "a:\nsipush 1\npop\nreturn\nb:\npop\nreturn",
    "end of exception range 2",
    { handlers: ["a 2 b *"] },
  ],
  [
    "no room for the exception",
    "a:\nreturn\nb:\nreturn",
    "no room on the operand stack",
    { handlers: ["a b b *"], maxStack: 0 },
  ],
  [
    "a handler reached with another depth",
    "a:\nnop\nb:\nreturn",
    "0 deep here and 1 elsewhere",
    { handlers: ["a b b *"] },
  ],
];

describe("refused methods", () => {
  for (const [name, code, expected, more] of ROWS) {
    test(name, () => expect(refusal({ code, ...more })).toContain(expected));
  }

  test("the message names class, method, offset and line", () => {
    const source = { code: "nop\nnop\npop\nreturn", lines: [0, 33, 2, 34, 3, 35] };
    expect(refusal(source)).toBe(
      "class p.A, method m()V, offset 2 (line 34): the operand stack is too shallow",
    );
  });

  test("a method without code", () => {
    const { classFile, method } = assemble({ code: "return" });
    expect(() => inferTypes(classFile, { ...method, code: null })).toThrow("has no code");
  });

  test("a hostile method is refused instead of taking for ever", () => {
    const code = `${Array.from({ length: 7900 }, (_, i) => `l${i}:\niload_0\nifeq l${(i * 7919) % 7900}`).join("\n")}\nreturn`;
    const source = {
      method: "static m(I)V",
      maxLocals: 65535,
      code: `iconst_0\nwide istore 65534\n${code}`,
    };
    expect(refusal(source)).toContain("too complex");
  });
});

describe("accepted methods", () => {
  const rows: readonly (readonly [string, string, Partial<Source>?])[] = [
    [
      "byte and boolean arrays alike",
      "iconst_1\nnewarray 4\niconst_0\nbaload\npop\niconst_1\nnewarray 8\niconst_0\nbaload\npop\nreturn",
    ],
    ["elements of null", "aconst_null\niconst_0\naaload\niconst_0\niaload\npop\nreturn"],
    [
      "an own field before super",
      "aload_0\niconst_0\nputfield p/A.own:I\naload_0\ninvokespecial p/Base.<init>()V\nreturn",
      { method: "<init>()V" },
    ],
    ["this(...)", "aload_0\ninvokespecial p/A.<init>()V\nreturn", { method: "<init>(I)V" }],
    ["a constructor that only throws", "aconst_null\nathrow", { method: "<init>()V" }],
    ["an endless loop", "a:\ngoto a"],
    ["a static interface method", "invokestatic x/Y.m()V interface\nreturn"],
    ["a dynamic long", "ldc2_w dynamic n:J\npop2\nreturn"],
    ["a range to the end", "a:\nreturn\nb:\npop\nreturn", { handlers: ["a end b *"] }],
    ["a local object of the last round", "again:\nnew x/Y\nastore_0\niconst_0\nifeq again\nreturn"],
  ];
  for (const [name, code, more] of rows) {
    test(name, () => expect(refusal({ code, ...more })).toBeNull());
  }
});
