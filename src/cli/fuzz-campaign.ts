/** Campaigns as the command line asks for them, and what a saved difference is looked for with. */
import type { Jdk } from "../classfile/jdk.ts";
import { Campaign } from "../fuzz/campaign.ts";
import { REFERENCE } from "../fuzz/compare.ts";
import { FuzzLibrary } from "../fuzz/fuzz-machine.ts";
import type { SavedDifference } from "../fuzz/saved-difference.ts";
import { JvmWitness } from "./fuzz-jvm.ts";
import type { FuzzPlan } from "./fuzz-options.ts";
import { openModels } from "./load-program.ts";

export type CampaignPlan = Pick<
  FuzzPlan,
  "configurations" | "sample" | "referenceStates" | "states" | "against" | "jvmRuns"
>;

export function campaignOf(plan: CampaignPlan, jdk: Jdk | null): Campaign {
  const { configurations, sample, referenceStates, states, jvmRuns: runs } = plan;
  const library = new FuzzLibrary(openModels(jdk), jdk);
  return new Campaign({
    library,
    configurations,
    sample,
    referenceStates,
    states,
    comparesSearches: plan.against !== "jvm",
    witness:
      plan.against === "reference"
        ? null
        : new JvmWitness({ library, jdk, configurations, states, runs }),
  });
}

/** The configurations that it is about, and those that it was compared with. */
export const namesIn = ({ configurations, differences }: SavedDifference): string[] => [
  ...new Set([
    ...Object.keys(configurations),
    ...differences.map(({ configuration }) => configuration).filter((name) => name !== REFERENCE),
  ]),
];

/** What the difference was seen against. */
export function againstIn({
  differences,
}: Pick<SavedDifference, "differences">): FuzzPlan["against"] {
  const onJvm = differences.filter(({ kind }) => kind === "jvm").length;
  return onJvm === 0 ? "reference" : onJvm === differences.length ? "jvm" : "both";
}
