/** The first thing that the page of a comparison says: whether the verdicts agree, and what the best reduction saves. */
import { plural } from "../../core/numbers.ts";
import { percentText } from "../numbers.ts";
import type { PageChart, PageProgram } from "./compare-data.ts";

export interface Headline {
  readonly tone: "good" | "bad" | "warn";
  readonly word: string;
  readonly text: string;
}

interface Compared {
  readonly names: readonly string[];
  readonly base: number;
  readonly programs: readonly PageProgram[];
  readonly charts: readonly PageChart[];
  readonly isInterrupted: boolean;
}

export function headlineOf(compared: Compared): Headline {
  const { programs, isInterrupted } = compared;
  const withProblem = (kind: string): number =>
    programs.filter(({ problems }) => problems.some((each) => each.kind === kind)).length;
  const wrong = withProblem("disagreement");
  if (wrong > 0) {
    const text = `The configurations disagree on ${plural(wrong, "program")}: a reduction is unsound.`;
    return { tone: "bad", word: "disagreement", text };
  }
  const unsteady = withProblem("unsteady");
  if (unsteady > 0) {
    const text = `Rounds differ on ${plural(unsteady, "program")}: the figures cannot be trusted.`;
    return { tone: "bad", word: "unsteady", text };
  }
  const text = savingText(compared);
  if (isInterrupted) return { tone: "warn", word: "interrupted", text };
  if (withProblem("error") > 0) return { tone: "warn", word: "errors", text };
  if (withProblem("incomplete") > 0) return { tone: "warn", word: "partly incomplete", text };
  return { tone: "good", word: "verdicts agree", text };
}

/** A percentage from here on rounds to 100. */
const NOTHING_SAVED = 99.5;

function savingText({ names, base, programs, charts }: Compared): string {
  const baseName = names[base] ?? "";
  const chart = (column: string): PageChart | undefined =>
    charts.find(({ title, reference }) => title === column && reference === base);
  const states = chart("States");
  if (states === undefined || states.counted === 0) {
    return programs.length === 0
      ? "Nothing was measured."
      : "No program was searched completely under every configuration, so none counts in the means.";
  }
  const best = leastOf(states.overall, base);
  if (best === null) return `What a check under ${baseName} costs.`;
  const means = states.counted === 1 ? "" : ` (geometric means over ${states.counted} programs)`;
  if (best.share >= NOTHING_SAVED) {
    return `No configuration visits fewer states than ${baseName}${means}.${vectorText(chart("Memory of all vectors"), names, base)}`;
  }
  const time = chart("Time")?.overall[best.index] ?? null;
  const took = time === null ? "" : ` and takes ${percentText(time)} of its time`;
  return `${names[best.index] ?? ""} visits ${percentText(best.share)} of the states of ${baseName}${took}${means}.`;
}

/** What else is saved: the vectors of as many states may be smaller. */
function vectorText(chart: PageChart | undefined, names: readonly string[], base: number): string {
  const best = leastOf(chart?.overall ?? [], base);
  if (best === null || best.share >= NOTHING_SAVED) return "";
  return ` ${names[best.index] ?? ""} needs ${percentText(best.share)} of the memory for their vectors.`;
}

/** The configuration with the least share, other than the base. */
function leastOf(
  shares: readonly (number | null)[],
  base: number,
): { readonly share: number; readonly index: number } | null {
  let least: { readonly share: number; readonly index: number } | null = null;
  for (const [index, share] of shares.entries()) {
    if (index === base || share === null) continue;
    if (least === null || share < least.share) least = { share, index };
  }
  return least;
}
