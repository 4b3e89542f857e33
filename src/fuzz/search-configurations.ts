/**
 * The search configurations that the fuzzer compares, one for each line of the table below. Whatever a
 * configuration leaves out, it must find the same outcomes as the others; some also promise to visit as many
 * states as another one, or no more. To test a new reduction, add lines; each kind of dead-variable reduction
 * has its own.
 */
import {
  DVR_KINDS,
  type Dvr,
  type DvrKind,
  dependsOnOrder,
  dvrOf,
  dvrWith,
  dynamicOf,
  livenessOf,
} from "../liveness/reductions.ts";
import { BreadthFirst } from "../search/breadth-first.ts";
import { DepthFirst } from "../search/depth-first.ts";
import { ALL_PROPERTIES } from "../search/judge.ts";
import type { StateProperty } from "../search/properties/property.ts";
import type { DvrEffort } from "../search/reductions/effort.ts";
import type { Search, SearchLimits, SearchSetup } from "../search/search.ts";
import type { HeapOrder } from "../state/heap-order.ts";
import { CompactStore } from "../state/stores/compact-store.ts";
import { ExactStore } from "../state/stores/exact-store.ts";
import type { StateStore } from "../state/stores/store.ts";
import type { Machine } from "../vm/machine.ts";
import { type MachineOptions, REDUCTIONS, type Reduction } from "../vm/machine-options.ts";

export interface Configuration {
  readonly name: string;
  /** Machine settings, in addition to the common ones. */
  readonly machine: Partial<MachineOptions>;
  /** `properties` are evaluated in every state; what they read is live. */
  readonly search: (
    m: Machine,
    limits: SearchLimits,
    properties: readonly StateProperty[],
  ) => Search;
  /** Dead fields are left out of states, so their final values are arbitrary. */
  readonly cutsFields?: boolean;
  /** Properties are evaluated, and all configurations that do so must agree. */
  readonly watches?: boolean;
  /** Deadlocks are not violations, so it may find any of them. */
  readonly ignoresDeadlocks?: boolean;
  /** The name of a configuration with the same number of states. */
  readonly sameStatesAs?: string;
  /** The names of configurations with at least as many states. */
  readonly atMostStatesOf?: readonly string[];
  /** It is sampled more often than others. */
  readonly isUsual?: boolean;
}

type Strategy = new (m: Machine, limits: SearchLimits, setup?: SearchSetup) => Search;

/** A line of the table: how the search differs from a depth-first search with fingerprints. */
interface Line extends Omit<Configuration, "machine" | "search"> {
  readonly reductions: readonly Reduction[];
  readonly strategy?: Strategy;
  readonly newStore?: () => StateStore;
  readonly dvr?: Dvr;
  /** The maximum depth of a path. */
  readonly depth?: number;
  /** The amount of work after which analyses start. */
  readonly patience?: number;
  readonly effort?: DvrEffort;
  readonly heapOrder?: HeapOrder;
}

function configuration(line: Line): Configuration {
  const { reductions, strategy: SearchClass = DepthFirst, newStore = compact, ...others } = line;
  const { dvr = dvrOf("none"), depth, patience, effort = "auto", heapOrder, ...rest } = others;
  const judged = { ...ALL_PROPERTIES, deadlock: rest.ignoresDeadlocks !== true };
  return {
    ...rest,
    machine: { reductions: new Set(reductions) },
    search: (m, limits, properties) =>
      new SearchClass(m, depth === undefined ? limits : { ...limits, depth }, {
        newStore,
        judged,
        inspected: properties,
        patience,
        effort,
        ...(heapOrder === undefined ? {} : { heapOrder }),
        ...setupOf(dvr, m, properties),
      }),
  };
}

/** Settings for leaving out dead values. */
function setupOf(dvr: Dvr, m: Machine, properties: readonly StateProperty[]): Partial<SearchSetup> {
  const observers = properties.flatMap((each) => each.observers ?? []);
  return { liveness: livenessOf(dvr, m, observers), dynamic: dynamicOf(dvr) };
}

const compact = (): StateStore => new CompactStore();
const exact = (): StateStore => new ExactStore();

/** All sets of reductions, smaller ones first. */
const SUBSETS: readonly (readonly Reduction[])[] = Array.from(
  { length: 1 << REDUCTIONS.length },
  (_, bits) => REDUCTIONS.filter((_name, i) => ((bits >> i) & 1) !== 0),
).toSorted((a, b) => a.length - b.length);

const nameOfSet = (set: readonly Reduction[]): string =>
  set.length === 0 ? "none" : set.length === REDUCTIONS.length ? "default" : set.join("+");

const USUAL = new Set([
  "none",
  "sleep",
  "private+final",
  "private+final+discipline",
  "private+final+discipline+sleep",
  "default",
]);

/**
 * Sleep sets leave out steps but no states, unless one thread may stand for all; then it depends on the
 * order.
 */
function subset(set: readonly Reduction[]): Configuration {
  const isShorter = set.includes("sleep") && !set.includes("threads");
  const awake = set.filter((each) => each !== "sleep");
  const name = nameOfSet(set);
  return configuration({
    name,
    reductions: set,
    ...(isShorter ? { sameStatesAs: nameOfSet(awake) } : {}),
    isUsual: USUAL.has(name),
  });
}

/** Cuts paths, unless the program is very short; the search must then report that it is incomplete. */
const SHALLOW = 12;

/** How to name a line of one kind of dead-variable reduction: its words without the kind. */
const lineOf =
  (kind: string, dvr: Dvr) =>
  (words: string, rest: Omit<Line, "name" | "dvr">): Configuration => {
    const [reductions = "", ...more] = words.split("@");
    const name = [reductions, kind, ...more].join("@");
    return configuration({ name, dvr, cutsFields: kind !== "local", ...rest });
  };

const lineOfKind = (kind: DvrKind): ReturnType<typeof lineOf> => lineOf(kind, dvrOf(kind));

/** Combines a kind of dead-variable reduction with everything that may affect it. */
function linesOf(kind: DvrKind): Configuration[] {
  const line = lineOfKind(kind);
  // What the explored future reads is known when a state is finished, which it never is in a breadth-first search.
  const isFree = !dependsOnOrder(dvrOf(kind));
  const same = isFree ? { sameStatesAs: `none@${kind}` } : {};
  const fewer = { atMostStatesOf: ["none"] };
  return [
    line("none", { reductions: [], ...(isFree ? fewer : {}), isUsual: true }),
    line("none@exact", { reductions: [], ...same, newStore: exact }),
    line("none@shallow", { reductions: [], depth: SHALLOW }),
    line("none@watch", { reductions: [], watches: true, isUsual: true }),
    line("private+final", { reductions: ["private", "final"], isUsual: true }),
    line("private+final+sleep", { reductions: ["private", "final", "sleep"] }),
    line("private+final+discipline", { reductions: ["private", "final", "discipline"] }),
    line("default", { ...all, isUsual: true }),
    line("default@exact", { ...all, newStore: exact, isUsual: true }),
    line("default@watch", { ...all, watches: true }),
    line("default@quiet", { ...all, ignoresDeadlocks: true }),
    ...(isFree
      ? [
          line("none@bfs", { reductions: [], ...same, ...bfs }),
          line("default@bfs", { ...all, ...bfs, isUsual: true }),
        ]
      : []),
  ];
}

/** These exist only for comparison and consist of the same parts, so a few lines are enough. */
function acyclicLines(): Configuration[] {
  const line = lineOf("acyclic", dvrWith("local", "acyclic"));
  return [
    line("none", { reductions: [] }),
    line("private+final+sleep", { reductions: ["private", "final", "sleep"] }),
    line("default", all),
  ];
}

/** The analyses start after the search has run for a while, and it restarts then. */
function patientLines(): Configuration[] {
  const line = lineOf("patient", dvrOf("full"));
  const early = { patience: 256 };
  const late = { patience: 4096 };
  return [
    line("none@early", { reductions: [], ...early, isUsual: true }),
    line("none@late", { reductions: [], ...late }),
    line("private+final+sleep@late", { reductions: ["private", "final", "sleep"], ...late }),
    line("none@late@exact", { reductions: [], ...late, newStore: exact }),
    line("default@early", { ...all, ...early }),
    line("default@late", { ...all, ...late, isUsual: true }),
    line("default@late@watch", { ...all, ...late, watches: true }),
  ];
}

const partsUnder = (set: string): readonly string[] => [
  set,
  `${set}@local`,
  `${set}@hybrid`,
  `${set}@faint@always`,
  `${set}@dynamic@always`,
];

/**
 * No part is stopped or postponed. Then all parts together have at most as many states as each of them alone
 * (docs/liveness-dynamic.md).
 */
function alwaysLines(): Configuration[] {
  const always = { effort: "always" } as const;
  const dynamic = lineOf("dynamic", dvrOf("dynamic"));
  const faint = lineOf("faint", dvrWith("faint"));
  const full = lineOf("full", dvrOf("full"));
  return (
    [
      ["none", { reductions: [] }],
      ["default", all],
    ] as const
  ).flatMap(([set, { reductions }]) => {
    const line = { reductions, ...always };
    return [
      dynamic(`${set}@always`, { ...line, atMostStatesOf: [set, `${set}@local`] }),
      faint(`${set}@always`, { ...line, atMostStatesOf: [set, `${set}@local`, `${set}@hybrid`] }),
      full(`${set}@always`, { ...line, atMostStatesOf: partsUnder(set), isUsual: true }),
      full(`${set}@always@exact`, { ...line, newStore: exact }),
    ];
  });
}

/** Objects are identified by when they were allocated. */
function allocatedLines(): Configuration[] {
  const allocated = { heapOrder: "as-allocated" } as const;
  return [
    configuration({ name: "none@allocated", reductions: [], ...allocated }),
    configuration({ name: "default@allocated", ...all, ...allocated }),
    lineOfKind("hybrid")("none@allocated", { reductions: [], ...allocated }),
    lineOfKind("dynamic")("none@allocated", { reductions: [], ...allocated, effort: "always" }),
    lineOfKind("full")("default@allocated", { ...all, ...allocated }),
    lineOfKind("full")("default@allocated@exact", { ...all, ...allocated, newStore: exact }),
  ];
}

const none = { reductions: [], sameStatesAs: "none" } as const;
const all = { reductions: REDUCTIONS };
const bfs = { strategy: BreadthFirst };

/** The first one has no reductions. "default@local" is `deadwood check` without options. */
export const CONFIGURATIONS: readonly Configuration[] = [
  ...SUBSETS.map(subset),
  configuration({ name: "none@bfs", ...none, ...bfs, isUsual: true }),
  configuration({ name: "none@exact", ...none, newStore: exact }),
  configuration({ name: "none@bfs@exact", ...none, ...bfs, newStore: exact }),
  configuration({ name: "none@watch", reductions: [], watches: true }),
  configuration({ name: "default@bfs", ...all, ...bfs, isUsual: true }),
  configuration({ name: "default@exact", ...all, newStore: exact, isUsual: true }),
  configuration({ name: "default@bfs@exact", ...all, ...bfs, newStore: exact }),
  configuration({ name: "default@watch", ...all, watches: true }),
  configuration({ name: "none@quiet", ...none, ignoresDeadlocks: true }),
  ...DVR_KINDS.filter((kind) => kind !== "none").flatMap(linesOf),
  ...acyclicLines(),
  ...patientLines(),
  ...alwaysLines(),
  ...allocatedLines(),
];
