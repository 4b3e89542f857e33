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

const isLive = ({ deadWith }: GrowingCell | GrowingObjects): boolean => deadWith === null;

export function growthAdvice(report: AdvisedReport): Advice[] {
  const { exploration, search } = report;
  const { growth } = exploration;
  if (growth === null) return [];
  const { cells, objects, threads } = growth;
  const grown = [...cells, ...objects];
  if (grown.length > 0 && !grown.some(isLive) && threads === null) {
    return [deadGrowth(growth, search.dvr)];
  }
  const bound = boundGrowth({
    ...growth,
    cells: cells.filter(isLive),
    objects: objects.filter(isLive),
  });
  return bound === null ? [] : [bound, findBugs(report, true)];
}

/** Of what matters to the program, the first one with figures, and the names of the others. */
function boundGrowth(growth: Growth): Advice | null {
  const grown = [
    ...growth.objects.map((each) => ({ name: each.holder, text: objectsText(each, growth) })),
    ...growth.cells.map((cell) => ({ name: cell.name, text: cellText(cell, growth) })),
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
  const { cells, objects } = growth;
  const parts = [...cells, ...objects].flatMap(({ deadWith }) => deadWith ?? []);
  const dvr = formatReductions(dvrWith(...partsOf(current), ...parts));
  const all = [...cells.map(({ name }) => name), ...objects.map(({ holder }) => holder)];
  const names = all.slice(0, NAMED);
  const others = all.length - names.length;
  const more = others === 0 ? "" : ` and ${plural(others, "other variable")}`;
  const [cell] = cells;
  const [held] = objects;
  const figures = cell === undefined ? held && objectsText(held, growth) : cellText(cell, growth);
  return {
    id: "dead-growth",
    what: `Add --dvr ${dvr}: it ignores ${names.join(", ")}${more}, on which nothing depends.`,
    options: `--dvr ${dvr}`,
    why: figures === undefined ? "" : `${figures}.`,
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

/** A schedule that may never end is cut after this many steps. */
const CUT = 1000;

/** `isEndless`: a schedule may have no end. */
export function findBugs({ search }: AdvisedReport, isEndless: boolean): Advice {
  const random = `--search pct --runs ${isEndless ? 1000 : 10_000}${isEndless ? ` --max-depth ${CUT}` : ""}`;
  const isBreadthFirst = search.strategy === "bfs";
  return {
    id: "find-bugs",
    what: `To look for bugs without a proof, use ${random}${isBreadthFirst ? "" : ", or --search bfs"}.`,
    options: random,
    why: `random schedules reach places that this search did not come to${isBreadthFirst ? "." : "; breadth-first search looks at all short schedules first."}`,
  };
}

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
