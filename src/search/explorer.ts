/**
 * Depth-first search over all schedules and choices of a program. One machine
 * serves the whole search: a step is taken by running it, and taken back by
 * the undo log. States are compared by the fingerprint of their canonical
 * vector.
 *
 * A thread runs alone until it stands in front of something that others can
 * see; only there another one may take over.
 */
import { Canonicalizer } from "../state/canonicalizer.ts";
import { Fingerprint } from "../state/fingerprint.ts";
import { FingerprintSet } from "../state/fingerprint-set.ts";
import type { Machine } from "../vm/machine.ts";
import { Stop } from "../vm/stop.ts";
import type { Mark } from "../vm/undo-log.ts";
import {
  enabledThreads,
  isStuck,
  liveThreads,
  prepareForSteps,
  runStep,
  type Step,
} from "./step.ts";
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
}

/** What is left to try in a state on the search stack. */
interface Level {
  /** Threads to run, or the thread whose choice this is. */
  readonly options: readonly number[];
  readonly isChoice: boolean;
  next: number;
  mark: Mark | null;
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
}

export type SearchResult = "more" | "done" | "violated" | "limit";

export class Explorer {
  readonly machine: Machine;
  violation: Violation | null = null;
  /** Which limit ended the search. */
  limitReached: string | null = null;
  readonly #limits: SearchLimits;
  readonly #canonicalizer: Canonicalizer;
  readonly #fingerprint = new Fingerprint();
  readonly #visited = new FingerprintSet(1 << 16);
  readonly #levels: Level[] = [];
  #matched = 0;
  #transitions = 0;
  #maxDepth = 0;
  #ends = 0;
  #vectorWords = 0;
  #maxThreads = 1;
  readonly #observer: SearchObserver | null;

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
      instructions: this.machine.instructions,
      vectorWords: this.#vectorWords,
      maxThreads: this.#maxThreads,
      storeBytes: this.#visited.bytes,
    };
  }

  /** Steps from the first state to the present one. */
  get depth(): number {
    return this.#levels.length;
  }

  /** The steps that lead to the present state. */
  get trace(): Step[] {
    return this.#levels
      .filter((level) => level.next > 0)
      .map((level) => {
        const option = level.options[level.next - 1]!;
        return level.isChoice
          ? { thread: level.options[0]!, choice: level.next - 1 }
          : { thread: option, choice: -1 };
      });
  }

  /** Takes up to `count` transitions. */
  explore(count: number): SearchResult {
    for (let i = 0; i < count; i++) {
      if (this.violation !== null) return "violated";
      if (this.#visited.size >= this.#limits.states) {
        this.limitReached = `${this.#limits.states} states`;
        return "limit";
      }
      const level = this.#levels.at(-1);
      if (level === undefined) return this.limitReached === null ? "done" : "limit";
      if (level.mark !== null) {
        this.machine.undoTo(level.mark);
        level.mark = null;
      }
      if (level.next >= level.options.length) {
        this.#levels.pop();
        continue;
      }
      this.#step(level);
    }
    return "more";
  }

  #step(level: Level): void {
    const m = this.machine;
    const option = level.next++;
    const thread = level.isChoice ? level.options[0]! : level.options[option]!;
    m.loadRegisters(thread);
    const since = m.logTop;
    level.mark = m.beginTransition(m.fp, m.sp);
    this.#transitions++;
    const choice = level.isChoice ? option : -1;
    const stop = runStep(m, thread, choice);
    this.#canonicalizer.noteWrites(since);
    const live = liveThreads(m);
    if (live > this.#maxThreads) this.#maxThreads = live;
    this.#arrive(stop, thread, choice);
  }

  /** A transition has led to a state: look at it, and go on from there if it is new. */
  #arrive(stop: Stop, thread: number, choice: number): void {
    const depth = this.#levels.length;
    const arrival = this.#judge(stop, thread);
    const { high, low } = this.#fingerprint;
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
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
    const options = isChoice ? Array.from({ length: m.choices }, () => thread) : enabledThreads(m);
    if (options.length === 0) {
      this.#ends++;
      if (!isStuck(m)) return "end";
      this.violation = describeViolation(m, "deadlock", this.trace);
      return "violated";
    }
    if (!this.#isNew(isChoice)) {
      this.#matched++;
      return "matched";
    }
    if (this.#levels.length >= this.#limits.depth) {
      this.limitReached = `depth ${this.#limits.depth}`;
      return "cut";
    }
    this.#levels.push({ options, isChoice, next: 0, mark: null });
    this.#maxDepth = Math.max(this.#maxDepth, this.#levels.length);
    return "new";
  }

  #isNew(isChoice: boolean): boolean {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(isChoice ? this.machine.thread + 1 : 0);
    this.#vectorWords += canonicalizer.length;
    this.#fingerprint.of(canonicalizer.vector, canonicalizer.length);
    return this.#visited.add(this.#fingerprint.high, this.#fingerprint.low);
  }
}
