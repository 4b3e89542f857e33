/**
 * A handle on work that reports events while it runs and has a report at its end. A caller may await
 * it, iterate it, or both, in any order and any number of times; the work is done once.
 */

/**
 * Work that is being done.
 *
 * Await it (or `report`) for its report, or iterate it with `for await` for its events. Because it
 * can be awaited, `return job` from an async function gives the report, not the job.
 *
 * Findings are never lost, whenever the iteration begins. Progress events are coalesced: a reader
 * that is slow sees the newest one only, and never slows the work down.
 */
export interface Job<Event, Report> extends PromiseLike<Report>, AsyncIterable<Event> {
  readonly report: Promise<Report>;
}

/** Reports an event to all readers of a job. Of those that say how far the work is, only the newest is kept. */
export type Emit<Event> = (event: Event) => void;

/** Starts `work` after the present task; what it throws rejects the report. */
export const startJob = <Event extends { readonly type: string }, Report>(
  work: (emit: Emit<Event>) => Promise<Report>,
): Job<Event, Report> => new RunningJob(work);

/** Of these events, a reader wants the newest only. */
const COALESCED: ReadonlySet<string> = new Set(["progress", "simplify"]);

class RunningJob<Event extends { readonly type: string }, Report> implements Job<Event, Report> {
  readonly report: Promise<Report>;
  /** All events but progress. */
  readonly #findings: Event[] = [];
  #progress: Event | null = null;
  /** Progress events so far. */
  #progressCount = 0;
  #isOver = false;
  /** Wakes the readers that wait for the next event or the end. */
  readonly #waiting: (() => void)[] = [];

  constructor(work: (emit: Emit<Event>) => Promise<Report>) {
    this.report = this.#run(work);
  }

  async #run(work: (emit: Emit<Event>) => Promise<Report>): Promise<Report> {
    await Promise.resolve();
    try {
      return await work((event) => this.#emit(event));
    } finally {
      this.#isOver = true;
      this.#announce();
    }
  }

  #emit(event: Event): void {
    if (COALESCED.has(event.type)) {
      this.#progress = event;
      this.#progressCount++;
    } else this.#findings.push(event);
    this.#announce();
  }

  #announce(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #waitForNews(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a job can be awaited
  then<A = Report, B = never>(
    onDone?: ((report: Report) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.report.then(onDone, onError);
  }

  [Symbol.asyncIterator](): AsyncIterator<Event, void> {
    // A reader learns of an error by its iteration, which throws it.
    this.report.catch(() => {});
    return this.#read();
  }

  async *#read(): AsyncGenerator<Event, void> {
    let findings = 0;
    let progress = 0;
    for (;;) {
      const finding = this.#findings[findings];
      if (finding !== undefined) {
        findings++;
        yield finding;
      } else if (this.#progress !== null && progress < this.#progressCount) {
        progress = this.#progressCount;
        yield this.#progress;
      } else if (this.#isOver) {
        await this.report;
        return;
      } else await this.#waitForNews();
    }
  }
}

/** What a report says ended work that a signal has aborted: the signal's reason, if it is a text. */
export const abortText = (signal: AbortSignal): string =>
  typeof signal.reason === "string" ? signal.reason : "aborted";

/** Serves the event loop once, so that signals arrive and events are read. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
