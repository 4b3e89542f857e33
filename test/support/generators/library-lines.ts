/** Programs that use java.util.concurrent, written in the lines of the fuzzer's table (src/fuzz/families/concurrent/scene.ts). */

import { callOf } from "../../../src/fuzz/families/concurrent/calls.ts";
import { concurrentClasses } from "../../../src/fuzz/families/concurrent/classes.ts";
import { COUNT, operation, SEE, sectionOf } from "../../../src/fuzz/families/concurrent/program.ts";
import type { SceneObject } from "../../../src/fuzz/families/concurrent/scene.ts";
import { type FuzzInput, inputOf } from "../../../src/fuzz/fuzz-input.ts";
import type { Statement } from "../../../src/fuzz/generator/statement.ts";

/** Statements that are no calls. */
const PLAIN = [COUNT, SEE];

/** A line, the text of a plain statement, or a section: how it is entered and left, and what is done inside. */
export type Line = string | readonly [enter: string, leave: string, ...inner: readonly string[]];

export interface LibraryLines {
  /** Name, type and how it is made, which is left out for a field that an operation fills. */
  readonly objects: readonly (readonly [name: string, type: string, maker?: string])[];
  readonly threads: readonly (readonly Line[])[];
  readonly tasks?: readonly (readonly Line[])[];
  readonly late?: readonly Line[];
}

/** Lines leave nothing to chance here, but for the first of several. */
const FIRST = (): number => 0;

export function libraryInput({
  objects,
  threads,
  tasks = [[]],
  late = [],
}: LibraryLines): FuzzInput {
  const scene: SceneObject[] = objects.map(([name, type, maker]) => ({
    name,
    type,
    makers: maker === undefined ? [] : [maker],
  }));
  const stage = { objects: scene, threads: threads.length, tasks: tasks.length };
  const call = (line: string, type?: string) => callOf(line, FIRST, stage, type);
  const simple = (line: string): Statement =>
    PLAIN.find(({ text }) => text === line) ?? operation(call(line), stage);
  const statement = (line: Line): Statement => {
    if (typeof line === "string") return simple(line);
    const [enter, leave, ...inner] = line;
    const parts = inner.map(simple);
    return sectionOf(call(enter), call(leave), parts, stage);
  };
  const made = scene
    .filter(({ makers }) => makers.length > 0)
    .map(({ name, type, makers }) => ({ name, type, by: call(makers[0]!, type) }));
  return inputOf({
    seed: 0,
    surroundings: concurrentClasses({ stage, made }),
    keepsInLocals: false,
    bodies: [...threads, ...tasks].map((lines) => lines.map(statement)),
    late: late.map(statement),
  });
}
