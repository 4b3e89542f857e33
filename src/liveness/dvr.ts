/** The dead-variable reductions that can be asked for, and what each takes for live. */
import type { FrameLiveness } from "../state/frame-liveness.ts";
import type { Machine } from "../vm/machine.ts";
import { LocalLiveness } from "./local-liveness.ts";

/** From none to all; each cuts at least what those before it cut. */
export const DVR_KINDS = ["none", "local"] as const;

export type DvrKind = (typeof DVR_KINDS)[number];

/** Which slots of frames count; null when all do. */
export const frameLiveness = (kind: DvrKind, m: Machine): FrameLiveness | null =>
  kind === "none" ? null : new LocalLiveness(m);

/**
 * For those who look again at what a search has found, and are not told how it
 * compared states: what any of the reductions takes for equal is equal here.
 */
export const strongestFrameLiveness = (m: Machine): FrameLiveness => new LocalLiveness(m);
