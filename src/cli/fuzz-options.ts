/** Parses the options of `deadwood fuzz` into the options of the library's `fuzz`. */
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
import { OPPONENTS, type Opponent } from "../fuzz/fuzz-report.ts";
import {
  DEFAULT_JVM_RUNS,
  DEFAULT_LIBRARY_STATES,
  DEFAULT_PROGRAMS,
  DEFAULT_SAMPLE,
  DEFAULT_STATES,
  type FuzzOptions,
} from "../fuzz/options.ts";
import { addOptions, type OptionRow, parseCount, parseSeconds, parseSeed } from "./options.ts";

export interface FuzzWords {
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
  readonly quiet?: boolean;
}

const MAX_JOBS = 64;
const DEFAULT_OPPONENT = "reference";

const FUZZ_OPTIONS: readonly OptionRow[] = [
  {
    flags: "--seed <n>",
    about: "the first seed; a seed always gives the same program (default: 0)",
  },
  {
    flags: "--programs <count>",
    about: `number of programs; the families take turns (default: ${DEFAULT_PROGRAMS})`,
  },
  {
    flags: "--kind <list>",
    about: `families of programs: ${FAMILY_NAMES.join(", ")}, all (the first ${USUAL_NAMES.length}) or concurrent (the others)`,
  },
  {
    flags: "--configurations <list>",
    about: "use only these configurations, or all (default: a sample; see docs/fuzz.md)",
  },
  {
    flags: "--sample <count>",
    about: `configurations per program (default: ${DEFAULT_SAMPLE}, or all that are named)`,
  },
  {
    flags: "--against <list>",
    about: "what to compare with: reference search, JDK classes (library), real JVM (jvm)",
    default: DEFAULT_OPPONENT,
  },
  {
    flags: "--states <count>",
    about: "stop the reference search after this many states",
    default: `${DEFAULT_STATES}`,
  },
  { flags: "--time <seconds>", about: "start no further program after this many seconds" },
  { flags: "--out <dir>", about: "save the programs that show a difference in this directory" },
  { flags: "--jobs <count>", about: "use this many processes (default: 1)" },
  { flags: "--json <file>", about: "write the report as JSON" },
  {
    flags: "--jvm-runs <count>",
    about: `run each program this often on the JVM (default: ${DEFAULT_JVM_RUNS})`,
  },
  {
    flags: "--library-states <count>",
    about: `with --against library: stop each search after this many states (default: ${DEFAULT_LIBRARY_STATES})`,
  },
  { flags: "--jdk <dir>", about: "the JDK to use (else JAVA_HOME, else java on the PATH)" },
  {
    flags: "--input <dir>",
    about: "check a saved difference again; exit with 1 if it still occurs",
  },
  {
    flags: "--classes <dir>",
    about: "with --input: use these classes instead of the saved ones",
  },
];

export const addFuzzOptions = (command: Command): Command => addOptions(command, FUZZ_OPTIONS);

export function fuzzOptionsFrom(given: FuzzWords): FuzzOptions {
  const { seed, programs, kind, configurations, sample, time, jobs, jvmRuns, libraryStates } =
    given;
  const against = parseAgainst(given.against);
  return {
    states: parseCount("--states", given.states),
    ...(seed === undefined ? {} : { seed: parseSeed(seed, MAX_SEED) }),
    ...(programs === undefined ? {} : { programs: parseCount("--programs", programs) }),
    ...(kind === undefined ? {} : { families: parseFamilies(kind) }),
    ...(configurations === undefined ? {} : { configurations: parseNames(configurations) }),
    ...(sample === undefined ? {} : { sample: parseCount("--sample", sample) }),
    ...(given.against === DEFAULT_OPPONENT ? {} : { against }),
    ...(time === undefined ? {} : { seconds: parseSeconds("--time", time) }),
    ...(jobs === undefined ? {} : { jobs: parseJobs(jobs) }),
    ...(jvmRuns === undefined ? {} : { jvmRuns: parseCount("--jvm-runs", jvmRuns) }),
    ...(libraryStates === undefined
      ? {}
      : { libraryStates: parseCount("--library-states", libraryStates) }),
    ...(given.out === undefined ? {} : { saveTo: given.out }),
    ...(given.jdk === undefined ? {} : { jdk: given.jdk }),
  };
}

const GROUPS: Readonly<Record<string, readonly FamilyName[]>> = {
  all: USUAL_NAMES,
  concurrent: CONCURRENT_NAMES,
};

function parseFamilies(text: string): readonly FamilyName[] {
  const names = text.split(",").flatMap((name) => GROUPS[name] ?? [familyNamed(name)]);
  return FAMILY_NAMES.filter((name) => names.includes(name));
}

function familyNamed(name: string): FamilyName {
  const family = findFamily(name);
  if (family !== null) return family.name;
  throw new BadUsageError(`--kind ${name} is not a family of programs`, {
    hint: `The families are ${FAMILY_NAMES.join(", ")}; all stands for the first ${USUAL_NAMES.length}, concurrent for the others.`,
  });
}

const parseNames = (text: string): readonly string[] | "all" =>
  text === "all" ? text : text.split(",");

/** `both` is still accepted, from the time when there were two opponents. */
function parseAgainst(text: string): readonly Opponent[] {
  const names = (text === "both" ? "reference,jvm" : text).split(",");
  for (const name of names) {
    if (OPPONENTS.some((each) => each === name)) continue;
    throw new BadUsageError(`--against ${name} is not one of ${OPPONENTS.join(", ")}`);
  }
  return OPPONENTS.filter((each) => names.includes(each));
}

function parseJobs(text: string): number {
  const jobs = parseCount("--jobs", text);
  if (jobs <= MAX_JOBS) return jobs;
  throw new BadUsageError(`--jobs ${text} is too large`, {
    hint: `Use 1 to ${MAX_JOBS}; more jobs than processors are no faster.`,
  });
}
