/** The source files that a trace leads through. */
import type { SourceFile, SourceFinder } from "../launch/source-files.ts";
import { sourcePath } from "../search/trace/frames-shown.ts";
import type { Frame, Place, Trace } from "../search/trace/trace.ts";

/** What a report shows the source of. */
export interface ShownCode {
  readonly traces: readonly Trace[];
  /** Frames that no trace has. */
  readonly frames?: readonly Frame[];
  /** Files below the roots of sources. */
  readonly paths?: readonly string[];
}

/** The files that can be found, sorted by path. */
export function sourcesOf(
  { traces, frames = [], paths = [] }: ShownCode,
  finder: SourceFinder,
): SourceFile[] {
  const all = [...traces.flatMap(framesOf), ...frames].flatMap((frame) => sourcePath(frame) ?? []);
  return [...new Set([...all, ...paths])].toSorted().flatMap((path) => finder.find(path) ?? []);
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
