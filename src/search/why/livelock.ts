/** Why a livelock goes on: what its threads read again and again, and who waits meanwhile. */
import { describePlace, type Trace, type Why, type WhyFact } from "../trace/trace.ts";

/** More reads than this say no more. */
const MOST_FACTS = 8;

export function whyLivelock({ steps }: Trace, cycle: number): Why {
  const first = steps.length - cycle;
  const facts = new Map<string, WhyFact>();
  steps.slice(first).forEach(({ lane, place, operations }, i) => {
    const step = first + i;
    const shown = operations.filter((operation) => operation.place.isProgram);
    shown.forEach(({ kind, target, value, place: at }, operation) => {
      if (kind !== "read" && kind !== "update") return;
      const text = kind === "read" ? `reads ${target} = ${value}` : `updates ${target}: ${value}`;
      facts.set(`${lane} ${text} ${describePlace(at)}`, { text, lane, step, operation, place: at });
    });
    if (shown.length > 0 || !place.isProgram) return;
    const text = "runs here";
    facts.set(`${lane} ${describePlace(place)}`, { text, lane, step, operation: -1, place });
  });
  return {
    // How many steps these are, the schedule says in the steps that it shows.
    heading: "the last steps repeat, and no other thread can change what they see",
    facts: [...facts.values()].slice(0, MOST_FACTS),
  };
}
