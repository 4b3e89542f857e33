/**
 * The heap along a schedule as the page shows it: first the cells as they are before the first step, then what
 * each step changes. The page applies the changes in order, so that any state can be shown.
 */

export interface HeapObject {
  readonly id: number;
  /** "Fork#1" */
  readonly name: string;
  readonly className: string;
  readonly kind: "object" | "array" | "static";
}

/** A cell whose value or liveness has changed. */
export interface CellChange {
  /** `HeapObject.id` */
  readonly object: number;
  /** The name of the field, the index of the element, or "static p.C.f". */
  readonly cell: string;
  readonly value: string;
  /** The id of the object that the value refers to; null if it is not a reference to a known object. */
  readonly refersTo: number | null;
  /** A thread may read the value before it is written again. */
  readonly isLive: boolean;
  /** The next read of the value in this schedule; null if there is none. */
  readonly readNextBy: {
    /** Index into the trace's steps. */
    readonly step: number;
    readonly thread: string;
    readonly place: string;
  } | null;
}

export interface HeapStep {
  readonly touched: readonly { readonly object: number; readonly cell: string }[];
  /** The cells whose value or liveness this step has changed. */
  readonly changes: readonly CellChange[];
}

export interface HeapStory {
  readonly objects: readonly HeapObject[];
  /** The cells before the first step. */
  readonly initial: readonly CellChange[];
  /** One for each step of the trace. */
  readonly steps: readonly HeapStep[];
}
