/**
 * What to do after a check, in order of promise. Pure functions of the report: every piece of advice rests on something
 * that the search measured, and says what. `docs/advice.md` lists them; each has a test in which following it changes
 * the verdict or lifts the limit that it names.
 */
import type { CheckReport } from "../check-report.ts";
import { growthAdvice } from "./growth-advice.ts";
import { limitOf } from "./limit.ts";
import { limitAdvice, raiseLimit, roomAdvice } from "./limit-advice.ts";
import { coverageAdvice, randomAdvice, violationAdvice } from "./other-advice.ts";

export interface Advice {
  /** For tools: stays the same while the texts may change. */
  readonly id: AdviceId;
  /** What to do: "Add --dvr full." */
  readonly what: string;
  /** The options to add to the command; null if it is something else that helps. */
  readonly options: string | null;
  /** Why, with the figures that say so. */
  readonly why: string;
}

export type AdviceId =
  | "dead-growth"
  | "bound-growth"
  | "find-bugs"
  | "larger-heap"
  | "all-reductions"
  | "library-model"
  | "dead-values"
  | "compact-store"
  | "bitstate"
  | "hot-line"
  | "smaller-arguments"
  | "raise-limit"
  | "assume-fixed"
  | "own-clock"
  | "larger-store"
  | "search-all"
  | "more-runs"
  | "replay"
  | "html";

/** The report before advice is added. */
export type AdvisedReport = Omit<CheckReport, "advice" | "howFar">;

/** The most promising first; none after a verdict of "safe". */
export function adviceFor(report: AdvisedReport): Advice[] {
  if (report.verdict === "violated") return violationAdvice(report);
  if (report.verdict === "safe") return [];
  if (report.search.walk !== null) return [...randomAdvice(report), ...coverageAdvice(report)];
  if (report.limit === null) return coverageAdvice(report);
  const limit = limitOf(report.limit);
  const growing = growthAdvice(report);
  // As long as a value never repeats, every larger limit is too small.
  const hasBound = growing.some(({ id }) => id === "bound-growth");
  const ways =
    growing.length === 0
      ? limitAdvice(report, limit)
      : [...growing, ...(hasBound ? raiseLimit(report, limit) : [])];
  return [...roomAdvice(limit), ...ways, ...coverageAdvice(report)];
}
