/** All searches that are wrong on purpose. */
import { DYNAMIC_MUTANTS } from "./dynamic-mutants.ts";
import { HYBRID_MUTANTS } from "./hybrid-mutants.ts";
import { LOCAL_MUTANTS } from "./local-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { SHARING_MUTANTS } from "./sharing-mutants.ts";
import { STATE_MUTANTS } from "./state-mutants.ts";

export const MUTANTS: readonly Mutant[] = [
  ...LOCAL_MUTANTS,
  ...HYBRID_MUTANTS,
  ...DYNAMIC_MUTANTS,
  ...STATE_MUTANTS,
  ...SHARING_MUTANTS,
];
