/**
 * Dynamic dead-variable reduction of a depth-first search: when a state has been
 * explored, it is known which words its future read, and any state that agrees
 * with it on those need not be explored (docs/liveness-dynamic.md).
 *
 * It begins at the first state that can go on in more than one way. What is there by
 * then is there in all states that it is about, at the same addresses. Words of it that have
 * never changed since are no part of any state; that they were read is only noted. Should one
 * of them change later, what was concluded before is void, and the search begins again.
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

/** Words of a level besides its start: its exact hash, who sleeps, what it is the same as, edges and open states before it. */
const LEVEL = 6;

export interface FuturesSetup extends KnownSetup {
  /** For comparison: a state that is come back to before it is left is taken to need everything. */
  readonly isAcyclic: boolean;
  /** What objects are known by. */
  readonly heapOrder: HeapOrder;
}

/** What was read of a state by others than its future. */
interface Reads {
  readonly words: Int32Array;
  readonly hasReadAnything: boolean;
}

export class LiveFutures {
  /** Something was taken for granted that is not so: the search must begin again. */
  isBroken = false;
  /** It must start with the first state of all. */
  mustStartAtRoot: boolean;
  /** Whether it is worth the effort. */
  readonly worth = new DynamicPayoff();
  readonly #m: Machine;
  readonly #setup: FuturesSetup;
  readonly #parts: StateParts;
  readonly #log: AccessLog;
  readonly #lists: LiveLists;
  readonly #known: KnownFutures;
  readonly #constants: ConstantReads;
  readonly #circles: OpenComponents;
  /** Of each level: how a projection starts on its state. */
  readonly #starts = new WordStack();
  /** What was read of the end that the step under way led to, and of a state that is about to be entered. */
  #reported = EMPTY_LIST;
  #inspected: Reads | null = null;
  /** Words that steps have read or written, without those before the search began again. */
  #logged = 0;

  /** With `boot` whole states are compared. */
  constructor(m: Machine, boot: BootWords, setup: FuturesSetup) {
    const words = m.H.length;
    this.#m = m;
    this.#setup = setup;
    // Whoever is told of live words wants all.
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
   * Asked when a state has been left, of a search that has done this much work: what the reduction has cost and
   * spared, if that is a loss. Then it is to be given up; but where it may do better if it begins at once, `isBroken`.
   */
  lossAt(work: () => number): Given | null {
    const { worth } = this;
    if (!worth.isTime()) return null;
    const loss = worth.loss(this.#cost, work());
    // Of most states nothing is known: objects that were there when this began change places.
    const isLost = worth.whole * 2 > worth.entered;
    if (loss !== null && isLost && !this.mustStartAtRoot) this.restartAtRoot();
    return loss;
  }

  /** Words that it has looked at. */
  get #cost(): number {
    const { joinedWords } = this.#lists.pool;
    return this.#logged + joinedWords + this.#parts.projection.looked + this.#circles.looked;
  }

  /** Bytes of what is kept of states, without what says which words are live. */
  get storeBytes(): number {
    return this.#known.bytes - this.#known.patternBytes + this.#parts.rowBytes;
  }

  get levelBytes(): number {
    return this.#lists.bytes + this.#starts.bytes + this.#parts.levelBytes;
  }

  /** Objects below are there in all states that this is about, and known by their addresses. */
  get fixedTop(): number {
    return this.#parts.boot.top;
  }

  /** It begins with the present state, which is about to be entered; `pending` tells apart what that waits for. */
  begin(pending: number): void {
    this.#parts.boot.startHere();
    this.#constants.clear();
    this.#parts.begin(pending);
  }

  /** The search begins again. */
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

  /** To be called right after the step of a thread, with the log compacted, before anybody else looks at what it has written. */
  afterStep(thread: number): void {
    const m = this.#m;
    m.accesses = null;
    this.#parts.afterStep(thread);
    this.#logged += this.#log.top;
    this.#constants.leaveOut();
    this.#lists.step(this.#log);
  }

  /** To be called when the machine has gone back to where the last step began. */
  undoStep(): void {
    this.#parts.undoStep();
  }

  // ---- states ----

  /** True when a state with the same future as the present one has been explored. */
  find(pending: number, sleepers: number): boolean {
    return this.#known.find(pending, sleepers);
  }

  /** The state that was looked for last was found among those of lately. */
  get isRecent(): boolean {
    return this.#known.isRecent;
  }

  /** Threads that slept in the state found. */
  get foundSleepers(): number {
    return this.#known.foundSleepers;
  }

  /** The search goes on from the present state. */
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

  /** Threads that slept in the state found, where its list is what `enterAgain` at this position begins with. */
  unreadBy(position: number): number {
    return position < 0 && this.#known.hasFound ? this.foundSleepers : 0;
  }

  /**
   * The search goes on from the present state, which was found or is known
   * otherwise, with some threads that slept in it; `sleepers` still do. Where it
   * is open, `position` is its position, else -1.
   */
  enterAgain(awake: number, sleepers: number, position: number): void {
    // Those that slept in the one found, and whoever else sleeps now while others are followed.
    this.enter((this.unreadBy(position) & ~awake) | sleepers, position);
    if (position >= 0) {
      if (this.#setup.isAcyclic) this.#lists.add(this.#everything());
      return;
    }
    if (this.#known.hasFound) this.#lists.add(this.#known.foundList);
    else if (this.#setup.isAlways) this.#lists.add(this.#everything());
    else this.#lists.setAll();
  }

  /** What keeps threads from going on is read too. True when that is anything. */
  #logWaiting(): boolean {
    this.#log.start(this.#m.heapTop);
    noteBlocked(this.#m, this.#log);
    if (this.#log.top === 0) return false;
    this.#constants.leaveOut();
    return this.#log.top > 0;
  }

  /**
   * The step under way has led to a state: which words are live there is known
   * now, unless that `isEntered`, or new. `isFound` when it was found by its
   * live part; otherwise, if it is known, `position` is where it is among those
   * of open components, -1 when it is none of them.
   */
  arrived(arrival: Arrival, isEntered: boolean, isFound: boolean, position: number): void {
    if (this.#constants.haveChanged()) this.isBroken = true;
    if (arrival === "new" || isEntered) return;
    if (arrival === "cut") {
      this.#meetUnknown();
    } else if (arrival === "matched" && !isFound && position < 0) {
      // The state is known, but no stored live part matches it: two initial objects have swapped places, or it differs
      // from the known state in words that only the code's analysis calls dead. Its future reads words of this state only.
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

  /** Nothing is to be taken for granted about what was made before this began: to begin with the first state of all is better. */
  restartAtRoot(): void {
    this.mustStartAtRoot = true;
    this.isBroken = true;
  }

  // ---- what is read of a state by others than its future ----

  /** What properties read of a state counts like what its future reads. */
  beforeInspection(): void {
    this.#log.start(this.#m.heapTop);
    this.#m.accesses = this.#log;
  }

  /** At the end of a path there is nothing else that counts; otherwise the state is entered next. */
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
    // At an end the state on top is the one before.
    if (hasReadAnything) this.#lists.setAll();
    if (isEnd) this.#report(words, words.length);
    else this.#lists.append(words, words.length);
  }

  /** The step under way ended with this exception: what is told of it counts. */
  noteReport(exception: number): void {
    const log = this.#log;
    log.start(this.#m.heapTop);
    logReport(this.#m, log, exception);
    this.#constants.leaveOut();
    this.#report(log.entries, log.top);
  }

  /** These words of the end that the step under way led to count. */
  #report(entries: Int32Array, count: number): void {
    const { pool } = this.#lists;
    this.#reported = pool.joined(this.#reported, pool.keep(entries, 0, count));
  }

  /** The step under way led to an end, which is one perhaps because of what threads wait for. */
  #meetEnd(counts: boolean): void {
    if (counts && this.#logWaiting()) this.#report(this.#log.entries, this.#log.top);
    this.#lists.meet(this.#reported);
    this.#reported = EMPTY_LIST;
  }

  /** The step under way led to a state of whose future not everything is known. */
  #meetUnknown(): void {
    this.#inspected = null;
    this.#lists.setAll();
  }

  /** The step under way led to a state whose component is open, at this position of those. */
  #meetOpen(position: number): void {
    if (this.#setup.isAcyclic) {
      this.#lists.meet(this.#everything());
      return;
    }
    if (!this.#circles.meet(position)) this.#meetUnknown();
  }

  /** The list of all words of the present state. */
  #everything(): number {
    const log = this.#log;
    this.#parts.logEverything(log);
    this.#constants.leaveOut();
    return this.#lists.pool.keep(log.entries, 0, log.top);
  }

  /**
   * Everything that can follow the present state, the one on top, has been seen;
   * `position` is where it is among those of open components, and `isRoot` says
   * that its own is complete.
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
    // Whatever is kept of a component counts as well.
    if (isCyclic && circles.isSpent) lists.setAll();
    if (lists.isAll) this.worth.whole++;
    if (!isCyclic || isAcyclic || lists.isAll) {
      this.#parts.projection.restart(starts);
      // Who finds a state takes it for left: not before its component is.
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
