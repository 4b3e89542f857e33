/**
 * Dynamic dead-variable reduction of a depth-first search. When a state has been explored, it is known which
 * words its future read, and any state that agrees with it on those words need not be explored
 * (docs/liveness-dynamic.md).
 *
 * The reduction starts at the first state with more than one move. Objects that exist by then exist at the
 * same addresses in all later states. Words of these objects that have not changed since are in no state; the
 * reduction only notes that they were read. If such a word changes later, earlier conclusions are void and
 * the search restarts.
 */

import { WordStack } from "../../core/word-stack.ts";
import { ConstantReads } from "../../liveness/dynamic/constant-reads.ts";
import { LiveLists } from "../../liveness/dynamic/live-words.ts";
import { EMPTY_LIST, WordListPool } from "../../liveness/dynamic/word-list-pool.ts";
import type { BootWords } from "../../state/boot-words.ts";
import type { HeapOrder } from "../../state/heap-order.ts";
import type { Machine } from "../../vm/machine.ts";
import { AccessLog } from "../../vm/memory/access-log.ts";
import { noteBlocked } from "../../vm/threads/enabled.ts";
import type { Arrival, DynamicCounts } from "../search.ts";
import { DynamicPayoff } from "./dynamic-payoff.ts";
import type { Given } from "./effort.ts";
import { KnownFutures, type KnownSetup } from "./known-futures.ts";
import { OpenComponents } from "./open-components.ts";
import { logReport } from "./report-reads.ts";
import { StateParts } from "./state-parts.ts";

/**
 * Words of a level besides its projection start: exact hash, sleep set, known state that it continues, and
 * the numbers of edges and open states before it.
 */
const LEVEL = 6;

export interface FuturesSetup extends KnownSetup {
  /** For comparison: a state that is reached again before it is finished needs all its words. */
  readonly isAcyclic: boolean;
  /** What identifies objects. */
  readonly heapOrder: HeapOrder;
}

/** Words of a state that were read outside its future. */
interface Reads {
  readonly words: Int32Array;
  readonly hasReadAnything: boolean;
}

export class LiveFutures {
  /** An assumption was wrong: the search must restart. */
  isBroken = false;
  /** The reduction must start in the initial state. */
  mustStartAtRoot: boolean;
  /** Whether the reduction pays off. */
  readonly worth = new DynamicPayoff();
  readonly #m: Machine;
  readonly #setup: FuturesSetup;
  readonly #parts: StateParts;
  readonly #log: AccessLog;
  readonly #lists: LiveLists;
  readonly #known: KnownFutures;
  readonly #constants: ConstantReads;
  readonly #circles: OpenComponents;
  /** For each level, the start of a projection on its state. */
  readonly #starts = new WordStack();
  /**
   * Words that were read at the end that the current step led to; `#inspected` are those of a state that is
   * about to be entered.
   */
  #reported = EMPTY_LIST;
  #inspected: Reads | null = null;
  /** Words that steps have read or written since the last restart. */
  #logged = 0;

  /** `boot` is used to compare whole states. */
  constructor(m: Machine, boot: BootWords, setup: FuturesSetup) {
    const words = m.H.length;
    this.#m = m;
    this.#setup = setup;
    // A listener wants the live words of all states.
    this.mustStartAtRoot = setup.listener !== null || setup.isAlways;
    this.#parts = new StateParts(m, boot, setup.liveness, setup.heapOrder, setup.isExact);
    this.#log = new AccessLog(words);
    this.#lists = new LiveLists(new WordListPool(words));
    this.#known = new KnownFutures(m, this.#parts, this.#lists, setup);
    this.#constants = new ConstantReads(this.#parts.boot, this.#log);
    this.#circles = new OpenComponents(
      m,
      this.#parts.boot,
      this.#parts.numbering,
      this.#lists,
      !setup.isAlways,
    );
  }

  get counts(): DynamicCounts {
    const { size, patterns, patternBytes, bytes, recentBytes, liveCells } = this.#known;
    const otherBytes = recentBytes + this.#lists.pool.bytes + this.#parts.threads.signatureBytes;
    return {
      stored: size,
      gains: this.worth.gains,
      liveCells,
      patterns,
      patternBytes: patternBytes + otherBytes,
      bytes: bytes + otherBytes,
    };
  }

  /**
   * Call when a state is finished, with the search's work so far. Returns the cost and the savings if they
   * are a loss; the reduction should then stop. If it may do better when started in the initial state, it
   * sets `isBroken`.
   */
  lossAt(work: () => number): Given | null {
    const { worth } = this;
    if (!worth.isTime()) return null;
    const loss = worth.loss(this.#cost, work());
    // Most states had no usable live part, because objects created in the prefix change places.
    const isLost = worth.whole * 2 > worth.entered;
    if (loss !== null && isLost && !this.mustStartAtRoot) this.restartAtRoot();
    return loss;
  }

  /** The number of words looked at. */
  get #cost(): number {
    const { joinedWords } = this.#lists.pool;
    return this.#logged + joinedWords + this.#parts.projection.looked + this.#circles.looked;
  }

  /** Bytes of the stored states, without the patterns of live words. */
  get storeBytes(): number {
    return this.#known.bytes - this.#known.patternBytes + this.#parts.rowBytes;
  }

  get levelBytes(): number {
    return this.#lists.bytes + this.#starts.bytes + this.#parts.levelBytes;
  }

  /** Objects below this address exist in all states since the start and are identified by their addresses. */
  get fixedTop(): number {
    return this.#parts.boot.top;
  }

  /**
   * Starts in the current state, which is about to be entered. `pending` distinguishes what that state waits
   * for.
   */
  begin(pending: number): void {
    this.#parts.boot.startHere();
    this.#constants.clear();
    this.#parts.begin(pending);
  }

  /** The search restarts. */
  clear(): void {
    this.isBroken = false;
    this.worth.clear();
    this.#logged -= this.#cost;
    this.#reported = EMPTY_LIST;
    this.#inspected = null;
    this.#lists.clear();
    this.#known.clear();
    this.#starts.top = 0;
    this.#parts.clear();
    this.#circles.clear();
  }

  // ---- steps ----

  beforeStep(): void {
    this.#circles.noteStep();
    this.#parts.beforeStep();
    this.#log.start(this.#m.heapTop);
    this.#m.accesses = this.#log;
  }

  /**
   * Call immediately after the step, with the log compacted, before any other reader of what it has written.
   */
  afterStep(thread: number): void {
    const m = this.#m;
    m.accesses = null;
    this.#parts.afterStep(thread);
    this.#logged += this.#log.top;
    this.#constants.leaveOut();
    this.#lists.step(this.#log);
  }

  /** Call after the machine has undone the last step. */
  undoStep(): void {
    this.#parts.undoStep();
  }

  // ---- states ----

  /** True if a state with the same future as the current one has been explored. */
  find(pending: number, sleepers: number): boolean {
    return this.#known.find(pending, sleepers);
  }

  /** The state looked up last was found among the recent ones. */
  get isRecent(): boolean {
    return this.#known.isRecent;
  }

  /** The sleep set of the state that was found. */
  get foundSleepers(): number {
    return this.#known.foundSleepers;
  }

  /** The search continues from the current state. */
  enter(sleepers: number, sameAs = -1): void {
    const starts = this.#starts;
    this.worth.entered++;
    this.worth.depths += this.#lists.depth;
    this.#parts.projection.save(starts);
    const words = starts.reserve(LEVEL);
    words[starts.top++] = this.#parts.exact.high;
    words[starts.top++] = this.#parts.exact.low;
    words[starts.top++] = sleepers;
    words[starts.top++] = sameAs;
    words[starts.top++] = this.#circles.edgeCount;
    words[starts.top++] = this.#circles.stateCount;
    this.#lists.push(this.#m.heapTop);
    this.#appendInspected(false);
    if (this.#logWaiting()) this.#lists.append(this.#log.entries, this.#log.top);
  }

  /**
   * The sleep set of the state that was found, if `enterAgain` at this position starts with that state's
   * list.
   */
  unreadBy(position: number): number {
    return position < 0 && this.#known.hasFound ? this.foundSleepers : 0;
  }

  /**
   * The search continues from a known state with the threads `awake`, which were asleep in it; `sleepers`
   * still are. `position` is the state's position if it is open, else -1.
   */
  enterAgain(awake: number, sleepers: number, position: number): void {
    // The threads that were asleep in the state found, and any other thread that is asleep now.
    this.enter((this.unreadBy(position) & ~awake) | sleepers, position);
    if (position >= 0) {
      if (this.#setup.isAcyclic) this.#lists.add(this.#everything());
      return;
    }
    if (this.#known.hasFound) this.#lists.add(this.#known.foundList);
    else if (this.#setup.isAlways) this.#lists.add(this.#everything());
    else this.#lists.setAll();
  }

  /** Logs reads of what blocks threads. True if there is any. */
  #logWaiting(): boolean {
    this.#log.start(this.#m.heapTop);
    noteBlocked(this.#m, this.#log);
    if (this.#log.top === 0) return false;
    this.#constants.leaveOut();
    return this.#log.top > 0;
  }

  /**
   * The current step has led to a state. Its live words are now known, unless it is new or `isEntered`.
   * `isFound`: it was recognised by its live part. Otherwise `position` is the position of a known state
   * among the open ones, or -1.
   */
  arrived(arrival: Arrival, isEntered: boolean, isFound: boolean, position: number): void {
    if (this.#constants.haveChanged()) this.isBroken = true;
    if (arrival === "new" || isEntered) return;
    if (arrival === "cut") {
      this.#meetUnknown();
    } else if (arrival === "matched" && !isFound && position < 0) {
      // The state is known, but no stored live part matches it: two boot objects have swapped places, or it
      // differs from the known state in words that only the code analysis calls dead. Its future reads words
      // of this state only.
      if (this.#setup.isAlways) this.#lists.meet(this.#everything());
      else this.#meetUnknown();
    } else if (arrival !== "matched") {
      this.#meetEnd(arrival !== "ignored");
    } else if (isFound) {
      this.#lists.meet(this.#known.foundList);
    } else {
      this.#meetOpen(position);
    }
  }

  /** Drops all assumptions about earlier objects: the reduction should start in the initial state. */
  restartAtRoot(): void {
    this.mustStartAtRoot = true;
    this.isBroken = true;
  }

  // ---- reads other than those of the state's future ----

  /** What properties read counts like what the state's future reads. */
  beforeInspection(): void {
    this.#log.start(this.#m.heapTop);
    this.#m.accesses = this.#log;
  }

  /** At an end of the program nothing else counts. Otherwise the state is entered next. */
  afterInspection(isEnd: boolean): void {
    this.#m.accesses = null;
    if (this.#log.top === 0 && !this.#log.hasReadAnything) return;
    this.#constants.leaveOut();
    this.#inspected = { words: this.#log.reads(), hasReadAnything: this.#log.hasReadAnything };
    if (isEnd) this.#appendInspected(true);
  }

  #appendInspected(isEnd: boolean): void {
    if (this.#inspected === null) return;
    const { words, hasReadAnything } = this.#inspected;
    this.#inspected = null;
    // At an end, the state on top is the previous one.
    if (hasReadAnything) this.#lists.setAll();
    if (isEnd) this.#report(words, words.length);
    else this.#lists.append(words, words.length);
  }

  /** The current step ended with this exception; what the report shows of it counts as read. */
  noteReport(exception: number): void {
    const log = this.#log;
    log.start(this.#m.heapTop);
    logReport(this.#m, log, exception);
    this.#constants.leaveOut();
    this.#report(log.entries, log.top);
  }

  /** Adds words that count as read at the end that the current step led to. */
  #report(entries: Int32Array, count: number): void {
    const { pool } = this.#lists;
    this.#reported = pool.joined(this.#reported, pool.keep(entries, 0, count));
  }

  /** The current step led to an end, which may be an end because of what threads wait for. */
  #meetEnd(counts: boolean): void {
    if (counts && this.#logWaiting()) this.#report(this.#log.entries, this.#log.top);
    this.#lists.meet(this.#reported);
    this.#reported = EMPTY_LIST;
  }

  /** The current step led to a state whose future is not completely known. */
  #meetUnknown(): void {
    this.#inspected = null;
    this.#lists.setAll();
  }

  /** The current step led to an open state, at this position. */
  #meetOpen(position: number): void {
    if (this.#setup.isAcyclic) {
      this.#lists.meet(this.#everything());
      return;
    }
    if (!this.#circles.meet(position)) this.#meetUnknown();
  }

  /** A list of all words of the current state. */
  #everything(): number {
    const log = this.#log;
    this.#parts.logEverything(log);
    this.#constants.leaveOut();
    return this.#lists.pool.keep(log.entries, 0, log.top);
  }

  /**
   * Everything that can follow the state on top has been explored. `position` is its position among the open
   * states; `isRoot` says that its component is complete.
   */
  finish(position: number, isRoot: boolean): void {
    const starts = this.#starts;
    const { words } = starts;
    const lists = this.#lists;
    const states = words[--starts.top]!;
    const edges = words[--starts.top]!;
    const sameAs = words[--starts.top]!;
    const sleepers = words[--starts.top]!;
    const exactLow = words[--starts.top]!;
    const exactHigh = words[--starts.top]!;
    const circles = this.#circles;
    const isCyclic = !isRoot || circles.edgeCount > edges || circles.stateCount > states;
    const isAcyclic = this.#setup.isAcyclic;
    // The limit on the cost of components counts here as well.
    if (isCyclic && circles.isSpent) lists.setAll();
    if (lists.isAll) this.worth.whole++;
    if (!isCyclic || isAcyclic || lists.isAll) {
      this.#parts.projection.restart(starts);
      // A state that is found counts as finished, so it must not be stored before its component is complete.
      if (!lists.isAll && (isRoot || !isAcyclic)) {
        this.#known.store(sleepers, exactHigh, exactLow);
      }
      lists.pop();
      if (isCyclic) circles.forgetFrom(states, edges);
      return;
    }
    const start = this.#parts.projection.copySaved(starts);
    starts.top -= start.length;
    const liveSet = this.#setup.liveSet();
    const at = sameAs < 0 ? position : -1;
    circles.add({ position: at, sameAs, sleepers, start, liveSet }, edges);
    if (!isRoot) {
      circles.leave(lists.popOpen());
      return;
    }
    const completion = circles.close(states, this.fixedTop, (state, live) => {
      this.#known.storeOpen(state, live);
    });
    if (completion === "moved") this.restartAtRoot();
    lists.pop();
  }
}
