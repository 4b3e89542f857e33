/**
 * Which slots are live when it is known what becomes of values that leave the
 * frame: instruction by instruction, in hand-written methods. "Nothing counts"
 * means that no field, no parameter of others and no result does.
 */
import { describe, expect, test } from "vitest";
import { SlotAnalysis, type ValueUses } from "../../../../src/liveness/slots/slot-liveness.ts";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { assemble } from "../../program/types/code-types-assembler.ts";

const KINDS = ".IFJD-AUTR";
const MAX_LOCALS = 10;
const METHOD = "static m(IJLp/A;[J[Ljava/lang/Object;F[S)V";

const NOTHING: ValueUses = {
  countsStored: () => false,
  countsArgument: () => false,
  countsReturned: () => false,
};
const EVERYTHING: ValueUses = {
  countsStored: () => true,
  countsArgument: () => true,
  countsReturned: () => true,
};

interface Asked {
  /** The live slots at "at" as letters of their kinds, "locals|stack", a dot for each that is dead. */
  readonly live: string;
  /** Something depends on what the instruction at "at" leaves. */
  readonly counts: boolean;
}

/** After some instructions, in front of others. */
function ask(before: string, after: string, uses: ValueUses, method = METHOD): Asked {
  const {
    classFile,
    method: info,
    labels,
  } = assemble({
    code: `${before}\nat:\n${after}`,
    method,
    maxLocals: MAX_LOCALS,
  });
  const types = inferTypes(classFile, info);
  const analysis = new SlotAnalysis(types, classFile.constants, uses);
  expect(analysis.run()).toBe(true);
  const offset = labels.get("at")!;
  const kinds = types.kindsAt(offset)!;
  const letters = (row: Uint8Array, first: number): string =>
    [...row].map((kind, i) => (analysis.isLive(offset, first + i) ? KINDS[kind] : ".")).join("");
  return {
    live: `${letters(kinds.locals, 0)}|${letters(kinds.stack, types.code.maxLocals)}`,
    counts: analysis.countsResult(offset),
  };
}

/** Operands that are live in front of instructions. */
const stack = (before: string, after: string, uses: ValueUses, method = METHOD): string =>
  ask(before, after, uses, method).live.replace(/^.*\|/, "");

describe("a store", () => {
  test.each([
    ["putstatic of an int", "iload_0", "putstatic p/A.f:I", "."],
    ["putstatic of a long", "lload_1", "putstatic p/A.g:J", ".."],
    ["putstatic of a reference", "aload_3", "putstatic p/A.h:Lp/A;", "."],
    ["putfield of an int", "aload_3\niload_0", "putfield p/A.f:I", "A."],
    ["putfield of a long", "aload_3\nlload_1", "putfield p/A.g:J", "A.."],
    ["lastore", "aload 4\niload_0\nlload_1", "lastore", "AI.."],
    ["sastore", "aload 7\niload_0\niload_0", "sastore", "AI."],
  ] as const)("needs what says where, and the value if it counts: %s", (_, before, op, live) => {
    expect(stack(before, `${op}\nreturn`, NOTHING)).toBe(live);
    expect(stack(before, `${op}\nreturn`, EVERYTHING)).not.toContain(".");
  });

  test("of a reference into an array looks at its type", () => {
    const before = "aload 5\niload_0\naload_3";
    expect(stack(before, "aastore\nreturn", NOTHING)).toBe("AIA");
  });
});

describe("a call", () => {
  test("needs the object, and arguments that count", () => {
    const before = "aload_3\niload_0\nlload_1";
    const op = "invokevirtual p/A.v(IJ)V\nreturn";
    expect(stack(before, op, NOTHING)).toBe("....");
    const object = { ...NOTHING, countsArgument: (_: number, slot: number) => slot === 0 };
    expect(stack(before, op, object)).toBe("A...");
    const wide = { ...NOTHING, countsArgument: (_: number, slot: number) => slot >= 2 };
    expect(stack(before, op, wide)).toBe("..J-");
  });

  test("counts if something depends on its result", () => {
    const before = "nop";
    const call = "invokestatic p/A.s()I";
    expect(ask(before, `${call}\nputstatic p/A.f:I\nreturn`, NOTHING).counts).toBe(false);
    expect(ask(before, `${call}\nputstatic p/A.f:I\nreturn`, EVERYTHING).counts).toBe(true);
    expect(ask(before, `${call}\nifeq end\nend:\nreturn`, NOTHING).counts).toBe(true);
    expect(ask(before, `${call}\npop\nreturn`, EVERYTHING).counts).toBe(false);
  });
});

describe("a return", () => {
  test.each([
    ["ireturn", "iload_0", "static m(I)I", ".|."],
    ["lreturn", "lload_0", "static m(J)J", "..|.."],
    ["areturn", "aload_0", "static m(Lp/A;)Lp/A;", ".|."],
  ] as const)("needs the value if it counts: %s", (op, before, method, live) => {
    expect(ask(before, op, NOTHING, method).live).toBe(live);
    expect(stack(before, op, EVERYTHING, method)).not.toContain(".");
  });
});

describe("a read", () => {
  const counted = (read: string, rest: string): boolean =>
    ask("nop", `${read}\n${rest}\nreturn`, NOTHING).counts;

  test("counts if a branch, an index, a divisor or a lock depends on it, however far away", () => {
    const get = "getstatic p/A.f:I";
    expect(counted(get, "iconst_1\niadd\ni2l\nlstore_1\nlload_1\nl2i\nputstatic p/A.f:I")).toBe(
      false,
    );
    expect(counted(get, "iconst_1\niadd\ni2l\nlstore_1\nlload_1\nl2i\nifeq end\nend:")).toBe(true);
    expect(counted(get, "istore_0\naload 4\niload_0\nlaload\npop2")).toBe(true);
    expect(counted(get, "istore_0\niload_0\niload_0\nidiv\npop")).toBe(true);
    expect(counted(get, "iconst_2\nidiv\npop")).toBe(false);
    expect(counted("getstatic p/A.h:Lp/A;", "monitorenter")).toBe(true);
    expect(counted("getstatic p/A.h:Lp/A;", "athrow\nend:\nnop")).toBe(true);
    expect(counted(get, "newarray 10\npop")).toBe(true);
    expect(counted("getstatic p/A.h:Lp/A;", "checkcast p/B\npop")).toBe(true);
    expect(counted("getstatic p/A.h:Lp/A;", "getfield p/A.f:I\npop")).toBe(true);
    expect(counted(get, "tableswitch 0 end end\nend:\nnop")).toBe(true);
  });

  test("counts whole: a long that is needed is needed in both slots", () => {
    const both = "getstatic p/A.g:J\ndup2\nputstatic p/A.g:J";
    expect(ask("nop", `${both}\npop2\nreturn`, NOTHING).counts).toBe(false);
    expect(ask("nop", `${both}\nl2i\nifeq end\nend:\nreturn`, NOTHING).counts).toBe(true);
    // Above an operand that counts, it must not be taken for that.
    const above = ask("iload_0\nlload_1", "dup2_x1\npop2\nifeq out\nout:\npop2\nreturn", NOTHING);
    expect(above.live).toMatch(/\|I\.\.$/);
  });

  test("counts for what a handler does with it later", () => {
    const handler = (use: string): boolean => {
      const code = `getstatic p/A.f:I\nistore_0\na:\ninvokestatic p/A.read()V\nb:\nreturn\nc:\npop\niload_0\n${use}\nend:\nreturn`;
      const handlers = ["a b c *"];
      const source = { code: `at:\n${code}`, method: METHOD, maxLocals: MAX_LOCALS, handlers };
      const { classFile, method, labels } = assemble(source);
      const types = inferTypes(classFile, method);
      const analysis = new SlotAnalysis(types, classFile.constants, NOTHING);
      analysis.run();
      return analysis.countsResult(labels.get("at")!);
    };
    expect(handler("ifeq end")).toBe(true);
    expect(handler("putstatic p/A.f:I")).toBe(false);
  });
});

test("what counts may become more, and the analysis goes on from where it was", () => {
  let isCounting = false;
  const uses = { ...NOTHING, countsStored: () => isCounting };
  const source = {
    code: "iload_0\nistore_1\niload_1\nputstatic p/A.f:I\nreturn",
    method: "static m(II)V",
  };
  const { classFile, method } = assemble(source);
  const analysis = new SlotAnalysis(inferTypes(classFile, method), classFile.constants, uses);
  analysis.run();
  expect(analysis.isLive(0, 0)).toBe(false);
  isCounting = true;
  analysis.runOn();
  expect(analysis.isLive(0, 0)).toBe(true);
  expect(analysis.isLive(0, 1)).toBe(false);
});
