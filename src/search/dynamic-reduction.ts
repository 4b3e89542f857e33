/**
 * Dynamic dead-variable reduction of a depth-first search: when a state has been
 * explored, it is known which words its future read, and any state that agrees
 * with it on those need not be explored (docs/liveness-dynamic.md).
 *
 * Words that were there from the start and have never changed are no part of
 * any state; that they were read is only noted. Should one of them change later,
 * what was concluded before is void, and the search begins again.
 */
import { LiveLists } from "../liveness/dynamic/live-lists.ts";
import { ReducedStates } from "../liveness/dynamic/reduced-states.ts";
import type { BootWords } from "../state/boot-words.ts";
import type { FrameLiveness } from "../state/frame-liveness.ts";
import { LiveWalk } from "../state/live-walk.ts";
import { AccessLog } from "../vm/access-log.ts";
import { noteGate } from "../vm/gates.ts";
import type { Machine } from "../vm/machine.ts";
import { STATIC_BASE, T_STATUS, threadRecord } from "../vm/memory.ts";
import { isEnabled } from "../vm/scheduler.ts";
import { ThreadStatus } from "../vm/thread-status.ts";
import type { DynamicCounts } from "./search.ts";

/** Words of a level: what its state waits for, and the threads that sleep in it. */
const LEVEL = 2;

export class DynamicReduction {
  /** A word changed that was taken for a constant. */
  isBroken = false;
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #walk: LiveWalk;
  readonly #log: AccessLog;
  readonly #lists: LiveLists;
  readonly #reduced: ReducedStates;
  /** By address from STATIC_BASE on: was read while it had never changed. */
  readonly #isConstant: Uint8Array;
  #knownBoot = 0;
  #liveCells = 0;
  #liveWords = 0;
  #levels = new Int32Array(1 << 10);
  #depth = 0;

  constructor(m: Machine, boot: BootWords, frames: FrameLiveness | null) {
    this.#m = m;
    this.#boot = boot;
    this.#walk = new LiveWalk(m, boot, frames);
    this.#log = new AccessLog(m.H.length);
    this.#lists = new LiveLists(m.H.length);
    this.#reduced = new ReducedStates(this.#walk);
    this.#isConstant = new Uint8Array(new SharedArrayBuffer(boot.top - STATIC_BASE));
  }

  get counts(): DynamicCounts {
    const { size, patterns, patternBytes, bytes } = this.#reduced;
    return {
      stored: size,
      liveCells: this.#liveCells,
      liveWords: this.#liveWords,
      patterns,
      patternBytes,
      bytes,
    };
  }

  get levelBytes(): number {
    return this.#lists.bytes + this.#depth * LEVEL * 4;
  }

  /** The search begins again. */
  clear(): void {
    this.isBroken = false;
    this.#liveWords = 0;
    this.#liveCells = 0;
    this.#depth = 0;
    this.#lists.clear();
    this.#reduced.clear();
    this.#isConstant.fill(0);
    this.#knownBoot = this.#boot.count;
  }

  // ---- steps ----

  beforeStep(): void {
    this.#log.start(this.#m.heapTop);
    this.#m.accesses = this.#log;
  }

  /** To be called right after the step, before anybody else looks at what it has written. */
  afterStep(): void {
    this.#m.accesses = null;
    this.#leaveOutConstants();
    this.#lists.step(this.#log);
  }

  /** Of what was there from the start, words that have changed are known by their address, and the others left out. */
  #leaveOutConstants(): void {
    const { top } = this.#boot;
    const { entries } = this.#log;
    let to = 0;
    for (let at = 0; at < this.#log.top; at += 2) {
      const entry = entries[at]!;
      const object = entry < 0 ? ~entry : entry;
      let offset = entries[at + 1]!;
      let kept = entry;
      if (object < top) {
        offset += object;
        if (this.#boot.indexOf(offset) < 0) {
          if (entry >= 0) this.#isConstant[offset - STATIC_BASE] = 1;
          continue;
        }
        kept = entry < 0 ? -1 : 0;
      }
      entries[to++] = kept;
      entries[to++] = offset;
    }
    this.#log.top = to;
  }

  /** To be called when it is known which words from before the start the step has changed. */
  checkConstants(): void {
    const { count, addresses, top } = this.#boot;
    for (; this.#knownBoot < count; this.#knownBoot++) {
      const address = addresses[this.#knownBoot]!;
      if (address < top && this.#isConstant[address - STATIC_BASE] === 1) this.isBroken = true;
    }
  }

  // ---- states ----

  /** True when a state with the same future as the present one has been explored. */
  find(pending: number, sleepers: number): boolean {
    this.#walk.start(pending);
    return this.#reduced.find(sleepers);
  }

  /** Threads that slept in the state found. */
  get foundSleepers(): number {
    return this.#reduced.foundSleepers;
  }

  /** The search goes on from the present state. */
  enter(pending: number, sleepers: number): void {
    if ((this.#depth + 1) * LEVEL > this.#levels.length) {
      const levels = new Int32Array(this.#levels.length * 2);
      levels.set(this.#levels);
      this.#levels = levels;
    }
    const at = this.#depth++ * LEVEL;
    this.#levels[at] = pending;
    this.#levels[at + 1] = sleepers;
    this.#lists.push(this.#m.heapTop);
    this.#noteWaiting();
  }

  /** The same for one that was found, to follow some threads that slept in it. */
  enterFound(pending: number, sleepers: number): void {
    this.enter(pending, sleepers);
    this.#lists.append(this.#reduced.found, this.#reduced.foundTop);
  }

  /** The same for one that is known, but not by its live part. */
  enterUnknown(pending: number): void {
    this.enter(pending, 0);
    this.#lists.setAll();
  }

  /** What keeps threads from going on is read too. */
  #noteWaiting(): void {
    const m = this.#m;
    this.#log.start(m.heapTop);
    for (let thread = 0; thread < m.threadCount; thread++) {
      if (m.H[threadRecord(thread) + T_STATUS] === ThreadStatus.terminated) continue;
      if (!isEnabled(m, thread)) noteGate(m, thread, this.#log);
    }
    if (this.#log.top === 0) return;
    this.#leaveOutConstants();
    this.#lists.append(this.#log.entries, this.#log.top);
  }

  /** The step under way led to the state found. */
  meetFound(): void {
    const start = this.#lists.top;
    this.#lists.append(this.#reduced.found, this.#reduced.foundTop);
    this.#lists.join(start);
  }

  /** The step under way led to an end. */
  meetEnd(): void {
    this.#lists.join(this.#lists.top);
  }

  /** The step under way led to a state of whose future not everything is known. */
  meetUnknown(): void {
    this.#lists.setAll();
    this.#lists.join(this.#lists.top);
  }

  /** Everything that can follow the present state, the one on top, has been seen. */
  finish(): void {
    const at = --this.#depth * LEVEL;
    const lists = this.#lists;
    if (!lists.isAll) this.#store(this.#levels[at]!, this.#levels[at + 1]!);
    lists.pop();
  }

  #store(pending: number, sleepers: number): void {
    const { words, start, top } = this.#lists;
    this.#walk.start(pending);
    if (!this.#reduced.add(words, start, top, sleepers)) return;
    this.#liveWords += this.#walk.words;
    this.#liveCells += (top - start) >> 1;
  }
}
