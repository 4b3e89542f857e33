/**
 * What a search assumes about threads, besides how they access memory
 * (access-discipline.ts): that no thread does certain things to others, such as
 * interrupting them or asking whether they are alive. As long as an assumption
 * holds, operations whose effect only such a thread could tell are not scheduling
 * points. The natives that do these things refute the assumption. What was
 * explored before relied on it, and the search restarts without it.
 *
 * A refuted assumption is knowledge about the program: going back does not
 * restore it.
 */

/** What is assumed; each is refuted by a thread that does what it rules out. */
export const Assumption = {
  /** No thread is interrupted. */
  interrupts: 1,
  /** No thread asks whether another is alive, or waits on a Thread object. */
  queries: 2,
  /** No thread examines a lock without waiting for it. */
  peeks: 3,
  /** Thread ids and names are given by one thread. */
  numbers: 4,
  /** Identity hashes are first asked for by one thread. */
  hashes: 5,
  /** No thread asks who waits for a lock. */
  queues: 6,
  /** No final field is written once others can reach a finished object. */
  finals: 7,
  /** No thread asks for the state of another, which reveals whether a monitor that it waits for is held. */
  states: 8,
  /** No thread cancels a task with an interrupt (deadwood.internal.Steps). */
  cancellation: 9,
  /** No thread asks how busy a pool is. */
  activity: 10,
  /** No thread uses a monitor that the library locks to start, join or name a thread. */
  monitors: 11,
  /** All that a thread waits for at a semaphore is one permit. */
  sizes: 12,
} as const;
export type Assumption = (typeof Assumption)[keyof typeof Assumption];

/** By number, for traces. No field's name begins like that. */
const NAMES = [
  "",
  "!interrupts",
  "!queries",
  "!peeks",
  "!numbers",
  "!hashes",
  "!queues",
  "!finals",
  "!states",
  "!cancellation",
  "!activity",
  "!monitors",
  "!sizes",
];

/** Several assumptions as a set of bits. */
export const assumptionBit = (assumption: Assumption): number => 1 << assumption;

export class ThreadAssumptions {
  /** False: everything that threads do to each other is observable. */
  areMade = true;
  /** HOT. Some thread asks for the states of threads. */
  statesQueried = false;
  /** An assumption was refuted since `Observability.takeRefuted`. */
  hasRefuted = false;
  /** The bits of those that do not hold. */
  #refuted = 0;

  holds(assumption: Assumption): boolean {
    return this.areMade && (this.#refuted & assumptionBit(assumption)) === 0;
  }

  refute(assumption: Assumption): void {
    this.refuteAll(assumptionBit(assumption));
  }

  /** Refutes all that a set of bits contains. */
  refuteAll(bits: number): void {
    if (!this.areMade || (bits & ~this.#refuted) === 0) return;
    this.#refuted |= bits;
    this.hasRefuted = true;
  }

  /** For assumptions that are made in any case, even where threads are not trusted otherwise. */
  refuteAlways(assumption: Assumption): void {
    if (this.isRefuted(assumption)) return;
    this.#refuted |= assumptionBit(assumption);
    this.hasRefuted = true;
  }

  isRefuted(assumption: Assumption): boolean {
    return (this.#refuted & assumptionBit(assumption)) !== 0;
  }

  /** A thread asks for the state of another. */
  noteStateQuery(): void {
    this.statesQueried = true;
    this.refuteAlways(Assumption.states);
  }

  /** Some thread uses a monitor that the library locks for threads. */
  get areMonitorsUsed(): boolean {
    return this.isRefuted(Assumption.monitors);
  }

  useMonitors(): void {
    this.refuteAlways(Assumption.monitors);
  }

  /** None of them is made any longer. */
  makeNone(): void {
    if (!this.areMade) return;
    this.areMade = false;
    this.hasRefuted = true;
  }

  /** The names of those that were refuted. */
  get refuted(): string[] {
    return NAMES.filter((_, number) => (this.#refuted & (1 << number)) !== 0);
  }

  /** Adopts what another machine knows: false if no assumption has that name. */
  adopt(name: string): boolean {
    const number = NAMES.indexOf(name);
    if (number <= 0) return false;
    this.#refuted |= 1 << number;
    if (number === Assumption.states) this.statesQueried = true;
    return true;
  }

  /**
   * All hold again, apart from two whose refutation changed more than what is known: code that was translated (final fields),
   * and what threads wait for (their states).
   */
  restore(): void {
    this.#refuted &= assumptionBit(Assumption.finals) | assumptionBit(Assumption.states);
  }
}
