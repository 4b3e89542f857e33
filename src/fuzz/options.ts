/** What a caller can ask of a campaign, and the complete plan that follows from it. */
import { BadUsageError } from "../core/errors.ts";
import type { CommonOptions } from "../launch/java-program.ts";
import { type FamilyName, MAX_SEED, USUAL_NAMES } from "./families/all-families.ts";
import { CONCURRENT_NAMES } from "./families/concurrent/program.ts";
import { OPPONENTS, type Opponent } from "./fuzz-report.ts";
import { CONFIGURATIONS, type Configuration } from "./search-configurations.ts";

export interface FuzzOptions extends CommonOptions {
  /** The first seed; 0 without it. A seed means the same programs everywhere. */
  readonly seed?: number;
  /** How many programs; the families take turns. */
  readonly programs?: number;
  /** The usual ones without it, or those for java.util.concurrent if the JDK's classes are compared. */
  readonly families?: readonly FamilyName[];
  /** Names of configurations; a sample of all of them for each program without it. */
  readonly configurations?: readonly string[] | "all";
  /** This many of the configurations for each program, besides the first. */
  readonly sample?: number;
  /** The reference search without it. */
  readonly against?: readonly Opponent[];
  /** The reference search gives up after this many states, the others after twice as many. */
  readonly states?: number;
  /** Starts no program after this many seconds. */
  readonly seconds?: number;
  /** Processes that share the programs; 1 without it. */
  readonly jobs?: number;
  /** Saves programs in which something differs in this directory. */
  readonly saveTo?: string;
  /** Runs of each program on the JVM. */
  readonly jvmRuns?: number;
  /** Searches of the JDK's classes give up after this many states. */
  readonly libraryStates?: number;
  readonly jdk?: string;
  /** What `configurations` can name. */
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
/** A search that the reference would judge is hardly ever larger than the reference's own. */
const STATES_OF_OTHERS = 2;
export const DEFAULT_SAMPLE = 4;
export const DEFAULT_JVM_RUNS = 300;
/** Most programs of the families for java.util.concurrent have fewer with the JDK's classes. */
export const DEFAULT_LIBRARY_STATES = 6000;

export function planOf(options: FuzzOptions): FuzzPlan {
  const { seed = 0, programs = DEFAULT_PROGRAMS, known = CONFIGURATIONS } = options;
  const referenceStates = options.states ?? DEFAULT_STATES;
  const against = OPPONENTS.filter((name) => (options.against ?? ["reference"]).includes(name));
  if (options.jvmRuns !== undefined && !against.includes("jvm")) {
    throw new BadUsageError("--jvm-runs goes with --against jvm");
  }
  if (options.libraryStates !== undefined && !against.includes("library")) {
    throw new BadUsageError("--library-states goes with --against library");
  }
  if (seed + programs > MAX_SEED) {
    throw new BadUsageError(`--seed ${seed} is too large for so many programs`, {
      hint: `Seeds up to ${MAX_SEED} mean different programs.`,
    });
  }
  return {
    seed,
    programs,
    families: options.families ?? (against.includes("library") ? CONCURRENT_NAMES : USUAL_NAMES),
    configurations: namedConfigurations(options.configurations, known),
    // A user who names configurations wants all of them.
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

/** In the order of the table: the first of them judges where the reference cannot. */
export function namedConfigurations(
  names: readonly string[] | "all" | undefined,
  known: readonly Configuration[],
): readonly Configuration[] {
  if (names === undefined || names === "all") return known;
  for (const name of names) {
    if (known.some((each) => each.name === name)) continue;
    throw new BadUsageError(
      `--configurations ${names.join(",")}: there is no configuration "${name}"`,
      { hint: `There are ${known.map((each) => each.name).join(", ")}.` },
    );
  }
  return known.filter((each) => names.includes(each.name));
}

/** Options of `deadwood fuzz` that a finding depends on, besides the program. */
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
