/**
 * Explores the future of the state that a machine is in, and logs which of its values each
 * step reads and writes. This is exact, and slow, because every step is executed
 * instruction by instruction.
 *
 * The state's own objects are to the search what boot objects are to a check:
 * they have fixed addresses, and states are compared by them, so that an
 * address means the same on all paths. All of them count as shared, and so no
 * step runs past an access that another thread could come before. Every thread
 * that can go on is tried in every state; only what the machine itself assumes
 * of the program (vm/sharing/access-discipline.ts) is used, and when that turns out wrong the
 * search begins again.
 */
import { DeadwoodError } from "../../core/errors.ts";
import { ALL_PROPERTIES, judge, Moves } from "../../search/judge.ts";
import { describeUncaught } from "../../search/properties/uncaught-exception.ts";
import { measureStep } from "../../search/single-step.ts";
import {
  choiceAndExitWord,
  prepareForSteps,
  resetForRestart,
  runStep,
  type Step,
} from "../../search/step.ts";
import { nameOfThread } from "../../search/trace/object-names.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import { Canonicalizer } from "../../state/vector/canonicalizer.ts";
import { VectorHash } from "../../state/vector/vector-hash.ts";
import { walkFrames } from "../../vm/code/frames.ts";
import { Stop } from "../../vm/interpreter/stop.ts";
import type { Machine } from "../../vm/machine.ts";
import { HASH_WORD, LEAKED } from "../../vm/memory/object-layout.ts";
import type { Mark } from "../../vm/memory/undo-log.ts";
import { livingThreads, registersOf } from "../describe-threads.ts";
import { CellAccesses } from "./cell-accesses.ts";
import type { CellTable } from "./cell-table.ts";
import { END, FutureGraph } from "./read-graph.ts";
import { InstructionWatch } from "./step-recorder.ts";

interface Level {
  readonly state: number;
  readonly steps: readonly Step[];
  next: number;
  /** The way back to the state; null while the machine is there. */
  mark: Mark | null;
}

export interface FutureOptions {
  /** How the last step to the present state has ended. */
  readonly stop: Stop;
  /** By what states are compared. */
  readonly liveness: LiveCells;
  readonly maxStates: number;
}

export class FutureSearch {
  graph = new FutureGraph();
  /** What ended the search before everything was seen. */
  limit: string | null = null;
  readonly #m: Machine;
  readonly #options: FutureOptions;
  readonly #accesses: CellAccesses;
  readonly #watch: InstructionWatch;
  readonly #canonicalizer: Canonicalizer;
  readonly #fingerprint = new VectorHash();
  readonly #approximations: readonly string[];
  readonly #moves = new Moves();
  /** How many alternatives the state has where the machine begins with a choice. */
  readonly #choices: number;
  readonly #chooser: number;
  #known = new Map<string, number>();
  #levels: Level[] = [];

  /** The machine is in the state to look at, with the registers of all threads in their records. */
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
    this.#canonicalizer = new Canonicalizer(m, options.liveness);
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
    this.#known.set(this.#key(stop), state);
    const steps = isOver ? [] : this.#stepsAfter(stop);
    this.#levels.push({ state, steps, next: 0, mark: null });
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
      this.#goBack(level);
      const step = level.steps[level.next++];
      if (step === undefined) {
        this.graph.complete(level.state);
        this.#levels.pop();
      } else if (this.graph.states >= this.#options.maxStates) {
        return this.stopBy(`${this.#options.maxStates} states`);
      } else {
        const refusal = this.#tryTo(level, step);
        if (refusal !== null) return this.stopBy(refusal);
        if (this.#m.discipline.changed) this.#resetForRestart();
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

  #goBack(level: Level): void {
    if (level.mark === null) return;
    this.#m.undoTo(level.mark);
    this.#m.pending = 0;
    this.#m.uncaught = 0;
    level.mark = null;
  }

  #rewind(): void {
    for (const level of this.#levels.toReversed()) this.#goBack(level);
    this.#levels = [];
  }

  #resetForRestart(): void {
    this.#rewind();
    resetForRestart(this.#m, this.#approximations);
    this.#begin();
  }

  /** What is wrong with a step that cannot be taken because it is not supported; null when all is well. */
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
    const since = m.logTop;
    const measured = measureStep(m, step, (stop) => {
      this.#canonicalizer.noteWrites(since);
      isUncaught = stop === Stop.halted && m.uncaught !== 0;
      if (stop === Stop.halted || stop === Stop.ignored) return;
      const key = this.#key(stop);
      const known = this.#known.get(key);
      if (known !== undefined) {
        to = known;
        return;
      }
      next = this.#stepsAfter(stop);
      to = this.graph.add();
      this.#known.set(key, to);
    });
    if (m.discipline.changed) return;
    const thread = nameOfThread(m, step.thread);
    // What the report of an exception shows is read as well.
    this.#watch.walk(step, measured, () => {
      if (isUncaught) describeUncaught(m, []);
    });
    const { reads, writes } = this.#accesses;
    this.graph.addStep(level.state, { step, thread, to, reads, writes });
    if (next === null) return;
    m.loadRegisters(step.thread);
    level.mark = m.beginTransition(m.fp, m.sp);
    runStep(m, step.thread, step.choice);
    this.#levels.push({ state: to, steps: next, next: 0, mark: null });
  }

  #key(stop: Stop): string {
    this.#canonicalizer.write(choiceAndExitWord(this.#m, stop));
    this.#fingerprint.of(this.#canonicalizer.vector, this.#canonicalizer.length);
    return `${this.#fingerprint.high},${this.#fingerprint.low}`;
  }

  #stepsAfter(stop: Stop): Step[] {
    const moves = this.#moves;
    judge(this.#m, stop, moves, ALL_PROPERTIES);
    return Array.from({ length: moves.count }, (_, i) => moves.stepAt(i));
  }
}

/** What is shared while a constructor of it runs has final fields that may still change (vm/sharing/shared-objects.ts). */
function markObjectsUnderConstruction(m: Machine): void {
  for (const thread of livingThreads(m)) {
    walkFrames(m, registersOf(m, thread), ({ code, fp }) => {
      const object = m.S[fp]!;
      if (code.method.name === "<init>") m.H[object + HASH_WORD]! |= LEAKED;
      return true;
    });
  }
}
