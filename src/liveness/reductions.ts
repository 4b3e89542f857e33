/**
 * The dead-variable reductions: a row for each part that can be switched on, with what it builds on and what it
 * takes out of the live cells, and a row for each set of parts that has a name. `--dvr`, its help text, reports, compare
 * and the fuzzer read these tables. A new part is a new row.
 */
import { bug } from "../core/assert.ts";
import type { RuntimeMethod } from "../program/linking/runtime-class.ts";
import { ALL_LIVE, type LiveCells } from "../state/live-cells.ts";
import type { Machine } from "../vm/machine.ts";
import { FaintLiveness } from "./faint/faint-liveness.ts";
import { HybridLiveness } from "./fields/hybrid-liveness.ts";
import { LocalLiveness } from "./slots/local-liveness.ts";

interface Analysis {
  readonly m: Machine;
  /** Methods that are evaluated at every state. */
  readonly observers: readonly RuntimeMethod[];
  readonly isFaint: boolean;
}

interface PartRow {
  readonly name: string;
  /** What it takes for dead. */
  readonly about: string;
  /** Parts in rows above that it builds on. */
  readonly needs: readonly string[];
  /** Takes more out of what the parts above it leave live; null if the search itself does that, from what it explores. */
  readonly narrow: ((live: LiveCells, analysis: Analysis) => LiveCells) | null;
}

const PARTS = [
  {
    name: "local",
    about: "dead locals and operands",
    needs: [],
    narrow: (live, { m }) => ({ ...live, frames: new LocalLiveness(m) }),
  },
  {
    name: "hybrid",
    about: "dead fields",
    needs: [],
    narrow: (live, { m, observers, isFaint }) => {
      return { ...live, fields: new HybridLiveness(m, observers, isFaint) };
    },
  },
  {
    name: "faint",
    about: "values that are read to no effect",
    needs: ["local", "hybrid"],
    narrow: ({ fields }, { m }) => {
      if (!(fields instanceof HybridLiveness)) bug("faint values without dead fields");
      return { frames: new FaintLiveness(m, fields), fields };
    },
  },
  {
    name: "dynamic",
    about: "what the explored future did not read",
    needs: [],
    narrow: null,
  },
  {
    name: "acyclic",
    about: "of that, nothing in states on cycles (for comparison)",
    needs: ["dynamic"],
    narrow: null,
  },
] as const satisfies readonly PartRow[];

export type DvrPart = (typeof PARTS)[number]["name"];
export const DVR_PARTS: readonly DvrPart[] = PARTS.map(({ name }) => name);

interface SetRow {
  readonly name: string;
  readonly parts: readonly DvrPart[];
}

const SETS = [
  { name: "none", parts: [] },
  { name: "local", parts: ["local"] },
  { name: "hybrid", parts: ["local", "hybrid"] },
  { name: "dynamic", parts: ["local", "dynamic"] },
  { name: "full", parts: ["local", "hybrid", "faint", "dynamic"] },
] as const satisfies readonly SetRow[];

export type DvrKind = (typeof SETS)[number]["name"];
export const DVR_KINDS: readonly DvrKind[] = SETS.map(({ name }) => name);

export type Dvr = ReadonlySet<DvrPart>;

export const dvrOf = (kind: DvrKind): Dvr => new Set(setNamed(kind));

const setNamed = (kind: DvrKind): readonly DvrPart[] =>
  SETS.find(({ name }) => name === kind)!.parts;

const rowOf = (part: DvrPart): PartRow & { readonly needs: readonly DvrPart[] } =>
  PARTS.find(({ name }) => name === part)!;

/** The parts that a part builds on. */
export const neededBy = (part: DvrPart): readonly DvrPart[] => rowOf(part).needs;

/** These parts, and all that they build on. */
export const dvrWith = (...parts: readonly DvrPart[]): Dvr =>
  new Set(parts.flatMap((part): DvrPart[] => [...dvrWith(...neededBy(part)), part]));

/** The part that the search itself carries out. */
export const dynamicOf = (dvr: Dvr): boolean | "acyclic" =>
  dvr.has("acyclic") ? "acyclic" : dvr.has("dynamic");

/** True if which cells are dead depends on what the search has explored, and so on its order. */
export const dependsOnOrder = (dvr: Dvr): boolean =>
  [...dvr].some((part) => rowOf(part).narrow === null);

/** As it can be asked for: "hybrid", "local,hybrid,faint". */
export function formatReductions(dvr: Dvr): string {
  const kind = DVR_KINDS.find((each) => {
    const parts = setNamed(each);
    return parts.length === dvr.size && parts.every((part) => dvr.has(part));
  });
  return kind ?? DVR_PARTS.filter((part) => dvr.has(part)).join(",");
}

/** For `--help`: what each named set takes for dead. */
export const describeSets = (): string =>
  SETS.filter(({ parts }) => parts.length > 0)
    .map(({ name, parts }) => {
      const dead = parts.map((part) => rowOf(part).about);
      return `${name}: ${dead.join(", ")}`;
    })
    .join("; ");

/** What counts with a reduction, where `observers` are methods that are evaluated at every state. */
export function livenessOf(
  which: Dvr | DvrKind,
  m: Machine,
  observers: readonly RuntimeMethod[] = [],
): LiveCells {
  const dvr = typeof which === "string" ? dvrOf(which) : which;
  const analysis = { m, observers, isFaint: dvr.has("faint") };
  let live = ALL_LIVE;
  for (const { name, narrow } of PARTS) {
    if (dvr.has(name) && narrow !== null) live = narrow(live, analysis);
  }
  return live;
}

/**
 * For code that examines a search's result without knowing how the search compared
 * states: states that any reduction equates are equal here.
 */
export const strongestLiveness = (m: Machine): LiveCells => livenessOf(dvrWith("faint"), m);
