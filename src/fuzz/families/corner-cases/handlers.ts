/** Exceptions that nobody catches, and handlers that are told of them: a thread's getShared, and the one for all. */

import { ClassAssembler } from "../../../classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC } from "../../../classfile/format/access-flags.ts";
import { call, getField, putStatic } from "../../generator/bytecode.ts";
import type { Cell } from "../../generator/cells.ts";
import { pause } from "../../generator/common-statements.ts";
import type { Dice } from "../../generator/dice.ts";
import { either } from "../../generator/shared-fields.ts";
import { type Emitter, type Statement, simple } from "../../generator/statement.ts";
import { throwFail } from "../../generator/throwing.ts";

const THREAD = "java/lang/Thread";
const HANDLER = `${THREAD}$UncaughtExceptionHandler`;

/** What a handler makes of an exception: base + 2 * (its number) + cell, which it keeps or exits with. */
interface Handling {
  readonly cell: Cell;
  readonly base: number;
  readonly exits: boolean;
}

const textOf = ({ cell, base, exits }: Handling): string =>
  `${exits ? "exit with" : "out ="} ${base} + 2 * code + ${cell.text}`;

function handler(name: string, { cell, base, exits }: Handling): ClassAssembler {
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
    code.emit("iadd");
    if (exits) call(code, "invokestatic", "java/lang/System", "exit", "(I)V");
    else putStatic(code, "out", "I");
    code.emit("return");
  });
}

function makeHandler({ code, builder }: Emitter, handling: Handling): void {
  const name = builder.addClass((given) => handler(given, handling));
  code.emit("new", name).emit("dup");
  call(code, "invokespecial", name, "<init>", "()V");
}

const setOwn = (handling: Handling): Statement => ({
  text: `this thread's handler: ${textOf(handling)}`,
  emit: (to) => {
    to.line();
    call(to.code, "invokestatic", THREAD, "currentThread", `()L${THREAD};`);
    makeHandler(to, handling);
    call(to.code, "invokevirtual", THREAD, "setUncaughtExceptionHandler", `(L${HANDLER};)V`);
  },
});

const setDefault = (handling: Handling): Statement => ({
  text: `the handler for all: ${textOf(handling)}`,
  emit: (to) => {
    to.line();
    makeHandler(to, handling);
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

/** The statements of two threads: one throws, and the handler reads what either has stored. */
export function handlers(dice: Dice, cell: Cell): [Statement[], Statement[]] {
  const isDefault = dice(3) === 0;
  const exits = dice(2) === 0;
  const set = isDefault ? setDefault({ cell, base: 16, exits }) : setOwn({ cell, base: 8, exits });
  const thrower = [set, ...(dice(2) === 0 ? [keep(cell), pause(dice)] : []), fail(1 + dice(2))];
  const other = dice(2) === 0 ? [keep(cell)] : isDefault && dice(2) === 0 ? [fail(3)] : [];
  return [thrower, other];
}
