/**
 * Searches one program under several configurations and compares the outcomes. The reference search decides
 * what is right (reference/reference-search.ts). If it is incomplete, every complete search must find what
 * any search has found.
 */

import type { FuzzInput } from "./fuzz-input.ts";
import type { FuzzLibrary } from "./fuzz-machine.ts";
import { exploreWith, limitsOf, type Searched } from "./outcomes/collect.ts";
import { Watch } from "./outcomes/observed-properties.ts";
import { type Exploration, isDeadlock, type Outcomes } from "./outcomes/outcomes.ts";
import { exploreByForce } from "./reference/reference-search.ts";
import type { Configuration } from "./search-configurations.ts";

/**
 * lost: the configuration misses an outcome; impossible: it reports an outcome that cannot occur; verdict: it
 * disagrees about livelocks; property: it disagrees about what properties report; states: it visits another
 * number of states than it promises; jvm: a real JVM produced an outcome that the checker does not know;
 * unmodelled: the JDK's own classes produce an outcome that the models do not; invented: the models produce
 * an outcome that the JDK's classes do not; error: it failed.
 */
export type DifferenceKind =
  | "lost"
  | "impossible"
  | "verdict"
  | "property"
  | "states"
  | "jvm"
  | "unmodelled"
  | "invented"
  | "error";

export interface Difference {
  readonly configuration: string;
  readonly kind: DifferenceKind;
  /** The outcome, or whatever else differs. */
  readonly text: string;
}

export interface ProgramComparison {
  readonly differences: readonly Difference[];
  readonly reference: Exploration;
  /** By name of the configuration. */
  readonly searched: ReadonlyMap<string, Searched>;
  /** The exception of the first search that failed. */
  readonly thrown?: unknown;
}

/** The name of the reference search among those of configurations. */
export const REFERENCE = "reference";

export interface DifferenceOptions {
  readonly library: FuzzLibrary;
  readonly configurations: readonly Configuration[];
  /** The limits of the reference search and of the others. */
  readonly referenceStates: number;
  readonly states: number;
}

export function compare(input: FuzzInput, options: DifferenceOptions): ProgramComparison {
  const { library, configurations, referenceStates } = options;
  const failures = new Failures();
  const reference =
    failures.during(REFERENCE, () => exploreByForce(library.machineOf(input), referenceStates)) ??
    UNKNOWN;
  // A program that is too large for the reference search says less, so half the states are enough.
  const states = reference.isComplete ? options.states : Math.ceil(options.states / 2);
  const searched = new Map<string, Searched>();
  for (const each of configurations) {
    const found = failures.during(each.name, () => searchWith(each, input, library, states));
    if (found !== null) searched.set(each.name, found);
  }
  const judge = judgeOf(reference, searched, configurations);
  const differences = configurations.flatMap((each) => {
    const found = searched.get(each.name);
    if (found === undefined) return [];
    return [...outcomeDifferences(each, found, judge), ...stateDifferences(each, searched)];
  });
  const { all, thrown } = failures;
  return { differences: [...all, ...differences], reference, searched, thrown };
}

const UNKNOWN: Exploration = {
  outcomes: new Set(),
  observed: new Set(),
  states: 0,
  isComplete: false,
};

/**
 * Collects failures. Random programs are ordinary programs, so a search that fails is as wrong as one that
 * loses an outcome.
 */
export class Failures {
  readonly all: Difference[] = [];
  thrown: unknown = undefined;

  during<T>(configuration: string, work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.all.push({ configuration, kind: "error", text });
      this.thrown ??= error;
      return null;
    }
  }
}

function searchWith(
  { machine, search, watches = false }: Configuration,
  input: FuzzInput,
  library: FuzzLibrary,
  states: number,
): Searched {
  const m = library.machineOf(input, machine);
  const watch = watches ? new Watch(m) : null;
  const found = exploreWith(search(m, limitsOf(states), watch?.properties ?? []));
  return watch === null ? found : { ...found, complaints: watch.allOf(found.complaints) };
}

interface Judge {
  /** The outcomes that a complete search must find. */
  readonly expected: Outcomes;
  /** All possible outcomes; null if unknown. */
  readonly possible: Outcomes | null;
  /** Whether the first complete search that can tell found a livelock; the reference search cannot tell. */
  readonly hasLivelock: boolean | null;
  /** What the first complete search with properties reported. */
  readonly complaints: ReadonlySet<string> | null;
}

function judgeOf(
  reference: Exploration,
  searched: ReadonlyMap<string, Searched>,
  configurations: readonly Configuration[],
): Judge {
  const all = configurations.flatMap((each) => {
    const found = searched.get(each.name);
    return found === undefined ? [] : [{ ...each, found }];
  });
  const complete = all.filter(({ found }) => found.isComplete);
  const hasLivelock =
    complete.find(({ found }) => found.detectsLivelock)?.found.hasLivelock ?? null;
  const complaints = complete.find(({ watches }) => watches === true)?.found.complaints ?? null;
  if (reference.isComplete) {
    return { expected: reference, possible: reference, hasLivelock, complaints };
  }
  const exact = all.filter(({ cutsFields }) => cutsFields !== true).map(({ found }) => found);
  const outcomes = [reference, ...exact].flatMap((each) => [...each.outcomes]);
  const observed = [reference, ...searched.values()].flatMap((each) => [...each.observed]);
  const expected = { outcomes: new Set(outcomes), observed: new Set(observed) };
  return { expected, possible: null, hasLivelock, complaints };
}

function outcomeDifferences(
  { name: configuration, ...asked }: Configuration,
  found: Searched,
  { expected, possible, hasLivelock, complaints }: Judge,
): Difference[] {
  const { cutsFields = false, watches = false, ignoresDeadlocks = false } = asked;
  const of = (outcomes: Outcomes): ReadonlySet<string> => {
    const all = cutsFields ? outcomes.observed : outcomes.outcomes;
    return ignoresDeadlocks ? new Set([...all].filter((each) => !isDeadlock(each))) : all;
  };
  const lost = found.isComplete ? missing(of(expected), of(found)) : [];
  const impossible = possible === null ? [] : missing(of(found), of(possible));
  const isKnown = found.isComplete && found.detectsLivelock;
  const isSame = !isKnown || hasLivelock === found.hasLivelock;
  const verdict = `${found.hasLivelock ? "a" : "no"} cycle without end`;
  const said =
    watches && found.isComplete && complaints !== null
      ? [
          ...missing(complaints, found.complaints).map((text) => `not told: ${text}`),
          ...missing(found.complaints, complaints).map((text) => `told: ${text}`),
        ]
      : [];
  return [
    ...lost.map((text): Difference => ({ configuration, kind: "lost", text })),
    ...impossible.map((text): Difference => ({ configuration, kind: "impossible", text })),
    ...(isSame ? [] : [{ configuration, kind: "verdict", text: verdict } as const]),
    ...said.map((text): Difference => ({ configuration, kind: "property", text })),
  ];
}

const missing = (wanted: ReadonlySet<string>, there: ReadonlySet<string>): string[] =>
  [...wanted].filter((each) => !there.has(each));

function stateDifferences(
  { name: configuration, sameStatesAs, atMostStatesOf = [] }: Configuration,
  searched: ReadonlyMap<string, Searched>,
): Difference[] {
  const found = searched.get(configuration);
  if (found?.isComplete !== true) return [];
  const unlike = (names: readonly string[], isKept: (states: number) => boolean): Difference[] =>
    names.flatMap((name) => {
      const other = searched.get(name);
      if (other?.isComplete !== true || isKept(other.states)) return [];
      const text = `${found.states} states, and ${other.states} with ${name}`;
      return [{ configuration, kind: "states", text }];
    });
  return [
    ...unlike(
      sameStatesAs === undefined ? [] : [sameStatesAs],
      (states) => found.states === states,
    ),
    ...unlike(atMostStatesOf, (states) => found.states <= states),
  ];
}

/** The configurations that a difference concerns, and those they were compared with. */
export function concerned(
  { configuration }: Difference,
  all: readonly Configuration[],
): Configuration[] {
  const found = all.find(({ name }) => name === configuration);
  const wanted = new Set([configuration, ...(found === undefined ? [] : judgesOf(found))]);
  return all.filter(({ name }, i) => i === 0 || wanted.has(name));
}

/** The configurations that this one is compared with, besides the first. */
export const judgesOf = ({ sameStatesAs, atMostStatesOf, watches }: Configuration): string[] =>
  [sameStatesAs, ...(atMostStatesOf ?? []), watches === true ? FIRST_WATCH : undefined].filter(
    (name) => name !== undefined,
  );

/** The configuration without reductions and with properties. */
const FIRST_WATCH = "none@watch";

/** Whether the difference recurs: the same kind for the same configuration, whatever the outcome. */
export const hasAgain = (again: readonly Difference[], first: Difference): boolean =>
  again.some(
    ({ configuration, kind }) => configuration === first.configuration && kind === first.kind,
  );
