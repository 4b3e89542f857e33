/**
 * The states whose future has been explored, known by their live part: the words that their future read. Those of
 * lately are also known by where they lie in memory, which is quicker to ask.
 */
import { WordStack } from "../../core/word-stack.ts";
import type { OpenState } from "../../liveness/dynamic/component-liveness.ts";
import { LiveStateTrie } from "../../liveness/dynamic/live-state-trie.ts";
import type { LiveLists } from "../../liveness/dynamic/live-words.ts";
import { RecentStates } from "../../liveness/dynamic/recent-states.ts";
import { EMPTY_LIST } from "../../liveness/dynamic/word-list-pool.ts";
import { type LiveCells, NO_SET } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import type { StateSizeSamples } from "../state-size-samples.ts";
import { MOST_TRIED } from "./effort.ts";
import { LiveMask } from "./live-mask.ts";
import type { StateParts } from "./state-parts.ts";

export interface KnownSetup {
  /** What whole states are compared by. */
  readonly liveness: LiveCells;
  /** Told of each explored state which words are live in it. */
  readonly listener: ((live: Int32Array) => void) | null;
  /** No state is taken for another because of a hash. */
  readonly isExact: boolean;
  /** Nothing is left undone because of what it costs. */
  readonly isAlways: boolean;
  /** Told of states that are stored, and of their live words, for how large they are. */
  readonly samples: Pick<StateSizeSamples, "offerLive">;
  /** The fields that are live in the present state, as far as the code says. */
  readonly liveSet: () => number;
}

export class KnownFutures {
  /** The state that was looked for last was found among those of lately. */
  isRecent = false;
  /** It was found at all, and these are its live words. */
  hasFound = false;
  foundList = EMPTY_LIST;
  /** Live cells of all states stored. */
  liveCells = 0;
  readonly #parts: StateParts;
  readonly #lists: LiveLists;
  readonly #setup: KnownSetup;
  readonly #trie: LiveStateTrie;
  /** Known by hashes: not where those will not do. */
  readonly #recent: RecentStates | null;
  /** Null where nothing that is read can be dead by the code, or somebody wants to know all that is. */
  readonly #mask: LiveMask | null;

  constructor(m: Machine, parts: StateParts, lists: LiveLists, setup: KnownSetup) {
    this.#parts = parts;
    this.#lists = lists;
    this.#setup = setup;
    const { fields } = setup.liveness;
    this.#mask = fields === null || setup.listener !== null ? null : new LiveMask(m, fields);
    this.#recent = setup.isExact ? null : new RecentStates();
    this.#trie = new LiveStateTrie(parts.projection, setup.isAlways ? undefined : MOST_TRIED);
    lists.pool.whenForgotten(() => this.#recent?.clear());
  }

  /** States stored. */
  get size(): number {
    return this.#trie.size;
  }

  get patterns(): number {
    return this.#trie.patterns;
  }

  /** Bytes of the patterns, and of those together with the states. */
  get patternBytes(): number {
    return this.#trie.patternBytes;
  }

  get bytes(): number {
    return this.#trie.bytes;
  }

  get recentBytes(): number {
    return this.#recent?.bytes ?? 0;
  }

  clear(): void {
    this.liveCells = 0;
    this.#trie.clear();
  }

  /** True when a state with the same future as the present one is known, in which no more threads slept. */
  find(pending: number, asleep: number): boolean {
    const { exact, projection } = this.#parts;
    const recent = this.#recent;
    if (recent !== null) exact.look(pending);
    this.isRecent = recent !== null && recent.find(exact.high, exact.low, asleep);
    this.hasFound = this.isRecent;
    if (recent !== null && this.isRecent) {
      this.foundList = recent.list;
      return true;
    }
    projection.start(pending);
    this.hasFound = this.#trie.find(asleep);
    if (this.hasFound) {
      const { found, foundSleepers } = this.#trie;
      this.foundList = this.#lists.pool.keep(found.words, 0, found.top);
      recent?.keep(exact.high, exact.low, this.foundList, foundSleepers);
    }
    return this.hasFound;
  }

  /** Threads that slept in the state found. */
  get foundSleepers(): number {
    return this.isRecent ? this.#recent!.sleepers : this.#trie.foundSleepers;
  }

  /** The present state has been explored; its live words are those of the list on top. Its exact hash is given. */
  store(asleep: number, exactHigh: number, exactLow: number): void {
    const { list, pool } = this.#lists;
    const liveSet = this.#mask === null ? NO_SET : this.#setup.liveSet();
    this.#add(pool.words, pool.startOf(list), pool.endOf(list), asleep, liveSet, list);
    this.#recent?.keep(exactHigh, exactLow, list, asleep);
  }

  /** A state of a component that has been left, with its live words. */
  storeOpen({ start, sleepers, liveSet }: OpenState, list: Int32Array): void {
    this.#parts.projection.restart(WordStack.of(start));
    this.#add(list, 0, list.length, sleepers, liveSet, -1);
  }

  /** `number`: of the list, where the state is the present one; otherwise -1. */
  #add(
    list: Int32Array,
    from: number,
    to: number,
    asleep: number,
    liveSet: number,
    number: number,
  ): void {
    this.#setup.listener?.(list.slice(from, to));
    const mask = this.#mask;
    if (mask?.apply(list, from, to, liveSet) === true) {
      this.#addLive(mask.kept.words, 0, mask.kept.top, asleep, -1, number >= 0);
    } else {
      this.#addLive(list, from, to, asleep, number, number >= 0);
    }
  }

  #addLive(
    list: Int32Array,
    from: number,
    to: number,
    asleep: number,
    number: number,
    isInPlace: boolean,
  ): void {
    if (!this.#trie.add(list, from, to, asleep, number)) return;
    if (isInPlace) this.#setup.samples.offerLive(list, from, to, this.#lists.depth);
    this.liveCells += (to - from) >> 1;
  }
}
