/**
 * Random programs in which something that happened early, or in another thread, decides what
 * happens much later: interrupts before any thread can observe them, monitors of Threads, hashes,
 * locks that are released in another order than usual, threads that only one other thread knows,
 * shutdown hooks. Searches skip scheduling points that seem unobservable; here some of them are
 * observed after all.
 */
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { call, type EmitCode, getStatic, make } from "../generator/bytecode.ts";
import { type Cell, observationOf } from "../generator/cells.ts";
import {
  directly,
  keep,
  PLAIN_CELLS,
  pause,
  synchronizedOn,
} from "../generator/common-statements.ts";
import { type Dice, pick, seededDice } from "../generator/dice.ts";
import { RESULTS, someOf, textOfEnding } from "../generator/exit-code.ts";
import type { Family } from "../generator/family.ts";
import { observedClasses } from "../generator/observed-classes.ts";
import { BASE, recordSmallValue, sequence } from "../generator/observed-statement.ts";
import type { RandomProgram } from "../generator/program.ts";
import { getShared, putShared, sharedClasses } from "../generator/shared-fields.ts";
import { type Statement, simple } from "../generator/statement.ts";
import { throwFail, trying } from "../generator/throwing.ts";

type StatementMaker = (dice: Dice) => Statement;

interface Thing {
  readonly text: string;
  readonly push: EmitCode;
}

const THREAD = "java/lang/Thread";
const THREAD_TYPE = `L${THREAD};`;
const STATE = "java/lang/Thread$State";
const INTERRUPTED = "java/lang/InterruptedException";
/** The values of Thread.State, in their order. */
const ENDS = [
  ["NEW", 0],
  ["TERMINATED", 5],
] as const;

const SELF: Thing = {
  text: "currentThread()",
  push: (code) => call(code, "invokestatic", THREAD, "currentThread", `()${THREAD_TYPE}`),
};
const FIRST: Thing = { text: "main", push: (code) => getShared(code, "thread") };
const SECOND: Thing = {
  text: "threads[1]",
  push: (code) => getStatic(code, "threads", "[LWorker;").emit("iconst_1").emit("aaload"),
};
/** A thread that is created before the others start, and that any of them may start. */
const THIRD: Thing = { text: "other", push: (code) => getShared(code, "other") };
const THREADS = [SELF, FIRST, SECOND, SECOND, THIRD];
const OTHERS = [FIRST, SECOND, SECOND, THIRD];

const object = (name: string, descriptor: string): Thing => ({
  text: name,
  push: (code) => getStatic(code, name, descriptor),
});
const OBJECTS = [object("n0", BASE), object("n1", BASE)];
/** More monitors than the machine records for a thread. */
const LOCKS = [
  ...OBJECTS,
  object("ints", "[I"),
  object("longs", "[J"),
  object("doubles", "[D"),
  object("bytes", "[B"),
];
const MONITORS = [...OBJECTS, SECOND, SECOND, THIRD, FIRST];

const access: StatementMaker = (dice) => {
  const cell = pick(dice, PLAIN_CELLS);
  return dice(2) === 0 ? directly(cell) : keep(cell, 1);
};

// ---- interrupts ----

const interrupt = ({ text, push }: Thing): Statement =>
  simple(`${text}.interrupt()`, (code) => {
    push(code);
    call(code, "invokevirtual", THREAD, "interrupt", "()V");
  });

const wasInterrupted = simple("acc <- Thread.interrupted()", (code) => {
  call(code, "invokestatic", THREAD, "interrupted", "()Z");
  recordSmallValue(code);
});

/** Work that is abandoned when the thread is interrupted, which is then recorded. */
const unlessInterrupted = (what: Statement): Statement =>
  trying(INTERRUPTED, [what], {
    text: "acc <- 2",
    emit: (code) => {
      code.emit("iconst_2");
      recordSmallValue(code);
    },
  });

const sleep = simple("Thread.sleep(1)", (code) => {
  call(code.emit("lconst_1"), "invokestatic", THREAD, "sleep", "(J)V");
});

const ofThread = ({ text, push }: Thing, name: string, isTimed: boolean): Statement =>
  simple(`${text}.${name}(${isTimed ? 1 : ""})`, (code) => {
    push(code);
    if (isTimed) code.emit("lconst_1");
    call(code, "invokevirtual", THREAD, name, isTimed ? "(J)V" : "()V");
  });

const join: StatementMaker = (dice) =>
  // A thread that waits for its own end, or for the first thread's, waits forever.
  unlessInterrupted(
    dice(2) === 0 ? ofThread(SECOND, "join", false) : ofThread(pick(dice, OTHERS), "join", true),
  );

// ---- monitors ----

const onObject = ({ text, push }: Thing, name: string, isTimed = false): Statement =>
  simple(`${text}.${name}(${isTimed ? 1 : ""})`, (code) => {
    push(code);
    if (isTimed) code.emit("lconst_1");
    call(code, "invokevirtual", "java/lang/Object", name, isTimed ? "(J)V" : "()V");
  });

const locked = ({ text, push }: Thing, parts: readonly Statement[]): Statement =>
  synchronizedOn(text, push, parts);

const underMonitor: StatementMaker = (dice) => {
  const monitor = pick(dice, MONITORS);
  switch (dice(6)) {
    case 0:
      return locked(monitor, [unlessInterrupted(onObject(monitor, "wait", dice(3) > 0))]);
    case 1:
      return locked(monitor, [onObject(monitor, dice(2) === 0 ? "notify" : "notifyAll")]);
    case 2:
      return locked(monitor, [join(dice)]);
    case 3:
      return locked(monitor, [startOf(THIRD)]);
    default:
      return locked(monitor, [access(dice), ...(dice(2) === 0 ? [access(dice)] : [])]);
  }
};

const onMonitor = (op: "monitorenter" | "monitorexit", { text, push }: Thing): Statement =>
  simple(`${op} ${text}`, (code) => {
    push(code);
    code.emit(op);
  });

/** Takes many monitors, and releases them in the order in which it took them. */
const manyLocks: StatementMaker = (dice) => {
  const first = dice(LOCKS.length);
  const count = 2 + dice(LOCKS.length - 1);
  const held = Array.from({ length: count }, (_, i) => LOCKS[(first + i) % LOCKS.length]!);
  const rest = 1 + dice(2);
  return sequence("many locks", [
    ...held.map((each) => onMonitor("monitorenter", each)),
    ...held.slice(0, -rest).map((each) => onMonitor("monitorexit", each)),
    access(dice),
    access(dice),
    ...held.slice(-rest).map((each) => onMonitor("monitorexit", each)),
  ]);
};

// ---- questions ----

const asked = (text: string, push: EmitCode): Statement =>
  simple(`acc <- ${text}`, (code) => {
    push(code);
    recordSmallValue(code);
  });

const about: StatementMaker = (dice) => {
  const { text, push } = pick(dice, OTHERS);
  const question = (name: string): Statement =>
    asked(`${text}.${name}()`, (code) => {
      push(code);
      call(code, "invokevirtual", THREAD, name, "()Z");
    });
  switch (dice(6)) {
    case 0:
      return question("isAlive");
    case 1:
      return question("isInterrupted");
    case 2:
    case 3: {
      const [state, ordinal] = pick(dice, ENDS);
      return asked(`${text}.getState() == ${state}`, (code) => {
        const [same, end] = [code.label(), code.label()];
        push(code);
        call(code, "invokevirtual", THREAD, "getState", `()L${STATE};`);
        call(code, "invokevirtual", STATE, "ordinal", "()I").pushInt(ordinal);
        code.emit("if_icmpeq", same).emit("iconst_0").emit("goto", end).mark(same);
        code.emit("iconst_1").mark(end);
      });
    }
    case 4:
      return asked("Thread.activeCount()", (code) => {
        call(code, "invokestatic", THREAD, "activeCount", "()I");
      });
    default: {
      const monitor = pick(dice, MONITORS);
      return asked(`Thread.holdsLock(${monitor.text})`, (code) => {
        monitor.push(code);
        call(code, "invokestatic", THREAD, "holdsLock", "(Ljava/lang/Object;)Z");
      });
    }
  }
};

const hash = (code: CodeBuilder, { push }: Thing): CodeBuilder => {
  push(code);
  return call(code, "invokevirtual", "java/lang/Object", "hashCode", "()I");
};

const hashes: StatementMaker = (dice) => {
  const one = pick(dice, OBJECTS);
  if (dice(2) === 0) {
    return simple(`${one.text}.hashCode()`, (code) => {
      hash(code, one).emit("pop");
    });
  }
  return asked("n0.hashCode() < n1.hashCode()", (code) => {
    const [less, end] = [code.label(), code.label()];
    hash(code, OBJECTS[0]!);
    hash(code, OBJECTS[1]!).emit("if_icmplt", less);
    code.emit("iconst_0").emit("goto", end).mark(less);
    code.emit("iconst_1").mark(end);
  });
};

// ---- threads that are started, and hooks ----

function startOf(thing: Thing): Statement {
  // Starting it twice is an error.
  return trying("java/lang/IllegalThreadStateException", [ofThread(thing, "start", false)], {
    text: "acc <- 1",
    emit: (code) => {
      code.emit("iconst_1");
      recordSmallValue(code);
    },
  });
}

const startAnother = simple("new Worker(9).start()", (code) => {
  make(code, "Worker", 9);
  call(code, "invokevirtual", THREAD, "start", "()V");
});

const addHook = simple("addShutdownHook(new Worker(9))", (code) => {
  call(code, "invokestatic", "java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;");
  make(code, "Worker", 9);
  call(code, "invokevirtual", "java/lang/Runtime", "addShutdownHook", `(${THREAD_TYPE})V`);
});

const makeDaemon = ({ text, push }: Thing): Statement =>
  simple(`${text}.setDaemon(true)`, (code) => {
    push(code);
    call(code.emit("iconst_1"), "invokevirtual", THREAD, "setDaemon", "(Z)V");
  });

const failIf = (cell: Cell): Statement =>
  simple(`if (${cell.text} == 1) throw`, (code) => {
    const end = code.label();
    cell.get(code);
    code.emit("iconst_1").emit("if_icmpne", end);
    throwFail(code, (to) => to.emit("iconst_1"));
    code.mark(end);
  });

// ---- programs ----

const DEEDS: readonly StatementMaker[] = [
  access,
  access,
  access,
  access,
  (dice) => interrupt(pick(dice, THREADS)),
  (dice) => interrupt(pick(dice, THREADS)),
  () => wasInterrupted,
  () => unlessInterrupted(sleep),
  join,
  underMonitor,
  underMonitor,
  underMonitor,
  manyLocks,
  about,
  about,
  hashes,
  () => startOf(THIRD),
  (dice) => (dice(3) === 0 ? startAnother : startOf(THIRD)),
];

/** Code that runs while there is only one thread. */
const EARLY: readonly StatementMaker[] = [
  (dice) => interrupt(pick(dice, THREADS)),
  (dice) => interrupt(pick(dice, THREADS)),
  hashes,
  () => addHook,
  (dice) => makeDaemon(pick(dice, [SECOND, THIRD])),
  () => startOf(THIRD),
  (dice) => locked(pick(dice, MONITORS), [pause(dice)]),
];

function longRangeProgram(seed: number): RandomProgram {
  const dice = seededDice(seed ^ 0x165667b1);
  const some = (count: number, from: readonly StatementMaker[]): Statement[] =>
    Array.from({ length: count }, () => pick(dice, from)(dice));
  const early = some(dice(3), EARLY);
  const bodies = [some(1 + dice(2), DEEDS), some(1 + dice(3), DEEDS)];
  const watched = pick(dice, PLAIN_CELLS);
  const late = dice(2) === 0 ? [failIf(watched)] : some(1, DEEDS);
  const observed = someOf(
    dice,
    [...RESULTS.slice(0, 2), RESULTS[3]!],
    PLAIN_CELLS.map(observationOf),
  );
  return {
    seed,
    surroundings: SURROUNDINGS,
    early,
    bodies,
    late,
    keepsInLocals: false,
    ending: { observed, text: textOfEnding(observed) },
  };
}

/** Stores the main thread, and a thread that runs none of the bodies, where all threads find them. */
function prepare(code: CodeBuilder): void {
  SELF.push(code);
  putShared(code, "thread");
  make(code, "Worker", 9);
  putShared(code, "other");
}

const SURROUNDINGS = observedClasses(prepare, sharedClasses);

export const longRange = {
  name: "long-range",
  about: "an early action, or another thread's, decides something much later",
  mayNeedJdk: false,
  generate: longRangeProgram,
} as const satisfies Family;
