/**
 * Files that a command writes besides its answer. A file is whole or it is not there: a full
 * disk must not leave an empty report that the next tool reads. And the answer counts for
 * more than its files: it is printed first, and what cannot be written is said after it.
 */
import { accessSync, chmodSync, constants, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { onDisk, systemCode, systemDisk } from "../core/disk.ts";
import { DeadwoodError, ExitCode, OutputUnwritableError } from "../core/errors.ts";
import { newName, removeQuietly } from "../core/replace-file.ts";
import { type Host, reportDeadwoodError } from "./host.ts";

/** A file to be written at the end: better to know at the start that it cannot be. */
export function requireWritable(option: string, file: string | undefined): void {
  if (file === undefined) return;
  try {
    const exists = statSync(file, { throwIfNoEntry: false });
    if (exists?.isDirectory() === true) throw new Error("it is a directory");
    accessSync(exists === undefined ? dirname(file) : file, constants.W_OK);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OutputUnwritableError(`cannot write ${file}: ${why}`, {
      cause,
      hint: `Give ${option} a file in a directory that exists and that you may write to.`,
    });
  }
}

/** Throws when it cannot be written; what was there before is then untouched. */
export function writeText(option: string, file: string, text: string): void {
  const hint = `${option} was not written; what was there before is untouched.`;
  onDisk("write", file, () => writeWhole(file, text), hint);
}

function writeWhole(file: string, text: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  // A pipe or a device has no name that something else could take.
  if (status !== undefined && !status.isFile()) {
    writeFileSync(file, text);
    return;
  }
  // A link stays a link.
  const path = status === undefined ? file : realpathSync(file);
  const fresh = newName(path);
  try {
    writeFileSync(fresh, text);
    if (status !== undefined) chmodSync(fresh, status.mode);
    systemDisk.rename(fresh, path);
  } catch (error) {
    removeQuietly(systemDisk, fresh);
    // A file that may be written in a directory that may not.
    if (status === undefined || !["EACCES", "EPERM", "EROFS"].includes(systemCode(error) ?? "")) {
      throw error;
    }
    writeFileSync(path, text);
  }
}

export class OutputFiles {
  readonly #host: Host;
  #hasFailed = false;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Nothing, without a file. */
  text(option: string, file: string | undefined, make: () => string): void {
    if (file === undefined) return;
    try {
      writeText(option, file, make());
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      this.#hasFailed = true;
      reportDeadwoodError(this.#host, error);
    }
  }

  json(option: string, file: string | undefined, make: () => unknown, indent = 2): void {
    this.text(option, file, () => `${JSON.stringify(make(), null, indent)}\n`);
  }

  /** The answer's own, unless that would say that all is well. */
  exitCode(answer: number): number {
    return this.#hasFailed && answer === ExitCode.safe ? ExitCode.badInput : answer;
  }
}
