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
 * does not know; error: it failed.
 */
export type DifferenceKind = "lost" | "impossible" | "verdict" | "states" | "jvm" | "error";

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
  /** What the first search that failed has thrown. */
  readonly thrown?: unknown;
}

/** The reference search among the names of configurations. */
export const REFERENCE = "reference";

export interface CompareOptions {
  readonly library: FuzzLibrary;
  readonly configurations: readonly Configuration[];
  /** States after which the reference search gives up, and after which the others do. */
  readonly referenceStates: number;
  readonly states: number;
}

export function compare(input: FuzzInput, options: CompareOptions): Comparison {
  const { library, configurations, referenceStates } = options;
  const failures = new Failures();
  const reference =
    failures.during(REFERENCE, () => exploreByForce(library.machineOf(input), referenceStates)) ??
    UNKNOWN;
  const searched = new Map<string, Searched>();
  for (const each of configurations) {
    const found = failures.during(each.name, () => searchWith(each, input, options));
    if (found !== null) searched.set(each.name, found);
  }
  const judge = judgeOf(reference, searched);
  const differences = configurations.flatMap(({ name, sameStatesAs }) => {
    const found = searched.get(name);
    if (found === undefined) return [];
    const other = sameStatesAs === undefined ? undefined : searched.get(sameStatesAs);
    return [
      ...outcomeDifferences(name, found, judge),
      ...(other === undefined ? [] : stateDifference(name, found, sameStatesAs ?? "", other)),
    ];
  });
  const { all, thrown } = failures;
  return { differences: [...all, ...differences], reference, searched, thrown };
}

const UNKNOWN: Exploration = { outcomes: new Set(), states: 0, isComplete: false };

/** Random programs are ordinary programs: a search that fails is as wrong as one that loses something. */
class Failures {
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
  found: Searched,
  otherName: string,
  other: Searched,
): Difference[] {
  if (!found.isComplete || !other.isComplete || found.states === other.states) return [];
  const text = `${found.states} states, and ${other.states} with ${otherName}`;
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
