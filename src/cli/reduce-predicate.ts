/** The predicate of a reduction as the command line asks for it. */
import type { ClassSource } from "../classfile/class-path.ts";
import type { Jdk } from "../classfile/jdk.ts";
import { calibrate } from "../reduce/predicate/calibrate.ts";
import type { Candidate, CandidateForm } from "../reduce/predicate/candidate.ts";
import { systemClock } from "../reduce/predicate/clock.ts";
import { CommandRunner } from "../reduce/predicate/command.ts";
import { systemDisk } from "../reduce/predicate/disk.ts";
import { locateCommand } from "../reduce/predicate/locate.ts";
import { parseRule } from "../reduce/predicate/normalise.ts";
import type { Runner } from "../reduce/predicate/outcome.ts";
import { PersistentRunner } from "../reduce/predicate/persistent.ts";
import { parseSplit, splitFailures } from "../reduce/predicate/split.ts";
import { type Judge, judgeBy } from "../reduce/predicate/verdict.ts";
import { Workplace } from "../reduce/predicate/workplace.ts";
import { type CheckKind, CheckRunner } from "./check-runner.ts";
import type { Host } from "./host.ts";

export interface PredicatePlan {
  /** The command; with `check` the main class and its arguments. */
  readonly words: readonly string[];
  readonly check: CheckKind | null;
  readonly maxStates: number;
  readonly form: CandidateForm;
  readonly exitCode: number | null;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly normalise: readonly string[];
  readonly timeoutMillis: number;
  readonly jobs: number;
  readonly tries: number;
  readonly isPersistent: boolean;
  readonly alsoInteresting: readonly number[];
  readonly split: string | null;
  readonly directory: string;
  readonly jdk: Jdk | null;
  readonly libraries: ClassSource;
}

/** What is looked for. */
export interface Failure {
  /** Of the output, where several were told apart. */
  readonly line: string | null;
  readonly judge: Judge;
}

export interface Predicate {
  readonly alsoInteresting: readonly number[];
  /** Fresh ones; who uses them closes them. */
  newRunners(): readonly Runner[];
  /** Tries the input itself, and says what there is to be looked for. */
  failures(whole: Candidate, signal: AbortSignal): Promise<readonly Failure[]>;
  close(): Promise<void>;
}

export function predicateOf(plan: PredicatePlan, host: Host): Predicate {
  const workplace = plan.check === null ? new Workplace(systemDisk, plan.form) : null;
  const newRunners = runnerMaker(plan, workplace, host);
  return {
    alsoInteresting: plan.alsoInteresting,
    newRunners,
    async failures(whole, signal) {
      const runners = newRunners();
      try {
        return await failuresOf(plan, runners, whole, signal);
      } finally {
        await Promise.all(runners.map((runner) => runner.close()));
      }
    },
    close() {
      workplace?.close();
      return Promise.resolve();
    },
  };
}

function runnerMaker(
  plan: PredicatePlan,
  workplace: Workplace | null,
  host: Host,
): () => readonly Runner[] {
  if (plan.check !== null || workplace === null) {
    const { check, words, jdk, libraries, maxStates } = plan;
    const [mainClass = "", ...args] = words;
    const kind = check ?? "deadlock";
    return () => [new CheckRunner({ kind, mainClass, args, jdk, libraries, maxStates })];
  }
  const { env } = host;
  const command = locateCommand(plan.words, { directory: plan.directory, env });
  const { timeoutMillis } = plan;
  const options = { command, workplace, env, clock: systemClock, timeoutMillis };
  const rules = plan.normalise.map(parseRule);
  return () =>
    Array.from({ length: plan.jobs }, () =>
      plan.isPersistent ? new PersistentRunner(options) : new CommandRunner({ ...options, rules }),
    );
}

async function failuresOf(
  plan: PredicatePlan,
  runners: readonly Runner[],
  whole: Candidate,
  signal: AbortSignal,
): Promise<readonly Failure[]> {
  const { stdout, stderr, tries, exitCode, split } = plan;
  const compare = { stdout, stderr };
  const baseline = await calibrate(runners, whole, signal, {
    tries,
    compare,
    ...(exitCode === null ? {} : { exitCode }),
  });
  if (split === null) return [{ line: null, judge: judgeBy(baseline, compare) }];
  return splitFailures(baseline, parseSplit(split)).map(({ line, comparison }) => ({
    line,
    // Its line is what it is known by; that of the first run may be another's.
    judge: judgeBy({ ...baseline, message: null }, comparison),
  }));
}
