/**
 * The states whose future has been explored, identified by their live part: the words that their future read.
 * Recent states are also identified by their addresses in memory, which is faster.
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
  /** The liveness that whole states are compared by. */
  readonly liveness: LiveCells;
  /** Receives the live words of each explored state. */
  readonly listener: ((live: Int32Array) => void) | null;
  /** Whether hash collisions must be excluded. */
  readonly isExact: boolean;
  /** Whether to make every effort, whatever it costs. */
  readonly isAlways: boolean;
  /** Receives stored states and their live words, to measure their sizes. */
  readonly samples: Pick<StateSizeSamples, "offerLive">;
  /** The set of fields that are live in the current state according to the code. */
  readonly liveSet: () => number;
}

export class KnownFutures {
  /** The last state looked up was found among the recent ones. */
  isRecent = false;
  /** The last state looked up was found; these are its live words. */
  hasFound = false;
  foundList = EMPTY_LIST;
  /** The number of live cells in all stored states. */
  liveCells = 0;
  readonly #parts: StateParts;
  readonly #lists: LiveLists;
  readonly #setup: KnownSetup;
  readonly #trie: LiveStateTrie;
  /** Compares hashes, so it is null if hash collisions must be excluded. */
  readonly #recent: RecentStates | null;
  /** Null if no word that is read can be dead by the code, or if a listener wants all words that are read. */
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

  /** The number of stored states. */
  get size(): number {
    return this.#trie.size;
  }

  get patterns(): number {
    return this.#trie.patterns;
  }

  /** Bytes of the patterns, and of patterns and states together. */
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

  /**
   * True if a state is known that has the same future as the current one and a sleep set that is no larger.
   */
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

  /** The sleep set of the state that was found. */
  get foundSleepers(): number {
    return this.isRecent ? this.#recent!.sleepers : this.#trie.foundSleepers;
  }

  /**
   * Stores the current state, which has been explored; its live words are the list on top. The arguments hold
   * its exact hash.
   */
  store(asleep: number, exactHigh: number, exactLow: number): void {
    const { list, pool } = this.#lists;
    const liveSet = this.#mask === null ? NO_SET : this.#setup.liveSet();
    this.#add(pool.words, pool.startOf(list), pool.endOf(list), asleep, liveSet, list);
    this.#recent?.keep(exactHigh, exactLow, list, asleep);
  }

  /** Stores a state of a finished component with its live words. */
  storeOpen({ start, sleepers, liveSet }: OpenState, list: Int32Array): void {
    this.#parts.projection.restart(WordStack.of(start));
    this.#add(list, 0, list.length, sleepers, liveSet, -1);
  }

  /** `number`: the number of the list if the state is the current one, else -1. */
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
