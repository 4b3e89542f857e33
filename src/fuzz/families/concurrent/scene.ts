/**
 * The table of what random programs do with java.util.concurrent. A scene has objects, operations on them,
 * and sections that one operation enters and another leaves.
 *
 * A line describes a call, its arguments, and what is seen of the result: `pool.submit(callable) Future>f`.
 * Arguments are types (`item` is a number, `runnable` a task of the program, `unit` milliseconds), numbers
 * with their type (`int 1|2` is one or the other), or names of objects. Results of type `boolean`, `int`,
 * `long` and `object` are seen. `sign` is whether a long is positive, `stamp` whether it is 0. `Type>f` is
 * stored in the field f, and a plain `Type` is ignored.
 *
 * Only what the documentation guarantees is seen: no estimates, no remaining times, and no order that only
 * the scheduler determines.
 */

export interface SceneObject {
  readonly name: string;
  /** Simple name of the class or interface. */
  readonly type: string;
  /** Ways to create it, one of which is picked; none for a field that an operation sets. */
  readonly makers: readonly string[];
}

/** Operations between entering and leaving; skipped if entering fails. */
export interface Section {
  readonly enters: readonly string[];
  readonly leave: string;
  readonly inner: readonly string[];
}

export interface Scene {
  readonly objects: readonly SceneObject[];
  /** An operation that is listed more often is picked more often. */
  readonly operations: readonly string[];
  readonly sections?: readonly Section[];
  /** Operations of the main method after all threads have ended. */
  readonly late?: readonly string[];
  /** The library's threads take part, so fewer threads of the program are needed. */
  readonly hasWorkers?: boolean;
}

export const object = (name: string, type: string, ...makers: readonly string[]): SceneObject => ({
  name,
  type,
  makers,
});

/** Repeats lines. */
export const often = (times: number, ...lines: readonly string[]): string[] =>
  lines.flatMap((line) => Array.from({ length: times }, () => line));
