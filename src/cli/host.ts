/**
 * What the commands need of the process they are in. Tests give their own, so
 * that a command can be run without a process of its own.
 */
import { fstatSync } from "node:fs";
import type { DeadwoodError } from "../core/errors.ts";
import { INTERRUPTS, type InterruptSignal } from "../core/interrupts.ts";
import type { Console } from "../vm/machine-options.ts";
import { StandardStreams } from "./terminal.ts";

export interface Streams extends Console {
  /** Writes out what is pending, standard output first. */
  flush(): void;
}

export interface Host {
  readonly streams: Streams;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Somebody watches: standard error is a terminal, of this many columns. Not so in a pipe. */
  readonly terminalWidth?: number | undefined;
  /** Calls `handler` at Ctrl-C, SIGTERM and SIGHUP until the function that comes back is called. */
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

/** Only a device can be a terminal: process.stderr brings Node's network code, which no pipe needs. */
function terminalWidth(): number | undefined {
  try {
    if (!fstatSync(2).isCharacterDevice()) return undefined;
  } catch {
    return undefined; // closed
  }
  return process.stderr.isTTY ? process.stderr.columns : undefined;
}

/**
 * While a read blocks, no handler could run: without handlers a signal ends the
 * process, as it should.
 */
function unheard<T>(handlers: ReadonlySet<(signal: InterruptSignal) => void>, action: () => T): T {
  for (const handler of handlers) for (const signal of INTERRUPTS) process.off(signal, handler);
  try {
    return action();
  } finally {
    for (const handler of handlers) for (const signal of INTERRUPTS) process.on(signal, handler);
  }
}

/** A mistake of the user's, or of their surroundings: what is wrong, and what to do. */
export function reportDeadwoodError(host: Host, { code, message, hint }: DeadwoodError): void {
  report(host, `error[${code}]: ${message}`);
  if (hint !== undefined) report(host, `  hint: ${hint}`);
}

/** One line for the user, after everything the program has written. */
export function report(host: Host, line: string): void {
  host.streams.write(2, Buffer.from(`${line}\n`));
}

/** Width of a report that goes to a file or a pipe. */
export const PLAIN_WIDTH = 120;

/** Lines of the answer, on standard output. */
export function print(host: Host, lines: readonly string[]): void {
  if (lines.length > 0) host.streams.write(1, Buffer.from(`${lines.join("\n")}\n`));
}
