/**
 * A saved difference of `deadwood fuzz` as a predicate in this process. A candidate is interesting
 * if the same configuration shows the same difference, as `deadwood fuzz --input` sees it; a
 * candidate that cannot be run is not.
 */
import type { Jdk } from "../../classfile/sources/jdk.ts";
import { BadUsageError, DeadwoodError } from "../../core/errors.ts";
import type { Campaign } from "../../fuzz/campaign.ts";
import {
  concerned,
  type Difference,
  hasAgain,
  type ProgramComparison,
  REFERENCE,
} from "../../fuzz/find-differences.ts";
import {
  campaignOf,
  configurationNames,
  isAgainstOutside,
  opponentsOf,
} from "../../fuzz/new-campaign.ts";
import {
  DEFAULT_JVM_RUNS,
  DEFAULT_LIBRARY_STATES,
  namedConfigurations,
} from "../../fuzz/options.ts";
import { loadDifference, type SavedDifference } from "../../fuzz/saved-difference.ts";
import type { Configuration } from "../../fuzz/search-configurations.ts";
import type { Candidate } from "../files/candidate.ts";
import type { Runner, RunOutcome } from "../predicate/outcome.ts";
import type { Predicate } from "../predicate/predicate.ts";
import { judgeAnswers } from "../predicate/verdict.ts";
import { calibrate } from "../runners/calibrate.ts";

export interface DifferencePlan {
  /** Where it was saved. */
  readonly directory: string;
  /** All that it may name. */
  readonly known: readonly Configuration[];
  readonly jdk: Jdk | null;
  /** How often the input itself is tried. */
  readonly tries: number;
}

export function differencePredicate({ directory, known, jdk, tries }: DifferencePlan): Predicate {
  const { saved } = loadDifference(directory);
  const [wanted] = saved.differences;
  if (wanted === undefined) throw new BadUsageError(`${directory} has no difference in it`);
  const all = namedConfigurations(configurationNames(saved), known);
  const campaign = campaignOf(
    {
      // Against the JDK or a JVM no configuration is at fault, and any may be compared with.
      configurations: isAgainstOutside(wanted.kind) ? all : concerned(wanted, all),
      sample: all.length,
      referenceStates: saved.referenceStates,
      states: saved.states,
      against: opponentsOf({ differences: [wanted] }),
      jvmRuns: DEFAULT_JVM_RUNS,
      libraryStates: saved.libraryStates ?? DEFAULT_LIBRARY_STATES,
    },
    jdk,
  );
  const newRunners = (): Runner[] => [new DifferenceRunner(campaign, saved, wanted)];
  return {
    alsoInteresting: [],
    async failures(whole, signal) {
      await calibrate(newRunners(), whole, signal, { tries });
      const line = `difference: ${wanted.configuration}, ${wanted.kind}`;
      return [{ line, judge: judgeAnswers, newRunners }];
    },
    close: () => Promise.resolve(),
  };
}

class DifferenceRunner implements Runner {
  readonly #campaign: Campaign;
  readonly #saved: SavedDifference;
  readonly #wanted: Difference;

  constructor(campaign: Campaign, saved: SavedDifference, wanted: Difference) {
    this.#campaign = campaign;
    this.#saved = saved;
    this.#wanted = wanted;
  }

  async run(candidate: Candidate, signal: AbortSignal): Promise<RunOutcome> {
    // Serves the event loop, so that a signal ends the reduction between two candidates.
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    signal.throwIfAborted();
    return { kind: "answered", interesting: this.#isThere(candidate) };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #isThere({ files }: Candidate): boolean {
    const { needsJdk, heapWords } = this.#saved;
    const classes = new Map(
      files
        .filter(({ path }) => path.endsWith(SUFFIX))
        .map(({ path, bytes }) => [path.slice(0, -SUFFIX.length), bytes] as const),
    );
    try {
      const found = this.#campaign.check({ classes, needsJdk, heapWords });
      return isSame(found, this.#saved, this.#wanted);
    } catch (error) {
      // A missing class or an invalid body is not the difference.
      if (error instanceof DeadwoodError) return false;
      throw error;
    }
  }
}

const SUFFIX = ".class";

function isSame(
  { differences, reference }: ProgramComparison,
  saved: SavedDifference,
  wanted: Difference,
): boolean {
  // An incomplete reference would make more outcomes look different.
  if (saved.reference.isComplete && !reference.isComplete) return false;
  const isStrange = differences.some(
    ({ configuration }) => configuration === REFERENCE && wanted.configuration !== REFERENCE,
  );
  if (isStrange) return false;
  // Errors of a search have many texts.
  const alike =
    wanted.kind === "error"
      ? differences.filter(({ text }) => withoutNumbers(text) === withoutNumbers(wanted.text))
      : differences;
  return hasAgain(alike, wanted);
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, "N");
