/**
 * Looks for a schedule to the same kind of violation with fewer preemptions,
 * that is, with fewer places where a thread is stopped that could have gone
 * on. All schedules with none are tried, then those with one, and so on; the
 * first that fails has the fewest there are. Each round remembers the states
 * it has seen together with the thread that ran last and the preemptions
 * spent, because these decide what may still come. A budget of states bounds
 * the whole, and what was found before stays when it is used up.
 */
import { Canonicalizer } from "../state/canonicalizer.ts";
import { Fingerprint } from "../state/fingerprint.ts";
import { FingerprintSet } from "../state/fingerprint-set.ts";
import type { Machine } from "../vm/machine.ts";
import { Stop } from "../vm/stop.ts";
import type { Mark } from "../vm/undo-log.ts";
import { judge, Moves } from "./arrival.ts";
import { couldGoOn, prepareForSteps, runStep, type Step } from "./step.ts";
import type { Violation } from "./violation.ts";

export interface Minimized {
  /** Null when nothing with fewer preemptions was found. */
  readonly steps: readonly Step[] | null;
  /** False when the budget ended the search: there may be something better. */
  readonly isLeast: boolean;
}

interface Level {
  readonly options: readonly number[];
  readonly isChoice: boolean;
  /** The thread that ran last, when it could go on; -1 otherwise. */
  readonly last: number;
  readonly spent: number;
  next: number;
  mark: Mark | null;
}

/** A machine just booted; `most` preemptions are known to be enough; `budget` counts states. */
export function minimize(
  m: Machine,
  kind: Violation["kind"],
  most: number,
  budget: number,
): Minimized {
  const search = new BoundedSearch(m, kind, budget);
  for (let bound = 0; bound < most; bound++) {
    const steps = search.run(bound);
    if (steps !== null) return { steps, isLeast: true };
    if (search.isSpent) return { steps: null, isLeast: false };
  }
  return { steps: null, isLeast: true };
}

class BoundedSearch {
  readonly #m: Machine;
  readonly #kind: Violation["kind"];
  readonly #canonicalizer: Canonicalizer;
  readonly #fingerprint = new Fingerprint();
  #visited = new FingerprintSet();
  #levels: Level[] = [];
  readonly #moves = new Moves();
  #bound = 0;
  #budget: number;
  #isFound = false;

  constructor(m: Machine, kind: Violation["kind"], budget: number) {
    this.#m = m;
    this.#kind = kind;
    this.#budget = budget;
    prepareForSteps(m);
    this.#canonicalizer = new Canonicalizer(m);
  }

  get isSpent(): boolean {
    return this.#budget <= 0;
  }

  /** The machine is in its first state again unless something was found. */
  run(bound: number): Step[] | null {
    this.#bound = bound;
    this.#visited = new FingerprintSet();
    this.#levels = [];
    this.#arrive(Stop.visible, 0, 0);
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.mark !== null) this.#m.undoTo(level.mark);
      level.mark = null;
      if (level.next >= level.options.length || this.isSpent) this.#levels.pop();
      else this.#step(level);
      if (this.#isFound) return this.#steps();
    }
    return null;
  }

  #steps(): Step[] {
    return this.#levels.map(({ options, isChoice, next }) => ({
      thread: options[next - 1]!,
      choice: isChoice ? next - 1 : -1,
    }));
  }

  #step(level: Level): void {
    const m = this.#m;
    const option = level.next++;
    const thread = level.options[option]!;
    const spent = level.spent + (level.last >= 0 && level.last !== thread ? 1 : 0);
    if (spent > this.#bound) return;
    m.loadRegisters(thread);
    const since = m.logTop;
    level.mark = m.beginTransition(m.fp, m.sp);
    const stop = runStep(m, thread, level.isChoice ? option : -1);
    this.#canonicalizer.noteWrites(since);
    this.#arrive(stop, thread, spent);
  }

  #arrive(stop: Stop, thread: number, spent: number): void {
    const m = this.#m;
    const moves = this.#moves;
    const judgement = judge(m, stop, moves);
    m.uncaught = 0;
    if (judgement !== "moves") {
      this.#isFound = judgement === this.#kind;
      return;
    }
    const isChoice = moves.chooser >= 0;
    const options = Array.from({ length: moves.count }, (_, i) => moves.threadAt(i));
    const last = !isChoice && this.#levels.length > 0 && couldGoOn(m, thread) ? thread : -1;
    if (!this.#isNew(isChoice ? thread : -1, last, spent)) return;
    this.#budget--;
    this.#levels.push({ options, isChoice, last, spent, next: 0, mark: null });
  }

  /** All that decides what may follow goes into the one word that tells states apart. */
  #isNew(chooser: number, last: number, spent: number): boolean {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(((chooser + 1) << 22) | ((last + 1) << 10) | spent);
    this.#fingerprint.of(canonicalizer.vector, canonicalizer.length);
    return this.#visited.add(this.#fingerprint.high, this.#fingerprint.low);
  }
}
