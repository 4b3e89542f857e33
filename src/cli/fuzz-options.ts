/** The options of `deadwood fuzz`, and what they come to. */
import type { Command } from "commander";
import { BadUsageError } from "../core/errors.ts";
import type { Configuration } from "../fuzz/configurations.ts";
import { KINDS, type Kind, MAX_SEED } from "../fuzz/kinds.ts";
import type { FuzzReport } from "../report/fuzz-report.ts";
import { parseCount } from "./options.ts";

export interface FuzzOptions {
  readonly seed?: string;
  readonly programs?: string;
  readonly kind: string;
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
}

const DEFAULT_PROGRAMS = 100;
const DEFAULT_STATES = "1500";
/** A search that the reference would judge is hardly ever larger than the reference's own. */
const STATES_OF_OTHERS = 2;
const MAX_JOBS = 64;
const DEFAULT_SAMPLE = 4;
export const DEFAULT_JVM_RUNS = 300;

export interface FuzzPlan {
  readonly seed: number;
  readonly programs: number;
  readonly kinds: readonly Kind[];
  readonly configurations: readonly Configuration[];
  /** So many of them for each program, besides the first. */
  readonly sample: number;
  readonly against: FuzzReport["against"];
  readonly referenceStates: number;
  readonly states: number;
  readonly seconds: number;
  readonly jobs: number;
  readonly jvmRuns: number;
}

export function addFuzzOptions(command: Command): Command {
  return command
    .option("--seed <n>", "the first seed; a seed means the same programs everywhere (default: 0)")
    .option("--programs <count>", `how many, the kinds taking turns (default: ${DEFAULT_PROGRAMS})`)
    .option(`--kind <${KINDS.join("|")}|all>`, "what the programs are like", "all")
    .option(
      "--configurations <list>",
      "ways to search, by name and with commas between them, or all (default: a sample of all)",
    )
    .option(
      "--sample <count>",
      `try so many of the configurations with each program, besides the first (default: ${DEFAULT_SAMPLE}, or all that are named)`,
    )
    .option(
      "--against <reference|jvm|both>",
      "compare with a search without reductions, with runs on a real JVM, or with both",
      "reference",
    )
    .option("--states <count>", "the reference search gives up after so many", DEFAULT_STATES)
    .option("--time <seconds>", "begin no program after so much time")
    .option("--out <dir>", "save programs in which something differs")
    .option("--jobs <count>", "so many processes at once (default: 1)")
    .option("--json <file>", "write the report as JSON")
    .option("--jvm-runs <count>", `runs of each program on the JVM (default: ${DEFAULT_JVM_RUNS})`)
    .option("--jdk <dir>", "the JDK to use (else JAVA_HOME, else java on the PATH)")
    .option("--input <dir>", "check a saved difference again: exit code 1 while it is there")
    .option("--classes <dir>", "with --input: take these classes instead of the saved ones");
}

export function fuzzPlan(options: FuzzOptions, known: readonly Configuration[]): FuzzPlan {
  const referenceStates = parseCount("--states", options.states);
  const plan: FuzzPlan = {
    seed: parseSeed(options.seed),
    programs:
      options.programs === undefined
        ? DEFAULT_PROGRAMS
        : parseCount("--programs", options.programs),
    kinds: parseKind(options.kind),
    configurations: parseConfigurations(options.configurations, known),
    sample: parseSample(options, known.length),
    against: parseAgainst(options.against),
    referenceStates,
    states: referenceStates * STATES_OF_OTHERS,
    seconds: parseSeconds(options.time),
    jobs: parseJobs(options.jobs),
    jvmRuns:
      options.jvmRuns === undefined ? DEFAULT_JVM_RUNS : parseCount("--jvm-runs", options.jvmRuns),
  };
  if (options.jvmRuns !== undefined && plan.against === "reference") {
    throw new BadUsageError("--jvm-runs goes with --against jvm or both");
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

function parseKind(text: string): readonly Kind[] {
  if (text === "all") return KINDS;
  const kind = KINDS.find((each) => each === text);
  if (kind !== undefined) return [kind];
  throw new BadUsageError(`--kind ${text} is not a kind of program`, {
    hint: `There are ${KINDS.join(", ")}, and all.`,
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

function parseAgainst(text: string): FuzzReport["against"] {
  if (text === "reference" || text === "jvm" || text === "both") return text;
  throw new BadUsageError(`--against ${text} is none of reference, jvm and both`);
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
