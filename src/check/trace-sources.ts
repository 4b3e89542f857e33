/** The source files that a trace leads through. */
import type { SourceFile, SourceFinder } from "../launch/source-files.ts";
import { sourcePath } from "../search/trace/frames-shown.ts";
import type { Frame, Place, Trace } from "../search/trace/trace.ts";

/** Those that can be found, sorted by path. `frames` are others that a report shows. */
export function sourcesOf(
  traces: readonly Trace[],
  finder: SourceFinder,
  frames: readonly Frame[] = [],
): SourceFile[] {
  const all = [...traces.flatMap(framesOf), ...frames];
  const paths = new Set(all.flatMap((frame) => sourcePath(frame) ?? []));
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
