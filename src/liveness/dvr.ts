/** The dead-variable reductions that can be asked for, and what each takes for live. */
import { unreachable } from "../core/assert.ts";
import type { RuntimeMethod } from "../program/runtime-class.ts";
import { ALL_LIVE, type Liveness } from "../state/liveness.ts";
import type { Machine } from "../vm/machine.ts";
import { HybridLiveness } from "./hybrid-liveness.ts";
import { LocalLiveness } from "./local-liveness.ts";

/** From none to all; each cuts at least what those before it cut. */
export const DVR_KINDS = ["none", "local", "hybrid"] as const;

export type DvrKind = (typeof DVR_KINDS)[number];

/** What counts with a reduction, where `observers` are methods that are evaluated at every state. */
export function livenessOf(
  kind: DvrKind,
  m: Machine,
  observers: readonly RuntimeMethod[] = [],
): Liveness {
  switch (kind) {
    case "none":
      return ALL_LIVE;
    case "local":
      return { frames: new LocalLiveness(m), fields: null };
    case "hybrid":
      return { frames: new LocalLiveness(m), fields: new HybridLiveness(m, observers) };
    default:
      return unreachable(kind);
  }
}

/**
 * For those who look again at what a search has found, and are not told how it
 * compared states: what any of the reductions takes for equal is equal here.
 */
export const strongestLiveness = (m: Machine): Liveness => livenessOf("hybrid", m);
