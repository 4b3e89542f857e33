/**
 * What a check knows about its search besides totals: how the number of states grew, where the states come from, what
 * the reductions left out, how much is left, and which values of the program keep growing. Plain data, part of the
 * report (docs/check-report.md); the page shows it, and advice is derived from it.
 */
import type { StateGraphData } from "../../search/graph/state-graph.ts";
import type { Growth } from "../../search/growth/growth.ts";
import type { Frontier } from "../../search/search.ts";

/** The search at some moment. */
export interface SearchSample {
  /** Since the search began. */
  readonly seconds: number;
  readonly states: number;
  readonly transitions: number;
  /** The steps from the first state to the state of that moment, and the most so far. */
  readonly depth: number;
  readonly maxDepth: number;
}

/** A line of the program, and the steps that begin at it. */
export interface SurveyedLine {
  /** Where the source is below its root: "p/q/Main.java"; null if the class file does not say. */
  readonly path: string | null;
  /** -1 if it is not known. */
  readonly line: number;
  /** "p.Main.run"; "the class library" for steps without any of the program's code on the stack. */
  readonly method: string;
  /** The library methods that the line calls: "AtomicInteger.incrementAndGet". */
  readonly calls: readonly string[];
  /** Steps that began at the line, and how many of them led to a new state. */
  readonly steps: number;
  readonly newStates: number;
  /** New states in which the thread that had just run stopped at this line: the line is a scheduling point of these. */
  readonly schedulingPoints: number;
}

export interface LineSurvey {
  /** False if the numbers are estimates from a sample of the steps. */
  readonly isExact: boolean;
  /** In descending order of scheduling points. */
  readonly lines: readonly SurveyedLine[];
}

/** A reduction, and what it left out. */
export interface ReductionEffect {
  /** As options name it: "sleep", "dvr dynamic". */
  readonly reduction: string;
  /** What is counted: "steps of sleeping threads". */
  readonly what: string;
  /** Null if a search cannot know it; `deadwood compare` measures the difference. */
  readonly count: number | null;
}

export interface Exploration {
  readonly samples: readonly SearchSample[];
  readonly survey: LineSurvey;
  readonly reductions: readonly ReductionEffect[];
  /** What is left to explore; null after a complete search, and where it is not known. */
  readonly frontier: Frontier | null;
  /** Null unless the search was stopped before it had found a violation. */
  readonly growth: Growth | null;
  /** The states, if the user asked for them. */
  readonly graph?: StateGraphData;
}
