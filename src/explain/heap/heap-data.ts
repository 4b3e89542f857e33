/**
 * The heap along a schedule, as a page shows it: the objects that matter, and for each step what it touched and which
 * values it changed. Applying the changes of the first n steps to `initial` gives the state after n steps.
 */

export interface HeapStory {
  readonly objects: readonly HeapObject[];
  /** The first state that is told: that after so many steps. `initial` describes it, and earlier steps change nothing. */
  readonly from: number;
  readonly initial: readonly CellChange[];
  /** One for each step of the schedule. */
  readonly steps: readonly HeapStep[];
  /** What the story leaves out, in sentences for the reader. */
  readonly notes: readonly string[];
}

export interface HeapObject {
  /** Its index among the objects. */
  readonly id: number;
  /** "Fork#1": as in the trace. */
  readonly name: string;
  readonly className: string;
  /** "static": the static fields of a class. */
  readonly kind: "object" | "array" | "static";
  /** Fields or elements that the story does not follow. */
  readonly omittedCells: number;
}

export interface HeapStep {
  readonly touched: readonly TouchedCell[];
  readonly changes: readonly CellChange[];
}

export interface TouchedCell {
  readonly object: number;
  readonly cell: string;
}

/** What is true of a cell from this state on. */
export interface CellChange {
  readonly object: number;
  /** "balance", "[3]". */
  readonly cell: string;
  readonly value: string;
  /** The object of the story that it refers to; null for other values. */
  readonly refersTo: number | null;
  /** False: the code shows that no thread can read the value before it is overwritten. */
  readonly isLive: boolean;
  /** Where this schedule reads the value next; null if it does not. */
  readonly readNextBy: NextRead | null;
}

export interface NextRead {
  /** The step that reads, counted from 0. */
  readonly step: number;
  readonly thread: string;
  /** "Account.java:12". */
  readonly place: string;
}

// ---- one state, with reasons ----

export interface HeapCell {
  readonly name: string;
  readonly value: string;
  /** The name of an object that is shown; null for other values. */
  readonly refersTo: string | null;
  readonly isLive: boolean;
  /** "Thread-1 may read it at Account.get:12", or why no thread can. */
  readonly why: string;
}

export interface HeapObjectView {
  readonly name: string;
  readonly className: string;
  readonly kind: "object" | "array" | "static";
  readonly lockedBy: string | null;
  readonly cells: readonly HeapCell[];
  readonly omittedCells: number;
}

export interface HeapView {
  readonly at: number;
  readonly objects: readonly HeapObjectView[];
  readonly omitted: number;
}
