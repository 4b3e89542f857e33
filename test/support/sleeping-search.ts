/**
 * A depth-first search of automata with the checker's own parts: its stack, its
 * components, its table of states with marks. It goes by the rules of
 * search/depth-first.ts, which needs a machine; so thousands of state spaces can be
 * searched in seconds.
 */

import { DepthFirstStack } from "../../src/search/depth-first-stack.ts";
import { Moves } from "../../src/search/judge.ts";
import { OnlineComponents } from "../../src/search/livelock/online-tarjan.ts";
import { sleeperBit } from "../../src/search/reductions/footprint.ts";
import { NEW, PairTable } from "../../src/state/stores/pair-table.ts";
import {
  type Automata,
  type AutomataState,
  chooserOf,
  firstState,
  stepsOf,
  touchOf,
} from "./generators/random-automata.ts";

export interface SleepingSearch {
  readonly states: number;
  readonly transitions: number;
  /** States whose component was said to be a trap when they were finished. */
  readonly traps: readonly string[];
  /** Times that a known state was gone on from, and that a sleeper was woken. */
  readonly again: number;
  readonly woken: number;
}

/** What is left out, to see that it is missed. */
export type Omission = "again" | "wake" | null;

export const searchAutomata = (automata: Automata, omission: Omission = null): SleepingSearch =>
  new Search(automata, omission).run();

class Search {
  readonly #automata: Automata;
  readonly #omission: Omission;
  readonly #stack = new DepthFirstStack();
  readonly #components = new OnlineComponents();
  readonly #store = new PairTable(false);
  readonly #moves = new Moves();
  readonly #path: AutomataState[] = [];
  /** By text of a state: its number, which stands for its fingerprint. */
  readonly #numbers = new Map<string, number>();
  #state: AutomataState;
  #sleepers = 0;
  readonly #traps: string[] = [];
  #transitions = 0;
  #again = 0;
  #woken = 0;

  constructor(automata: Automata, omission: Omission) {
    this.#automata = automata;
    this.#omission = omission;
    this.#state = firstState(automata);
    this.#store.keepMarks();
  }

  run(): SleepingSearch {
    const undo = { popTransition: () => this.#undo() };
    this.#arrive();
    while (this.#stack.depth > 0) {
      this.#stack.goBack(undo);
      if (this.#stack.hasMore() || this.#wake()) this.#step();
      else this.#finish();
    }
    return {
      states: this.#store.size,
      transitions: this.#transitions,
      traps: this.#traps,
      again: this.#again,
      woken: this.#woken,
    };
  }

  #undo(): void {
    this.#state = this.#path.pop()!;
  }

  #wake(): boolean {
    if (this.#omission === "wake" || this.#components.hasExit || !this.#stack.wake()) return false;
    this.#woken++;
    return true;
  }

  #finish(): void {
    if (this.#components.finish()) this.#traps.push(this.#state.join());
    this.#stack.pop();
  }

  #step(): void {
    const automata = this.#automata;
    const thread = this.#stack.take();
    const { choice, sleepers } = this.#stack;
    const touched = touchOf(automata, this.#state, thread);
    this.#sleepers = this.#stillAsleep(sleepers, touched);
    this.#path.push(this.#state);
    this.#state = stepsOf(automata, this.#state, thread)[Math.max(0, choice)]!;
    this.#transitions++;
    if (touched >= 0) this.#stack.markExplored(thread);
    this.#arrive();
  }

  /** Those whose next steps have nothing to do with this one. */
  #stillAsleep(sleepers: number, touched: number): number {
    if (touched < 0) return 0;
    let asleep = 0;
    for (let other = 0; sleepers >> other !== 0; other++) {
      if ((sleepers & sleeperBit(other)) === 0) continue;
      const theirs = touchOf(this.#automata, this.#state, other);
      const isSame = theirs < 0 || theirs >> 1 === touched >> 1;
      if (!isSame || (theirs >= 0 && ((theirs | touched) & 1) === 0)) asleep |= sleeperBit(other);
    }
    return asleep;
  }

  #arrive(): void {
    const [high, low] = this.#fingerprint();
    const moves = this.#findMoves();
    if (moves.count === 0) {
      // Ends are not looked up by the checker either; here they count, so that all states do.
      this.#store.visit(high, low, 0);
      this.#components.leave();
      this.#stack.stayed();
      return;
    }
    const before = this.#store.visit(high, low, this.#sleepers);
    if (before === NEW) {
      this.#stack.push(moves, this.#sleepers);
      this.#components.enter(high, low);
    } else {
      this.#components.meet(high, low);
      this.#stack.stayed();
      this.#goOnAgain(high, low, before);
    }
  }

  /** With those who sleep in the state, but would not by the way it was reached now. */
  #goOnAgain(high: number, low: number, before: number): void {
    const awake = before & ~this.#sleepers;
    if (awake === 0 || this.#omission === "again") return;
    this.#store.mark(high, low, before & this.#sleepers);
    this.#stack.pushAgain(awake, before & this.#sleepers);
    this.#components.enterAgain(high, low);
    this.#again++;
  }

  #findMoves(): Moves {
    const moves = this.#moves;
    moves.clear();
    const chooser = chooserOf(this.#state);
    if (chooser >= 0) moves.setChoices(chooser, 2);
    else {
      this.#automata.threads.forEach((code, thread) => {
        if (this.#state[thread]! < code.length) moves.add(thread);
      });
    }
    return moves;
  }

  #fingerprint(): readonly [high: number, low: number] {
    const text = this.#state.join();
    const number = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, number);
    return [number * 7919, number];
  }
}
