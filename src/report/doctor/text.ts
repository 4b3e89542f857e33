/** The report of `deadwood doctor` as text. */
import { plural } from "../../core/numbers.ts";
import type {
  ChainPlace,
  DoctorReport,
  Examined,
  Finding,
  Obstacle,
} from "../../doctor/doctor-report.ts";
import type { Style } from "../style.ts";

/** Obstacles that are listed; the JSON report has all of them. */
const MOST_OBSTACLES = 10;
/** Places of a chain that are shown in full, at either end. */
const MOST_PLACES = 4;
const TOPIC_WIDTH = 10;
const FINDING_WIDTH = 7;

/** `isThorough`: with all obstacles and their whole chains. */
export function doctorLines(report: DoctorReport, style: Style, isThorough: boolean): string[] {
  const { tool, machine, program } = report;
  return [
    style.bold(tool),
    ...machine.flatMap((each) => examinedLines(each, style)),
    ...(program === null
      ? []
      : [
          "",
          style.bold(program.name),
          ...program.examined.flatMap((each) => [
            ...examinedLines(each, style),
            ...detailLines(each.topic, program.needs, isThorough),
          ]),
        ]),
    "",
    verdictLine(report),
  ];
}

const PAINTS: Readonly<Record<Finding, (style: Style) => (text: string) => string>> = {
  ok: ({ green }) => green,
  note: ({ dim }) => dim,
  warning: ({ yellow }) => yellow,
  refused: ({ red }) => red,
};

function examinedLines({ topic, finding, text, hint }: Examined, style: Style): string[] {
  const head = PAINTS[finding](style)(finding.padEnd(FINDING_WIDTH));
  const indent = " ".repeat(FINDING_WIDTH + TOPIC_WIDTH + 4);
  return [
    `  ${head} ${topic.padEnd(TOPIC_WIDTH)} ${text}`,
    ...(hint === null ? [] : [`${indent}${hint}`]),
  ];
}

function detailLines(
  topic: string,
  needs: NonNullable<DoctorReport["program"]>["needs"],
  isThorough: boolean,
): string[] {
  if (needs === null) return [];
  if (topic === "classes") return obstacleLines(needs.missing, isThorough);
  if (topic === "natives") return obstacleLines(needs.refused, isThorough);
  if (topic !== "reflection") return [];
  const places = isThorough ? needs.reflection : needs.reflection.slice(0, MOST_OBSTACLES);
  return places.map((place) => `${INDENT}${placeText(place)}`);
}

const INDENT = " ".repeat(6);

function obstacleLines(all: readonly Obstacle[], isThorough: boolean): string[] {
  const groups = isThorough ? all.map((each) => [each]) : groupsOf(all);
  const shown = isThorough ? groups : groups.slice(0, MOST_OBSTACLES);
  const more = groups.slice(shown.length).flat().length;
  return [
    ...shown.flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const { name, reason, chain } = first;
      return [
        `${INDENT}${name}${reason === null ? "" : `: ${reason}`}`,
        ...chainLines(chain, isThorough).map((line) => `${INDENT}  ${line}`),
        ...(others.length === 0
          ? []
          : [`${INDENT}  and ${plural(others.length, "other")} on the same way`]),
      ];
    }),
    ...(more > 0 ? [`${INDENT}${plural(more, "other")}`] : []),
    ...(shown.length < all.length && !isThorough ? [`${INDENT}--verbose lists all of them`] : []),
  ];
}

/** Those that the program comes to by the same call of the library, the nearest first. */
function groupsOf(all: readonly Obstacle[]): Obstacle[][] {
  const groups = new Map<string, Obstacle[]>();
  for (const each of all) {
    const own = each.chain.findLastIndex(({ origin }) => origin === "application");
    const key = each.chain
      .slice(0, own + 2)
      .map(placeText)
      .join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** The program's own part of a chain matters most, and then its end. */
function chainLines(chain: readonly ChainPlace[], isThorough: boolean): string[] {
  const texts = chain.map(placeText);
  if (isThorough || texts.length <= 2 * MOST_PLACES) return texts;
  const own = chain.findLastIndex(({ origin }) => origin === "application") + 2;
  const head = Math.min(Math.max(own, 1), texts.length - MOST_PLACES, 2 * MOST_PLACES);
  const left = texts.length - head - MOST_PLACES;
  if (left <= 1) return texts;
  return [...texts.slice(0, head), `… ${left} more`, ...texts.slice(-MOST_PLACES)];
}

const placeText = ({ method, at }: ChainPlace): string =>
  at === null ? method : `${method} (${at})`;

function verdictLine({ verdict, program }: DoctorReport): string {
  const what = program === null ? "a check" : `a check of ${program.name}`;
  switch (verdict) {
    case "fine":
      return `fine: nothing stands in the way of ${what}`;
    case "warnings":
      return `warnings: ${what} can start, and may be refused on the way`;
    case "refused":
      return `refused: ${what} cannot work on this machine as it is`;
  }
}
