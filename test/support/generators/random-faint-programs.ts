/**
 * Random programs that carry values around for nothing: through static fields,
 * fields of objects, elements, locals, operands, parameters and results, with
 * arithmetic on the way. Here and there something depends on one of them (a
 * branch, an index, a divisor, a type, a lock, output …), and then so do all
 * that lead to it.
 */
import type { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../src/classfile/assembling/code-builder.ts";
import {
  call,
  getField,
  getStatic,
  putField,
  putStatic,
} from "../../../src/fuzz/generator/bytecode.ts";
import { type Dice, diceOf, pick } from "../../../src/fuzz/generator/dice.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { machineOf, type TestMachine } from "../machine.ts";
import {
  BODY,
  BOX,
  BOXES,
  boxClass,
  FI,
  FL,
  INTS,
  LONGS,
  type Locals,
  MIX,
  mainClass,
  type Part,
  SPARE,
} from "./random-faint-classes.ts";

export interface FaintProgram {
  readonly text: string;
  readonly classes: () => ClassAssembler[];
}

export function faintProgram(seed: number): FaintProgram {
  const dice = diceOf(Math.imul(seed + 1, 0x9e3779b1));
  for (let i = 0; i < 4; i++) dice(2);
  // The smaller, the more often something counts.
  const rarity = 3 + dice(12);
  const make = new Maker(dice, rarity);
  const body = (): Part[] => Array.from({ length: 2 + dice(3) }, () => make.statement(BODY));
  const bodies = [body(), body()] as const;
  const helper = (locals: Locals): Part[] => [make.statement(locals)];
  const fi = [...helper(FI_LOCALS), returning("ireturn", make.int(FI_LOCALS, 2))];
  const fl = [...helper(FL_LOCALS), returning("lreturn", make.long(FL_LOCALS, 2))];
  const mix = [...helper(MIX_LOCALS), returning("ireturn", make.int(MIX_LOCALS, 2))];
  const subMix = [...helper(MIX_LOCALS), returning("ireturn", make.int(MIX_LOCALS, 2))];
  const all = { main: bodies[0], run: bodies[1], fi, fl, mix, subMix };
  return {
    text: Object.entries(all)
      .map(([name, parts]) => `${name}: ${parts.map(([text]) => text).join("; ")}\n`)
      .join(""),
    classes: () => [mainClass(all), boxClass("Box", mix), boxClass("Sub", subMix)],
  };
}

export const faintMachine = (
  program: FaintProgram,
  reductions?: ReadonlySet<Reduction>,
): TestMachine =>
  machineOf({
    mainClass: "Main",
    classes: program.classes(),
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    ...(reductions === undefined ? {} : { reductions }),
  });

const FI_LOCALS: Locals = { int: 0, long: 1, ref: 3 };
const FL_LOCALS: Locals = { int: 2, long: 0, ref: -1 };
const MIX_LOCALS: Locals = { int: 1, long: 2, ref: 0 };

const returning = (op: "ireturn" | "lreturn", [text, emit]: Part): Part => [
  `return ${text}`,
  (code) => {
    emit(code);
    code.emit(op);
  },
];

class Maker {
  readonly #dice: Dice;
  readonly #rarity: number;

  constructor(dice: Dice, rarity: number) {
    this.#dice = dice;
    this.#rarity = rarity;
  }

  statement(locals: Locals): Part {
    const dice = this.#dice;
    if (dice(this.#rarity) === 0) return this.#strong(locals);
    const int = this.int(locals, 2);
    const long = this.long(locals, 2);
    switch (dice(9)) {
      case 0:
      case 1: {
        const name = pick(dice, INTS);
        return joined(`${name} = `, [int], (code) => putStatic(code, name, "I"));
      }
      case 2: {
        const name = pick(dice, LONGS);
        return joined(`${name} = `, [long], (code) => putStatic(code, name, "J"));
      }
      case 3:
        return joined("a = ", [this.#safeRef(), int], (code) => putField(code, "Box", "a", "I"));
      case 4:
        return joined("w = ", [this.#safeRef(), long], (code) => putField(code, "Box", "w", "J"));
      case 5:
        return joined("next = ", [this.#safeRef(), this.#ref(locals)], (code) =>
          putField(code, "Box", "next", BOX),
        );
      case 6: {
        const index = dice(2);
        const array: Part = ["ls", (code) => getStatic(code, "ls", "[J").pushInt(index)];
        return joined(`[${index}] = `, [array, long], (code) => code.emit("lastore"));
      }
      case 7: {
        const index = dice(2);
        const array: Part = ["ss", (code) => getStatic(code, "ss", "[S").pushInt(index)];
        return joined(`[${index}] = `, [array, int], (code) => code.emit("sastore"));
      }
      default:
        if (locals !== BODY) return joined("drop ", [int], (code) => code.emit("pop"));
        return joined("local = ", [int, long, this.#ref(locals)], (code) =>
          code.emit("astore", locals.ref).emit("lstore", locals.long).emit("istore", locals.int),
        );
    }
  }

  /** Something that depends on a value. */
  #strong(locals: Locals): Part {
    const int = this.int(locals, 2);
    const inner = (): Part => this.statement(locals);
    // Who does not catch it ends the program.
    const isCaught = this.#dice(2) === 0;
    switch (this.#dice(11)) {
      case 0:
      case 1: {
        const [text, emit] = inner();
        return joined(`if (… > 0) { ${text} }`, [int], (code) => {
          const done = code.label();
          code.emit("ifle", done);
          emit(code);
          code.mark(done);
          code.emit("nop");
        });
      }
      case 2:
        return joined(`${isCaught} 1 / `, [int], (code) => {
          code.emit("istore", SPARE);
          caught(code, isCaught, "java/lang/ArithmeticException", () => {
            code.emit("iconst_1").emit("iload", SPARE).emit("iconst_1").emit("iand").emit("idiv");
            putStatic(code, "i0", "I");
          });
        });
      case 3:
        return joined("ls[ ]", [int], (code) => {
          code.emit("iconst_1").emit("iand").emit("istore", SPARE);
          getStatic(code, "ls", "[J").emit("iload", SPARE).emit("laload");
          putStatic(code, "l1", "J");
        });
      case 4:
        return joined("print ", [int], (code) => {
          code.emit("istore", SPARE);
          code.emit("getstatic", {
            owner: "java/lang/System",
            name: "out",
            descriptor: "Ljava/io/PrintStream;",
          });
          code.emit("iload", SPARE);
          call(code, "invokevirtual", "java/io/PrintStream", "println", "(I)V");
        });
      case 5:
        return joined(`${isCaught} null.a `, [this.#ref(locals)], (code) => {
          code.emit("astore", SPARE);
          caught(code, isCaught, "java/lang/NullPointerException", () => {
            getField(code.emit("aload", SPARE), "Box", "a", "I");
            putStatic(code, "i1", "I");
          });
        });
      case 6:
        return joined("new [ ].length ", [int], (code) => {
          code.emit("iconst_3").emit("iand").emit("newarray", 10).emit("arraylength");
          putStatic(code, "i2", "I");
        });
      case 7:
        return joined(`${isCaught} subs[0] = `, [this.#ref(locals)], (code) => {
          code.emit("astore", SPARE);
          caught(code, isCaught, "java/lang/ArrayStoreException", () => {
            getStatic(code, "subs", "[LBox;").emit("iconst_0").emit("aload", SPARE);
            code.emit("aastore");
          });
        });
      case 8:
        return joined("ls[ ] = ", [int, this.long(locals, 1)], (code) => {
          code
            .emit("lstore", SPARE + 2)
            .emit("iconst_1")
            .emit("iand")
            .emit("istore", SPARE);
          getStatic(code, "ls", "[J")
            .emit("iload", SPARE)
            .emit("lload", SPARE + 2);
          code.emit("lastore");
        });
      case 9:
        return joined("exit ", [int], (code) => {
          const canContinue = code.label();
          code.emit("dup").emit("iconst_3").emit("if_icmplt", canContinue);
          code.emit("dup").emit("bipush", 7).emit("iand");
          call(code, "invokestatic", "java/lang/System", "exit", "(I)V").mark(canContinue);
          code.emit("pop");
        });
      default:
        return joined("is Sub ", [this.#ref(locals)], (code) => {
          const done = code.label();
          code.emit("instanceof", "Sub").emit("ifeq", done);
          putStatic(code.emit("iconst_5"), "i0", "I");
          code.mark(done);
          code.emit("nop");
        });
    }
  }

  int(locals: Locals, depth: number): Part {
    const dice = this.#dice;
    const leaf = (): Part => {
      if (locals.int >= 0 && dice(3) === 0) return ["int", (c) => c.emit("iload", locals.int)];
      if (dice(3) === 0) {
        const value = dice(5);
        return [`${value}`, (code) => code.pushInt(value)];
      }
      const name = pick(dice, INTS);
      return [name, (code) => getStatic(code, name, "I")];
    };
    if (depth === 0) return leaf();
    const int = (): Part => this.int(locals, depth - 1);
    const long = (): Part => this.long(locals, depth - 1);
    switch (dice(9)) {
      case 0: {
        const op = pick(dice, ["iadd", "ixor", "isub", "iand"] as const);
        return joined(`${op} `, [int(), int()], (code) => code.emit(op));
      }
      case 1:
        return joined("(int) ", [long()], (code) => code.emit("l2i"));
      case 2:
        return joined("lcmp ", [long(), long()], (code) => code.emit("lcmp"));
      case 3:
        return joined("a of ", [this.#safeRef()], (code) => getField(code, "Box", "a", "I"));
      case 4:
        return joined("fi ", [int(), long(), this.#ref(locals)], (code) =>
          callHelper(code, locals, "fi", FI),
        );
      case 5:
        return joined("mix ", [this.#safeRef(), int(), long()], (code) =>
          callHelper(code, locals, "mix", MIX),
        );
      case 6: {
        const index = dice(2);
        return [
          `ss[${index}]`,
          (code) => getStatic(code, "ss", "[S").pushInt(index).emit("saload"),
        ];
      }
      case 7:
        return joined("neg ", [int()], (code) => code.emit("ineg"));
      default:
        return leaf();
    }
  }

  long(locals: Locals, depth: number): Part {
    const dice = this.#dice;
    const leaf = (): Part => {
      if (locals.long >= 0 && dice(3) === 0) return ["long", (c) => c.emit("lload", locals.long)];
      const name = pick(dice, LONGS);
      return [name, (code) => getStatic(code, name, "J")];
    };
    if (depth === 0) return leaf();
    const int = (): Part => this.int(locals, depth - 1);
    const long = (): Part => this.long(locals, depth - 1);
    switch (dice(7)) {
      case 0: {
        const op = pick(dice, ["ladd", "lxor"] as const);
        return joined(`${op} `, [long(), long()], (code) => code.emit(op));
      }
      case 1:
        return joined("(long) ", [int()], (code) => code.emit("i2l"));
      case 2:
        return joined("w of ", [this.#safeRef()], (code) => getField(code, "Box", "w", "J"));
      case 3:
        return joined("fl ", [long(), int()], (code) => callHelper(code, locals, "fl", FL));
      case 4: {
        const index = dice(2);
        return [
          `ls[${index}]`,
          (code) => getStatic(code, "ls", "[J").pushInt(index).emit("laload"),
        ];
      }
      default:
        return leaf();
    }
  }

  /** Never null. */
  #safeRef(): Part {
    const name = pick(this.#dice, BOXES);
    return [name, (code) => getStatic(code, name, BOX)];
  }

  #ref(locals: Locals): Part {
    const dice = this.#dice;
    switch (dice(5)) {
      case 0:
        return ["null", (code) => code.emit("aconst_null")];
      case 1: {
        const name = pick(dice, ["Box", "Sub"] as const);
        return [
          `new ${name}`,
          (code) => {
            code.emit("new", name).emit("dup");
            call(code, "invokespecial", name, "<init>", "()V");
          },
        ];
      }
      case 2:
        return joined("next of ", [this.#safeRef()], (code) => getField(code, "Box", "next", BOX));
      case 3:
        if (locals.ref >= 0) return ["ref", (code) => code.emit("aload", locals.ref)];
        return this.#safeRef();
      default:
        return ["cell", (code) => getStatic(code, "cell", BOX)];
    }
  }
}

/** Throws the arguments away, the last first. */
const DROPPED = {
  fi: ["pop", "pop2", "pop", "iconst_0"],
  fl: ["pop", "pop2", "lconst_0"],
  mix: ["pop2", "pop", "pop", "iconst_0"],
} as const;

/** A helper calls no other: what it would have returned is 0. */
function callHelper(
  code: CodeBuilder,
  locals: Locals,
  name: keyof typeof DROPPED,
  descriptor: string,
): void {
  if (locals !== BODY) for (const op of DROPPED[name]) code.emit(op);
  else if (name === "mix") call(code, "invokevirtual", "Box", name, descriptor);
  else call(code, "invokestatic", "Main", name, descriptor);
}

function joined(text: string, parts: readonly Part[], emit: (code: CodeBuilder) => unknown): Part {
  return [
    `${text}(${parts.map(([each]) => each).join(", ")})`,
    (code) => {
      for (const [, part] of parts) part(code);
      emit(code);
    },
  ];
}

function caught(code: CodeBuilder, isCaught: boolean, type: string, body: () => void): void {
  if (!isCaught) {
    body();
    return;
  }
  const [end, handler, done] = [code.label(), code.label(), code.label()];
  const start = code.mark();
  code.emit("nop");
  body();
  code.mark(end);
  code.emit("goto", done).mark(handler);
  code.emit("pop").mark(done);
  code.emit("nop").handler(start, end, handler, type);
}
