/**
 * How far an incomplete search came, in a sentence. Nobody knows how many states a program has before they have been
 * visited, so this says what was measured: how often steps still led to new states, and what is known to be left.
 */
import { plural } from "../../core/numbers.ts";
import type { ExplorationReport, SearchSample } from "../exploration/exploration.ts";
import type { AdvisedReport } from "./advice.ts";

/** Null if the search was not stopped, or was too short to say anything. */
export function howFar({ verdict, limit, exploration, search }: AdvisedReport): string | null {
  if (verdict !== "incomplete" || limit === null || search.walk !== null) return null;
  const frontier = isGrowing(exploration) ? null : frontierText(exploration);
  const parts = [trendText(exploration.samples), frontier].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("; ");
}

/** Something kept growing, so what is left is not finite as far as one can see. */
const isGrowing = ({ growth }: ExplorationReport): boolean =>
  growth !== null &&
  (growth.cells.length > 0 || growth.objects.length > 0 || growth.threads !== null);

/** Steps below this number make no trend. */
const LEAST_STEPS = 1000;

export interface Trend {
  /** New states for each step: in the last quarter of the steps, and before. */
  readonly before: number;
  readonly last: number;
}

export function trendOf(samples: readonly SearchSample[]): Trend | null {
  const end = samples.at(-1);
  if (end === undefined || end.transitions < LEAST_STEPS) return null;
  const from = samples.findLast(({ transitions }) => transitions <= end.transitions * 0.75);
  if (from === undefined || from.transitions === 0) return null;
  return {
    before: from.states / from.transitions,
    last: (end.states - from.states) / (end.transitions - from.transitions),
  };
}

function trendText(samples: readonly SearchSample[]): string | null {
  const trend = trendOf(samples);
  if (trend === null) return null;
  const last = Math.round(trend.last * 100);
  const before = Math.round(trend.before * 100);
  const isFalling = trend.last < trend.before / 2;
  const meaning = isFalling ? "the end may be near" : "no end is in sight";
  return `${last} of 100 steps led to new states in the last quarter, ${before} before: ${meaning}`;
}

function frontierText({ frontier }: ExplorationReport): string | null {
  if (frontier === null) return null;
  if (frontier.kind === "queue") {
    return `${plural(frontier.states, "state")} of those found wait to be continued from`;
  }
  if (frontier.steps === 0) return null;
  const open = plural(frontier.steps, "alternative");
  return `${open} still open along the current path of ${plural(frontier.depth, "step")}`;
}
