/**
 * The future of a state as a graph of steps with the cells each one reads and writes. It answers one
 * question: does some schedule read a cell of the first state before it is written, and in which step?
 *
 * If a step of some state was not taken, cells that were not written on the way there are unknown, not dead.
 */
import type { Step } from "../../search/step.ts";
import type { ReadPlace } from "./cell-accesses.ts";

/** In place of a state: the program ends there or was not explored further. */
export const END = -1;

export interface FutureStep {
  readonly step: Step;
  readonly thread: string;
  /** The state that the step leads to, or END. */
  readonly to: number;
  /** The reads of cells before they were written. */
  readonly reads: ReadonlyMap<number, ReadPlace>;
  readonly writes: ReadonlySet<number>;
}

export interface FirstRead {
  /** The steps from the first state; the last one reads. */
  readonly steps: readonly FutureStep[];
  readonly place: ReadPlace;
}

export type Future =
  | { readonly kind: "read"; readonly first: FirstRead }
  | { readonly kind: "unread" | "unknown" };

/** The future of a state's values, however it was found. */
export interface FutureReads {
  /** The whole future has been explored. */
  readonly isWhole: boolean;
  /** The future of a cell. */
  of(cell: number): Future;
}

const UNREAD: Future = { kind: "unread" };
const UNKNOWN: Future = { kind: "unknown" };

export class FutureGraph implements FutureReads {
  readonly #steps: FutureStep[][] = [];
  readonly #isComplete: boolean[] = [];
  /** The cells that some step writes; `#read` are those that some step reads. */
  readonly #written = new Set<number>();
  readonly #read = new Set<number>();
  /** The first reads of cells that no step writes, computed once for all of them. */
  #unwritten: Map<number, FirstRead> | null = null;
  /** The machine covers less than the program's behaviour. */
  isPartial = false;

  get states(): number {
    return this.#steps.length;
  }

  /** Adds a state and returns its number. */
  add(): number {
    this.#isComplete.push(false);
    return this.#steps.push([]) - 1;
  }

  addStep(from: number, step: FutureStep): void {
    this.#steps[from]!.push(step);
    for (const cell of step.reads.keys()) this.#read.add(cell);
    for (const cell of step.writes) this.#written.add(cell);
  }

  /** Call when all steps of the state have been added. */
  complete(state: number): void {
    this.#isComplete[state] = true;
  }

  /** All steps from all states. */
  allSteps(): readonly FutureStep[] {
    return this.#steps.flat();
  }

  /** The graph contains the whole future. */
  get isWhole(): boolean {
    return !this.isPartial && this.#isComplete.every(Boolean);
  }

  /** The future of a cell from state 0. */
  of(cell: number): Future {
    const { isWhole } = this;
    if (!this.#read.has(cell) && isWhole) return UNREAD;
    if (this.#written.has(cell)) return this.#search(cell);
    this.#unwritten ??= this.#firstReads();
    const first = this.#unwritten.get(cell);
    if (first !== undefined) return { kind: "read", first };
    return isWhole ? UNREAD : UNKNOWN;
  }

  /** Searches breadth-first along steps that do not write the cell. */
  #search(cell: number): Future {
    const cameBy = new Map<number, readonly [number, FutureStep] | null>([[0, null]]);
    let isUnknown = this.isPartial;
    for (const state of cameBy.keys()) {
      if (!this.#isComplete[state]!) isUnknown = true;
      for (const step of this.#steps[state]!) {
        const place = step.reads.get(cell);
        if (place !== undefined) {
          return { kind: "read", first: { steps: [...wayTo(state, cameBy), step], place } };
        }
        if (step.to === END || step.writes.has(cell) || cameBy.has(step.to)) continue;
        cameBy.set(step.to, [state, step]);
      }
    }
    return isUnknown ? UNKNOWN : UNREAD;
  }

  /** The nearest read of each cell, regardless of writes. */
  #firstReads(): Map<number, FirstRead> {
    const found = new Map<number, FirstRead>();
    const cameBy = new Map<number, readonly [number, FutureStep] | null>([[0, null]]);
    for (const state of cameBy.keys()) {
      for (const step of this.#steps[state]!) {
        for (const [cell, place] of step.reads) {
          if (found.has(cell)) continue;
          found.set(cell, { steps: [...wayTo(state, cameBy), step], place });
        }
        if (step.to !== END && !cameBy.has(step.to)) cameBy.set(step.to, [state, step]);
      }
    }
    return found;
  }
}

function wayTo(
  state: number,
  cameBy: ReadonlyMap<number, readonly [number, FutureStep] | null>,
): FutureStep[] {
  const way: FutureStep[] = [];
  for (let at = cameBy.get(state); at !== null && at !== undefined; at = cameBy.get(at[0])) {
    way.push(at[1]);
  }
  return way.toReversed();
}
