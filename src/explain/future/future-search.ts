/**
 * Explores the future of the machine's state, and logs which values of that state each step reads and writes.
 * This is exact but slow, because every step runs instruction by instruction.
 *
 * For this search the state's own objects are what boot objects are for a check: they have fixed addresses by
 * which states are compared, so that an address means the same on all paths. They all count as shared, so no
 * step continues past an access that another thread could precede. Every enabled thread is explored in every
 * state. Only the machine's own assumptions about the program (vm/sharing/observability.ts) are used; if
 * one turns out to be wrong, the search restarts.
 */
import { DeadwoodError } from "../../core/errors.ts";
import { ALL_PROPERTIES, judge, Moves } from "../../search/judge.ts";
import { describeUncaught } from "../../search/properties/uncaught-exception.ts";
import { measureStep } from "../../search/single-step.ts";
import { prepareForSteps, resetForRestart, type Step } from "../../search/step.ts";
import { StepPath } from "../../search/step-path.ts";
import { nameOfThread } from "../../search/trace/object-names.ts";
import { VectorFingerprint } from "../../search/vector-fingerprint.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import { walkFrames } from "../../vm/code/frames.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { HASH_WORD, LEAKED } from "../../vm/memory/object-layout.ts";
import { livingThreads } from "../describe-threads.ts";
import { CellAccesses } from "./cell-accesses.ts";
import type { CellTable } from "./cell-table.ts";
import { END, FutureGraph } from "./read-graph.ts";
import { InstructionWatch } from "./step-recorder.ts";

interface Level {
  readonly state: number;
  readonly steps: readonly Step[];
  next: number;
}

export interface FutureOptions {
  /** How the last step before the explained state ended. */
  readonly stop: Stop;
  /** The liveness by which states are compared. */
  readonly liveness: LiveCells;
  readonly maxStates: number;
}

export class FutureSearch {
  graph = new FutureGraph();
  /** What ended an incomplete search. */
  limit: string | null = null;
  readonly #m: Machine;
  readonly #options: FutureOptions;
  readonly #accesses: CellAccesses;
  readonly #watch: InstructionWatch;
  readonly #stepPath: StepPath;
  readonly #fingerprint: VectorFingerprint;
  readonly #approximations: readonly string[];
  readonly #moves = new Moves();
  /** The number of choices, if the machine starts with one. */
  readonly #choices: number;
  readonly #chooser: number;
  #known = new Map<string, number>();
  #levels: Level[] = [];

  /**
   * Requires that the machine is in the state to examine, with the registers of all threads in their records.
   */
  constructor(m: Machine, cells: CellTable, options: FutureOptions) {
    this.#m = m;
    this.#options = options;
    this.#choices = m.choices;
    this.#chooser = m.thread;
    this.#approximations = [...m.approximations];
    prepareForSteps(m);
    markObjectsUnderConstruction(m);
    this.#accesses = new CellAccesses(m, cells);
    this.#watch = new InstructionWatch(m, this.#accesses);
    this.#stepPath = new StepPath(m);
    this.#fingerprint = VectorFingerprint.of(m, options.liveness);
    this.#begin();
  }

  #begin(): void {
    const m = this.#m;
    const { stop } = this.#options;
    m.thread = this.#chooser;
    m.choices = this.#choices;
    this.graph = new FutureGraph();
    this.#known = new Map();
    const isOver = stop === Stop.halted || stop === Stop.ignored;
    this.#levels = [];
    const state = this.graph.add();
    this.#known.set(this.#fingerprint.key(stop), state);
    const steps = isOver ? [] : this.#stepsAfter(stop);
    this.#levels.push({ state, steps, next: 0 });
  }

  /** Takes up to `count` steps; false if there are no more. */
  explore(count: number): boolean {
    for (let i = 0; i < count; i++) {
      const level = this.#levels.at(-1);
      if (level === undefined) {
        [this.limit = null] = this.#m.approximations;
        this.graph.isPartial = this.limit !== null;
        return false;
      }
      this.#stepPath.goBackTo(this.#levels.length - 1);
      const step = level.steps[level.next++];
      if (step === undefined) {
        this.graph.complete(level.state);
        this.#levels.pop();
      } else if (this.graph.states >= this.#options.maxStates) {
        return this.stopBy(`${this.#options.maxStates} states`);
      } else {
        const refusal = this.#tryTo(level, step);
        if (refusal !== null) return this.stopBy(refusal);
        if (this.#m.sharing.isRefuted) this.#resetForRestart();
      }
    }
    return true;
  }

  /** Ends the search; the machine is back in the first state. */
  stopBy(limit: string): false {
    this.limit = limit;
    this.#rewind();
    return false;
  }

  #rewind(): void {
    this.#stepPath.goBackTo(0);
    this.#levels = [];
  }

  #resetForRestart(): void {
    this.#rewind();
    resetForRestart(this.#m, this.#approximations);
    this.#begin();
  }

  /** Why a step cannot be taken because it is unsupported; null if it was taken. */
  #tryTo(level: Level, step: Step): string | null {
    try {
      this.#take(level, step);
      return null;
    } catch (error) {
      if (!(error instanceof DeadwoodError)) throw error;
      return error.message;
    }
  }

  #take(level: Level, step: Step): void {
    const m = this.#m;
    let to = END;
    let next: readonly Step[] | null = null;
    let isUncaught = false;
    const measured = measureStep(m, step, (stop) => {
      this.#fingerprint.noteWrites();
      isUncaught = stop === Stop.halted && m.uncaught !== 0;
      if (stop === Stop.halted || stop === Stop.ignored) return;
      const key = this.#fingerprint.key(stop);
      const known = this.#known.get(key);
      if (known !== undefined) {
        to = known;
        return;
      }
      next = this.#stepsAfter(stop);
      to = this.graph.add();
      this.#known.set(key, to);
    });
    if (m.sharing.isRefuted) return;
    const thread = nameOfThread(m, step.thread);
    // The report of an exception reads values as well.
    this.#watch.walk(step, measured, () => {
      if (isUncaught) describeUncaught(m, []);
    });
    const { reads, writes } = this.#accesses;
    this.graph.addStep(level.state, { step, thread, to, reads, writes });
    if (next === null) return;
    this.#stepPath.take(step.thread, step.choice);
    this.#levels.push({ state: to, steps: next, next: 0 });
  }

  #stepsAfter(stop: Stop): Step[] {
    const moves = this.#moves;
    judge(this.#m, stop, moves, ALL_PROPERTIES);
    return Array.from({ length: moves.count }, (_, i) => moves.stepAt(i));
  }
}

/**
 * Marks shared objects whose constructor is running: their final fields may still change
 * (vm/sharing/shared-objects.ts).
 */
function markObjectsUnderConstruction(m: Machine): void {
  for (const thread of livingThreads(m)) {
    walkFrames(m, m.threadAt(thread), ({ code, fp }) => {
      const object = m.S[fp]!;
      if (code.method.name === "<init>") m.H[object + HASH_WORD]! |= LEAKED;
      return true;
    });
  }
}
