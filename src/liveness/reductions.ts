/**
 * The dead-variable reductions that can be asked for, and what each takes for
 * live. They are parts that can be switched on one by one; some sets of parts
 * have names.
 */
import type { RuntimeMethod } from "../program/linking/runtime-class.ts";
import type { LiveCells } from "../state/live-cells.ts";
import type { Machine } from "../vm/machine.ts";
import { FaintLiveness } from "./faint/faint-liveness.ts";
import { HybridLiveness } from "./fields/hybrid-liveness.ts";
import { LocalLiveness } from "./slots/local-liveness.ts";

/**
 * local: dead slots of frames; hybrid: dead fields; faint: slots and fields that are
 * read without effect; dynamic: what the explored future did not read. And for
 * comparison only, acyclic: dynamic, but everything is live in states on
 * cycles.
 */
export const DVR_PARTS = ["local", "hybrid", "faint", "dynamic", "acyclic"] as const;
export type DvrPart = (typeof DVR_PARTS)[number];

/** What a part builds on. */
export const NEEDED: Readonly<Record<DvrPart, readonly DvrPart[]>> = {
  local: [],
  hybrid: [],
  faint: ["local", "hybrid"],
  dynamic: [],
  acyclic: ["dynamic"],
};

export const DVR_KINDS = ["none", "local", "hybrid", "dynamic", "full"] as const;
export type DvrKind = (typeof DVR_KINDS)[number];

const KINDS: Readonly<Record<DvrKind, readonly DvrPart[]>> = {
  none: [],
  local: ["local"],
  hybrid: ["local", "hybrid"],
  dynamic: ["local", "dynamic"],
  full: ["local", "hybrid", "faint", "dynamic"],
};

export type Dvr = ReadonlySet<DvrPart>;

export const dvrOf = (kind: DvrKind): Dvr => new Set(KINDS[kind]);

/** The part that the search itself carries out. */
export const dynamicOf = (dvr: Dvr): boolean | "acyclic" =>
  dvr.has("acyclic") ? "acyclic" : dvr.has("dynamic");

/** As it can be asked for: "hybrid", "local,hybrid,faint". */
export function formatReductions(dvr: Dvr): string {
  const kind = DVR_KINDS.find((each) => {
    const parts = KINDS[each];
    return parts.length === dvr.size && parts.every((part) => dvr.has(part));
  });
  return kind ?? DVR_PARTS.filter((part) => dvr.has(part)).join(",");
}

/** What counts with a reduction, where `observers` are methods that are evaluated at every state. */
export function livenessOf(
  which: Dvr | DvrKind,
  m: Machine,
  observers: readonly RuntimeMethod[] = [],
): LiveCells {
  const dvr = typeof which === "string" ? dvrOf(which) : which;
  const fields = dvr.has("hybrid") ? new HybridLiveness(m, observers, dvr.has("faint")) : null;
  if (fields !== null && dvr.has("faint")) return { frames: new FaintLiveness(m, fields), fields };
  return { frames: dvr.has("local") ? new LocalLiveness(m) : null, fields };
}

/**
 * For code that examines a search's result without knowing how the search compared
 * states: states that any reduction equates are equal here.
 */
export const strongestLiveness = (m: Machine): LiveCells =>
  livenessOf(new Set<DvrPart>(["local", "hybrid", "faint"]), m);
