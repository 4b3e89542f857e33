/**
 * Random programs that are about locals and operands: values that are read
 * from shared fields, kept in slots across what other threads can see, moved,
 * computed with, overwritten, thrown away, passed to methods, and needed again
 * only in a handler or only on some way. Most slots are dead most of the time,
 * and some that look dead are not.
 */

import type { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import type { CodeBuilder, Label } from "../../../src/classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../src/classfile/format/access-flags.ts";
import { ProgramBuilder } from "../../../src/fuzz/generator/additions.ts";
import { call, getStatic, putStatic } from "../../../src/fuzz/generator/bytecode.ts";
import { type Dice, diceOf, pick } from "../../../src/fuzz/generator/dice.ts";
import { PLAIN_CLASSES } from "../../../src/fuzz/generator/plain-classes.ts";
import { classesOf, type RandomProgram } from "../../../src/fuzz/generator/program.ts";
import { inside, type Statement, simple } from "../../../src/fuzz/generator/statement.ts";
import type { Reduction } from "../../../src/vm/machine-options.ts";
import { machineOf, type TestMachine } from "../machine.ts";

const INTS = [4, 5, 6, 7];
const LONGS = [8, 10];
const FIRST_FREE = 12;
const FIELDS = ["g0", "g1", "v0"];
/** Ints 0 … 7 and the two longs, as parameters. */
const HELPER = "(IIIIIIIIJJ)I";
const ARITHMETIC = "java/lang/ArithmeticException";

export interface SlotProgram extends RandomProgram {
  /** What Main.helper does, and which local it returns. */
  readonly helper: readonly Statement[];
  readonly result: number;
}

/** Takes the locals that the other statements use. */
const START: Statement = {
  text: "all = 0",
  emit: (to) => {
    const { code } = to;
    while (to.local() < FIRST_FREE - 1);
    for (const each of INTS) code.emit("iconst_0").emit("istore", each);
    for (const each of LONGS) code.emit("lconst_0").emit("lstore", each);
  },
};

export function slotProgram(seed: number): SlotProgram {
  const dice = diceOf(Math.imul(seed + 1, 0x9e3779b1));
  for (let i = 0; i < 4; i++) dice(2);
  const body = (length: number): Statement[] => [
    START,
    ...Array.from({ length }, () => statement(dice, 2, true, true)),
  ];
  return {
    seed,
    bodies: [body(2 + dice(3)), body(2 + dice(3))],
    late: [],
    surroundings: PLAIN_CLASSES,
    keepsInLocals: false,
    helper: Array.from({ length: 2 }, () => statement(dice, 1, true, false)),
    result: pick(dice, INTS),
  };
}

export const slotText = ({ helper, result }: SlotProgram): string =>
  `helper: ${helper.map(({ text }) => text).join("; ")}; return ${result}`;

export function slotMachine(
  program: SlotProgram,
  reductions?: ReadonlySet<Reduction>,
): TestMachine {
  return machineOf({
    mainClass: "Main",
    classes: slotClasses(program),
    jdk: null,
    heapWords: 1 << 16,
    stackWords: 1 << 12,
    undo: true,
    checking: true,
    ...(reductions === undefined ? {} : { reductions }),
  });
}

function slotClasses(program: SlotProgram): ClassAssembler[] {
  const classes = classesOf(program);
  const builder = new ProgramBuilder(classes[0]!);
  classes[0]!.method(ACC_PUBLIC | ACC_STATIC, "helper", HELPER, (code) => {
    let local = FIRST_FREE;
    const to = { code, builder, line: () => {}, local: () => local++ };
    for (const each of program.helper) each.emit(to);
    code.emit("iload", program.result).emit("ireturn");
  });
  return classes;
}

/** `isLevel`: there is nothing on the operand stack that an exception would take away. */
function statement(dice: Dice, depth: number, isLevel: boolean, canCall: boolean): Statement {
  const parts = (level: boolean): Statement[] =>
    Array.from({ length: 1 + dice(2) }, () => statement(dice, depth - 1, level, canCall));
  if (depth > 0) {
    switch (dice(7)) {
      case 0:
        return held(dice, parts(false));
      case 1:
        return heldLong(dice, parts(false));
      case 2:
        return isLevel ? trying(dice, parts(true)) : simpleStatement(dice, canCall);
      case 3:
        return branching(dice, parts(isLevel));
      case 4:
        return isLevel ? looping(parts(true)) : simpleStatement(dice, canCall);
      default:
    }
  }
  return simpleStatement(dice, canCall);
}

function simpleStatement(dice: Dice, canCall: boolean): Statement {
  const [a, b, c] = [pick(dice, INTS), pick(dice, INTS), pick(dice, INTS)];
  const [x, y] = [pick(dice, LONGS), pick(dice, LONGS)];
  const field = pick(dice, FIELDS);
  switch (dice(canCall ? 11 : 10)) {
    case 0:
    case 1:
      return simple(`${a} = ${field}`, (code) => {
        getStatic(code, field, "I").emit("istore", a);
      });
    case 2:
    case 3:
      return simple(`${field} = ${a} ^ 1`, (code) => {
        putStatic(code.emit("iload", a).emit("iconst_1").emit("ixor"), field, "I");
      });
    case 4:
      return simple(`L${x} = wide`, (code) => {
        getStatic(code, "wide", "J").emit("lstore", x);
      });
    case 5: {
      const bit = pick(dice, [1n, 1n << 32n]);
      return simple(`wide = L${x} ^ ${bit}`, (code) => {
        putStatic(code.emit("lload", x).pushLong(bit).emit("lxor"), "wide", "J");
      });
    }
    case 6: {
      const op = pick(dice, ["iand", "ixor", "idiv", "irem"] as const);
      return simple(`${a} = ${b} ${op} ${c}`, (code) => {
        code.emit("iload", b).emit("iload", c).emit(op).emit("istore", a);
      });
    }
    case 7:
      return simple(`${a} = ${b}; L${x} = L${y}`, (code) => {
        code.emit("iload", b).emit("istore", a).emit("lload", y).emit("lstore", x);
      });
    case 8:
      return simple(`${a} = L${x} <=> L${y}`, (code) => {
        code.emit("lload", x).emit("lload", y).emit("lcmp").emit("istore", a);
      });
    case 9:
      return simple(`${a}++`, (code) => {
        code.emit("iinc", a, 1).emit("iload", a).emit("iconst_1").emit("iand").emit("istore", a);
      });
    default:
      return simple(`${a} = helper(…, ${b}, …)`, (code) => {
        for (let i = 0; i < 4; i++) code.emit("iconst_0");
        for (const local of INTS) code.emit("iload", local === a ? b : local);
        for (const local of LONGS) code.emit("lload", local);
        call(code, "invokestatic", "Main", "helper", HELPER).emit("istore", a);
      });
  }
}

/** An operand, and perhaps copies of it, waits below what other statements do. */
function held(dice: Dice, parts: readonly Statement[]): Statement {
  const [from, to] = [pick(dice, FIELDS), pick(dice, FIELDS)];
  const local = pick(dice, INTS);
  const form = pick(dice, ["", "dup", "dup_x1", "dup2", "swap"] as const);
  const count = { "": 2, dup: 3, dup_x1: 3, dup2: 4, swap: 2 }[form];
  const uses = Array.from({ length: count }, () => dice(4));
  return inside(`hold ${from}, ${local} ${form} (${uses.join()})`, parts, (emitter, all) => {
    const { code } = emitter;
    code.emit("iload", local);
    getStatic(code, from, "I");
    if (form !== "") code.emit(form);
    all();
    for (const use of uses) {
      if (use === 0) putStatic(code, to, "I");
      else if (use === 1) code.emit("istore", local);
      else code.emit("pop");
    }
  });
}

function heldLong(dice: Dice, parts: readonly Statement[]): Statement {
  const local = pick(dice, LONGS);
  const form = pick(dice, ["", "dup2", "dup2_x1"] as const);
  const uses = [dice(4), dice(4)];
  return inside(`hold wide ${form} (${uses.join()})`, parts, (emitter, all) => {
    const { code } = emitter;
    const take = (use: number): void => {
      if (use === 0) putStatic(code, "wide", "J");
      else if (use === 1) code.emit("lstore", local);
      else code.emit("pop2");
    };
    if (form === "dup2_x1") getStatic(code, "g0", "I");
    getStatic(code, "wide", "J");
    if (form !== "") code.emit(form);
    all();
    take(uses[0]!);
    if (form === "dup2_x1") putStatic(code, "g1", "I");
    if (form !== "") take(uses[1]!);
  });
}

function trying(dice: Dice, parts: readonly Statement[]): Statement {
  const local = pick(dice, INTS);
  const field = pick(dice, FIELDS);
  return inside(`catch { ${field} = ${local} }`, parts, ({ code }, all) => {
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    const start = code.mark();
    code.emit("nop");
    all();
    code.mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("pop").emit("iload", local);
    putStatic(code, field, "I").mark(done);
    code.emit("nop").handler(start, end, handler, ARITHMETIC);
  });
}

function branching(dice: Dice, parts: readonly Statement[]): Statement {
  const local = pick(dice, INTS);
  return inside(`if (${local} != 0)`, parts, ({ code }, all) => {
    const done = code.label();
    code.emit("iload", local).emit("ifeq", done);
    all();
    code.mark(done);
    code.emit("nop");
  });
}

function looping(parts: readonly Statement[]): Statement {
  return inside("twice", parts, (to, all) => {
    const { code } = to;
    const counter = to.local();
    code.emit("iconst_2").emit("istore", counter);
    const start: Label = code.mark();
    all();
    countDown(code, counter, start);
  });
}

function countDown(code: CodeBuilder, counter: number, start: Label): void {
  code.emit("iinc", counter, -1).emit("iload", counter).emit("ifne", start);
}
