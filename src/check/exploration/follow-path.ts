/** Follows the path of a search that was stopped, on a machine of its own, to see what keeps growing along it. */
import { DeadwoodError } from "../../core/errors.ts";
import { isOutOfMemory } from "../../launch/launchable-program.ts";
import { SILENT } from "../../launch/presets.ts";
import { type Growth, measureGrowth } from "../../search/growth/growth.ts";
import { now } from "../process-figures.ts";
import type { EndedSearch } from "./measure.ts";

/** Following a schedule takes this share of the search's time, between these bounds in seconds. */
const GROWTH_SHARE = 0.1;
const GROWTH_LEAST = 0.3;
const GROWTH_MOST = 2;

/**
 * Null if there is no memory left for another machine, or if the path goes on to something that cannot be run: this comes after the
 * search, and must not cost its verdict.
 */
export function growthOf({
  program,
  plan,
  started,
  properties,
  searchSeconds,
}: EndedSearch): Growth | null {
  const { search } = started;
  const end =
    now() + 1000 * Math.min(GROWTH_MOST, Math.max(GROWTH_LEAST, searchSeconds * GROWTH_SHARE));
  try {
    const { machine } = program.start(SILENT, search.machine.sharing.refuted);
    return measureGrowth(machine, search.trace, {
      dvr: plan.dvr,
      observers: properties.flatMap((property) => property.observers ?? []),
      isOver: () => now() > end,
    });
  } catch (error) {
    if (isOutOfMemory(error) || error instanceof DeadwoodError) return null;
    throw error;
  }
}
