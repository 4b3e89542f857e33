/**
 * What the threads of a random program share: memory locations that hold an int, and guards under which the
 * threads usually access them.
 */
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getField, getStatic, putField, putStatic } from "../../generator/bytecode.ts";
import { type Dice, pick } from "../../generator/dice.ts";
import { LOCKS, NODES } from "../../generator/plain-fields.ts";
import type { Need } from "../../generator/setup.ts";
import { inside, OBJECT, recordValue, type Statement, simple } from "../../generator/statement.ts";

/** A memory location. Its target (an object, or an array and an index) is pushed first. */
export interface MemoryLocation {
  readonly text: string;
  readonly needs?: readonly Need[];
  readonly target: (code: CodeBuilder) => void;
  /** The instruction that duplicates the target. */
  readonly dup: "dup" | "dup2" | null;
  readonly load: (code: CodeBuilder) => void;
  readonly store: (code: CodeBuilder) => void;
}

const staticPlace = (name: string): MemoryLocation => ({
  text: name,
  target: () => {},
  dup: null,
  load: (code) => getStatic(code, name, "I"),
  store: (code) => putStatic(code, name, "I"),
});

const fieldPlace = (
  text: string,
  target: (code: CodeBuilder) => void,
  name: string,
  needs: readonly Need[] = [],
): MemoryLocation => ({
  text: `${text}.${name}`,
  needs,
  target,
  dup: "dup",
  load: (code) => getField(code, "Node", name, "I"),
  store: (code) => putField(code, "Node", name, "I"),
});

const elementPlace = (index: number): MemoryLocation => ({
  text: `ints[${index}]`,
  target: (code) => getStatic(code, "ints", "[I").pushInt(index),
  dup: "dup2",
  load: (code) => code.emit("iaload"),
  store: (code) => code.emit("iastore"),
});

const next = (code: CodeBuilder): void => {
  NODES["n0"]!(code);
  getField(code, "Node", "next", "LNode;");
};
const inArray = (code: CodeBuilder): void => {
  getStatic(code, "objs", `[${OBJECT}`).emit("iconst_0").emit("aaload").emit("checkcast", "Node");
};

export const PLACES: readonly MemoryLocation[] = [
  staticPlace("g0"),
  staticPlace("g0"),
  staticPlace("g1"),
  staticPlace("v0"),
  fieldPlace("n0", NODES["n0"]!, "a"),
  fieldPlace("n0", NODES["n0"]!, "a"),
  fieldPlace("n1", NODES["n1"]!, "a"),
  fieldPlace("n0", NODES["n0"]!, "v"),
  fieldPlace("n0.next", next, "a", ["next"]),
  fieldPlace("objs[0]", inArray, "a", ["element"]),
  elementPlace(0),
  elementPlace(0),
  elementPlace(1),
];

// ---- accesses ----

export function readPlace(place: MemoryLocation): Statement {
  return simple(
    `acc <- ${place.text}`,
    (code) => {
      place.target(code);
      place.load(code);
      recordValue(code);
    },
    place.needs,
  );
}

export function writePlace(place: MemoryLocation, value: number): Statement {
  return simple(
    `${place.text} = ${value}`,
    (code) => {
      place.target(code);
      code.pushInt(value);
      place.store(code);
    },
    place.needs,
  );
}

function addToPlace(place: MemoryLocation, value: number): Statement {
  return simple(
    `${place.text} += ${value}`,
    (code) => {
      place.target(code);
      if (place.dup !== null) code.emit(place.dup);
      place.load(code);
      code.pushInt(value).emit("iadd");
      place.store(code);
    },
    place.needs,
  );
}

export function accessPlace(dice: Dice, place: MemoryLocation): Statement {
  switch (dice(4)) {
    case 0:
      return writePlace(place, 1 + dice(2));
    case 1:
      return addToPlace(place, 1);
    default:
      return readPlace(place);
  }
}

// ---- guards ----

export interface Guard {
  readonly text: string;
  readonly needs?: readonly Need[];
  /** The locked object, for threads that wait on it; null if none can. */
  readonly monitor: ((code: CodeBuilder) => void) | null;
  readonly enter: (code: CodeBuilder, local: number) => void;
  readonly leave: (code: CodeBuilder, local: number) => void;
}

const monitor = (text: string, object: (code: CodeBuilder) => void): Guard => ({
  text: `synchronized (${text})`,
  monitor: object,
  enter: (code, local) => {
    object(code);
    code.emit("dup").emit("astore", local).emit("monitorenter");
  },
  leave: (code, local) => {
    code.emit("aload", local).emit("monitorexit");
  },
});

const LOCK = "java/util/concurrent/locks/ReentrantLock";
const READ_WRITE = "java/util/concurrent/locks/ReentrantReadWriteLock";
const SEMAPHORE = "java/util/concurrent/Semaphore";

const locked = (
  text: string,
  need: Need,
  owner: string,
  names: readonly [string, string],
  object: (code: CodeBuilder) => void,
): Guard => ({
  text,
  needs: [need],
  monitor: null,
  enter: (code, local) => {
    object(code);
    code.emit("dup").emit("astore", local);
    call(code, "invokevirtual", owner, names[0], "()V");
  },
  leave: (code, local) => {
    code.emit("aload", local);
    call(code, "invokevirtual", owner, names[1], "()V");
  },
});

const side = (name: "readLock" | "writeLock", type: "ReadLock" | "WriteLock"): Guard =>
  locked(`rw.${name}`, "rw", `${READ_WRITE}$${type}`, ["lock", "unlock"], (code) => {
    getStatic(code, "rw", `L${READ_WRITE};`);
    call(code, "invokevirtual", READ_WRITE, name, `()L${READ_WRITE}$${type};`);
  });

const reentrant = (name: "l0" | "l1"): Guard =>
  locked(name, name, LOCK, ["lock", "unlock"], (code) => getStatic(code, name, `L${LOCK};`));

/** The guards that need no JDK, and all guards; the first ones are listed twice. */
export const MONITORS: readonly Guard[] = [
  monitor("n0", LOCKS["n0"]!),
  monitor("n0", LOCKS["n0"]!),
  monitor("n1", LOCKS["n1"]!),
  monitor("Main.class", (code) => code.pushClass("Main")),
  monitor("threads[1]", LOCKS["threads[1]"]!),
  monitor("ints", (code) => getStatic(code, "ints", "[I")),
];
export const JDK_GUARDS: readonly Guard[] = [
  reentrant("l0"),
  reentrant("l0"),
  reentrant("l1"),
  side("readLock", "ReadLock"),
  side("writeLock", "WriteLock"),
  locked("sem", "sem", SEMAPHORE, ["acquire", "release"], (code) =>
    getStatic(code, "sem", `L${SEMAPHORE};`),
  ),
];

/**
 * Runs the parts with the guard held. After an exception the guard is released, unless that is left out on
 * purpose.
 */
export function under(guard: Guard, parts: readonly Statement[], forgets = false): Statement {
  const text = forgets ? `${guard.text} without finally` : guard.text;
  return inside(
    text,
    parts,
    (to, all) => {
      const { code } = to;
      const lock = to.local();
      const thrown = to.local();
      const [start, end, handler, done] = [code.label(), code.label(), code.label(), code.label()];
      guard.enter(code, lock);
      code.mark(start);
      all();
      guard.leave(code, lock);
      code.mark(end);
      if (forgets) return;
      code.emit("goto", done).mark(handler);
      code.emit("astore", thrown);
      guard.leave(code, lock);
      code.emit("aload", thrown).emit("athrow").mark(done);
      code.handler(start, end, handler, null);
    },
    guard.needs,
  );
}

/** One or two accesses under a guard. */
export const accessGuarded = (
  dice: Dice,
  guard: Guard,
  places: readonly MemoryLocation[],
): Statement =>
  under(
    guard,
    Array.from({ length: 1 + dice(2) }, () => accessPlace(dice, pick(dice, places))),
  );
