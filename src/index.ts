/**
 * The library: a model checker for Java bytecode. Each function does what the command of the same name
 * does, takes plain options and gives a plain report. A violation is a result; only bad input and bugs
 * reject, bad input with a `DeadwoodError` that has a `code` and often a `hint`.
 *
 * This is the only file that re-exports. The command line does not import it: that would load
 * everything for the smallest check.
 */
export { type Check, type CheckEvent, check } from "./check/check.ts";
export type {
  CheckReport,
  DvrReport,
  ReportedRace,
  ReportedViolation,
  Times,
  Totals,
  Verdict,
} from "./check/check-report.ts";
export type { CheckOutcome, FailedCheck } from "./check/failed-check.ts";
export type {
  CheckOptions,
  Limits,
  PropertyChoice,
  StoreChoice,
  Strategy,
} from "./check/options.ts";
export { type ReplayOptions, type ReplayReport, replay } from "./check/replay.ts";
export type { SearchReport } from "./check/search-report.ts";
export type { TracedProgram, TraceFile } from "./check/trace-file.ts";
export { type CompareEvent, type CompareOptions, compare } from "./compare/compare.ts";
export type { Comparison, ConfigurationEntry } from "./compare/comparison.ts";
export type { ProgramToCompare } from "./compare/program-sets.ts";
export { DeadwoodError, type ErrorCode } from "./core/errors.ts";
export type { Job } from "./core/job.ts";
export {
  type ExplainEvent,
  type ExplainOptions,
  explain,
  type StateSpec,
} from "./explain/explain.ts";
export type { Explanation } from "./explain/explanation.ts";
export type { Selection } from "./explain/selection.ts";
export { type FuzzEvent, fuzz } from "./fuzz/fuzz.ts";
export type { FuzzReport } from "./fuzz/fuzz-report.ts";
export type { FuzzOptions } from "./fuzz/options.ts";
export type { LibraryKind } from "./launch/find-program.ts";
export type { CommonOptions, JavaProgram, Output, ProgramLike } from "./launch/java-program.ts";
export { type RunOptions, type RunReport, type RunStatistics, run } from "./launch/run.ts";
export type { Inventory } from "./reduce/inventory.ts";
export type { ReduceOptions } from "./reduce/options.ts";
export { type ReduceEvent, type ReduceReport, type ReduceResult, reduce } from "./reduce/reduce.ts";
export type { ReductionHistory } from "./reduce/session/history.ts";
export { assertSafe, UnsafeProgramError } from "./report/check/assert-safe.ts";
export { type RenderOptions, type ReportFormat, render } from "./report/check/render.ts";
export type { StrategyName } from "./search/strategies.ts";
export type { Trace, TraceStep } from "./search/trace/trace.ts";
export type { PctReport, WalkReport } from "./search/walk-report.ts";
