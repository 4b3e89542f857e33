/**
 * Random walks: one schedule after the other from the start to an end, each decided
 * by random numbers. No state is remembered, so that a walk costs no memory
 * and can say nothing about what it has not come by: the verdict is never
 * "safe". The random numbers of a schedule follow from the seed and its
 * number, whatever was found before.
 */
import { Random } from "../core/random.ts";
import { PairTable } from "../state/stores/pair-table.ts";
import type { StoreSummary } from "../state/stores/store.ts";
import { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { VectorHash } from "../state/vector/vector-hash.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import type { Mark } from "../vm/memory/undo-log.ts";
import { Findings } from "./findings.ts";
import { ALL_PROPERTIES, type Judgement, judge, Moves, type Properties } from "./judge.ts";
import type { Picker } from "./pickers.ts";
import { inspectAll, type StateProperty } from "./properties/property.ts";
import { describeViolation } from "./properties/violation.ts";
import {
  endOf,
  type Search,
  type SearchCounts,
  type SearchLimits,
  type SearchSetup,
  type Slice,
} from "./search.ts";
import { StateSizeSamples } from "./state-size-samples.ts";
import { liveThreads, prepareForSteps, runStep, type Step } from "./step.ts";

/** Steps of a schedule when the user sets no limit: one that spins would have no end. */
const MAX_STEPS = 100_000;

/** Words of objects that are not worth a collection. */
const COLLECT_AT = 1 << 20;

export interface WalkOptions {
  readonly seed: number;
  /** Schedules to follow. */
  readonly runs: number;
  readonly picker: Picker;
}

export class RandomWalks implements Search {
  readonly machine: Machine;
  readonly #findings = new Findings();
  readonly #limits: SearchLimits;
  readonly #maxSteps: number;
  readonly #options: WalkOptions;
  readonly #properties: Properties;
  readonly #inspected: readonly StateProperty[];
  #restarts = 0;
  readonly #canonicalizer: Canonicalizer;
  readonly #fingerprint = new VectorHash();
  readonly #endStates = new PairTable(false);
  readonly #moves = new Moves();
  #steps: Step[] = [];
  /** The way back to the start. */
  #start: Mark | null = null;
  #logStart = 0;
  /** Words of objects made on it at which those that are lost are collected. */
  #collectAt = COLLECT_AT;
  /** The schedule that is being followed has come to its end. */
  #isOver = true;
  /** The counts when the schedule under way began. */
  #before: Readonly<
    Record<"schedules" | "cut" | "states" | "ends" | "transitions" | "maxDepth", number>
  > | null = null;
  #schedules = 0;
  #cut = 0;
  #states = 0;
  #ends = 0;
  #transitions = 0;
  #maxDepth = 0;
  readonly #vectors: StateSizeSamples;
  #maxThreads = 1;

  constructor(
    machine: Machine,
    limits: SearchLimits,
    options: WalkOptions,
    setup: SearchSetup = {},
  ) {
    this.machine = machine;
    this.#limits = limits;
    this.#maxSteps = Math.min(limits.depth, MAX_STEPS);
    this.#options = options;
    this.#properties = setup.judged ?? ALL_PROPERTIES;
    this.#inspected = setup.inspected ?? [];
    prepareForSteps(machine);
    // Which fields are dead would have to be found out first; states are compared at ends only, where it is of no use.
    const frames = setup.liveness?.frames ?? null;
    const liveness = { frames, fields: null };
    this.#canonicalizer = new Canonicalizer(machine, liveness);
    this.#vectors = new StateSizeSamples(machine, this.#canonicalizer, liveness);
  }

  get counts(): SearchCounts {
    return {
      states: this.#states,
      matched: 0,
      transitions: this.#transitions,
      maxDepth: this.#maxDepth,
      ends: this.#ends,
      instructions: this.machine.instructions,
      wordsPerState: this.#vectors.whole.plain,
      compressedWordsPerState: this.#vectors.whole.compressed,
      maxThreads: this.#maxThreads,
      storeBytes: this.#endStates.bytes,
      restarts: this.#restarts,
      schedules: this.#schedules,
    };
  }

  /** Different states that schedules have ended in. */
  get distinctEnds(): number {
    return this.#endStates.size;
  }

  /** Schedules that were given up because they are too long. */
  get cut(): number {
    return this.#cut;
  }

  get depth(): number {
    return this.#steps.length;
  }

  get trace(): Step[] {
    return [...this.#steps];
  }

  advance(count: number): Slice {
    const findings = this.#findings;
    for (let i = 0; i < count && !findings.isWaiting; i++) {
      if (this.machine.discipline.changed) {
        this.#takeBack();
        continue;
      }
      if (this.#states >= this.#limits.states) return endOf(`${this.#limits.states} states`);
      if (this.#isOver) {
        this.#rewind();
        if (this.#schedules >= this.#options.runs) {
          return endOf(`${this.#options.runs} random schedules`);
        }
        this.#begin();
      } else {
        this.#take(this.#options.picker.pick(this.machine, this.#moves));
      }
    }
    return findings.take();
  }

  /** Something was assumed wrongly (vm/sharing/access-discipline.ts), so that steps ended where they should not: this schedule does not count. */
  #takeBack(): void {
    this.machine.discipline.changed = false;
    this.#findings.restarted();
    this.#restarts++;
    if (this.#before !== null) {
      const { schedules, cut, states, ends, transitions, maxDepth } = this.#before;
      this.#schedules = schedules;
      this.#cut = cut;
      this.#states = states;
      this.#ends = ends;
      this.#transitions = transitions;
      this.#maxDepth = maxDepth;
    }
    for (const property of this.#inspected) property.restarted?.();
    this.#isOver = true;
  }

  describeStore(): StoreSummary {
    return { kind: "compact", mergeProbability: 0 };
  }

  #rewind(): void {
    const m = this.machine;
    if (this.#start !== null) m.undoTo(this.#start);
    m.pending = 0;
    m.uncaught = 0;
    this.#start = null;
    this.#steps = [];
  }

  #begin(): void {
    this.#before = {
      schedules: this.#schedules,
      cut: this.#cut,
      states: this.#states,
      ends: this.#ends,
      transitions: this.#transitions,
      maxDepth: this.#maxDepth,
    };
    this.#options.picker.begin(new Random(this.#options.seed, this.#schedules));
    this.#schedules++;
    this.#isOver = false;
    this.#logStart = this.machine.logTop;
    this.#collectAt = COLLECT_AT;
    this.#arrive(Stop.visible);
  }

  #take(index: number): void {
    const m = this.machine;
    const step = this.#moves.stepAt(index);
    m.loadRegisters(step.thread);
    const mark = m.beginTransition(m.fp, m.sp);
    this.#start ??= mark;
    this.#steps.push(step);
    this.#transitions++;
    const stop = runStep(m, step.thread, step.choice);
    this.#collect(this.#start);
    const live = liveThreads(m);
    if (live > this.#maxThreads) this.#maxThreads = live;
    this.#arrive(stop);
  }

  /** A walk goes back to its start only: whatever it has lost since may go. */
  #collect({ heapTop, words }: Mark): void {
    const m = this.machine;
    if (m.heapTop - heapTop < this.#collectAt) return;
    m.room.collect({ base: heapTop, since: words, frameLow: 0, isLong: true });
    this.#collectAt = Math.max(COLLECT_AT, (m.heapTop - heapTop) * 2);
  }

  #arrive(stop: Stop): void {
    const judgement = judge(this.machine, stop, this.#moves, this.#properties, true);
    this.#states++;
    this.#maxDepth = Math.max(this.#maxDepth, this.#steps.length);
    const isEnd = judgement === "end";
    if ((isEnd || judgement === "moves") && this.#inspected.length > 0) {
      this.#findings.violation = inspectAll(this.#inspected, this.machine, isEnd, () => this.trace);
    }
    if (judgement !== "moves") {
      this.#end(judgement);
    } else if (this.#steps.length >= this.#maxSteps) {
      this.#cut++;
      this.#isOver = true;
    }
    // What is found now is found again, where steps end as they should.
    if (this.machine.discipline.changed) this.#findings.violation = null;
  }

  #end(judgement: Exclude<Judgement, "moves">): void {
    const m = this.machine;
    this.#isOver = true;
    if (judgement === "ignored") return;
    this.#ends++;
    this.#canonicalizer.noteWrites(this.#logStart);
    this.#canonicalizer.write(m.exitCode);
    this.#vectors.offer(this.#ends, this.#steps.length, m.exitCode);
    this.#fingerprint.of(this.#canonicalizer.vector, this.#canonicalizer.length);
    this.#endStates.add(this.#fingerprint.high, this.#fingerprint.low);
    if (judgement !== "end") this.#findings.violation = describeViolation(m, judgement, this.trace);
  }
}
