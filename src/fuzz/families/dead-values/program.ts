/**
 * Random programs for what is dead and what only seems to be: a few cells get one
 * of two values, something happens that makes a state, and then they are read in
 * one of many ways, overwritten, or never looked at again. What was read shows in
 * exit codes and exceptions.
 */

import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { ACC_SYNCHRONIZED } from "../../../classfile/format/access-flags.ts";
import { CELLS, type Cell, observationOf } from "../../generator/cells.ts";
import type { Dice } from "../../generator/dice.ts";
import { type Ending, RESULTS, someOf, textOfEnding } from "../../generator/exit-code.ts";
import { BASE, inMethod, note, sequence } from "../../generator/observed-statement.ts";
import {
  call,
  getField,
  getStatic,
  make,
  putField,
  putStatic,
} from "../../generator/plain-classes.ts";
import {
  ACC,
  inside,
  LAST,
  OBJECT,
  P,
  pick,
  type Statement,
  simple,
} from "../../generator/statement.ts";
import { throwFail, trying } from "../../generator/throwing.ts";
import { interruptedEarly, pause, readSomehow } from "./read-forms.ts";
import {
  aboutArrays,
  aboutLocks,
  askSomething,
  keepOne,
  keepValue,
  REF_CELLS,
  type RefCell,
  SHARED_CELLS,
} from "./references.ts";

/** Few things, so that what is written is read. */
interface Palette {
  readonly cells: readonly Cell[];
  readonly references: readonly RefCell[];
  readonly threads: number;
  readonly leaves: readonly Maker[];
  readonly nested: readonly Maker[];
}

type Maker = (dice: Dice, palette: Palette, depth: number) => Statement;

// ---- writes ----

const choose = (code: CodeBuilder): void => {
  call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z");
};

const keepChoice = ({ text, put }: Cell): Statement =>
  simple(`${text} = 0 or 1`, (code) => {
    put(code, choose);
  });

const keep = ({ text, put }: Cell, value: number): Statement =>
  simple(`${text} = ${value}`, (code) => {
    put(code, (to) => to.pushInt(value));
  });

/** Something is kept, a state is made, and it is read, perhaps. */
const keepAndRead: Maker = (dice, { cells }) => {
  // One that nobody else knows is read in this way or not at all.
  const cell = pick(dice, dice(2) === 0 ? cells : CELLS);
  const end = dice(5) === 0 ? keep(cell, dice(2)) : readSomehow(dice, cell);
  return sequence("keep and read", [keepChoice(cell), pause(dice), end]);
};

const keepAndAsk: Maker = (dice, { references }) => {
  const cell = pick(dice, references);
  const question = askSomething(dice, cell, pick(dice, references));
  return sequence("keep and ask", [keepOne(dice, cell), pause(dice), question]);
};

const arrays: Maker = (dice) => sequence("arrays", aboutArrays(dice, pause(dice)));

/** One side takes a lock that it has to find; the other has one, and undoes what it did. */
const locks: Maker = (dice) => (dice(2) === 0 ? findLock(dice) : toggleUnderLock());

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

// ---- what nobody depends on ----

/** Counted, and never looked at. */
const count: Maker = (dice, { cells }) => {
  const cell = pick(dice, cells);
  const isOwn = dice(2) === 0;
  return simple(`hits = (hits + ${isOwn ? "1" : cell.text}) & 3`, (code) => {
    getStatic(code, "hits", "I");
    if (isOwn) code.emit("iconst_1");
    else cell.get(code);
    putStatic(code.emit("iadd").emit("iconst_3").emit("iand"), "hits", "I");
  });
};

/** Made and let go of. */
const waste: Maker = (dice, { references }) => keepValue(dice, pick(dice, references));

// ---- what is seen ----

const observe: Maker = (dice) => {
  const [name, local] = pick(dice, [
    ["last", LAST],
    ["acc", ACC],
  ] as const);
  const value = 1 + dice(3);
  return simple(`if (${name} == ${value}) throw new Fail(${value})`, (code) => {
    const end = code.label();
    code.emit("iload", local).pushInt(value).emit("if_icmpne", end);
    throwFail(code, (to) => to.pushInt(value));
    code.mark(end);
  });
};

// ---- objects that others see too early, or by way of another ----

const EARLY = "Early";

/** Its constructor stores the object before it sets the final field. */
const leaking: Maker = (dice) =>
  dice(2) === 0
    ? simple("new Early(7)", (code) => {
        make(code, EARLY, 7);
        code.emit("pop");
      })
    : simple("if (o instanceof Early) acc <- o.f, o.f", (code) => {
        const end = code.label();
        getStatic(code, "o", OBJECT).emit("dup").emit("astore", P).emit("instanceof", EARLY);
        code.emit("ifeq", end);
        // Twice: it may be set in between.
        for (let i = 0; i < 2; i++) {
          getField(code.emit("aload", P).emit("checkcast", EARLY), EARLY, "f", "I");
          note(code);
        }
        code.mark(end);
      });

/** What an object refers to is shared with it: both have it in a local, and count it up. */
const sharing: Maker = (dice) => {
  const cell = pick(dice, SHARED_CELLS);
  const makes = dice(2) === 0;
  return simple(
    `${makes ? `${cell.text} = new Base of new Left; ` : ""}${cell.text}.l.x++`,
    (code) => {
      const end = code.label();
      if (makes) {
        make(code, "Base", 5);
        make(code.emit("dup").emit("dup").emit("astore", P), "Left", 6);
        putField(code, "Base", "l", BASE);
        code.emit("pop");
        cell.put(code, (to) => to.emit("aload", P));
      } else {
        cell.get(code);
        code.emit("dup").emit("astore", P).emit("ifnull", end);
      }
      getField(code.emit("aload", P), "Base", "l", BASE).emit("dup").emit("astore", P);
      code.emit("ifnull", end);
      for (let i = 0; i < 2; i++) {
        getField(code.emit("aload", P).emit("dup"), "Base", "x", "I").emit("iconst_1").emit("iadd");
        putField(code, "Base", "x", "I");
      }
      getField(code.emit("aload", P), "Base", "x", "I");
      note(code);
      code.mark(end);
    },
  );
};

// ---- threads ----

const interruptItself = simple(
  "if (Verify.getBoolean()) Thread.currentThread().interrupt()",
  (code) => {
    const end = code.label();
    choose(code);
    code.emit("ifeq", end);
    call(code, "invokestatic", "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
    call(code, "invokevirtual", "java/lang/Thread", "interrupt", "()V");
    code.mark(end);
  },
);

const askInterrupted = simple("acc <- Thread.interrupted()", (code) => {
  call(code, "invokestatic", "java/lang/Thread", "interrupted", "()Z");
  note(code);
});

const interrupt: Maker = (dice, { threads }) => {
  const thread = dice(threads);
  switch (dice(5)) {
    case 0:
      return interruptItself;
    case 3:
    case 4:
      return sequence("interrupted or not", [interruptItself, pause(dice), askInterrupted]);
    case 1:
      return simple(`if (threads[${thread}] != null) threads[${thread}].interrupt()`, (code) => {
        const end = code.label();
        const push = () => getStatic(code, "threads", "[LWorker;").pushInt(thread).emit("aaload");
        push().emit("ifnull", end);
        call(push(), "invokevirtual", "Worker", "interrupt", "()V");
        code.mark(end);
      });
    default:
      return askInterrupted;
  }
};

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

const locking: Maker = (dice, palette, depth) => {
  const name = pick(dice, ["n0", "n0", "n1"]);
  return synchronizedOn(name, (code) => getStatic(code, name, BASE), some(dice, palette, depth));
};

const pushN0 = (code: CodeBuilder): CodeBuilder => getStatic(code, "n0", BASE);

const ofObject = (name: string, descriptor: string): Statement =>
  simple(`n0.${name}(${descriptor === "(J)V" ? "1" : ""})`, (code) => {
    pushN0(code);
    if (descriptor === "(J)V") code.emit("lconst_1");
    call(code, "invokevirtual", "java/lang/Object", name, descriptor);
  });

const waiting: Maker = (dice) => {
  switch (dice(3)) {
    case 0:
      return synchronizedOn("n0", pushN0, [ofObject("wait", dice(3) === 0 ? "()V" : "(J)V")]);
    case 1:
      return synchronizedOn("n0", pushN0, [ofObject("notifyAll", "()V")]);
    default:
      return synchronizedOn("n0", pushN0, [ofObject("notify", "()V")]);
  }
};

// ---- control ----

const some = (dice: Dice, palette: Palette, depth: number): Statement[] =>
  Array.from({ length: 1 + dice(2) }, () => statement(dice, palette, depth - 1));

const deciding: Maker = (dice, palette, depth) => {
  const cell = pick(dice, palette.cells);
  const value = dice(2);
  return inside(`if (${cell.text} == ${value})`, some(dice, palette, depth), ({ code }, all) => {
    const end = code.label();
    cell.get(code);
    code.pushInt(value).emit("if_icmpne", end);
    all();
    code.mark(end);
  });
};

const twice: Maker = (dice, palette, depth) =>
  inside("twice", some(dice, palette, depth), (to, all) => {
    const { code } = to;
    const counter = to.local();
    code.emit("iconst_2").emit("istore", counter);
    const start = code.mark();
    all();
    code.emit("iinc", counter, -1).emit("iload", counter).emit("ifgt", start);
  });

/** Goes round as long as it likes. */
const again: Maker = (dice, palette, depth) =>
  inside("do-while (Verify.getBoolean())", some(dice, palette, depth), ({ code }, all) => {
    const start = code.mark();
    all();
    choose(code);
    code.emit("ifne", start);
  });

const spin: Maker = (dice, { cells }) => {
  const cell = pick(dice, cells);
  const value = dice(2);
  return inside(`while (${cell.text} != ${value}) Thread.yield()`, [], ({ code }) => {
    const end = code.label();
    const start = code.mark();
    cell.get(code);
    code.pushInt(value).emit("if_icmpeq", end);
    call(code, "invokestatic", "java/lang/Thread", "yield", "()V");
    code.emit("goto", start).mark(end);
  });
};

const catching: Maker = (dice, palette, depth) =>
  trying(
    pick(dice, ["java/lang/RuntimeException", "java/lang/Throwable", null]),
    some(dice, palette, depth),
    {
      text: "acc <- 6",
      emit: (code) => {
        note(code.pushInt(6));
      },
    },
  );

const calling: Maker = (dice, palette, depth) => {
  const isSynchronized = dice(4) === 0;
  const text = isSynchronized ? "synchronized call" : "call";
  return inMethod(text, some(dice, palette, depth), isSynchronized ? ACC_SYNCHRONIZED : 0);
};

const LEAVES: readonly Maker[] = [
  keepAndRead,
  keepAndRead,
  keepAndRead,
  keepAndRead,
  keepAndRead,
  keepAndAsk,
  keepAndRead,
  keepAndRead,
  keepAndAsk,
  keepAndAsk,
  (dice, { cells }) => keepChoice(pick(dice, cells)),
  (dice, { cells }) => keep(pick(dice, cells), dice(2)),
  (dice, { cells }) => keep(pick(dice, cells), dice(2)),
  (dice, { cells }) => readSomehow(dice, pick(dice, cells)),
  (dice, { cells }) => readSomehow(dice, pick(dice, cells)),
  (dice, { references }) => askSomething(dice, pick(dice, references), pick(dice, references)),
  (dice) => pause(dice),
  count,
  waste,
  observe,
  interrupt,
  waiting,
  spin,
  leaking,
  leaking,
  sharing,
  arrays,
  (dice) => interruptedEarly(dice),
  locks,
  locks,
];
const NESTED: readonly Maker[] = [
  locking,
  locking,
  deciding,
  twice,
  again,
  catching,
  calling,
  calling,
];

function statement(dice: Dice, palette: Palette, depth: number): Statement {
  const makers = depth > 0 && dice(4) === 0 ? palette.nested : palette.leaves;
  return pick(dice, makers)(dice, palette, depth);
}

export interface ReadsBodies {
  readonly bodies: readonly (readonly Statement[])[];
  readonly ending: Ending;
}

export function readsBodies(dice: Dice): ReadsBodies {
  const threads = pick(dice, [1, 1, 1, 2, 2, 2, 3]);
  const palette: Palette = {
    cells: Array.from({ length: 1 + dice(2) }, () => pick(dice, CELLS)),
    references: Array.from({ length: 1 + dice(2) }, () => pick(dice, REF_CELLS)),
    threads,
    leaves: [
      pick(dice, [keepAndRead, keepAndRead, keepAndAsk]),
      ...Array.from({ length: 2 }, () => pick(dice, LEAVES)),
    ],
    nested: Array.from({ length: 2 }, () => pick(dice, NESTED)),
  };
  // What several threads do must be short: the reference search tries everything.
  const body = (length: number): Statement[] =>
    Array.from({ length }, () => statement(dice, palette, threads === 1 ? 2 : 1));
  const bodies =
    threads === 1
      ? [body(2 + dice(2))]
      : threads === 2
        ? [body(1 + dice(2)), body(1)]
        : [body(dice(2)), body(1), body(1)];
  const shared = palette.cells.filter(({ isLocal }) => isLocal !== true);
  const results = RESULTS.slice(0, threads);
  // Now and then it just ends: then there is what was thrown before, and what is done at the very end.
  const observed = dice(6) === 0 ? [] : someOf(dice, results, shared.map(observationOf));
  const [watched] = shared;
  const hasInvariant = watched !== undefined && dice(2) === 0;
  return {
    bodies,
    ending: {
      observed,
      text: `${textOfEnding(observed)}${hasInvariant ? `; always: ${watched.text} != 1` : ""}`,
      invariant: hasInvariant ? (code) => isNotOne(code, watched) : undefined,
    },
  };
}

function isNotOne(code: CodeBuilder, { get }: Cell): void {
  const [one, end] = [code.label(), code.label()];
  get(code);
  code.emit("iconst_1").emit("if_icmpeq", one).emit("iconst_1").emit("goto", end).mark(one);
  code.emit("iconst_0").mark(end);
}
