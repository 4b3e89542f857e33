/** What a reduction asks of its candidates: as the command line says it, and as it is then done. */
import type { ClassSource } from "../classfile/sources/class-path.ts";
import type { Jdk } from "../classfile/sources/jdk.ts";
import type { Configuration } from "../fuzz/search-configurations.ts";
import type { Candidate, CandidateForm } from "../reduce/files/candidate.ts";
import type { Runner } from "../reduce/predicate/outcome.ts";
import type { Judge } from "../reduce/predicate/verdict.ts";
import type { CheckKind, Sameness } from "./candidate-checker.ts";

export interface PredicatePlan {
  /** The command; with `check` the main class and its arguments. */
  readonly words: readonly string[];
  readonly check: CheckKind | null;
  /** Instead: where `deadwood fuzz` has saved a difference, and the configurations that it may name. */
  readonly difference: string | null;
  readonly known: readonly Configuration[];
  readonly same: Sameness;
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
  /** In words, where it has some. */
  readonly line: string | null;
  readonly judge: Judge;
  /** Fresh ones, for this failure; who uses them closes them. */
  newRunners(): readonly Runner[];
}

export interface Predicate {
  readonly alsoInteresting: readonly number[];
  /** Tries the input itself, and says what there is to be looked for. */
  failures(whole: Candidate, signal: AbortSignal): Promise<readonly Failure[]>;
  close(): Promise<void>;
}
