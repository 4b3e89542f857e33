/**
 * Depth-first search over all schedules and choices of a program. One machine
 * serves the whole search: a step is taken by running it, and taken back by
 * the undo log. The class is the algorithm: go back, step, arrive, finish. What it may leave out, and
 * what it assumes, is up to collaborators, which are called in a fixed order and do nothing where they are not at work:
 * sleep sets, visited states, dynamic reduction, components (for livelocks) and restarts.
 *
 * A thread runs alone until it stands in front of something that others can
 * see; only there another one may take over. What others can see is assumed
 * (vm/sharing/access-discipline.ts): when an assumption turns out wrong, the search begins
 * again without it (reductions/restarts.ts). A step that has been taken already, and could only lead
 * where its place in another order led, is left out (reductions/sleep-sets.ts).
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
  type Search,
  type SearchCounts,
  type SearchLimits,
  type SearchObserver,
  type SearchSetup,
  type Slice,
} from "./search.ts";
import { choiceAndExitWord, keepsProgramAlive, runStep, type Step } from "./step.ts";
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

  constructor(machine: Machine, limits: SearchLimits, setup: SearchSetup = {}) {
    this.machine = machine;
    this.#limits = limits;
    this.#observer = setup.observer ?? null;
    this.#judged = setup.judged ?? ALL_PROPERTIES;
    this.#findings = new Findings(machine, setup, () => this.trace);
    this.#restarts = new Restarts(machine, setup);
    this.#counters = new SearchCounters(machine);
    // An observer is to be told of all steps.
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
      // What is about to be forgotten does not count towards the limit, and is no end of the search.
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

  /** Takes back the step that was taken last from the state on top, if there is one. */
  #goBack(): void {
    if (!this.#stack.goBack(this.machine)) return;
    this.#visited.undone();
    this.#dynamic.undone(this.#stack.depth);
  }

  /** Takes the next step from the state on top. The order of the calls matters: each says why. */
  #step(): void {
    const m = this.machine;
    const thread = this.#stack.take();
    const { choice, sleepers } = this.#stack;
    this.#sleep.beforeStep(thread, choice, sleepers);
    m.loadRegisters(thread);
    this.#visited.beforeStep();
    m.pushTransition(m.fp, m.sp);
    this.#counters.transitions++;
    this.#dynamic.beforeStep(this.#stack.depth);
    const stop = runStep(m, thread, choice);
    m.compactLog(m.transitionStart);
    this.#dynamic.afterStep(thread);
    this.#visited.afterStep(thread, stop, this.#sleep.expectedWord);
    // Whether it was local is known once the fingerprint has noted the step, and before anybody looks the state up.
    if (this.#sleep.stayedWithin(thread, stop) && this.#visited.stepWasLocal()) {
      this.#stack.markExplored(thread);
    } else this.#sleep.wakeAll();
    this.#restarts.afterStep();
    this.#arrive(stop, thread, choice);
  }

  /** A step has led to a state: look at it, and go on from there if it is new. */
  #arrive(stop: Stop, thread: number, choice: number): void {
    const { depth } = this.#stack;
    this.#counters.noteThreads();
    this.#sleep.arrive();
    const arrival = this.#look(stop);
    const { high, low } = this.#visited;
    if (arrival !== "new") this.#noteNothingNew(arrival, high, low);
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
    const isRevisited = arrival === "matched" && this.#sleep.isActive && this.#revisit(stop);
    const isFound = this.#visited.isMatchedByLivePart;
    const isEntered = isRevisited || depth === 0;
    this.#dynamic.arrived(arrival, isEntered, isFound, this.#components, high, low);
    if (this.#restarts.arrived(arrival, this.#dynamic.isBroken, this.#findings)) this.#restart();
  }

  /** What the state just reached is to the search. If it is new, it is on top of the stack afterwards. */
  #look(stop: Stop): Arrival {
    const m = this.machine;
    // Most states are known: how they go on need not be found out again.
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

  /** The search goes on from a new state, even if something is wrong with it. */
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
    // With nobody left but daemons the program may end at any moment.
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
    // Behind a known state whose component is complete no thread has been left out.
    const isComplete =
      arrival === "matched" && (isFound || this.#components.positionOf(high, low) < 0);
    if (!isComplete) this.#stack.stayed();
  }

  /** From a known state: explores the threads that slept at its first visit but are awake on this path. */
  #revisit(stop: Stop): boolean {
    const before = this.#visited.sleptBefore;
    const { asleep } = this.#sleep;
    if ((before & ~asleep) === 0) return false;
    if (this.#stack.depth >= this.#limits.depth) {
      this.#findings.noteDepthLimit(this.#limits.depth);
      // What they would read is not known.
      this.#visited.isMatchedByLivePart = false;
      this.#dynamic.cut();
      return false;
    }
    this.#visited.narrowSleepSet(before & asleep);
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

  /** Everything that can follow the state on top has been seen. */
  #finish(): void {
    const components = this.#components;
    this.#dynamic.finish(this.#stack.depth, components);
    this.#efforts.weigh(this.#visited.count, this.#stack.depth > 1);
    const isTrap = components.finish();
    const first = isTrap ? this.#stack.firstChoice() : null;
    this.#stack.pop();
    if (!isTrap || this.#restarts.isRequested || !this.#judged.endless) return;
    const { canonicalizer } = this.#visited;
    const start = { lead: this.trace, stop: Stop.visible, first };
    this.#findings.violation = goRound(this.machine, canonicalizer, start, this.#judged);
    if (this.#restarts.world.isBroken) this.#restart();
  }

  /** A state from which only an unobservable step was taken: all others too, if that did not lead on. */
  #expandFully(): boolean {
    if (!this.#stack.mustExpandFully()) return false;
    judge(this.machine, Stop.visible, this.#moves, this.#judged);
    this.#stack.widen(this.#moves);
    return this.#stack.hasMore();
  }

  /**
   * A state with no known exit from its component, which may be a livelock: that can only be said when no step
   * from it is left out.
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

  /** An assumption broke: begins again at the first state. */
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
