/**
 * The signals by which a user, a terminal or a job system asks the tool to stop. All of them mean
 * the same: end the current work, report what is known so far, leave nothing behind.
 */

/** Each with the exit code by which shells recognise a process that the signal has ended. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export type InterruptSignal = keyof typeof EXIT_CODES;

export const INTERRUPTS: readonly InterruptSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

export const interruptExitCode = (signal: InterruptSignal): number => EXIT_CODES[signal];

/** The name of a signal in reports. */
export const interruptName = (signal: InterruptSignal): string =>
  signal === "SIGINT" ? "Ctrl-C" : signal;

export const isInterruptName = (text: string): boolean =>
  INTERRUPTS.some((signal) => interruptName(signal) === text);
