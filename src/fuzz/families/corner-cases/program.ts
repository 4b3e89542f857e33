/**
 * Random programs for what the other kinds hardly ever come to. Threads whose next
 * steps have to do with each other or not, as a choice will have it, for searches that
 * leave out orders of steps; permits that are given or not; handlers of exceptions that
 * nobody catches; which object was hashed first; bytes that share a word; exceptions
 * and threads that are kept; objects that are taken back.
 */

import { ClassAssembler } from "../../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { ACC_PUBLIC, ACC_STATIC } from "../../../classfile/format/access-flags.ts";
import { CELLS, type Cell, observationOf } from "../../generator/cells.ts";
import type { Dice } from "../../generator/dice.ts";
import {
  type Ending,
  type Observation,
  RESULTS,
  someOf,
  textOfEnding,
} from "../../generator/exit-code.ts";
import { note, sequence } from "../../generator/observed-statement.ts";
import { call, getStatic, make } from "../../generator/plain-classes.ts";
import {
  BOX,
  choose,
  OWN,
  OWN_FIELDS,
  own,
  putOwn,
  SEMAPHORE,
} from "../../generator/shared-fields.ts";
import { inside, pick, type Statement, simple } from "../../generator/statement.ts";
import { findLock, toggleUnderLock } from "../dead-values/program.ts";
import { directly, pause } from "../dead-values/read-forms.ts";
import { handlers } from "./handlers.ts";
import {
  aboutBytes,
  aboutEnded,
  aboutHashes,
  aboutKnown,
  aboutOneOfTwo,
  aboutTold,
} from "./identity.ts";
import { boxClass, publishing } from "./publication.ts";

export interface CornersBodies {
  readonly bodies: readonly (readonly Statement[])[];
  readonly ending: Ending;
}

interface Shape {
  readonly bodies: readonly (readonly Statement[])[];
  /** What is shown at the end besides what threads have seen. */
  readonly shared: readonly Observation[];
}

type Maker = (dice: Dice) => Shape;

const list = (dice: Dice, length: number, one: (dice: Dice) => Statement): Statement[] =>
  Array.from({ length }, () => one(dice));

// ---- steps that have to do with each other, or not ----

/** Each access is one step, and nothing else. */
const PLAIN = CELLS.filter(({ text }) => ["i", "k", "v", "z"].includes(text));

const put = ({ text, put: keep }: Cell, value: number): Statement =>
  simple(`${text} = ${value}`, (code) => {
    keep(code, (to) => to.pushInt(value));
  });

/** One step or another, and the same place after both. */
const either = (one: Statement, other: Statement): Statement =>
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

const when = (cell: Cell, value: number, then: Statement): Statement =>
  inside(`if (${cell.text} == ${value})`, [then], ({ code }, all) => {
    const end = code.label();
    cell.get(code);
    code.pushInt(value).emit("if_icmpne", end);
    all();
    code.mark(end);
  });

/** Accesses of few cells: reads, and writes that are followed by others. */
function access(dice: Dice, cells: readonly Cell[]): Statement {
  const cell = pick(dice, cells);
  const write = (): Statement => put(pick(dice, cells), dice(2));
  switch (dice(8)) {
    case 0:
    case 1:
      return directly(cell);
    case 2:
      return write();
    case 3:
      return when(cell, dice(2), write());
    case 4:
      return either(write(), directly(cell));
    default:
      return sequence("one of two, and over it", [either(write(), put(cell, 1)), put(cell, 0)]);
  }
}

const orders: Maker = (dice) => {
  const cells = [pick(dice, PLAIN), pick(dice, PLAIN)];
  const some = (length: number): Statement[] => list(dice, length, () => access(dice, cells));
  const reader = [directly(cells[0]!), ...some(dice(2))];
  const two = dice(3) === 0 ? [some(1), reader] : [reader, some(1 + dice(2))];
  return { bodies: dice(4) === 0 ? [[], ...two] : two, shared: cells.map(observationOf) };
};

/** The same, going round: states are come back to. */
const rounds: Maker = (dice) => {
  const cells = [pick(dice, PLAIN), pick(dice, PLAIN)];
  const turn = (): Statement =>
    inside("do-while (Verify.getBoolean())", [access(dice, cells)], ({ code }, all) => {
      const start = code.mark();
      all();
      choose(code);
      code.emit("ifne", start);
    });
  const body = dice(2) === 0 ? [directly(cells[0]!)] : [turn()];
  return { bodies: [body, [turn()]], shared: [] };
};

// ---- permits ----

const permit = (text: string, name: string, descriptor: string): Statement =>
  simple(text, (code) => {
    own(code, "sem");
    call(code, "invokevirtual", SEMAPHORE, name, descriptor);
    if (descriptor === "()Z") note(code);
  });

const release = permit("sem.release()", "release", "()V");
const releaseOrNot = inside("if (Verify.getBoolean())", [release], ({ code }, all) => {
  const end = code.label();
  choose(code);
  code.emit("ifeq", end);
  all();
  code.mark(end);
});
const acquire = permit("sem.acquireUninterruptibly()", "acquireUninterruptibly", "()V");
const tryAcquire = permit("acc <- sem.tryAcquire()", "tryAcquire", "()Z");

const permits: Maker = (dice) => {
  const cell = pick(dice, PLAIN);
  const give = (): Statement[] => [
    ...(dice(2) === 0 ? [put(cell, 1)] : []),
    pick(dice, [release, releaseOrNot, releaseOrNot]),
    ...(dice(2) === 0 ? [pause(dice)] : []),
  ];
  const take = (): Statement[] => [
    pick(dice, [acquire, acquire, tryAcquire]),
    dice(2) === 0 ? directly(cell) : put(cell, 1),
  ];
  const bodies =
    dice(8) === 0 ? [give(), take(), take()] : dice(2) === 0 ? [give(), take()] : [take(), give()];
  return { bodies, shared: [observationOf(cell)] };
};

// ---- a lock that has to be found ----

const locks: Maker = (dice) => {
  const two = [[findLock(dice)], [toggleUnderLock()]];
  return { bodies: dice(2) === 0 ? two : two.toReversed(), shared: [] };
};

// ---- one thread ----

const KEPT = [
  aboutHashes,
  aboutHashes,
  aboutBytes,
  aboutKnown,
  aboutEnded,
  aboutOneOfTwo,
  aboutTold,
];

const kept: Maker = (dice) => {
  const about = (): Statement => pick(dice, KEPT)(dice);
  // What is made behind a choice is not the same on all paths.
  const isLate = dice(2) === 0;
  const all = list(dice, 1 + dice(2), about);
  return { bodies: [isLate ? [pause(dice), ...all] : all], shared: [] };
};

const uncaught: Maker = (dice) => {
  const cell = pick(dice, PLAIN);
  const [first, second] = handlers(dice, cell);
  const bodies = dice(2) === 0 ? [first, second] : [second, first];
  return { bodies, shared: [OUT] };
};

// ---- objects that are taken back ----

const published: Maker = (dice) => {
  const [writer, reader] = publishing(dice);
  const bodies = dice(2) === 0 ? [[writer], [reader]] : [[reader], [writer]];
  return { bodies, shared: [] };
};

const OUT: Observation = { text: "out", push: (code) => getStatic(code, "out", "I") };

const SHAPES: readonly Maker[] = [
  orders,
  orders,
  orders,
  rounds,
  permits,
  locks,
  kept,
  kept,
  uncaught,
  published,
];

export function cornersBodies(dice: Dice): CornersBodies {
  const { bodies, shared } = pick(dice, SHAPES)(dice);
  const results = RESULTS.slice(0, bodies.length);
  const observed = someOf(dice, results, shared);
  return { bodies, ending: { observed, text: textOfEnding(observed) } };
}

/** What these programs have besides the classes of those that read in many ways. */
export function cornersClasses(): ClassAssembler[] {
  const cls = new ClassAssembler({ name: OWN });
  for (const [name, descriptor] of Object.entries(OWN_FIELDS)) {
    cls.field(ACC_PUBLIC | ACC_STATIC, name, descriptor);
  }
  return [cls, boxClass()];
}

/** Before the threads start. */
export function prepareCorners(code: CodeBuilder): void {
  code.emit("new", SEMAPHORE).emit("dup").emit("iconst_0");
  call(code, "invokespecial", SEMAPHORE, "<init>", "(I)V");
  putOwn(code, "sem");
  make(code, BOX, 0);
  putOwn(code, "outer");
}
