/**
 * Where in the program the steps of a search begin, and where they lead to new states. A plain search records only
 * a sample: one step in sixteen at first, then fewer and fewer, so that the record costs less than one percent of the
 * search. The distance between two sampled steps is random, because a search repeats itself: with a fixed distance the
 * sample could consist of the same step of every round. Each sampled step counts for as many as the mean distance.
 */
import { Random } from "../core/random.ts";
import { FrameView } from "../vm/code/frames.ts";
import type { Machine } from "../vm/machine.ts";
import type { Arrival } from "./search.ts";
import { calledMethod } from "./trace/call-operations.ts";

/** "exact": every step, as long as there are not too many; for reports that show the figures line by line. */
export type SurveyDetail = "sampled" | "exact";

/** Steps that are recorded in an interval in which the number of steps doubles; and the first mean distance. */
const PLANS = {
  sampled: { perDoubling: 512, first: 16 },
  exact: { perDoubling: 1 << 15, first: 1 },
} as const;

/** More methods than a program has. */
const METHODS = 2 ** 22;

/** What is known about the steps that begin at one place of the program. All numbers are estimates unless all steps were recorded. */
export interface SurveyedPlace {
  /** The instruction of the program at which the thread stood; 0 if there was none of the program's on its stack. */
  readonly pc: number;
  /** The id of the library method that the program had called or was about to call; -1 for none. */
  readonly library: number;
  /** Steps that began here. */
  steps: number;
  /** Those of them that led to a new state. */
  fresh: number;
  /** New states whose last step ended here: this instruction is why other threads may run there. */
  points: number;
}

export class StepSurvey {
  readonly #m: Machine;
  readonly #plan: (typeof PLANS)[SurveyDetail];
  readonly #places = new Map<number, SurveyedPlace>();
  readonly #frame: FrameView;
  readonly #random = new Random(1, 0);
  /** Steps until the next one is recorded. */
  #countdown = 1;
  /** For how many steps the sampled one counts. */
  #weight = 1;
  #steps = 0;
  #thread = 0;
  #pending: SurveyedPlace | null = null;

  constructor(m: Machine, detail: SurveyDetail = "sampled") {
    this.#m = m;
    this.#plan = PLANS[detail];
    this.#frame = new FrameView(m);
    this.#next();
  }

  /** HOT. A thread is about to take a step. Its registers must be in its record. */
  before(thread: number): void {
    if (--this.#countdown === 0) this.#begin(thread);
  }

  /** HOT. The step has led to a state. */
  after(arrival: Arrival): void {
    if (this.#pending !== null) this.#end(arrival);
  }

  /** The search restarts. */
  clear(): void {
    this.#places.clear();
    this.#steps = 0;
    this.#pending = null;
    this.#next();
  }

  /** Every step so far was recorded. */
  get isExact(): boolean {
    return this.#plan.first === 1 && this.#steps < this.#plan.perDoubling;
  }

  get places(): readonly SurveyedPlace[] {
    return [...this.#places.values()];
  }

  #next(): void {
    const { perDoubling, first } = this.#plan;
    const mean = Math.max(first, Math.floor(this.#steps / perDoubling));
    this.#weight = mean;
    // Between 1 and twice the mean minus one.
    this.#countdown = mean === 1 ? 1 : 1 + this.#random.below(2 * mean - 1);
  }

  #begin(thread: number): void {
    this.#thread = thread;
    this.#pending = this.#placeOf(thread);
    this.#pending.steps += this.#weight;
  }

  #end(arrival: Arrival): void {
    const place = this.#pending!;
    this.#pending = null;
    this.#steps += this.#weight;
    if (arrival === "new") {
      place.fresh += this.#weight;
      if (!this.#m.threadAt(this.#thread).hasEnded) {
        this.#placeOf(this.#thread).points += this.#weight;
      }
    }
    this.#next();
  }

  #placeOf(thread: number): SurveyedPlace {
    const frame = this.#frame;
    let library = -1;
    let pc = 0;
    for (let found = frame.top(this.#m.threadAt(thread)); found; found = frame.caller()) {
      if (frame.code.method.owner.origin === "application") {
        ({ pc } = frame);
        if (library < 0) library = this.#calledLibrary();
        break;
      }
      library = frame.methodId;
    }
    const key = pc * METHODS + (library + 1);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = { pc, library, steps: 0, fresh: 0, points: 0 };
      this.#places.set(key, place);
    }
    return place;
  }

  /** The library method that the program's instruction is about to call. */
  #calledLibrary(): number {
    const m = this.#m;
    const { pc, sp, isBeforeInstruction } = this.#frame;
    if (!isBeforeInstruction) return -1;
    const called = calledMethod(m, m.space.code[pc]!, pc, sp);
    return called >= 0 && m.program.methods[called]!.owner.origin !== "application" ? called : -1;
  }
}
