/**
 * Random programs with values that are dead, or only seem to be. A few cells get one of two
 * values, something makes the search store a state, and then the program reads the cells in one
 * of many ways, overwrites them, or never looks at them again. Exit codes and exceptions show
 * what was read.
 */

import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { ACC_SYNCHRONIZED } from "../../../classfile/format/access-flags.ts";
import { call, getField, getStatic, make, putField, putStatic } from "../../generator/bytecode.ts";
import { CELLS, type Cell, observationOf } from "../../generator/cells.ts";
import {
  findLock,
  keep,
  keepChoice,
  pause,
  synchronizedOn,
  toggleUnderLock,
} from "../../generator/common-statements.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { RESULTS, someOf, textOfEnding } from "../../generator/exit-code.ts";
import { observedClasses } from "../../generator/observed-classes.ts";
import { BASE, inMethod, recordSmallValue, sequence } from "../../generator/observed-statement.ts";
import type { RandomProgram } from "../../generator/program.ts";
import {
  keepOne,
  keepValue,
  REF_CELLS,
  type RefCell,
  SHARED_CELLS,
} from "../../generator/reference-cells.ts";
import { choose } from "../../generator/shared-fields.ts";
import { ACC, inside, LAST, OBJECT, P, type Statement, simple } from "../../generator/statement.ts";
import { throwFail, trying } from "../../generator/throwing.ts";
import { interruptedEarly, readSomehow } from "./read-forms.ts";
import { aboutArrays, askSomething } from "./references.ts";

/** Few cells, so that what is written is read. */
interface StatementMix {
  readonly cells: readonly Cell[];
  readonly references: readonly RefCell[];
  readonly threads: number;
  readonly leaves: readonly MixedMaker[];
  readonly nested: readonly MixedMaker[];
}

type MixedMaker = (dice: Dice, mix: StatementMix, depth: number) => Statement;

// ---- writes and reads ----

/** Stores a value, makes the search store a state, and possibly reads the value. */
const keepAndRead: MixedMaker = (dice, { cells }) => {
  // A cell that no other thread knows is read in this way or not at all.
  const cell = pick(dice, dice(2) === 0 ? cells : CELLS);
  const end = dice(5) === 0 ? keep(cell, dice(2)) : readSomehow(dice, cell);
  return sequence("keep and read", [keepChoice(cell), pause(dice), end]);
};

const keepAndAsk: MixedMaker = (dice, { references }) => {
  const cell = pick(dice, references);
  const question = askSomething(dice, cell, pick(dice, references));
  return sequence("keep and ask", [keepOne(dice, cell), pause(dice), question]);
};

const arrays: MixedMaker = (dice) => sequence("arrays", aboutArrays(dice, pause(dice)));

/** One thread takes a lock that it must find; the other has one, and undoes what it did. */
const locks: MixedMaker = (dice) => (dice(2) === 0 ? findLock(dice) : toggleUnderLock());

// ---- values that nothing depends on ----

/** A counter that is never read. */
const count: MixedMaker = (dice, { cells }) => {
  const cell = pick(dice, cells);
  const isOwn = dice(2) === 0;
  return simple(`hits = (hits + ${isOwn ? "1" : cell.text}) & 3`, (code) => {
    getStatic(code, "hits", "I");
    if (isOwn) code.emit("iconst_1");
    else cell.get(code);
    putStatic(code.emit("iadd").emit("iconst_3").emit("iand"), "hits", "I");
  });
};

/** An object that is created and dropped. */
const waste: MixedMaker = (dice, { references }) => keepValue(dice, pick(dice, references));

// ---- what is seen ----

const observe: MixedMaker = (dice) => {
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

/** The constructor stores the object before it sets the final field. */
const leaking: MixedMaker = (dice) =>
  dice(2) === 0
    ? simple("new Early(7)", (code) => {
        make(code, EARLY, 7);
        code.emit("pop");
      })
    : simple("if (o instanceof Early) acc <- o.f, o.f", (code) => {
        const end = code.label();
        getStatic(code, "o", OBJECT).emit("dup").emit("astore", P).emit("instanceof", EARLY);
        code.emit("ifeq", end);
        // Read it twice: it may be set in between.
        for (let i = 0; i < 2; i++) {
          getField(code.emit("aload", P).emit("checkcast", EARLY), EARLY, "f", "I");
          recordSmallValue(code);
        }
        code.mark(end);
      });

/** An object shares what it refers to: both threads have it in a local and increment it. */
const sharing: MixedMaker = (dice) => {
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
      recordSmallValue(code);
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
  recordSmallValue(code);
});

const interrupt: MixedMaker = (dice, { threads }) => {
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

const locking: MixedMaker = (dice, mix, depth) => {
  const name = pick(dice, ["n0", "n0", "n1"]);
  return synchronizedOn(name, (code) => getStatic(code, name, BASE), some(dice, mix, depth));
};

const pushN0 = (code: CodeBuilder): CodeBuilder => getStatic(code, "n0", BASE);

const ofObject = (name: string, descriptor: string): Statement =>
  simple(`n0.${name}(${descriptor === "(J)V" ? "1" : ""})`, (code) => {
    pushN0(code);
    if (descriptor === "(J)V") code.emit("lconst_1");
    call(code, "invokevirtual", "java/lang/Object", name, descriptor);
  });

const waiting: MixedMaker = (dice) => {
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

const some = (dice: Dice, mix: StatementMix, depth: number): Statement[] =>
  Array.from({ length: 1 + dice(2) }, () => statement(dice, mix, depth - 1));

const deciding: MixedMaker = (dice, mix, depth) => {
  const cell = pick(dice, mix.cells);
  const value = dice(2);
  return inside(`if (${cell.text} == ${value})`, some(dice, mix, depth), ({ code }, all) => {
    const end = code.label();
    cell.get(code);
    code.pushInt(value).emit("if_icmpne", end);
    all();
    code.mark(end);
  });
};

const twice: MixedMaker = (dice, mix, depth) =>
  inside("twice", some(dice, mix, depth), (to, all) => {
    const { code } = to;
    const counter = to.local();
    code.emit("iconst_2").emit("istore", counter);
    const start = code.mark();
    all();
    code.emit("iinc", counter, -1).emit("iload", counter).emit("ifgt", start);
  });

/** A loop that may run forever. */
const again: MixedMaker = (dice, mix, depth) =>
  inside("do-while (Verify.getBoolean())", some(dice, mix, depth), ({ code }, all) => {
    const start = code.mark();
    all();
    choose(code);
    code.emit("ifne", start);
  });

const spinUntil: MixedMaker = (dice, { cells }) => {
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

const catching: MixedMaker = (dice, mix, depth) =>
  trying(
    pick(dice, ["java/lang/RuntimeException", "java/lang/Throwable", null]),
    some(dice, mix, depth),
    {
      text: "acc <- 6",
      emit: (code) => {
        recordSmallValue(code.pushInt(6));
      },
    },
  );

const calling: MixedMaker = (dice, mix, depth) => {
  const isSynchronized = dice(4) === 0;
  const text = isSynchronized ? "synchronized call" : "call";
  return inMethod(text, some(dice, mix, depth), isSynchronized ? ACC_SYNCHRONIZED : 0);
};

const LEAVES: readonly MixedMaker[] = [
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
  spinUntil,
  leaking,
  leaking,
  sharing,
  arrays,
  (dice) => interruptedEarly(dice),
  locks,
  locks,
];
const NESTED: readonly MixedMaker[] = [
  locking,
  locking,
  deciding,
  twice,
  again,
  catching,
  calling,
  calling,
];

function statement(dice: Dice, mix: StatementMix, depth: number): Statement {
  const makers = depth > 0 && dice(4) === 0 ? mix.nested : mix.leaves;
  return pick(dice, makers)(dice, mix, depth);
}

const SURROUNDINGS = observedClasses();

export function deadValuesProgram(seed: number, dice: Dice): RandomProgram {
  const threads = pick(dice, [1, 1, 1, 2, 2, 2, 3]);
  const mix: StatementMix = {
    cells: Array.from({ length: 1 + dice(2) }, () => pick(dice, CELLS)),
    references: Array.from({ length: 1 + dice(2) }, () => pick(dice, REF_CELLS)),
    threads,
    leaves: [
      pick(dice, [keepAndRead, keepAndRead, keepAndAsk]),
      ...Array.from({ length: 2 }, () => pick(dice, LEAVES)),
    ],
    nested: Array.from({ length: 2 }, () => pick(dice, NESTED)),
  };
  // Threads must be short, because the reference search explores everything.
  const body = (length: number): Statement[] =>
    Array.from({ length }, () => statement(dice, mix, threads === 1 ? 2 : 1));
  const bodies =
    threads === 1
      ? [body(2 + dice(2))]
      : threads === 2
        ? [body(1 + dice(2)), body(1)]
        : [body(dice(2)), body(1), body(1)];
  const shared = mix.cells.filter(({ isLocal }) => isLocal !== true);
  const results = RESULTS.slice(0, threads);
  // Sometimes the program observes nothing at its end; then only exceptions and shutdown hooks show
  // something.
  const observed = dice(6) === 0 ? [] : someOf(dice, results, shared.map(observationOf));
  const [watched] = shared;
  const hasInvariant = watched !== undefined && dice(2) === 0;
  return {
    seed,
    surroundings: SURROUNDINGS,
    late: [],
    keepsInLocals: false,
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
