/**
 * A whole reduction: first a strategy of the papers, which removes most of the input with few
 * questions, then the passes over the rest, repeated until none of them finds
 * anything.
 */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { NameChange } from "./items/name-changes.ts";
import type { ProgramFiles } from "./items/program-files.ts";
import type { ReducibleProgram } from "./items/reducible-program.ts";
import type { Oracle } from "./oracle.ts";
import type { Pass } from "./passes/pass.ts";
import { compareSizes } from "./size.ts";
import { type ReduceStrategyOptions, runStrategy } from "./strategies.ts";

export interface PhaseOptions extends Omit<ReduceStrategyOptions, "required"> {
  readonly passes: readonly Pass[];
  readonly libraries: ClassSource;
  /** Of an item's name: that it must stay. */
  readonly mustStay: (name: string) => boolean;
}

/** An oracle for each phase, whose name the log has. */
export interface PhaseOracles {
  during(phase: string): Oracle<ProgramFiles>;
}

export async function reduceInPhases(
  program: ReducibleProgram,
  oracles: PhaseOracles,
  options: PhaseOptions,
): Promise<ProgramFiles> {
  const { strategy, passes, libraries, signal, mustStay } = options;
  const { items } = program;
  const required = Array.from({ length: items.count }, (_, item) => item).filter(
    (item) => items.kindOf(item) !== "relation" && mustStay(items.nameOf(item)),
  );
  let best = await runStrategy(program, oracles.during(strategy), { ...options, required });
  let changes: readonly NameChange[] = [];
  /** The programs that a pass could not make smaller. */
  const settled = new Map<Pass, ProgramFiles>();
  for (let hasChanged = true; hasChanged && passes.length > 0; ) {
    const before = best;
    for (const pass of passes) {
      if (signal.aborted) return best;
      if (settled.get(pass) === best) continue;
      const { ask, expect = ignore } = oracles.during(pass.name);
      const earlier = changes;
      const askPass: typeof ask = async (files, kept, own = []) => {
        const all = own.length === 0 ? earlier : [...earlier, ...own];
        const isInteresting = await ask(files, kept, all);
        // A pass goes on from what was interesting last.
        if (isInteresting) changes = all;
        return isInteresting;
      };
      const found = await pass.run(best, { ask: askPass, expect, libraries, signal, mustStay });
      if (found === best) settled.set(pass, best);
      best = found;
    }
    hasChanged = compareSizes(best, before) !== 0;
  }
  return best;
}

const ignore = (): void => {};
