/**
 * Makes one explanation: brings a program to a state, and finds out what the code and the future say about
 * it.
 */
import { nextSlice } from "../check/driver.ts";
import { reductionsOf } from "../check/options.ts";
import { now } from "../check/process-figures.ts";
import {
  changedClasses,
  launchOptionsOfTrace,
  readTrace,
  type TraceFile,
  type TraceInput,
} from "../check/trace-file.ts";
import { loadBulkHash } from "../core/bulk-hash.ts";
import { BadUsageError } from "../core/errors.ts";
import { abortText, type Emit, type Job, pause, startJob } from "../core/job.ts";
import {
  type CommonOptions,
  contextOf,
  launchOptionsOf,
  type ProgramLike,
} from "../launch/java-program.ts";
import { LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import { Invariants } from "../search/properties/invariant.ts";
import type { Reduction } from "../vm/machine-options.ts";
import { Explainer } from "./explainer.ts";
import { EXPLANATION_FORMAT, EXPLANATION_VERSION, type Explanation } from "./explanation.ts";
import { FutureSearch } from "./future/future-search.ts";
import { followSteps, walkSteps } from "./reach-state.ts";
import { type Selection, select } from "./selection.ts";

/**
 * Names a state: of a trace after a number of steps (by default the last; negative from the end), or of a
 * program.
 */
export type StateSpec =
  | {
      readonly trace: string | TraceFile;
      readonly step?: number;
      /** The JDK whose class library to use. */
      readonly jdk?: string;
    }
  | {
      readonly program: ProgramLike;
      /** Steps of a random schedule; 0 by default. */
      readonly afterSteps?: number;
      readonly seed?: number;
      /** As for a check; determines where steps end. */
      readonly reductions?: "all" | "none" | readonly Reduction[];
      readonly spuriousWakeups?: boolean;
      /** Whether an uncaught exception ends only its thread. */
      readonly continuesAfterUncaught?: boolean;
      /** As for a check; what these methods read is live. */
      readonly invariants?: readonly string[];
    };

export interface ExplainOptions extends CommonOptions {
  /** Whether to explore what can follow the state; true by default. */
  readonly explore?: boolean;
  /** Explore at most this many states; 20,000 by default. */
  readonly maxStates?: number;
  /** Whether to include boot objects that have not changed. */
  readonly all?: boolean;
  /** The part to return; everything by default. */
  readonly select?: Partial<Selection>;
}

export type ExplainEvent =
  | { readonly type: "progress"; readonly states: number; readonly seconds: number }
  | { readonly type: "changed-classes"; readonly classes: readonly string[] };

export const DEFAULT_MAX_STATES = 20_000;
/** The intended duration of a slice in milliseconds. */
const SLICE_TIME = 40;
const FIRST_SLICE = 16;

/**
 * Explains which values of one state are live, which are dead, and why.
 *
 * If the exploration is aborted, `future.limit` of the explanation says so.
 */
export const explain = (
  state: StateSpec,
  options: ExplainOptions = {},
): Job<ExplainEvent, Explanation> =>
  startJob<ExplainEvent, Explanation>(async (emit) => {
    const trace = "trace" in state ? readTrace(state.trace) : null;
    const program = launchable(state, trace, options);
    try {
      return await explainIn(program, state, trace, options, emit);
    } finally {
      program.close();
    }
  });

function launchable(
  state: StateSpec,
  trace: TraceInput | null,
  options: ExplainOptions,
): LaunchableProgram {
  const context = contextOf(options);
  if ("trace" in state) {
    const launch = launchOptionsOfTrace(trace ?? readTrace(state.trace), state.jdk);
    return new LaunchableProgram(launch, context);
  }
  const launch = {
    ...launchOptionsOf(state.program, "check"),
    spuriousWakeups: state.spuriousWakeups ?? false,
    reductions: reductionsOf(state.reductions ?? "all"),
    machine: { toleratesUncaught: state.continuesAfterUncaught ?? false },
  };
  return new LaunchableProgram(launch, context);
}

async function explainIn(
  program: LaunchableProgram,
  spec: StateSpec,
  trace: TraceInput | null,
  options: ExplainOptions,
  emit: Emit<ExplainEvent>,
): Promise<Explanation> {
  const { machine, found, output } = program.start(SILENT, trace?.discipline ?? []);
  const invariants = "trace" in spec ? (trace?.judgedBy.invariants ?? []) : (spec.invariants ?? []);
  const { observers } = new Invariants(machine, invariants, output);
  const state =
    "trace" in spec
      ? followSteps(machine, (trace?.steps ?? []).slice(0, stepOf(spec.step, trace?.steps ?? [])))
      : walkSteps(machine, spec.seed ?? 1, spec.afterSteps ?? 0);
  if (trace !== null) {
    const classes = changedClasses(trace.program, machine);
    if (classes.length > 0) emit({ type: "changed-classes", classes });
  }
  const explainer = new Explainer(machine, state.boot, options.all === true);
  let search: FutureSearch | null = null;
  if (options.explore !== false) {
    await loadBulkHash();
    const { cells, liveness } = explainer;
    const maxStates = options.maxStates ?? DEFAULT_MAX_STATES;
    search = new FutureSearch(machine, cells, { stop: state.stop, liveness, maxStates });
    await exploreFuture(search, emit, options.signal);
  }
  const whole: Explanation = {
    format: EXPLANATION_FORMAT,
    version: EXPLANATION_VERSION,
    program: { main: found.mainClass.replaceAll("/", "."), args: found.args },
    steps: state.steps,
    future: search === null ? null : { states: search.graph.states, limit: search.limit },
    ...explainer.explain(search?.graph ?? null, observers),
  };
  return select(whole, { only: null, object: null, field: null, ...options.select });
}

/** The number of steps of the trace to take. */
function stepOf(wanted: number | undefined, steps: readonly unknown[]): number {
  if (wanted === undefined) return steps.length;
  const step = wanted < 0 ? steps.length + 1 + wanted : wanted;
  if (!Number.isInteger(step) || step < 0 || step > steps.length) {
    throw new BadUsageError(`--step ${wanted} is not a state of the trace`, {
      hint: `The trace has ${steps.length} steps: 0 is the first state, ${steps.length} or -1 the last.`,
    });
  }
  return step;
}

/** The part of a future search that is driven here. */
export interface DrivenFuture extends Pick<FutureSearch, "explore" | "stopBy"> {
  readonly graph: { readonly states: number };
}

export async function exploreFuture(
  search: DrivenFuture,
  emit: Emit<ExplainEvent>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const start = now();
  let slice = FIRST_SLICE;
  for (;;) {
    const before = now();
    if (!search.explore(slice)) return;
    const after = now();
    slice = nextSlice(slice, after - before, SLICE_TIME);
    emit({ type: "progress", states: search.graph.states, seconds: (after - start) / 1000 });
    await pause();
    if (signal?.aborted === true) {
      search.stopBy(abortText(signal));
      return;
    }
  }
}
