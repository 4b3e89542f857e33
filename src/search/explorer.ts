/**
 * Depth-first search over all schedules and choices of a program. One machine
 * serves the whole search: a step is taken by running it, and taken back by
 * the undo log. States are compared by the fingerprint of their canonical
 * vector.
 *
 * A thread runs alone until it stands in front of something that others can
 * see; only there another one may take over. What others can see is assumed
 * (vm/discipline.ts): when an assumption turns out wrong, the search begins
 * again without it.
 */
import { Canonicalizer } from "../state/canonicalizer.ts";
import { Fingerprint } from "../state/fingerprint.ts";
import { FingerprintSet } from "../state/fingerprint-set.ts";
import type { Machine } from "../vm/machine.ts";
import { Stop } from "../vm/stop.ts";
import { Components } from "./components.ts";
import { SearchStack } from "./search-stack.ts";
import {
  enabledThreads,
  isStuck,
  liveThreads,
  prepareForSteps,
  runStep,
  type Step,
  unnoticedThread,
} from "./step.ts";
import { train } from "./training.ts";
import { describeViolation, type Violation } from "./violation.ts";

export interface SearchLimits {
  readonly states: number;
  readonly depth: number;
}

export interface SearchCounts {
  readonly states: number;
  readonly matched: number;
  readonly transitions: number;
  readonly maxDepth: number;
  readonly ends: number;
  readonly instructions: number;
  readonly vectorWords: number;
  /** Threads alive at once, at most. */
  readonly maxThreads: number;
  /** Bytes of the set of visited states. */
  readonly storeBytes: number;
  /** Bytes of the search stack where it was deepest: levels, undo log and open components. */
  readonly stackBytes: number;
  /** Times that the search began again because it had relied on something wrong. */
  readonly restarts: number;
}

/** What a transition led to. */
export type Arrival = "new" | "matched" | "end" | "ignored" | "violated" | "cut";

/** Told about every transition, and about the first state; `depth` is how many steps led here. */
export interface SearchObserver {
  arrived(
    arrival: Arrival,
    depth: number,
    thread: number,
    choice: number,
    high: number,
    low: number,
  ): void;
  /** The search begins again: forget what was told. */
  restarted?(): void;
}

export type SearchResult = "more" | "done" | "violated" | "limit";

/** States that may be thrown away by a new beginning before it is worth to look ahead for the next reason. */
const TRAIN_FROM = 500;
/** Steps that a path is followed after an assumption broke, for what else it may break. */
const FOLLOW = 10_000;

export class Explorer {
  readonly machine: Machine;
  violation: Violation | null = null;
  /** Which limit ended the search. */
  limitReached: string | null = null;
  readonly #limits: SearchLimits;
  readonly #canonicalizer: Canonicalizer;
  readonly #fingerprint = new Fingerprint();
  #visited = new FingerprintSet(1 << 12);
  readonly #stack = new SearchStack();
  readonly #components = new Components();
  readonly #observer: SearchObserver | null;
  #matched = 0;
  #transitions = 0;
  #maxDepth = 0;
  #ends = 0;
  #vectorWords = 0;
  #maxThreads = 1;
  #stackBytes = 0;
  #restarts = 0;
  #instructionsBefore = 0;
  /** Steps to go before the search begins again; -1 while it need not. */
  #untilRestart = -1;

  constructor(machine: Machine, limits: SearchLimits, observer: SearchObserver | null = null) {
    this.machine = machine;
    this.#limits = limits;
    this.#observer = observer;
    prepareForSteps(machine);
    this.#canonicalizer = new Canonicalizer(machine);
    this.#arrive(Stop.visible, 0, -1);
  }

  get counts(): SearchCounts {
    return {
      states: this.#visited.size,
      matched: this.#matched,
      transitions: this.#transitions,
      maxDepth: this.#maxDepth,
      ends: this.#ends,
      instructions: this.machine.instructions - this.#instructionsBefore,
      vectorWords: this.#vectorWords,
      maxThreads: this.#maxThreads,
      storeBytes: this.#visited.bytes,
      stackBytes: this.#stackBytes,
      restarts: this.#restarts,
    };
  }

  /** Steps from the first state to the present one. */
  get depth(): number {
    return this.#stack.depth;
  }

  /** The steps that lead to the present state. */
  get trace(): Step[] {
    return this.#stack.steps();
  }

  /** Takes up to `count` transitions. */
  explore(count: number): SearchResult {
    const stack = this.#stack;
    for (let i = 0; i < count; i++) {
      if (this.violation !== null) return "violated";
      if (this.#visited.size >= this.#limits.states) {
        this.limitReached = `${this.#limits.states} states`;
        return "limit";
      }
      if (stack.depth === 0) return this.limitReached === null ? "done" : "limit";
      stack.goBack(this.machine);
      if (stack.hasMore()) this.#step();
      else if (!this.#widen()) this.#finish();
    }
    return "more";
  }

  #step(): void {
    const m = this.machine;
    const thread = this.#stack.take();
    const { choice } = this.#stack;
    const since = m.logTop;
    m.loadRegisters(thread);
    this.#stack.mark(m);
    this.#transitions++;
    const stop = runStep(m, thread, choice);
    this.#canonicalizer.noteWrites(since);
    if (m.discipline.changed || this.#untilRestart >= 0) this.#countDown();
    this.#arrive(stop, thread, choice);
  }

  /** A state from which only the unnoticed step was taken: all others too, if that did not lead on. */
  #widen(): boolean {
    const skipped = this.#stack.skipped();
    if (skipped < 0) return false;
    this.#stack.offer(enabledThreads(this.machine).filter((thread) => thread !== skipped));
    return this.#stack.hasMore();
  }

  /** Everything that can follow the state on top has been seen. */
  #finish(): void {
    const component = this.#components.finish();
    if (component?.isCyclic === true && !component.hasExit) this.#reportEndless();
    this.#stack.pop();
  }

  #reportEndless(): void {
    // With a clock that stands still, waiting for a time to come is endless only here.
    if (this.machine.approximations.size > 0) return;
    this.violation = describeViolation(this.machine, "endless", this.trace);
  }

  /** A transition has led to a state: look at it, and go on from there if it is new. */
  #arrive(stop: Stop, thread: number, choice: number): void {
    const depth = this.#stack.depth;
    const live = liveThreads(this.machine);
    if (live > this.#maxThreads) this.#maxThreads = live;
    const arrival = this.#judge(stop, thread);
    const { high, low } = this.#fingerprint;
    if (arrival !== "new") {
      if (arrival === "matched") this.#components.meet(high, low);
      else this.#components.leave();
      this.#stack.stayed();
    }
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
    const isOver = this.#untilRestart === 0 || (this.#untilRestart > 0 && arrival !== "new");
    if (isOver) this.#restart();
  }

  #judge(stop: Stop, thread: number): Arrival {
    const m = this.machine;
    if (stop === Stop.ignored) return "ignored";
    if (stop === Stop.halted) {
      this.#ends++;
      if (m.uncaught === 0) return "end";
      this.violation = describeViolation(m, "uncaught", this.trace);
      m.uncaught = 0;
      return "violated";
    }
    const isChoice = stop === Stop.choice;
    const single = isChoice ? -1 : unnoticedThread(m);
    const options = isChoice ? [] : single >= 0 ? [single] : enabledThreads(m);
    if (!isChoice && options.length === 0) {
      this.#ends++;
      if (!isStuck(m)) return "end";
      this.violation = describeViolation(m, "deadlock", this.trace);
      return "violated";
    }
    if (!this.#isNew(isChoice)) {
      this.#matched++;
      return "matched";
    }
    if (this.#stack.depth >= this.#limits.depth) {
      this.limitReached = `depth ${this.#limits.depth}`;
      return "cut";
    }
    this.#stack.push(isChoice ? m.choices : -1, thread, single);
    if (!isChoice) this.#stack.offer(options);
    this.#components.enter(this.#fingerprint.high, this.#fingerprint.low);
    if (this.#stack.depth > this.#maxDepth) {
      this.#maxDepth = this.#stack.depth;
      this.#stackBytes = this.#stack.bytes + m.logBytes + this.#components.bytes;
    }
    return "new";
  }

  #isNew(isChoice: boolean): boolean {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(isChoice ? this.machine.thread + 1 : 0);
    this.#vectorWords += canonicalizer.length;
    this.#fingerprint.of(canonicalizer.vector, canonicalizer.length);
    return this.#visited.add(this.#fingerprint.high, this.#fingerprint.low);
  }

  /** Something was assumed wrongly. The path is followed a little for what else is wrong. */
  #countDown(): void {
    if (this.#untilRestart < 0) this.#untilRestart = FOLLOW;
    else this.#untilRestart--;
  }

  #restart(): void {
    const m = this.machine;
    const wasted = this.#visited.size;
    this.#stack.clear(m);
    this.violation = null;
    this.limitReached = null;
    m.uncaught = 0;
    if (wasted >= TRAIN_FROM) train(m, this.#restarts);
    m.discipline.changed = false;
    m.counters.clear();
    m.approximations.clear();
    this.#visited = new FingerprintSet(1 << 12);
    this.#components.clear();
    this.#matched = 0;
    this.#transitions = 0;
    this.#maxDepth = 0;
    this.#ends = 0;
    this.#vectorWords = 0;
    this.#maxThreads = 1;
    this.#stackBytes = 0;
    this.#instructionsBefore = m.instructions;
    this.#untilRestart = -1;
    this.#restarts++;
    this.#observer?.restarted?.();
    this.#arrive(Stop.visible, 0, -1);
  }
}
