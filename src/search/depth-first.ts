/**
 * Depth-first search over all schedules and choices of a program. One machine
 * serves the whole search: a step is taken by running it, and taken back by
 * the undo log. States are compared by their fingerprint, which is kept up to
 * date, or by their canonical vector, as the store wants it.
 *
 * A thread runs alone until it stands in front of something that others can
 * see; only there another one may take over. What others can see is assumed
 * (vm/sharing/access-discipline.ts): when an assumption turns out wrong, the search begins
 * again without it. A step that has been taken already, and could only lead
 * where its place in another order led, is left out (sleep-sets.ts).
 */
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import { fingerprintFor } from "../state/fingerprint/allocated-fingerprint.ts";
import type { IncrementalFingerprint } from "../state/fingerprint/incremental-fingerprint.ts";
import { ALL_LIVE } from "../state/live-cells.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import type { StateStore, StoreSummary } from "../state/stores/store.ts";
import { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { SearchCounters } from "./counters.ts";
import { DepthFirstStack } from "./depth-first-stack.ts";
import { Findings } from "./findings.ts";
import { ALL_PROPERTIES, canContinue, judge, Moves, type Properties } from "./judge.ts";
import { OnlineComponents } from "./livelock/online-tarjan.ts";
import { goRound } from "./livelock/witness.ts";
import { HeapMargin } from "./properties/heap-margin.ts";
import { inspectAll, type StateProperty } from "./properties/property.ts";
import { describeViolation } from "./properties/violation.ts";
import { AssumedWorld } from "./reductions/assumed-world.ts";
import { type CommonPrefix, commonPrefixOf } from "./reductions/common-prefix.ts";
import type { DynamicReduction } from "./reductions/dynamic-reduction.ts";
import { Efforts } from "./reductions/effort-control.ts";
import { Losses, train } from "./reductions/probe-walks.ts";
import {
  EVERYTHING,
  footprintOfNextStep,
  footprintWord,
  stayedWithin,
  stillAsleep,
} from "./reductions/sleep-sets.ts";
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
import { StateSizeSamples } from "./state-size-samples.ts";
import {
  choiceAndExitWord,
  keepsProgramAlive,
  liveThreads,
  prepareForSteps,
  resetForRestart,
  runStep,
  type Step,
  unobservableThread,
} from "./step.ts";

/** Steps that a path is followed after an assumption broke, for what else it may break. */
const FOLLOW = 10_000;
export class DepthFirst implements Search {
  readonly machine: Machine;
  readonly heapMargin: HeapMargin;
  readonly #findings = new Findings();
  readonly #limits: SearchLimits;
  readonly #observer: SearchObserver | null;
  readonly #judged: Properties;
  /** What the start of the program left unexplored. */
  readonly #approximations: readonly string[];
  readonly #inspected: readonly StateProperty[];
  readonly #newStore: () => StateStore;
  #store: StateStore;
  /** Threads can sleep (sleep-sets.ts); of the state that the step under way leads to, those that do. */
  #canSleep = false;
  #sleepers = 0;
  readonly #fingerprint: IncrementalFingerprint;
  /** Null until it begins; and again when it is given up, where it spares nothing. */
  #dynamic: DynamicReduction | null = null;
  /** What lies before the state that it begins with. */
  readonly #trunk: CommonPrefix;
  /** The known state come to last was found by its live part. */
  #isFound = false;
  /** From the known state come to last some threads should have been followed, but for the limit. */
  #isCut = false;
  /** For stores that want the whole vector, and for how large states are. */
  readonly #canonicalizer: Canonicalizer;
  readonly #vectors: StateSizeSamples;
  readonly #stack = new DepthFirstStack();
  readonly #moves = new Moves();
  readonly #components = new OnlineComponents();
  readonly #tally: SearchCounters;
  readonly #efforts: Efforts;
  #restarts = 0;
  readonly #losses = new Losses();
  readonly #world: AssumedWorld | null;
  /** Steps to go before the search begins again; -1 while it need not. */
  #untilRestart = -1;

  constructor(machine: Machine, limits: SearchLimits, setup: SearchSetup = {}) {
    this.machine = machine;
    this.#approximations = [...machine.approximations];
    this.#limits = limits;
    this.#observer = setup.observer ?? null;
    this.#judged = setup.judged ?? ALL_PROPERTIES;
    this.#inspected = setup.inspected ?? [];
    this.#newStore = setup.newStore ?? (() => new CompactStore());
    this.#store = this.#makeStore();
    prepareForSteps(machine);
    this.#world = AssumedWorld.begin(machine, setup);
    this.#tally = new SearchCounters(machine);
    this.#tally.clear();
    this.#efforts = new Efforts(setup.effort ?? "auto", this.#world, this.#tally);
    const { liveness = ALL_LIVE, heapOrder = "canonical" } = setup;
    this.#fingerprint = fingerprintFor(machine, liveness, heapOrder);
    this.#fingerprint.start();
    this.#canonicalizer = new Canonicalizer(machine, liveness, heapOrder);
    this.#vectors = new StateSizeSamples(machine, this.#canonicalizer, liveness, heapOrder);
    this.#trunk = commonPrefixOf(machine, setup, {
      boot: this.#fingerprint.bootWords,
      isExact: this.#store.needsVector,
      depth: () => this.#stack.depth - 1,
      liveSet: () => this.#fingerprint.liveSet,
      samples: this.#vectors,
    });
    this.heapMargin = new HeapMargin(machine, setup.liveness);
    this.#arrive(Stop.visible, 0, -1);
  }

  /** Parts of the reduction that cost more than they spare are given up; those that were put off until here begin. */
  #weighEfforts(): void {
    const isGoingOn = this.#stack.depth > 1 && this.#untilRestart < 0;
    if (isGoingOn && this.#efforts.isDue(this.#states)) this.#untilRestart = 0;
    if (this.#dynamic !== null && this.#efforts.isLoss(this.#dynamic, this.#states))
      this.#dynamic = this.#trunk.giveUp();
  }

  get #states(): number {
    return this.#store.size - this.#tally.keptAgain;
  }

  #makeStore(): StateStore {
    const store = this.#newStore();
    const isWanted = this.machine.options.reductions?.has("sleep") ?? true;
    // Whoever observes the search is to be told of all steps.
    this.#canSleep = isWanted && this.#observer === null && store.storeSleepSets();
    this.#sleepers = 0;
    return store;
  }

  get counts(): SearchCounts {
    const dynamic = this.#trunk.counts;
    const states = this.#states;
    const effortNotes = this.#efforts.notesAt(states);
    const stored = dynamic?.stored ?? 0;
    return {
      states,
      ...this.#tally.counts,
      wordsPerState: this.#vectors.wordsPerState(states, stored, "plain"),
      compressedWordsPerState: this.#vectors.wordsPerState(states, stored, "compressed"),
      storeBytes: this.#store.bytes + (this.#dynamic?.storeBytes ?? 0),
      restarts: this.#restarts,
      ...(dynamic === null ? {} : { dynamic }),
      ...(effortNotes.length === 0 ? {} : { effortNotes }),
    };
  }

  describeStore(): StoreSummary {
    return this.#store.describe();
  }

  get observed(): UsedLibrary | null {
    return this.#world?.observed ?? null;
  }

  get depth(): number {
    return this.#stack.depth;
  }

  get trace(): Step[] {
    return this.#stack.steps();
  }

  advance(count: number): Slice {
    const stack = this.#stack;
    const findings = this.#findings;
    for (let i = 0; i < count && !findings.isWaiting; i++) {
      const isFull = this.#store.size >= this.#limits.states;
      const isOver = isFull || stack.depth === 0;
      // What is about to be forgotten does not count towards the limit, and is no end of the search.
      if (this.#untilRestart === 0 || (this.#untilRestart > 0 && isOver)) {
        this.#restart();
        continue;
      }
      if (isFull) return endOf(`${this.#limits.states} states`);
      if (stack.depth === 0) return endOf(findings.limit);
      this.#goBack();
      if (stack.hasMore() || this.#widen() || this.#wake()) this.#step();
      else this.#finish();
    }
    return findings.take();
  }

  #goBack(): void {
    if (!this.#stack.goBack(this.machine)) return;
    this.#fingerprint.undoStep();
    if (this.#stack.depth > this.#trunk.levels) this.#dynamic?.undoStep();
  }

  #step(): void {
    const m = this.machine;
    // A state of the trunk can go on in another way, after all.
    if (this.#dynamic !== null && this.#stack.depth <= this.#trunk.levels)
      this.#dynamic = this.#trunk.giveUp();
    const thread = this.#stack.take();
    const { choice, sleepers } = this.#stack;
    const touched = this.#canSleep && choice < 0 ? footprintOfNextStep(m, thread) : EVERYTHING;
    this.#sleepers = sleepers === 0 ? 0 : stillAsleep(m, sleepers, touched);
    m.loadRegisters(thread);
    this.#fingerprint.beforeStep();
    m.pushTransition(m.fp, m.sp);
    this.#tally.transitions++;
    this.#dynamic?.beforeStep();
    const stop = runStep(m, thread, choice);
    m.compactLog(m.transitionStart);
    this.#dynamic?.afterStep(thread);
    if (this.#store.needsVector) this.#canonicalizer.noteWrites(m.transitionStart);
    if (stop !== Stop.ignored && stop !== Stop.halted) {
      const pending = choiceAndExitWord(m, stop);
      this.#fingerprint.noteStep(thread, m.transitionStart, pending, footprintWord(touched));
      // Many states are found by their live part alone.
      if (this.#dynamic === null || this.#observer !== null) this.#fingerprint.complete();
    }
    if (stayedWithin(m, touched, thread, stop) && this.#fingerprint.wasLocal())
      this.#stack.markExplored(thread);
    else this.#sleepers = 0;
    if (this.#untilRestart > 0) this.#untilRestart--;
    this.#arrive(stop, thread, choice);
  }

  /** A state from which only the unnoticed step was taken: all others too, if that did not lead on. */
  #widen(): boolean {
    if (!this.#stack.mustExpandFully()) return false;
    judge(this.machine, Stop.visible, this.#moves, this.#judged);
    this.#stack.widen(this.#moves);
    return this.#stack.hasMore();
  }

  /**
   * A state that nothing seen so far leads away from, and whose component is
   * perhaps a trap: that can only be said when no step from it is left out.
   */
  #wake(): boolean {
    return this.#judged.endless && !this.#components.hasExit && this.#stack.wake();
  }

  /** Everything that can follow the state on top has been seen. */
  #finish(): void {
    const { isRoot, position } = this.#components;
    if (this.#stack.depth > this.#trunk.levels) this.#dynamic?.finish(position, isRoot);
    this.#weighEfforts();
    const isTrap = this.#components.finish();
    const first = isTrap ? this.#stack.firstChoice() : null;
    this.#stack.pop();
    if (!isTrap || this.#untilRestart >= 0) return;
    if (!this.#judged.endless) return;
    const start = { lead: this.trace, stop: Stop.visible, first };
    this.#findings.violation = goRound(this.machine, this.#canonicalizer, start, this.#judged);
    if (this.#world?.isBroken === true) this.#restart();
  }

  /** A transition has led to a state: look at it, and go on from there if it is new. */
  #arrive(stop: Stop, thread: number, choice: number): void {
    const depth = this.#stack.depth;
    if (this.machine.threadCount > this.#tally.maxThreads) {
      this.#tally.maxThreads = Math.max(this.#tally.maxThreads, liveThreads(this.machine));
    }
    const arrival = this.#look(stop);
    const { high, low } = this.#fingerprint;
    if (arrival !== "new") {
      if (arrival === "matched" && !this.#isFound) this.#components.meet(high, low);
      else this.#components.leave();
      // Behind a known state whose component is complete nobody has been forgotten.
      const isComplete =
        arrival === "matched" && (this.#isFound || this.#components.positionOf(high, low) < 0);
      if (!isComplete) this.#stack.stayed();
    }
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
    const isEntered = arrival === "matched" && this.#canSleep && this.#goOnAgain(stop);
    if (this.#dynamic !== null) {
      const position = this.#isCut ? -1 : this.#components.positionOf(high, low);
      this.#isCut = false;
      if (this.#trunk.has(position)) this.#dynamic.beginAtOnce();
      else this.#dynamic.arrived(arrival, isEntered || depth === 0, this.#isFound, position);
    }
    const { changed } = this.machine.discipline;
    const isVoid = this.#world?.isBroken === true || this.#dynamic?.isBroken === true;
    if (!changed && !isVoid) return;
    // What is found now is found again, where steps end as they should.
    if (changed) this.#findings.violation = null;
    else if (this.#findings.violation !== null) {
      // An error is one, whatever was thought of the library, or of what never changes.
      this.#untilRestart = 0;
      return;
    }
    if (this.#untilRestart < 0) this.#untilRestart = FOLLOW;
    if (this.#untilRestart === 0 || arrival !== "new") this.#restart();
  }

  #look(stop: Stop): Arrival {
    const m = this.machine;
    const moves = this.#moves;
    // Where one thread stands for all, nobody sleeps.
    if (this.#sleepers !== 0 && unobservableThread(m) >= 0) this.#sleepers = 0;
    // Most states are known: how they go on need not be found out again.
    const isOpen = canContinue(m, stop);
    if (isOpen && !this.#isNew(stop)) return this.#match();
    const judgement = judge(m, stop, moves, this.#judged, true);
    if (judgement === "ignored") return "ignored";
    if (judgement !== "moves") {
      this.#tally.ends++;
      if (judgement === "end") return this.#inspect(true) ?? "end";
      this.#findings.violation = describeViolation(m, judgement, this.trace);
      if (m.uncaught !== 0) this.#dynamic?.noteReport(m.uncaught);
      m.uncaught = 0;
      return "violated";
    }
    if (!isOpen && !this.#isNew(stop)) return this.#match();
    const { depth } = this.#stack;
    const isCut = depth >= this.#limits.depth;
    if (this.#trunk.isGrowing && !isCut) {
      this.#dynamic = this.#trunk.end(
        moves,
        depth,
        this.#components.count,
        choiceAndExitWord(m, stop),
      );
    }
    // The search goes on behind a state that has something wrong with it.
    this.#inspect(false);
    this.#vectors.offer(this.#store.size, depth, choiceAndExitWord(m, stop));
    if (isCut) {
      this.#findings.limit = `depth ${this.#limits.depth}`;
      return "cut";
    }
    if (depth > 0) m.compactStack(stop === Stop.ended ? 0 : m.sp);
    this.#stack.push(moves, this.#sleepers);
    this.#dynamic?.enter(this.#sleepers);
    this.#components.enter(this.#fingerprint.high, this.#fingerprint.low);
    // With nobody left but daemons the program may end at any moment.
    if (!keepsProgramAlive(m)) this.#components.leave();
    this.#noteDepth();
    return "new";
  }

  #match(): "matched" {
    this.#tally.matched++;
    this.heapMargin.noteMatch();
    return "matched";
  }

  /** From a known state: goes on with the threads that sleep in it, but would not by the way it was reached now. */
  #goOnAgain(stop: Stop): boolean {
    const before = this.#isFound ? this.#dynamic!.foundSleepers : this.#store.sleepers;
    if ((before & ~this.#sleepers) === 0) return false;
    if (this.#stack.depth >= this.#limits.depth) {
      this.#findings.limit = `depth ${this.#limits.depth}`;
      // What they would read is not known.
      this.#isFound = false;
      this.#isCut = true;
      return false;
    }
    const { high, low } = this.#fingerprint;
    const sleepers = before & this.#sleepers;
    if (!this.#isFound) this.#store.sleepers = sleepers;
    const position = this.#components.positionOf(high, low);
    // Others may have slept in the state whose list of live words is taken over: what they read is not in it.
    const awake = (before | (this.#dynamic?.unreadBy(position) ?? 0)) & ~this.#sleepers;
    this.#dynamic?.enterAgain(awake, sleepers, position);
    this.machine.compactStack(stop === Stop.ended ? 0 : this.machine.sp);
    this.#stack.pushAgain(awake, sleepers);
    if (this.#dynamic !== null && position < 0) {
      // Whoever comes back to it must find it open. What the others do was seen elsewhere.
      this.#components.enter(high, low);
      this.#components.leave();
    } else {
      this.#components.enterAgain(high, low);
    }
    this.#noteDepth();
    return true;
  }

  #noteDepth(): void {
    if (this.#stack.depth <= this.#tally.maxDepth) return;
    this.#tally.maxDepth = this.#stack.depth;
    if (this.#world !== null) this.#weighEfforts();
    this.#tally.stackBytes =
      this.#stack.bytes +
      this.machine.transitionBytes +
      this.#fingerprint.stepBytes +
      (this.#dynamic?.levelBytes ?? 0) +
      this.#components.usedBytes;
  }

  #inspect(isEnd: boolean): "violated" | null {
    if (this.#inspected.length === 0) return null;
    this.#dynamic?.beforeInspection();
    this.#findings.violation = inspectAll(this.#inspected, this.machine, isEnd, () => this.trace);
    this.#dynamic?.afterInspection(isEnd);
    return this.#findings.violation === null ? null : "violated";
  }

  #isNew(stop: Stop): boolean {
    const pending = choiceAndExitWord(this.machine, stop);
    const isFound = this.#dynamic?.find(pending, this.#sleepers) === true;
    this.#isFound = isFound && this.heapMargin.takesForOther();
    if (!this.#isFound) return this.#add(pending, this.#sleepers);
    const both = this.#dynamic!.foundSleepers & this.#sleepers;
    if (both === this.#dynamic!.foundSleepers) {
      // One that was found lately has been counted then.
      if (!this.#dynamic!.isRecent) this.#noteGain();
      return false;
    }
    // The search will go on from here again. Should it come back to this state, that is known.
    this.#isFound = this.#add(pending, both);
    if (this.#isFound) this.#tally.keptAgain++;
    return false;
  }

  /** A state was found by its live part: if it has not been visited itself, that was a gain. Few are asked. */
  #noteGain(): void {
    const { worth } = this.#dynamic!;
    const weight = worth.weightAt(this.#tally.matched);
    if (weight === 0) return;
    if (!this.#store.needsVector) this.#fingerprint.complete();
    const { high, low } = this.#fingerprint;
    if (!this.#store.needsVector && this.#store.hasFingerprint?.(high, low) === true) return;
    worth.gains += weight;
  }

  #add(pending: number, sleepers: number): boolean {
    const store = this.#store;
    this.#fingerprint.complete();
    if (!store.needsVector) {
      const { high, low } = this.#fingerprint;
      return store.addFingerprint(high, low, sleepers);
    }
    this.#canonicalizer.write(pending);
    return store.addVector(this.#canonicalizer, sleepers);
  }

  #restart(): void {
    const m = this.machine;
    const wasted = this.#store.size;
    while (this.#stack.depth > 0) {
      this.#goBack();
      this.#stack.pop();
    }
    this.#findings.restarted();
    if (this.#losses.add(wasted, m.discipline.changed)) train(m, this.#restarts);
    resetForRestart(m, this.#approximations);
    this.#store = this.#makeStore();
    this.#components.clear();
    this.#dynamic = null;
    this.#trunk.restart(wasted);
    this.#vectors.clear();
    this.#tally.clear();
    this.#untilRestart = -1;
    this.#restarts++;
    if (this.#world?.renew() === true) this.#fingerprint.start();
    else this.#fingerprint.settle(0);
    for (const property of this.#inspected) property.restarted?.();
    this.#observer?.restarted();
    this.#arrive(Stop.visible, 0, -1);
  }
}
