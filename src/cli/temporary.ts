/**
 * Directories that are gone when the tool is: at the end of the command, after an error, and
 * when a signal comes at a moment at which no command listens for one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onDisk } from "../core/disk.ts";
import { INTERRUPTS, interruptExitCode } from "./interrupts.ts";

export interface TemporaryDirectory {
  readonly path: string;
  readonly remove: () => void;
}

const left = new Set<string>();

export function temporaryDirectory(prefix: string): TemporaryDirectory {
  const parent = tmpdir();
  // From before it is there: a signal that comes in between is heard when all of this is done.
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

/** A command that listens itself ends in its own way, with what it knows by then. */
function endIfUnheard(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  process.exit(interruptExitCode(INTERRUPTS.find((each) => each === signal) ?? "SIGINT"));
}

function removeAll(): void {
  for (const path of left) removeQuietly(path);
}

/** What cannot be removed is in a directory for temporary files: no reason for another result. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // Somebody else has locked it.
  }
}
