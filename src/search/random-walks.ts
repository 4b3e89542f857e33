/**
 * Random walks follow one random schedule after another from the start to an end. They remember no
 * states, so a walk costs no memory and says nothing about the states it has not visited: the
 * verdict is never "safe". The random numbers of a schedule follow from the seed and the number of
 * the schedule alone, whatever was found before.
 */
import { Random } from "../core/random.ts";
import { PairTable } from "../state/stores/pair-table.ts";
import type { StoreSummary } from "../state/stores/store.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { Findings } from "./findings.ts";
import { ALL_PROPERTIES, judge, Moves, type Properties, type StateKind } from "./judge.ts";
import type { Picker } from "./pickers.ts";
import {
  endOf,
  type Search,
  type SearchCounts,
  type SearchLimits,
  type SearchSetup,
  type Slice,
} from "./search.ts";
import { StateSizeSamples } from "./state-size-samples.ts";
import {
  choiceAndExitWord,
  keepsProgramAlive,
  liveThreads,
  prepareForSteps,
  type Step,
} from "./step.ts";
import { StepPath } from "./step-path.ts";
import type { StepSurvey } from "./step-survey.ts";
import { VectorFingerprint } from "./vector-fingerprint.ts";

/** The longest schedule without a limit by the user: a schedule that spins would never end. */
const MAX_STEPS = 100_000;

/** Words of objects that are not worth a collection. */
const COLLECT_AT = 1 << 20;

export interface WalkOptions {
  readonly seed: number;
  /** Schedules to follow. */
  readonly runs: number;
  readonly picker: Picker;
}

/** Counters that are restored when a schedule does not count. */
class WalkCounters {
  schedules = 0;
  /** Schedules that were abandoned because they are too long. */
  truncated = 0;
  states = 0;
  ends = 0;
  transitions = 0;
  maxDepth = 0;

  copyFrom(other: WalkCounters): void {
    this.schedules = other.schedules;
    this.truncated = other.truncated;
    this.states = other.states;
    this.ends = other.ends;
    this.transitions = other.transitions;
    this.maxDepth = other.maxDepth;
  }
}

/** The schedule that is being followed. */
class Walk {
  steps: Step[] = [];
  /** It has come to its end. */
  isOver = true;
  readonly #m: Machine;
  readonly #stepPath: StepPath;
  #logStart = 0;
  /** Words of objects made on it at which those that are lost are collected. */
  #collectAt = COLLECT_AT;

  constructor(m: Machine) {
    this.#m = m;
    this.#stepPath = new StepPath(m);
  }

  /** What the walk has written begins here in the undo log. */
  get logStart(): number {
    return this.#logStart;
  }

  begin(): void {
    this.isOver = false;
    this.#logStart = this.#m.logTop;
    this.#collectAt = COLLECT_AT;
  }

  take(step: Step): Stop {
    this.steps.push(step);
    const stop = this.#stepPath.extend(step.thread, step.choice);
    this.#collect();
    return stop;
  }

  /** A walk goes back to its start only: whatever it has lost since may go. */
  #collect(): void {
    const m = this.#m;
    const { heapTop, words } = this.#stepPath.start!;
    if (m.heapTop - heapTop < this.#collectAt) return;
    m.room.collect({ base: heapTop, since: words, frameLow: 0, isLong: true });
    this.#collectAt = Math.max(COLLECT_AT, (m.heapTop - heapTop) * 2);
  }

  rewind(): void {
    this.#stepPath.goBackTo(0);
    this.steps = [];
  }
}

/** The different states that schedules have ended in, and how large they are. */
class EndStates {
  readonly #m: Machine;
  readonly #fingerprint: VectorFingerprint;
  readonly #set = new PairTable(false);
  readonly sizes: StateSizeSamples;

  constructor(m: Machine, setup: SearchSetup) {
    this.#m = m;
    // States are compared at ends only, where knowing dead fields would save nothing.
    const liveness = { frames: setup.liveness?.frames ?? null, fields: null };
    this.#fingerprint = VectorFingerprint.of(m, liveness);
    this.sizes = new StateSizeSamples(m, this.#fingerprint.canonicalizer, liveness);
  }

  get size(): number {
    return this.#set.size;
  }

  get bytes(): number {
    return this.#set.bytes;
  }

  /** A walk has ended in the current state; with it, `ends` walks have. */
  add(walk: Walk, ends: number): void {
    const fingerprint = this.#fingerprint;
    fingerprint.noteWrites(walk.logStart);
    this.sizes.offer(ends, walk.steps.length, choiceAndExitWord(this.#m, Stop.halted));
    fingerprint.identify(Stop.halted);
    this.#set.add(fingerprint.high, fingerprint.low);
  }
}

export class RandomWalks implements Search {
  readonly machine: Machine;
  readonly #limits: SearchLimits;
  readonly #options: WalkOptions;
  readonly #judged: Properties;
  readonly #findings: Findings;
  readonly #moves = new Moves();
  readonly #walk: Walk;
  readonly #endStates: EndStates;
  readonly #survey: StepSurvey | null;
  readonly #counters = new WalkCounters();
  /** The counters when the schedule under way began. */
  readonly #before = new WalkCounters();
  #restarts = 0;
  #maxThreads = 1;

  constructor(
    machine: Machine,
    limits: SearchLimits,
    options: WalkOptions,
    setup: SearchSetup = {},
  ) {
    this.machine = machine;
    this.#limits = { states: limits.states, depth: Math.min(limits.depth, MAX_STEPS) };
    this.#options = options;
    this.#judged = setup.judged ?? ALL_PROPERTIES;
    this.#survey = setup.survey ?? null;
    this.#findings = new Findings(machine, setup, () => this.trace);
    prepareForSteps(machine);
    this.#walk = new Walk(machine);
    this.#endStates = new EndStates(machine, setup);
  }

  advance(count: number): Slice {
    const findings = this.#findings;
    for (let i = 0; i < count && !findings.isWaiting; i++) {
      if (this.machine.sharing.takeRefuted()) {
        this.#takeBack();
        continue;
      }
      if (this.#counters.states >= this.#limits.states) {
        return endOf(`${this.#limits.states} states`);
      }
      if (this.#walk.isOver) {
        this.#walk.rewind();
        if (this.#counters.schedules >= this.#options.runs) {
          return endOf(`${this.#options.runs} random schedules`);
        }
        this.#begin();
      } else {
        this.#step(this.#options.picker.pick(this.machine, this.#moves));
      }
    }
    return findings.take();
  }

  #begin(): void {
    this.#before.copyFrom(this.#counters);
    this.#options.picker.begin(new Random(this.#options.seed, this.#counters.schedules));
    this.#counters.schedules++;
    this.#walk.begin();
    this.#arrive(Stop.visible);
  }

  #step(index: number): void {
    this.#counters.transitions++;
    const step = this.#moves.stepAt(index);
    this.#survey?.before(step.thread);
    const stop = this.#walk.take(step);
    this.#survey?.after("new");
    const live = liveThreads(this.machine);
    if (live > this.#maxThreads) this.#maxThreads = live;
    this.#arrive(stop);
  }

  #arrive(stop: Stop): void {
    const judgement = judge(this.machine, stop, this.#moves, this.#judged, true);
    const steps = this.#walk.steps.length;
    this.#counters.states++;
    this.#counters.maxDepth = Math.max(this.#counters.maxDepth, steps);
    if (judgement === "end") this.#findings.inspect("over");
    else if (judgement === "moves") {
      this.#findings.inspect(keepsProgramAlive(this.machine) ? "running" : "daemons");
    }
    if (judgement !== "moves") {
      this.#end(judgement);
    } else if (steps >= this.#limits.depth) {
      this.#counters.truncated++;
      this.#walk.isOver = true;
    }
    // Drop it: another schedule finds it again with correct scheduling points.
    if (this.machine.sharing.isRefuted) this.#findings.violation = null;
  }

  #end(judgement: Exclude<StateKind, "moves">): void {
    this.#walk.isOver = true;
    if (judgement === "ignored") return;
    this.#counters.ends++;
    this.#endStates.add(this.#walk, this.#counters.ends);
    if (judgement !== "end") this.#findings.noteEnd(judgement);
  }

  /** An assumption was refuted (vm/sharing/observability.ts), so steps ended where they should not: this schedule does not count. */
  #takeBack(): void {
    this.#findings.restarted();
    this.#restarts++;
    this.#counters.copyFrom(this.#before);
    this.#walk.isOver = true;
  }

  get counts(): SearchCounts {
    const { states, transitions, maxDepth, ends, schedules } = this.#counters;
    const { plain, compressed } = this.#endStates.sizes.whole;
    return {
      states,
      matched: 0,
      transitions,
      maxDepth,
      ends,
      instructions: this.machine.instructions,
      wordsPerState: plain,
      compressedWordsPerState: compressed,
      maxThreads: this.#maxThreads,
      storeBytes: this.#endStates.bytes,
      restarts: this.#restarts,
      schedules,
    };
  }

  /** Different states that schedules have ended in. */
  get distinctEnds(): number {
    return this.#endStates.size;
  }

  /** Schedules that were given up because they are too long. */
  get truncated(): number {
    return this.#counters.truncated;
  }

  describeStore(): StoreSummary {
    return { kind: "compact", mergeProbability: 0 };
  }

  get depth(): number {
    return this.#walk.steps.length;
  }

  get trace(): Step[] {
    return [...this.#walk.steps];
  }
}
