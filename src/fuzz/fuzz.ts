/** Runs a campaign of random programs, on which several searches must agree, and reports differences. */
import { findJdk, type Jdk } from "../classfile/sources/jdk.ts";
import { loadBulkHash } from "../core/bulk-hash.ts";
import { BadUsageError } from "../core/errors.ts";
import { abortText, type Emit, type Job, pause, startJob } from "../core/job.ts";
import { contextOf } from "../launch/java-program.ts";
import type { Campaign, CampaignTotals, FoundDifference } from "./campaign.ts";
import { type FamilyName, mayNeedJdk, type Task, tasksFrom } from "./families/all-families.ts";
import { CONCURRENT_NAMES } from "./families/concurrent/program.ts";
import { type Difference, hasAgain } from "./find-differences.ts";
import {
  FUZZ_FORMAT,
  FUZZ_VERSION,
  type FuzzReport,
  type ReportedDifference,
} from "./fuzz-report.ts";
import { textOf } from "./generator/program.ts";
import { campaignOf, configurationNames, isAgainstOutside, opponentsOf } from "./new-campaign.ts";
import {
  DEFAULT_LIBRARY_STATES,
  type FuzzOptions,
  type FuzzPlan,
  namedConfigurations,
  planOf,
  repeatingOptions,
} from "./options.ts";
import { loadDifference, saveDifference } from "./saved-difference.ts";
import { CONFIGURATIONS } from "./search-configurations.ts";
import { runInProcesses, type SharedResult } from "./worker-processes.ts";

export type FuzzEvent =
  | {
      readonly type: "progress";
      readonly totals: Pick<CampaignTotals, "programs" | "unfinished" | "skipped" | "different">;
      /** Since the campaign began. */
      readonly seconds: number;
    }
  | { readonly type: "difference"; readonly difference: ReportedDifference }
  /** There is no JDK, so these families are skipped: their programs may need one. */
  | { readonly type: "families-skipped"; readonly families: readonly FamilyName[] };

/** Runs a campaign. If aborted, it ends after the current program with the verdict "incomplete". */
export function fuzz(options: FuzzOptions = {}): Job<FuzzEvent, FuzzReport> {
  const plan = planOf(options);
  return startJob((emit) => runPlan(plan, options, emit));
}

async function runPlan(
  plan: FuzzPlan,
  options: FuzzOptions,
  emit: Emit<FuzzEvent>,
): Promise<FuzzReport> {
  await loadBulkHash();
  const { env } = contextOf(options);
  const jdk = findJdk({ explicit: options.jdk, env });
  const begin = performance.now();
  const families = possibleFamilies(plan.families, jdk, emit);
  const onProgress = ({ programs, unfinished, skipped, different }: CampaignTotals): void => {
    const seconds = (performance.now() - begin) / 1000;
    emit({ type: "progress", totals: { programs, unfinished, skipped, different }, seconds });
  };
  const { totals, differences, limit } =
    plan.jobs > 1
      ? await runInProcesses({ plan, families, options, env, onProgress })
      : await runHere(plan, families, jdk, options, emit, onProgress);
  const isComplete = limit === null && totals.skipped < totals.programs;
  return {
    format: FUZZ_FORMAT,
    version: FUZZ_VERSION,
    verdict: differences.length > 0 ? "different" : isComplete ? "same" : "incomplete",
    limit,
    kinds: families,
    firstSeed: plan.seed,
    asked: plan.programs,
    against: plan.against.join(","),
    limits: {
      referenceStates: plan.referenceStates,
      states: plan.states,
      libraryStates: plan.libraryStates,
    },
    totals,
    differences,
    seconds: (performance.now() - begin) / 1000,
  };
}

/** The families that need no JDK, if there is none. */
function possibleFamilies(
  families: readonly FamilyName[],
  jdk: Jdk | null,
  emit: Emit<FuzzEvent>,
): readonly FamilyName[] {
  const needing = families.filter(mayNeedJdk);
  if (jdk !== null || needing.length === 0) return families;
  if (needing.length === families.length) {
    const isGroup = CONCURRENT_NAMES.every((name) => families.includes(name));
    const names = isGroup ? "concurrent" : families.join(",");
    throw new BadUsageError(`--kind ${names} needs a JDK, but none was found`, {
      hint: "Set --jdk or JAVA_HOME.",
    });
  }
  emit({ type: "families-skipped", families: needing });
  return families.filter((each) => !mayNeedJdk(each));
}

async function runHere(
  plan: FuzzPlan,
  families: readonly FamilyName[],
  jdk: Jdk | null,
  options: FuzzOptions,
  emit: Emit<FuzzEvent>,
  onProgress: (totals: CampaignTotals) => void,
): Promise<SharedResult> {
  const campaign = campaignOf(plan, jdk);
  const differences: ReportedDifference[] = [];
  const tasks = tasksFrom(plan.seed, plan.programs, families);
  const limit = await runCampaign(campaign, tasks, plan.seconds, options.signal, (found) => {
    if (found !== null) {
      const difference = reported(found, plan, options);
      differences.push(difference);
      emit({ type: "difference", difference });
    }
    onProgress(campaign.totals);
  });
  return { totals: campaign.totals, differences, limit };
}

/** The number of programs that are prepared together. */
const BATCH = 25;

/** Returns what ended the campaign early, or null. */
async function runCampaign(
  campaign: Campaign,
  tasks: readonly Task[],
  seconds: number,
  signal: AbortSignal | undefined,
  onResult: (difference: FoundDifference | null) => void,
): Promise<string | null> {
  const begin = performance.now();
  let next = Promise.resolve();
  const prepare = (from: number): void => {
    next = campaign.prepare(tasks.slice(from, from + BATCH));
    // An error is reported when the batch is awaited, unless the campaign ends before that.
    next.catch(() => {});
  };
  prepare(0);
  try {
    for (const [i, task] of tasks.entries()) {
      if (signal?.aborted === true) return abortText(signal);
      if (performance.now() - begin > seconds * 1000) return `${seconds} s`;
      if (i % BATCH === 0) {
        await next;
        prepare(i + BATCH);
      }
      onResult(campaign.run(task));
      await pause();
    }
    return null;
  } finally {
    campaign.close();
  }
}

function reported(
  found: FoundDifference,
  plan: FuzzPlan,
  options: FuzzOptions,
): ReportedDifference {
  const { task, comparison, program } = found;
  const directory =
    options.saveTo === undefined
      ? null
      : saveDifference(found, {
          directory: options.saveTo,
          options: repeatingOptions(options),
          referenceStates: plan.referenceStates,
          states: plan.states,
          libraryStates: plan.libraryStates,
        });
  return { ...task, directory, differences: comparison.differences, program: textOf(program) };
}

export interface RecheckReport {
  /** `gone`: the saved difference no longer occurs. */
  readonly verdict: "different" | "gone" | "incomplete";
  /** All differences found now. */
  readonly differences: readonly Difference[];
}

/**
 * Checks whether a saved difference still occurs. `classes`: a directory with other classes for the program.
 */
export async function recheckDifference(
  directory: string,
  options: FuzzOptions = {},
  classes?: string,
): Promise<RecheckReport> {
  await loadBulkHash();
  const { saved, input } = loadDifference(directory, classes);
  const { known = CONFIGURATIONS } = options;
  const names = options.configurations ?? configurationNames(saved);
  const plan: FuzzPlan = {
    ...planOf(options),
    configurations: namedConfigurations(names, known),
    against: opponentsOf(saved),
    referenceStates: saved.referenceStates,
    states: saved.states,
    libraryStates: saved.libraryStates ?? DEFAULT_LIBRARY_STATES,
  };
  const jdk = findJdk({ explicit: options.jdk, env: contextOf(options).env });
  const { differences, searched } = campaignOf(plan, jdk).check(input);
  const isThere = saved.differences.some((each) => hasAgain(differences, each));
  const isComplete = saved.differences.every(
    ({ configuration, kind }) =>
      isAgainstOutside(kind) || searched.get(configuration)?.isComplete === true,
  );
  return { verdict: isThere ? "different" : isComplete ? "gone" : "incomplete", differences };
}
