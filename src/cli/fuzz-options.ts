/** The options of `deadwood fuzz`, and what they come to. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import {
  FAMILY_NAMES,
  type FamilyName,
  findFamily,
  MAX_SEED,
  USUAL_NAMES,
} from "../fuzz/families/all-families.ts";
import { CONCURRENT_NAMES } from "../fuzz/families/concurrent/program.ts";
import type { Configuration } from "../fuzz/search-configurations.ts";
import { OPPONENTS, type Opponent } from "../report/fuzz/fuzz-report.ts";
import { parseCount } from "./options.ts";

export interface FuzzOptions {
  readonly seed?: string;
  readonly programs?: string;
  readonly kind?: string;
  readonly configurations?: string;
  readonly sample?: string;
  readonly against: string;
  readonly states: string;
  readonly time?: string;
  readonly out?: string;
  readonly jobs?: string;
  readonly json?: string;
  readonly jdk?: string;
  readonly input?: string;
  readonly classes?: string;
  readonly jvmRuns?: string;
  readonly libraryStates?: string;
}

const DEFAULT_PROGRAMS = 100;
const DEFAULT_STATES = "1500";
/** A search that the reference would judge is hardly ever larger than the reference's own. */
const STATES_OF_OTHERS = 2;
const MAX_JOBS = 64;
const DEFAULT_SAMPLE = 4;
export const DEFAULT_JVM_RUNS = 300;
/** Most programs of the kinds for the library have fewer with the JDK's own classes. */
export const DEFAULT_LIBRARY_STATES = 6000;

export interface FuzzPlan {
  readonly seed: number;
  readonly programs: number;
  readonly kinds: readonly FamilyName[];
  readonly configurations: readonly Configuration[];
  /** So many of them for each program, besides the first. */
  readonly sample: number;
  readonly against: readonly Opponent[];
  readonly referenceStates: number;
  readonly states: number;
  readonly seconds: number;
  readonly jobs: number;
  readonly jvmRuns: number;
  readonly libraryStates: number;
}

export function addFuzzOptions(command: Command): Command {
  return command
    .option("--seed <n>", "the first seed; a seed means the same programs everywhere (default: 0)")
    .option("--programs <count>", `how many, the kinds taking turns (default: ${DEFAULT_PROGRAMS})`)
    .option(
      "--kind <list>",
      `what the programs are like: ${FAMILY_NAMES.join(", ")}, all (the first ${USUAL_NAMES.length}) or concurrent (the others)`,
    )
    .option(
      "--configurations <list>",
      "ways to search, by name and with commas between them, or all (default: a sample of all)",
    )
    .option(
      "--sample <count>",
      `try so many of the configurations with each program, besides the first (default: ${DEFAULT_SAMPLE}, or all that are named)`,
    )
    .option(
      "--against <list>",
      "compare with reference (a search without reductions), library (the JDK's own classes), jvm (runs on a real one)",
      "reference",
    )
    .option("--states <count>", "the reference search gives up after so many", DEFAULT_STATES)
    .option("--time <seconds>", "begin no program after so much time")
    .option("--out <dir>", "save programs in which something differs")
    .option("--jobs <count>", "so many processes at once (default: 1)")
    .option("--json <file>", "write the report as JSON")
    .option("--jvm-runs <count>", `runs of each program on the JVM (default: ${DEFAULT_JVM_RUNS})`)
    .option(
      "--library-states <count>",
      `searches of --against library give up after so many (default: ${DEFAULT_LIBRARY_STATES})`,
    )
    .option("--jdk <dir>", "the JDK to use (else JAVA_HOME, else java on the PATH)")
    .option("--input <dir>", "check a saved difference again: exit code 1 while it is there")
    .option("--classes <dir>", "with --input: take these classes instead of the saved ones");
}

export function fuzzPlan(options: FuzzOptions, known: readonly Configuration[]): FuzzPlan {
  const referenceStates = parseCount("--states", options.states);
  const against = parseAgainst(options.against);
  const plan: FuzzPlan = {
    seed: parseSeed(options.seed),
    programs:
      options.programs === undefined
        ? DEFAULT_PROGRAMS
        : parseCount("--programs", options.programs),
    kinds: parseKinds(options.kind ?? (against.includes("library") ? "concurrent" : "all")),
    configurations: parseConfigurations(options.configurations, known),
    sample: parseSample(options, known.length),
    against,
    referenceStates,
    states: referenceStates * STATES_OF_OTHERS,
    seconds: parseSeconds(options.time),
    jobs: parseJobs(options.jobs),
    jvmRuns:
      options.jvmRuns === undefined ? DEFAULT_JVM_RUNS : parseCount("--jvm-runs", options.jvmRuns),
    libraryStates:
      options.libraryStates === undefined
        ? DEFAULT_LIBRARY_STATES
        : parseCount("--library-states", options.libraryStates),
  };
  if (options.jvmRuns !== undefined && !against.includes("jvm")) {
    throw new BadUsageError("--jvm-runs goes with --against jvm");
  }
  if (options.libraryStates !== undefined && !against.includes("library")) {
    throw new BadUsageError("--library-states goes with --against library");
  }
  if (plan.seed + plan.programs > MAX_SEED) {
    throw new BadUsageError(`--seed ${plan.seed} is too large for so many programs`, {
      hint: `Seeds up to ${MAX_SEED} mean different programs.`,
    });
  }
  return plan;
}

function parseSeed(text: string | undefined): number {
  if (text === undefined) return 0;
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > MAX_SEED) {
    throw new BadUsageError(`--seed ${text} is not a seed`, {
      hint: `Anything from 0 to ${MAX_SEED} will do.`,
    });
  }
  return seed;
}

const GROUPS: Readonly<Record<string, readonly FamilyName[]>> = {
  all: USUAL_NAMES,
  concurrent: CONCURRENT_NAMES,
};

function parseKinds(text: string): readonly FamilyName[] {
  const names = text.split(",").flatMap((name) => GROUPS[name] ?? [familyNamed(name)]);
  return FAMILY_NAMES.filter((name) => names.includes(name));
}

function familyNamed(name: string): FamilyName {
  const family = findFamily(name);
  if (family !== null) return family.name;
  throw new BadUsageError(`--kind ${name} is not a kind of program`, {
    hint: `There are ${FAMILY_NAMES.join(", ")}; all, which are the first ${USUAL_NAMES.length} of them, and concurrent, the others.`,
  });
}

/** In the order of the table: the first of them judges where the reference cannot. */
export function parseConfigurations(
  text: string | undefined,
  known: readonly Configuration[],
): readonly Configuration[] {
  if (text === undefined || text === "all") return known;
  const names = text.split(",");
  for (const name of names) {
    if (known.some((each) => each.name === name)) continue;
    throw new BadUsageError(`--configurations ${text}: there is no configuration "${name}"`, {
      hint: `There are ${known.map((each) => each.name).join(", ")}.`,
    });
  }
  return known.filter((each) => names.includes(each.name));
}

/** Who names configurations wants all of them. */
function parseSample({ sample, configurations }: FuzzOptions, all: number): number {
  if (sample !== undefined) return parseCount("--sample", sample);
  return configurations === undefined ? DEFAULT_SAMPLE : all;
}

/** `both` was there before there was a third. */
function parseAgainst(text: string): readonly Opponent[] {
  const names = (text === "both" ? "reference,jvm" : text).split(",");
  for (const name of names) {
    if (OPPONENTS.some((each) => each === name)) continue;
    throw new BadUsageError(`--against ${name} is none of ${OPPONENTS.join(", ")}`);
  }
  return OPPONENTS.filter((each) => names.includes(each));
}

function parseSeconds(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !(seconds > 0)) {
    throw new BadUsageError(`--time ${text} is not a positive number of seconds`);
  }
  return seconds;
}

function parseJobs(text: string | undefined): number {
  const jobs = text === undefined ? 1 : parseCount("--jobs", text);
  if (jobs <= MAX_JOBS) return jobs;
  throw new BadUsageError(`--jobs ${text ?? ""} is too many`, {
    hint: `Anything from 1 to ${MAX_JOBS} will do; more than there are processors is no faster.`,
  });
}
