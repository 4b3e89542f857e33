/** Which slots of hand-written methods are live, instruction by instruction. */
import { describe, expect, test } from "vitest";
import { analyzeSlots } from "../../../../src/liveness/slots/slot-liveness.ts";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { assemble, type Source } from "../../program/types/code-types-assembler.ts";

const KINDS = ".IFJD-AUTR";

/** The live slots at a label as letters of their kinds, "locals|stack", a dot for each that is dead. */
function live(source: Source, at: string): string {
  const { classFile, method, labels } = assemble(source);
  const types = inferTypes(classFile, method);
  const analysis = analyzeSlots(types, classFile.constants)!;
  const original = labels.get(at)!;
  const offset = types.code.origins?.indexOf(original) ?? original;
  const kinds = types.kindsAt(offset)!;
  const letters = (row: Uint8Array, first: number): string =>
    [...row].map((kind, i) => (analysis.isLive(offset, first + i) ? KINDS[kind] : ".")).join("");
  return `${letters(kinds.locals, 0)}|${letters(kinds.stack, types.code.maxLocals)}`;
}

/** After some instructions, in front of others. */
const between = (before: string, after: string, method = "static m(IJLp/A;)V"): string =>
  live({ code: `${before}\nat:\n${after}`, method }, "at");

const READ = "invokestatic p/A.read()V";

describe("locals", () => {
  test("a parameter that nobody reads is dead, one that is read is live until then", () => {
    const code = `a:\n${READ}\nb:\niload_0\nputstatic p/A.f:I\nc:\n${READ}\nreturn`;
    const source = { code, method: "static m(II)V" };
    expect(live(source, "a")).toBe("I.|");
    expect(live(source, "b")).toBe("I.|");
    expect(live(source, "c")).toBe("..|");
  });

  test("a store that is overwritten before it is read is dead, and so is what was there before it", () => {
    const source = {
      code: `a:\niconst_1\nistore_0\nb:\n${READ}\niconst_2\nistore_0\nc:\niload_0\nputstatic p/A.f:I\nreturn`,
      method: "static m(I)V",
    };
    expect(live(source, "a")).toBe(".|");
    expect(live(source, "b")).toBe(".|");
    expect(live(source, "c")).toBe("I|");
  });

  test("what only one way reads is live where the ways part", () => {
    const source = {
      code: `a:\niload_0\nifeq no\nb:\niload_1\nputstatic p/A.f:I\nno:\nreturn`,
      method: "static m(II)V",
    };
    expect(live(source, "a")).toBe("II|");
    expect(live(source, "b")).toBe(".I|");
    expect(live(source, "no")).toBe("..|");
  });

  test("a switch goes on to all its cases", () => {
    const source = {
      code: `a:\niload_0\ntableswitch 1 none one two\none:\niload_1\nputstatic p/A.f:I\nreturn
        two:\niload_2\nputstatic p/A.f:I\nreturn\nnone:\niload_3\nputstatic p/A.f:I\nreturn`,
      method: "static m(IIIII)V",
    };
    expect(live(source, "a")).toBe("IIII.|");
    expect(live(source, "two")).toBe("..I..|");
  });

  test("what the next round of a loop reads is live", () => {
    const source = {
      code: `loop:\niload_0\nifeq out\nat:\n${READ}\niload_1\nputstatic p/A.f:I\niinc 0 -1\nend_of_round:\ngoto loop\nout:\nreturn`,
      method: "static m(III)V",
    };
    expect(live(source, "at")).toBe("II.|");
    expect(live(source, "end_of_round")).toBe("II.|");
    expect(live(source, "out")).toBe("...|");
  });

  test("a counter that nothing but itself depends on is dead", () => {
    const source = {
      code: `loop:\n${READ}\niinc 0 1\niload_1\niload_0\niadd\nistore_1\ngoto loop`,
      method: "static m(II)V",
    };
    expect(live(source, "loop")).toBe("..|");
  });

  test("a wide load and store are loads and stores", () => {
    const source = {
      code: "at:\nwide lload 1\nwide lstore 3\nwide iinc 0 300\nlload_3\nputstatic p/A.l:J\nreturn",
      method: "static m(IJJ)V",
    };
    expect(live(source, "at")).toBe(".J-..|");
  });

  test("a local that moves into another is as live as that one", () => {
    expect(
      between("iload_0\nistore 4\niconst_0\nistore_0", `${READ}\niload 4\nireturn`, "static m(I)I"),
    ).toBe("....I|");
    expect(between("nop", "iload_0\nistore 4\nreturn")).toBe("....|");
  });
});

/** In front of an access to a field. */
const field = (op: string, before: string): string =>
  between(before, `${op}\n${op.startsWith("get") ? "pop\n" : ""}return`);
/** In front of an instruction after which little follows. */
const alone = (before: string, op: string, after = ""): string =>
  between(before, `${op}\n${after}\nreturn`);

describe("operands", () => {
  test("what is only popped is dead", () => {
    expect(between("iload_0\niload_0", `${READ}\npop\nputstatic p/A.f:I\nreturn`)).toBe("....|I.");
    expect(between("lload_1\niload_0", `${READ}\npop\npop2\nreturn`)).toBe("....|...");
  });

  test("arguments of a call are live, what is below is as live as after it", () => {
    const code = "invokevirtual p/A.call(IJ)I\nputstatic p/A.f:I\n";
    const before = "iload_0\niload_0\naload_3\niload_0\nlload_1";
    expect(between(before, `${code}putstatic p/A.f:I\npop\nreturn`)).toBe("....|.IAIJ-");
  });

  test("what a dynamic call takes, and what an array of arrays does", () => {
    expect(between("iload_0\niload_0\nlload_1", "invokedynamic x(IJ)V\npop\nreturn")).toBe(
      "....|.IJ-",
    );
    expect(between("iload_0\niload_0\niload_0", "multianewarray [[I 2\npop\npop\nreturn")).toBe(
      "....|.II",
    );
  });

  test("fields take their object, and values of their size", () => {
    expect(field("getfield p/A.own:I", "aload_3")).toBe("....|A");
    expect(field("putfield p/A.own:I", "aload_3\niload_0")).toBe("....|AI");
    expect(field("putfield p/A.l:J", "aload_3\nlload_1")).toBe("....|AJ-");
    expect(field("putstatic p/A.l:J", "lload_1")).toBe("....|J-");
    expect(field("getstatic p/A.f:I", "nop")).toBe("....|");
  });

  test("a computation needs its operands only if its result is needed", () => {
    const sum = "ladd\nl2i\ni2b\n";
    const operands = "lload_1\nlconst_1";
    expect(between(operands, `${sum}putstatic p/A.f:I\nreturn`)).toBe("....|J-J-");
    expect(between(operands, `${sum}pop\nreturn`)).toBe("....|....");
    expect(between("lload_1\niload_0", "lshl\npop2\nreturn")).toBe("....|...");
    expect(between("lload_1\nlload_1", "lcmp\nputstatic p/A.f:I\nreturn")).toBe("....|J-J-");
  });

  test("a division needs the divisor in any case, because it may be 0", () => {
    expect(between("iload_0\niload_0", "idiv\npop\nreturn")).toBe("....|.I");
    expect(between("iload_0\niload_0", "irem\nputstatic p/A.f:I\nreturn")).toBe("....|II");
    expect(between("lload_1\nlload_1", "ldiv\npop2\nreturn")).toBe("....|..J-");
    expect(between("lload_1\nlload_1", "lrem\npop2\nreturn")).toBe("....|..J-");
    expect(between("iload_0\ni2d\niload_0\ni2d", "ddiv\npop2\nreturn")).toBe("....|....");
  });

  test("whatever may throw, block or be seen needs its operands even if the result is not needed", () => {
    expect(alone("aload_3", "checkcast p/B", "pop")).toBe("....|A");
    expect(alone("aload_3", "instanceof p/B", "pop")).toBe("....|A");
    expect(alone("aload_3", "monitorenter")).toBe("....|A");
    expect(alone("aload_3", "monitorexit")).toBe("....|A");
    expect(alone("iload_0", "newarray 10", "pop")).toBe("....|I");
    expect(alone("iload_0", "anewarray p/A", "pop")).toBe("....|I");
    expect(alone("iload_0\nnewarray 10", "arraylength", "pop")).toBe("....|A");
    expect(alone("iload_0\nnewarray 10\niload_0", "iaload", "pop")).toBe("....|AI");
    expect(alone("iload_0\nnewarray 11\niload_0\nlload_1", "lastore")).toBe("....|AIJ-");
    expect(alone("iload_0\nnewarray 10\niload_0\niload_0", "iastore")).toBe("....|AII");
    expect(alone("aload_3\naload_3", "if_acmpeq out\nout:")).toBe("....|AA");
    expect(alone("aload_3", "ifnull out\nout:")).toBe("....|A");
  });

  test("a result is needed by whoever called", () => {
    expect(between("lload_0", "lreturn", "static m(J)J")).toBe("..|J-");
    expect(between("iload_0", "ireturn", "static m(I)I")).toBe(".|I");
    expect(between("nop", "iload_0\nireturn", "static m(I)I")).toBe("I|");
  });
});

describe("copies", () => {
  const FORMS: readonly (readonly [string, string, string, string])[] = [
    // what is on the stack, the form, what takes off what it leaves (the topmost first), what is live before it
    ["I", "dup", "pop,use", "I"],
    ["I", "dup", "use,pop", "I"],
    ["I", "dup", "pop,pop", "."],
    ["II", "dup_x1", "pop,use,pop", "I."],
    ["II", "dup_x1", "use,pop,pop", ".I"],
    ["II", "dup_x1", "pop,pop,use", ".I"],
    ["III", "dup_x2", "pop,pop,use,pop", "I.."],
    ["III", "dup_x2", "pop,use,pop,pop", ".I."],
    ["III", "dup_x2", "pop,pop,pop,use", "..I"],
    ["J", "dup2", "pop2,use2", "J-"],
    ["J", "dup2", "pop2,pop2", ".."],
    ["II", "dup2", "pop,pop,pop,use", "I."],
    ["II", "dup2", "pop,use,pop,pop", "I."],
    ["II", "dup2", "use,pop,pop,pop", ".I"],
    ["IJ", "dup2_x1", "pop2,use,pop2", "I.."],
    ["IJ", "dup2_x1", "pop2,pop,use2", ".J-"],
    ["III", "dup2_x1", "pop,pop,pop,pop,use", ".I."],
    ["JJ", "dup2_x2", "pop2,use2,pop2", "J-.."],
    ["JJ", "dup2_x2", "pop2,pop2,use2", "..J-"],
    ["IIII", "dup2_x2", "pop,pop,use,pop,pop,pop", ".I.."],
    ["IIII", "dup2_x2", "pop,pop,pop,use,pop,pop", "I..."],
    ["IIII", "dup2_x2", "pop,use,pop,pop,pop,pop", "..I."],
    ["II", "swap", "pop,use", ".I"],
    ["II", "swap", "use,pop", "I."],
  ];

  test.each(FORMS)("%s %s %s", (operands, form, uses, expected) => {
    const before = operands
      .split("")
      .map((kind) => (kind === "J" ? "lload_1" : "iload_0"))
      .join("\n");
    const after = uses
      .split(",")
      .map((use) =>
        use.replace(/^use2$/, "putstatic p/A.l:J").replace(/^use$/, "putstatic p/A.f:I"),
      )
      .join("\n");
    expect(between(before, `${form}\n${after}\nreturn`)).toBe(`....|${expected}`);
  });
});

describe("a long or double is one value in two slots", () => {
  const source = {
    code: `a:\n${READ}\nlload_0\nb:\n${READ}\ndload_2\nc:\ndstore 4\nlstore_0\nd:\n${READ}
      lload_0\nputstatic p/A.l:J\ndload 4\nputstatic p/A.d:D\nreturn`,
    method: "static m(JDD)V",
  };

  test("both are live, or none is", () => {
    expect(live(source, "a")).toBe("J-D-..|");
    expect(live(source, "b")).toBe("..D-..|J-");
    expect(live(source, "c")).toBe("......|J-D-");
    expect(live(source, "d")).toBe("J-..D-|");
  });
});

describe("exceptions", () => {
  test("what a handler reads is live before whatever may throw to it, and nowhere else", () => {
    const source = {
      code: `out:\n${READ}\nfrom:\n${READ}\nnop\nto:\niconst_0\nistore_0\n${READ}\nreturn\ncaught:\npop\niload_0\nputstatic p/A.f:I\nreturn`,
      method: "static m(I)V",
      handlers: ["from to caught *"],
    };
    expect(live(source, "out")).toBe("I|");
    expect(live(source, "from")).toBe("I|");
    expect(live(source, "to")).toBe(".|");
    expect(live(source, "caught")).toBe("I|.");
  });

  test("operands are gone in a handler; the exception is live if it is used there", () => {
    const source = {
      code: `iload_0\nfrom:\n${READ}\nto:\npop\nreturn\ncaught:\nathrow`,
      method: "static m(I)V",
      handlers: ["from to caught *"],
    };
    expect(live(source, "from")).toBe(".|.");
    expect(live(source, "caught")).toBe(".|A");
  });

  test.each([
    ["idiv", "iload_1\niload_1\nidiv\npop", true],
    ["getfield", "aload_2\ngetfield p/A.own:I\npop", true],
    ["checkcast", "aload_2\ncheckcast p/B\npop", true],
    ["ldc of a class", "ldc class p/B\npop", true],
    ["new", "new p/B\npop", true],
    ["athrow", "aload_3\nathrow", true],
    ["monitorexit", "aload_2\nmonitorexit", true],
    ["return", "return", true],
    ["iadd", "iload_1\niload_1\niadd\npop", false],
    ["lcmp", "lconst_0\nlconst_1\nlcmp\npop", false],
    ["fdiv", "fconst_0\nfconst_0\nfdiv\npop", false],
    ["goto", "goto on\non:", false],
    ["dup", "iload_1\ndup\npop2", false],
  ])("%s leads to the handler: %s", (_, body, throws) => {
    const source = {
      code: `from:\n${body}\nto:\nreturn\ncaught:\npop\niload_0\nputstatic p/A.f:I\nreturn`,
      method: "static m(IILp/A;Ljava/lang/Error;)V",
      handlers: ["from to caught *"],
    };
    expect(live(source, "from").startsWith("I")).toBe(throws);
  });

  test("a handler that a value is overwritten for sees what was there when it was thrown", () => {
    const source = {
      code: `a:\niconst_1\nistore_0\nfrom:\n${READ}\niconst_2\nistore_0\nb:\n${READ}\nto:\nreturn\ncaught:\npop\niload_0\nputstatic p/A.f:I\nreturn`,
      method: "static m(I)V",
      handlers: ["from to caught *"],
    };
    expect(live(source, "a")).toBe(".|");
    expect(live(source, "from")).toBe("I|");
    expect(live(source, "b")).toBe("I|");
  });

  test("the lock of a synchronized block is live in it, for both ways out", () => {
    const source = {
      code: `aload_0\ndup\nastore_1\nmonitorenter\nfrom:\n${READ}\naload_1\nmonitorexit\nto:\nreturn
        caught:\nastore_2\naload_1\nmonitorexit\nend_of_catch:\naload_2\nathrow`,
      method: "static m(Lp/A;)V",
      handlers: ["from to caught *", "caught end_of_catch caught *"],
    };
    expect(live(source, "from")).toBe(".A|");
    expect(live(source, "to")).toBe("..|");
  });
});

describe("methods with many slots", () => {
  test("have sets of several words, in which locals and operands share one", () => {
    const source = {
      code: `lconst_0\nlstore 31\niconst_0\nistore 34\niconst_1\niconst_2\nfrom:\n${READ}\nto:
        putstatic p/A.f:I\npop\nreturn\ncaught:\npop\nlload 31\nputstatic p/A.l:J\nreturn`,
      maxLocals: 36,
      handlers: ["from to caught *"],
    };
    expect(live(source, "from")).toBe(`${".".repeat(31)}J-..|.I`);
    expect(live(source, "to")).toBe(`${".".repeat(35)}|.I`);
    expect(live({ ...source, maxLocals: 64 }, "from")).toBe(`${".".repeat(31)}J-..|.I`);
  });
});

describe("subroutines of old class files", () => {
  const source = {
    code: `a:\njsr sub\nb:\niload_0\nputstatic p/A.f:I\njsr sub\nc:\nreturn
      sub:\nastore_2\nin_sub:\n${READ}\niload_1\nputstatic p/A.f:I\nret 2`,
    method: "static m(II)V",
    version: 49,
  };

  test("go on behind the call they came from", () => {
    expect(live(source, "a")).toBe("II|");
    // The first copy of the subroutine comes back to code that reads local 0.
    expect(live(source, "in_sub")).toBe("II.|");
    expect(live(source, "b")).toBe("II.|");
    expect(live(source, "c")).toBe("...|");
  });
});

describe("methods that are too large", () => {
  test("are given up", () => {
    const { classFile, method } = assemble({ code: `loop:\n${READ}\ngoto loop` });
    const types = inferTypes(classFile, method);
    expect(analyzeSlots(types, classFile.constants, 1)).toBeNull();
    expect(analyzeSlots(types, classFile.constants, 100)).not.toBeNull();
  });
});
