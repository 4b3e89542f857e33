/** Reads and writes of a schedule, and what each depends on: the material of explanations. */
import type { Operation } from "../../trace/trace.ts";

/** What all accesses have. */
interface Access {
  readonly cell: CellHistory;
  /** The thread, as an index into the trace's threads. */
  readonly lane: number;
  readonly step: number;
  /** Grows with every access of the schedule. */
  readonly time: number;
  /** Null if the trace does not show it, because no other thread can observe it. */
  shown: Operation | null;
}

export interface Read extends Access {
  /** How the object was found. */
  readonly base: Reads;
  /** The write whose value it got; null if there was none since the machine was booted. */
  readonly saw: Write | null;
}

export interface Write extends Access {
  /** The reads that the value was computed from; none if very many writes of its cell have followed. */
  from: Reads;
  /** The conditions under which it was reached; likewise. */
  under: Branch | null;
}

export type Reads = readonly Read[];

/** A field, a static field or an array element. */
export interface CellHistory {
  /** In the order in which they happened; only the last of very many. */
  readonly writes: Write[];
}

/** A branch that the thread took, and whose ways have not met again. */
export interface Branch {
  /** Its frame, by the place of its locals. */
  readonly fp: number;
  readonly pc: number;
  /** Where the operands ended behind it. */
  readonly sp: number;
  /** The source line; -1 if unknown. */
  readonly line: number;
  /** Where its ways meet, as an offset into the method's code. */
  readonly meets: number;
  /** What it decided from. */
  readonly from: Reads;
  /** What it had decided from in earlier rounds of a loop, if it could have left the method then. */
  readonly earlier: Reads;
  /** The branch before it, perhaps in a caller. */
  readonly outer: Branch | null;
}

export const NOTHING: Reads = [];

/** A value that is computed from more reads than this keeps the latest. */
const MOST_READS = 16;
const MOST_WRITES = 64;

export function union(a: Reads, b: Reads): Reads {
  if (a.length === 0 || a === b) return b;
  if (b.length === 0) return a;
  const all = new Set([...a, ...b]);
  if (all.size === a.length) return a;
  const sorted = [...all].toSorted((x, y) => x.time - y.time);
  return sorted.length > MOST_READS ? sorted.slice(-MOST_READS) : sorted;
}

export function addWrite({ writes }: CellHistory, write: Write): void {
  writes.push(write);
  if (writes.length <= 2 * MOST_WRITES) return;
  // A write leads to what was read for it, and that to earlier writes: the whole past would be kept.
  for (const old of writes.splice(0, MOST_WRITES)) {
    old.from = NOTHING;
    old.under = null;
  }
}
