/** The line on a terminal that shows a command's progress. A pipe gets none. */
import { type Clock, systemClock } from "../core/clock.ts";
import type { Host } from "./host.ts";

/** Milliseconds until the line first appears, and between two updates. */
const SHOWN_AFTER = 1000;
const SHOWN_EVERY = 250;

const CLEARED = "\r\u001b[K";

export class ProgressLine {
  readonly #host: Host;
  readonly #clock: Pick<Clock, "now">;
  #nextAt: number;
  #isShown = false;

  constructor(host: Host, clock: Pick<Clock, "now"> = systemClock) {
    this.#host = host;
    this.#clock = clock;
    this.#nextAt = clock.now() + SHOWN_AFTER;
  }

  /** Replaces the line, unless it was updated a moment ago. `text` is called only if it is shown. */
  update(text: () => string): void {
    if (this.#host.terminalWidth === undefined) return;
    const now = this.#clock.now();
    if (now < this.#nextAt) return;
    this.#nextAt = now + SHOWN_EVERY;
    this.show(text());
  }

  /** Replaces the line at once. */
  show(text: string): void {
    const { terminalWidth: width } = this.#host;
    if (width === undefined) return;
    this.#isShown = true;
    this.#write(`${CLEARED}${text.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#write(CLEARED);
    this.#isShown = false;
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
  }
}
