/**
 * Everything that the reduction writes goes through this interface: tests give
 * one that runs out of space, and what the system refuses becomes an error that
 * says what was being done and where.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { DiskFullError, OutputUnwritableError } from "../../core/errors.ts";

export interface Disk {
  /** With all that lead to it. */
  makeDirectory(path: string): void;
  /** A new directory whose name is `prefix` and six characters. */
  makeFresh(prefix: string): string;
  /** Fails when there is one already. */
  writeNew(path: string, bytes: Uint8Array): void;
  /** Returns when the bytes have reached the disk, so that a rename after it cannot overtake them. */
  writeDurably(path: string, bytes: Uint8Array): void;
  append(path: string, text: string): void;
  truncate(path: string, length: number): void;
  rename(from: string, to: string): void;
  /** With all that is in it; no complaint when there is none. */
  remove(path: string): void;
  exists(path: string): boolean;
  /** Null when there is none. */
  read(path: string): Uint8Array | null;
}

export const systemDisk: Disk = {
  makeDirectory(path) {
    mkdirSync(path, { recursive: true });
  },
  makeFresh: (prefix) => mkdtempSync(prefix),
  writeNew(path, bytes) {
    writeFileSync(path, bytes, { flag: "wx" });
  },
  writeDurably(path, bytes) {
    const descriptor = openSync(path, "w");
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  append(path, text) {
    appendFileSync(path, text);
  },
  truncate(path, length) {
    truncateSync(path, length);
  },
  rename(from, to) {
    renameSync(from, to);
  },
  remove(path) {
    // Processes that were killed a moment ago may still write.
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  },
  exists: (path) => existsSync(path),
  read(path) {
    try {
      return readFileSync(path);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return null;
      throw error;
    }
  },
};

export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

const NO_SPACE = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** What the system refuses is the user's to mend; `doing` completes "cannot …". */
export function onDisk<T>(doing: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const code = systemCode(cause);
    // Errors of Node itself (ERR_…) are ours.
    if (code === undefined || code.startsWith("ERR_")) throw cause;
    if (NO_SPACE.has(code)) {
      throw new DiskFullError(`cannot ${doing} ${path}: no space is left (${code})`, {
        cause,
        hint: "what was there before is untouched; make room, then go on with --resume",
      });
    }
    throw new OutputUnwritableError(`cannot ${doing} ${path} (${code})`, {
      cause,
      hint: "check that the directory exists, is a directory and may be written",
    });
  }
}
