/**
 * What a check asks the process that it runs in: time, memory and CPU time. No other file of this
 * room does, so that everything else depends on the program alone.
 */
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** V8 ends the process when its heap is full; a search ends at this share of it. */
const HEAP_SHARE = 0.9;
/** Of the computer's memory, when the user sets no limit. */
const MEMORY_SHARE = 0.75;

/** Milliseconds; only differences mean something. */
export const now = (): number => performance.now();

/** User and system time of this process so far, with the threads of the JavaScript engine. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** By the clock, since the process was started. */
export const uptimeSeconds = (): number => process.uptime();

export const peakMemoryBytes = (): number => process.resourceUsage().maxRSS * 1024;

export const residentBytes = (): number => process.memoryUsage.rss();

export const defaultMemoryLimit = (): number => totalmem() * MEMORY_SHARE;

/** Whether the process takes more memory than it may, or V8's heap is almost full. */
export function isMemoryUsedUp(limitBytes: number): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return residentBytes() > limitBytes || used > limit * HEAP_SHARE;
}

/** Adds up the time of some work. */
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
