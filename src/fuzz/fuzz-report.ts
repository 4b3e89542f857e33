/** Everything that a campaign reports, as plain data (docs/fuzz.md describes the file). */
import { literal, object } from "../core/json-shape.ts";
import type { CampaignTotals } from "./campaign.ts";
import type { FamilyName } from "./families/all-families.ts";
import type { Difference } from "./find-differences.ts";

export const FUZZ_FORMAT = "deadwood-fuzz-report";
export const FUZZ_VERSION = 1;

/** What the outcomes of a program are compared with. */
export const OPPONENTS = ["reference", "library", "jvm"] as const;
export type Opponent = (typeof OPPONENTS)[number];

export interface ReportedDifference {
  readonly kind: FamilyName;
  readonly seed: number;
  /** The directory it was saved to; null if it was not saved. */
  readonly directory: string | null;
  readonly differences: readonly Difference[];
  /** The shrunk program. */
  readonly program: string;
}

export interface FuzzReport {
  readonly format: typeof FUZZ_FORMAT;
  readonly version: typeof FUZZ_VERSION;
  readonly verdict: "same" | "different" | "incomplete";
  /** What ended the campaign early; null if nothing did. */
  readonly limit: string | null;
  readonly kinds: readonly FamilyName[];
  readonly firstSeed: number;
  /** The number of programs requested. */
  readonly asked: number;
  /** Names of opponents, separated by commas. */
  readonly against: string;
  readonly limits: {
    readonly referenceStates: number;
    readonly states: number;
    readonly libraryStates: number;
  };
  readonly totals: CampaignTotals;
  readonly differences: readonly ReportedDifference[];
  readonly seconds: number;
}

const WRITTEN = object({ format: literal(FUZZ_FORMAT), version: literal(FUZZ_VERSION) });

/** Whether this version of Deadwood wrote it. */
export const isFuzzReport = (value: unknown): value is FuzzReport => WRITTEN.fits(value);
