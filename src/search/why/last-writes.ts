/** Why an invariant does not hold: it held before the last step, so what that step wrote broke it. */
import { describePlace, type Trace, type Why } from "../trace/trace.ts";

export function whyBroken({ steps }: Trace): Why | null {
  const step = steps.length - 1;
  const last = steps[step];
  const writes = (last?.operations ?? []).flatMap(({ kind, target, value, before, place }, at) =>
    kind === "write" || kind === "update" ? [{ kind, target, value, before, place, at }] : [],
  );
  if (last === undefined || writes.length === 0) return null;
  return {
    heading: "it held before the last step, which wrote this",
    facts: writes.map(({ target, value, before, place, at }) => ({
      text: `writes ${target}: ${before === null ? "" : `${before} → `}${value}`,
      lane: last.lane,
      step,
      operation: at,
      place,
    })),
  };
}

/** What was taken and not given back. */
export const whyEvidence = (
  evidence: readonly {
    readonly thread: number;
    readonly text: string;
    readonly place: Trace["steps"][number]["place"];
  }[],
  { steps }: Trace,
): Why | null => ({
  heading: "this was taken and never given back",
  facts: evidence.map(({ thread, text, place }) => ({
    text,
    lane: thread,
    step: steps.findLastIndex(
      ({ lane, operations }) =>
        lane === thread &&
        operations.some((each) => describePlace(each.place) === describePlace(place)),
    ),
    operation: -1,
    place,
  })),
});
