/**
 * A random program: statements for each thread, and the classes that surround them. It is
 * kept as statements until the end, so that a program that fails can be made smaller by leaving
 * some of them out.
 */
import type { ClassAssembler } from "../../classfile/assembling/class-assembler.ts";
import type { ObservedExit } from "./exit-code.ts";
import { KEPT } from "./plain-fields.ts";
import type { Statement } from "./statement.ts";

export interface RandomProgram {
  readonly seed: number;
  /** How the statements become classes. */
  readonly surroundings: Surroundings;
  /** What each thread executes, the main thread first. */
  readonly bodies: readonly (readonly Statement[])[];
  /** What is executed before the threads start. */
  readonly early?: readonly Statement[];
  /** What threads execute that other threads start. */
  readonly late: readonly Statement[];
  /** The bodies load the objects that they share into locals when they start. */
  readonly keepsInLocals: boolean;
  /** The exit code in which the program shows what its threads have seen. */
  readonly ending?: ObservedExit | undefined;
}

/**
 * The classes around the statements. A program refers to them, rather than its family, because
 * a family may borrow programs from others.
 */
export interface Surroundings {
  assemble(program: RandomProgram): ClassAssembler[];
  needsJdk(program: RandomProgram): boolean;
  /** The program makes many objects: the JDK's classes do. */
  readonly needsLargeHeap?: boolean;
  /** So many bodies belong to threads, and the others to tasks. All of them belong to threads if it is left out. */
  readonly threads?: number;
  /** The text of the objects that the program starts with, one a line. */
  readonly objects?: readonly string[];
}

export const classesOf = (program: RandomProgram): ClassAssembler[] =>
  program.surroundings.assemble(program);

export const usesJdk = (program: RandomProgram): boolean => program.surroundings.needsJdk(program);

export function textOf(program: RandomProgram): string {
  const { seed, bodies, early = [], late, keepsInLocals, ending, surroundings } = program;
  const { threads = bodies.length, objects = [] } = surroundings;
  const texts = bodies.map((statements, i) =>
    bodyText(i < threads ? `thread ${i}` : `task ${i - threads}`, statements),
  );
  const lines = objects.map((line) => `${line}\n`).join("");
  const kept = keepsInLocals ? `locals: ${KEPT.map(([name]) => name).join(", ")}\n` : "";
  const before = early.length === 0 ? "" : bodyText("early", early);
  const rest = late.length === 0 ? "" : bodyText("late", late);
  return `seed ${seed}\n${lines}${kept}${before}${texts.join("")}${rest}${ending === undefined ? "" : `${ending.text}\n`}`;
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

/** The list without one of its statements, or with the parts of a statement in its place. */
function* shorterLists(statements: readonly Statement[]): Generator<readonly Statement[]> {
  for (const [i, { parts = [] }] of statements.entries()) {
    yield statements.toSpliced(i, 1);
    if (parts.length > 1) yield statements.toSpliced(i, 1, ...parts);
    for (const part of parts) yield statements.toSpliced(i, 1, part);
  }
}
