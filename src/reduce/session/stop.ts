/**
 * What may end a reduction early: the user, or the time they gave it. Either way
 * all questions end with an error that says so, and the best so far is the result.
 */

import type { Clock } from "../../core/clock.ts";
import { LimitReachedError } from "../../core/errors.ts";

export interface StopOptions {
  readonly clock: Clock;
  /** From now on. */
  readonly timeLimitMillis?: number;
  /** Ctrl-C or a signal, whose name is the reason if it is a text. */
  readonly interrupt?: AbortSignal;
}

const HINT = "The best result so far is kept. Use --resume to continue.";

export class StopRequest {
  readonly #controller = new AbortController();
  readonly #interrupt: AbortSignal | undefined;
  readonly #cancel: (() => void) | null;

  constructor({ clock, timeLimitMillis, interrupt }: StopOptions) {
    this.#interrupt = interrupt;
    this.#cancel =
      timeLimitMillis === undefined
        ? null
        : clock.after(timeLimitMillis, () =>
            this.#end(`the time limit of ${timeLimitMillis / 1000} s is reached`),
          );
    interrupt?.addEventListener("abort", this.#onInterrupt, { once: true });
    if (interrupt?.aborted === true) this.#onInterrupt();
  }

  /** Its reason is a LimitReachedError. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops listening. */
  close(): void {
    this.#cancel?.();
    this.#interrupt?.removeEventListener("abort", this.#onInterrupt);
  }

  readonly #onInterrupt = (): void => {
    const reason: unknown = this.#interrupt?.reason;
    const by = typeof reason === "string" ? ` by ${reason}` : "";
    this.#end(`the reduction was interrupted${by}`);
  };

  #end(message: string): void {
    this.#controller.abort(new LimitReachedError(message, { hint: HINT }));
  }
}
