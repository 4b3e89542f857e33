/**
 * Two reductions in one directory would mix their verdicts and overwrite each other's
 * best. A file names the process at work there. A lock whose process no longer exists is
 * taken over: after a reduction was killed, there must be nothing to clean up.
 */

import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Disk, onDisk, systemCode } from "../../core/disk.ts";
import { BadSessionError } from "../../core/errors.ts";
import { anything, matching, object, parseJson, string } from "../../core/json-shape.ts";

export const LOCK_FILE = "lock";

export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in whatever the system counts: numbers of processes are given again. Null: not known. */
  readonly started: string | null;
}

export interface Processes {
  readonly self: LockOwner;
  /** When a process of this host began; null if that is unknown, undefined if there is no such process. */
  startOf(pid: number): string | null | undefined;
}

export const systemProcesses: Processes = {
  get self() {
    return { pid: process.pid, host: hostname(), started: startOf(process.pid) ?? null };
  },
  startOf,
};

function startOf(pid: number): string | null | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists, too.
    if (systemCode(error) !== "EPERM") return undefined;
  }
  try {
    // After the name, which may hold anything: the 20th field from there is when it began.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null; // no such file system
  }
}

/** So often a lock that is gone when it is looked at is tried again. */
const TRIES = 5;
/** A line that is being written is whole by then. */
const WRITING_MILLIS = 100;

export class SessionLock {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #text: string;

  private constructor(disk: Disk, path: string, text: string) {
    this.#disk = disk;
    this.#path = path;
    this.#text = text;
  }

  /** Creates the directory if it does not exist. */
  static take(disk: Disk, directory: string, processes: Processes = systemProcesses): SessionLock {
    onDisk("make the directory", directory, () => disk.makeDirectory(directory));
    const path = join(directory, LOCK_FILE);
    const text = `${JSON.stringify(processes.self)}\n`;
    for (let tries = 0; tries < TRIES; tries++) {
      if (isWritten(disk, path, text)) return new SessionLock(disk, path, text);
      const found = textAt(disk, path);
      if (found === null) continue;
      const owner = parseOwner(found);
      // Perhaps it is being written at this moment.
      if (owner === null && found !== textAfterAWhile(disk, path)) continue;
      if (isAtWork(owner, processes)) throw taken(directory, path, owner, processes);
      removeStale(disk, path, found, processes.self.pid);
    }
    throw taken(directory, path, null, processes);
  }

  /** Leaves a lock that another process has put there. */
  release(): void {
    if (textAt(this.#disk, this.#path) === this.#text) this.#disk.remove(this.#path);
  }
}

function isWritten(disk: Disk, path: string, text: string): boolean {
  return onDisk("write", path, () => {
    try {
      disk.writeNew(path, Buffer.from(text));
      return true;
    } catch (error) {
      if (systemCode(error) === "EEXIST") return false;
      throw error;
    }
  });
}

function textAt(disk: Disk, path: string): string | null {
  const bytes = onDisk("read", path, () => disk.read(path));
  return bytes === null ? null : Buffer.from(bytes).toString("utf8");
}

function textAfterAWhile(disk: Disk, path: string): string | null {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITING_MILLIS);
  return textAt(disk, path);
}

/** An unreadable lock was cut off while it was written: no process holds it. */
function isAtWork(owner: LockOwner | null, processes: Processes): boolean {
  if (owner === null) return false;
  if (owner.host !== processes.self.host) return true;
  const start = processes.startOf(owner.pid);
  if (start === undefined) return false;
  return start === null || owner.started === null || start === owner.started;
}

/** By a rename, because another process may do the same: only what was looked at may go. */
function removeStale(disk: Disk, path: string, found: string, pid: number): void {
  const aside = `${path}.${pid}`;
  onDisk("remove", path, () => {
    try {
      disk.rename(path, aside);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return;
      throw error;
    }
    if (textAt(disk, aside) === found) disk.remove(aside);
    else disk.rename(aside, path);
  });
}

function taken(
  directory: string,
  path: string,
  owner: LockOwner | null,
  { self }: Processes,
): BadSessionError {
  if (owner === null) return new BadSessionError(`cannot lock ${path}`, { hint: "Try again." });
  const isHere = owner.host === self.host;
  return new BadSessionError(
    `another reduction is at work in ${directory}: process ${owner.pid}${isHere ? "" : ` on ${owner.host}`}`,
    {
      hint: isHere
        ? "wait for it, or name another directory with --session"
        : `if it has ended, remove ${path}; or name another directory with --session`,
    },
  );
}

const OWNER = object({
  pid: matching(
    "the number of a process",
    (value): value is number => Number.isInteger(value) && Number(value) > 0,
  ),
  host: string,
  started: anything,
});

/** Null for a text that was cut off when it was written. */
function parseOwner(text: string): LockOwner | null {
  const owner = parseJson(text);
  if (!OWNER.fits(owner)) return null;
  const { pid, host, started } = owner;
  return { pid, host, started: typeof started === "string" ? started : null };
}
