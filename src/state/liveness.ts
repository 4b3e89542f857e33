/**
 * What counts when states are compared, as far as a liveness analysis has a say.
 * All that compare states with each other must be given the same.
 */
import type { FieldLiveness } from "./field-liveness.ts";
import type { FrameLiveness } from "./frame-liveness.ts";

export interface Liveness {
  /** Which slots of frames count; null when all do. */
  readonly frames: FrameLiveness | null;
  /** Which fields of objects and statics count; null when all do. */
  readonly fields: FieldLiveness | null;
}

export const ALL_LIVE: Liveness = { frames: null, fields: null };
