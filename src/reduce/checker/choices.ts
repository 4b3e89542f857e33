/** The predicates that a caller can choose from. */
import type { Configuration } from "../../fuzz/search-configurations.ts";
import type { CheckKind } from "../../search/properties/table.ts";
import type { CandidateForm } from "../files/candidate.ts";
import type { MatchLevel } from "./same-failure.ts";

/** A command that fails on the input, and is to fail on the result in the same way. */
export interface CommandPredicate {
  /** The command and its arguments, with {} for the candidate's path. */
  readonly command: readonly string[];
  /** How the command gets a candidate; in the form of the input without it. */
  readonly as?: CandidateForm;
  /** The exit code that it must have; that of the first run without it. */
  readonly exitCode?: number;
  /** Whether its outputs must stay the same, too. */
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  /** Replacements (s/expression/replacement/) in outputs before they are compared. */
  readonly normalise?: readonly string[];
  /** A run that takes longer does not count as a failure. */
  readonly timeoutSeconds?: number;
  /** The command stays: it reads one path per line and answers `interesting` or `boring`. */
  readonly persistent?: boolean;
  /** Exit codes of other candidates that are kept beside the result. */
  readonly alsoInteresting?: readonly number[];
  /** Reduces once for each different line of the output that this expression matches. */
  readonly split?: string;
}

/** A violation that a check finds in the input, and is to find in the result. */
export interface CheckPredicate {
  readonly check: CheckKind;
  readonly main: string;
  readonly args?: readonly string[];
  /** What must stay: the failure of the input, or any of its kind. */
  readonly same?: MatchLevel;
  readonly maxStates?: number;
  readonly normalise?: readonly string[];
}

/** A difference that `fuzz` has saved in the input directory. */
export interface DifferencePredicate {
  readonly difference: true;
  /** The configurations that it may name. */
  readonly known?: readonly Configuration[];
}

export type PredicateChoice = CommandPredicate | CheckPredicate | DifferencePredicate;
