/** The one line on a terminal that shows how far some work is. */
import type { Host } from "./host.ts";

/** Seconds after which there is a progress line, and between two of them. */
const SHOWN_AFTER = 1;
const SHOWN_EVERY = 0.25;

const CLEARED = "\r\u001b[K";

export class ProgressLine {
  readonly #host: Host;
  #shownAt = SHOWN_AFTER - SHOWN_EVERY;
  #isShown = false;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Shows the text in place of the last one, unless nobody watches or it is too early. */
  show(seconds: number, text: () => string): void {
    const { terminalWidth: width } = this.#host;
    if (width === undefined || seconds < this.#shownAt + SHOWN_EVERY) return;
    this.#shownAt = seconds;
    this.#isShown = true;
    this.#write(`${CLEARED}${text().slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#write(CLEARED);
    this.#isShown = false;
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
  }
}
