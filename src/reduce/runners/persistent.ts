/**
 * A predicate that stays: for tools whose start-up takes longer than their answer.
 * Each job has one process; a path goes in on a line, `interesting` or `boring`
 * (or 1 or 0) comes out on a line. What the tool logs belongs on its standard error.
 */
import { invariant } from "../../core/assert.ts";
import { BadUsageError, PredicateProtocolError } from "../../core/errors.ts";
import type { Candidate } from "../files/candidate.ts";
import type { Runner, RunOutcome } from "../predicate/outcome.ts";
import { type CommandOptions, environmentFor, reasonOf, withScratch } from "./command.ts";
import { WarmProcess } from "./line-process.ts";
import type { RunDirectory } from "./run-directory.ts";

export type PersistentOptions = Omit<CommandOptions, "rules" | "maxOutputBytes">;

const ANSWERS = new Map([
  ["interesting", true],
  ["1", true],
  ["boring", false],
  ["0", false],
]);

export class PersistentRunner implements Runner {
  readonly #options: PersistentOptions;
  #process: WarmProcess | null = null;
  #isClosed = false;
  /** Settled when the process is free again. */
  #last: Promise<unknown> = Promise.resolve();
  /** Of questions that are answered: removed while the process works on the next one. */
  readonly #left: RunDirectory[] = [];

  constructor(options: PersistentOptions) {
    if (options.command.args.some((arg) => arg.includes("{}"))) {
      throw new BadUsageError("a persistent predicate reads paths, it gets none as {}", {
        hint: "Leave out the {}: the command is started once and reads paths from its standard input.",
      });
    }
    this.#options = options;
  }

  /**
   * A run that is given up is left to answer: ending the process would cost the
   * start-up that it is there to save. The next one waits for it.
   */
  run(candidate: Candidate, signal: AbortSignal): Promise<RunOutcome> {
    const before = this.#last;
    const answer = (async () => {
      await before;
      signal.throwIfAborted();
      invariant(!this.#isClosed, "a persistent predicate was asked after its end");
      return this.#ask(candidate);
    })();
    this.#last = answer.catch(() => null);
    return unlessAborted(answer, signal);
  }

  prepare(candidate: Candidate): void {
    this.#options.workplace.prepareAhead(candidate);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#last;
    this.#tidy();
  }

  async #ask(candidate: Candidate): Promise<RunOutcome> {
    const { workplace } = this.#options;
    const place = workplace.prepare(candidate);
    try {
      const first = await this.#attempt(place.path);
      if (!(first instanceof Error)) return first;
      // A tool may have run out of memory after thousands of answers: a new process deserves a try.
      const second = this.#isClosed ? first : await this.#attempt(place.path);
      if (!(second instanceof Error)) return second;
      throw second;
    } finally {
      this.#left.push(place);
    }
  }

  #tidy(): void {
    for (const place of this.#left.splice(0)) place.remove();
  }

  /** An error is given back when the process, which is then ended, did not keep to the protocol. */
  async #attempt(path: string): Promise<RunOutcome | PredicateProtocolError> {
    const { clock, timeoutMillis } = this.#options;
    this.#process ??= this.#start();
    const asked = this.#process.ask(path, clock, timeoutMillis);
    this.#tidy();
    const reply = await asked;
    if (reply.kind === "line") {
      const interesting = ANSWERS.get(reply.text.trim());
      if (interesting !== undefined) return { kind: "answered", interesting };
    }
    await this.#end();
    if (reply.kind === "late") return { kind: "timed-out", millis: timeoutMillis };
    return protocolError(
      reply.kind === "line" ? `said ${JSON.stringify(reply.text)}` : reply.text,
      reply.stderr,
    );
  }

  #start(): WarmProcess {
    const { command, env, directory, workplace } = this.#options;
    const scratch = workplace.prepareEmpty();
    return new WarmProcess(
      { program: command.program, args: withScratch(command.args, scratch) },
      { cwd: directory, env: environmentFor(env, scratch) },
    );
  }

  async #end(): Promise<void> {
    const ended = this.#process;
    this.#process = null;
    await ended?.end();
  }
}

function protocolError(what: string, stderr: string): PredicateProtocolError {
  const last = stderr.trimEnd().split("\n").slice(-5).join("\n");
  const errors = last === "" ? "" : `; its last words:\n${last}`;
  return new PredicateProtocolError(`the persistent predicate ${what}${errors}`, {
    hint: "For each path on its standard input it must write one line, interesting or boring (or 1 or 0), and flush it. Anything else belongs on standard error.",
  });
}

/** The promise continues, but its result is ignored. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(reasonOf(signal));
    signal.addEventListener("abort", giveUp, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
