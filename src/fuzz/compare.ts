/**
 * One program under several configurations: what each finds that it can end in,
 * and where they disagree. The judge is the reference search (brute-force.ts).
 * Where that does not come to its end, what it has found must be found by the
 * others, and the first of these that is complete judges the rest.
 */
import { exploreByForce } from "./brute-force.ts";
import type { Configuration } from "./configurations.ts";
import { exploreWith, limitsOf, type Searched } from "./explore.ts";
import type { FuzzInput } from "./fuzz-input.ts";
import type { FuzzLibrary } from "./fuzz-machine.ts";
import type { Exploration } from "./outcomes.ts";

/**
 * lost: the configuration misses an outcome; impossible: it has one that cannot
 * be; verdict: it disagrees on endless cycles; states: it visits another number
 * of states than it promises.
 */
export type DifferenceKind = "lost" | "impossible" | "verdict" | "states" | "jvm";

export interface Difference {
  readonly configuration: string;
  readonly kind: DifferenceKind;
  /** The outcome, or what else is not the same. */
  readonly text: string;
}

export interface Comparison {
  readonly differences: readonly Difference[];
  readonly reference: Exploration;
  /** By name of the configuration. */
  readonly searched: ReadonlyMap<string, Searched>;
}

export interface CompareOptions {
  readonly library: FuzzLibrary;
  readonly configurations: readonly Configuration[];
  /** States of the reference search, and of the others. */
  readonly referenceStates: number;
  readonly states: number;
}

export function compare(input: FuzzInput, options: CompareOptions): Comparison {
  const { library, configurations, referenceStates } = options;
  const reference = exploreByForce(library.machineOf(input), referenceStates);
  const searched = new Map<string, Searched>();
  for (const each of configurations) searched.set(each.name, searchWith(each, input, options));
  const judge = judgeOf(reference, searched);
  const differences = configurations.flatMap((each) => [
    ...differencesOf(each.name, searched.get(each.name)!, reference, judge),
    ...stateDifference(each, searched),
  ]);
  return { differences, reference, searched };
}

function searchWith(
  { machine, search }: Configuration,
  input: FuzzInput,
  { library, states }: CompareOptions,
): Searched {
  return exploreWith(search(library.machineOf(input, machine), limitsOf(states)));
}

interface Judge {
  /** Null: nothing is known of all outcomes. */
  readonly outcomes: ReadonlySet<string> | null;
  readonly isEndless: boolean | null;
}

function judgeOf(reference: Exploration, searched: ReadonlyMap<string, Searched>): Judge {
  const first = [...searched.values()].find((each) => each.isComplete);
  return {
    outcomes: reference.isComplete ? reference.outcomes : (first?.outcomes ?? null),
    isEndless: first?.isEndless ?? null,
  };
}

function differencesOf(
  configuration: string,
  found: Searched,
  reference: Exploration,
  judge: Judge,
): Difference[] {
  const possible = judge.outcomes ?? found.outcomes;
  const expected = new Set([...reference.outcomes, ...possible]);
  const lost = found.isComplete ? without(expected, found.outcomes) : [];
  const impossible =
    judge.outcomes === null ? [] : without(without(found.outcomes, possible), reference.outcomes);
  const isSame = !found.isComplete || judge.isEndless === found.isEndless;
  const verdict = `${found.isEndless ? "a" : "no"} cycle without end`;
  return [
    ...lost.map((text): Difference => ({ configuration, kind: "lost", text })),
    ...impossible.map((text): Difference => ({ configuration, kind: "impossible", text })),
    ...(isSame ? [] : [{ configuration, kind: "verdict", text: verdict } satisfies Difference]),
  ];
}

const without = (from: Iterable<string>, known: Iterable<string>): string[] => {
  const set = new Set(known);
  return [...from].filter((each) => !set.has(each));
};

function stateDifference(
  { name, sameStatesAs }: Configuration,
  searched: ReadonlyMap<string, Searched>,
): Difference[] {
  const found = searched.get(name)!;
  if (sameStatesAs === undefined || !found.isComplete) return [];
  const other = searched.get(sameStatesAs);
  if (other === undefined || !other.isComplete || other.states === found.states) return [];
  const text = `${found.states} states, and ${other.states} with ${sameStatesAs}`;
  return [{ configuration: name, kind: "states", text }];
}
