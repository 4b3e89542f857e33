/** Reduces a jar or a directory of classes to the smallest valid program that still shows a failure. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { CompositeSource } from "../classfile/sources/class-path.ts";
import { loadBulkHash } from "../core/bulk-hash.ts";
import { systemClock } from "../core/clock.ts";
import { onDisk, systemDisk } from "../core/disk.ts";
import { BadUsageError, LimitReachedError } from "../core/errors.ts";
import { type Emit, type Job, startJob } from "../core/job.ts";
import { contextOf } from "../launch/java-program.ts";
import { predicateFor } from "./checker/predicates.ts";
import { Candidate } from "./files/candidate.ts";
import type { ReductionInput } from "./files/input.ts";
import { unreadableClasses } from "./files/read-back.ts";
import { replaceCandidate } from "./files/replace-atomically.ts";
import { type Inventory, inventoryOf } from "./inventory.ts";
import { ReducibleProgram } from "./items/reducible-program.ts";
import { type OpenedInput, openInput } from "./open-input.ts";
import { REDUCE_DEFAULTS, type ReduceOptions } from "./options.ts";
import { passesNamed } from "./passes/all-passes.ts";
import type { Failure } from "./predicate/predicate.ts";
import type { OracleCounts } from "./runners/speculative-oracle.ts";
import type { ReductionHistory } from "./session/history.ts";
import { StopRequest } from "./session/stop.ts";
import { identityOf } from "./session-identity.ts";
import { type Reduced, type ReductionEvent, reduceOnce } from "./single-reduction.ts";

export type ReduceEvent =
  | ReductionEvent
  /** The reduction of a failure begins; of several, `number` counts from 1 on. */
  | {
      readonly type: "failure";
      readonly line: string | null;
      readonly number: number;
      readonly failures: number;
    }
  | {
      readonly type: "reduced";
      readonly result: ReduceResult;
      readonly best: Candidate;
      readonly number: number;
      readonly failures: number;
    };

export interface ReduceResult {
  /** Where it is. */
  readonly path: string;
  readonly failure: string | null;
  readonly bytes: number;
  readonly classes: number;
  /** Of the input. */
  readonly inputBytes: number;
  readonly inputClasses: number;
  /** Candidates that the predicate was needed for. */
  readonly runs: number;
  readonly seconds: number;
  /** What ended it early, or null. */
  readonly stopped: string | null;
  /** Paths of classes that are not well-formed: a bug of the reduction, or of the input. */
  readonly malformed: readonly string[];
  readonly history: ReductionHistory;
  /** What was in the input, and what became of it. */
  readonly inventory: Inventory;
  /** Runs of this process, with those that were started on a guess. */
  readonly counts: OracleCounts;
}

export interface ReduceReport {
  /** One for each failure. */
  readonly results: readonly ReduceResult[];
  /** What ended the reduction before anything was reduced, or null. */
  readonly limit: string | null;
  readonly isComplete: boolean;
}

/** Aborting it gives the best result so far. */
export const reduce = (input: string, options: ReduceOptions): Job<ReduceEvent, ReduceReport> =>
  startJob((emit) => reduceInput(input, options, emit));

async function reduceInput(
  path: string,
  options: ReduceOptions,
  emit: Emit<ReduceEvent>,
): Promise<ReduceReport> {
  // Differences are compared by hashes of states.
  if ("difference" in options.predicate) await loadBulkHash();
  const opened = openInput(path, options);
  try {
    return await reduceOpened(path, opened, options, emit);
  } finally {
    opened.libraries.close();
  }
}

async function reduceOpened(
  path: string,
  { path: classes, input, libraries, jdk }: OpenedInput,
  options: ReduceOptions,
  emit: Emit<ReduceEvent>,
): Promise<ReduceReport> {
  const { jobs = REDUCE_DEFAULTS.jobs, tries = REDUCE_DEFAULTS.tries } = options;
  const { directory, env } = contextOf(options);
  const program = new ReducibleProgram(input, libraries);
  requireOutput(options, classes, input);
  const form = input.isJar ? "jar" : "directory";
  const setup = {
    strategy: options.strategy ?? REDUCE_DEFAULTS.strategy,
    cost: options.cost ?? REDUCE_DEFAULTS.cost,
    passes: passesNamed(options.passes),
    keep: keptNames(input, libraries, options),
    isResumed: options.resume === true,
    identity: identityOf(options, directory),
  };
  const whole = new Candidate([
    ...input.classes.map(({ path: name, pieces }) => ({ path: name, bytes: pieces.bytes })),
    ...input.files,
  ]);
  // From here on there are a directory, a timer and processes that must not outlive an error.
  const context = { input: path, form, jobs, tries, directory, env, jdk, libraries } as const;
  const predicate = predicateFor(options.predicate, context);
  const stop = new StopRequest({
    clock: systemClock,
    ...(options.signal === undefined ? {} : { interrupt: options.signal }),
    ...(options.seconds === undefined ? {} : { timeLimitMillis: options.seconds * 1000 }),
  });
  const results: ReduceResult[] = [];
  try {
    const failures = await predicate.failures(whole, stop.signal);
    for (const [i, failure] of failures.entries()) {
      const number = i + 1;
      const isOnly = failures.length === 1;
      emit({ type: "failure", line: failure.line, number, failures: failures.length });
      const target = isOnly ? options.output : numbered(options.output, number);
      const session = sessionFor(options, target, isOnly ? null : number);
      const reduced = await reduceOnce(
        { program, whole, libraries, failure, predicate, stop },
        { ...setup, session },
        emit,
      );
      replaceCandidate(systemDisk, target, reduced.best, form);
      const result = resultOf(reduced, whole, target, failure, input);
      results.push(result);
      emit({ type: "reduced", result, best: reduced.best, number, failures: failures.length });
      if (reduced.stopped !== null) break;
    }
    return { results, limit: null, isComplete: results.every(({ stopped }) => stopped === null) };
  } catch (error) {
    if (!(error instanceof LimitReachedError)) throw error;
    return { results, limit: error.message, isComplete: false };
  } finally {
    await predicate.close();
    stop.close();
  }
}

const resultOf = (
  { best, runs, seconds, stopped, history, counts, changes }: Reduced,
  whole: Candidate,
  path: string,
  { line }: Failure,
  input: ReductionInput,
): ReduceResult => ({
  path,
  failure: line,
  bytes: best.bytes,
  classes: best.classes,
  inputBytes: whole.bytes,
  inputClasses: whole.classes,
  runs,
  seconds,
  stopped,
  malformed: unreadableClasses(best),
  history,
  inventory: inventoryOf(input, best, changes),
  counts,
});

function sessionFor({ session }: ReduceOptions, target: string, number: number | null): string {
  if (session === undefined) return `${target}.session`;
  return number === null ? session : numbered(session, number);
}

/** The path of the n-th result, or of a file that belongs to it. */
export const numbered = (path: string, number: number): string =>
  path.endsWith(".jar") ? `${path.slice(0, -4)}-${number}.jar` : `${path}-${number}`;

/** Refuses an output that cannot be written, or that would replace something else, before the work begins. */
function requireOutput(
  { output, resume }: ReduceOptions,
  path: string,
  { isJar }: ReductionInput,
): void {
  if (resolve(output) === resolve(path)) {
    throw new BadUsageError(`-o ${output} is the input itself`, { hint: "Name another path." });
  }
  const status = onDisk("write", output, () => statSync(output, { throwIfNoEntry: false }));
  requireFolder(output);
  const isTaken = status !== undefined && status.isDirectory() !== !isJar;
  const isForeign =
    status?.isDirectory() === true && resume !== true && !existsSync(`${output}.session`);
  if (isTaken || isForeign) {
    throw new BadUsageError(`there is something else at ${output}`, {
      hint: `The result is a ${isJar ? "jar" : "directory"}; name another path, or remove that.`,
    });
  }
}

function requireFolder(output: string): void {
  let folder = dirname(resolve(output));
  // Missing directories are made together with the session.
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  onDisk("write to", folder, () => accessSync(folder, constants.W_OK | constants.X_OK));
}

function keptNames(
  input: ReductionInput,
  libraries: CompositeSource,
  { keep = [], resources }: ReduceOptions,
): ReadonlySet<string> {
  const files = resources === "keep" ? input.files.map((file) => file.path) : [];
  if (keep.length === 0) return new Set(files);
  // With access flags, which strategies do not know.
  const detailed = new ReducibleProgram(input, libraries, { hasFlags: true });
  return new Set([...keepOf(detailed, keep), ...files]);
}

/** The names, and those of the classes that they belong to; each must be that of an item. */
function keepOf(
  { items, classes }: ReducibleProgram,
  names: readonly string[],
): ReadonlySet<string> {
  const wanted = new Set(names);
  const kept = new Set(names);
  for (let item = 0; item < items.count; item++) {
    const kind = items.kindOf(item);
    const name = items.nameOf(item);
    if (kind === "relation" || !wanted.delete(name) || kind === "file") continue;
    // Flags stay with what they are flags of.
    if (kind === "flag") kept.add(name.slice(0, name.lastIndexOf("!")));
    // A user who names a part of a class means the class of that name, so it must not be renamed.
    const owner = classes.findLast((each) => each.item <= item);
    if (owner !== undefined) kept.add(items.nameOf(owner.item));
  }
  const [unknown] = wanted;
  if (unknown === undefined) return kept;
  throw new BadUsageError(`--keep ${unknown}: there is no such item`, {
    hint: "Names are as --explain has them: p.A, p.A.m(I)V, p.A.m(I)V!code, p.A extends p.B.",
  });
}
