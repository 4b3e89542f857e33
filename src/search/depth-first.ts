/**
 * Depth-first search over all schedules and choices of a program. One machine serves the whole search: the
 * search takes a step by running it, and goes back through the undo log. This class is the algorithm: go
 * back, step, arrive, finish. Its collaborators decide what to leave out: sleep sets, visited states, dynamic
 * reduction, components (for livelocks) and restarts. They are called in a fixed order and do nothing when
 * switched off.
 *
 * A thread runs alone until it stands in front of a scheduling point; only there may another thread run
 * instead. Which accesses are scheduling points is an assumption (vm/sharing/observability.ts). If it
 * turns out to be wrong, the search restarts without it (reductions/restarts.ts). A step that could only lead
 * to a state that another order of the same steps reaches is left out (reductions/sleep-sets.ts).
 */
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import type { StoreSummary } from "../state/stores/store.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { SearchCounters } from "./counters.ts";
import { DepthFirstStack } from "./depth-first-stack.ts";
import { Findings } from "./findings.ts";
import { ALL_PROPERTIES, canContinue, judge, Moves, type Properties } from "./judge.ts";
import { OnlineComponents } from "./livelock/online-tarjan.ts";
import { goRound } from "./livelock/witness.ts";
import type { HeapMargin } from "./properties/heap-margin.ts";
import type { ProgramStage } from "./properties/property.ts";
import type { DynamicReduction } from "./reductions/dynamic-reduction.ts";
import { Efforts } from "./reductions/effort-control.ts";
import { Restarts } from "./reductions/restarts.ts";
import { SleepSets } from "./reductions/sleep-sets.ts";
import {
  type Arrival,
  endOf,
  type Frontier,
  type LeftOut,
  type Search,
  type SearchCounts,
  type SearchLimits,
  type SearchObserver,
  type SearchSetup,
  type Slice,
} from "./search.ts";
import { choiceAndExitWord, keepsProgramAlive, runStep, type Step } from "./step.ts";
import type { StepSurvey } from "./step-survey.ts";
import { VectorFingerprint } from "./vector-fingerprint.ts";
import { VisitedStates } from "./visited-states.ts";

export class DepthFirst implements Search {
  readonly machine: Machine;
  readonly #limits: SearchLimits;
  readonly #observer: SearchObserver | null;
  readonly #judged: Properties;
  readonly #counters: SearchCounters;
  readonly #findings: Findings;
  readonly #stack = new DepthFirstStack();
  readonly #moves = new Moves();
  readonly #sleep: SleepSets;
  readonly #visited: VisitedStates;
  readonly #dynamic: DynamicReduction;
  readonly #components = new OnlineComponents();
  readonly #restarts: Restarts;
  readonly #efforts: Efforts;
  readonly #survey: StepSurvey | null;

  constructor(machine: Machine, limits: SearchLimits, setup: SearchSetup = {}) {
    this.machine = machine;
    this.#limits = limits;
    this.#observer = setup.observer ?? null;
    this.#survey = setup.survey ?? null;
    this.#judged = setup.judged ?? ALL_PROPERTIES;
    this.#findings = new Findings(machine, setup, () => this.trace);
    this.#restarts = new Restarts(machine, setup);
    this.#counters = new SearchCounters(machine);
    // An observer must see all steps.
    const canSleep = (machine.options.reductions?.has("sleep") ?? true) && this.#observer === null;
    this.#sleep = new SleepSets(machine, canSleep);
    const depth = (): number => this.#stack.depth - 1;
    this.#visited = new VisitedStates(machine, setup, this.#sleep, this.#counters, depth);
    this.#dynamic = this.#visited.dynamic;
    const { effort = "auto" } = setup;
    this.#efforts = new Efforts(effort, this.#restarts, this.#dynamic, this.#counters);
    this.#arrive(Stop.visible, 0, -1);
  }

  advance(count: number): Slice {
    const stack = this.#stack;
    const findings = this.#findings;
    for (let i = 0; i < count && !findings.isWaiting; i++) {
      const isFull = this.#visited.size >= this.#limits.states;
      // A restart discards these states, so they neither count towards the limit nor end the search.
      if (this.#restarts.isDue(isFull || stack.depth === 0)) {
        this.#restart();
        continue;
      }
      if (isFull) return endOf(`${this.#limits.states} states`);
      if (stack.depth === 0) return endOf(findings.limit);
      this.#goBack();
      if (stack.hasMore() || this.#expandFully() || this.#wakeOne()) this.#step();
      else this.#finish();
    }
    return findings.take();
  }

  /** Undoes the last step taken from the state on top, if there is one. */
  #goBack(): void {
    if (!this.#stack.goBack(this.machine)) return;
    this.#visited.undone();
    this.#dynamic.undone(this.#stack.depth);
  }

  /**
   * Takes the next step from the state on top. The comments of the methods it calls say why they come in this
   * order.
   */
  #step(): void {
    const m = this.machine;
    const thread = this.#stack.take();
    const { choice, sleepers } = this.#stack;
    this.#sleep.beforeStep(thread, choice, sleepers);
    this.#survey?.before(thread);
    m.loadRegisters(thread);
    this.#visited.beforeStep();
    m.pushTransition(m.fp, m.sp);
    this.#counters.transitions++;
    this.#dynamic.beforeStep(this.#stack.depth);
    const stop = runStep(m, thread, choice);
    m.compactLog(m.transitionStart);
    this.#dynamic.afterStep(thread);
    this.#visited.afterStep(thread, stop, this.#sleep.expectedWord);
    // Ask after the fingerprint has recorded the step, and before the state is looked up.
    if (this.#sleep.stayedWithin(thread, stop) && this.#visited.stepWasLocal()) {
      this.#stack.markExplored(thread);
    } else this.#sleep.wakeAll();
    this.#restarts.afterStep();
    this.#arrive(stop, thread, choice);
  }

  /** A step has led to a state. Examines it, and continues from there if it is new. */
  #arrive(stop: Stop, thread: number, choice: number): void {
    const { depth } = this.#stack;
    this.#counters.noteThreads();
    this.#sleep.arrive();
    const arrival = this.#look(stop);
    const { high, low } = this.#visited;
    if (arrival !== "new") this.#noteNothingNew(arrival, high, low);
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
    this.#survey?.after(arrival);
    const isRevisited = arrival === "matched" && this.#sleep.isActive && this.#revisit(stop);
    const isFound = this.#visited.isMatchedByLivePart;
    const isEntered = isRevisited || depth === 0;
    this.#dynamic.arrived(arrival, isEntered, isFound, this.#components, high, low);
    if (this.#restarts.arrived(arrival, this.#dynamic.isBroken, this.#findings)) this.#restart();
  }

  /** Classifies the state just reached. A new state is on top of the stack afterwards. */
  #look(stop: Stop): Arrival {
    const m = this.machine;
    // Most states are known. Look the state up before finding its moves.
    const isOpen = canContinue(m, stop);
    if (isOpen && !this.#visited.isNew(stop)) return this.#match();
    const judgement = judge(m, stop, this.#moves, this.#judged, true);
    if (judgement === "ignored") return "ignored";
    if (judgement !== "moves") return this.#end(judgement);
    if (!isOpen && !this.#visited.isNew(stop)) return this.#match();
    return this.#enter(stop);
  }

  #match(): "matched" {
    this.#visited.noteMatch();
    return "matched";
  }

  #end(judgement: "end" | "deadlock" | "uncaught"): "end" | "violated" {
    const m = this.machine;
    this.#counters.ends++;
    if (judgement === "end") return this.#inspect("over") ? "violated" : "end";
    this.#findings.noteEnd(judgement);
    if (m.uncaught !== 0) this.#dynamic.noteReportedException(m.uncaught);
    m.uncaught = 0;
    return "violated";
  }

  /** Continues from a new state, even if it violates a property. */
  #enter(stop: Stop): "new" | "cut" {
    const m = this.machine;
    const { depth } = this.#stack;
    const isCut = depth >= this.#limits.depth;
    if (!isCut) {
      const open = this.#components.count;
      this.#dynamic.mayStart(this.#moves, depth, open, choiceAndExitWord(m, stop));
    }
    const isKeptAlive = keepsProgramAlive(m);
    this.#inspect(isKeptAlive ? "running" : "daemons");
    this.#visited.sample(stop, depth);
    if (isCut) {
      this.#findings.noteDepthLimit(this.#limits.depth);
      return "cut";
    }
    if (depth > 0) m.compactStack(stop === Stop.ended ? 0 : m.sp);
    this.#stack.push(this.#moves, this.#sleep.asleep);
    this.#dynamic.enter(this.#sleep.asleep);
    this.#components.enter(this.#visited.high, this.#visited.low);
    // If only daemon threads are left, the program may end at any moment.
    if (!isKeptAlive) this.#components.leave();
    this.#noteDepth();
    return "new";
  }

  #inspect(stage: ProgramStage): boolean {
    if (!this.#findings.asksAbout(stage)) return false;
    this.#dynamic.beforeInspection();
    const isWrong = this.#findings.inspect(stage);
    this.#dynamic.afterInspection(stage === "over");
    return isWrong;
  }

  /** The step from the state on top led to no new state. */
  #noteNothingNew(arrival: Arrival, high: number, low: number): void {
    const isFound = this.#visited.isMatchedByLivePart;
    if (arrival === "matched" && !isFound) this.#components.meet(high, low);
    else this.#components.leave();
    // If the known state's component is complete, no thread was left out behind it.
    const isComplete =
      arrival === "matched" && (isFound || this.#components.positionOf(high, low) < 0);
    if (!isComplete) this.#stack.stayed();
  }

  /** Explores, from a known state, the threads that were asleep at its first visit but are awake now. */
  #revisit(stop: Stop): boolean {
    const before = this.#visited.sleptBefore;
    const { asleep } = this.#sleep;
    if ((before & ~asleep) === 0) return false;
    if (this.#stack.depth >= this.#limits.depth) {
      this.#findings.noteDepthLimit(this.#limits.depth);
      // What these threads would read is unknown.
      this.#visited.isMatchedByLivePart = false;
      this.#dynamic.cut();
      return false;
    }
    this.#visited.narrowSleepSet(stop, before & asleep);
    const { high, low } = this.#visited;
    const position = this.#components.positionOf(high, low);
    const awake = this.#dynamic.revisit(before, asleep, position);
    this.machine.compactStack(stop === Stop.ended ? 0 : this.machine.sp);
    this.#stack.pushAgain(awake, before & asleep);
    if (this.#dynamic.isActive && position < 0) {
      // The state must be open again for later visits; other threads' steps were explored elsewhere.
      this.#components.enter(high, low);
      this.#components.leave();
    } else {
      this.#components.enterAgain(high, low);
    }
    this.#noteDepth();
    return true;
  }

  /** Everything that can follow the state on top has been explored. */
  #finish(): void {
    const components = this.#components;
    this.#dynamic.finish(this.#stack.depth, components);
    this.#efforts.weigh(this.#visited.count, this.#stack.depth > 1);
    const isTrap = components.finish();
    const first = isTrap ? this.#stack.firstChoice() : null;
    this.#stack.pop();
    if (!isTrap || this.#restarts.isRequested || !this.#judged.endless) return;
    const fingerprint = new VectorFingerprint(this.machine, this.#visited.canonicalizer);
    const start = { lead: this.trace, stop: Stop.visible, first };
    this.#findings.violation = goRound(this.machine, fingerprint, start, this.#judged);
    if (this.#restarts.world.isBroken) this.#restart();
  }

  /**
   * If only one thread was run from a state, because its step was unobservable, and the step led to no new
   * state, all other threads must run as well.
   */
  #expandFully(): boolean {
    if (!this.#stack.mustExpandFully()) return false;
    judge(this.machine, Stop.visible, this.#moves, this.#judged);
    this.#stack.widen(this.#moves);
    return this.#stack.hasMore();
  }

  /**
   * Wakes a sleeping thread in a state whose component has no known exit: it can only be called a livelock
   * after every step from it has been explored.
   */
  #wakeOne(): boolean {
    return this.#judged.endless && !this.#components.hasExit && this.#stack.wake();
  }

  #noteDepth(): void {
    const { depth } = this.#stack;
    if (depth <= this.#counters.maxDepth) return;
    this.#counters.maxDepth = depth;
    if (this.#restarts.world.isActive) this.#efforts.weigh(this.#visited.count, depth > 1);
    this.#counters.stackBytes =
      this.#stack.bytes +
      this.machine.transitionBytes +
      this.#visited.levelBytes +
      this.#components.usedBytes;
  }

  /** An assumption was wrong: restarts from the first state. */
  #restart(): void {
    while (this.#stack.depth > 0) {
      this.#goBack();
      this.#stack.pop();
    }
    this.#findings.restarted();
    this.#restarts.reset(this.#visited.size);
    this.#visited.clear();
    this.#components.clear();
    this.#counters.clear();
    this.#stack.clearCounts();
    this.#survey?.clear();
    this.#visited.begin(this.#restarts.world.reanalyse());
    this.#observer?.restarted();
    this.#arrive(Stop.visible, 0, -1);
  }

  get counts(): SearchCounts {
    const states = this.#visited.count;
    const dynamic = this.#dynamic.counts;
    const effortNotes = this.#efforts.notesAt(states);
    return {
      states,
      ...this.#counters.counts,
      wordsPerState: this.#visited.wordsPerState("plain"),
      compressedWordsPerState: this.#visited.wordsPerState("compressed"),
      storeBytes: this.#visited.storeBytes,
      restarts: this.#restarts.count,
      ...(dynamic === null ? {} : { dynamic }),
      ...(effortNotes.length === 0 ? {} : { effortNotes }),
    };
  }

  describeStore(): StoreSummary {
    return this.#visited.describeStore();
  }

  get heapMargin(): HeapMargin {
    return this.#visited.heapMargin;
  }

  get frontier(): Frontier {
    return this.#stack.frontier;
  }

  get leftOut(): LeftOut {
    const { asleep, represented } = this.#stack;
    return { asleep, represented };
  }

  get observed(): UsedLibrary | null {
    return this.#restarts.observed;
  }

  get depth(): number {
    return this.#stack.depth;
  }

  get trace(): Step[] {
    return this.#stack.steps();
  }
}
