/** `deadwood fuzz`: random programs, searched in several ways that must come to the same. */

import type { Command } from "commander";
import { findJdk, type Jdk } from "../../classfile/sources/jdk.ts";
import { loadBulkHash } from "../../core/bulk-hash.ts";
import { BadUsageError, ExitCode } from "../../core/errors.ts";
import type { CampaignTotals, FoundDifference } from "../../fuzz/campaign.ts";
import { mayNeedJdk, tasksFrom } from "../../fuzz/families/all-families.ts";
import { hasAgain } from "../../fuzz/find-differences.ts";
import { textOf } from "../../fuzz/generator/program.ts";
import { loadDifference, saveDifference } from "../../fuzz/saved-difference.ts";
import { CONFIGURATIONS, type Configuration } from "../../fuzz/search-configurations.ts";
import {
  FUZZ_FORMAT,
  FUZZ_VERSION,
  type FuzzReport,
  fuzzLines,
  type ReportedDifference,
} from "../../report/fuzz/fuzz-report.ts";
import { againstIn, campaignOf, isHeard, namesIn } from "../fuzz-campaign.ts";
import { runJobs } from "../fuzz-jobs.ts";
import { runCampaign } from "../fuzz-loop.ts";
import {
  addFuzzOptions,
  DEFAULT_LIBRARY_STATES,
  type FuzzOptions,
  type FuzzPlan,
  fuzzPlan,
  parseConfigurations,
} from "../fuzz-options.ts";
import { type Host, report as tell } from "../host.ts";
import { OutputFiles, requireWritable } from "../output-files.ts";

/** `known` is all that --configurations can name. */
export function addFuzzCommand(
  program: Command,
  host: Host,
  done: (exitCode: number) => void,
  known: readonly Configuration[] = CONFIGURATIONS,
): void {
  const command = program
    .command("fuzz")
    .description("compare ways to search, on random programs with several threads");
  addFuzzOptions(command).action(async (options: FuzzOptions) => {
    done(await fuzz(options, host, known));
  });
}

async function fuzz(
  options: FuzzOptions,
  host: Host,
  known: readonly Configuration[],
): Promise<number> {
  await loadBulkHash();
  const plan = fuzzPlan(options, known);
  requireWritable("--json", options.json);
  const jdk = findJdk({ explicit: options.jdk, env: host.env });
  if (options.input !== undefined) return checkAgain(options.input, options, jdk, host, known);
  if (options.classes !== undefined) throw new BadUsageError("--classes goes with --input");
  const begin = performance.now();
  const { totals, differences, limit, kinds } = await search(plan, options, jdk, host);
  const isOver = limit === null && totals.skipped < totals.programs;
  const report: FuzzReport = {
    format: FUZZ_FORMAT,
    version: FUZZ_VERSION,
    verdict: differences.length > 0 ? "different" : isOver ? "same" : "incomplete",
    limit,
    kinds,
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
  host.streams.write(1, Buffer.from(`${fuzzLines(report).join("\n")}\n`));
  const files = new OutputFiles(host);
  files.json("--json", options.json, () => report);
  return files.exitCode(EXIT_CODES[report.verdict]);
}

const EXIT_CODES = {
  same: ExitCode.safe,
  different: ExitCode.violated,
  incomplete: ExitCode.incomplete,
} as const;

interface Searched {
  readonly totals: CampaignTotals;
  readonly differences: readonly ReportedDifference[];
  readonly limit: string | null;
  readonly kinds: FuzzPlan["kinds"];
}

async function search(
  plan: FuzzPlan,
  options: FuzzOptions,
  jdk: Jdk | null,
  host: Host,
): Promise<Searched> {
  const kinds = kindsFor(plan, options, jdk, host);
  if (plan.jobs > 1) return { ...(await runJobs(plan, kinds, options, host)), kinds };
  const campaign = campaignOf(plan, jdk);
  const differences: ReportedDifference[] = [];
  const tasks = tasksFrom(plan.seed, plan.programs, kinds);
  const { limit } = await runCampaign(campaign, tasks, plan.seconds, host, (found) => {
    differences.push(reported(found, plan, options));
  });
  return { totals: campaign.totals, differences, limit, kinds };
}

/** Without a JDK there are no programs that use its library: said, unless these were asked for. */
function kindsFor(
  { kinds }: FuzzPlan,
  { kind }: FuzzOptions,
  jdk: Jdk | null,
  host: Host,
): FuzzPlan["kinds"] {
  const needing = kinds.filter(mayNeedJdk);
  if (jdk !== null || needing.length === 0) return kinds;
  if (needing.length === kinds.length) {
    throw new BadUsageError(`--kind ${kind ?? "concurrent"} needs a JDK, and none was found`, {
      hint: "Set --jdk or JAVA_HOME.",
    });
  }
  tell(host, `no JDK was found: no programs of the kinds ${needing.join(" and ")}`);
  return kinds.filter((each) => !mayNeedJdk(each));
}

function reported(
  found: FoundDifference,
  plan: FuzzPlan,
  options: FuzzOptions,
): ReportedDifference {
  const { task, comparison, program } = found;
  const directory =
    options.out === undefined
      ? null
      : saveDifference(found, {
          directory: options.out,
          words: repeatingWords(options),
          referenceStates: plan.referenceStates,
          states: plan.states,
          libraryStates: plan.libraryStates,
        });
  return { ...task, directory, differences: comparison.differences, program: textOf(program) };
}

/** Options that what is found depends on, besides the program. */
function repeatingWords(options: FuzzOptions): string[] {
  const { configurations, sample, states, against, jvmRuns, libraryStates } = options;
  return [
    ...(configurations === undefined ? [] : [`--configurations ${configurations}`]),
    ...(sample === undefined ? [] : [`--sample ${sample}`]),
    `--states ${states}`,
    ...(against === "reference" ? [] : [`--against ${against}`]),
    ...(jvmRuns === undefined ? [] : [`--jvm-runs ${jvmRuns}`]),
    ...(libraryStates === undefined ? [] : [`--library-states ${libraryStates}`]),
  ];
}

/** Whether a saved difference is still there. */
function checkAgain(
  directory: string,
  options: FuzzOptions,
  jdk: Jdk | null,
  host: Host,
  known: readonly Configuration[],
): number {
  const { saved, input } = loadDifference(directory, options.classes);
  const plan: FuzzPlan = {
    ...fuzzPlan(options, known),
    configurations: parseConfigurations(options.configurations ?? namesIn(saved).join(","), known),
    against: againstIn(saved),
    referenceStates: saved.referenceStates,
    states: saved.states,
    libraryStates: saved.libraryStates ?? DEFAULT_LIBRARY_STATES,
  };
  const { differences, searched } = campaignOf(plan, jdk).check(input);
  const still = saved.differences.filter((each) => hasAgain(differences, each));
  const lines = differences.map((each) => `${each.configuration}: ${each.kind} ${each.text}`);
  const isOver = saved.differences.every(
    ({ configuration, kind }) => isHeard(kind) || searched.get(configuration)?.isComplete === true,
  );
  const isThere = still.length > 0;
  lines.push(
    isThere
      ? "different: the saved difference is there"
      : isOver
        ? "no difference: what was saved is not there"
        : "incomplete: what was saved did not show within the limits",
  );
  host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
  return isThere ? ExitCode.violated : isOver ? ExitCode.safe : ExitCode.incomplete;
}
