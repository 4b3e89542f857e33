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
import { interpret } from "../vm/interpreter.ts";
import type { Machine } from "../vm/machine.ts";
import { F_DAEMON, T_FLAGS, T_STATUS, threadRecord } from "../vm/memory.ts";
import { endThread, isEnabled, wake } from "../vm/scheduler.ts";
import { shareEverything } from "../vm/sharing.ts";
import { Stop } from "../vm/stop.ts";
import { ThreadStatus } from "../vm/thread-status.ts";
import type { Mark } from "../vm/undo-log.ts";
import { describeViolation, type Violation } from "./violation.ts";

/** Instructions after which a thread that shows nothing is stopped all the same, so that endless loops repeat a state. */
const TRANSITION_LIMIT = 200_000;

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
}

/** What is left to try in a state on the search stack. */
interface Level {
  /** Threads to run, or the thread whose choice this is. */
  readonly options: readonly number[];
  readonly isChoice: boolean;
  next: number;
  mark: Mark | null;
}

/** One step of a schedule: the thread that runs, and what it chose (-1: nothing). */
export interface Step {
  readonly thread: number;
  readonly choice: number;
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

  constructor(machine: Machine, limits: SearchLimits) {
    this.machine = machine;
    this.#limits = limits;
    machine.canCollect = false;
    machine.commit();
    shareEverything(machine);
    this.#canonicalizer = new Canonicalizer(machine);
    this.#arrive(Stop.visible, 0);
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
    };
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
    wake(m, thread);
    m.choice = level.isChoice ? option : -1;
    m.stopsAtVisible = this.#liveThreads() > 1;
    this.#transitions++;
    const stop = interpret(m, TRANSITION_LIMIT);
    m.choice = -1;
    if (stop === Stop.ended) endThread(m);
    else m.saveRegisters();
    this.#canonicalizer.noteWrites(since);
    this.#arrive(stop, thread);
  }

  #liveThreads(): number {
    const m = this.machine;
    let live = 0;
    for (let t = 0; t < m.threadCount; t++) {
      if (m.H[threadRecord(t) + T_STATUS] !== ThreadStatus.terminated) live++;
    }
    return live;
  }

  /** A transition has led to a state: look at it, and go on from there if it is new. */
  #arrive(stop: Stop, thread: number): void {
    const m = this.machine;
    if (stop === Stop.ignored) return;
    if (stop === Stop.halted) {
      this.#ends++;
      if (m.uncaught !== 0) {
        this.violation = describeViolation(m, "uncaught", this.trace);
        m.uncaught = 0;
      }
      return;
    }
    const isChoice = stop === Stop.choice;
    const options = isChoice
      ? Array.from({ length: m.choices }, () => thread)
      : this.#enabledThreads();
    if (options.length === 0) {
      this.#ends++;
      if (this.#isStuck()) this.violation = describeViolation(m, "deadlock", this.trace);
      return;
    }
    if (!this.#isNew(isChoice)) {
      this.#matched++;
      return;
    }
    if (this.#levels.length >= this.#limits.depth) {
      this.limitReached = `depth ${this.#limits.depth}`;
      return;
    }
    this.#levels.push({ options, isChoice, next: 0, mark: null });
    this.#maxDepth = Math.max(this.#maxDepth, this.#levels.length);
  }

  #isNew(isChoice: boolean): boolean {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(isChoice ? this.machine.thread + 1 : 0);
    this.#vectorWords += canonicalizer.length;
    this.#fingerprint.of(canonicalizer.vector, canonicalizer.length);
    return this.#visited.add(this.#fingerprint.high, this.#fingerprint.low);
  }

  #enabledThreads(): number[] {
    const m = this.machine;
    const enabled: number[] = [];
    for (let t = 0; t < m.threadCount; t++) if (isEnabled(m, t)) enabled.push(t);
    return enabled;
  }

  /** Nobody can move, and a thread that keeps the program alive has not ended. */
  #isStuck(): boolean {
    const m = this.machine;
    for (let t = 0; t < m.threadCount; t++) {
      const record = threadRecord(t);
      const isOver = m.H[record + T_STATUS] === ThreadStatus.terminated;
      if (!isOver && (m.H[record + T_FLAGS]! & F_DAEMON) === 0) return true;
    }
    return false;
  }
}
