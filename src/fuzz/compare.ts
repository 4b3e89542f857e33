/**
 * One program under several configurations: what each finds that it can end in,
 * and where they disagree. The judge is the reference search (brute-force.ts).
 * Where that does not come to its end, whatever any of the searches has found
 * must be found by all that are complete.
 */
import { exploreByForce } from "./brute-force.ts";
import type { Configuration } from "./configurations.ts";
import { exploreWith, limitsOf, type Searched } from "./explore.ts";
import type { FuzzInput } from "./fuzz-input.ts";
import type { FuzzLibrary } from "./fuzz-machine.ts";
import type { Exploration } from "./outcomes.ts";

/**
 * lost: the configuration misses an outcome; impossible: it has one that cannot
 * be; verdict: it disagrees on cycles without end; states: it visits another
 * number of states than it promises; jvm: a real JVM came to an outcome that it
 * does not know.
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
  /** States after which the reference search gives up, and after which the others do. */
  readonly referenceStates: number;
  readonly states: number;
}

export function compare(input: FuzzInput, options: CompareOptions): Comparison {
  const { library, configurations, referenceStates } = options;
  const reference = exploreByForce(library.machineOf(input), referenceStates);
  const searched = new Map(
    configurations.map((each) => [each.name, searchWith(each, input, options)] as const),
  );
  const judge = judgeOf(reference, searched);
  const differences = configurations.flatMap(({ name, sameStatesAs }) => [
    ...outcomeDifferences(name, searched.get(name)!, judge),
    ...stateDifference(name, sameStatesAs, searched),
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
  /** All that a complete search must find. */
  readonly expected: ReadonlySet<string>;
  /** All that there are; null when nobody knows. */
  readonly possible: ReadonlySet<string> | null;
  /** As the first complete search has it: the reference knows nothing of cycles. */
  readonly isEndless: boolean | null;
}

function judgeOf(reference: Exploration, searched: ReadonlyMap<string, Searched>): Judge {
  const all = [...searched.values()];
  const isEndless = all.find((each) => each.isComplete)?.isEndless ?? null;
  const { outcomes } = reference;
  if (reference.isComplete) return { expected: outcomes, possible: outcomes, isEndless };
  const found = [reference, ...all].flatMap((each) => [...each.outcomes]);
  return { expected: new Set(found), possible: null, isEndless };
}

function outcomeDifferences(
  configuration: string,
  found: Searched,
  { expected, possible, isEndless }: Judge,
): Difference[] {
  const lost = found.isComplete ? missing(expected, found.outcomes) : [];
  const impossible = possible === null ? [] : missing(found.outcomes, possible);
  const isSame = !found.isComplete || isEndless === found.isEndless;
  const verdict = `${found.isEndless ? "a" : "no"} cycle without end`;
  return [
    ...lost.map((text): Difference => ({ configuration, kind: "lost", text })),
    ...impossible.map((text): Difference => ({ configuration, kind: "impossible", text })),
    ...(isSame ? [] : [{ configuration, kind: "verdict", text: verdict } as const]),
  ];
}

const missing = (wanted: ReadonlySet<string>, there: ReadonlySet<string>): string[] =>
  [...wanted].filter((each) => !there.has(each));

function stateDifference(
  configuration: string,
  sameStatesAs: string | undefined,
  searched: ReadonlyMap<string, Searched>,
): Difference[] {
  const found = searched.get(configuration)!;
  const other = sameStatesAs === undefined ? undefined : searched.get(sameStatesAs);
  if (other === undefined || !found.isComplete || !other.isComplete) return [];
  if (found.states === other.states) return [];
  const text = `${found.states} states, and ${other.states} with ${sameStatesAs}`;
  return [{ configuration, kind: "states", text }];
}

/** The configurations that a difference is about, and those it was judged by. */
export function concerned(
  { configuration }: Difference,
  all: readonly Configuration[],
): Configuration[] {
  const promised = all.find(({ name }) => name === configuration)?.sameStatesAs;
  return all.filter((each, i) => i === 0 || [configuration, promised].includes(each.name));
}

/** It shows again: the same thing is wrong with the same configuration, whatever the outcome. */
export const hasAgain = (again: readonly Difference[], first: Difference): boolean =>
  again.some(
    ({ configuration, kind }) => configuration === first.configuration && kind === first.kind,
  );
