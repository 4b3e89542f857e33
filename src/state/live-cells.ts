/**
 * What the state layer asks of a liveness analysis: which slots of frames, and which fields of objects and
 * statics, can still matter. A cell that cannot is no part of the state, and objects that only it refers to are
 * not found through it. Two states are comparable only if they were written with the same `LiveCells`.
 */
import type { TranslatedMethod } from "../vm/code/code-space.ts";

export interface LiveCells {
  /** Which slots of frames count; null if all do. */
  readonly frames: FrameLiveness | null;
  /** Which fields of objects and statics count; null if all do. */
  readonly fields: FieldLiveness | null;
}

export const ALL_LIVE: LiveCells = { frames: null, fields: null };

/** The answers depend on nothing but the place in the code, so that equal states have the same live slots. */
export interface FrameLiveness {
  /**
   * False if nothing that a thread will do from a frame at `pc` depends on the slot. Locals are counted from 0,
   * operands follow them, the bottom first; a long or double goes by its first slot.
   */
  isLive(code: TranslatedMethod, pc: number, slot: number): boolean;
  /** Registers a callback for when the answers change. Without this method they never do. */
  whenRenewed?(forget: () => void): void;
}

/**
 * Sets of fields have numbers; equal sets have equal numbers. Which set is live in a state depends only on what
 * is always part of the state: where the frames of all threads stand, and which classes have been initialized.
 * So equal states have the same live fields.
 */
export interface FieldLiveness {
  /** What any thread may still read in the machine's present state, itself or through threads that it starts. */
  ofState(): number;
  /** The field at a word offset of instances of a class. */
  isFieldLive(set: number, classId: number, offset: number): boolean;
  /** The elements of arrays of a class. */
  areElementsLive(set: number, classId: number): boolean;
  /** A word of the static area; words that hold no field are always live. */
  isStaticLive(set: number, address: number): boolean;
  /** True as long as everything is live in every state. */
  readonly isEverything?: boolean;
  /** The same as `ofState`, computed from what single threads may read. */
  readonly threads?: PerThreadLiveness;
}

/** For callers that know which threads have moved and need to ask only about those. */
export interface PerThreadLiveness {
  /**
   * While the phase stays the same, a thread that does not move may read the same fields. `known` is the phase
   * if no static word was written since it was asked for; otherwise -1.
   */
  phase(known: number): number;
  /** What the frames of a thread may still read in the present phase. */
  ofThread(thread: number): number;
  /** What may be read in a state whose first `count` threads may read these sets. */
  join(ofThreads: Int32Array, count: number): number;
}

/** No set of fields. */
export const NO_SET = -1;
