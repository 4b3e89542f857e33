/** Bodies that are changed: what moves, what goes, and what takes its place. */
import { describe, expect, test } from "vitest";
import { Op } from "../../../../src/classfile/format/opcodes.ts";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { harmlessForms, tidied } from "../../../../src/reduce/bodies/edits.ts";
import { replaceInstructions, withoutDeadCode } from "../../../../src/reduce/bodies/method-body.ts";
import { statementsOf } from "../../../../src/reduce/bodies/statements.ts";
import { newBody } from "../../../../src/reduce/bodies/verified-body.ts";
import { assembledBody, wordsOf } from "../../../support/reduce/assembled-body.ts";

const CHECKS = { oracle: { isAssignable: () => true }, superclassOf: () => null };

/** A loop with a handler around its middle. */
const loop = () =>
  assembledBody("(I)V", (code) => {
    const [again, end, caught] = [code.label(), code.label(), code.label()];
    code.mark(again);
    code.emit("iload_0").emit("ifeq", end);
    const start = code.mark();
    code.emit("iinc", 0, -1);
    const stop = code.mark();
    code.emit("goto", again);
    code.mark(end);
    code.emit("return");
    code.mark(caught);
    code.emit("pop").emit("goto", end);
    code.handler(start, stop, caught, "java/lang/RuntimeException");
  });

describe("replaceInstructions", () => {
  test("branches and handlers follow what moves", () => {
    const { body } = loop();
    expect(wordsOf(body)).toEqual([
      "iload_0",
      "ifeq 4",
      "iinc",
      "goto 0",
      "return",
      "pop",
      "goto 4",
    ]);
    const nop = { ...body.instructions[0]!, opcode: Op.nop };
    const longer = replaceInstructions(body, (each, i) =>
      i === 0 || i === 4 ? [nop, each] : [each],
    );
    expect(wordsOf(longer)).toEqual([
      "nop",
      "iload_0",
      "ifeq 5",
      "iinc",
      "goto 0",
      "nop",
      "return",
      "pop",
      "goto 5",
    ]);
    expect(longer.handlers).toMatchObject([{ start: 3, end: 4, handler: 7 }]);
  });

  test("a branch to what is gone goes to what follows it", () => {
    const { body } = loop();
    const shorter = replaceInstructions(body, (each, i) => (i === 0 || i === 1 ? [] : [each]));
    expect(wordsOf(shorter)).toEqual(["iinc", "goto 0", "return", "pop", "goto 2"]);
  });

  test("a handler of nothing goes", () => {
    const { body } = loop();
    expect(replaceInstructions(body, (each, i) => (i === 2 ? [] : [each])).handlers).toEqual([]);
  });

  test("switches", () => {
    const { body } = assembledBody("(I)V", (code) => {
      const [one, two, end] = [code.label(), code.label(), code.label()];
      code.emit("iload_0").tableswitch(0, [one, two], end);
      code.mark(one);
      code.emit("nop");
      code.mark(two);
      code.emit("nop");
      code.mark(end);
      code.emit("return");
    });
    const shorter = replaceInstructions(body, (each, i) => (i === 2 ? [] : [each]));
    expect(wordsOf(shorter)).toEqual(["iload_0", "tableswitch 2,2,3", "nop", "return"]);
  });
});

describe("withoutDeadCode", () => {
  test("what nobody comes to goes, with its handlers", () => {
    const { body } = assembledBody("()V", (code) => {
      const [end, dead] = [code.label(), code.label()];
      code.emit("goto", end);
      const start = code.mark(dead);
      code.emit("nop");
      const stop = code.mark();
      code.emit("goto", dead);
      const caught = code.mark();
      code.emit("athrow");
      code.mark(end);
      code.emit("return");
      code.handler(start, stop, caught, null);
    });
    const alive = withoutDeadCode(body);
    expect(wordsOf(alive)).toEqual(["goto 1", "return"]);
    expect(alive.handlers).toEqual([]);
  });

  test("handlers of what is reached are reached", () => {
    const { body } = loop();
    expect(withoutDeadCode(body)).toBe(body);
  });

  test("what follows each end of control", () => {
    const { body } = assembledBody("(I)I", (code) => {
      const end = code.label();
      code.emit("iload_0").lookupswitch([[1, end]], end);
      code.emit("nop");
      code.mark(end);
      code.emit("iload_0").emit("ireturn").emit("nop");
    });
    expect(wordsOf(withoutDeadCode(body))).toEqual([
      "iload_0",
      "lookupswitch 2,2",
      "iload_0",
      "ireturn",
    ]);
  });
});

describe("tidied", () => {
  test.each<[string, (code: Parameters<Parameters<typeof assembledBody>[1]>[0]) => void]>([
    ["one slot", (code) => code.emit("iconst_1").emit("pop")],
    ["two slots", (code) => code.emit("lconst_1").emit("pop2")],
    ["two of one slot each", (code) => code.emit("iconst_1").emit("aconst_null").emit("pop2")],
    ["one inside of another", (code) => code.emit("iconst_1").emit("dup").emit("pop").emit("pop")],
    ["nothing at all", (code) => code.emit("nop").emit("nop")],
    [
      "a branch to what follows",
      (code) => {
        const next = code.label();
        code.emit("goto", next);
        code.mark(next);
      },
    ],
  ])("%s", (_, build) => {
    const { body } = assembledBody("()V", (code) => {
      build(code);
      code.emit("return");
    });
    expect(wordsOf(tidied(body))).toEqual(["return"]);
  });

  test("not where somebody branches between the two", () => {
    const { body } = assembledBody("(I)V", (code) => {
      const middle = code.label();
      code.emit("iconst_1").emit("iload_0").emit("ifeq", middle);
      code.emit("pop").emit("iconst_2");
      code.mark(middle);
      code.emit("pop").emit("return");
    });
    // iconst_2 and the pop behind it look like a pair, but the branch needs that pop.
    expect(wordsOf(tidied(body))).toEqual(wordsOf(body));
  });

  test("not a half of two slots", () => {
    const { body } = assembledBody("()V", (code) => {
      code.emit("iconst_1").emit("lconst_1").emit("pop2").emit("pop").emit("return");
    });
    expect(wordsOf(tidied(body))).toEqual(["return"]);
    const { body: mixed } = assembledBody("(J)V", (code) => {
      code.emit("iconst_1").emit("lload_0").emit("l2i").emit("pop2").emit("return");
    });
    expect(wordsOf(tidied(mixed))).toEqual(wordsOf(mixed));
  });
});

const VIRTUAL = { owner: "p/B", name: "v", descriptor: "(IJLp/C;)D" };

describe("harmlessForms", () => {
  test.each<
    [string, string, (code: Parameters<Parameters<typeof assembledBody>[1]>[0]) => void, string[][]]
  >([
    [
      "a call drops what it would take",
      "(Lp/B;Lp/C;)V",
      (code) => {
        code.emit("aload_0").emit("iconst_1").emit("lconst_1").emit("aload_1");
        code.emit("invokevirtual", VIRTUAL).emit("pop2").emit("return");
      },
      [
        [
          "aload_0",
          "iconst_1",
          "lconst_1",
          "aload_1",
          "pop",
          "pop2",
          "pop",
          "pop",
          "dconst_0",
          "pop2",
          "return",
        ],
      ],
    ],
    [
      "a branch never or always branches",
      "(I)V",
      (code) => {
        const end = code.label();
        code.emit("iload_0").emit("ifeq", end).emit("nop");
        code.mark(end);
        code.emit("return");
      },
      [
        ["iload_0", "pop", "nop", "return"],
        ["iload_0", "pop", "goto 4", "nop", "return"],
      ],
    ],
    [
      "a switch takes its default",
      "(I)V",
      (code) => {
        const [one, end] = [code.label(), code.label()];
        code.emit("iload_0").lookupswitch([[7, one]], end);
        code.mark(one);
        code.emit("nop");
        code.mark(end);
        code.emit("return");
      },
      [["iload_0", "pop", "goto 4", "nop", "return"]],
    ],
    [
      "fields",
      "(Lp/B;)V",
      (code) => {
        code.emit("aload_0").emit("lconst_0");
        code.emit("putfield", { owner: "p/B", name: "j", descriptor: "J" }).emit("return");
      },
      [["aload_0", "lconst_0", "pop2", "pop", "return"]],
    ],
    [
      "an object that is not made has no constructor called",
      "()V",
      (code) => {
        code.emit("new", "p/B").emit("dup").emit("iconst_1");
        code.emit("invokespecial", { owner: "p/B", name: "<init>", descriptor: "(I)V" });
        code.emit("pop").emit("return");
      },
      [["aconst_null", "dup", "iconst_1", "pop", "pop", "pop", "return"]],
    ],
    [
      "a cast of the value, or of null",
      "(Ljava/lang/Object;)V",
      (code) => {
        code.emit("aload_0").emit("checkcast", "p/B").emit("pop").emit("return");
      },
      [
        ["aload_0", "pop", "return"],
        ["aload_0", "pop", "aconst_null", "pop", "return"],
      ],
    ],
    [
      "constants",
      "()V",
      (code) => {
        code.pushString("s").emit("pop").pushInt(70_000).emit("pop").pushFloat(2.5).emit("pop");
        code.emit("return");
      },
      [
        ["aconst_null", "pop", "ldc", "pop", "ldc", "pop", "return"],
        ["ldc", "pop", "iconst_0", "pop", "ldc", "pop", "return"],
        ["ldc", "pop", "ldc", "pop", "fconst_0", "pop", "return"],
      ],
    ],
  ])("%s", (_, descriptor, build, expected) => {
    const { input, body } = assembledBody(descriptor, build);
    const forms = harmlessForms(body, input.pieces.constants);
    expect(forms.map(wordsOf)).toEqual(expected);
    for (const form of forms) {
      expect(newBody(input, input.file.methods[0]!, form, CHECKS)).not.toBeNull();
    }
  });
});

describe("newBody refuses", () => {
  const refused = (
    descriptor: string,
    build: Parameters<typeof assembledBody>[1],
    gone: number[],
  ) => {
    const { input, body } = assembledBody(descriptor, build);
    const changed = replaceInstructions(body, (each, i) => (gone.includes(i) ? [] : [each]));
    return newBody(input, input.file.methods[0]!, changed, CHECKS);
  };
  const sum = (code: Parameters<Parameters<typeof assembledBody>[1]>[0]): void => {
    code.emit("iconst_1").emit("iconst_2").emit("iadd").emit("ireturn");
  };

  test.each([
    ["an operand that is missing", [0]],
    ["an end that is missing", [3]],
    ["nothing at all", [0, 1, 2, 3]],
  ])("%s", (_, gone) => {
    expect(refused("()I", sum, [])).not.toBeNull();
    expect(refused("()I", sum, gone)).toBeNull();
  });

  test("a branch behind the end", () => {
    const build = (code: Parameters<Parameters<typeof assembledBody>[1]>[0]): void => {
      const end = code.label();
      code.emit("iload_0").emit("ifeq", end).emit("return");
      code.mark(end);
      code.emit("return");
    };
    expect(refused("(I)V", build, [3])).toBeNull();
  });

  test("subroutines", () => {
    const { input, body } = assembledBody("()V", (code) => {
      const routine = code.label();
      code.emit("jsr", routine).emit("return");
      code.mark(routine);
      code.emit("astore_0").emit("ret", 0);
    });
    expect(newBody(input, input.file.methods[0]!, body, CHECKS)).toBeNull();
  });

  test("a branch that gets too far", () => {
    const { input, body } = assembledBody("(ILp/B;)V", (code) => {
      const end = code.label();
      code.emit("iload_0").emit("ifeq", end);
      code.emit("aload_1").emit("iconst_1").emit("lconst_1").emit("aconst_null");
      code.emit("invokevirtual", VIRTUAL).emit("pop2").emit("nop").emit("iload_0");
      // As large as it can be: from the first branch to the end there are 32767 bytes.
      code.tableswitch(
        0,
        Array.from({ length: 8185 }, () => end),
        end,
      );
      code.mark(end);
      code.emit("return");
    });
    const method = input.file.methods[0]!;
    expect(newBody(input, method, body, CHECKS)).not.toBeNull();
    const call = harmlessForms(body, input.pieces.constants).find(
      ({ instructions }) => instructions.length > body.instructions.length + 2,
    );
    expect(wordsOf(call!).slice(0, 3)).toEqual(["iload_0", "ifeq 15", "aload_1"]);
    // What drops four operands is two bytes longer than the call.
    expect(newBody(input, method, call!, CHECKS)).toBeNull();
  });
});

test("statements begin and end with nothing on the stack", () => {
  const { input, body } = assembledBody("(IJ)I", (code) => {
    const end = code.label();
    code.emit("iconst_1").emit("istore_0"); // 0, 1
    code.emit("iinc", 0, 1); // 2
    code.emit("lload_1").emit("lconst_1").emit("ladd").emit("lstore_1"); // 3 to 6
    code.emit("iload_0").emit("ifeq", end); // 7, 8
    code.emit("nop"); // 9
    code.mark(end);
    code.emit("iload_0").emit("ireturn"); // 10, 11
  });
  const types = inferTypes(input.file, input.file.methods[0]!, { detail: true });
  const offsets = body.instructions.map(({ offset }) => offset);
  const statements = statementsOf(types, offsets, offsets.length);
  expect(statements.map(({ start, end }) => [start, end])).toEqual([
    [0, 2],
    [2, 3],
    [3, 7],
    [7, 9],
    [9, 10],
    [10, 12],
  ]);
});
