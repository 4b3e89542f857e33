/**
 * The part of the library that a machine has used so far. The closed world of even the
 * smallest program is half of the JDK, because error paths that no run ever
 * enters lead everywhere. So an analysis may assume that library code whose
 * class has not been linked does not run. The machine is watched for the first
 * such code that does run. Then all earlier conclusions are void, and the
 * analysis is repeated with what has been observed by then.
 */
import type { Machine } from "../../vm/machine.ts";

export interface UsedLibrary {
  /** Names of classes. */
  readonly classes: ReadonlySet<string>;
  /** Natives that were called: "java/lang/Object.clone()Ljava/lang/Object;". */
  readonly natives: ReadonlySet<string>;
  /** Methods of the library that were called; null to let every method of an observed class run. */
  readonly methods: ReadonlySet<string> | null;
  /** Copies of arrays have looked at the elements. */
  readonly checksElements: boolean;
}

/** Whether a method or a whole class of the library is the unit in which it is used: the former is exact, the latter holds longer. */
export type Grain = "methods" | "classes";

/** What a machine has linked and called so far: since it was booted, on whatever path. */
export function observe(m: Machine, grain: Grain = "classes"): UsedLibrary {
  const classes = new Set<string>();
  for (const cls of m.program.classes) if (cls !== undefined) classes.add(cls.name);
  const natives = new Set<string>();
  // Natives are bound at their first call.
  m.space.natives.forEach((native, id) => {
    const method = native === undefined ? undefined : m.program.methods[id];
    if (method !== undefined) natives.add(`${method.owner.name}.${method.key}`);
  });
  const checksElements = m.elementChecks > 0;
  if (grain === "classes") return { classes, natives, methods: null, checksElements };
  const methods = new Set<string>();
  // Code is translated at its method's first call.
  for (const code of m.space.codes) {
    if (code !== undefined) methods.add(`${code.method.owner.name}.${code.method.key}`);
  }
  return { classes, natives, methods, checksElements };
}
