/**
 * Drives a search to its end. `slices` is for callers that take what comes (the fuzzer, a reduction,
 * tests). `driveInSlices` is for a check: between its slices the event loop is served, so that a
 * signal is heard and events are read, and the limits are watched that need a clock or a look at the
 * process.
 *
 * What a restart means is the caller's choice. A violation that was found before is real, and will be
 * found again: a check keeps it, with what was known when it was found; others drop it.
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
import { isMemoryUsedUp, now } from "./process-figures.ts";

/** The slices of a search, each of so many transitions at most; the last one says how it ended. */
export function* slices(search: Search, transitions: number): Generator<Slice, void> {
  for (let slice = search.advance(0); ; slice = search.advance(transitions)) {
    yield slice;
    if (isLast(slice)) return;
  }
}

export const isLast = ({ kind }: Slice): boolean => kind === "done" || kind === "limit";

export interface DriveLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  /** The drive ends after so many different violations. */
  readonly violations: number;
}

/** A violation with everything that running its schedule again needs. */
export interface FoundViolation extends CollectedViolation {
  /** What was taken to be all that the program uses of the library. */
  readonly observed?: UsedLibrary | null;
}

export interface DriveResult {
  readonly violations: readonly FoundViolation[];
  /** What ended the search before it was complete; null when nothing did. */
  readonly limit: string | null;
}

export type DriveEvent =
  | {
      readonly type: "progress";
      readonly counts: SearchCounts;
      /** Steps from the first state to the present one. */
      readonly depth: number;
      /** Since the search began. */
      readonly seconds: number;
    }
  | { readonly type: "violation"; readonly kind: string; readonly message: string }
  /** The search relied on something wrong and began again. */
  | { readonly type: "restart" }
  /** The search takes long enough for V8 to optimise it at once. */
  | { readonly type: "long-search" };

/** Milliseconds that a slice should take. */
const SLICE_TIME = 40;
const FIRST_SLICE = 16;
/** Milliseconds after which a search is a long one. The exact number matters little. */
const LONG_SEARCH = 100;
/** Milliseconds between two looks at the memory of the process, each of which is a slow system call. */
const LOOK_EVERY = 200;

export async function driveInSlices(
  search: Search,
  limits: DriveLimits,
  emit: Emit<DriveEvent>,
  signal: AbortSignal | undefined,
): Promise<DriveResult> {
  const found = new Map<string, FoundViolation>();
  const over = (limit: string | null): DriveResult => ({ violations: [...found.values()], limit });
  const start = now();
  let slice = FIRST_SLICE;
  let isLong = false;
  let lookAt = start;
  for (;;) {
    const before = now();
    const told = advance(search, slice);
    if (told.kind === "violated") add(found, search, told.violation, emit);
    else if (told.kind === "restarted") emit({ type: "restart" });
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
    emit({ type: "progress", counts, depth, seconds: (after - start) / 1000 });
    await pause();
    if (signal?.aborted === true) return over(abortText(signal));
  }
}

/** How many steps take about `wanted` milliseconds, after `slice` of them took so many. */
export const nextSlice = (slice: number, millis: number, wanted: number): number =>
  Math.max(1, Math.min(slice * 2, Math.round((slice * wanted) / (millis + 0.01))));

/** One slice; a process or a machine without memory ends the search as a limit does. */
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
  const discipline = search.machine.discipline.known;
  found.set(key, { ...violation, discipline, observed: search.observed ?? null });
  emit({ type: "violation", kind: violation.kind, message: violation.message });
}
