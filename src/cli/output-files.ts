/**
 * The files that a command writes besides its result. A file is written completely or not at all, so that a
 * full disk never leaves an empty report for the next tool to read. The result matters more than its files:
 * it is printed first, and a file that cannot be written is reported after it.
 */
import {
  accessSync,
  appendFileSync,
  chmodSync,
  constants,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { onDisk, systemCode, systemDisk } from "../core/disk.ts";
import { DeadwoodError, ExitCode, OutputUnwritableError } from "../core/errors.ts";
import { newName, removeQuietly } from "../core/replace-file.ts";
import { type Host, reportDeadwoodError } from "./host.ts";

/** Fails early for a file that could not be written at the end. */
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

/** Throws if the file cannot be written. Its earlier contents are then unchanged. */
export function writeText(option: string, file: string, text: string): void {
  const hint = `${option} was not written; any earlier file is unchanged.`;
  onDisk("write", file, () => writeWhole(file, text), hint);
}

function writeWhole(file: string, text: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  // A pipe or a device cannot be replaced by renaming another file.
  if (status !== undefined && !status.isFile()) {
    writeFileSync(file, text);
    return;
  }
  // Write to the file that a link points to, and keep the link.
  const path = status === undefined ? file : realpathSync(file);
  const fresh = newName(path);
  try {
    writeFileSync(fresh, text);
    if (status !== undefined) chmodSync(fresh, status.mode);
    systemDisk.rename(fresh, path);
  } catch (error) {
    removeQuietly(systemDisk, fresh);
    // The file may be writable in a directory that is not.
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

  /** Does nothing without a file. */
  text(option: string, file: string | undefined, make: () => string): void {
    if (file === undefined) return;
    this.#attempt(() => writeText(option, file, make()));
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      this.#hasFailed = true;
      reportDeadwoodError(this.#host, error);
    }
  }

  /** Adds to the end of the file, or makes it. */
  append(option: string, file: string | undefined, make: () => string): void {
    if (file === undefined) return;
    const hint = `${option} may lack its last lines; what was in the file before is unchanged.`;
    this.#attempt(() => onDisk("write", file, () => appendFileSync(file, make()), hint));
  }

  json(option: string, file: string | undefined, make: () => unknown, indent = 2): void {
    this.text(option, file, () => `${JSON.stringify(make(), null, indent)}\n`);
  }

  /**
   * The exit code of the result, or an error code if a file could not be written and the result would be
   * success.
   */
  exitCode(answer: number): number {
    return this.#hasFailed && answer === ExitCode.safe ? ExitCode.badInput : answer;
  }
}
