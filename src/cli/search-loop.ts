/**
 * Drives a search in slices. Between them the event loop is served, so that
 * Ctrl-C is heard and the progress line moves, and the limits that need a
 * clock or a look at the process are watched.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { interruptName } from "../core/interrupts.ts";
import { isOutOfMemory } from "../launch/launchable-program.ts";
import type { UsedLibrary } from "../liveness/code/used-library.ts";
import { count, megabytes } from "../report/check/text.ts";
import { type Violation, violationIdentity } from "../search/properties/violation.ts";
import { MORE, type Search, type Slice } from "../search/search.ts";
import { SpaceFullError } from "../vm/heap/heap-room.ts";
import type { Machine } from "../vm/machine.ts";
import type { KnownLevel } from "../vm/sharing/access-discipline.ts";
import type { Host } from "./host.ts";
import { watchInterrupts } from "./interrupts.ts";

export interface LoopLimits {
  readonly seconds: number;
  readonly memoryBytes: number;
  /** Go on after a violation, up to so many different ones. */
  readonly violations: number;
}

/** A violation, and what was known about the program when it was found: where its steps end follows from that. */
export interface Found extends Violation {
  readonly discipline: readonly KnownLevel[];
  /** What was taken to be all that the program uses of the library. */
  readonly observed?: UsedLibrary | null;
}

export interface LoopResult {
  readonly violations: readonly Found[];
  /** What ended the search before it was complete, null when nothing did. */
  readonly limit: string | null;
}

/** Milliseconds that a slice should take. */
const SLICE_TIME = 40;
/** Milliseconds after which there is a progress line, and between two of them. */
const PROGRESS_AFTER = 1000;
const PROGRESS_EVERY = 250;
/**
 * The tool is started so that V8 is slow to optimise, which small checks are better off
 * with (bin/load.js). A search that has gone on for so many milliseconds is none: from
 * there on, V8 optimises what has run a quarter as much as it would by default.
 * Searches of half a second to a second take some percent less time; the exact number matters little.
 */
const EAGER_AFTER = 100;
const EAGER_BUDGET = 33_000;
/** V8 gives up the process when its heap is full; the search ends before. */
const HEAP_SHARE = 0.9;
/** Milliseconds between two looks at the memory of the process, which the system takes its time for. */
const LOOK_EVERY = 200;

export async function runSearch(
  search: Search,
  limits: LoopLimits,
  host: Host,
): Promise<LoopResult> {
  const interrupt = watchInterrupts(host);
  const progress = new Progress(search, host);
  const found = new Map<string, Found>();
  const start = performance.now();
  try {
    let slice = 16;
    let isEager = false;
    let lookAt = start;
    for (;;) {
      const before = performance.now();
      const result = exploreSlice(search, slice, found);
      if (result === "memory") return over(found, "memory");
      if (result === "space") return over(found, spaceText(search.machine));
      if (found.size >= limits.violations) return over(found, null);
      if (result.kind === "done") return over(found, null);
      if (result.kind === "limit") return over(found, result.limit);
      const now = performance.now();
      slice = Math.max(
        1,
        Math.min(slice * 2, Math.round((slice * SLICE_TIME) / (now - before + 0.01))),
      );
      if (!isEager && now - start > EAGER_AFTER) {
        setFlagsFromString(`--interrupt-budget=${EAGER_BUDGET}`);
        isEager = true;
      }
      if (now - start > limits.seconds * 1000) return over(found, `${limits.seconds} s`);
      if (now >= lookAt) {
        lookAt = now + LOOK_EVERY;
        if (isFull(limits)) return over(found, `${megabytes(limits.memoryBytes)} of memory`);
      }
      progress.show(now - start);
      host.streams.flush();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      if (interrupt.signal !== null) return over(found, interruptName(interrupt.signal));
    }
  } finally {
    interrupt.close();
    progress.clear();
  }
}

const over = (found: ReadonlyMap<string, Found>, limit: string | null): LoopResult => ({
  violations: [...found.values()],
  limit,
});

function exploreSlice(
  search: Search,
  slice: number,
  found: Map<string, Found>,
): Slice | "memory" | "space" {
  try {
    const result = search.advance(slice);
    // A violation is real even if the search begins again later: it is kept, with what was known when it was found.
    if (result.kind !== "violated") return result;
    const { violation } = result;
    const key = violationIdentity(violation);
    if (!found.has(key))
      found.set(key, {
        ...violation,
        discipline: search.machine.discipline.known,
        observed: search.observed ?? null,
      });
    return MORE;
  } catch (error) {
    if (isOutOfMemory(error)) return "memory";
    if (error instanceof SpaceFullError) return "space";
    throw error;
  }
}

const spaceText = ({ spaceWords }: Machine): string =>
  `${megabytes(spaceWords * 4)} for the objects of one path (a larger --heap has more)`;

function isFull(limits: LoopLimits): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return process.memoryUsage.rss() > limits.memoryBytes || used > limit * HEAP_SHARE;
}

/** The line on a terminal that says how far the search is. */
class Progress {
  readonly #search: Search;
  readonly #host: Host;
  #shownAt = PROGRESS_AFTER - PROGRESS_EVERY;
  #isShown = false;

  constructor(search: Search, host: Host) {
    this.#search = search;
    this.#host = host;
  }

  show(millis: number): void {
    const width = this.#host.terminalWidth;
    if (width === undefined || millis < this.#shownAt + PROGRESS_EVERY) return;
    this.#shownAt = millis;
    this.#isShown = true;
    const { depth } = this.#search;
    const { states, matched, schedules } = this.#search.counts;
    const speed = count((states / millis) * 1000);
    const kinds =
      schedules === undefined ? `${count(matched)} matched` : `${count(schedules)} schedules`;
    const line = `${count(states)} states, ${kinds}, depth ${count(depth)}, ${speed} states/s, ${megabytes(process.memoryUsage.rss())}`;
    this.#write(`\r\u001b[K${line.slice(0, width - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#write("\r\u001b[K");
  }

  #write(text: string): void {
    this.#host.streams.write(2, Buffer.from(text));
  }
}
