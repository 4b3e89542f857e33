/** One reduction from its beginning, or from where it was left, to its end, with a line that shows how far it is. */
import { join } from "node:path";
import type { ClassSource } from "../classfile/sources/class-path.ts";
import { systemClock } from "../core/clock.ts";
import { systemDisk } from "../core/disk.ts";
import { LimitReachedError } from "../core/errors.ts";
import { Candidate } from "../reduce/files/candidate.ts";
import type { ReducibleProgram } from "../reduce/items/reducible-program.ts";
import type { Pass } from "../reduce/passes/pass.ts";
import { type ReductionOracle, reduceProgram } from "../reduce/phases.ts";
import { Oracle } from "../reduce/runners/speculative-oracle.ts";
import { Afterwards } from "../reduce/session/deferred-writes.ts";
import { SessionLock } from "../reduce/session/lock.ts";
import { Reduction } from "../reduce/session/logged-oracle.ts";
import { SideFinds } from "../reduce/session/other-failures.ts";
import { Session, SIDE_FINDS_DIRECTORY } from "../reduce/session/session.ts";
import type { Step } from "../reduce/session/step-log.ts";
import type { Stop } from "../reduce/session/stop.ts";
import type { Cost, Strategy } from "../reduce/strategies.ts";
import { type Host, report } from "./host.ts";
import type { Failure, Predicate } from "./reduce-plan.ts";

export interface ReductionParts {
  readonly program: ReducibleProgram;
  readonly whole: Candidate;
  readonly libraries: ClassSource;
  readonly failure: Failure;
  readonly predicate: Predicate;
  readonly stop: Stop;
}

export interface ReductionSetup {
  readonly strategy: Strategy;
  readonly cost: Cost;
  readonly passes: readonly Pass[];
  /** Names of items that must stay. */
  readonly keep: ReadonlySet<string>;
  readonly session: string;
  readonly isResumed: boolean;
  /** What verdicts depend on. */
  readonly identity: Readonly<Record<string, unknown>>;
  readonly isQuiet: boolean;
}

export interface Reduced {
  readonly best: Candidate;
  readonly runs: number;
  readonly seconds: number;
  /** What ended it early, or null. */
  readonly stopped: string | null;
}

/** Nobody else may work in the directory meanwhile. */
export async function reduceOnce(
  parts: ReductionParts,
  setup: ReductionSetup,
  host: Host,
): Promise<Reduced> {
  const { session: directory, isResumed } = setup;
  // Where there is nothing to go on with, there is nothing to lock, and nothing is left behind.
  const isNeeded = !isResumed || Session.exists({ disk: systemDisk }, directory);
  const lock = isNeeded ? SessionLock.take(systemDisk, directory) : null;
  try {
    return await reduceAlone(parts, setup, host);
  } finally {
    lock?.release();
  }
}

async function reduceAlone(
  parts: ReductionParts,
  setup: ReductionSetup,
  host: Host,
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
  const oracle = new Oracle({
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
  const progress = new Progress(host, whole.bytes);
  const reduction = new Reduction(oracle, session, {
    onStep: (step) => progress.show(step),
    onSlippage: (message) => {
      progress.clear();
      if (!setup.isQuiet) report(host, `warning: the failure now says: ${message}`);
    },
  });
  const ended = (best: Candidate, stopped: string | null): Reduced => ({
    best,
    runs: reduction.runs,
    seconds: session.time,
    stopped,
  });
  try {
    await follow(parts, setup, reduction);
    const best = session.best ?? whole;
    // Once more, before anybody relies on it.
    if (session.best !== null) await oracle.confirm(best);
    afterwards.finish();
    return ended(best, null);
  } catch (error) {
    afterwards.finish();
    if (!(error instanceof LimitReachedError)) throw error;
    return ended(session.best ?? whole, error.message);
  } finally {
    progress.clear();
    await oracle.close();
  }
}

async function follow(
  { program, libraries, stop }: ReductionParts,
  { strategy, cost, passes, keep }: ReductionSetup,
  reduction: Reduction,
): Promise<void> {
  const oracle: ReductionOracle = {
    during: (phase) => ({
      ask: (files, items) => reduction.ask(new Candidate(files), { strategy: phase, items }),
      foresee: (programs) => reduction.foresee(candidates(programs)),
    }),
  };
  const { signal } = stop;
  const mustStay = (name: string): boolean => keep.has(name);
  await reduceProgram(program, oracle, { strategy, cost, passes, libraries, signal, mustStay });
  if (signal.aborted) throw signal.reason;
}

function* candidates(
  programs: Iterable<ConstructorParameters<typeof Candidate>[0]>,
): Generator<Candidate> {
  for (const files of programs) yield new Candidate(files);
}

const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 250;

/** On a terminal only, and only for what takes its time. */
class Progress {
  readonly #host: Host;
  readonly #whole: number;
  readonly #begin = performance.now();
  #last = 0;
  #isShown = false;

  constructor(host: Host, whole: number) {
    this.#host = host;
    this.#whole = whole;
  }

  show({ strategy, run, items, classes, best, time }: Step): void {
    const width = this.#host.terminalWidth;
    const now = performance.now();
    if (width === undefined || now - this.#begin < PROGRESS_AFTER) return;
    if (now - this.#last < PROGRESS_EVERY) return;
    this.#last = now;
    const share = ((100 * best) / this.#whole).toFixed(2);
    const what = items === 0 ? "" : `${items} items, `;
    const line = `${strategy}: run ${run}, ${what}${classes} classes, best ${best} bytes (${share} %), ${time.toFixed(0)} s`;
    this.#host.streams.write(2, Buffer.from(`\r\u001b[K${line.slice(0, width - 1)}`));
    this.#host.streams.flush();
    this.#isShown = true;
  }

  clear(): void {
    if (!this.#isShown) return;
    this.#host.streams.write(2, Buffer.from("\r\u001b[K"));
    this.#isShown = false;
  }
}
