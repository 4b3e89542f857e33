/**
 * Random programs for situations that the other families almost never produce: threads whose
 * next steps conflict or not, depending on a choice (for sleep sets); permits that are released
 * or not; handlers of uncaught exceptions; which object was hashed first; bytes that share a
 * word; exceptions and threads that are kept; objects that are published and taken back.
 */

import type { CodeBuilder } from "../../../classfile/assembling/code-builder.ts";
import { call, getStatic, make } from "../../generator/bytecode.ts";
import { type Cell, observationOf } from "../../generator/cells.ts";
import {
  directly,
  findLock,
  keep,
  oneOfTwo,
  PLAIN_CELLS,
  pause,
  toggleUnderLock,
} from "../../generator/common-statements.ts";
import { type Dice, pick, seededDice } from "../../generator/dice.ts";
import { type Observation, RESULTS, someOf, textOfEnding } from "../../generator/exit-code.ts";
import type { Family } from "../../generator/family.ts";
import { observedClasses } from "../../generator/observed-classes.ts";
import { recordSmallValue, sequence } from "../../generator/observed-statement.ts";
import type { RandomProgram } from "../../generator/program.ts";
import {
  BOX,
  choose,
  getShared,
  putShared,
  SEMAPHORE,
  sharedClasses,
} from "../../generator/shared-fields.ts";
import { inside, type Statement, simple } from "../../generator/statement.ts";
import { handlers } from "./handlers.ts";
import {
  aboutBytes,
  aboutEnded,
  aboutHashes,
  aboutOneOfTwo,
  constantIdentity,
  exceptionMessage,
} from "./identity.ts";
import { publishing } from "./publication.ts";

interface Shape {
  readonly bodies: readonly (readonly Statement[])[];
  /** Values shown at the end, besides what threads saw. */
  readonly shared: readonly Observation[];
}

type ShapeMaker = (dice: Dice) => Shape;

const list = (dice: Dice, length: number, one: (dice: Dice) => Statement): Statement[] =>
  Array.from({ length }, () => one(dice));

// ---- steps that are independent, or not ----

const when = (cell: Cell, value: number, then: Statement): Statement =>
  inside(`if (${cell.text} == ${value})`, [then], ({ code }, all) => {
    const end = code.label();
    cell.get(code);
    code.pushInt(value).emit("if_icmpne", end);
    all();
    code.mark(end);
  });

/** Accesses to few cells: reads, and writes that are followed by other accesses. */
function access(dice: Dice, cells: readonly Cell[]): Statement {
  const cell = pick(dice, cells);
  const write = (): Statement => keep(pick(dice, cells), dice(2));
  switch (dice(8)) {
    case 0:
    case 1:
      return directly(cell);
    case 2:
      return write();
    case 3:
      return when(cell, dice(2), write());
    case 4:
      return oneOfTwo(write(), directly(cell));
    default:
      return sequence("one of two, and over it", [oneOfTwo(write(), keep(cell, 1)), keep(cell, 0)]);
  }
}

const orders: ShapeMaker = (dice) => {
  const cells = [pick(dice, PLAIN_CELLS), pick(dice, PLAIN_CELLS)];
  const some = (length: number): Statement[] => list(dice, length, () => access(dice, cells));
  const reader = [directly(cells[0]!), ...some(dice(2))];
  const two = dice(3) === 0 ? [some(1), reader] : [reader, some(1 + dice(2))];
  return { bodies: dice(4) === 0 ? [[], ...two] : two, shared: cells.map(observationOf) };
};

/** The same in a loop, so that states are reached again. */
const rounds: ShapeMaker = (dice) => {
  const cells = [pick(dice, PLAIN_CELLS), pick(dice, PLAIN_CELLS)];
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
    getShared(code, "sem");
    call(code, "invokevirtual", SEMAPHORE, name, descriptor);
    if (descriptor === "()Z") recordSmallValue(code);
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

const permits: ShapeMaker = (dice) => {
  const cell = pick(dice, PLAIN_CELLS);
  const give = (): Statement[] => [
    ...(dice(2) === 0 ? [keep(cell, 1)] : []),
    pick(dice, [release, releaseOrNot, releaseOrNot]),
    ...(dice(2) === 0 ? [pause(dice)] : []),
  ];
  const take = (): Statement[] => [
    pick(dice, [acquire, acquire, tryAcquire]),
    dice(2) === 0 ? directly(cell) : keep(cell, 1),
  ];
  const bodies =
    dice(8) === 0 ? [give(), take(), take()] : dice(2) === 0 ? [give(), take()] : [take(), give()];
  return { bodies, shared: [observationOf(cell)] };
};

// ---- a lock that must be found ----

const locks: ShapeMaker = (dice) => {
  const two = [[findLock(dice)], [toggleUnderLock()]];
  return { bodies: dice(2) === 0 ? two : two.toReversed(), shared: [] };
};

// ---- one thread ----

const KEPT = [
  aboutHashes,
  aboutHashes,
  aboutBytes,
  constantIdentity,
  aboutEnded,
  aboutOneOfTwo,
  exceptionMessage,
];

const kept: ShapeMaker = (dice) => {
  const about = (): Statement => pick(dice, KEPT)(dice);
  // An object created after a choice is not the same on all paths.
  const isLate = dice(2) === 0;
  const all = list(dice, 1 + dice(2), about);
  return { bodies: [isLate ? [pause(dice), ...all] : all], shared: [] };
};

const uncaught: ShapeMaker = (dice) => {
  const cell = pick(dice, PLAIN_CELLS);
  const [first, second] = handlers(dice, cell);
  const bodies = dice(2) === 0 ? [first, second] : [second, first];
  return { bodies, shared: [OUT] };
};

// ---- objects that are withdrawn ----

const published: ShapeMaker = (dice) => {
  const [writer, reader] = publishing(dice);
  const bodies = dice(2) === 0 ? [[writer], [reader]] : [[reader], [writer]];
  return { bodies, shared: [] };
};

const OUT: Observation = { text: "out", push: (code) => getStatic(code, "out", "I") };

const SHAPES: readonly ShapeMaker[] = [
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

function cornerCasesProgram(seed: number): RandomProgram {
  const dice = seededDice(seed ^ 0x27d4eb2f);
  const { bodies, shared } = pick(dice, SHAPES)(dice);
  const results = RESULTS.slice(0, bodies.length);
  const observed = someOf(dice, results, shared);
  return {
    seed,
    surroundings: SURROUNDINGS,
    bodies,
    late: [],
    keepsInLocals: false,
    ending: { observed, text: textOfEnding(observed) },
  };
}

/** Code that runs before the threads start. */
function prepare(code: CodeBuilder): void {
  code.emit("new", SEMAPHORE).emit("dup").emit("iconst_0");
  call(code, "invokespecial", SEMAPHORE, "<init>", "(I)V");
  putShared(code, "sem");
  make(code, BOX, 0);
  putShared(code, "outer");
}

const SURROUNDINGS = observedClasses(prepare, sharedClasses);

export const cornerCases = {
  name: "corner-cases",
  about: "situations that the other families almost never produce",
  mayNeedJdk: false,
  generate: cornerCasesProgram,
} as const satisfies Family;
