/**
 * Bar charts of percentages as inline SVG: a group of bars for each program, a bar for each configuration
 * except the base, and a line at the base.
 */

import type { FigureName } from "../../compare/columns.ts";
import type { ComparedProgram } from "../../compare/comparison.ts";
import { escapeHtml } from "../markup.ts";
import { percentText } from "../numbers.ts";

const WIDTH = 880;
const LABEL = 250;
/** Space for the number after a bar. */
const MARGIN = 60;
const BAR = 12;
const GAP = 10;
const HEAD = 22;
const LABEL_LETTERS = 38;
/** Up to this percentage bars start at 0; beyond, short bars would look alike. */
const MOST_LINEAR = 250;

interface Scale {
  readonly origin: number;
  readonly ticks: readonly number[];
  readonly at: (percent: number) => number;
}

export interface Bars {
  readonly name: string;
  /** One value for each configuration; null if unknown. */
  readonly values: readonly (number | null)[];
}

/** The bars of a figure, without programs that have no known value. */
export const barsOf = (
  programs: readonly ComparedProgram[],
  configurations: readonly string[],
  figure: FigureName,
): Bars[] =>
  programs
    .map(({ name, label, results }) => ({
      name: label ?? name,
      values: configurations.map(
        (wanted) =>
          results.find(({ configuration }) => configuration === wanted)?.percent[figure] ?? null,
      ),
    }))
    .filter(({ values }) => values.some((value) => value !== null));

export function chartScale(values: readonly number[]): Scale {
  const most = Math.max(100, ...values);
  const span = WIDTH - LABEL - MARGIN;
  if (most <= MOST_LINEAR) {
    const at = (percent: number): number => LABEL + (percent / most) * span;
    const ticks = [0, 25, 50, 75, 100, 150, 200, 250].filter((tick) => tick <= most);
    return { origin: LABEL, ticks, at };
  }
  // Logarithmic: bars begin at 100% and extend to the left for less and to the right for more.
  const least = Math.min(100, ...values.filter((value) => value > 0));
  const low = Math.floor(Math.log10(least));
  const high = Math.ceil(Math.log10(most));
  const at = (percent: number): number =>
    LABEL + ((Math.log10(Math.max(percent, 10 ** low)) - low) / (high - low)) * span;
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  return { origin: at(100), ticks, at };
}

/** `names`: the names of the configurations, in the order of the values. */
export function chartSvg(title: string, names: readonly string[], bars: readonly Bars[]): string {
  const scale = chartScale(bars.flatMap(({ values }) => values.filter((value) => value !== null)));
  const group = names.length * BAR + GAP;
  const height = HEAD + bars.length * group + GAP;
  const grid = scale.ticks.map((tick) => {
    const x = round(scale.at(tick));
    const kind = tick === 100 ? "base" : "grid";
    return `<line class="${kind}" x1="${x}" y1="${HEAD - 4}" x2="${x}" y2="${height}"/><text class="tick" x="${x}" y="${HEAD - 9}">${percentText(tick)}</text>`;
  });
  const groups = bars.map((each, i) => groupSvg(each, names, HEAD + i * group, scale));
  return [
    `<svg role="img" viewBox="0 0 ${WIDTH} ${height}" aria-label="${escapeHtml(title)}">`,
    ...grid,
    ...groups,
    "</svg>",
  ].join("\n");
}

function groupSvg({ name, values }: Bars, names: readonly string[], top: number, scale: Scale) {
  const middle = top + (values.length * BAR) / 2 + 4;
  const short = name.length > LABEL_LETTERS ? `${name.slice(0, LABEL_LETTERS - 1)}…` : name;
  const label = `<text class="label" x="${LABEL - 8}" y="${middle}">${escapeHtml(short)}<title>${escapeHtml(name)}</title></text>`;
  const bars = values.map((value, i) => {
    if (value === null) return "";
    const y = top + i * BAR;
    const from = Math.min(scale.origin, scale.at(value));
    const to = Math.max(scale.origin, scale.at(value));
    const text = `${name}, ${names[i] ?? ""}: ${percentText(value)}`;
    return `<rect class="c${i % 8}" x="${round(from)}" y="${y}" width="${round(Math.max(1, to - from))}" height="${BAR - 2}"><title>${escapeHtml(text)}</title></rect><text class="value" x="${round(to + 4)}" y="${y + BAR - 3}">${percentText(value)}</text>`;
  });
  return [label, ...bars].join("");
}

const round = (value: number): string => String(Math.round(value * 10) / 10);
