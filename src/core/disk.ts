/**
 * The file system: what it refuses becomes an error that says what was being done and where.
 * Everything that a reduction writes goes through an interface, so that tests can give one
 * that runs out of space.
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
import {
  type DeadwoodError,
  DiskFullError,
  InputUnreadableError,
  OutputUnwritableError,
} from "./errors.ts";

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
  /** With all its contents; does nothing if it does not exist. */
  remove(path: string): void;
  exists(path: string): boolean;
  /** Null if it does not exist. */
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
export function onDisk<T>(doing: string, path: string, action: () => T, hint?: string): T {
  try {
    return action();
  } catch (cause) {
    const code = refusalOf(cause);
    if (code === null) throw cause;
    throw NO_SPACE.has(code)
      ? new DiskFullError(`cannot ${doing} ${path}: no space is left (${code})`, {
          cause,
          hint:
            hint ?? "Any earlier file is unchanged. Free some space, then continue with --resume.",
        })
      : new OutputUnwritableError(`cannot ${doing} ${path} (${code})`, {
          cause,
          hint: hint ?? "Check that the directory exists, is a directory and is writable.",
        });
  }
}

/** The same for what is read. */
export function fromDisk<T>(doing: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    const code = refusalOf(cause);
    if (code === null) throw cause;
    throw new InputUnreadableError(
      REASONS.get(code)?.(path) ?? `cannot ${doing} ${path} (${code})`,
      { cause, hint: HINTS.get(code) ?? "Check the path, and that everything there is readable." },
    );
  }
}

const REASONS: ReadonlyMap<string, (path: string) => string> = new Map([
  ["ENOENT", (path) => `there is no ${path}`],
  ["EISDIR", (path) => `cannot read ${path}: it is a directory`],
]);

const HINTS = new Map([
  ["ENOENT", "Check the path."],
  ["EISDIR", "Name a file."],
  ["EMFILE", "Too many files are open: raise the limit (ulimit -n)."],
  ["ENFILE", "Too many files are open on this machine."],
  ["EIO", "The disk or network file system reported an error."],
]);

/** The system's code, null for errors of ours; errors of Node itself (ERR_…) are ours. */
function refusalOf(error: unknown): string | null {
  const code = systemCode(error);
  return code === undefined || code.startsWith("ERR_") ? null : code;
}

/** Calls of the system that change something. */
const WRITING =
  /^(?:write|mkdir|mkdtemp|rename|unlink|rmdir|rm|link|symlink|ftruncate|truncate|fsync|fdatasync|copyfile|chmod|fchmod|utime)/;

/**
 * An error of the operating system that has no message of its own here. If it concerns a file or a
 * process, the user can still fix it. Null for everything else, which is a bug.
 */
export function refusedBySystem(error: unknown): DeadwoodError | null {
  const code = refusalOf(error);
  if (code === null || !(error instanceof Error)) return null;
  const call = "syscall" in error && typeof error.syscall === "string" ? error.syscall : null;
  if (call === null) return null;
  const details = {
    cause: error,
    hint: HINTS.get(code) ?? "Check that the path exists, and that you have permission to use it.",
  };
  const message = `the system reported: ${error.message}`;
  if (NO_SPACE.has(code))
    return new DiskFullError(message, { ...details, hint: "Free some space." });
  return WRITING.test(call)
    ? new OutputUnwritableError(message, details)
    : new InputUnreadableError(message, details);
}
