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

import { RowInterner } from "../../core/row-interner.ts";
import { WordStack } from "../../core/word-stack.ts";
import { AddressHash } from "../../liveness/dynamic/address-hash.ts";
import { BootPart } from "../../liveness/dynamic/boot-part.ts";
import type { OpenState } from "../../liveness/dynamic/component-liveness.ts";
import { ConstantReads } from "../../liveness/dynamic/constant-reads.ts";
import { LiveStateTrie } from "../../liveness/dynamic/live-state-trie.ts";
import { LiveLists } from "../../liveness/dynamic/live-words.ts";
import { ObjectNumbering } from "../../liveness/dynamic/object-numbering.ts";
import { RecentStates } from "../../liveness/dynamic/recent-states.ts";
import { StateProjection } from "../../liveness/dynamic/state-projection.ts";
import { ThreadParts } from "../../liveness/dynamic/thread-parts.ts";
import { EMPTY_LIST, WordListPool } from "../../liveness/dynamic/word-list-pool.ts";
import { BootWords } from "../../state/boot-words.ts";
import type { HeapOrder } from "../../state/heap-order.ts";
import { type LiveCells, NO_SET } from "../../state/live-cells.ts";
import { ObjectLayouts } from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import { AccessLog } from "../../vm/memory/access-log.ts";
import { noteBlocked } from "../../vm/threads/round-robin.ts";
import type { Arrival, DynamicCounts } from "../search.ts";
import type { StateSizeSamples } from "../state-size-samples.ts";
import { DynamicPayoff } from "./dynamic-payoff.ts";
import { type Given, MOST_TRIED } from "./effort.ts";
import { LiveMask } from "./live-mask.ts";
import { OpenComponents } from "./open-components.ts";
import { logChanged, logReport } from "./report-reads.ts";

/** Words of a level besides its start: its exact hash, who sleeps, what it is the same as, edges and open states before it. */
const LEVEL = 6;

export interface FuturesSetup {
  /** What whole states are compared by. */
  readonly liveness: LiveCells;
  /** Told of each explored state which words are live in it. */
  readonly listener: ((live: Int32Array) => void) | null;
  /** For comparison: a state that is come back to before it is left is taken to need everything. */
  readonly isAcyclic: boolean;
  /** No state is taken for another because of a hash. */
  readonly isExact: boolean;
  /** What objects are known by. */
  readonly heapOrder: HeapOrder;
  /** Told of states that are stored, and of their live words, for how large they are. */
  readonly samples: Pick<StateSizeSamples, "offerLive">;
  /** Nothing is left undone because of what it costs. */
  readonly isAlways: boolean;
  /** The fields that are live in the present state, as far as the code says. */
  readonly liveSet: () => number;
}

export class LiveFutures {
  /** Something was taken for granted that is not so: the search must begin again. */
  isBroken = false;
  /** It must begin with the first state of all. */
  mustStartAtRoot: boolean;
  /** Whether it is worth the effort. */
  readonly worth = new DynamicPayoff();
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #bootPart: BootPart;
  readonly #threads: ThreadParts;
  readonly #exact: AddressHash;
  readonly #walk: StateProjection;
  readonly #whole: ObjectNumbering;
  readonly #log: AccessLog;
  readonly #lists: LiveLists;
  readonly #reduced: LiveStateTrie;
  /** Known by hashes: not where those will not do. */
  readonly #recent: RecentStates | null;
  /** Instead of hashes, all words that states are compared by. */
  readonly #runs: RowInterner | null;
  readonly #constants: ConstantReads;
  /** Of each level: how a walk starts on its state. */
  readonly #starts = new WordStack();
  /** The state that was looked for last was found among those of lately. */
  isRecent = false;
  /** It was found at all. */
  #hasFound = false;
  /** Its live words. */
  #foundList = EMPTY_LIST;
  #heapTop = 0;
  #liveCells = 0;
  readonly #circles: OpenComponents;
  /** What was read of the end that the step under way led to. */
  #reported = EMPTY_LIST;
  /** What was read of a state that is about to be entered. */
  #inspected: { readonly reads: Int32Array; readonly hasReadAnything: boolean } | null = null;
  /** Words that steps have read or written. */
  #logged = 0;
  /** What it had cost when the search began. */
  #costBefore = 0;
  readonly #setup: FuturesSetup;
  /** Null where nothing that is read can be dead by the code, or somebody wants to know all that is. */
  readonly #mask: LiveMask | null;

  /** With `boot` whole states are compared. */
  constructor(m: Machine, boot: BootWords, setup: FuturesSetup) {
    const words = m.H.length;
    this.#m = m;
    this.#setup = setup;
    // Whoever is told of live words wants all.
    this.mustStartAtRoot = setup.listener !== null || setup.isAlways;
    const { fields } = setup.liveness;
    this.#mask = fields === null || setup.listener !== null ? null : new LiveMask(m, fields);
    this.#boot = new BootWords(m, new ObjectLayouts(m), words);
    this.#recent = setup.isExact ? null : new RecentStates();
    this.#runs = setup.isExact ? new RowInterner() : null;
    this.#threads = new ThreadParts(m, this.#boot, setup.liveness.frames, this.#runs);
    this.#exact = new AddressHash(m, this.#threads);
    this.#bootPart = new BootPart(m, this.#boot, this.#runs);
    this.#walk = new StateProjection(
      m,
      this.#boot,
      this.#bootPart,
      this.#threads,
      this.#runs,
      setup.heapOrder,
    );
    this.#whole = new ObjectNumbering(m, boot, setup.liveness);
    this.#log = new AccessLog(words);
    this.#lists = new LiveLists(new WordListPool(words));
    this.#reduced = new LiveStateTrie(this.#walk, setup.isAlways ? undefined : MOST_TRIED);
    this.#constants = new ConstantReads(this.#boot, this.#log);
    this.#circles = new OpenComponents(m, this.#boot, this.#whole, this.#lists, !setup.isAlways);
    this.#lists.pool.whenForgotten(() => this.#recent?.clear());
  }

  get counts(): DynamicCounts {
    const { size, patterns, patternBytes, bytes } = this.#reduced;
    const otherBytes =
      (this.#recent?.bytes ?? 0) + this.#lists.pool.bytes + this.#threads.signatureBytes;
    return {
      stored: size,
      gains: this.worth.gains,
      liveCells: this.#liveCells,
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
    return this.#logged + joinedWords + this.#walk.looked + this.#circles.looked - this.#costBefore;
  }

  /** Bytes of what is kept of states, without what says which words are live. */
  get storeBytes(): number {
    const exactBytes = this.#runs?.bytes ?? 0;
    return this.#reduced.bytes - this.#reduced.patternBytes + exactBytes;
  }

  get levelBytes(): number {
    const partBytes = this.#threads.bytes + this.#bootPart.bytes;
    return this.#lists.bytes + this.#starts.bytes + partBytes + this.#exact.bytes;
  }

  /** Objects below are there in all states that this is about, and known by their addresses. */
  get fixedTop(): number {
    return this.#boot.top;
  }

  /** It begins with the present state, which is about to be entered; `pending` tells apart what that waits for. */
  begin(pending: number): void {
    this.#boot.startHere();
    this.#constants.clear();
    this.#bootPart.clear();
    this.#exact.look(pending);
    this.#walk.start(pending);
  }

  /** The search begins again. */
  clear(): void {
    this.isBroken = false;
    this.worth.clear();
    this.#costBefore += this.#cost;
    this.#liveCells = 0;
    this.#reported = EMPTY_LIST;
    this.#inspected = null;
    this.#lists.clear();
    this.#reduced.clear();
    this.#starts.top = 0;
    this.#threads.forgetSteps();
    this.#exact.start();
    this.#runs?.clear();
    this.#circles.clear();
  }

  // ---- steps ----

  beforeStep(): void {
    this.#circles.noteStep();
    this.#heapTop = this.#m.heapTop;
    this.#log.start(this.#heapTop);
    this.#m.accesses = this.#log;
  }

  /** To be called right after the step of a thread, with the log compacted, before anybody else looks at what it has written. */
  afterStep(thread: number): void {
    const m = this.#m;
    m.accesses = null;
    const since = m.transitionStart;
    this.#threads.noteStep(thread, since);
    this.#bootPart.noteStep(since);
    this.#exact.noteStep(since, this.#heapTop);
    this.#logged += this.#log.top;
    this.#constants.leaveOut();
    this.#lists.step(this.#log);
  }

  /** To be called when the machine has gone back to where the last step began. */
  undoStep(): void {
    this.#threads.undoStep();
    this.#bootPart.undoStep();
    this.#exact.undoStep();
  }

  // ---- states ----

  /** True when a state with the same future as the present one has been explored. */
  find(pending: number, sleepers: number): boolean {
    this.isRecent = this.#recent !== null && this.#findRecent(this.#recent, pending, sleepers);
    this.#hasFound = this.isRecent;
    if (this.isRecent) {
      this.#foundList = this.#recent!.list;
      return true;
    }
    this.#walk.start(pending);
    this.#hasFound = this.#reduced.find(sleepers);
    if (this.#hasFound) {
      const { found, foundSleepers } = this.#reduced;
      const { high, low } = this.#exact;
      this.#foundList = this.#lists.pool.keep(found.words, 0, found.top);
      this.#recent?.keep(high, low, this.#foundList, foundSleepers);
    }
    return this.#hasFound;
  }

  #findRecent(recent: RecentStates, pending: number, sleepers: number): boolean {
    this.#exact.look(pending);
    return recent.find(this.#exact.high, this.#exact.low, sleepers);
  }

  /** Threads that slept in the state found. */
  get foundSleepers(): number {
    return this.isRecent ? this.#recent!.sleepers : this.#reduced.foundSleepers;
  }

  /** The search goes on from the present state. */
  enter(sleepers: number, sameAs = -1): void {
    const starts = this.#starts;
    this.worth.entered++;
    this.worth.depths += this.#lists.depth;
    this.#walk.save(starts);
    const words = starts.reserve(LEVEL);
    words[starts.top++] = this.#exact.high;
    words[starts.top++] = this.#exact.low;
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
    return position < 0 && this.#hasFound ? this.foundSleepers : 0;
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
    if (this.#hasFound) this.#lists.add(this.#foundList);
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
      this.#lists.meet(this.#foundList);
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
    this.#inspected = { reads: this.#log.reads(), hasReadAnything: this.#log.hasReadAnything };
    if (isEnd) this.#appendInspected(true);
  }

  #appendInspected(isEnd: boolean): void {
    if (this.#inspected === null) return;
    const { reads, hasReadAnything } = this.#inspected;
    this.#inspected = null;
    // At an end the state on top is the one before.
    if (hasReadAnything) this.#lists.setAll();
    if (isEnd) this.#report(reads, reads.length);
    else this.#lists.append(reads, reads.length);
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
    log.start(this.#m.heapTop);
    logChanged(this.#m, log, this.#boot, this.#bootPart);
    this.#whole.numberAll();
    for (const object of this.#whole.numbered()) {
      if (object >= this.#boot.top) log.readObject(this.#m, object);
    }
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
      this.#walk.restart(starts);
      // Who finds a state takes it for left: not before its component is.
      if (!lists.isAll && (isRoot || !isAcyclic)) {
        this.#store(sleepers);
        this.#recent?.keep(exactHigh, exactLow, lists.list, sleepers);
      }
      lists.pop();
      if (isCyclic) circles.forgetFrom(states, edges);
      return;
    }
    const start = this.#walk.copySaved(starts);
    starts.top -= start.length;
    const liveSet = this.#setup.liveSet();
    const at = sameAs < 0 ? position : -1;
    circles.add({ position: at, sameAs, sleepers, start, liveSet }, edges);
    if (!isRoot) {
      circles.leave(lists.popOpen());
      return;
    }
    const completion = circles.close(states, this.fixedTop, (state, live) => {
      this.#storeList(state, live);
    });
    if (completion === "moved") this.restartAtRoot();
    lists.pop();
  }

  #storeList({ start, sleepers, liveSet }: OpenState, list: Int32Array): void {
    this.#walk.restart(WordStack.of(start));
    this.#addReduced(list, 0, list.length, sleepers, liveSet);
  }

  #store(sleepers: number): void {
    const { list, pool } = this.#lists;
    const liveSet = this.#mask === null ? NO_SET : this.#setup.liveSet();
    this.#addReduced(pool.words, pool.startOf(list), pool.endOf(list), sleepers, liveSet, list);
  }

  #addReduced(
    list: Int32Array,
    from: number,
    to: number,
    sleepers: number,
    liveSet: number,
    number = -1,
  ): void {
    this.#setup.listener?.(list.slice(from, to));
    const mask = this.#mask;
    if (mask?.apply(list, from, to, liveSet) === true) {
      this.#addLive(mask.kept.words, 0, mask.kept.top, sleepers, -1, number >= 0);
    } else {
      this.#addLive(list, from, to, sleepers, number, number >= 0);
    }
  }

  #addLive(
    list: Int32Array,
    from: number,
    to: number,
    sleepers: number,
    number: number,
    isInPlace: boolean,
  ): void {
    if (!this.#reduced.add(list, from, to, sleepers, number)) return;
    if (isInPlace) this.#setup.samples.offerLive(list, from, to, this.#lists.depth);
    this.#liveCells += (to - from) >> 1;
  }
}
