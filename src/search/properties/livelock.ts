/** Livelocks: the program cycles, and no schedule leaves the cycle. The search finds them (search/livelock). */
import type { Machine } from "../../vm/machine.ts";
import type { Step } from "../step.ts";
import { nameOfThread, ObjectNames } from "../trace/object-names.ts";
import { placeOfThread } from "../trace/source-place.ts";
import { describePlace, type TraceStep } from "../trace/trace.ts";
import { whyLivelock } from "../why/livelock.ts";
import type { Property } from "./property.ts";
import { threadRoles } from "./thread-role.ts";
import type { Violation } from "./violation.ts";
import { waitText } from "./wait-text.ts";
import { findWaits } from "./waits.ts";

export const ENDLESS_MESSAGE =
  "livelock: the program repeats a cycle that no schedule leads out of";

/**
 * Describes a livelock that a search has found: the last `cycle` steps of the trace lead back to the state
 * before them.
 */
export function describeEndless(m: Machine, trace: readonly Step[], cycle: number): Violation {
  const names = new ObjectNames(m);
  const round = trace.slice(trace.length - cycle);
  const running = [...new Set(round.map((step) => step.thread))].toSorted((a, b) => a - b);
  const details = running.map(
    (thread) =>
      `${nameOfThread(m, thread)} repeats ${describePlace(placeOfThread(m, thread, names))}`,
  );
  return {
    kind: "endless",
    message: ENDLESS_MESSAGE,
    details: [...details, ...waitingLines(m, names, running)],
    trace,
    cycle,
  };
}

/** One line for each thread that takes no part in the cycle. */
function waitingLines(m: Machine, names: ObjectNames, running: readonly number[]): string[] {
  return findWaits(m, names, () => null)
    .filter((wait) => !running.includes(wait.thread))
    .map((wait) => waitText(wait, (thread) => nameOfThread(m, thread)));
}

/** The same after a replay, which has recorded every place that the threads pass. */
function endlessDetails(
  m: Machine,
  steps: readonly TraceStep[],
  cycle: number,
  laneName: (lane: number) => string,
): string[] {
  const places = new Map<number, Set<string>>();
  for (const step of steps.slice(steps.length - cycle)) {
    const own = places.get(step.lane) ?? new Set();
    places.set(step.lane, own);
    for (const place of [step.place, ...step.operations.map((operation) => operation.place)]) {
      if (place.isProgram || step.operations.length === 0) own.add(describePlace(place));
    }
  }
  const running = steps.slice(steps.length - cycle).map((step) => step.thread);
  return [
    ...[...places]
      .toSorted(([a], [b]) => a - b)
      .map(([lane, own]) => `${laneName(lane)} repeats ${[...own].join(", ")}`),
    ...waitingLines(m, new ObjectNames(m), running),
  ];
}

/** The threads that take part in the cycle, without those that only led there. */
export function livelockSignature({
  trace,
  cycle = 0,
}: Pick<Violation, "trace" | "cycle">): string {
  const running = new Set(trace.slice(trace.length - cycle).map(({ thread }) => thread));
  return `endless cycle of ${threadRoles(running)}`;
}

export const LIVELOCK: Property<"endless", { readonly endless: boolean }, "endless"> = {
  kind: "endless",
  title: "livelock",
  rule: "The program repeats a cycle of states that no schedule leads out of.",
  help: [
    "From here the program repeats the same states whatever the scheduler does: it runs, and never ends.",
    "The last steps of the schedule are the cycle; the values that its threads read there never change.",
    "Find out which thread should change them and why it no longer can.",
  ].join(" "),
  foundAt: "cycle",
  defaults: { endless: true },
  options: [
    {
      flags: "--no-endless",
      about: "do not report livelocks: cycles that no schedule leads out of",
    },
  ],
  isOn: ({ endless }) => endless,
  parse: ({ endless }) => ({ endless: endless !== false }),
  plural: "livelocks",
  criteria: (_m, _settings, { cycle = 0 }) => ({ properties: [], cycle }),
  refine: (m, violation, { trace, cycle, nameOf }) => ({
    ...violation,
    details: endlessDetails(m, trace.steps, cycle, nameOf),
  }),
  why: (_m, _violation, { trace, cycle }) => whyLivelock(trace, cycle),
  isKnownByMessage: false,
  isReplaceable: false,
  signatures: (_, violation) => [livelockSignature(violation)],
  reducible: {
    names: [{ name: "endless", accepts: () => true }],
    settings: {},
    // The cycle is part of its schedule.
    countsPreemptions: false,
  },
};
