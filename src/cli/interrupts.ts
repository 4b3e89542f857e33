/** Listening for the signals that ask the tool to stop. */
import { type InterruptSignal, interruptName } from "../core/interrupts.ts";
import type { Host } from "./host.ts";

export interface InterruptListener {
  /** Aborts at the first signal; its reason is the signal's name in reports. */
  readonly signal: AbortSignal;
  /** The first signal that arrived, or null. */
  readonly received: InterruptSignal | null;
  /** From here on a signal ends the process, as if nothing had listened. */
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

export interface InterruptWatch {
  /** The first one that came, or null. */
  readonly signal: InterruptSignal | null;
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
