/** The dynamic reduction that a depth-first search was asked for. */
import type { BootWords } from "../state/boot-words.ts";
import { ALL_LIVE } from "../state/liveness.ts";
import type { Machine } from "../vm/machine.ts";
import { DynamicReduction } from "./dynamic-reduction.ts";
import type { SearchSetup } from "./search.ts";

export interface DynamicSearch {
  readonly boot: BootWords;
  /** States are kept whole. */
  readonly isExact: boolean;
  /** Of the state on top. */
  readonly depth: () => number;
}

export function newDynamic(
  m: Machine,
  { dynamic = false, liveness = ALL_LIVE, observer }: SearchSetup,
  { boot, isExact, depth }: DynamicSearch,
): DynamicReduction | null {
  if (dynamic === false) return null;
  const listener =
    observer?.explored === undefined
      ? null
      : (live: Int32Array): void => observer.explored?.(depth(), live);
  const isAcyclic = dynamic === "acyclic";
  return new DynamicReduction(m, boot, { liveness, listener, isAcyclic, isExact });
}
