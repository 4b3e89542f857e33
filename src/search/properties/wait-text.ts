/**
 * Waits in English, and only here: all other code compares kinds and targets, so that a text can be
 * reworded without changing what a deadlock is taken for.
 */
import { describePlace, type Wait, type WaitKind } from "../trace/trace.ts";

interface WaitText {
  /** What the thread waits for. */
  reason(target: string | null): string;
  /** The same without the names of objects, threads and classes. */
  phrase(target: string | null): string;
  /** What the owner has to do with it, where the reason does not say. */
  owner(name: string): string;
}

const held = (name: string): string => `, held by ${name}`;
const NONE = (): string => "";

const TEXTS: Readonly<Record<WaitKind, WaitText>> = {
  monitor: {
    reason: (target) => `waits for the monitor of ${target}`,
    phrase: () => "waits for the monitor",
    owner: held,
  },
  lock: {
    reason: (target) => `waits for the lock ${target}`,
    phrase: () => "waits for the lock",
    owner: held,
  },
  join: {
    reason: (target) => `waits for the end of ${target}`,
    phrase: () => "waits for the end",
    owner: NONE,
  },
  notify: {
    reason: (target) => `waits to be notified on ${target}`,
    phrase: () => "waits to be notified",
    owner: held,
  },
  signal: {
    reason: (target) => `waits to be signalled on ${target}`,
    phrase: () => "waits to be signalled",
    owner: held,
  },
  class: {
    reason: (target) =>
      `waits for ${target === null ? "a class" : `class ${target}`} to be initialised`,
    phrase: () => "waits for class",
    owner: (name) => `, which is up to ${name}`,
  },
  gate: {
    reason: (target) => `waits in ${target}()`,
    // The class in front of the method may be the program's own.
    phrase: (target) => `waits in ${target?.slice(target.lastIndexOf(".") + 1)}()`,
    owner: held,
  },
  parked: {
    reason: (target) =>
      `is parked${target === null ? "" : ` for ${target}`}, and no thread is left to unpark it`,
    phrase: () => "is parked",
    owner: held,
  },
  idle: alone("is an idle pool worker: it waits for a task"),
  runnable: alone("can run"),
  other: { reason: String, phrase: String, owner: held },
};

function alone(text: string): WaitText {
  return { reason: () => text, phrase: () => text, owner: held };
}

export const waitReason = (kind: WaitKind, target: string | null): string =>
  TEXTS[kind].reason(target);

/** What a thread waits for, without saying which one that is. */
export const waitPhrase = ({ kind, target }: Pick<Wait, "kind" | "target">): string =>
  TEXTS[kind].phrase(target);

/** "waits for the monitor of Fork#1, held by Thread-1 since Main.java:5". */
export function waitReasonWithOwner(
  { kind, reason, owner, heldSince }: Wait,
  nameOf: (thread: number) => string,
): string {
  if (owner < 0) return reason;
  const since = heldSince === null ? "" : ` since ${describePlace(heldSince)}`;
  return reason + TEXTS[kind].owner(nameOf(owner) + since);
}

/** The same of a thread that may still be woken. */
export const presentWait = (wait: Wait, nameOf: (thread: number) => string): string =>
  wait.kind === "parked"
    ? `is parked${wait.target === null ? "" : ` for ${wait.target}`}`
    : waitReasonWithOwner(wait, nameOf);

/** "Thread-0 waits for the monitor of Fork#1, held by Thread-1 since Main.java:5, at Main.java:7". */
export const waitText = (wait: Wait, nameOf: (thread: number) => string): string =>
  `${nameOf(wait.thread)} ${waitReasonWithOwner(wait, nameOf)}, at ${describePlace(wait.place)}`;
