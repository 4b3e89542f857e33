/**
 * How a reduction went, as plain data of bounded size: a reduction asks some hundred or some hundred thousand
 * questions, and a chart of them needs no more points than a screen has. The session's logs have every question.
 */
import type { VerdictWord } from "../predicate/verdict.ts";
import type { LoggedStep } from "./step-log.ts";

/** A candidate that the predicate was run on. */
export interface CandidateSample {
  /** The number of the run, from 1 on. */
  readonly run: number;
  /** Since the reduction began. */
  readonly seconds: number;
  readonly bytes: number;
  readonly classes: number;
  readonly outcome: VerdictWord;
}

/** The smallest program so far, from this run on. */
export interface BestSample {
  readonly run: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly classes: number;
  /** Null if it was found in an earlier process. */
  readonly items: number | null;
}

/** Consecutive questions of one strategy or pass. */
export interface PhaseSpan {
  readonly name: string;
  readonly firstRun: number;
  readonly lastRun: number;
  readonly start: number;
  readonly end: number;
  readonly questions: number;
  readonly runs: number;
  /** The smallest program before and after it. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface ReductionHistory {
  /** All of them, or every second, fourth and so on. */
  readonly candidates: readonly CandidateSample[];
  /** Begins with the input. */
  readonly bests: readonly BestSample[];
  readonly phases: readonly PhaseSpan[];
  /** Runs by outcome. */
  readonly outcomes: Readonly<Record<VerdictWord, number>>;
  readonly questions: number;
  /** Questions whose answer was known. */
  readonly remembered: number;
  /** How often the smallest program was replaced by a smaller one. */
  readonly improvements: number;
  /** The number of runs in earlier processes, which `--resume` continued; 0 if there were none. */
  readonly earlierRuns: number;
}

/** The most samples of one kind: about as many as a wide screen has columns. */
const MOST_SAMPLES = 2_000;
/** The most phases; those that follow count as the last. */
const MOST_PHASES = 200;

/** Keeps every n-th of a sequence, and the last, where n doubles whenever there are too many. */
class Samples<T> {
  #kept: T[] = [];
  #last: T | null = null;
  #stride = 1;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(sample: T): void {
    this.#last = sample;
    if (this.#count++ % this.#stride !== 0) return;
    this.#kept.push(sample);
    if (this.#kept.length <= MOST_SAMPLES) return;
    this.#stride *= 2;
    this.#kept = this.#kept.filter((_, i) => i % 2 === 0);
  }

  all(): T[] {
    const isMissing = this.#last !== null && this.#kept.at(-1) !== this.#last;
    return isMissing && this.#last !== null ? [...this.#kept, this.#last] : [...this.#kept];
  }
}

type Size = Pick<BestSample, "bytes" | "classes" | "items">;
type Span = { -readonly [K in keyof PhaseSpan]: PhaseSpan[K] };

export class HistoryRecorder {
  readonly #candidates = new Samples<CandidateSample>();
  readonly #bests = new Samples<BestSample>();
  readonly #phases: Span[] = [];
  readonly #outcomes = { interesting: 0, boring: 0, "timed-out": 0 };
  #questions = 0;
  #remembered = 0;
  #bestBytes: number;
  readonly #earlierRuns: number;

  constructor(input: Size, earlier: readonly LoggedStep[]) {
    this.#bests.add({ run: 0, seconds: 0, ...input });
    this.#bestBytes = input.bytes;
    for (const step of earlier) this.add(step, null);
    this.#earlierRuns = earlier.at(-1)?.run ?? 0;
  }

  /** `items`: those of the candidate if it is the best so far and they were counted, or null. */
  add(step: LoggedStep, items: number | null): void {
    const { run, time: seconds, bytes, classes, verdict: outcome } = step;
    this.#questions++;
    const span = this.#phaseOf(step);
    if (step.known) this.#remembered++;
    else {
      this.#outcomes[outcome]++;
      this.#candidates.add({ run, seconds, bytes, classes, outcome });
    }
    // Until there is a best, a step has its own size in place of it.
    if (outcome === "interesting" && bytes < this.#bestBytes) {
      this.#bestBytes = bytes;
      this.#bests.add({ run, seconds, bytes, classes, items });
    }
    span.bytesAfter = this.#bestBytes;
  }

  get history(): ReductionHistory {
    return {
      candidates: this.#candidates.all(),
      bests: this.#bests.all(),
      phases: this.#phases.map((span) => ({ ...span })),
      outcomes: { ...this.#outcomes },
      questions: this.#questions,
      remembered: this.#remembered,
      improvements: this.#bests.count - 1,
      earlierRuns: this.#earlierRuns,
    };
  }

  /** The phase that a step belongs to, which counts it. */
  #phaseOf({ strategy, run, time, known }: LoggedStep): Span {
    let span = this.#phases.at(-1);
    const isNext = span?.name !== strategy && this.#phases.length < MOST_PHASES;
    if (span === undefined || isNext) {
      span = {
        name: strategy,
        firstRun: run,
        lastRun: run,
        start: span?.end ?? 0,
        end: time,
        questions: 0,
        runs: 0,
        bytesBefore: this.#bestBytes,
        bytesAfter: this.#bestBytes,
      };
      this.#phases.push(span);
    }
    span.lastRun = run;
    span.end = time;
    span.questions++;
    if (!known) span.runs++;
    return span;
  }
}
