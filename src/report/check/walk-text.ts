/** The result of random walks as text. */

import { count, plural } from "../../core/numbers.ts";
import type { WalkReport } from "../../search/walk-report.ts";

/** "1,000 random schedules". */
export const schedulesText = ({ schedules }: WalkReport): string =>
  plural(schedules, "random schedule");

/** "37 different ends". */
export const endsText = ({ distinctEnds }: WalkReport): string =>
  plural(distinctEnds, "different end");

export function walkLines(walk: WalkReport): string[] {
  const cut = walk.cut === 0 ? "" : `, ${count(walk.cut)} cut as too long`;
  const lines = [`${schedulesText(walk)} from seed ${walk.seed}, ${endsText(walk)}${cut}`];
  if (walk.pct !== null) {
    const { depth, threads, steps, chance, overallChance } = walk.pct;
    lines.push(
      `a bug of depth ${depth} among ${threads} threads in ${count(steps)} steps: ` +
        `found with a chance of at least ${percent(chance)} per schedule, ${percent(overallChance)} in total`,
    );
  }
  return lines;
}

/** A percentage with two significant digits and no exponent. */
function percent(share: number): string {
  const value = share * 100;
  if (value === 0) return "0%";
  const digits = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(value))));
  return `${value.toFixed(digits)}%`;
}
