/** What the server of `deadwood explore` tells its page, and what the page asks for. All of it is JSON. */
import type { FindingData, FrameData } from "../report/pages/finding-data.ts";

/** What the page is made with; everything else it asks for. */
export interface ExplorePageData {
  /** To be sent with each request. */
  readonly token: string;
  /** The program and its arguments. */
  readonly program: string;
}

/** A line of the program, and the library call that the program made there, if that is running. */
export interface PlaceView extends FrameData {
  /** "ReentrantLock#1.lock"; null if the program's own code runs. */
  readonly library: string | null;
}

export interface ThreadState {
  /** The number that the machine knows it by. */
  readonly thread: number;
  readonly name: string;
  /** Its column: the index into the path's threads. */
  readonly lane: number;
  readonly status: "can run" | "waits" | "ended";
  /** The locks that it holds, and where it took each. */
  readonly holds: readonly { readonly target: string; readonly place: string }[];
  /** "waits for the monitor of Fork#2, held by Thread-1"; null if it does not wait. */
  readonly awaits: string | null;
  /** Its calls in the program, innermost first; empty after its end. */
  readonly frames: readonly PlaceView[];
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
  /** Where the thread stands before the step and after it; null where it is not in the program. */
  readonly from: PlaceView | null;
  readonly to: PlaceView | null;
  /** The thread ends with the step. */
  readonly isLast: boolean;
  readonly leadsTo: KnownState;
  /** The kind and message of the violation that it leads to; null for none. */
  readonly violation: { readonly kind: string; readonly message: string } | null;
  /** Where no other thread can run, the waiting thread wakes up by itself. */
  readonly isSpurious: boolean;
  /** Why the step cannot be taken after all; null if it can. */
  readonly refusal: string | null;
}

/** The program cannot go on, or something is wrong with the state. */
export interface EndView {
  /** "end": the program has ended as it should. */
  readonly kind: string;
  readonly message: string;
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
  /** Changes with the path. */
  readonly revision: number;
  /** The path, also beyond the present state; null if the page has it already. */
  readonly path: FindingData | null;
  /** Steps of the path, and how many of them lead to the present state. */
  readonly length: number;
  readonly at: number;
  readonly states: readonly ThreadState[];
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
