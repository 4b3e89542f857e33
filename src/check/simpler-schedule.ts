/**
 * Looks for a simpler schedule of a violation, as long as an effort in CPU time allows: few preemptions, then few switches,
 * then few steps (search/simplify).
 *
 * A depth-first search may find a violation tens of thousands of steps deep. Changing such a schedule bit by bit costs more
 * than finding another one: a breadth-first search looks for a shallow schedule, and that is simplified. It begins when half of
 * the effort was not enough for the schedule that is known, or at once if that is too long to be run even a few times.
 */
import { loadBulkHash } from "../core/bulk-hash.ts";
import { DeadwoodError } from "../core/errors.ts";
import { type Emit, pause } from "../core/job.ts";
import { isOutOfMemory, type LaunchableProgram } from "../launch/launchable-program.ts";
import { SILENT } from "../launch/presets.ts";
import { dvrOf } from "../liveness/reductions.ts";
import { propertyOf, replayCriteria, violationIdentity } from "../search/properties/table.ts";
import type { Violation } from "../search/properties/violation.ts";
import { LENGTH_FACTOR } from "../search/simplify/greedy.ts";
import {
  type Doubt,
  type Effort,
  type Simplified,
  simplify as simplifySteps,
} from "../search/simplify/simplify.ts";
import { ActiveProperties } from "./active-properties.ts";
import { type FoundViolation, slices } from "./driver.ts";
import { type CheckPlan, DEFAULT_BITSTATE_BYTES } from "./options.ts";
import { cpuSeconds, isMemoryUsedUp, now } from "./process-figures.ts";
import { startSearch } from "./start-search.ts";

/** A search that is over in no time still gets this many seconds; any other gets this share of its own time. */
const LEAST_SECONDS = 1;
const SHARE_OF_SEARCH = 0.3;
/** The share of the effort after which the next way is tried, and the share after which a second way ends. */
const FIRST_SHARE = 0.5;
const SECOND_SHARE = 0.75;
/** Greedy changes need a schedule to be run some dozen times at least, before they make a difference. */
const LEAST_RUNS = 24;
/** Milliseconds of work between two pauses, in which signals arrive. */
const PAUSE_EVERY = 40;
/** Reading the CPU time costs about as much as a step, so it is read once for this many questions. */
const READ_EVERY = 16;
/** Transitions of the breadth-first search between two looks at the clock. */
const SHALLOW_SLICE = 64;

export interface SimplifyEvent {
  readonly type: "simplify";
  /** The share of the effort that is spent, up to 1. */
  readonly spent: number;
}

/** The CPU time to spend on all violations of a search. */
export const effortSeconds = (searchCpuSeconds: number): number =>
  Math.max(LEAST_SECONDS, SHARE_OF_SEARCH * searchCpuSeconds);

/** Measures an effort in CPU time. It counts as spent when the signal has aborted the check. */
export class CpuEffort {
  readonly #seconds: number;
  readonly #signal: AbortSignal | undefined;
  readonly #start = cpuSeconds();
  #asked = 0;
  #share = 0;
  #isStopped = false;

  constructor(seconds: number, signal: AbortSignal | undefined) {
    this.#seconds = seconds;
    this.#signal = signal;
  }

  /** Ends it before its time, because the process has no memory left for it. */
  stop(): void {
    this.#isStopped = true;
  }

  /** The share that is spent: from 1 on, nothing is left. */
  spent(): number {
    if (this.#isStopped) return Number.POSITIVE_INFINITY;
    if (this.#asked++ % READ_EVERY === 0) {
      const share = (cpuSeconds() - this.#start) / this.#seconds;
      this.#share = this.#signal?.aborted === true ? Number.POSITIVE_INFINITY : share;
    }
    return this.#share;
  }

  /** Whether so much CPU time is at most the given share of the effort. */
  affords(seconds: number, share: number): boolean {
    return seconds <= share * this.#seconds;
  }

  /** The part of it that is left up to the given share. */
  upTo(end: number): Pick<Effort, "spent"> {
    const begin = this.spent();
    return { spent: () => (begin >= end ? 1 : (this.spent() - begin) / (end - begin)) };
  }
}

/** An effort that several schedules share: what is left of it is divided evenly among those still to come. */
export class SharedEffort {
  readonly #seconds: number;
  readonly #signal: AbortSignal | undefined;
  readonly #start = cpuSeconds();

  /** With 0 seconds, schedules stay as they are. */
  constructor(seconds: number, signal: AbortSignal | undefined) {
    this.#seconds = seconds;
    this.#signal = signal;
  }

  /** Null if nothing is left. */
  shareFor(schedules: number): CpuEffort | null {
    const left = this.#seconds - (cpuSeconds() - this.#start);
    return left <= 0 ? null : new CpuEffort(left / schedules, this.#signal);
  }
}

export interface SimplerSchedule {
  readonly found: FoundViolation;
  /** "as found": it is the known one. */
  readonly doubt: Doubt | "as found";
}

/** What all parts of the work need. */
export interface SimplerContext {
  readonly program: LaunchableProgram;
  readonly plan: CheckPlan;
  readonly effort: CpuEffort;
  /** The CPU time that the search took for a step. */
  readonly secondsPerStep: number;
  readonly emit: Emit<SimplifyEvent>;
}

/**
 * A schedule of the same violation that is at least as simple. It is looked for on schedules that the search has not taken. What
 * goes wrong there, such as a native method that is not supported, must not cost the violation: the known schedule will do.
 */
export async function simplerSchedule(
  known: FoundViolation,
  context: SimplerContext,
): Promise<SimplerSchedule> {
  // The check may have been aborted before this began.
  if (context.effort.spent() >= 1) return { found: known, doubt: "as found" };
  try {
    return await simplify(known, context);
  } catch (error) {
    if (!(error instanceof DeadwoodError) && !isOutOfMemory(error)) throw error;
    return { found: known, doubt: "as found" };
  }
}

async function simplify(known: FoundViolation, context: SimplerContext): Promise<SimplerSchedule> {
  const { plan, effort, secondsPerStep } = context;
  // A breadth-first search has found the shortest; that of a livelock ends with a cycle, which stays as it is.
  if (plan.search.strategy === "bfs" || (known.cycle ?? 0) > 0) {
    return simplified(known, context, effort.upTo(1));
  }
  const seconds = LEAST_RUNS * known.trace.length * secondsPerStep;
  if (!effort.affords(seconds, FIRST_SHARE)) return viaShallow(known, context, FIRST_SHARE);
  const direct = await simplified(known, context, effort.upTo(FIRST_SHARE));
  return direct.doubt === "effort" ? viaShallow(direct.found, context, SECOND_SHARE) : direct;
}

/** Simplifies a shallow schedule, if there is one. Looking for it ends when the given share of the effort is spent. */
async function viaShallow(
  known: FoundViolation,
  context: SimplerContext,
  share: number,
): Promise<SimplerSchedule> {
  const { effort } = context;
  const shallow = await findShallow(known, context, effort.upTo(share));
  if (shallow === null) return simplified(known, context, effort.upTo(1));
  const mostSteps = LENGTH_FACTOR * shallow.trace.length;
  const short = await simplified(shallow, context, { ...effort.upTo(1), mostSteps });
  // The rest of the effort goes to schedules of any length; but a much longer one is not simpler.
  const any = await simplified(short.found, context, effort.upTo(1));
  return any.found.trace.length <= mostSteps ? any : { found: short.found, doubt: "effort" };
}

async function simplified(
  known: FoundViolation,
  context: SimplerContext,
  part: Effort,
): Promise<SimplerSchedule> {
  const { program, plan } = context;
  const { machine, output } = program.start(SILENT, known.discipline);
  const { kind, message, trace, observed = null } = known;
  const criteria = replayCriteria(machine, plan.settings, known, output);
  const isWanted = (violation: Violation): boolean => isSameFailure(violation, known, plan);
  const goal = { kind, message, steps: trace, criteria, observed, isWanted };
  const work = simplifySteps(machine, goal, part);
  const { steps, doubt } = await withPauses(work, context);
  return { found: { ...known, trace: steps }, doubt };
}

async function withPauses(
  work: Generator<void, Simplified>,
  context: SimplerContext,
): Promise<Simplified> {
  let pauseAt = now() + PAUSE_EVERY;
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value;
    if (now() >= pauseAt) pauseAt = await rest(context);
  }
}

/** The same violation at the smallest depth; null if the search does not find one below the known depth in time. */
async function findShallow(
  known: FoundViolation,
  context: SimplerContext,
  part: Pick<Effort, "spent">,
): Promise<FoundViolation | null> {
  const { program, plan } = context;
  await loadBulkHash();
  const booted = program.start(SILENT, known.discipline);
  const properties = new ActiveProperties(booted, plan.settings);
  const limits = { states: Number.POSITIVE_INFINITY, depth: known.trace.length - 1 };
  const { search } = startSearch(
    {
      ...plan.search,
      strategy: "bfs",
      dvr: dvrOf("local"),
      store: { kind: "compact", bytes: DEFAULT_BITSTATE_BYTES },
    },
    booted.machine,
    limits,
    { inspected: properties.properties },
  );
  let pauseAt = now() + PAUSE_EVERY;
  for (const slice of slices(search, SHALLOW_SLICE)) {
    if (slice.kind === "violated" && isSameFailure(slice.violation, known, plan)) {
      const discipline = booted.machine.sharing.refuted;
      return { ...slice.violation, discipline, observed: null };
    }
    if (part.spent(0) >= 1) return null;
    if (now() < pauseAt) continue;
    pauseAt = await rest(context);
  }
  return null;
}

/**
 * Whether a violation shows what the known one shows. Another message of the same exception, or another deadlock, may have a much
 * simpler schedule. But where several violations are wanted, each stays what it is.
 */
export function isSameFailure(
  violation: Violation,
  known: Violation,
  { limits }: Pick<CheckPlan, "limits">,
): boolean {
  if (violation.kind !== known.kind) return false;
  if (limits.violations > 1) return violationIdentity(violation) === violationIdentity(known);
  if (!propertyOf(known.kind).isReplaceable) return violation.message === known.message;
  return violation.exception?.className === known.exception?.className;
}

/** Shows how far the work is, lets signals arrive, and says when to do so again. */
async function rest({ effort, emit, plan }: SimplerContext): Promise<number> {
  if (isMemoryUsedUp(plan.limits.memoryBytes)) effort.stop();
  emit({ type: "simplify", spent: Math.min(1, effort.spent()) });
  await pause();
  return now() + PAUSE_EVERY;
}
