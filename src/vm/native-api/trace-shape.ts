/**
 * How a trace shows the call of a native, as data: the machine knows neither
 * names of objects nor sentences, so the trace reads these and writes the text.
 */
import type { ThreadStatus } from "../memory/thread-status.ts";

export type TraceShape =
  /** Bookkeeping of the library that no reader wants to see. */
  | { readonly kind: "silent" }
  /** Something is done to an object: notify, start, interrupt, unpark. */
  | {
      readonly kind: "event";
      readonly shows: "notify" | "start" | "interrupt" | "unpark";
      /** Words from the first argument to the object. */
      readonly objectAt: number;
      readonly value: string | null;
    }
  /** May have to wait: shown once when the wait begins and once when it ends. */
  | {
      readonly kind: "wait";
      /** The statuses of a thread that waits here. */
      readonly statuses: readonly ThreadStatus[];
      readonly isAboutReceiver: boolean;
      readonly begins: "wait" | "join" | "sleep" | "park";
      readonly ends: "wake" | "join" | "sleep" | "park";
      /** At the beginning, at the end, and where the call returns at once. */
      readonly words: {
        readonly begin: string;
        readonly end: string;
        readonly direct: string;
      };
    }
  /** Its result is what matters. */
  | {
      readonly kind: "query";
      readonly shows: "call" | "choose";
      /** The receiver's name comes in front of the text. */
      readonly isAboutReceiver: boolean;
      readonly text: string;
    }
  /** A step of class initialization: its first argument is the number of the class. */
  | { readonly kind: "initialization" }
  /** A model of java.util.concurrent waits or proceeds: shown as the method that the program called. */
  | { readonly kind: "gate" };

export const SILENT: TraceShape = { kind: "silent" };
export const GATE: TraceShape = { kind: "gate" };

export const event = (
  shows: Extract<TraceShape, { kind: "event" }>["shows"],
  value: string | null = null,
  objectAt = 0,
): TraceShape => ({ kind: "event", shows, objectAt, value });

/** A question about a thread: "worker.isAlive()". */
export const query = (text: string): TraceShape => ({
  kind: "query",
  shows: "call",
  isAboutReceiver: true,
  text,
});
