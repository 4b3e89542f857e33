/**
 * What a check reads from its own process: time, memory and CPU time. No other file in src/check does so;
 * everything else depends on the program alone.
 */
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** V8 aborts the process when its heap is full, so a search stops at this share of the heap. */
const HEAP_SHARE = 0.9;
/** The share of the computer's memory that is used if the user sets no limit. */
const MEMORY_SHARE = 0.75;

/** Milliseconds from an arbitrary start; only differences are meaningful. */
export const now = (): number => performance.now();

/** User and system time of this process so far, including V8's own threads. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Elapsed time since the process was started. */
export const uptimeSeconds = (): number => process.uptime();

export const peakMemoryBytes = (): number => process.resourceUsage().maxRSS * 1024;

/** What the process has used so far. */
export interface ProcessFigures {
  readonly peakMemoryBytes: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

export const processFigures = (): ProcessFigures => ({
  peakMemoryBytes: peakMemoryBytes(),
  cpuSeconds: cpuSeconds(),
  wallSeconds: uptimeSeconds(),
});

export const residentBytes = (): number => process.memoryUsage.rss();

export const defaultMemoryLimit = (): number => totalmem() * MEMORY_SHARE;

/** Whether the process uses more memory than allowed, or V8's heap is almost full. */
export function isMemoryUsedUp(limitBytes: number): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return residentBytes() > limitBytes || used > limit * HEAP_SHARE;
}

/** Adds up the time of several pieces of work. */
export class Stopwatch {
  cpuSeconds = 0;
  wallSeconds = 0;

  time<T>(work: () => T): T {
    const cpuBefore = cpuSeconds();
    const start = now();
    try {
      return work();
    } finally {
      this.cpuSeconds += cpuSeconds() - cpuBefore;
      this.wallSeconds += (now() - start) / 1000;
    }
  }
}
