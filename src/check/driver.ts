/**
 * Drives a search to its end. `slices` is for callers that need no limits of their own: the fuzzer, a
 * reduction, tests. `driveInSlices` is for a check. Between two slices it serves the event loop, so that
 * signals arrive and events are delivered, and compares time and memory with the limits.
 *
 * The caller decides what a restart means. A violation found before a restart is real and will be found
 * again. A check keeps it, together with what was known when it was found; other callers discard it.
 */
import { abortText, type Emit, pause } from "../core/job.ts";
import { megabytes } from "../core/numbers.ts";
import { isOutOfMemory } from "../launch/launchable-program.ts";
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import type { CollectedViolation } from "../search/properties/property.ts";
import { violationIdentity } from "../search/properties/table.ts";
import type { Violation } from "../search/properties/violation.ts";
import type { Search, SearchCounts, Slice } from "../search/search.ts";
import { SpaceFullError } from "../vm/heap/heap-room.ts";
import type { Machine } from "../vm/machine.ts";
import type { SearchSample } from "./exploration/exploration.ts";
import { SampleSeries } from "./exploration/sample-series.ts";
import { isMemoryUsedUp, now } from "./process-figures.ts";

/** Runs a search in slices of at most `transitions` transitions; the last slice says how the search ended. */
export function* slices(search: Search, transitions: number): Generator<Slice, void> {
  for (let slice = advance(search, 0); ; slice = advance(search, transitions)) {
    yield slice;
    if (isLast(slice)) return;
  }
}

export const isLast = ({ kind }: Slice): boolean => kind === "done" || kind === "limit";

export interface DriveLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  /** Stop after this many different violations. */
  readonly violations: number;
}

/** A violation with everything that running its schedule again needs. */
export interface FoundViolation extends CollectedViolation {
  /** The part of the library that the program was assumed to use. */
  readonly observed?: UsedLibrary | null;
}

export interface DriveResult {
  readonly violations: readonly FoundViolation[];
  /** What ended an incomplete search; null for a complete one. */
  readonly limit: string | null;
  /** How the search went on. */
  readonly samples: readonly SearchSample[];
}

export type DriveEvent =
  | {
      readonly type: "progress";
      readonly counts: SearchCounts;
      /** Steps from the first state to the current one. */
      readonly depth: number;
      /** Since the search began. */
      readonly seconds: number;
    }
  | { readonly type: "violation"; readonly kind: string; readonly message: string }
  /** An assumption of the search was wrong, and it restarted. */
  | { readonly type: "restart" }
  /** The search is long enough for V8 to optimise it early. */
  | { readonly type: "long-search" };

/** The intended duration of a slice in milliseconds. */
const SLICE_TIME = 40;
const FIRST_SLICE = 16;
/** A search of more milliseconds is a long one. The exact number matters little. */
const LONG_SEARCH = 100;
/** Milliseconds between two checks of the process's memory, which is a slow system call. */
const LOOK_EVERY = 200;

export async function driveInSlices(
  search: Search,
  limits: DriveLimits,
  emit: Emit<DriveEvent>,
  signal: AbortSignal | undefined,
): Promise<DriveResult> {
  const found = new Map<string, FoundViolation>();
  const start = now();
  const series = new SampleSeries();
  series.offer(sampleOf(search, search.counts, start));
  const over = (limit: string | null): DriveResult => {
    series.offer(sampleOf(search, search.counts, start));
    return { violations: [...found.values()], limit, samples: series.samples };
  };
  let slice = FIRST_SLICE;
  let isLong = false;
  let lookAt = start;
  for (;;) {
    const before = now();
    const told = advance(search, slice);
    if (told.kind === "violated") add(found, search, told.violation, emit);
    else if (told.kind === "restarted") {
      series.clear();
      emit({ type: "restart" });
    }
    if (found.size >= limits.violations || told.kind === "done") return over(null);
    if (told.kind === "limit") return over(told.limit);
    const after = now();
    slice = nextSlice(slice, after - before, SLICE_TIME);
    if (!isLong && after - start > LONG_SEARCH) {
      emit({ type: "long-search" });
      isLong = true;
    }
    if (after - start > limits.seconds * 1000) return over(`${limits.seconds} s`);
    if (after >= lookAt) {
      lookAt = after + LOOK_EVERY;
      if (isMemoryUsedUp(limits.memoryBytes)) {
        return over(`${megabytes(limits.memoryBytes)} of memory`);
      }
    }
    const { counts, depth } = search;
    series.offer(sampleOf(search, counts, start));
    emit({ type: "progress", counts, depth, seconds: (after - start) / 1000 });
    await pause();
    if (signal?.aborted === true) return over(abortText(signal));
  }
}

const sampleOf = (
  { depth }: Search,
  { states, transitions, maxDepth }: SearchCounts,
  start: number,
): SearchSample => ({
  seconds: (now() - start) / 1000,
  states,
  transitions,
  depth,
  maxDepth,
});

/** The number of steps that take about `wanted` milliseconds, when `slice` of them took `millis`. */
export const nextSlice = (slice: number, millis: number, wanted: number): number =>
  Math.max(1, Math.min(slice * 2, Math.round((slice * wanted) / (millis + 0.01))));

/** Runs one slice. If the process or the machine runs out of memory, the search ends as at a limit. */
function advance(search: Search, transitions: number): Slice {
  try {
    return search.advance(transitions);
  } catch (error) {
    if (isOutOfMemory(error)) return { kind: "limit", limit: "memory" };
    if (error instanceof SpaceFullError) return { kind: "limit", limit: spaceText(search.machine) };
    throw error;
  }
}

const spaceText = ({ spaceWords }: Machine): string =>
  `${megabytes(spaceWords * 4)} for the objects of one path (a larger --heap has more)`;

function add(
  found: Map<string, FoundViolation>,
  search: Search,
  violation: Violation,
  emit: Emit<DriveEvent>,
): void {
  const key = violationIdentity(violation);
  if (found.has(key)) return;
  const discipline = search.machine.sharing.refuted;
  found.set(key, { ...violation, discipline, observed: search.observed ?? null });
  emit({ type: "violation", kind: violation.kind, message: violation.message });
}
