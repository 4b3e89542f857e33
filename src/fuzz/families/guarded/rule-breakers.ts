/**
 * Statements that only some schedules reach and that break a rule: use a location without its guard, write
 * what was never written again, start a thread, end the program. A checker that trusts what it has seen so
 * far misses their outcomes.
 */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getField, getStatic, make, putField, putStatic } from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { NODE } from "../../generator/plain-fields.ts";
import {
  type Emitter,
  inside,
  LAST,
  OBJECT,
  P,
  Q,
  recordValue,
  type Statement,
  simple,
} from "../../generator/statement.ts";
import { type Guard, type MemoryLocation, under } from "./locations.ts";

/** Runs the parts if the last value seen was `value`. */
const ifLast = (value: number, parts: readonly Statement[]): Statement =>
  conditional(`if (last == ${value})`, parts, (code, end) => {
    code.emit("iload", LAST).pushInt(value).emit("if_icmpne", end);
  });

/** Runs the parts after the threads have reached a phase. */
export const ifPhase = (value: number, parts: readonly Statement[]): Statement =>
  conditional(`if (phase == ${value})`, parts, (code, end) => {
    getStatic(code, "phase", "I").pushInt(value).emit("if_icmpne", end);
  });

const ifChosen = (parts: readonly Statement[]): Statement =>
  conditional("if (Verify.getBoolean())", parts, (code, end) => {
    call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z").emit("ifeq", end);
  });

type Label = ReturnType<CodeBuilder["label"]>;

function conditional(
  text: string,
  parts: readonly Statement[],
  test: (code: CodeBuilder, end: Label) => void,
): Statement {
  return inside(text, parts, (to: Emitter, all) => {
    const end = to.code.label();
    test(to.code, end);
    all();
    to.code.mark(end);
  });
}

export function rarely(dice: Dice, parts: readonly Statement[]): Statement {
  switch (dice(8)) {
    case 0:
      return ifPhase(1, parts);
    case 1:
      return ifChosen(parts);
    default:
      return ifLast(dice(4), parts);
  }
}

export const setPhase = simple("phase = 1", (code) => {
  code.emit("iconst_1");
  putStatic(code, "phase", "I");
});

// ---- rare statements ----

export const startLate = (isDaemon: boolean): Statement =>
  simple(`${isDaemon ? "daemon " : ""}new Worker(9).start()`, (code) => {
    make(code, "Worker", 9);
    code.emit("dup");
    if (isDaemon) {
      code.emit("dup").emit("iconst_1");
      call(code, "invokevirtual", "Worker", "setDaemon", "(Z)V");
    }
    call(code, "invokevirtual", "Worker", "start", "()V").emit("pop");
  });

export const exit = (status: number): Statement =>
  simple(`System.exit(${status})`, (code) => {
    code.pushInt(status);
    call(code, "invokestatic", "java/lang/System", "exit", "(I)V");
  });

const divide = simple("acc <- 1 / last", (code) => {
  code.emit("iconst_1").emit("iload", LAST).emit("idiv");
  recordValue(code);
});

export const throwIt = simple("throw new IllegalStateException()", (code) => {
  const end = code.label();
  // The following code must stay reachable.
  code.emit("iload", LAST).pushInt(99).emit("if_icmpeq", end);
  code.emit("new", "java/lang/IllegalStateException").emit("dup");
  call(code, "invokespecial", "java/lang/IllegalStateException", "<init>", "()V");
  code.emit("athrow").mark(end);
});

export const ignoreZero = simple("Verify.ignoreIf(last == 0)", (code) => {
  const [other, end] = [code.label(), code.label()];
  code.emit("iload", LAST).emit("ifne", other).emit("iconst_1");
  code.emit("goto", end).mark(other);
  code.emit("iconst_0").mark(end);
  call(code, "invokestatic", "deadwood/Verify", "ignoreIf", "(Z)V");
});

/** A statement with a drastic effect. */
export function drastic(dice: Dice): Statement {
  switch (dice(8)) {
    case 0:
      return exit(3);
    case 1:
      return divide;
    case 2:
      return throwIt;
    case 3:
      return ignoreZero;
    default:
      return startLate(dice(4) === 0);
  }
}

// ---- objects that change hands ----

interface Slot {
  readonly text: string;
  readonly put: (code: CodeBuilder, value: (code: CodeBuilder) => void) => void;
  readonly get: (code: CodeBuilder) => void;
}

export const SLOTS: readonly Slot[] = [
  {
    text: "s",
    put: (code, value) => {
      value(code);
      putStatic(code, "s", NODE);
    },
    get: (code) => getStatic(code, "s", NODE),
  },
  {
    text: "n1.next",
    put: (code, value) => {
      getStatic(code, "n1", NODE);
      value(code);
      putField(code, "Node", "next", NODE);
    },
    get: (code) => {
      getStatic(code, "n1", NODE);
      getField(code, "Node", "next", NODE);
    },
  },
  {
    text: "objs[1]",
    put: (code, value) => {
      getStatic(code, "objs", `[${OBJECT}`).emit("iconst_1");
      value(code);
      code.emit("aastore");
    },
    get: (code) => {
      getStatic(code, "objs", `[${OBJECT}`).emit("iconst_1").emit("aaload");
      code.emit("checkcast", "Node");
    },
  },
];

const makeNode = (value: number): Statement =>
  simple(`p = new Node(${value})`, (code) => {
    make(code, "Node", value);
    code.emit("astore", P);
  });

const give = (slot: Slot): Statement =>
  simple(`${slot.text} = p`, (code) => {
    slot.put(code, (to) => {
      to.emit("aload", P);
    });
  });

const take = (slot: Slot, empties: boolean): Statement =>
  simple(`q = ${slot.text}${empties ? `; ${slot.text} = null` : ""}`, (code) => {
    slot.get(code);
    code.emit("astore", Q);
    if (empties) {
      slot.put(code, (to) => {
        to.emit("aconst_null");
      });
    }
  });

/** An access to p or q, unless it is null. */
export function use(dice: Dice, name: "p" | "q"): Statement {
  const local = name === "p" ? P : Q;
  const isWrite = dice(2) === 0;
  const field = pick(dice, ["a", "a", "v"]);
  const text = isWrite ? `${name}.${field}++` : `acc <- ${name}.${field}`;
  return simple(`if (${name} != null) ${text}`, (code) => {
    const end = code.label();
    code.emit("aload", local).emit("ifnull", end).emit("aload", local);
    if (isWrite) code.emit("dup");
    getField(code, "Node", field, "I");
    if (isWrite) {
      code.emit("iconst_1").emit("iadd");
      putField(code, "Node", field, "I");
    } else recordValue(code);
    code.mark(end);
  });
}

const maybeUnder = (guard: Guard | null, parts: readonly Statement[]): Statement[] =>
  guard === null ? [...parts] : [under(guard, parts)];

/** Creates an object, fills it while it is private, hands it over, and sometimes uses it after that. */
export function publisher(dice: Dice, slot: Slot, guard: Guard | null): Statement[] {
  const after =
    dice(3) === 0 ? [rarely(dice, [use(dice, "p")])] : dice(3) === 0 ? [use(dice, "p")] : [];
  return [makeNode(1 + dice(2)), use(dice, "p"), ...maybeUnder(guard, [give(slot)]), ...after];
}

/** Takes the object that was handed over and uses it, with or without the guard. */
export function consumer(dice: Dice, slot: Slot, guard: Guard | null): Statement[] {
  const inGuard = dice(4) === 0;
  const taking = [take(slot, dice(2) === 0), ...(inGuard ? [use(dice, "q")] : [])];
  return [...maybeUnder(guard, taking), use(dice, "q")];
}

// ---- loops ----

/** Spins until a location has a value, possibly forever. */
export const spinUntil = (place: MemoryLocation, value: number): Statement =>
  inside(
    `while (${place.text} != ${value}) Thread.yield()`,
    [],
    ({ code }) => {
      const end = code.label();
      const start = code.mark();
      place.target(code);
      place.load(code);
      code.pushInt(value).emit("if_icmpeq", end);
      call(code, "invokestatic", "java/lang/Thread", "yield", "()V");
      code.emit("goto", start).mark(end);
    },
    place.needs,
  );

/** Chooses until a location has a value: a cycle of choices. */
export const chooseUntil = (place: MemoryLocation, value: number): Statement =>
  inside(
    `while (${place.text} != ${value}) Verify.getBoolean()`,
    [],
    ({ code }) => {
      const end = code.label();
      const start = code.mark();
      place.target(code);
      place.load(code);
      code.pushInt(value).emit("if_icmpeq", end);
      call(code, "invokestatic", "deadwood/Verify", "getBoolean", "()Z").emit("pop");
      code.emit("goto", start).mark(end);
    },
    place.needs,
  );

/** Counts modulo three, under a guard, until it reaches 0. */
export const cycleModulo3 = (guard: Guard, place: MemoryLocation): Statement => {
  const seen = simple(
    `last = ${place.text} = (${place.text} + 1) % 3`,
    (code) => {
      place.target(code);
      if (place.dup !== null) code.emit(place.dup);
      place.load(code);
      code.emit("iconst_1").emit("iadd").emit("iconst_3").emit("irem");
      code.emit("dup").emit("istore", LAST);
      place.store(code);
    },
    place.needs,
  );
  return inside("do-while (last != 0)", [under(guard, [seen])], (to, all) => {
    const start = to.code.mark();
    all();
    to.code.emit("iload", LAST).emit("ifne", start);
  });
};
