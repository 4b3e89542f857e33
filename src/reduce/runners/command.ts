/**
 * The predicate as most users have it: a command that is run on each candidate where the user
 * is, as a shell would run it, with the candidate's path wherever its arguments say {} and a
 * fresh directory for its own files wherever they say {dir}.
 */
import { constants } from "node:os";
import type { Readable } from "node:stream";
import type { Clock } from "../../core/clock.ts";
import type { Candidate } from "../files/candidate.ts";
import { type LineRule, normalise } from "../predicate/normalise.ts";
import type { Runner, RunOutcome } from "../predicate/outcome.ts";
import type { LocatedCommand } from "./locate.ts";
import { ProcessGroup, type SpawnOptions, startError } from "./process-group.ts";
import type { RunDirectory, Workplace } from "./run-directory.ts";

export interface CommandOptions {
  readonly command: LocatedCommand;
  readonly workplace: Workplace;
  /** Where it runs: the user's own, so that relative paths mean what they mean to the user. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly timeoutMillis: number;
  readonly rules: readonly LineRule[];
  /** How many bytes of each stream are kept. */
  readonly maxOutputBytes?: number;
}

const MAX_OUTPUT_BYTES = 1 << 20;
/** How long the pipes of an ended process may stay open: a process out of our reach may hold them. */
const LINGER_MILLIS = 2000;

export function argumentsFor(
  args: readonly string[],
  { path, scratch }: Pick<RunDirectory, "path" | "scratch">,
): string[] {
  const placed = withScratch(args, scratch).map((arg) => arg.replaceAll("{}", () => path));
  return args.some((arg) => arg.includes("{}")) ? placed : [...placed, path];
}

export const withScratch = (args: readonly string[], scratch: string): string[] =>
  args.map((arg) => arg.replaceAll("{dir}", () => scratch));

/** The environment of a command: by this name scripts know the directory, too. */
export const environmentFor = (
  env: CommandOptions["env"],
  scratch: string,
): CommandOptions["env"] => ({ ...env, DEADWOOD_DIR: scratch });

export class CommandRunner implements Runner {
  readonly #options: CommandOptions;

  constructor(options: CommandOptions) {
    this.#options = options;
  }

  async run(candidate: Candidate, signal: AbortSignal): Promise<RunOutcome> {
    signal.throwIfAborted();
    const place = this.#options.workplace.prepare(candidate);
    try {
      return await this.#runIn(place, signal);
    } finally {
      place.remove();
    }
  }

  prepare(candidate: Candidate): void {
    this.#options.workplace.prepareAhead(candidate);
  }

  async close(): Promise<void> {}

  async #runIn(place: RunDirectory, signal: AbortSignal): Promise<RunOutcome> {
    const { command, directory, rules, timeoutMillis } = this.#options;
    const args = argumentsFor(command.args, place);
    const env = environmentFor(this.#options.env, place.scratch);
    const surroundings = { cwd: directory, env, hasInput: false };
    const end = await runToEnd(command.program, args, surroundings, this.#options, signal);
    if (end === "timed-out") return { kind: "timed-out", millis: timeoutMillis };
    return {
      kind: "ended",
      exitCode: end.exitCode,
      signal: end.signal,
      stdout: normalise(end.stdout, place.names, rules),
      stderr: normalise(end.stderr, place.names, rules),
    };
  }
}

interface End {
  readonly exitCode: number;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Limits = Pick<CommandOptions, "clock" | "timeoutMillis" | "maxOutputBytes">;

/** When this is settled the whole group has ended, or has SIGKILL still to obey. */
function runToEnd(
  program: string,
  args: readonly string[],
  surroundings: SpawnOptions,
  { clock, timeoutMillis, maxOutputBytes = MAX_OUTPUT_BYTES }: Limits,
  signal: AbortSignal,
): Promise<End | "timed-out"> {
  return new Promise((resolve, reject) => {
    const group = new ProcessGroup(program, args, surroundings);
    const stdout = keepFirst(group.stdout, maxOutputBytes);
    const stderr = keepFirst(group.stderr, maxOutputBytes);
    let isLate = false;
    const cancelTimeout = clock.after(timeoutMillis, () => {
      isLate = true;
      group.kill();
    });
    let cancelLinger: (() => void) | null = null;
    const giveUp = (): void => group.kill();
    signal.addEventListener("abort", giveUp, { once: true });
    const settle = (): void => {
      cancelTimeout();
      cancelLinger?.();
      signal.removeEventListener("abort", giveUp);
      group.release();
    };
    group.child.on("error", (error) => {
      settle();
      reject(startError(program, error));
    });
    group.child.on("exit", () => {
      cancelTimeout();
      // What it has left behind in the background has no say, and would hold the pipes.
      group.kill();
      cancelLinger = clock.after(LINGER_MILLIS, () => {
        group.stdout.destroy();
        group.stderr.destroy();
      });
    });
    group.child.on("close", (code, name) => {
      settle();
      if (signal.aborted) reject(reasonOf(signal));
      else if (isLate) resolve("timed-out");
      else {
        const exitCode = code ?? 128 + (name === null ? 0 : constants.signals[name]);
        resolve({ exitCode, signal: name, stdout: stdout(), stderr: stderr() });
      }
    });
  });
}

export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error("given up", { cause: reason });
}

/** Reads all there is, so that the process never waits for us, and keeps the beginning. */
function keepFirst(stream: Readable, limit: number): () => string {
  const kept: Buffer[] = [];
  let size = 0;
  stream.on("data", (data: Buffer) => {
    if (size >= limit) return;
    const part = data.subarray(0, limit - size);
    kept.push(part);
    size += part.length;
  });
  return () => Buffer.concat(kept).toString("utf8");
}
