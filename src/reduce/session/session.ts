/**
 * A reduction on disk. It takes hours, processes get killed, and disks fill up. So at any
 * moment the directory holds the complete best result so far, all verdicts that took
 * time, and what is needed to decide whether the reduction may be resumed.
 */

import { join } from "node:path";
import type { Clock } from "../../core/clock.ts";
import { type Disk, onDisk } from "../../core/disk.ts";
import { BadSessionError } from "../../core/errors.ts";
import { literal, object, parseJson, record, string } from "../../core/json-shape.ts";
import { replaceFile } from "../../core/replace-file.ts";
import { type Candidate, readJar } from "../files/candidate.ts";
import { type LoggedStep, StepLog } from "./step-log.ts";
import { VerdictCache } from "./verdict-cache.ts";

/** Options by name, as JSON has values. */
export type SessionOptions = Readonly<Record<string, unknown>>;

export interface SessionPlan {
  readonly directory: string;
  /** That of the whole input, before any reduction. */
  readonly inputHash: string;
  /** What verdicts depend on: the command, what is compared, the time limit of a run. */
  readonly options: SessionOptions;
}

export interface SessionWorld {
  readonly disk: Disk;
  readonly clock: Clock;
  /** Performs a write; at once, unless the caller defers it. */
  readonly later?: (action: () => void) => void;
}

const atOnce = (action: () => void): void => action();

const FORMAT = "deadwood-reduce-session/1";
const SESSION_FILE = "session.json";
/** A jar whatever the form of the input, because a file can be replaced in one step. */
const BEST_FILE = "best.jar";
const VERDICTS_FILE = "verdicts.jsonl";
export const SIDE_FINDS_DIRECTORY = "also-interesting";

export class Session {
  readonly directory: string;
  readonly cache: VerdictCache;
  readonly #disk: Disk;
  readonly #clock: Clock;
  readonly #later: (action: () => void) => void;
  readonly #log: StepLog;
  readonly #begin: number;
  /** How many candidates the predicate had been run on when the session was opened. */
  readonly earlierRuns: number;
  /** What earlier processes asked. */
  readonly earlierSteps: readonly LoggedStep[];
  #best: Candidate | null;

  private constructor(
    directory: string,
    { disk, clock, later = atOnce }: SessionWorld,
    best: Candidate | null,
  ) {
    this.directory = directory;
    this.#later = later;
    this.#disk = disk;
    this.#clock = clock;
    this.#best = best;
    this.cache = VerdictCache.inFile(disk, join(directory, VERDICTS_FILE), later);
    this.#log = new StepLog(disk, directory);
    this.earlierSteps = this.#log.earlier;
    const last = this.earlierSteps.at(-1);
    this.#begin = clock.now() - (last?.time ?? 0) * 1000;
    this.earlierRuns = last?.run ?? 0;
  }

  static exists({ disk }: Pick<SessionWorld, "disk">, directory: string): boolean {
    return disk.exists(join(directory, SESSION_FILE));
  }

  /** Refuses a directory in which there is a session already: it may be all that is left of a long night. */
  static create(plan: SessionPlan, world: SessionWorld): Session {
    const { directory, inputHash, options } = plan;
    if (Session.exists(world, directory)) {
      throw new BadSessionError(`there is a reduction in ${directory} already`, {
        hint: "Use --resume to continue it, name another directory, or remove this one.",
      });
    }
    onDisk("make the directory", directory, () => world.disk.makeDirectory(directory));
    const session = new Session(directory, world, null);
    const text = `${JSON.stringify({ format: FORMAT, inputHash, options }, null, 2)}\n`;
    replaceFile(world.disk, join(directory, SESSION_FILE), Buffer.from(text));
    return session;
  }

  /** Refuses a session of another input or other options: its verdicts mean nothing here. */
  static resume(plan: SessionPlan, world: SessionWorld): Session {
    const { directory } = plan;
    const path = join(directory, SESSION_FILE);
    const bytes = onDisk("read", path, () => world.disk.read(path));
    if (bytes === null) {
      throw new BadSessionError(`there is no reduction in ${directory} to continue`, {
        hint: "Leave out --resume to start one.",
      });
    }
    checkSame(path, bytes, plan);
    const bestPath = join(directory, BEST_FILE);
    const best = world.disk.exists(bestPath) ? readJar(bestPath) : null;
    return new Session(directory, world, best);
  }

  /** Null until there is one. */
  get best(): Candidate | null {
    return this.#best;
  }

  /** Seconds, to the millisecond. */
  get time(): number {
    return Math.round(this.#clock.now() - this.#begin) / 1000;
  }

  /**
   * There is a whole one on disk at any moment: this one, or if that fails the one before.
   * Not compressed: a reduction improves a hundred times, and each of them would wait for it.
   */
  improve(best: Candidate): void {
    this.#later(() =>
      replaceFile(this.#disk, join(this.directory, BEST_FILE), best.toJar("stored")),
    );
    this.#best = best;
  }

  log(step: LoggedStep): void {
    this.#later(() => this.#log.add(step));
  }
}

function checkSame(path: string, bytes: Uint8Array, plan: SessionPlan): void {
  const stored = parseJson(Buffer.from(bytes).toString("utf8"));
  if (!STORED.fits(stored)) {
    throw new BadSessionError(`${path} is not the file of a reduction`, {
      hint: "Start again in another directory.",
    });
  }
  const hint = "give the same input and options as at first, or begin anew in another directory";
  if (stored.inputHash !== plan.inputHash) {
    throw new BadSessionError(`the reduction in ${plan.directory} has another input`, { hint });
  }
  const names = new Set([...Object.keys(stored.options), ...Object.keys(plan.options)]);
  for (const name of names) {
    const was = jsonText(stored.options[name]);
    const is = jsonText(plan.options[name]);
    if (was !== is) {
      throw new BadSessionError(
        `the reduction in ${plan.directory} was begun with another ${name}: ${was}, now ${is}`,
        { hint },
      );
    }
  }
}

/** Undefined, which JSON has not, stands for an option that is not given. */
const jsonText = (value: unknown): string =>
  value === undefined ? "none" : JSON.stringify(value, sortedKeys);

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const STORED = object({ format: literal(FORMAT), inputHash: string, options: record });
