/**
 * Phases of a program: sets of classes that have been initialized. The initializer of such a class never runs
 * again, so what only it reads is dead. Each phase has its own solution of the analysis, made when it is first met.
 */
import type { RuntimeClass } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { INITIALIZED } from "../../vm/memory/class-status.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import type { FrameAnalysis, Solution } from "./frame-reads.ts";

/** This many phases get a solution of their own. */
const MOST_PHASES = 64;

export interface Phase {
  readonly number: number;
  readonly solution: Solution;
  readonly frames: FrameAnalysis;
  /** What is live whatever the frames are. */
  readonly always: number;
  /** By pc, one more than the set that may be read before and after the instruction; 0 if it is not known yet. */
  before: Int32Array;
  after: Int32Array;
}

/** Solves the analysis for the classes whose status is 1; the phase gets the number given. */
export type SolvePhase = (status: Uint8Array, number: number) => Phase;

export class InitializationPhases {
  /** As `look` found it last. */
  present: Phase;
  readonly #solve: SolvePhase;
  /** By the status of all classes. */
  readonly #phases = new Map<string, Phase>();
  readonly #first: Phase;
  readonly #numbered: Phase[] = [];
  /** By class: 1 if it is initialized in the present phase. */
  readonly #status: Uint8Array;
  /** By class: where the machine keeps its status; 0 for those that it has not loaded. */
  readonly #statusWords: Int32Array;
  /** The classes whose status may change: a class that is initialized in the first state stays so. */
  readonly #open: Int32Array;
  #openCount: number;
  #isKnown = false;
  readonly #numbers: ReadonlyMap<string, number>;

  constructor(classes: readonly RuntimeClass[], solve: SolvePhase) {
    this.#solve = solve;
    this.#numbers = new Map(classes.map((cls, i) => [cls.name, i]));
    this.#status = new Uint8Array(classes.length);
    this.#statusWords = new Int32Array(classes.length);
    this.#open = Int32Array.from(classes.keys());
    this.#openCount = classes.length;
    this.#first = this.#add(signature(this.#status));
    this.present = this.#first;
  }

  /** The machine has loaded a class. */
  addClass(cls: RuntimeClass): void {
    const number = this.#numbers.get(cls.name);
    if (number !== undefined) this.#statusWords[number] = STATIC_BASE + cls.statusIndex;
  }

  /** The machine is in its first state: the status of classes that are initialized is settled. */
  settle(m: Machine): void {
    this.#openCount = 0;
    this.#statusWords.forEach((at, number) => {
      if (at !== 0 && m.H[at] === INITIALIZED) this.#status[number] = 1;
      else this.#open[this.#openCount++] = number;
    });
  }

  /** HOT. Finds the phase that the machine is in. */
  look(m: Machine): void {
    const words = this.#statusWords;
    const open = this.#open;
    const status = this.#status;
    let isSame = this.#isKnown;
    this.#isKnown = true;
    for (let i = 0; i < this.#openCount; i++) {
      const number = open[i]!;
      const at = words[number]!;
      const now = at !== 0 && m.H[at] === INITIALIZED ? 1 : 0;
      if (now === status[number]) continue;
      status[number] = now;
      isSame = false;
    }
    if (isSame) return;
    const key = signature(status);
    this.present = this.#phases.get(key) ?? this.#add(key);
  }

  #add(key: string): Phase {
    let phase = this.#first;
    // The first phase is sound for every state, only less precise.
    if (this.#phases.size < MOST_PHASES) {
      phase = this.#solve(this.#status, this.#numbered.length);
      this.#numbered.push(phase);
    }
    this.#phases.set(key, phase);
    return phase;
  }

  numbered(number: number): Phase {
    return this.#numbered[number]!;
  }
}

const signature = (status: Uint8Array): string => Buffer.from(status).toString("latin1");
