/** What the verifier may ask about classes, answered from the program. */
import { DeadwoodError } from "../core/errors.ts";
import type { Program } from "./program.ts";
import type { RuntimeClass } from "./runtime-class.ts";
import type { HierarchyOracle } from "./verification-type.ts";

/** Classes that cannot be found or read pass: using them fails later, with a better message. */
export function hierarchyOf(program: Program): HierarchyOracle {
  return {
    isAssignable(from, to) {
      if (from === to) return true;
      const target = quietly(program, to);
      if (target === null) return "unknown";
      if (target.isInterface) return true;
      const source = quietly(program, from);
      return source === null ? "unknown" : source.isSubtypeOf(target);
    },
  };
}

function quietly(program: Program, name: string): RuntimeClass | null {
  try {
    return program.find(name);
  } catch (error) {
    if (error instanceof DeadwoodError) return null;
    throw error;
  }
}
