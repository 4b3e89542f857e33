/** Advice when something kept growing: then states do not repeat, and no larger limit ends the search. */
import { count, plural } from "../../core/numbers.ts";
import {
  DVR_PARTS,
  type DvrPart,
  dvrOf,
  dvrWith,
  formatReductions,
} from "../../liveness/reductions.ts";
import type {
  GrowingCell,
  GrowingObjects,
  Growth,
  GrowthPlace,
} from "../../search/growth/growth.ts";
import type { Advice, AdvisedReport } from "./advice.ts";

export function growthAdvice({ exploration, search }: AdvisedReport): Advice[] {
  const { growth } = exploration;
  if (growth === null) return [];
  const { cells, objects, threads } = growth;
  const live = cells.filter(({ deadWith }) => deadWith === null);
  if (cells.length > 0 && live.length === 0 && objects.length === 0 && threads === null) {
    return [deadGrowth(growth, search.dvr)];
  }
  const bound = boundGrowth(growth, live);
  return bound === null ? [] : [bound, findBugs(search.strategy === "bfs")];
}

/** Of what matters to the program, the first one with figures, and the names of the others. */
function boundGrowth(growth: Growth, live: readonly GrowingCell[]): Advice | null {
  const grown = [
    ...growth.objects.map((each) => ({ name: each.holder, text: objectsText(each, growth) })),
    ...live.map((cell) => ({ name: cell.name, text: cellText(cell, growth) })),
    ...(growth.threads === null
      ? []
      : [{ name: "the number of threads", text: threadsText(growth) }]),
  ];
  const [first, second, ...rest] = grown;
  if (first === undefined) return null;
  const also = second === undefined ? "" : `; so does ${second.name}`;
  const more = rest.length === 0 ? "" : ` and ${plural(rest.length, "other variable")}`;
  return {
    id: "bound-growth",
    what: `Bound ${first.name}, for example by fewer rounds or a smaller capacity:`,
    options: null,
    why: `${first.text}${also}${more}. While new values come, no larger limit ends the search.`,
  };
}

const NAMED = 3;

/** The search ignores values that are dead; ask it to recognise these. */
function deadGrowth(growth: Growth, current: string): Advice {
  const { cells } = growth;
  const parts = cells.flatMap(({ deadWith }) => deadWith ?? []);
  const dvr = formatReductions(dvrWith(...partsOf(current), ...parts));
  const names = cells.slice(0, NAMED).map(({ name }) => name);
  const others = cells.length - names.length;
  const more = others === 0 ? "" : ` and ${plural(others, "other variable")}`;
  const [first] = cells;
  return {
    id: "dead-growth",
    what: `Add --dvr ${dvr}: it ignores ${names.join(", ")}${more}, on which nothing depends.`,
    options: `--dvr ${dvr}`,
    why: first === undefined ? "" : `${cellText(first, growth)}.`,
  };
}

/** The parts that a value of `--dvr` names. */
export function partsOf(dvr: string): DvrPart[] {
  const kind = (["none", "local", "hybrid", "dynamic", "full"] as const).find(
    (each) => each === dvr,
  );
  if (kind !== undefined) return [...dvrOf(kind)];
  return dvr.split(",").flatMap((name) => DVR_PARTS.find((part) => part === name) ?? []);
}

const BUGS_RUNS = 10_000;

export const findBugs = (isBreadthFirst: boolean): Advice => ({
  id: "find-bugs",
  what: `To look for bugs without a proof, use --search pct --runs ${BUGS_RUNS}${isBreadthFirst ? "" : ", or --search bfs"}.`,
  options: `--search pct --runs ${BUGS_RUNS}`,
  why: `random schedules reach places that this search did not come to${isBreadthFirst ? "." : "; breadth-first search looks at all short schedules first."}`,
});

/** "StatsCounter.served took 1,431 different values in 2,866 steps, 0 to 1,430, always increasing (StatsCounter.java:11)" */
export function cellText(cell: GrowingCell, { steps }: Growth): string {
  const { name, differentValues, least, most, trend, places } = cell;
  const range = least === null || most === null ? "" : `, ${count(least)} to ${count(most)}`;
  const way = trend === "other" ? "" : `, always ${trend}`;
  return `${name} took ${count(differentValues)} different values in ${count(steps)} steps${range}${way}${placeText(places)}`;
}

export function objectsText(
  { holder, className, counts }: GrowingObjects,
  { lookedAt }: Growth,
): string {
  const [first = 0] = counts;
  return `${holder} held ${count(first)} objects after ${count(lookedAt[0] ?? 0)} steps and ${count(counts.at(-1) ?? 0)} after ${count(lookedAt.at(-1) ?? 0)}, mostly ${className}`;
}

export function threadsText({ threads, lookedAt }: Growth): string {
  const [first = 0] = threads ?? [];
  return `${count(first)} threads were started in ${count(lookedAt[0] ?? 0)} steps and ${count(threads?.at(-1) ?? 0)} in ${count(lookedAt.at(-1) ?? 0)}`;
}

function placeText(places: readonly GrowthPlace[]): string {
  const [place] = places;
  if (place === undefined) return "";
  const file = place.path?.slice(place.path.lastIndexOf("/") + 1) ?? place.method;
  return ` (${file}${place.line < 0 ? "" : `:${place.line}`})`;
}
