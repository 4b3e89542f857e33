/**
 * A whole reduction: first a strategy of the papers, which removes most of the input with few
 * questions, then the passes over the rest, repeated until none of them finds
 * anything.
 */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { InputFile } from "./items/items.ts";
import type { ReducibleProgram } from "./items/reducible-program.ts";
import type { Pass } from "./passes/pass.ts";
import { compareSizes } from "./size.ts";
import { type ProgramOracle, runStrategy, type StrategyOptions } from "./strategies.ts";

export interface ReduceOptions extends Omit<StrategyOptions, "required"> {
  readonly passes: readonly Pass[];
  readonly libraries: ClassSource;
  /** Of an item's name: that it must stay. */
  readonly mustStay: (name: string) => boolean;
}

/** An oracle that also knows what the questions are for. */
export interface ReductionOracle {
  during(phase: string): ProgramOracle;
}

export async function reduceProgram(
  program: ReducibleProgram,
  oracle: ReductionOracle,
  options: ReduceOptions,
): Promise<readonly InputFile[]> {
  const { strategy, passes, libraries, signal, mustStay } = options;
  const { items } = program;
  const required = Array.from({ length: items.count }, (_, item) => item).filter(
    (item) => items.kindOf(item) !== "relation" && mustStay(items.nameOf(item)),
  );
  let best = await runStrategy(program, oracle.during(strategy), { ...options, required });
  /** Programs that passes could do nothing with. */
  const settled = new Map<Pass, readonly InputFile[]>();
  for (let hasChanged = true; hasChanged && passes.length > 0; ) {
    const before = best;
    for (const pass of passes) {
      if (signal.aborted) return best;
      if (settled.get(pass) === best) continue;
      const asked = oracle.during(pass.name);
      const ask = (files: readonly InputFile[]): Promise<boolean> => asked.ask(files, 0);
      const foresee = (programs: Iterable<readonly InputFile[]>): void => asked.foresee(programs);
      const found = await pass.run(best, { ask, foresee, libraries, signal, mustStay });
      if (found === best) settled.set(pass, best);
      best = found;
    }
    hasChanged = compareSizes(best, before) !== 0;
  }
  return best;
}
