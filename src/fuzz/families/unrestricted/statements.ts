/** The statements of unrestricted programs, including those that contain others. */

import { call, getStatic } from "../../generator/bytecode.ts";
import { catching } from "../../generator/common-statements.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { ALWAYS, LOCKS, MAYBE, STATICS } from "../../generator/plain-fields.ts";
import { inside, type Statement, simple } from "../../generator/statement.ts";
import { accessElement, accessField, accessStatic, callLibrary, control } from "./accesses.ts";
import { build, callMethod, deep, find, initialise, leak, publish } from "./objects.ts";
import type { MixedMaker, StatementMix } from "./statement-mix.ts";

function locking(dice: Dice, mix: StatementMix, depth: number): Statement {
  const where = pick(dice, dice(4) === 0 ? [...MAYBE, "threads[1]"] : mix.nodes);
  const parts = [...some(dice, mix, depth)];
  const on = (name: string, descriptor: string, millis = -1): Statement =>
    simple(`${where}.${name}(${millis < 0 ? "" : millis})`, (code) => {
      LOCKS[where]!(code);
      if (millis >= 0) code.pushLong(BigInt(millis));
      call(code, "invokevirtual", "java/lang/Object", name, descriptor);
    });
  switch (dice(6)) {
    case 0:
      parts.push(on("wait", "()V"));
      break;
    case 1:
      parts.push(on("notify", "()V"));
      break;
    case 2:
      parts.push(on("notifyAll", "()V"));
      break;
    case 3:
      parts.push(on("wait", "(J)V", 1));
      break;
    default:
  }
  return inside(`synchronized (${where})`, parts, (to, all) => {
    const { code } = to;
    const lock = to.local();
    const thrown = to.local();
    const [start, end, handler, done] = [code.label(), code.label(), code.label(), code.label()];
    LOCKS[where]!(code);
    code.emit("dup").emit("astore", lock).emit("monitorenter").mark(start);
    all();
    code.emit("aload", lock).emit("monitorexit").mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("astore", thrown).emit("aload", lock).emit("monitorexit");
    code.emit("aload", thrown).emit("athrow").mark(done);
    code.handler(start, end, handler, null);
  });
}

/** Creates, publishes and uses a graph; or finds and uses one. */
function handOver(dice: Dice, mix: StatementMix): Statement {
  const atSlot = () => mix.slot;
  const made = () => [build(dice), publish(atSlot), deep(beginningWith(0, dice))];
  const found = () => [find(atSlot), deep(beginningWith(1, dice))];
  return inside("hand over", dice(2) === 0 ? made() : found(), (_, all) => {
    all();
  });
}

function beginningWith(first: number, dice: Dice): Dice {
  let calls = 0;
  return (bound) => (calls++ === 0 ? first : dice(bound));
}

function trying(dice: Dice, mix: StatementMix, depth: number): Statement {
  const type = pick(dice, ["java/lang/RuntimeException", "java/lang/Throwable"]);
  return catching(type, some(dice, mix, depth));
}

function repeating(dice: Dice, mix: StatementMix, depth: number): Statement {
  return inside("twice", some(dice, mix, depth), (to, all) => {
    const { code } = to;
    const counter = to.local();
    code.emit("iconst_2").emit("istore", counter);
    const start = code.mark();
    all();
    code.emit("iinc", counter, -1).emit("iload", counter).emit("ifgt", start);
  });
}

/** Other statements may come before and after, but not in between. */
function atomic(dice: Dice, mix: StatementMix, depth: number): Statement {
  return inside("atomic", some(dice, mix, depth), (to, all) => {
    call(to.code, "invokestatic", "deadwood/Verify", "beginAtomic", "()V");
    all();
    call(to.code, "invokestatic", "deadwood/Verify", "endAtomic", "()V");
  });
}

function deciding(dice: Dice, mix: StatementMix, depth: number): Statement {
  const names = mix.statics.filter((each) => /\d/.test(each));
  const name = names.length === 0 ? "g0" : pick(dice, names);
  const value = dice(3);
  return inside(`if (${name} == ${value})`, some(dice, mix, depth), (to, all) => {
    const { code } = to;
    const end = code.label();
    getStatic(code, name, "I").pushInt(value).emit("if_icmpne", end);
    all();
    code.mark(end);
  });
}

const throwing = (): Statement =>
  simple("if (v0 == 1) throw new IllegalStateException()", (code) => {
    const end = code.label();
    getStatic(code, "v0", "I").emit("iconst_1").emit("if_icmpne", end);
    code.emit("new", "java/lang/IllegalStateException").emit("dup");
    call(code, "invokespecial", "java/lang/IllegalStateException", "<init>", "()V");
    code.emit("athrow").mark(end);
  });

const some = (dice: Dice, mix: StatementMix, depth: number): Statement[] =>
  Array.from({ length: 1 + dice(2) }, () => statement(dice, mix, depth - 1));

/** The statements of one line belong together. */
const LEAVES: readonly (readonly MixedMaker[])[] = [
  [accessStatic],
  [accessStatic],
  [accessField],
  [accessField],
  [accessElement],
  [build, publish, find, deep],
  [build, publish, deep, find, accessField],
  [handOver],
  [handOver],
  [leak],
  [initialise],
  [callMethod],
  [callLibrary],
  [control],
  [throwing, accessStatic],
];
const NESTED: readonly MixedMaker[] = [locking, locking, trying, repeating, deciding, atomic];

const times = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);

export function randomMix(dice: Dice): StatementMix {
  return {
    leaves: times(1 + dice(3), () => pick(dice, LEAVES)).flat(),
    nested: times(2, () => pick(dice, NESTED)),
    statics: times(1 + dice(2), () => pick(dice, STATICS)),
    slot: dice(4),
    nodes: times(1 + dice(2), () => pick(dice, ALWAYS)),
  };
}

/** A statement with at most this many nested levels. */
export function statement(dice: Dice, mix: StatementMix, depth: number): Statement {
  const isNested = depth > 0 && dice(4) === 0;
  return pick(dice, isNested ? mix.nested : mix.leaves)(dice, mix, depth);
}
