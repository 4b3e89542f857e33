/**
 * Signals by which a user, a terminal or a job system asks the tool to stop. All of them mean
 * the same: end what is under way, say what is known so far, leave nothing behind.
 */
import type { Host } from "./host.ts";

/** Each with the exit code by which shells know a program that it has ended. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type InterruptSignal = keyof typeof EXIT_CODES;

export const INTERRUPTS: readonly InterruptSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

export const interruptExitCode = (signal: InterruptSignal): number => EXIT_CODES[signal];

/** As reports name what ended a search. */
export const interruptName = (signal: InterruptSignal): string =>
  signal === "SIGINT" ? "Ctrl-C" : signal;

export const isInterruptName = (text: string): boolean =>
  INTERRUPTS.some((signal) => interruptName(signal) === text);

export interface InterruptWatch {
  /** The first one that came, or null. */
  readonly signal: InterruptSignal | null;
  /** From here on a signal ends the process, as if nobody had listened. */
  close(): void;
}

/** For loops that look between two slices of work. `act` is for what must not wait for that. */
export function watchInterrupts(
  host: Host,
  act: (signal: InterruptSignal) => void = () => {},
): InterruptWatch {
  const watch: { signal: InterruptSignal | null } = { signal: null };
  const ignore = host.onInterrupt((signal) => {
    watch.signal ??= signal;
    act(signal);
  });
  return {
    get signal() {
      return watch.signal;
    },
    close: ignore,
  };
}
