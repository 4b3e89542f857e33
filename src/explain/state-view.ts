/**
 * One state as a page shows it: threads with their frames, and the objects around what a step touches, with what is
 * live and what is dead. Plain data: `check --html` keeps one for each step, `explore` sends one after each move.
 */
import type { Frame, HeldLock } from "../search/trace/trace.ts";

/** A field, element, static field, local or operand. */
export interface ShownCell {
  readonly name: string;
  /** As a trace writes it: "100", "\"text\"", "Node#2". */
  readonly value: string;
  /** The name of the object it refers to; null for other values. */
  readonly refersTo: string | null;
  /** Null: not known. */
  readonly isLive: boolean | null;
  /** Who reads it next, and where: "Thread-1 at Account.java:12"; null if no thread does, or if it is not known. */
  readonly readNext: string | null;
  /** The step that led here wrote it, or read it. */
  readonly touch: "read" | "write" | null;
}

export interface ShownObject {
  /** "Account#1": as in the trace. */
  readonly name: string;
  readonly className: string;
  /** The thread that holds its monitor; null for none. */
  readonly lockedBy: string | null;
  readonly cells: readonly ShownCell[];
  /** Cells that are not shown, because there are too many. */
  readonly omitted: number;
}

export interface ShownFrame {
  readonly frame: Frame;
  readonly isProgram: boolean;
  readonly slots: readonly ShownCell[];
}

export interface ShownThread {
  readonly name: string;
  /** The index into the trace's threads. */
  readonly lane: number;
  readonly status: "runnable" | "waiting" | "ended";
  readonly holds: readonly HeldLock[];
  /** "waits for the monitor of Fork#2, held by Thread-1"; null if it waits for nothing. */
  readonly awaits: string | null;
  /** The program's frames, innermost first. */
  readonly frames: readonly ShownFrame[];
}

export interface StateView {
  readonly threads: readonly ShownThread[];
  /** The classes whose static fields matter here, as objects named after the class. */
  readonly statics: readonly ShownObject[];
  /** What the step touched, what refers to it, and what it refers to; more in `explore`. */
  readonly objects: readonly ShownObject[];
  /** Objects that are not shown, because there are too many. */
  readonly omitted: number;
}
