/**
 * Breadth-first search visits states in the order of their distance from the start, so the first
 * violation that it finds has the fewest steps. The states are the nodes of a tree, which takes ten
 * bytes a state besides the visited set (breadth-first-tree.ts). A cursor brings the machine from one
 * state to the next in the queue (breadth-first-cursor.ts).
 */
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import type { StoreSummary } from "../state/stores/store.ts";
import { isApproximate } from "../vm/interpreter/fixed-values.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { TreeCursor } from "./breadth-first-cursor.ts";
import { SearchCounters } from "./counters.ts";
import { Findings } from "./findings.ts";
import { ALL_PROPERTIES, judge, Moves, type Properties } from "./judge.ts";
import type { WaypointOptions } from "./level-snapshots.ts";
import { OfflineLivelocks } from "./livelock/offline-livelocks.ts";
import { goRound } from "./livelock/witness.ts";
import type { HeapMargin } from "./properties/heap-margin.ts";
import { Restarts } from "./reductions/restarts.ts";
import {
  type Arrival,
  endOf,
  type Frontier,
  type LeftOut,
  MORE,
  type Search,
  type SearchCounts,
  type SearchLimits,
  type SearchObserver,
  type SearchSetup,
  type Slice,
} from "./search.ts";
import { keepsProgramAlive, type Step } from "./step.ts";
import type { StepSurvey } from "./step-survey.ts";
import { VisitedVectors } from "./visited-vectors.ts";

/** Reported when repeating a step gives another state. */
const COUNTERS =
  "the program depends on Verify's counters, which a breadth-first search cannot restore";

/** The state of the queue whose steps are being taken. */
class Head {
  node = -1;
  /** Its distance from the start, and the first node behind that level. */
  level = 0;
  levelEnd = 0;
  /** Its steps, and how many have been taken. */
  readonly moves = new Moves();
  next = 0;
  /** A step from it has led to no new state. */
  ledNowhereNew = false;

  clear(): void {
    this.node = -1;
    this.level = 0;
    this.levelEnd = 0;
    this.moves.clear();
    this.next = 0;
  }

  get hasMore(): boolean {
    return this.next < this.moves.count;
  }
}

export class BreadthFirst implements Search {
  readonly machine: Machine;
  readonly #limits: SearchLimits;
  readonly #judged: Properties;
  readonly #observer: SearchObserver | null;
  readonly #survey: StepSurvey | null;
  readonly #findings: Findings;
  readonly #restarts: Restarts;
  readonly #counters: SearchCounters;
  readonly #visited: VisitedVectors;
  readonly #cursor: TreeCursor;
  readonly #head = new Head();
  readonly #livelocks: OfflineLivelocks;
  /** For looking at states arrived at, while the head's moves wait. */
  readonly #onward = new Moves();
  /** By node: a part of its fingerprint, to see that steps lead there again. Kept where counters are in use. */
  readonly #expected = new Map<number, number>();
  /** States in which one thread stood for all. */
  #represented = 0;

  constructor(
    machine: Machine,
    limits: SearchLimits,
    setup: SearchSetup = {},
    snapshots?: WaypointOptions,
  ) {
    this.machine = machine;
    this.#limits = limits;
    this.#judged = setup.judged ?? ALL_PROPERTIES;
    this.#observer = setup.observer ?? null;
    this.#survey = setup.survey ?? null;
    this.#findings = new Findings(machine, setup, () => this.trace);
    this.#livelocks = new OfflineLivelocks(this.#judged.endless);
    this.#restarts = new Restarts(machine, setup);
    this.#counters = new SearchCounters(machine);
    this.#visited = new VisitedVectors(machine, setup);
    this.#cursor = new TreeCursor(machine, snapshots);
    this.#begin();
  }

  #begin(): void {
    this.#arrive(Stop.visible, 0, -1);
    if (this.#cursor.tree.count > 0) this.#cursor.begin();
    this.#head.levelEnd = this.#cursor.tree.count;
  }

  advance(count: number): Slice {
    const findings = this.#findings;
    for (let i = 0; i < count && !findings.isWaiting; i++) {
      // A violation was handed over before: it is real, whatever was assumed about the library.
      if (this.#restarts.isVoid) {
        this.#restart();
        continue;
      }
      this.#cursor.retreat();
      if (this.#visited.size >= this.#limits.states) {
        findings.limit = `${this.#limits.states} states`;
        return this.#findLivelock(this.#head.node, count) ?? endOf(findings.limit);
      }
      if (!this.#head.hasMore && !this.#expandFully() && !this.#goToNext()) {
        return this.#findLivelock(this.#cursor.tree.count, count) ?? endOf(findings.limit);
      }
      this.#step();
    }
    return findings.take();
  }

  /** Takes the next step from the head. It is taken back once the driver has seen where it leads. */
  #step(): void {
    const head = this.#head;
    const index = head.next++;
    const thread = head.moves.threadAt(index);
    const choice = head.moves.choiceAt(index);
    this.#counters.transitions++;
    this.#survey?.before(thread);
    const stop = this.#cursor.try(thread, choice);
    this.#visited.fingerprint.noteWrites();
    this.#counters.noteThreads();
    this.#arrive(stop, thread, choice);
  }

  #arrive(stop: Stop, thread: number, choice: number): void {
    const arrival = this.#look(stop, thread, choice);
    const head = this.#head;
    if (arrival !== "new") head.ledNowhereNew = true;
    const { depth } = this;
    const { high, low } = this.#visited.fingerprint;
    const newest = this.#cursor.tree.count - 1;
    if (head.node >= 0) this.#livelocks.arrived(arrival, high, low, newest);
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
    this.#survey?.after(arrival);
    // Drop it: the restart finds it again with correct scheduling points.
    if (this.machine.sharing.isRefuted) this.#findings.violation = null;
  }

  #look(stop: Stop, thread: number, choice: number): Arrival {
    const judgement = judge(this.machine, stop, this.#onward, this.#judged);
    if (judgement === "ignored") return "ignored";
    if (judgement !== "moves") {
      this.#counters.ends++;
      if (judgement === "end") return this.#findings.inspect("over") ? "violated" : "end";
      this.#findings.noteEnd(judgement);
      return "violated";
    }
    if (!this.#visited.isNew(stop)) {
      this.#visited.heapMargin.noteMatch();
      this.#counters.matched++;
      return "matched";
    }
    this.#findings.inspect(keepsProgramAlive(this.machine) ? "running" : "daemons");
    return this.#enter(stop, thread, choice);
  }

  /** A new state gets in line. */
  #enter(stop: Stop, thread: number, choice: number): "new" | "cut" {
    const { depth } = this;
    if (depth >= this.#limits.depth) {
      this.#findings.noteDepthLimit(this.#limits.depth);
      return "cut";
    }
    const node = this.#cursor.tree.add(Math.max(0, this.#head.node), thread, choice);
    const { high, low } = this.#visited.fingerprint;
    this.#livelocks.name(high, low, node);
    if (this.machine.counters.size > 0) this.#expected.set(node, low);
    this.#counters.maxDepth = Math.max(this.#counters.maxDepth, depth + 1);
    this.#visited.sample(stop, depth);
    return "new";
  }

  /** Where one move stood for all and led to no new state, the others are tried too; false when there are none. */
  #expandFully(): boolean {
    const head = this.#head;
    const { moves } = head;
    if (!moves.isRepresentative || !head.ledNowhereNew) return false;
    this.#represented--;
    const single = moves.threadAt(0);
    judge(this.machine, Stop.visible, moves, this.#judged);
    moves.remove(single);
    head.next = 0;
    return moves.count > 0;
  }

  /** Goes to the next state of the queue; false if there is none. */
  #goToNext(): boolean {
    const head = this.#head;
    const cursor = this.#cursor;
    const node = head.node + 1;
    if (node >= cursor.tree.count) {
      if (node > 0) cursor.travel(0, 0);
      return false;
    }
    if (node === head.levelEnd) {
      head.level++;
      head.levelEnd = cursor.tree.count;
      cursor.beginLevel(head.level);
    }
    head.node = node;
    const stop = cursor.travel(node, head.level);
    // If only daemon threads are left, the program may end at any moment.
    this.#livelocks.begin(!keepsProgramAlive(this.machine));
    cursor.pass(node);
    this.#checkArrival(stop);
    judge(this.machine, stop, head.moves, this.#judged, true);
    if (head.moves.isRepresentative) this.#represented++;
    head.next = 0;
    head.ledNowhereNew = false;
    if (this.#observer !== null) {
      const { fingerprint } = this.#visited;
      fingerprint.identify(stop);
      this.#observer.resumed(head.level, fingerprint.high, fingerprint.low);
    }
    return true;
  }

  /** Verify's counters do not go back: a program that depends on them may have come elsewhere. */
  #checkArrival(stop: Stop): void {
    const expected = this.#expected.get(this.#head.node);
    if (expected === undefined) return;
    const { fingerprint } = this.#visited;
    fingerprint.identify(stop);
    if (fingerprint.low !== expected) this.machine.approximations.add(COUNTERS);
  }

  /**
   * Once no more states are looked at: is there a livelock among those before `end`? Follows up to so
   * many steps; null when there is nothing more to tell.
   */
  #findLivelock(end: number, count: number): Slice | null {
    // With a clock that stands still, waiting for a time to come is endless only here.
    if (isApproximate(this.machine)) return null;
    const entry = this.#livelocks.next(end, count);
    if (entry === "more") return MORE;
    if (entry === null) return null;
    const cursor = this.#cursor;
    cursor.retreat();
    const start = { lead: cursor.stepsTo(entry), stop: cursor.travelFromStart(entry) };
    cursor.isRepeating = true;
    const { fingerprint } = this.#visited;
    this.#findings.violation = goRound(this.machine, fingerprint, start, this.#judged);
    if (this.#restarts.isVoid) this.#findings.violation = null;
    cursor.isRepeating = false;
    cursor.travel(0, 0);
    return this.#findings.take();
  }

  /** An assumption broke: begins again at the first state. */
  #restart(): void {
    this.#cursor.clear();
    this.#findings.restarted();
    this.#restarts.reset();
    this.#restarts.world.reanalyse();
    this.#visited.clear();
    this.#livelocks.clear();
    this.#head.clear();
    this.#expected.clear();
    this.#counters.clear();
    this.#represented = 0;
    this.#survey?.clear();
    this.#observer?.restarted();
    this.#begin();
  }

  get counts(): SearchCounts {
    const { matched, transitions, maxDepth, ends, instructions, maxThreads } = this.#counters;
    const { size, wordsPerState, compressedWordsPerState, storeBytes } = this.#visited;
    return {
      states: size,
      matched,
      transitions,
      maxDepth,
      ends,
      instructions,
      wordsPerState,
      compressedWordsPerState,
      maxThreads,
      storeBytes,
      restarts: this.#restarts.count,
    };
  }

  describeStore(): StoreSummary {
    return this.#visited.describeStore();
  }

  /** Bytes of the tree of states and of their successors, which the visited set does not count. */
  get treeBytes(): number {
    return this.#cursor.tree.bytes + this.#livelocks.bytes;
  }

  get heapMargin(): HeapMargin {
    return this.#visited.heapMargin;
  }

  get frontier(): Frontier {
    const { node, hasMore } = this.#head;
    return { kind: "queue", states: this.#cursor.tree.count - node - (hasMore ? 0 : 1) };
  }

  get leftOut(): LeftOut {
    return { asleep: 0, represented: this.#represented };
  }

  get observed(): UsedLibrary | null {
    return this.#restarts.observed;
  }

  get isRepeating(): boolean {
    return this.#cursor.isRepeating;
  }

  get depth(): number {
    return this.#head.level + (this.#cursor.tried === null ? 0 : 1);
  }

  get trace(): Step[] {
    const steps = this.#cursor.stepsTo(this.#head.node);
    const { tried } = this.#cursor;
    return tried === null ? steps : [...steps, tried];
  }
}
