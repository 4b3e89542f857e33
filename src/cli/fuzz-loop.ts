/**
 * Drives a campaign of random programs: between two of them Ctrl-C is heard, the
 * clock is looked at, and on a terminal the line of progress moves.
 */

import { interruptName } from "../core/interrupts.ts";
import { type Campaign, type CampaignTotals, type FoundDifference } from "../fuzz/campaign.ts";
import { type Task } from "../fuzz/families/all-families.ts";
import { count } from "../report/check/text.ts";
import type { Host } from "./host.ts";
import { watchInterrupts } from "./interrupts.ts";

export interface FuzzLoopResult {
  /** What ended the campaign before its last program. */
  readonly limit: string | null;
}

export async function runCampaign(
  campaign: Campaign,
  tasks: readonly Task[],
  seconds: number,
  host: Host,
  found: (difference: FoundDifference) => void,
): Promise<FuzzLoopResult> {
  const interrupt = watchInterrupts(host);
  const progress = new FuzzProgress(host, tasks.length);
  const begin = performance.now();
  let next = Promise.resolve();
  const prepare = (from: number): void => {
    next = campaign.prepare(tasks.slice(from, from + BATCH));
    // What goes wrong is told when it is waited for, unless the campaign ends before.
    next.catch(() => {});
  };
  prepare(0);
  try {
    for (const [i, task] of tasks.entries()) {
      if (interrupt.signal !== null) return { limit: interruptName(interrupt.signal) };
      if (performance.now() - begin > seconds * 1000) return { limit: `${seconds} s` };
      if (i % BATCH === 0) {
        await next;
        prepare(i + BATCH);
      }
      const difference = campaign.run(task);
      if (difference !== null) {
        progress.clear();
        found(difference);
      }
      progress.show(campaign.totals);
      host.streams.flush();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
    return { limit: null };
  } finally {
    campaign.close();
    interrupt.close();
    progress.clear();
  }
}

/** Programs that are prepared at once. */
const BATCH = 25;

/** Milliseconds after which there is a progress line, and between two of them. */
const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 250;

export class FuzzProgress {
  readonly #host: Host;
  readonly #programs: number;
  readonly #begin = performance.now();
  #shownAt = PROGRESS_AFTER - PROGRESS_EVERY;
  #isShown = false;

  constructor(host: Host, programs: number) {
    this.#host = host;
    this.#programs = programs;
  }

  show({ programs, unfinished, skipped, different }: CampaignTotals): void {
    const millis = performance.now() - this.#begin;
    const width = this.#host.terminalWidth;
    if (width === undefined || millis < this.#shownAt + PROGRESS_EVERY) return;
    this.#shownAt = millis;
    this.#isShown = true;
    const speed = ((programs / millis) * 1000).toFixed(1);
    const line = `${count(programs)} of ${count(this.#programs)} programs, ${count(unfinished + skipped)} too large for the reference, ${count(different)} different, ${speed} programs/s`;
    this.#write(`\r\u001b[K${line.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#write("\r\u001b[K");
    this.#isShown = false;
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
  }
}
