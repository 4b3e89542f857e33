/** Where a violation is in the source: the place that a code host marks, and those that explain it. */
import type { ReportedViolation } from "../../check/check-report.ts";
import { findProperty } from "../../search/properties/table.ts";
import { shownFrame } from "../../search/trace/frames-shown.ts";
import type { Frame, Place, Trace, WhyFact } from "../../search/trace/trace.ts";

/** Code hosts show no more, and a reader reads less. */
const MAX_RELATED = 50;

/** A fact of the explanation that has a place in the program. */
export interface PlacedFact extends WhyFact {
  readonly place: Place;
}

/**
 * The line where an exception was thrown, the first piece of evidence, the place that the property names, or the
 * last operation of the program. Without any of them it is the main class: a result must have a place.
 */
export function primaryFrame(violation: ReportedViolation, main: string): Frame {
  const { kind, exception, evidence, trace } = violation;
  const thrownAt = exception?.thrownAt ?? null;
  if (thrownAt !== null) return thrownAt;
  const named = findProperty(kind)?.locations?.(trace) ?? [];
  const places = [...evidence.map(({ place }) => place), ...named, ...lastPlaces(trace)];
  const [first] = places.filter(({ isProgram, file }) => isProgram && file !== null);
  return first === undefined ? frameOfMain(main) : shownFrame(first);
}

function lastPlaces({ steps }: Trace): Place[] {
  return steps
    .toReversed()
    .flatMap((step) => [
      ...step.operations.map(({ place }) => place).toReversed(),
      ...(step.place.isProgram ? [step.place] : []),
    ]);
}

function frameOfMain(main: string): Frame {
  const name = main.slice(main.lastIndexOf(".") + 1);
  const [outer = name] = name.split("$");
  return { method: `${main}.main`, file: `${outer}.java`, line: 1, isHelper: false };
}

/** The facts of the explanation; without one, the other places that the violation is about. */
export function relatedFacts(violation: ReportedViolation): PlacedFact[] {
  const { why } = violation.trace;
  const facts = why === null ? otherPlaces(violation) : why.facts;
  return facts
    .flatMap((fact) => (isPlaced(fact) && fact.place.isProgram ? [fact] : []))
    .slice(0, MAX_RELATED);
}

function otherPlaces({ kind, evidence, trace }: ReportedViolation): WhyFact[] {
  const named = findProperty(kind)?.locations?.(trace) ?? [];
  const all = [
    ...evidence.map(({ text, thread, place }) => ({ text, lane: thread, place })),
    ...named.map((place) => ({ text: "", lane: -1, place })),
  ];
  // The first is where the violation is.
  return all.slice(1).map((each) => ({ ...each, step: -1, operation: -1 }));
}

const isPlaced = (fact: WhyFact): fact is PlacedFact =>
  fact.place !== null && fact.place.file !== null;
