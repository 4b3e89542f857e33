/** The source files that a trace leads through. */
import type { SourceFile, SourceFinder } from "../launch/source-files.ts";
import { sourcePath } from "../search/trace/frames-shown.ts";
import type { Frame, Place, Trace } from "../search/trace/trace.ts";

/** Those that can be found, and those of `others`, sorted by path. */
export function sourcesOf(
  traces: readonly Trace[],
  finder: SourceFinder,
  others: readonly string[] = [],
): SourceFile[] {
  const paths = new Set(traces.flatMap(framesOf).flatMap((frame) => sourcePath(frame) ?? []));
  for (const path of others) paths.add(path);
  return [...paths].toSorted().flatMap((path) => finder.find(path) ?? []);
}

function framesOf({ steps, waits, pending, why }: Trace): Frame[] {
  const places: Place[] = [
    ...steps.flatMap((step) => [
      step.place,
      ...step.operations.map(({ place }) => place),
      ...step.holds.map(({ place }) => place),
    ]),
    ...waits.flatMap(({ place, heldSince }) => [place, ...(heldSince === null ? [] : [heldSince])]),
    ...pending.map(({ place }) => place),
    ...(why?.facts ?? []).flatMap(({ place }) => place ?? []),
  ];
  return places.filter(({ isProgram }) => isProgram).flatMap((place) => [place, ...place.callers]);
}
