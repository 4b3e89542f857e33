/**
 * Breadth-first search: states in the order of their distance from the start,
 * so that the first violation found is one with the fewest steps.
 *
 * There is one machine and it goes back by its undo log only. To get from one
 * state to the next in line, steps are undone up to where the two paths part,
 * and those of the new path taken again. States in line have their parents in
 * line, too, so that each sweep over a level runs once through the tree of
 * states above it, and neighbours have most of their paths in common. Where
 * they have not, which is in deep and narrow trees, copies of the states of an
 * earlier level shorten the way (level-snapshots.ts).
 *
 * A state takes ten bytes besides those of the visited set (breadth-first-tree.ts).
 * Where endless cycles are looked for, where each step leads is kept as well
 * (successor-graph.ts), and when all states have been seen the cycles that nothing
 * leads out of are found among them (offline-tarjan.ts): 21 to 23 bytes a state and 4 a
 * transition more. Without, nothing is kept.
 */
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import { ALL_LIVE } from "../state/live-cells.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import type { StateStore, StoreSummary } from "../state/stores/store.ts";
import { Canonicalizer } from "../state/vector/canonicalizer.ts";
import { VectorHash } from "../state/vector/vector-hash.ts";
import { isApproximate } from "../vm/fixed-values.ts";
import { Stop } from "../vm/interpreter/stop.ts";
import type { Machine } from "../vm/machine.ts";
import { applySnapshot } from "../vm/memory/snapshot.ts";
import type { Mark } from "../vm/memory/undo-log.ts";
import { StateTree } from "./breadth-first-tree.ts";
import { Findings } from "./findings.ts";
import { ALL_PROPERTIES, judge, Moves, type Properties } from "./judge.ts";
import { LevelSnapshots, type WaypointOptions } from "./level-snapshots.ts";
import { OfflineComponents } from "./livelock/offline-tarjan.ts";
import { EXIT, SuccessorGraph } from "./livelock/successor-graph.ts";
import { goRound } from "./livelock/witness.ts";
import { HeapMargin } from "./properties/heap-margin.ts";
import { inspectAll, type StateProperty } from "./properties/property.ts";
import { describeViolation } from "./properties/violation.ts";
import { AssumedWorld } from "./reductions/assumed-world.ts";
import {
  type Arrival,
  endOf,
  MORE,
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
} from "./step.ts";

/** What repeats steps may see something else the second time. */
const COUNTERS =
  "the program goes by Verify's counters, which a breadth-first search cannot keep right";

export class BreadthFirst implements Search {
  readonly machine: Machine;
  readonly heapMargin: HeapMargin;
  readonly #findings = new Findings();
  isRepeating = false;
  readonly #limits: SearchLimits;
  readonly #properties: Properties;
  readonly #observer: SearchObserver | null;
  readonly #canonicalizer: Canonicalizer;
  readonly #fingerprint = new VectorHash();
  /** What the start of the program left unexplored. */
  readonly #approximations: readonly string[];
  readonly #newStore: () => StateStore;
  #store: StateStore;
  readonly #inspected: readonly StateProperty[];
  #nodes = new StateTree();
  /** Where all steps lead, if endless cycles are looked for, and the search for them once all has been seen. */
  #successors: SuccessorGraph | null;
  #traps: OfflineComponents | null = null;
  #trapsTold = 0;
  #restarts = 0;
  /**
   * The nodes from the start to where the machine is, and how to go back to
   * each but the last. Where a copy was used, those passed over are unknown: -1.
   */
  readonly #path: number[] = [];
  readonly #marks: Mark[] = [];
  readonly #waypointOptions: WaypointOptions | undefined;
  #waypoints: LevelSnapshots;
  /** By node: a part of its fingerprint, to see that steps lead there again. Kept where counters are in use. */
  readonly #expected = new Map<number, number>();
  /** Nodes still to be passed on the way to another, the nearest last. */
  readonly #route: number[] = [];
  /** The node whose steps are being taken, its distance from the start, and the first node behind that level. */
  #head = -1;
  #level = 0;
  #levelEnd = 0;
  readonly #moves = new Moves();
  #nextMove = 0;
  /** A step from the head has led to no new state. */
  #hasStayed = false;
  /** For looking at states arrived at, while `#moves` waits. */
  readonly #onward = new Moves();
  /** The step from the head that the machine has taken, and how to go back. */
  #step: Step | null = null;
  #mark: Mark | null = null;
  #matched = 0;
  #transitions = 0;
  #ends = 0;
  #maxDepth = 0;
  readonly #vectors: StateSizeSamples;
  #maxThreads = 1;
  #instructionsBefore = 0;
  readonly #world: AssumedWorld | null;

  constructor(
    machine: Machine,
    limits: SearchLimits,
    setup: SearchSetup = {},
    waypoints?: WaypointOptions,
  ) {
    this.machine = machine;
    this.#approximations = [...machine.approximations];
    this.#limits = limits;
    this.#properties = setup.judged ?? ALL_PROPERTIES;
    this.#inspected = setup.inspected ?? [];
    this.#observer = setup.observer ?? null;
    this.#newStore = setup.newStore ?? (() => new CompactStore());
    this.#store = this.#newStore();
    this.#successors = this.#properties.endless ? new SuccessorGraph() : null;
    prepareForSteps(machine);
    this.#world = AssumedWorld.begin(machine, setup);
    this.#instructionsBefore = machine.instructions;
    const { liveness = ALL_LIVE, heapOrder = "canonical" } = setup;
    this.#canonicalizer = new Canonicalizer(machine, liveness, heapOrder);
    this.#vectors = new StateSizeSamples(machine, this.#canonicalizer, liveness, heapOrder);
    this.heapMargin = new HeapMargin(machine, liveness);
    this.#waypointOptions = waypoints;
    this.#waypoints = new LevelSnapshots(machine, waypoints);
    this.#begin();
  }

  #begin(): void {
    this.#arrive(Stop.visible, 0, -1);
    if (this.#nodes.count > 0) this.#path.push(0);
    this.#levelEnd = this.#nodes.count;
  }

  /** Something was assumed wrongly (vm/sharing/access-discipline.ts): all that was explored relied on it. */
  #restart(): void {
    const m = this.machine;
    this.#retreat();
    if (this.#marks.length > 0) m.undoTo(this.#marks[0]!);
    this.#findings.restarted();
    resetForRestart(m, this.#approximations);
    this.#world?.renew();
    this.#store = this.#newStore();
    this.#nodes = new StateTree();
    this.#successors = this.#properties.endless ? new SuccessorGraph() : null;
    this.#traps = null;
    this.#trapsTold = 0;
    this.#waypoints = new LevelSnapshots(m, this.#waypointOptions);
    this.#path.length = 0;
    this.#marks.length = 0;
    this.#head = -1;
    this.#level = 0;
    this.#moves.clear();
    this.#nextMove = 0;
    this.#matched = 0;
    this.#transitions = 0;
    this.#ends = 0;
    this.#maxDepth = 0;
    this.#vectors.clear();
    this.#maxThreads = 1;
    this.#instructionsBefore = m.instructions;
    this.#restarts++;
    for (const property of this.#inspected) property.restarted?.();
    this.#observer?.restarted();
    this.#begin();
  }

  get counts(): SearchCounts {
    return {
      states: this.#store.size,
      matched: this.#matched,
      transitions: this.#transitions,
      maxDepth: this.#maxDepth,
      ends: this.#ends,
      instructions: this.machine.instructions - this.#instructionsBefore,
      wordsPerState: this.#vectors.whole.plain,
      compressedWordsPerState: this.#vectors.whole.compressed,
      maxThreads: this.#maxThreads,
      storeBytes: this.#store.bytes,
      restarts: this.#restarts,
    };
  }

  describeStore(): StoreSummary {
    return this.#store.describe();
  }

  /** Bytes of the tree of states and of their successors, which the visited set does not count. */
  get treeBytes(): number {
    return this.#nodes.bytes + (this.#successors?.bytes ?? 0);
  }

  get observed(): UsedLibrary | null {
    return this.#world?.observed ?? null;
  }

  get depth(): number {
    return this.#level + (this.#step === null ? 0 : 1);
  }

  get trace(): Step[] {
    const steps = this.#stepsTo(this.#head);
    return this.#step === null ? steps : [...steps, this.#step];
  }

  #stepsTo(target: number): Step[] {
    const steps: Step[] = [];
    for (let node = target; node > 0; node = this.#nodes.parent(node)) {
      steps.push({ thread: this.#nodes.thread(node), choice: this.#nodes.choice(node) });
    }
    return steps.toReversed();
  }

  /** Something was relied on that does not hold. */
  #isVoid(): boolean {
    return this.machine.discipline.changed || this.#world?.isBroken === true;
  }

  advance(count: number): Slice {
    const findings = this.#findings;
    for (let i = 0; i < count && !findings.isWaiting; i++) {
      // A violation was handed over before: it is real, whatever was assumed about the library.
      if (this.#isVoid()) {
        this.#restart();
        continue;
      }
      this.#retreat();
      if (this.#store.size >= this.#limits.states) {
        findings.limit = `${this.#limits.states} states`;
        return this.#lookForTraps(this.#head, count) ?? endOf(findings.limit);
      }
      const isDone = this.#nextMove >= this.#moves.count;
      if (isDone && !this.#widen() && !this.#advance()) {
        return this.#lookForTraps(this.#nodes.count, count) ?? endOf(findings.limit);
      }
      this.#take(this.#nextMove++);
    }
    return findings.take();
  }

  /**
   * Once no more states are looked at: are there some before `end` that no
   * schedule gets away from? Follows up to so many steps; null when there is
   * nothing more to tell.
   */
  #lookForTraps(end: number, count: number): Slice | null {
    // With a clock that stands still, waiting for a time to come is endless only here.
    if (this.#successors === null || isApproximate(this.machine)) return null;
    this.#traps ??= new OfflineComponents(this.#successors, end);
    if (!this.#traps.advance(count)) return MORE;
    const entry = this.#traps.entries[this.#trapsTold++];
    if (entry === undefined) return null;
    this.#retreat();
    this.#travel(0);
    const lead = this.#stepsTo(entry);
    for (let node = entry; node > 0; node = this.#nodes.parent(node)) this.#route.push(node);
    const stop = this.#follow(this.#route);
    this.isRepeating = true;
    const start = { lead, stop };
    this.#findings.violation = goRound(this.machine, this.#canonicalizer, start, this.#properties);
    if (this.#isVoid()) this.#findings.violation = null;
    this.isRepeating = false;
    this.#travel(0);
    return this.#findings.take();
  }

  /** Where one move stood for all and led to no new state, the others are tried too; false when there are none. */
  #widen(): boolean {
    const moves = this.#moves;
    if (!moves.isRepresentative || !this.#hasStayed) return false;
    const single = moves.threadAt(0);
    judge(this.machine, Stop.visible, moves, this.#properties);
    moves.remove(single);
    this.#nextMove = 0;
    return moves.count > 0;
  }

  /** Goes to the next state in line; false when there is none. */
  #advance(): boolean {
    const head = this.#head + 1;
    if (head >= this.#nodes.count) {
      if (head > 0) this.#travel(0);
      return false;
    }
    if (head === this.#levelEnd) {
      this.#level++;
      this.#levelEnd = this.#nodes.count;
      this.#waypoints.begin(this.#level);
    }
    this.#head = head;
    const stop = this.#travel(head);
    this.#successors?.begin();
    // With nobody left but daemons the program may end at any moment.
    if (!keepsProgramAlive(this.machine)) this.#successors?.add(EXIT);
    this.#waypoints.pass(head);
    this.#checkArrival(stop);
    judge(this.machine, stop, this.#moves, this.#properties, true);
    this.#nextMove = 0;
    this.#hasStayed = false;
    if (this.#observer !== null) {
      this.#writeVector(stop);
      const { high, low } = this.#fingerprint;
      this.#observer.resumed(this.#level, high, low);
    }
    return true;
  }

  /** Verify's counters do not go back: a program that goes by them may have come elsewhere. */
  #checkArrival(stop: Stop): void {
    const expected = this.#expected.get(this.#head);
    if (expected === undefined) return;
    this.#writeVector(stop);
    if (this.#fingerprint.low !== expected) this.machine.approximations.add(COUNTERS);
  }

  /** Brings the machine to a node on the present level, or to the first one; says how its last step ended. */
  #travel(node: number): Stop {
    const path = this.#path;
    const route = this.#route;
    route.length = 0;
    let depth = node === 0 ? 0 : this.#level;
    let at = node;
    while (path[depth] !== at && (depth !== this.#waypoints.level || depth === 0)) {
      route.push(at);
      at = this.#nodes.parent(at);
      depth--;
    }
    if (path[depth] !== at) this.#jump(at, depth);
    else this.#undoTo(depth);
    return this.#follow(route);
  }

  /** Back to the state at a depth of the path. */
  #undoTo(depth: number): void {
    if (depth + 1 >= this.#path.length) return;
    this.machine.undoTo(this.#marks[depth]!);
    this.#path.length = depth + 1;
    this.#marks.length = depth;
  }

  /** From the start to a node that there is a copy of. */
  #jump(node: number, depth: number): void {
    const m = this.machine;
    this.#undoTo(0);
    m.loadRegisters(0);
    const mark = m.beginTransition(m.fp, m.sp);
    applySnapshot(m, this.#waypoints.copyOf(node)!);
    for (let i = 0; i < depth; i++) {
      this.#marks.push(mark);
      this.#path[i + 1] = i + 1 < depth ? -1 : node;
    }
  }

  /** Takes the steps to nodes that follow each other, the last in the list first. */
  #follow(route: readonly number[]): Stop {
    const m = this.machine;
    let stop: Stop = Stop.visible;
    this.isRepeating = true;
    const counters = m.counters.size === 0 ? null : [...m.counters];
    for (let i = route.length - 1; i >= 0; i--) {
      const next = route[i]!;
      const thread = this.#nodes.thread(next);
      m.loadRegisters(thread);
      this.#marks.push(m.beginTransition(m.fp, m.sp));
      stop = runStep(m, thread, this.#nodes.choice(next));
      this.#path.push(next);
    }
    this.isRepeating = false;
    if (counters !== null) for (const [id, value] of counters) m.counters.set(id, value);
    return stop;
  }

  /** Takes a step from the head, and looks at where it leads. */
  #take(index: number): void {
    const m = this.machine;
    const thread = this.#moves.threadAt(index);
    const choice = this.#moves.choiceAt(index);
    m.loadRegisters(thread);
    const since = m.logTop;
    this.#mark = m.beginTransition(m.fp, m.sp);
    this.#transitions++;
    this.#step = { thread, choice };
    const stop = runStep(m, thread, choice);
    this.#canonicalizer.noteWrites(since);
    const live = liveThreads(m);
    if (live > this.#maxThreads) this.#maxThreads = live;
    this.#arrive(stop, thread, choice);
  }

  /** Back to the head, once whoever drives the search has had a look. */
  #retreat(): void {
    const m = this.machine;
    if (this.#mark === null) return;
    m.undoTo(this.#mark);
    m.pending = 0;
    m.uncaught = 0;
    this.#mark = null;
    this.#step = null;
  }

  #arrive(stop: Stop, thread: number, choice: number): void {
    const arrival = this.#look(stop, thread, choice);
    if (arrival !== "new") this.#hasStayed = true;
    const { depth } = this;
    const { high, low } = this.#fingerprint;
    if (this.#head >= 0) this.#noteSuccessor(arrival, high, low);
    this.#observer?.arrived(arrival, depth, thread, choice, high, low);
    // What is found now is found again, where steps end as they should.
    if (this.machine.discipline.changed) this.#findings.violation = null;
  }

  #noteSuccessor(arrival: Arrival, high: number, low: number): void {
    if (arrival === "matched") this.#successors?.meet(high, low);
    else this.#successors?.add(arrival === "new" ? this.#nodes.count - 1 : EXIT);
  }

  #look(stop: Stop, thread: number, choice: number): Arrival {
    const m = this.machine;
    const judgement = judge(m, stop, this.#onward, this.#properties);
    if (judgement === "ignored") return "ignored";
    if (judgement !== "moves") {
      this.#ends++;
      if (judgement === "end") return this.#inspect(true) ?? "end";
      this.#findings.violation = describeViolation(m, judgement, this.trace);
      return "violated";
    }
    if (!this.#isNew(stop)) {
      this.heapMargin.noteMatch();
      this.#matched++;
      return "matched";
    }
    this.#inspect(false);
    const { depth } = this;
    if (depth >= this.#limits.depth) {
      this.#findings.limit = `depth ${this.#limits.depth}`;
      return "cut";
    }
    const node = this.#nodes.add(Math.max(0, this.#head), thread, choice);
    this.#successors?.name(this.#fingerprint.high, this.#fingerprint.low, node);
    if (m.counters.size > 0) this.#expected.set(node, this.#fingerprint.low);
    this.#maxDepth = Math.max(this.#maxDepth, depth + 1);
    this.#vectors.offer(this.#store.size, depth, choiceAndExitWord(m, stop));
    return "new";
  }

  #inspect(isEnd: boolean): "violated" | null {
    if (this.#inspected.length === 0) return null;
    this.#findings.violation = inspectAll(this.#inspected, this.machine, isEnd, () => this.trace);
    return this.#findings.violation === null ? null : "violated";
  }

  #isNew(stop: Stop): boolean {
    this.#writeVector(stop);
    const store = this.#store;
    return store.needsVector
      ? store.addVector(this.#canonicalizer)
      : store.addFingerprint(this.#fingerprint.high, this.#fingerprint.low);
  }

  #writeVector(stop: Stop): void {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(choiceAndExitWord(this.machine, stop));
    this.#fingerprint.of(canonicalizer.vector, canonicalizer.length);
  }
}
