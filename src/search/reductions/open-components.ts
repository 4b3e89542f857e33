/**
 * The states of incomplete components, for dynamic reduction. Each is kept, with its memory and its steps
 * within the component, until the live words of all of them are known
 * (liveness/dynamic/component-liveness.ts). The cost of that is limited.
 */

import {
  type Completion,
  complete,
  type OpenEdge,
  type OpenState,
} from "../../liveness/dynamic/component-liveness.ts";
import type { LiveLists } from "../../liveness/dynamic/live-words.ts";
import { MemoryImage } from "../../liveness/dynamic/memory-image.ts";
import type { ObjectNumbering } from "../../liveness/dynamic/object-numbering.ts";
import { EMPTY_LIST } from "../../liveness/dynamic/word-list-pool.ts";
import type { BootWords } from "../../state/boot-words.ts";
import type { Machine } from "../../vm/machine.ts";
import { CIRCLE_CREDIT, CIRCLE_CREDIT_PER_STEP } from "./effort.ts";

/** The approximate number of words of an object. */
const WORDS_PER_OBJECT = 8;

export class OpenComponents {
  /**
   * The finished states of open components, and the steps within components of all levels, one after the
   * other.
   */
  readonly #states: OpenState[] = [];
  readonly #edges: OpenEdge[] = [];
  /** The number of words that may still be looked at. */
  #credit = CIRCLE_CREDIT;
  /** The number of words that were looked at. */
  looked = 0;
  readonly #m: Machine;
  readonly #boot: BootWords;
  readonly #whole: ObjectNumbering;
  readonly #lists: LiveLists;
  readonly #isLimited: boolean;

  constructor(
    m: Machine,
    boot: BootWords,
    whole: ObjectNumbering,
    lists: LiveLists,
    isLimited: boolean,
  ) {
    this.#m = m;
    this.#boot = boot;
    this.#whole = whole;
    this.#lists = lists;
    this.#isLimited = isLimited;
  }

  get stateCount(): number {
    return this.#states.length;
  }

  get edgeCount(): number {
    return this.#edges.length;
  }

  /** The limit on the cost is reached. */
  get isSpent(): boolean {
    return this.#isLimited && this.#credit < 0;
  }

  noteStep(): void {
    this.#credit += CIRCLE_CREDIT_PER_STEP;
  }

  clear(): void {
    this.forgetFrom(0, 0);
    this.#credit = CIRCLE_CREDIT;
  }

  #spend(words: number): void {
    this.#credit -= words;
    this.looked += words;
  }

  /** Forgets all states and steps after the first ones. */
  forgetFrom(states: number, edges: number): void {
    this.#states.length = states;
    this.#edges.length = edges;
  }

  /** The current step led to an open state, at this position. False if that costs too much. */
  meet(position: number): boolean {
    this.#whole.numberAll();
    this.#spend(this.#whole.count * WORDS_PER_OBJECT);
    if (this.isSpent) return false;
    const writes = this.#lists.writes();
    this.#edges.push({ position, target: null, objects: this.#whole.numbered(), writes });
    this.#lists.meet(EMPTY_LIST);
    return true;
  }

  /**
   * Keeps the current state, with its steps from the given one on. `start` is the start of a projection on
   * it.
   */
  add(
    state: Pick<OpenState, "liveSet" | "position" | "sameAs" | "sleepers" | "start">,
    firstEdge: number,
  ): void {
    this.#whole.numberAll();
    const objects = this.#whole.numbered();
    this.#whole.numberDead();
    const image = new MemoryImage(this.#m, this.#boot, objects, this.#whole.numbered());
    this.#spend(image.size);
    const edges = this.#edges.splice(firstEdge);
    const { limit, list, pool } = this.#lists;
    this.#states.push({ ...state, live: [...pool.copy(list)], limit, edges, image });
  }

  /** The state added last is no longer on top and is not complete. */
  leave(writes: Int32Array): void {
    this.#edges.push({ position: -1, target: this.#states.at(-1)!, objects: null, writes });
  }

  /**
   * A component is complete: the states from the given one on, the last of which is on top. Calls `store` for
   * each, with the state in place. Objects below `top` are boot objects.
   */
  close(
    first: number,
    top: number,
    store: (state: OpenState, live: Int32Array) => void,
  ): Completion {
    const states = this.#states.splice(first);
    const completion = this.isSpent ? "unknown" : complete(states, top);
    if (completion !== "complete") {
      this.#lists.setAll();
      return completion;
    }
    const root = states.at(-1)!;
    for (const state of states) {
      const live = Int32Array.from(state.live);
      if (state === root) store(state, live);
      else this.#inPlace(state, () => store(state, live));
    }
    this.#lists.replace(Int32Array.from(root.live));
    return completion;
  }

  /** Runs the action with the memory of a state in place. */
  #inPlace({ image }: OpenState, action: () => void): void {
    const { H } = this.#m;
    const undo: number[] = [];
    image.restore(this.#m, this.#boot, (address, value) => {
      undo.push(address, H[address]!);
      H[address] = value;
    });
    action();
    for (let i = undo.length - 2; i >= 0; i -= 2) H[undo[i]!] = undo[i + 1]!;
  }
}
