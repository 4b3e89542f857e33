/** Code is held against the StackMapTable that it comes with, as by a JVM. */
import { describe, expect, test } from "vitest";
import { Tag } from "../../../../src/classfile/format/constant-pool.ts";
import { BadClassFileError } from "../../../../src/core/errors.ts";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { assemble, type Source } from "./code-types-assembler.ts";

const [INT, LONG, NULL, UNINITIALIZED_THIS, OBJECT, UNINITIALIZED] = [1, 4, 5, 6, 7, 8];

/** What the table says at a label: the types of locals and of operands; classes by name. */
type Frame = readonly [string, readonly (number | string)[], readonly (number | string)[]];

/** p/B is below p/A; p/I is an interface. */
const oracle = {
  isAssignable: (from: string, to: string): boolean =>
    from === to || to === "p/I" || (from === "p/B" && to === "p/A") || to.endsWith("Throwable"),
};

/** Null when the method is accepted. A type "new" is an object of the instruction at that label. */
function refusal(source: Source, frames: readonly Frame[]): string | null {
  const { classFile, method, labels } = assemble(source);
  const { constants } = classFile;
  const indexOf = (name: string): number => {
    for (let i = 1; i < constants.count; i++) {
      if (constants.tag(i) === Tag.class && constants.className(i) === name) return i;
    }
    throw new Error(`no constant for ${name}`);
  };
  const u2 = (value: number): number[] => [value >> 8, value & 255];
  const typeOf = (type: number | string): number[] => {
    if (typeof type === "number") return [type];
    return type === "new"
      ? [UNINITIALIZED, ...u2(labels.get("new")!)]
      : [OBJECT, ...u2(indexOf(type))];
  };
  let before = -1;
  const contents = frames.flatMap(([label, locals, stack]) => {
    const offset = labels.get(label) ?? Number(label);
    const delta = offset - before - 1;
    before = offset;
    const types = (list: readonly (number | string)[]) => [
      ...u2(list.length),
      ...list.flatMap(typeOf),
    ];
    return [255, ...u2(delta), ...types(locals), ...types(stack)];
  });
  return outcome(classFile, method, [...u2(frames.length), ...contents]);
}

function outcome(
  classFile: Parameters<typeof inferTypes>[0],
  method: Parameters<typeof inferTypes>[1],
  contents: readonly number[],
): string | null {
  try {
    inferTypes(classFile, method, { oracle, stackMap: Uint8Array.from(contents) });
    return null;
  } catch (error) {
    if (!(error instanceof BadClassFileError)) throw error;
    return error.message;
  }
}

const LOOP: Source = {
  method: "static m(I)V",
  code: "loop:\niload_0\nifeq end\niinc 0 1\ngoto loop\nend:\nreturn",
};

/** Names that the tables need, in code that is never looked at otherwise. */
const NAMES = "ldc class p/A\npop\nldc class p/B\npop\nldc class p/I\npop\n";
describe("jumps", () => {
  test("to places that are declared", () => {
    expect(
      refusal(LOOP, [
        ["loop", [INT], []],
        ["end", [INT], []],
      ]),
    ).toBeNull();
    expect(
      refusal(LOOP, [
        ["loop", [INT], []],
        ["end", [], []],
      ]),
    ).toBeNull();
  });

  test.each<[string, readonly Frame[], string]>([
    ["one is missing", [["loop", [INT], []]], "no frame at 10"],
    ["the other is missing", [["end", [INT], []]], "no frame at 0"],
    [
      "too little is declared",
      [
        ["loop", [], []],
        ["end", [], []],
      ],
      "local 0 should be an int",
    ],
    [
      "too much is declared",
      [
        ["loop", [INT], []],
        ["end", [INT, INT], []],
      ],
      "local 1 as int, and here it is nothing usable",
    ],
    [
      "another type is declared",
      [
        ["loop", [LONG], []],
        ["end", [], []],
      ],
      "local 0 as long, and here it is int",
    ],
    [
      "operands are declared",
      [
        ["loop", [INT], []],
        ["end", [], [INT]],
      ],
      "has 1 operands, and here are 0",
    ],
    [
      "a frame is inside an instruction",
      [
        ["loop", [INT], []],
        ["2", [INT], []],
        ["end", [], []],
      ],
      "frame at 2, inside an instruction",
    ],
    [
      "a frame is behind the code",
      [
        ["loop", [INT], []],
        ["end", [], []],
        ["99", [], []],
      ],
      "frame at 99",
    ],
    [
      "it has more locals than the method",
      [
        ["loop", [INT, INT, INT, INT, INT, INT, INT], []],
        ["end", [], []],
      ],
      "too many locals",
    ],
    [
      "it has more operands than the method",
      [
        ["loop", [INT], [INT, INT, INT, INT, INT, INT, INT]],
        ["end", [], []],
      ],
      "too many operands",
    ],
  ])("are refused where %s", (_, frames, message) => {
    expect(refusal(LOOP, frames)).toContain(message);
  });
});

describe("references", () => {
  const passing = (made: string): Source => ({
    method: "static m()V",
    code: `${NAMES}${made}\nastore_0\ngoto end\nend:\nreturn`,
  });

  test.each<[string, number | string, boolean]>([
    ["aconst_null", "p/A", true],
    ["aconst_null", NULL, true],
    ["aconst_null", INT, false],
    ["ldc class p/A", NULL, false],
    ["aconst_null\ncheckcast p/B", "p/A", true],
    ["aconst_null\ncheckcast p/A", "p/B", false],
    ["aconst_null\ncheckcast p/A", "p/I", true],
    ["iconst_0\nanewarray p/B", "p/I", false],
  ])("%s passes as %s: %s", (made, type, passes) => {
    const message = refusal(passing(made), [["end", [type], []]]);
    if (passes) expect(message).toBeNull();
    else expect(message).toContain("the stack map at");
  });

  test("objects whose constructor has not run are those of one instruction", () => {
    const source: Source = {
      method: "static m()V",
      code: "nop\nnew:\nnew p/A\nother:\nnew p/A\npop\nastore_0\ngoto end\nend:\nreturn",
    };
    expect(refusal(source, [["end", ["new"], []]])).toBeNull();
    const wrong = { ...source, code: source.code.replace("new:", "").replace("other:", "new:") };
    expect(refusal(wrong, [["end", ["new"], []]])).toContain("local 0 as uninitialized object");
    const nop = { ...source, code: `new:\n${source.code.replace("new:", "")}` };
    expect(refusal(nop, [["end", ["new"], []]])).toContain("which is no new");
  });
});

describe("code that nothing leads to", () => {
  test("needs a frame, and is checked with it", () => {
    const dead = (rest: string): Source => ({ method: "static m()V", code: `return\nx:\n${rest}` });
    expect(refusal(dead("return"), [])).toContain("no frame at 1");
    expect(refusal(dead("return"), [["x", [], []]])).toBeNull();
    expect(refusal(dead("iload_0\npop\nreturn"), [["x", [], []]])).toContain(
      "local 0 should be an int",
    );
  });

  test("is not looked at without a table", () => {
    const { classFile, method } = assemble({ method: "static m()V", code: "return\niload_0" });
    expect(() => inferTypes(classFile, method, { oracle })).not.toThrow();
  });
});

describe("handlers", () => {
  const guarded = (instructions: string): Source => ({
    method: "static m(I)V",
    code: `start:\n${instructions}\nstop:\nreturn\ncaught:\npop\nreturn\nrest:\n${NAMES}return`,
    handlers: ["start stop caught p/B"],
  });
  const rest: Frame = ["rest", [], []];

  test("have frames with what they catch", () => {
    const source = guarded("nop");
    expect(refusal(source, [["caught", [INT], ["p/B"]], rest])).toBeNull();
    expect(refusal(source, [["caught", [INT], ["p/A"]], rest])).toBeNull();
    expect(refusal(source, [["caught", [INT], [INT]], rest])).toContain("operand 0 as int");
    expect(refusal(source, [["caught", [INT], []], rest])).toContain("has 0 operands");
    expect(refusal(source, [rest])).toContain("no frame at 2");
  });

  test("see the locals of every instruction of their range", () => {
    const source = guarded("lconst_0\nlstore_0\nnop");
    expect(refusal(source, [["caught", [INT], ["p/B"]], rest])).toContain(
      "local 0 as int, and here it is long",
    );
    expect(refusal(source, [["caught", [], ["p/B"]], rest])).toBeNull();
  });

  test("see an object before and after its constructor", () => {
    const source = guarded("new:\nnew p/A\ndup\nastore_0\ninvokespecial p/A.<init>()V");
    const object = {
      ...source,
      code: source.code.replace("start:", "").replace("astore_0", "astore_0\nstart:"),
    };
    expect(refusal(object, [["caught", ["new"], ["p/B"]], rest])).toContain(
      "local 0 as uninitialized object, and here it is p.A",
    );
    expect(refusal(object, [["caught", [], ["p/B"]], rest])).toBeNull();
  });
});

test("a constructor that has not called another says so at every place", () => {
  const source: Source = {
    method: "<init>(I)V",
    code: "iload_1\nifeq end\nend:\naload_0\ninvokespecial p/Base.<init>()V\nreturn",
  };
  expect(refusal(source, [["end", [UNINITIALIZED_THIS, INT], []]])).toBeNull();
  expect(refusal(source, [["end", [0, INT], []]])).toContain("no constructor has run");
});

test("a frame cannot take away locals that the one before has not", () => {
  const { classFile, method } = assemble(LOOP);
  const chop = (count: number) => outcome(classFile, method, [0, 2, 0, 251 - count, 0, 9]);
  expect(chop(1)).toBeNull();
  expect(chop(2)).toContain("takes 2 of 1 locals");
});

test("subroutines are refused with the class files that must have a table", () => {
  const code = "jsr sub\nreturn\nsub:\nastore_0\nret 0";
  expect(refusal({ code, version: 51 }, [])).toContain("subroutines");
  expect(refusal({ code, version: 50 }, [])).toBeNull();
});

test("local variables begin and end with instructions", () => {
  const variable = (start: number, length: number): string | null =>
    refusal(
      {
        method: "static m()V",
        code: "sipush 5\nistore_0\nreturn",
        variables: [{ start, length, name: "x", descriptor: "I", index: 0 }],
      },
      [],
    );
  expect(variable(3, 1)).toBeNull();
  expect(variable(4, 1)).toBeNull();
  expect(variable(2, 2)).toContain("a local variable from 2 to 4");
  expect(variable(0, 2)).toContain("a local variable from 0 to 2");
});
