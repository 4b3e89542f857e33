/**
 * What the commands need from the process they run in. Tests pass a host of their own, and so run commands
 * without a process for each.
 */
import { fstatSync } from "node:fs";
import type { DeadwoodError } from "../core/errors.ts";
import { INTERRUPTS, type InterruptSignal } from "../core/interrupts.ts";
import type { Console } from "../vm/machine-options.ts";
import { StandardStreams } from "./terminal.ts";

export interface Streams extends Console {
  /** Writes out everything pending, standard output first. */
  flush(): void;
}

export interface Host {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** The number of columns if standard error is a terminal; undefined if it is a pipe or a file. */
  readonly terminalWidth?: number | undefined;
  /** Calls `handler` on Ctrl-C, SIGTERM and SIGHUP until the returned function is called. */
  onInterrupt(handler: (signal: InterruptSignal) => void): () => void;
}

export function processHost(): Host {
  const handlers = new Set<(signal: InterruptSignal) => void>();
  return {
    streams: new StandardStreams((read) => unheard(handlers, read)),
    env: process.env,
    directory: process.cwd(),
    terminalWidth: terminalWidth(),
    onInterrupt(handler) {
      handlers.add(handler);
      for (const signal of INTERRUPTS) process.on(signal, handler);
      return () => {
        handlers.delete(handler);
        for (const signal of INTERRUPTS) process.off(signal, handler);
      };
    },
  };
}

/**
 * Only a device can be a terminal. Asking process.stderr would load Node's network code, which a pipe does
 * not need.
 */
function terminalWidth(): number | undefined {
  try {
    if (!fstatSync(2).isCharacterDevice()) return undefined;
  } catch {
    return undefined; // closed
  }
  return process.stderr.isTTY ? process.stderr.columns : undefined;
}

/** While a read blocks, no handler can run. Without handlers a signal ends the process, as it should. */
function unheard<T>(handlers: ReadonlySet<(signal: InterruptSignal) => void>, action: () => T): T {
  for (const handler of handlers) for (const signal of INTERRUPTS) process.off(signal, handler);
  try {
    return action();
  } finally {
    for (const handler of handlers) for (const signal of INTERRUPTS) process.on(signal, handler);
  }
}

/** Prints an error that the user can correct, and how. */
export function reportDeadwoodError(host: Host, { code, message, hint }: DeadwoodError): void {
  report(host, `error[${code}]: ${message}`);
  if (hint !== undefined) report(host, `  hint: ${hint}`);
}

/** Prints one line on standard error, after everything that the program has written. */
export function report(host: Host, line: string): void {
  host.streams.write(2, Buffer.from(`${line}\n`));
}

/** The width of a report in a file or a pipe. */
export const PLAIN_WIDTH = 120;

/** Prints the lines of the result on standard output. */
export function print(host: Host, lines: readonly string[]): void {
  if (lines.length > 0) host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
}
