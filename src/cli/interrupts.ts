/** Turns the signals that ask a process to stop into an AbortSignal. */
import { type InterruptSignal, interruptName } from "../core/interrupts.ts";
import type { Host } from "./host.ts";

export interface InterruptListener {
  /** Aborts on the first signal. The reason is the signal's name as reports show it. */
  readonly signal: AbortSignal;
  /** The first signal that arrived, or null. */
  readonly received: InterruptSignal | null;
  /** Stops listening: the next signal ends the process. */
  close(): void;
}

export function interruptSignal(host: Host): InterruptListener {
  const controller = new AbortController();
  let received: InterruptSignal | null = null;
  const close = host.onInterrupt((signal) => {
    if (received !== null) return;
    received = signal;
    controller.abort(interruptName(signal));
  });
  return {
    signal: controller.signal,
    get received() {
      return received;
    },
    close,
  };
}
