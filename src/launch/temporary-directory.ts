/**
 * Temporary directories that do not outlive the process: they are removed at the end of the work,
 * after an error, and when a signal arrives that nothing else listens for.
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
  // Before the directory exists: a signal that arrives in between is handled after all of this.
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

/** Where something else listens for the signal, that decides how the process ends. */
function endIfUnheard(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  process.exit(interruptExitCode(INTERRUPTS.find((each) => each === signal) ?? "SIGINT"));
}

function removeAll(): void {
  for (const path of left) removeQuietly(path);
}

/** A directory that cannot be removed is in the place for temporary files: it changes no result. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // Somebody else has locked it.
  }
}
