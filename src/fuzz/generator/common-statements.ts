/** Statements that several families use, so that no family depends on another. */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, getStatic, putStatic } from "./bytecode.ts";
import { CELLS, type Cell } from "./cells.ts";
import { type Dice, pick } from "./dice.ts";
import { BASE, recordSmallValue, sequence } from "./observed-statement.ts";
import { asked, known, localRef, oneOf, SHARED_CELLS, unlessNull } from "./reference-cells.ts";
import { choose } from "./shared-fields.ts";
import { type Emitter, inside, P, Q, recordValue, type Statement, simple } from "./statement.ts";

// ---- accesses to cells ----

/** Static fields of Main: each access is exactly one step. */
export const PLAIN_CELLS = CELLS.filter(({ text }) => ["i", "k", "v", "z"].includes(text));

export const keepChoice = ({ text, put }: Cell): Statement =>
  simple(`${text} = 0 or 1`, (code) => {
    put(code, choose);
  });

export const keep = ({ text, put }: Cell, value: number): Statement =>
  simple(`${text} = ${value}`, (code) => {
    put(code, (to) => to.pushInt(value));
  });

/** `push` leaves an int, which is recorded. */
export const expression = (text: string, push: (to: Emitter) => void): Statement => ({
  text: `acc <- ${text}`,
  emit: (to) => {
    to.line();
    push(to);
    recordSmallValue(to.code);
  },
});

export const directly = ({ text, get }: Cell): Statement =>
  expression(text, ({ code }) => {
    get(code);
  });

/** One of two statements, by a choice; both continue at the same place. */
export const oneOfTwo = (one: Statement, other: Statement): Statement =>
  inside("one of", [one, other], (to) => {
    const { code } = to;
    const [second, end] = [code.label(), code.label()];
    choose(code);
    code.emit("ifne", second);
    one.emit(to);
    code.emit("goto", end).mark(second);
    other.emit(to);
    code.mark(end);
  });

// ---- control ----

export const synchronizedOn = (
  text: string,
  push: (code: CodeBuilder) => void,
  parts: readonly Statement[],
): Statement =>
  inside(`synchronized (${text})`, parts, (to, all) => {
    const { code } = to;
    const [held, thrown] = [to.local(), to.local()];
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    push(code);
    code.emit("dup").emit("astore", held).emit("monitorenter");
    const start = code.mark();
    all();
    code.emit("aload", held).emit("monitorexit").mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("astore", thrown).emit("aload", held).emit("monitorexit");
    code.emit("aload", thrown).emit("athrow").mark(done);
    code.handler(start, end, handler, null);
  });

export function catching(type: string, parts: readonly Statement[]): Statement {
  return inside(`try/catch ${type}`, parts, (to, all) => {
    const { code } = to;
    const [end, handler, done] = [code.label(), code.label(), code.label()];
    const start = code.mark();
    code.emit("nop");
    all();
    code.mark(end);
    code.emit("goto", done).mark(handler);
    code.emit("pop").pushInt(9);
    recordValue(code);
    code.mark(done);
    code.handler(start, end, handler, type);
  });
}

// ---- locks ----

/** Stores one of two objects, and takes the lock of the stored one. */
function aboutLocks(dice: Dice, pause: Statement): Statement[] {
  const cell = pick(dice, [localRef("p", P), localRef("q", Q), ...SHARED_CELLS]);
  const values = dice(2) === 0 ? [known("n0"), known("n1")] : [known("n1"), known("n0")];
  const keepOne = simple(
    `${cell.text} = ${values.map(({ text }) => text).join(" or ")}`,
    (code) => {
      cell.put(code, (to) => {
        oneOf(to, values[0]!, values[1]!);
      });
    },
  );
  const quiet = asked(`${cell.text}.quiet()`, (code) => {
    unlessNull(cell, code, (to) => {
      call(to, "invokevirtual", "Base", "quiet", "()I");
    });
  });
  return [keepOne, pause, quiet];
}

export const findLock = (dice: Dice): Statement =>
  sequence("find a lock", aboutLocks(dice, pause(dice)));

export function toggleUnderLock(): Statement {
  const toggle = [1, 0].map((value) =>
    simple(`i = ${value}`, (code) => {
      putStatic(code.pushInt(value), "i", "I");
    }),
  );
  return synchronizedOn("n0", (code) => getStatic(code, "n0", BASE), toggle);
}

// ---- scheduling points ----

const PAUSES: readonly Statement[] = [
  {
    text: "Thread.yield()",
    emit: (to) => {
      const { code } = to;
      to.line();
      call(code, "invokestatic", "java/lang/Thread", "yield", "()V");
    },
  },
  {
    text: "Verify.getBoolean()",
    emit: (to) => {
      const { code } = to;
      to.line();
      call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z").emit("pop");
    },
  },
  {
    text: "synchronized (n1) {}",
    emit: (to) => {
      const { code } = to;
      to.line();
      getStatic(code, "n1", "LBase;").emit("dup").emit("monitorenter").emit("monitorexit");
    },
  },
];

/** Has no effect, but makes the search store a state. A choice does so even in a program with one thread. */
export const pause = (dice: Dice): Statement => PAUSES[dice(2) === 0 ? 1 : dice(PAUSES.length)]!;
