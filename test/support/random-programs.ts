/**
 * Small random multi-threaded programs as class files, from a seed. Each is a
 * list of statements for each thread, so that one that fails can be made
 * smaller by leaving statements out.
 */
import type { ClassAssembler } from "../../src/classfile/assembler.ts";
import type { CodeBuilder } from "../../src/classfile/assembler-code.ts";
import { diceOf } from "./dice.ts";
import type { Statement } from "./random-programs-base.ts";
import { putStatic, surround } from "./random-programs-classes.ts";
import { randomPalette, statement } from "./random-programs-statements.ts";

export interface RandomProgram {
  readonly seed: number;
  /** By thread; the first is the main thread's, while the others run. */
  readonly bodies: readonly (readonly Statement[])[];
}

export function randomProgram(seed: number): RandomProgram {
  const dice = diceOf(Math.imul(seed + 1, 0x9e3779b1));
  for (let i = 0; i < 4; i++) dice(2);
  const palette = randomPalette(dice);
  const body = (length: number): Statement[] =>
    Array.from({ length }, () => statement(dice, palette, 2));
  // What three threads do must be short: the reference search tries everything.
  switch (dice(3)) {
    case 0:
      return { seed, bodies: [body(1), body(1 + dice(2)), body(1 + dice(2))] };
    case 1:
      return { seed, bodies: [body(2 + dice(3)), body(2 + dice(3))] };
    default:
      return { seed, bodies: [[], body(2 + dice(2)), body(2 + dice(2))] };
  }
}

export function classesOf({ bodies }: RandomProgram): ClassAssembler[] {
  return surround(
    bodies.map((statements, thread) => (code: CodeBuilder) => {
      code.emit("iconst_0").emit("istore_0");
      code.emit("aconst_null").emit("astore_1").emit("aconst_null").emit("astore_2");
      let line = thread * 100;
      let local = 3;
      const emitter = {
        code,
        line: () => {
          code.line(++line);
        },
        local: () => local++,
      };
      for (const each of statements) each.emit(emitter);
      code.emit("iload_0");
      putStatic(code, `r${thread}`, "I").emit("return");
    }),
  );
}

export function textOf({ seed, bodies }: RandomProgram): string {
  const texts = bodies.map(
    (statements, thread) =>
      `thread ${thread}:\n${statements.map(({ text }) => `  ${text}\n`).join("")}`,
  );
  return `seed ${seed}\n${texts.join("")}`;
}

/** The smallest part of a program, by leaving out statements, that still fails. */
export function shrink(
  program: RandomProgram,
  fails: (smaller: RandomProgram) => boolean,
): RandomProgram {
  for (const [thread, statements] of program.bodies.entries()) {
    for (let i = 0; i < statements.length; i++) {
      for (const parts of [[], ...(statements[i]!.parts?.map((part) => [part]) ?? [])]) {
        const bodies = program.bodies.with(thread, statements.toSpliced(i, 1, ...parts));
        const smaller = { ...program, bodies };
        if (fails(smaller)) return shrink(smaller, fails);
      }
    }
  }
  return program;
}
