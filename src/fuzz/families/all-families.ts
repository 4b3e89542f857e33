/** The table of families of random programs, and how a task names a program. */
import { seededDice } from "../generator/dice.ts";
import { observedExit } from "../generator/exit-code.ts";
import type { Family } from "../generator/family.ts";
import type { RandomProgram } from "../generator/program.ts";
import { CONCURRENT_FAMILIES } from "./concurrent/program.ts";
import { cornerCases } from "./corner-cases/program.ts";
import { deadValuesProgram } from "./dead-values/program.ts";
import { guarded, guardedProgram, library } from "./guarded/program.ts";
import { longRange } from "./long-range.ts";
import { unrestricted, unrestrictedProgram } from "./unrestricted/program.ts";

/** The same program with an exit code that shows what its threads saw. */
const withExitCode = (program: RandomProgram): RandomProgram => ({
  ...program,
  ending: observedExit(seededDice(~program.seed)),
});

/** One program in four comes from another family. */
const BORROWED = 4;

const deadValues = {
  name: "dead-values",
  about: "values that are read in one of many ways, or never; exit codes show some",
  mayNeedJdk: false,
  generate: (seed) => {
    const dice = seededDice(seed ^ 0x5bd1e995);
    if (dice(BORROWED) > 0) return deadValuesProgram(seed, dice);
    return withExitCode(dice(2) === 0 ? unrestrictedProgram(seed) : guardedProgram(seed, false));
  },
} as const satisfies Family;

const exits = {
  name: "exits",
  about: "as library, with exit codes that show what threads have seen",
  mayNeedJdk: true,
  generate: (seed) => withExitCode(guardedProgram(seed, true)),
} as const satisfies Family;

/**
 * The families that take turns unless a campaign names others. A family's position is part of the meaning of
 * its seeds.
 */
const USUAL_FAMILIES = [
  unrestricted,
  guarded,
  library,
  deadValues,
  exits,
  cornerCases,
  longRange,
] as const;

/** The families for one part of java.util.concurrent each. */
export { CONCURRENT_FAMILIES, CONCURRENT_NAMES } from "./concurrent/program.ts";

export const FAMILIES = [...USUAL_FAMILIES, ...CONCURRENT_FAMILIES] as const;
export type FamilyName = (typeof FAMILIES)[number]["name"];

/** Earlier names of families, which options and saved differences may still contain. */
const FORMER_NAMES: Readonly<Record<string, FamilyName>> = {
  anything: "unrestricted",
  rules: "guarded",
  reads: "dead-values",
  ends: "exits",
  corners: "corner-cases",
  history: "long-range",
};

/** The family with this name or earlier name; null if there is none. */
export const findFamily = (name: string): Family<FamilyName> | null =>
  FAMILIES.find((each) => each.name === (FORMER_NAMES[name] ?? name)) ?? null;

export const USUAL_NAMES = USUAL_FAMILIES.map(({ name }) => name);
export const FAMILY_NAMES = FAMILIES.map(({ name }) => name);

export const familyOf = (name: FamilyName): Family<FamilyName> =>
  FAMILIES.find((each) => each.name === name)!;

export const mayNeedJdk = (name: FamilyName): boolean => familyOf(name).mayNeedJdk;

/** Larger seeds would give the same programs as smaller ones. */
export const MAX_SEED = 2 ** 32 - 1;

/** The name of a program, which stands for the same program on every machine and in every version. */
export interface Task {
  readonly kind: FamilyName;
  readonly seed: number;
}

export const programOf = ({ kind, seed }: Task): RandomProgram => familyOf(kind).generate(seed);

/** The given number of programs, starting at `seed`; the families take turns. */
export function tasksFrom(seed: number, programs: number, families: readonly FamilyName[]): Task[] {
  return Array.from({ length: programs }, (_, i) => ({
    kind: families[i % families.length]!,
    seed: seed + Math.floor(i / families.length),
  }));
}
