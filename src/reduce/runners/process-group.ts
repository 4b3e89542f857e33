/**
 * A process together with all processes that it starts. Predicates are scripts that start
 * compilers that start virtual machines: ending only the first of them would leave the
 * others running for hours. So each becomes the leader of its own process group, and the
 * whole group is ended. A process that leaves the group (setsid) is out of reach.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { invariant } from "../../core/assert.ts";
import { systemCode } from "../../core/disk.ts";
import { PredicateUnusableError } from "../../core/errors.ts";

export interface SpawnOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hasInput: boolean;
}

const groups = new Set<ProcessGroup>();

/** No group outlives our own process, however that ends, except by a signal that cannot be caught. */
function endAll(): void {
  for (const group of groups) group.kill();
}

export class ProcessGroup {
  readonly child: ChildProcess;
  /** Null without input. */
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;

  /** `program`: where it is. A process that cannot be started says so by the child's `error` event. */
  constructor(program: string, args: readonly string[], { cwd, env, hasInput }: SpawnOptions) {
    try {
      this.child = spawn(program, args, {
        cwd,
        env: { ...env },
        detached: true,
        stdio: [hasInput ? "pipe" : "ignore", "pipe", "pipe"],
      });
    } catch (error) {
      throw startError(program, error);
    }
    const { stdin, stdout, stderr } = this.child;
    invariant(stdout !== null && stderr !== null, "a process was started without its pipes");
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    // It may end while we write to it, which shows elsewhere.
    stdin?.on("error", () => {});
    if (groups.size === 0) process.on("exit", endAll);
    groups.add(this);
  }

  /** All that are still in the group, whether or not the leader is. */
  kill(): void {
    const { pid } = this.child;
    if (pid === undefined) return; // it never started
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      // No process is left, or (on some systems) only processes that have already ended.
      if (!["ESRCH", "EPERM"].includes(systemCode(error) ?? "")) throw error;
    }
  }

  /** To be called when the group has ended: from then on its number may come to mean another one. */
  release(): void {
    groups.delete(this);
    if (groups.size === 0) process.off("exit", endAll);
  }
}

export function startError(program: string, cause: unknown): Error {
  const code = systemCode(cause);
  if (code === undefined) return new Error(`cannot start ${program}`, { cause });
  const hints: Record<string, string> = {
    ENOENT: "the file is there, so what its first line (#!) names is not",
    EACCES: "give it the right to be executed: chmod +x",
    ENOEXEC: "it is no program for this machine, nor a script whose first line (#!) names one",
    EAGAIN: "too many processes are running; lower --jobs",
    EMFILE: "too many files are open; lower --jobs",
    E2BIG: "its arguments are too long",
  };
  return new PredicateUnusableError(`cannot start the predicate ${program} (${code})`, {
    cause,
    hint: hints[code] ?? "run the command by hand to see what is wrong",
  });
}
