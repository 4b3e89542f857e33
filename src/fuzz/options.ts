/** The options of a campaign, and the complete plan derived from them. */
import { BadUsageError } from "../core/errors.ts";
import type { CommonOptions } from "../launch/java-program.ts";
import { type FamilyName, MAX_SEED, USUAL_NAMES } from "./families/all-families.ts";
import { CONCURRENT_NAMES } from "./families/concurrent/program.ts";
import { OPPONENTS, type Opponent } from "./fuzz-report.ts";
import { CONFIGURATIONS, type Configuration } from "./search-configurations.ts";

export interface FuzzOptions extends CommonOptions {
  /** The first seed; 0 by default. A seed always gives the same programs. */
  readonly seed?: number;
  /** The number of programs; the families take turns. */
  readonly programs?: number;
  /** By default the usual families, or those for java.util.concurrent when the JDK's classes are compared. */
  readonly families?: readonly FamilyName[];
  /** Names of configurations; by default a sample for each program. */
  readonly configurations?: readonly string[] | "all";
  /** The number of configurations for each program, besides the first. */
  readonly sample?: number;
  /** The reference search by default. */
  readonly against?: readonly Opponent[];
  /** The reference search stops after this many states, the others after twice as many. */
  readonly states?: number;
  /** Start no further program after this many seconds. */
  readonly seconds?: number;
  /** The number of processes that share the programs; 1 by default. */
  readonly jobs?: number;
  /** Save programs with a difference in this directory. */
  readonly saveTo?: string;
  /** The number of runs of each program on the JVM. */
  readonly jvmRuns?: number;
  /** Searches with the JDK's classes stop after this many states. */
  readonly libraryStates?: number;
  readonly jdk?: string;
  /** The configurations that can be named. */
  readonly known?: readonly Configuration[];
}

export interface FuzzPlan {
  readonly seed: number;
  readonly programs: number;
  readonly families: readonly FamilyName[];
  readonly configurations: readonly Configuration[];
  readonly sample: number;
  readonly against: readonly Opponent[];
  readonly referenceStates: number;
  readonly states: number;
  readonly seconds: number;
  readonly jobs: number;
  readonly jvmRuns: number;
  readonly libraryStates: number;
}

export const DEFAULT_PROGRAMS = 100;
export const DEFAULT_STATES = 1500;
/** A search with a complete reference is hardly ever larger than the reference search. */
const STATES_OF_OTHERS = 2;
export const DEFAULT_SAMPLE = 4;
export const DEFAULT_JVM_RUNS = 300;
/** Most programs of the java.util.concurrent families have fewer states with the JDK's classes. */
export const DEFAULT_LIBRARY_STATES = 6000;

export function planOf(options: FuzzOptions): FuzzPlan {
  const { seed = 0, programs = DEFAULT_PROGRAMS, known = CONFIGURATIONS } = options;
  const referenceStates = options.states ?? DEFAULT_STATES;
  const against = OPPONENTS.filter((name) => (options.against ?? ["reference"]).includes(name));
  if (options.jvmRuns !== undefined && !against.includes("jvm")) {
    throw new BadUsageError("--jvm-runs can only be used with --against jvm");
  }
  if (options.libraryStates !== undefined && !against.includes("library")) {
    throw new BadUsageError("--library-states can only be used with --against library");
  }
  if (seed + programs > MAX_SEED) {
    throw new BadUsageError(`--seed ${seed} is too large for this number of programs`, {
      hint: `The last seed must not exceed ${MAX_SEED}.`,
    });
  }
  return {
    seed,
    programs,
    families: options.families ?? (against.includes("library") ? CONCURRENT_NAMES : USUAL_NAMES),
    configurations: namedConfigurations(options.configurations, known),
    // If the user names configurations, all of them are used.
    sample:
      options.sample ?? (options.configurations === undefined ? DEFAULT_SAMPLE : known.length),
    against,
    referenceStates,
    states: referenceStates * STATES_OF_OTHERS,
    seconds: options.seconds ?? Number.POSITIVE_INFINITY,
    jobs: options.jobs ?? 1,
    jvmRuns: options.jvmRuns ?? DEFAULT_JVM_RUNS,
    libraryStates: options.libraryStates ?? DEFAULT_LIBRARY_STATES,
  };
}

/**
 * Returns them in the order of the table, because the first one is the judge where the reference is
 * incomplete.
 */
export function namedConfigurations(
  names: readonly string[] | "all" | undefined,
  known: readonly Configuration[],
): readonly Configuration[] {
  if (names === undefined || names === "all") return known;
  for (const name of names) {
    if (known.some((each) => each.name === name)) continue;
    throw new BadUsageError(
      `--configurations ${names.join(",")}: unknown configuration "${name}"`,
      { hint: `The configurations are ${known.map((each) => each.name).join(", ")}.` },
    );
  }
  return known.filter((each) => names.includes(each.name));
}

/** The options of `deadwood fuzz` that a finding depends on, besides the program. */
export function repeatingOptions(options: FuzzOptions): string[] {
  const { configurations, sample, against, jvmRuns, libraryStates } = options;
  const plan = planOf(options);
  return [
    ...(configurations === undefined ? [] : ["--configurations", listText(configurations)]),
    ...(sample === undefined ? [] : ["--sample", `${sample}`]),
    "--states",
    `${plan.referenceStates}`,
    ...(against === undefined ? [] : ["--against", plan.against.join(",")]),
    ...(jvmRuns === undefined ? [] : ["--jvm-runs", `${jvmRuns}`]),
    ...(libraryStates === undefined ? [] : ["--library-states", `${libraryStates}`]),
  ];
}

const listText = (names: readonly string[] | "all"): string =>
  names === "all" ? names : names.join(",");
