/** Creates the campaign that a plan describes, and finds what a saved difference was compared with. */
import type { Jdk } from "../classfile/sources/jdk.ts";
import { BadUsageError } from "../core/errors.ts";
import { openModels, withoutConcurrent } from "../launch/find-program.ts";
import { Campaign, type Hearing } from "./campaign.ts";
import { type DifferenceKind, REFERENCE } from "./find-differences.ts";
import { FuzzLibrary } from "./fuzz-machine.ts";
import { OPPONENTS, type Opponent } from "./fuzz-report.ts";
import { JvmWitness } from "./jvm/run-on-jvm.ts";
import type { FuzzPlan } from "./options.ts";
import type { Witness } from "./outside-evidence.ts";
import { RealLibraryWitness } from "./real-library.ts";
import type { SavedDifference } from "./saved-difference.ts";

export type CampaignPlan = Pick<
  FuzzPlan,
  | "configurations"
  | "sample"
  | "referenceStates"
  | "states"
  | "against"
  | "jvmRuns"
  | "libraryStates"
>;

export function campaignOf(plan: CampaignPlan, jdk: Jdk | null): Campaign {
  const { configurations, sample, referenceStates, states, against } = plan;
  const library = new FuzzLibrary(openModels(jdk), jdk);
  return new Campaign({
    library,
    configurations,
    sample,
    referenceStates,
    states,
    comparesSearches: against.includes("reference"),
    hearing: hearingOf(plan, jdk),
  });
}

/** The configuration of `deadwood check` without options. */
const USUAL = "default@local";

/** Null if searches are compared only with each other. */
function hearingOf(plan: CampaignPlan, jdk: Jdk | null): Hearing | null {
  const { configurations, against, jvmRuns: runs, libraryStates } = plan;
  const configuration = configurations.find(({ name }) => name === USUAL) ?? configurations.at(-1);
  const witnesses: Witness[] = [];
  if (against.includes("library")) {
    if (jdk === null) throw needsJdk("library");
    const models = withoutConcurrent(openModels(jdk));
    const library = new FuzzLibrary(models, jdk, { realLibrary: true });
    if (configuration !== undefined) {
      witnesses.push(new RealLibraryWitness({ library, configuration, states: libraryStates }));
    }
  }
  if (against.includes("jvm")) {
    if (jdk === null) throw needsJdk("jvm");
    witnesses.push(new JvmWitness({ jdk, runs }));
  }
  if (witnesses.length === 0 || configuration === undefined) return null;
  const states = against.includes("library") ? Math.max(libraryStates, plan.states) : plan.states;
  return { witnesses, configuration, states };
}

const needsJdk = (against: string): BadUsageError =>
  new BadUsageError(`--against ${against} needs a JDK, but none was found`, {
    hint: "Set --jdk or JAVA_HOME.",
  });

/** The configurations that a saved difference concerns, and those they were compared with. */
export const configurationNames = ({ configurations, differences }: SavedDifference): string[] => [
  ...new Set([
    ...Object.keys(configurations),
    ...differences.map(({ configuration }) => configuration).filter((name) => name !== REFERENCE),
  ]),
];

/** The opponents that the difference was found against. */
export const opponentsOf = ({
  differences,
}: Pick<SavedDifference, "differences">): readonly Opponent[] =>
  OPPONENTS.filter((name) => differences.some(({ kind }) => opponentOf(kind) === name));

/** Whether only outcomes differ, so that no configuration is at fault. */
export const isAgainstOutside = (kind: DifferenceKind): boolean => opponentOf(kind) !== "reference";

function opponentOf(kind: DifferenceKind): Opponent {
  if (kind === "jvm") return "jvm";
  return kind === "unmodelled" || kind === "invented" ? "library" : "reference";
}
