/**
 * What random programs do with java.util.concurrent: a table. A scene has objects,
 * operations on them, and sections that one operation enters and another leaves.
 *
 * A line says what is called, with what, and what is seen of the result:
 * `pool.submit(callable) Future>f`. Arguments are types that say what is passed
 * (`item` is a number, `runnable` a task of the program, `unit` milliseconds), numbers with
 * their type (`int 1|2` is one or the other), or names of objects. Of results, `boolean`, `int`,
 * `long` and `object` are seen; `sign` is whether a long is positive, `stamp` whether it is 0;
 * `Type>f` is kept in the field f, and `Type` alone is not looked at.
 *
 * Only what the documentation promises is seen: no estimates, no time that is left,
 * and no order that is up to the scheduler of the machine alone.
 */

export interface SceneObject {
  readonly name: string;
  /** Simple name of the class or interface. */
  readonly type: string;
  /** Ways to make it, one of which is picked; none for a field that an operation fills. */
  readonly makers: readonly string[];
}

/** What is done between entering and leaving; skipped where to enter fails. */
export interface Section {
  readonly enters: readonly string[];
  readonly leave: string;
  readonly inner: readonly string[];
}

export interface Scene {
  readonly objects: readonly SceneObject[];
  /** An operation that is there more often is picked more often. */
  readonly operations: readonly string[];
  readonly sections?: readonly Section[];
  /** What the main method does when all threads have ended. */
  readonly late?: readonly string[];
  /** Threads of the library take part: fewer of the program's own will do. */
  readonly hasWorkers?: boolean;
}

export const object = (name: string, type: string, ...makers: readonly string[]): SceneObject => ({
  name,
  type,
  makers,
});

/** The same line so many times. */
export const often = (times: number, ...lines: readonly string[]): string[] =>
  lines.flatMap((line) => Array.from({ length: times }, () => line));
