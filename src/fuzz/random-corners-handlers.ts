/** Exceptions that nobody catches, and handlers that are told of them: a thread's own, and the one for all. */
import { ACC_PUBLIC } from "../classfile/access-flags.ts";
import { ClassAssembler } from "../classfile/assembler.ts";
import type { Dice } from "./dice.ts";
import { either } from "./random-corners-own.ts";
import { type Emitter, type Statement, simple } from "./random-programs-base.ts";
import { call, getField, putStatic } from "./random-programs-classes.ts";
import type { Cell } from "./random-reads-cells.ts";
import { throwFail } from "./random-reads-throwing.ts";
import { pause } from "./random-reads-ways.ts";

const THREAD = "java/lang/Thread";
const HANDLER = `${THREAD}$UncaughtExceptionHandler`;

/** What a handler does: out = 8 + 2 * (the exception's number) + cell */
function handler(name: string, cell: Cell, base: number): ClassAssembler {
  const cls = new ClassAssembler({ name, interfaces: [HANDLER] });
  cls.method(ACC_PUBLIC, "<init>", "()V", (code) => {
    call(code.emit("aload_0"), "invokespecial", "java/lang/Object", "<init>", "()V").emit("return");
  });
  const descriptor = `(L${THREAD};Ljava/lang/Throwable;)V`;
  return cls.method(ACC_PUBLIC, "uncaughtException", descriptor, (code) => {
    code.pushInt(base);
    getField(code.emit("aload_2").emit("checkcast", "Fail"), "Fail", "code", "I");
    code.emit("iconst_2").emit("imul").emit("iadd");
    cell.get(code);
    putStatic(code.emit("iadd"), "out", "I").emit("return");
  });
}

function makeHandler({ code, host }: Emitter, cell: Cell, base: number): void {
  const name = host.addClass((given) => handler(given, cell, base));
  code.emit("new", name).emit("dup");
  call(code, "invokespecial", name, "<init>", "()V");
}

const setOwn = (cell: Cell): Statement => ({
  text: `this thread's handler: out = 8 + 2 * code + ${cell.text}`,
  emit: (to) => {
    to.line();
    call(to.code, "invokestatic", THREAD, "currentThread", `()L${THREAD};`);
    makeHandler(to, cell, 8);
    call(to.code, "invokevirtual", THREAD, "setUncaughtExceptionHandler", `(L${HANDLER};)V`);
  },
});

const setDefault = (cell: Cell): Statement => ({
  text: `the handler for all: out = 16 + 2 * code + ${cell.text}`,
  emit: (to) => {
    to.line();
    makeHandler(to, cell, 16);
    call(to.code, "invokestatic", THREAD, "setDefaultUncaughtExceptionHandler", `(L${HANDLER};)V`);
  },
});

const keep = (cell: Cell): Statement =>
  simple(`${cell.text} = 0 or 1`, (code) => {
    cell.put(code, (to) => {
      either(
        to,
        (then) => then.emit("iconst_0"),
        (then) => then.emit("iconst_1"),
      );
    });
  });

const fail = (number: number): Statement =>
  simple(`throw new Fail(${number})`, (code) => {
    throwFail(code, (to) => to.pushInt(number));
  });

/** What two threads do: one throws, the handler that there is then reads what either has kept. */
export function handlers(dice: Dice, cell: Cell): [Statement[], Statement[]] {
  const isDefault = dice(3) === 0;
  const set = isDefault ? setDefault(cell) : setOwn(cell);
  const thrower = [set, ...(dice(2) === 0 ? [keep(cell), pause(dice)] : []), fail(1 + dice(2))];
  const other = dice(2) === 0 ? [keep(cell)] : isDefault && dice(2) === 0 ? [fail(3)] : [];
  return [thrower, other];
}
