/** One reduction of one failure, new or resumed. */
import { join } from "node:path";
import type { ClassSource } from "../classfile/sources/class-path.ts";
import { systemClock } from "../core/clock.ts";
import { systemDisk } from "../core/disk.ts";
import { LimitReachedError } from "../core/errors.ts";
import type { Emit } from "../core/job.ts";
import { Candidate } from "./files/candidate.ts";
import { countItems } from "./inventory.ts";
import type { NameChange } from "./items/name-changes.ts";
import type { ProgramFiles } from "./items/program-files.ts";
import type { ReducibleProgram } from "./items/reducible-program.ts";
import type { Oracle } from "./oracle.ts";
import type { Pass } from "./passes/pass.ts";
import { reduceInPhases } from "./phases.ts";
import type { Failure, Predicate } from "./predicate/predicate.ts";
import { type OracleCounts, SpeculativeOracle } from "./runners/speculative-oracle.ts";
import { Afterwards } from "./session/deferred-writes.ts";
import { HistoryRecorder, type ReductionHistory } from "./session/history.ts";
import { SessionLock } from "./session/lock.ts";
import { LoggedOracle } from "./session/logged-oracle.ts";
import { SideFinds } from "./session/other-failures.ts";
import { Session, SIDE_FINDS_DIRECTORY } from "./session/session.ts";
import type { LoggedStep } from "./session/step-log.ts";
import type { StopRequest } from "./session/stop.ts";
import type { Cost, ReduceStrategy } from "./strategies.ts";

export interface ReductionParts {
  readonly program: ReducibleProgram;
  readonly whole: Candidate;
  readonly libraries: ClassSource;
  readonly failure: Failure;
  readonly predicate: Predicate;
  readonly stop: StopRequest;
}

export interface ReductionSetup {
  readonly strategy: ReduceStrategy;
  readonly cost: Cost;
  readonly passes: readonly Pass[];
  /** Names of items that must stay. */
  readonly keep: ReadonlySet<string>;
  readonly session: string;
  readonly isResumed: boolean;
  /** Everything that verdicts depend on. */
  readonly identity: Readonly<Record<string, unknown>>;
}

export interface Reduced {
  readonly best: Candidate;
  readonly runs: number;
  readonly seconds: number;
  /** What ended it early, or null. */
  readonly stopped: string | null;
  readonly history: ReductionHistory;
  /** Of this process, speculation included. */
  readonly counts: OracleCounts;
  /** How the result names the parts of the input; null if that is not known. */
  readonly changes: readonly NameChange[] | null;
}

export type ReductionEvent =
  | {
      readonly type: "progress";
      readonly step: LoggedStep;
      /** Of the input. */
      readonly inputBytes: number;
    }
  /** A candidate counts as failing, but its message is another one than the input's. */
  | { readonly type: "slippage"; readonly message: string };

/** Locks the session's directory meanwhile. */
export async function reduceOnce(
  parts: ReductionParts,
  setup: ReductionSetup,
  emit: Emit<ReductionEvent>,
): Promise<Reduced> {
  const { session: directory, isResumed } = setup;
  // If there is no session to resume, there is nothing to lock, and nothing is left behind.
  const isNeeded = !isResumed || Session.exists({ disk: systemDisk }, directory);
  const lock = isNeeded ? SessionLock.take(systemDisk, directory) : null;
  try {
    return await reduceLocked(parts, setup, emit);
  } finally {
    lock?.release();
  }
}

async function reduceLocked(
  parts: ReductionParts,
  setup: ReductionSetup,
  emit: Emit<ReductionEvent>,
): Promise<Reduced> {
  const { whole, failure, predicate, stop } = parts;
  const afterwards = new Afterwards();
  const world = { disk: systemDisk, clock: systemClock, later: afterwards.later };
  const plan = {
    directory: setup.session,
    inputHash: whole.hash,
    options: { ...setup.identity, failure: failure.line },
  };
  const session = setup.isResumed ? Session.resume(plan, world) : Session.create(plan, world);
  const finds = new SideFinds(
    systemDisk,
    join(setup.session, SIDE_FINDS_DIRECTORY),
    predicate.alsoInteresting,
  );
  const oracle = new SpeculativeOracle({
    runners: failure.newRunners(),
    judge: failure.judge,
    cache: session.cache,
    signal: stop.signal,
    observer: {
      onRun: (candidate, verdict) => {
        finds.offer(candidate, verdict.exitCode);
      },
    },
  });
  const { bytes, classes } = whole;
  const items = countItems(whole.files);
  const recorder = new HistoryRecorder({ bytes, classes, items }, session.earlierSteps);
  const reduction = new LoggedOracle(oracle, session, {
    onStep: (step, best) => {
      recorder.add(step, best === null ? null : countItems(best.files));
      emit({ type: "progress", step, inputBytes: bytes });
    },
    onSlippage: (message) => emit({ type: "slippage", message }),
  });
  const ended = (best: Candidate, stopped: string | null): Reduced => ({
    best,
    runs: reduction.runs,
    seconds: session.time,
    stopped,
    history: recorder.history,
    counts: oracle.counts,
    changes: reduction.changes,
  });
  try {
    await follow(parts, setup, reduction);
    const best = session.best ?? whole;
    // Asked once more, before a user relies on it.
    if (session.best !== null) await oracle.confirm(best);
    afterwards.finish();
    return ended(best, null);
  } catch (error) {
    afterwards.finish();
    if (!(error instanceof LimitReachedError)) throw error;
    return ended(session.best ?? whole, error.message);
  } finally {
    await oracle.close();
  }
}

async function follow(
  { program, libraries, stop }: ReductionParts,
  { strategy, cost, passes, keep }: ReductionSetup,
  reduction: LoggedOracle,
): Promise<void> {
  const oracles = { during: (phase: string) => onFiles(reduction.during(phase)) };
  const { signal } = stop;
  const mustStay = (name: string): boolean => keep.has(name);
  await reduceInPhases(program, oracles, { strategy, cost, passes, libraries, signal, mustStay });
  if (signal.aborted) throw signal.reason;
}

/** Files as candidates; those that are expected are made when they are taken. */
function onFiles({ ask, expect = () => {} }: Oracle<Candidate>): Oracle<ProgramFiles> {
  return {
    ask: (files, items, changes) => ask(new Candidate(files), items, changes),
    expect: (programs) => expect(candidates(programs)),
  };
}

function* candidates(programs: Iterable<ProgramFiles>): Generator<Candidate> {
  for (const files of programs) yield new Candidate(files);
}
