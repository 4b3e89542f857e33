/**
 * Temporary directories that do not outlive the process. They are removed when the work ends, after an error,
 * and on a signal that no other code handles.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onDisk } from "../core/disk.ts";
import { INTERRUPTS, interruptExitCode } from "../core/interrupts.ts";

export interface TemporaryDirectory {
  readonly path: string;
  readonly remove: () => void;
}

const left = new Set<string>();

export function temporaryDirectory(prefix: string): TemporaryDirectory {
  const parent = tmpdir();
  // Listen before the directory exists, so that no signal is missed in between.
  if (left.size === 0) listen();
  const path = makeIn(parent, prefix);
  left.add(path);
  return {
    path,
    remove: () => {
      if (!left.delete(path)) return;
      if (left.size === 0) ignore();
      removeQuietly(path);
    },
  };
}

function makeIn(parent: string, prefix: string): string {
  try {
    return onDisk("make a directory in", parent, () => mkdtempSync(join(parent, prefix)));
  } catch (error) {
    if (left.size === 0) ignore();
    throw error;
  }
}

function listen(): void {
  process.on("exit", removeAll);
  for (const signal of INTERRUPTS) process.on(signal, endIfUnheard);
}

function ignore(): void {
  process.off("exit", removeAll);
  for (const signal of INTERRUPTS) process.off(signal, endIfUnheard);
}

/** Ends the process unless other code handles the signal and so decides how to end. */
function endIfUnheard(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  process.exit(interruptExitCode(INTERRUPTS.find((each) => each === signal) ?? "SIGINT"));
}

function removeAll(): void {
  for (const path of left) removeQuietly(path);
}

/**
 * Ignores a directory that cannot be removed: it is in the place for temporary files and changes no result.
 */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // Another process has locked it.
  }
}
