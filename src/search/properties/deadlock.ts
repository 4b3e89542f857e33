/** Deadlocks: no thread can run, and the program has not ended. */
import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import { nameOfThread, ObjectNames } from "../trace/object-names.ts";
import type { Place, Trace, Wait } from "../trace/trace.ts";
import { whyDeadlock } from "../why/deadlock.ts";
import type { Property } from "./property.ts";
import { threadRole } from "./thread-role.ts";
import type { Violation } from "./violation.ts";
import { waitPhrase, waitText } from "./wait-text.ts";
import { findCycle, findWaits } from "./waits.ts";

export function describeDeadlock(m: Machine, trace: readonly Step[]): Violation {
  const waits = findWaits(m, new ObjectNames(m), () => null);
  const details = describeWaits(waits, (thread) => nameOfThread(m, thread));
  return { kind: "deadlock", message: "deadlock: no thread can continue", details, trace };
}

/** One line for each thread, and one for what they have in common. */
export function describeWaits(
  waits: readonly Wait[],
  nameOf: (thread: number) => string,
): string[] {
  const lines = waits.map((wait) => waitText(wait, nameOf));
  const cycle = findCycle(waits);
  if (cycle.length > 0) {
    lines.push(`cycle of waits: ${[...cycle, cycle[0]!].map(nameOf).join(" → ")}`);
  } else if (waits.length > 0 && waits.every((wait) => wait.isIdle)) {
    lines.push("only idle pool workers are left: the pool is never shut down");
  } else if (waits.some((wait) => wait.kind === "notify")) {
    lines.push("lost wake-up: no thread is left to notify the waiting ones");
  } else if (waits.some(({ kind }) => kind === "signal")) {
    lines.push("lost wake-up: no thread is left to signal the waiting ones");
  } else if (waits.some((wait) => wait.owner < 0 && !wait.isIdle)) {
    lines.push("no thread is left that could wake the waiting ones");
  }
  return lines;
}

/** What each thread waits for, without the names of classes, objects and threads. */
export function deadlockSignature(waits: readonly Wait[]): string {
  const cycle = findCycle(waits);
  if (cycle.length > 0) {
    const words = cycle.map((thread) => {
      const wait = waits.find((each) => each.thread === thread)!;
      return `${threadRole(thread)} ${waitPhrase(wait)}`;
    });
    return `a cycle of waits: ${leastRotation(words).join(", ")}`;
  }
  const busy = waits.filter((wait) => !wait.isIdle);
  if (busy.length === 0) return "only idle pool workers are left";
  return withoutBystanders(busy)
    .map((wait) => {
      const owned = wait.owner < 0 ? "" : `, up to ${threadRole(wait.owner)}`;
      return `${threadRole(wait.thread)} ${waitPhrase(wait)}${owned}`;
    })
    .toSorted()
    .join("; ");
}

/** A cycle may begin with any of its threads. */
function leastRotation(words: readonly string[]): readonly string[] {
  const rotations = words.map((_, i) => [...words.slice(i), ...words.slice(0, i)]);
  return rotations.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))[0] ?? [];
}

/** Threads that only join others, and that no thread waits for, are not part of the deadlock. */
function withoutBystanders(waits: readonly Wait[]): readonly Wait[] {
  const wanted = new Set(waits.map(({ owner }) => owner));
  const left = waits.filter(({ thread, kind }) => wanted.has(thread) || kind !== "join");
  return left.length === waits.length || left.length === 0 ? waits : withoutBystanders(left);
}

/** The threads of the cycle first; a thread that only joins another one is last. */
function waitingPlaces({ waits, cycle }: Trace): Place[] {
  const rank = (wait: Wait): number =>
    cycle.includes(wait.thread) ? 0 : wait.owner < 0 && !wait.isIdle ? 1 : 2;
  return waits
    .filter((wait) => wait.place.isProgram)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((wait) => wait.place);
}

export const DEADLOCK: Property<"deadlock", { readonly deadlock: boolean }, "deadlock"> = {
  kind: "deadlock",
  title: "deadlock",
  rule: "No thread can continue, and the program has not ended.",
  help: [
    "Threads wait for each other, or for something that no thread is left to do, so the program hangs.",
    "The schedule shows in which order the threads took their locks and began to wait.",
    "Take locks in the same order everywhere, hold them for less time, or wait with a time-out.",
    "For a lost wake-up, test the condition in a loop that holds the same monitor as the notifying thread.",
  ].join(" "),
  foundAt: "end",
  defaults: { deadlock: true },
  options: [{ flags: "--no-deadlock", about: "do not report deadlocks" }],
  isOn: ({ deadlock }) => deadlock,
  parse: ({ deadlock }) => ({ deadlock: deadlock !== false }),
  plural: "deadlocks",
  describeEnd: describeDeadlock,
  showsWaits: true,
  refine: (_, violation, { trace, nameOf }) => ({
    ...violation,
    details: describeWaits(trace.waits, nameOf),
  }),
  why: (_m, _violation, { trace }) => whyDeadlock(trace),
  isKnownByMessage: false,
  isReplaceable: true,
  signatures: (m) => [
    `deadlock: ${deadlockSignature(findWaits(m, new ObjectNames(m), () => null))}`,
  ],
  reducible: {
    names: [{ name: "deadlock", accepts: () => true }],
    settings: {},
    countsPreemptions: true,
  },
  locations: waitingPlaces,
};
