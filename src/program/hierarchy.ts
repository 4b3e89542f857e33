/** What the verifier may ask about classes, answered from the program. */
import { DeadwoodError } from "../core/errors.ts";
import type { Program } from "./program.ts";
import type { RuntimeClass } from "./runtime-class.ts";
import type { HierarchyOracle } from "./verification-type.ts";

type Find = (name: string) => RuntimeClass | null;

/** Classes that cannot be found or read pass: using them fails later, with a better message. */
export const hierarchyOf = (program: Program): HierarchyOracle =>
  oracleOver((name) => quietly(program, name));

/** Classes that cannot be found or read are an error, as when a JVM links the class that mentions them. */
export const strictHierarchyOf = (program: Program, neededBy: string): HierarchyOracle =>
  oracleOver((name) => {
    if (program.isMissing(name)) throw program.missing(name, neededBy);
    return program.find(name);
  });

const oracleOver = (find: Find): HierarchyOracle => ({
  isAssignable(from, to) {
    if (from === to) return true;
    const target = find(to);
    if (target === null) return "unknown";
    if (target.isInterface) return true;
    const source = find(from);
    return source === null ? "unknown" : source.isSubtypeOf(target);
  },
});

function quietly(program: Program, name: string): RuntimeClass | null {
  try {
    return program.find(name);
  } catch (error) {
    if (error instanceof DeadwoodError) return null;
    throw error;
  }
}
