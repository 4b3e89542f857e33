/** Why two accesses race: what they are, and that no lock orders them. */
import type { Trace, Why } from "../trace/trace.ts";

export function whyRace({ pending, steps, threads }: Trace): Why | null {
  if (pending.length === 0) return null;
  const held = pending.map(
    ({ thread }) => steps.findLast(({ lane }) => lane === thread)?.holds ?? [],
  );
  const locks = held.map((own) => own.map(({ target }) => target));
  const names = pending.map(({ thread }) => threads[thread] ?? "?");
  return {
    heading: `nothing orders these two accesses: ${names.join(" and ")} hold no lock in common, and neither waits for the other`,
    facts: pending.map(({ thread, kind, target, place }, i) => ({
      text: `is about to ${kind} ${target}, holding ${locks[i]!.length === 0 ? "no lock" : locks[i]!.join(", ")}`,
      lane: thread,
      step: -1,
      operation: -1,
      place,
    })),
  };
}
