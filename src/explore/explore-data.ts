/** What the server of `deadwood explore` tells its page, and what the page asks for. All of it is JSON. */
import type { ScheduleRow } from "../report/check/schedule-rows.ts";
import type { HeldLock, Place, WhyFact } from "../search/trace/trace.ts";

/** What the page is made with; everything else it asks for. */
export interface ExplorePageData {
  /** To be sent with each request. */
  readonly token: string;
  /** The program and its arguments. */
  readonly program: string;
}

export interface ThreadView {
  /** The number that the machine knows it by. */
  readonly thread: number;
  readonly name: string;
  /** Its column: the index into the path's threads. */
  readonly lane: number;
  readonly status: "can run" | "waits" | "ended";
  readonly holds: readonly HeldLock[];
  /** "waits for the monitor of Fork#2, held by Thread-1"; null if it does not wait. */
  readonly awaits: string | null;
  /** Where it stands; null after its end. */
  readonly place: Place | null;
}

/** How a state relates to those that are known. */
export interface KnownState {
  /** The session has been there before. */
  readonly inSession: boolean;
  /** The path itself has been there, after so many steps; null if not. */
  readonly onPath: number | null;
  /** The last check has visited it; null if there was none, or if it remembers too few states to tell. */
  readonly byCheck: boolean | null;
  /** A schedule to a violation is known from there. */
  readonly leadsToViolation: boolean;
}

/** A step that can be taken. */
export interface MoveView {
  readonly thread: number;
  /** -1 if the step makes no choice. */
  readonly choice: number;
  readonly name: string;
  readonly lane: number;
  /** "locks Fork#2", one for each thing that it does. */
  readonly texts: readonly string[];
  readonly from: Place;
  readonly to: Place | null;
  readonly leadsTo: KnownState;
  /** The kind and message of the violation that it leads to; null for none. */
  readonly violation: { readonly kind: string; readonly message: string } | null;
  /** Where no other thread can run, the waiting thread wakes up by itself. */
  readonly isSpurious: boolean;
  /** Why the step cannot be taken after all; null if it can. */
  readonly refusal: string | null;
}

export interface EndView {
  /** "end": the program has ended as it should. */
  readonly kind: string;
  readonly message: string;
  readonly details: readonly string[];
  readonly heading: string | null;
  readonly facts: readonly WhyFact[];
}

export interface CheckView {
  readonly status: "none" | "running" | "done" | "failed";
  readonly states: number;
  readonly seconds: number;
  /** Violations so far, while it runs. */
  readonly found: number;
  /** The verdict in a sentence, or the error. */
  readonly headline: string;
  readonly violations: readonly {
    readonly kind: string;
    readonly message: string;
    readonly steps: number;
  }[];
}

export interface StateView {
  /** Grows with every answer in which the path has changed. */
  readonly revision: number;
  readonly threads: readonly string[];
  /** The rows of the path from this index on; those before are as in the revision that the page has. */
  readonly firstRow: number;
  readonly rows: readonly ScheduleRow[];
  /** Steps of the path, and how many of them lead to the present state. */
  readonly length: number;
  readonly at: number;
  readonly states: readonly ThreadView[];
  readonly moves: readonly MoveView[];
  readonly known: KnownState;
  /** Null if the program can go on. */
  readonly end: EndView | null;
  /** States that the session has visited. */
  readonly visited: number;
  readonly check: CheckView;
  /** Something that the reader should know about the last command. */
  readonly notice: string | null;
}

/** Where `run` stops at the latest: a choice, the end of the program. */
export type RunUntil =
  /** The thread has done something that the reader can see. */
  | "line"
  /** It has taken, given back or waited for a lock. */
  | "lock"
  /** It cannot go on. */
  | "blocked"
  /** No thread can; the schedule is random. */
  | "end";

export type ExploreCommand =
  | { readonly do: "step"; readonly thread: number; readonly choice: number }
  | { readonly do: "go"; readonly to: number }
  | { readonly do: "run"; readonly thread: number; readonly until: RunUntil; readonly seed: number }
  | { readonly do: "check" }
  | { readonly do: "stop" }
  | { readonly do: "jump"; readonly violation: number };
