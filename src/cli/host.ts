/**
 * What the commands need from the process they run in. Tests pass a host of their own, and so run commands
 * without a process for each.
 */
import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import type { DeadwoodError } from "../core/errors.ts";
import { INTERRUPTS, type InterruptSignal } from "../core/interrupts.ts";
import { PLAIN, paintLine, type Style } from "../report/style.ts";
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
  /** The colours of standard output and of standard error; plain without. */
  readonly styles?: { readonly out: Style; readonly err: Style } | undefined;
  /** Calls `handler` on Ctrl-C, SIGTERM and SIGHUP until the returned function is called. */
  onInterrupt(handler: (signal: InterruptSignal) => void): () => void;
}

export async function processHost(): Promise<Host> {
  const handlers = new Set<(signal: InterruptSignal) => void>();
  return {
    streams: new StandardStreams((read) => unheard(handlers, read)),
    env: process.env,
    directory: process.cwd(),
    terminalWidth: isTerminal(2) ? process.stderr.columns : undefined,
    styles: await stylesFor(process.env),
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

/** Only a device can be a terminal. Asking Node about a pipe would load its network code. */
function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    return false; // closed
  }
}

async function stylesFor(env: Host["env"]): Promise<Host["styles"]> {
  const out = wantsColors(env, () => isTerminal(1));
  const err = wantsColors(env, () => isTerminal(2));
  if (!out && !err) return undefined;
  const { ANSI } = await import("../report/ansi-style.ts");
  return { out: out ? ANSI : PLAIN, err: err ? ANSI : PLAIN };
}

/**
 * NO_COLOR switches colours off, whatever else is set (no-color.org). FORCE_COLOR switches them on for pipes
 * and files too, unless it is 0 or false.
 */
export function wantsColors(env: Host["env"], isOnTerminal: () => boolean): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return env["TERM"] !== "dumb" && isOnTerminal();
}

export const styleOf = ({ styles }: Host, fd: 1 | 2): Style =>
  (fd === 1 ? styles?.out : styles?.err) ?? PLAIN;

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
  host.streams.write(2, Buffer.from(`${paintLine(line, styleOf(host, 2))}\n`));
}

/** The width of a report in a file or a pipe. */
export const PLAIN_WIDTH = 120;

/** Prints the lines of the result on standard output. */
export function print(host: Host, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const style = styleOf(host, 1);
  const text = lines.map((line) => `${paintLine(line, style)}\n`).join("");
  host.streams.write(1, Buffer.from(text));
}
