/**
 * Goes through the states of a program with the incremental fingerprint and
 * with the full vector side by side, and holds them against each other at
 * every arrival: equal vectors must have equal fingerprints, and different
 * ones different fingerprints. And what is said of a step halfway must hold in the end.
 */
import { createHash } from "node:crypto";
import {
  ANY_ACCESS,
  footprintOfNextStep,
  footprintWord,
} from "../../../src/search/reductions/footprint.ts";
import { prepareForSteps, runStep } from "../../../src/search/step.ts";
import type { BootWords } from "../../../src/state/boot-words.ts";
import { IncrementalFingerprint } from "../../../src/state/fingerprint/incremental-fingerprint.ts";
import { ALL_LIVE, type LiveCells } from "../../../src/state/live-cells.ts";
import { Canonicalizer } from "../../../src/state/vector/canonicalizer.ts";
import { Stop } from "../../../src/vm/interpreter/stop.ts";
import type { Machine } from "../../../src/vm/machine.ts";
import type { Mark } from "../../../src/vm/memory/undo-log.ts";
import { isEnabled } from "../../../src/vm/threads/enabled.ts";

/** Somebody else who goes along. */
export interface Companion {
  /** A thread has taken a step, before which the log of words ended at `since` and the heap at `heapTop`. */
  noteStep(thread: number, since: number, heapTop: number): void;
  undoStep(): void;
  /** Told of each arrival at a state, with its vector; what is wrong, if anything. */
  arrive(pending: number, vector: string): string | null;
}

/** What must make no difference: things done between steps, and the order in which threads are tried. */
export interface Disturbance {
  beforeStep(): void;
  shuffled(threads: readonly number[]): readonly number[];
}

interface Level {
  readonly options: readonly number[];
  readonly isChoice: boolean;
  next: number;
  mark: Mark | null;
}

export class FingerprintWalk {
  readonly m: Machine;
  readonly fingerprint: IncrementalFingerprint;
  readonly #canonicalizer: Canonicalizer;
  /** Vectors (hashed, because there are many) to fingerprints, and back. */
  readonly #prints = new Map<string, string>();
  readonly #vectors = new Map<string, string>();
  readonly #levels: Level[] = [];
  arrivals = 0;
  /** Steps that only touched what they were said to. */
  locals = 0;
  /** Of the longest vector. */
  mostWords = 0;
  /** What was wrong, if anything. */
  difference: string | null = null;
  disturbance: Disturbance | null = null;

  readonly #companion: Companion | null;

  constructor(
    m: Machine,
    liveness: LiveCells = ALL_LIVE,
    companion: ((m: Machine, boot: BootWords) => Companion) | null = null,
  ) {
    this.m = m;
    prepareForSteps(m);
    this.#canonicalizer = new Canonicalizer(m, liveness);
    this.fingerprint = new IncrementalFingerprint(m, liveness);
    this.fingerprint.start();
    this.#companion = companion?.(m, this.fingerprint.bootWords) ?? null;
    this.#arrive(Stop.visible, 0);
  }

  get states(): number {
    return this.#prints.size;
  }

  /** The fingerprints of all states so far, by the hashes of their vectors. */
  get prints(): ReadonlyMap<string, string> {
    return this.#prints;
  }

  /** Looks at every state, or so many transitions; false when there are more. */
  run(transitions: number): boolean {
    let left = transitions;
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (this.difference !== null) return false;
      if (level.mark !== null) {
        this.m.undoTo(level.mark);
        this.fingerprint.undoStep();
        this.#companion?.undoStep();
      }
      level.mark = null;
      if (level.next >= level.options.length) this.#levels.pop();
      else if (left-- > 0) this.#step(level);
      else return false;
    }
    return true;
  }

  #step(level: Level): void {
    const { m } = this;
    const option = level.next++;
    const thread = level.options[option]!;
    this.disturbance?.beforeStep();
    m.loadRegisters(thread);
    const since = m.logTop;
    const { heapTop } = m;
    const touched = level.isChoice ? ANY_ACCESS : footprintOfNextStep(m, thread);
    this.fingerprint.beforeStep();
    level.mark = m.beginTransition(m.fp, m.sp);
    const stop = runStep(m, thread, level.isChoice ? option : -1);
    m.uncaught = 0;
    this.#canonicalizer.noteWrites(since);
    m.compactLog(since);
    this.#companion?.noteStep(thread, since, heapTop);
    if (stop === Stop.ignored || stop === Stop.halted) return;
    const pending = stop === Stop.choice ? thread + 1 : 0;
    this.fingerprint.noteStep(thread, since, pending, footprintWord(touched));
    const wasLocal = this.fingerprint.wasLocal();
    this.fingerprint.complete();
    if (wasLocal) this.locals++;
    if (wasLocal !== this.fingerprint.wasLocal()) this.difference = "a step that was local is not";
    this.#arrive(stop, thread);
  }

  #arrive(stop: Stop, thread: number): void {
    const { m } = this;
    const isChoice = stop === Stop.choice;
    this.arrivals++;
    if (!this.#compare(isChoice ? thread + 1 : 0)) return;
    const options = isChoice
      ? Array.from({ length: m.choices }, () => thread)
      : Array.from({ length: m.threadCount }, (_, t) => t).filter((t) => isEnabled(m, t));
    const ordered = isChoice ? options : (this.disturbance?.shuffled(options) ?? options);
    this.#levels.push({ options: ordered, isChoice, next: 0, mark: null });
  }

  /** True for a state that was not there before. */
  #compare(pending: number): boolean {
    const canonicalizer = this.#canonicalizer;
    canonicalizer.write(pending);
    this.mostWords = Math.max(this.mostWords, canonicalizer.length);
    const words = canonicalizer.vector.subarray(0, canonicalizer.length);
    const vector = createHash("md5").update(words).digest("base64");
    const print = `${this.fingerprint.high} ${this.fingerprint.low}`;
    this.difference ??= this.#companion?.arrive(pending, vector) ?? null;
    const known = this.#prints.get(vector);
    const other = this.#vectors.get(print);
    if (known === print) return false;
    if (this.difference !== null) return false;
    if (known !== undefined) this.difference = "one state, two fingerprints";
    else if (other !== undefined) this.difference = "two states, one fingerprint";
    this.#prints.set(vector, print);
    this.#vectors.set(print, vector);
    return this.difference === null;
  }
}
