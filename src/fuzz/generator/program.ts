/**
 * Small random multi-threaded programs as class files, from a seed. Each is a
 * list of statements for each thread, so that one that fails can be made
 * smaller by leaving statements out. There are two kinds: those that do
 * anything to anything, and those that keep to rules most of the time.
 */
import type { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { CodeBuilder } from "../../classfile/assembling/code-builder.ts";
import { libraryClasses } from "../families/concurrent/classes.ts";
import {
  LIBRARY_KINDS,
  type LibraryKind,
  libraryBodies,
  type Props,
} from "../families/concurrent/program.ts";
import { cornersBodies, cornersClasses, prepareCorners } from "../families/corner-cases/program.ts";
import { readsBodies } from "../families/dead-values/program.ts";
import { type Bodies, guardedBodies } from "../families/guarded/program.ts";
import { historyBodies, prepareHistory } from "../families/long-range.ts";
import { randomPalette, statement } from "../families/unrestricted/statements.ts";
import type { Host } from "./additions.ts";
import { type Dice, diceOf } from "./dice.ts";
import { type Ending, endingOf, exitWith } from "./exit-code.ts";
import { readsClasses } from "./observed-classes.ts";
import { KEPT, keepInLocals, putStatic, surround } from "./plain-classes.ts";
import { type Need, needsJdk, provideAll } from "./setup.ts";
import { emitAll, type Statement } from "./statement.ts";

export interface RandomProgram extends Bodies {
  readonly seed: number;
  /** What the program does when all its threads have ended, if it is to be observed. */
  readonly ending?: Ending | undefined;
  /** The classes around its bodies. */
  readonly world?: "plain" | "reads" | "corners" | "history" | "concurrent";
  /** What is done before the threads start, in programs of the kind `history`. */
  readonly early?: readonly Statement[];
  /** The objects of a program that is about java.util.concurrent. */
  readonly props?: Props;
}

function rolled(seed: number): Dice {
  const dice = diceOf(Math.imul(seed + 1, 0x9e3779b1));
  for (let i = 0; i < 4; i++) dice(2);
  return dice;
}

/** Anything may happen to anything. */
export function randomProgram(seed: number): RandomProgram {
  const dice = rolled(seed);
  const palette = randomPalette(dice);
  const body = (length: number): Statement[] =>
    Array.from({ length }, () => statement(dice, palette, 2));
  const rest = { seed, late: [], keeps: false };
  // What three threads do must be short: the reference search tries everything.
  switch (dice(3)) {
    case 0:
      return { ...rest, bodies: [body(1), body(1 + dice(2)), body(1 + dice(2))] };
    case 1:
      return { ...rest, bodies: [body(2 + dice(3)), body(2 + dice(3))] };
    default:
      return { ...rest, bodies: [[], body(2 + dice(2)), body(2 + dice(2))] };
  }
}

/** Guards, hand-overs and phases, with exceptions that only some schedules reach. */
export const guardedProgram = (seed: number, mayUseJdk: boolean): RandomProgram => ({
  seed,
  ...guardedBodies(rolled(seed), mayUseJdk),
});

/** One in so many of the programs that are observed is like those of the other kinds. */
const OTHERS = 4;

/** Values that are read later, in one of many ways, and values that are not; and programs of the other kinds that are observed. */
export function readsProgram(seed: number): RandomProgram {
  const dice = rolled(seed ^ 0x5bd1e995);
  if (dice(OTHERS) > 0)
    return { seed, world: "reads", late: [], keeps: false, ...readsBodies(dice) };
  return withEnding(dice(2) === 0 ? randomProgram(seed) : guardedProgram(seed, false));
}

/** What hardly ever happens in the others. */
export const cornersProgram = (seed: number): RandomProgram => ({
  seed,
  world: "corners",
  late: [],
  keeps: false,
  ...cornersBodies(rolled(seed ^ 0x27d4eb2f)),
});

/** What was done early, or by somebody else, decides later. */
export const historyProgram = (seed: number): RandomProgram => ({
  seed,
  world: "history",
  keeps: false,
  ...historyBodies(rolled(seed ^ 0x165667b1)),
});

/** What threads and tasks do with java.util.concurrent. */
export const concurrentProgram = (kind: LibraryKind, seed: number): RandomProgram => ({
  seed,
  world: "concurrent",
  keeps: false,
  ...libraryBodies(kind, rolled(seed ^ (0x2545f491 + LIBRARY_KINDS.indexOf(kind)))),
});

/** The same program, with what it has come to in its exit code. */
export const withEnding = (program: RandomProgram): RandomProgram => ({
  ...program,
  ending: endingOf(rolled(~program.seed)),
});

function needsOf(statements: readonly Statement[]): Need[] {
  return statements.flatMap(({ needs = [], parts = [] }) => [...needs, ...needsOf(parts)]);
}

const allNeeds = ({ bodies, late }: RandomProgram): ReadonlySet<Need> =>
  new Set(needsOf([...bodies.flat(), ...late]));

export const usesJdk = (program: RandomProgram): boolean =>
  program.world === "concurrent" || needsJdk(allNeeds(program));

export function classesOf(program: RandomProgram): ClassAssembler[] {
  const { bodies, late, keeps, ending } = program;
  switch (program.world) {
    case "reads":
      return readsClasses(program);
    case "corners":
      return [...readsClasses(program, prepareCorners), ...cornersClasses()];
    case "history":
      return [...readsClasses(program, prepareHistory), ...cornersClasses()];
    case "concurrent":
      return libraryClasses(program);
    case "plain":
    case undefined:
  }
  return surround(
    bodies.map((statements, thread) => (code: CodeBuilder, host: Host) => {
      emitBody(code, host, statements, thread * 100, `r${thread}`, keeps);
    }),
    (code, host) => {
      emitBody(code, host, late, 900, "r3", keeps);
    },
    (code) => {
      provideAll(code, allNeeds(program));
    },
    ending === undefined
      ? undefined
      : (code) => {
          exitWith(code, ending);
        },
  );
}

/** Locals before it are the accumulator and what statements pass on. */
const FIRST_LOCAL = 4;

function emitBody(
  code: CodeBuilder,
  host: Host,
  statements: readonly Statement[],
  firstLine: number,
  result: string,
  keeps: boolean,
): void {
  code.emit("iconst_0").emit("istore_0").emit("iconst_0").emit("istore_3");
  code.emit("aconst_null").emit("astore_1").emit("aconst_null").emit("astore_2");
  if (keeps) keepInLocals(code, FIRST_LOCAL);
  emitAll(statements, code, host, firstLine, FIRST_LOCAL + (keeps ? KEPT.length : 0));
  code.emit("iload_0");
  putStatic(code, result, "I").emit("return");
}

export function textOf(program: RandomProgram): string {
  const { seed, bodies, early = [], late, keeps, ending, props } = program;
  const threads = props?.stage.threads ?? bodies.length;
  const texts = bodies.map((statements, i) =>
    bodyText(i < threads ? `thread ${i}` : `task ${i - threads}`, statements),
  );
  const objects = props?.made.map(({ name, by }) => `${name} = ${by.text}\n`).join("") ?? "";
  const kept = keeps ? `locals: ${KEPT.join(", ")}\n` : "";
  const before = early.length === 0 ? "" : bodyText("early", early);
  const rest = late.length === 0 ? "" : bodyText("late", late);
  return `seed ${seed}\n${objects}${kept}${before}${texts.join("")}${rest}${ending === undefined ? "" : `${ending.text}\n`}`;
}

const bodyText = (name: string, statements: readonly Statement[]): string =>
  `${name}:\n${statements.map((each) => `  ${each.text}\n`).join("")}`;

/** The smallest part of a program, by leaving out statements, that still fails. */
export function shrink(
  program: RandomProgram,
  fails: (smaller: RandomProgram) => boolean,
): RandomProgram {
  const all = [program.early ?? [], program.late, ...program.bodies];
  for (const [thread, statements] of all.entries()) {
    for (const shorter of shorterLists(statements)) {
      const changed = all.with(thread, shorter);
      const [early, late, ...bodies] = changed;
      const smaller = { ...program, bodies, late: late!, early: early! };
      if (fails(smaller)) return shrink(smaller, fails);
    }
  }
  return program;
}

/** Each without one of its statements, or with what is inside of it in its place. */
function* shorterLists(statements: readonly Statement[]): Generator<readonly Statement[]> {
  for (const [i, { parts = [] }] of statements.entries()) {
    yield statements.toSpliced(i, 1);
    if (parts.length > 1) yield statements.toSpliced(i, 1, ...parts);
    for (const part of parts) yield statements.toSpliced(i, 1, part);
  }
}
