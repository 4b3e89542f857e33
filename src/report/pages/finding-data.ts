/**
 * A violation or a race as the page shows it. Rows, numbers and sentences are those of the terminal. What repeats,
 * frames and sets of locks, is in tables, because a schedule may have ten thousand rows.
 */
import type { HeapStory } from "../../explain/heap/heap-data.ts";

export interface FrameData {
  /** "Main.java:12" */
  readonly place: string;
  readonly method: string;
  /** The path of a file in the page's sources; null if there is none. */
  readonly path: string | null;
  /** Counted from 1; -1 if unknown. */
  readonly line: number;
}

/** A value that a row reads or writes. */
export interface ValueData {
  readonly kind: "read" | "write" | "update";
  readonly target: string;
  readonly before: string | null;
  readonly value: string;
}

export interface RowData {
  /** Counted from 1. */
  readonly number: number;
  /** The thread, as an index into the finding's threads. */
  readonly lane: number;
  /** Indices into the trace's steps. */
  readonly firstStep: number;
  readonly lastStep: number;
  readonly isPreemption: boolean;
  /** Part of a livelock's cycle. */
  readonly isRepeated: boolean;
  /** Index into the finding's frames, as all frames below. */
  readonly frame: number;
  readonly chain: string | null;
  readonly texts: readonly string[];
  readonly values: readonly ValueData[];
  /** Index into the finding's sets of locks: what the thread holds after the row. */
  readonly holds: number;
  readonly awaits: string | null;
}

export interface LockData {
  readonly target: string;
  readonly frame: number;
}

/** What comes after the last row: an exception, an access of a race, what a thread waits for. */
export interface EndingData {
  readonly lane: number;
  readonly frame: number;
  readonly chain: string | null;
  readonly text: string;
  readonly kind: "throw" | "access" | "wait" | "repeat";
}

export interface WaitData {
  readonly lane: number;
  readonly reason: string;
  readonly target: string | null;
  /** The lane of the thread that must act first; -1 if none in particular. */
  readonly owner: number;
  readonly frame: number;
  /** Where the owner took it. */
  readonly heldSince: number | null;
  readonly isIdle: boolean;
}

export interface AccessData {
  readonly lane: number;
  readonly kind: "read" | "write";
  readonly target: string;
  readonly frame: number;
  readonly chain: string | null;
  readonly locks: readonly string[];
}

export interface FactData {
  /** "Thread-0 took Fork#1" */
  readonly text: string;
  readonly lane: number;
  /** The index of the row that shows it; -1 if none does. */
  readonly row: number;
  readonly frame: number | null;
  /** "transfer → Account.get", if a helper did it. */
  readonly chain: string | null;
}

/** A file that the reader may save. */
export interface SavedSchedule {
  readonly name: string;
  readonly text: string;
}

export interface FindingData {
  readonly role: "violation" | "warning";
  /** "deadlock", "exception", "race", … */
  readonly kind: string;
  readonly message: string;
  /** What such a violation is, in a sentence; null if the message says it. */
  readonly rule: string | null;
  readonly details: readonly string[];
  /** "schedule: 4 steps, 3 switches, 1 preemption (the simplest there is)" */
  readonly summary: string;
  readonly threads: readonly string[];
  readonly frames: readonly FrameData[];
  readonly lockSets: readonly (readonly LockData[])[];
  readonly rows: readonly RowData[];
  readonly endings: readonly EndingData[];
  readonly waits: readonly WaitData[];
  /** The lanes of threads that wait for each other in a cycle. */
  readonly cycle: readonly number[];
  readonly accesses: readonly AccessData[];
  readonly why: { readonly heading: string; readonly facts: readonly FactData[] } | null;
  readonly heap: HeapStory | null;
  /** The command that replays the schedule. */
  readonly replay: string | null;
  /** What that command reads, if there is no such file yet: a trace file with no more than a replay needs. */
  readonly schedule: SavedSchedule | null;
}
