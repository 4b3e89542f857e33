/**
 * The ways to search that the fuzzer compares: a line of the table below is one
 * of them. Whatever a configuration leaves out or cuts off, it must find the
 * outcomes that the others find; some also promise to visit as many states as
 * another one, or no more. A new reduction is tried by adding lines; each kind
 * of dead-variable reduction that there is has its own.
 */
import {
  DVR_KINDS,
  type Dvr,
  type DvrKind,
  type DvrPart,
  dvrOf,
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
  /** The machine is booted with these, besides what all have. */
  readonly machine: Partial<MachineOptions>;
  /** `properties` are asked at every state; what they read is not dead. */
  readonly search: (
    m: Machine,
    limits: SearchLimits,
    properties: readonly StateProperty[],
  ) => Search;
  /** Dead fields are left out of states: what is in them at the end is up to chance. */
  readonly cutsFields?: boolean;
  /** Properties are asked, and must be told the same by all that ask them. */
  readonly watches?: boolean;
  /** A deadlock is an end like others: which of them it finds is up to it. */
  readonly ignoresDeadlocks?: boolean;
  /** Another configuration, which has as many states. */
  readonly sameStatesAs?: string;
  /** Other configurations, each of which has as many states or more. */
  readonly atMostStatesOf?: readonly string[];
  /** Sampled more often than others. */
  readonly isUsual?: boolean;
}

type Strategy = new (m: Machine, limits: SearchLimits, setup?: SearchSetup) => Search;

/** A line of the table: what differs from a depth-first search that keeps fingerprints. */
interface Line extends Omit<Configuration, "machine" | "search"> {
  readonly reductions: readonly Reduction[];
  readonly strategy?: Strategy;
  readonly newStore?: () => StateStore;
  readonly dvr?: Dvr;
  /** No path is followed further than this. */
  readonly depth?: number;
  /** Work after which analyses begin. */
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

/** What makes a search leave out what is dead. */
function setupOf(dvr: Dvr, m: Machine, properties: readonly StateProperty[]): Partial<SearchSetup> {
  const observers = properties.flatMap((each) => each.observers ?? []);
  return { liveness: livenessOf(dvr, m, observers), dynamic: dynamicOf(dvr) };
}

const compact = (): StateStore => new CompactStore();
const exact = (): StateStore => new ExactStore();

/** All sets of reductions, the smaller ones first. */
const SUBSETS: readonly (readonly Reduction[])[] = Array.from(
  { length: 1 << REDUCTIONS.length },
  (_, bits) => REDUCTIONS.filter((_name, i) => ((bits >> i) & 1) !== 0),
).toSorted((a, b) => a.length - b.length);

export const nameOfSet = (set: readonly Reduction[]): string =>
  set.length === 0 ? "none" : set.length === REDUCTIONS.length ? "default" : set.join("+");

const USUAL = new Set([
  "none",
  "sleep",
  "private+final",
  "private+final+discipline",
  "private+final+discipline+sleep",
  "default",
]);

/** Sleeping leaves out steps and no states, unless one thread may stand for all: then it depends on the order. */
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

/** What is live is known when a state is left for the last time: states depend on the order, and breadth-first has none. */
const dependsOnOrder = (kind: string): boolean => kind === "dynamic" || kind === "full";

/** Paths are cut off, unless the program is very short: then the search must say so. */
const SHALLOW = 12;

/** How a line of one kind of dead-variable reduction is written: its words without the kind. */
const lineOf =
  (kind: string, dvr: Dvr) =>
  (words: string, rest: Omit<Line, "name" | "dvr">): Configuration => {
    const [reductions = "", ...more] = words.split("@");
    const name = [reductions, kind, ...more].join("@");
    return configuration({ name, dvr, cutsFields: kind !== "local", ...rest });
  };

const lineOfKind = (kind: DvrKind): ReturnType<typeof lineOf> => lineOf(kind, dvrOf(kind));

/** A kind of dead-variable reduction with everything that it can meet. */
function linesOf(kind: DvrKind): Configuration[] {
  const line = lineOf(kind, dvrOf(kind));
  const isFree = !dependsOnOrder(kind);
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

/** For comparison only, and made of the same parts: few lines will do. */
function acyclicLines(): Configuration[] {
  const line = lineOf("acyclic", new Set<DvrPart>(["local", "dynamic", "acyclic"]));
  return [
    line("none", { reductions: [] }),
    line("private+final+sleep", { reductions: ["private", "final", "sleep"] }),
    line("default", all),
  ];
}

/** Analyses begin when the search has gone on for a while, which begins again then. */
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
 * Nothing is given up, put off or begun late: then all parts together have at most as many states as each of
 * them (docs/liveness-dynamic.md).
 */
function alwaysLines(): Configuration[] {
  const always = { effort: "always" } as const;
  const dynamic = lineOf("dynamic", dvrOf("dynamic"));
  const faint = lineOf("faint", new Set<DvrPart>(["local", "hybrid", "faint"]));
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

/** Objects are known by when they were made. */
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

/** The first one leaves out nothing. "default@local" is what `deadwood check` does when nothing is said. */
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
