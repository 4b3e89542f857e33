/** What the tests of predicates and sessions have in common: scripts, a clock set by hand, processes. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Clock, systemClock } from "../../../../src/core/clock.ts";
import { systemDisk } from "../../../../src/core/disk.ts";
import { Candidate } from "../../../../src/reduce/files/candidate.ts";
import type { Ended, RunOutcome } from "../../../../src/reduce/predicate/outcome.ts";
import { type CommandOptions, CommandRunner } from "../../../../src/reduce/runners/command.ts";
import { locateCommand } from "../../../../src/reduce/runners/locate.ts";
import { Workplace } from "../../../../src/reduce/runners/run-directory.ts";

export function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "deadwood-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** An executable shell script; its path. */
export function script(directory: string, name: string, body: string): string {
  const path = join(directory, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Contents by path. */
export function candidateOf(files: Readonly<Record<string, string>>): Candidate {
  return new Candidate(
    Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  );
}

/** Time passes when it is told to. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ at: number; action: () => void }>();

  readonly now = (): number => this.#now;

  after(millis: number, action: () => void): () => void {
    const timer = { at: this.#now + millis, action };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  advance(millis: number): void {
    this.#now += millis;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.action();
    }
  }
}

/** Until it is so; if it never is, the test's own limit ends it. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A process that has ended but that nobody has asked about counts as dead. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const status = `/proc/${pid}/stat`;
  if (!existsSync(status)) return process.platform !== "linux";
  const [state] = readFileSync(status, "utf8").replace(/^.*\)\s*/s, "");
  return state !== "Z";
}

/** What a script has written to a file: numbers of processes. */
export async function pidsIn(path: string, count: number): Promise<number[]> {
  const read = (): string[] =>
    existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(0, -1) : [];
  await until(() => read().length >= count);
  return read().map(Number);
}

export interface RunOptions extends Partial<Omit<CommandOptions, "command" | "workplace">> {
  readonly form?: "jar" | "directory";
}

/** Where runs take place: a directory for tests to look into. */
export function runnerFor(
  words: readonly string[],
  { form = "directory", ...options }: RunOptions = {},
): { runner: CommandRunner; parent: string } {
  const parent = scratch();
  const workplace = new Workplace(systemDisk, form, parent);
  const env = options.env ?? process.env;
  const command = locateCommand(words, { directory: parent, env });
  const usual = { clock: systemClock, timeoutMillis: 600_000, rules: [], env, directory: parent };
  return { runner: new CommandRunner({ ...usual, ...options, command, workplace }), parent };
}

export const never = (): AbortSignal => new AbortController().signal;

export function endOf(outcome: RunOutcome): Ended {
  if (outcome.kind !== "ended") throw new Error(`not an end but ${outcome.kind}`);
  return outcome;
}

/** A failure of the system, as Node tells it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: told by the test`), { code });
}
