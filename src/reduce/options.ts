/** What a caller can ask of a reduction. */
import type { CommonOptions } from "../launch/java-program.ts";
import type { PredicateChoice } from "./checker/choices.ts";
import type { Cost, ReduceStrategy } from "./strategies.ts";

export interface ReduceOptions extends CommonOptions {
  readonly predicate: PredicateChoice;
  /** Where the result goes: a jar or a directory, as the input is. */
  readonly output: string;
  /** "gbr" without it. */
  readonly strategy?: ReduceStrategy;
  /** What is to be small; "bytes" without it. */
  readonly cost?: Cost;
  /** Names of the passes that follow; all without it. */
  readonly passes?: readonly string[];
  /** What happens to files that are not classes; "reduce" without it. */
  readonly resources?: ResourceChoice;
  /** Names of items that must stay. */
  readonly keep?: readonly string[];
  /** Libraries that the input needs; they stay as they are. */
  readonly classPath?: string;
  readonly jdk?: string;
  /** Refuses an input with more than this when unpacked. */
  readonly maxInputBytes?: number;
  /** Where logs and the best result so far are; the output's path and ".session" without it. */
  readonly session?: string;
  /** Continues the reduction in that directory. */
  readonly resume?: boolean;
  /** Runs of the command at once. */
  readonly jobs?: number;
  /** How often the input itself is tried. */
  readonly tries?: number;
  /** Ends with the best result so far after this many seconds. */
  readonly seconds?: number;
}

/** What reading the input depends on. */
export type InputOptions = CommonOptions &
  Pick<ReduceOptions, "resources" | "classPath" | "jdk" | "maxInputBytes"> &
  Partial<Pick<ReduceOptions, "predicate">>;

export const RESOURCES = ["reduce", "keep", "drop"] as const;
export type ResourceChoice = (typeof RESOURCES)[number];

export const REDUCE_DEFAULTS = {
  strategy: "gbr",
  cost: "bytes",
  resources: "reduce",
  timeoutSeconds: 60,
  jobs: 1,
  tries: 3,
  same: "failure",
  maxStates: 100_000,
} as const;
