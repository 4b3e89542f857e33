/**
 * How a walk chooses its next move. `UniformPicker` takes each move with the same probability.
 *
 * `PctPicker` implements probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A
 * Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, 2010). Every thread has a random
 * priority, and the enabled thread with the highest priority runs. At d-1 random steps of a schedule, the
 * thread about to run gets a priority below all initial ones. A schedule then finds a bug that needs d
 * ordering constraints among n threads in k steps with a probability of at least 1/(n * k^(d-1)). n and k are
 * learnt from earlier schedules.
 */
import type { Random } from "../core/random.ts";
import type { Machine } from "../vm/machine.ts";
import type { Moves } from "./judge.ts";

export interface Picker {
  /** A new schedule begins, with its own random numbers. */
  begin(random: Random): void;
  /** The index of the move to take. */
  pick(m: Machine, moves: Moves): number;
}

export class UniformPicker implements Picker {
  #random: Random | null = null;

  begin(random: Random): void {
    this.#random = random;
  }

  pick(_m: Machine, moves: Moves): number {
    return moves.count === 1 ? 0 : this.#random!.below(moves.count);
  }
}

/**
 * The number of consecutive steps after which a thread loses its priority to the threads it keeps from
 * running. It may be spinning until one of them acts, and with strict priorities that would never happen.
 */
const PATIENCE = 1000;
/** One in this many steps wakes a waiting thread spuriously, if one may wake. */
const SPURIOUS_ODDS = 8;

interface Rank {
  /** The Thread object, because the machine reuses its thread numbers. */
  readonly object: number;
  priority: number;
}

export class PctPicker implements Picker {
  readonly depth: number;
  #random: Random | null = null;
  #ranks: (Rank | undefined)[] = [];
  /** The steps at which the thread about to run gets a low priority, in ascending order. */
  #changes: { readonly step: number; readonly priority: number }[] = [];
  /** Threads that ran for too long get ever lower priorities. */
  #lowest = 0;
  #steps = 0;
  #started = 0;
  #last = -1;
  #inRow = 0;
  #mostSteps = 0;
  #mostThreads = 1;

  constructor(depth: number) {
    this.depth = depth;
  }

  /** The length of the longest schedule so far; `threads` is the largest number of threads. */
  get steps(): number {
    return Math.max(this.#mostSteps, this.#steps);
  }

  get threads(): number {
    return Math.max(this.#mostThreads, this.#started);
  }

  /** The guaranteed probability that a schedule finds a bug of this depth. */
  get chance(): number {
    return 1 / (this.threads * Math.max(1, this.steps) ** (this.depth - 1));
  }

  begin(random: Random): void {
    this.#mostSteps = this.steps;
    this.#mostThreads = this.threads;
    this.#random = random;
    this.#ranks = [];
    this.#steps = 0;
    this.#started = 0;
    this.#lowest = 0;
    this.#last = -1;
    this.#inRow = 0;
    this.#changes = [];
    // The first schedule only measures. The order of the low priorities is random, too.
    for (let priority = 1; priority < this.depth && this.#mostSteps > 0; priority++) {
      this.#changes.push({ step: 1 + random.below(this.#mostSteps), priority });
    }
    this.#changes.sort((a, b) => a.step - b.step);
  }

  pick(m: Machine, moves: Moves): number {
    const random = this.#random!;
    if (moves.chooser >= 0) return random.below(moves.count);
    this.#steps++;
    this.#meetThreads(m);
    const spurious = moves.count - moves.regular;
    if (spurious > 0 && (moves.regular === 0 || random.below(SPURIOUS_ODDS) === 0)) {
      return moves.regular + random.below(spurious);
    }
    let best = this.#best(moves);
    while (this.#changes.length > 0 && this.#changes[0]!.step <= this.#steps) {
      this.#demote(moves.threads[best]!, this.#changes.shift()!.priority);
      best = this.#best(moves);
    }
    if (moves.regular > 1 && this.#isTooLong(moves.threads[best]!)) {
      this.#demote(moves.threads[best]!, --this.#lowest);
      best = this.#best(moves);
    }
    return best;
  }

  #isTooLong(thread: number): boolean {
    this.#inRow = thread === this.#last ? this.#inRow + 1 : 0;
    this.#last = thread;
    return this.#inRow >= PATIENCE;
  }

  #demote(thread: number, priority: number): void {
    this.#ranks[thread]!.priority = priority;
  }

  #best(moves: Moves): number {
    let best = 0;
    for (let i = 1; i < moves.regular; i++) {
      if (this.#priority(moves.threads[i]!) > this.#priority(moves.threads[best]!)) best = i;
    }
    return best;
  }

  #priority(thread: number): number {
    return this.#ranks[thread]!.priority;
  }

  /** Gives priorities to new threads, in the order of their numbers. */
  #meetThreads(m: Machine): void {
    for (let thread = 0; thread < m.threadCount; thread++) {
      const { object } = m.threadAt(thread);
      if (this.#ranks[thread]?.object === object) continue;
      this.#ranks[thread] = { object, priority: this.depth + this.#random!.next() };
      this.#started++;
    }
  }
}
