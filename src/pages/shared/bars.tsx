/**
 * Horizontal bars of percentages, one below the other, with their figures as text beside them. On a linear scale
 * bars begin at 0; on a logarithmic one they begin at 100% and extend to the left for less and to the right for
 * more, so that a tenth and ten times as much are equally far away.
 */
import type { ComponentChildren, JSX } from "preact";
import { count } from "../../core/numbers.ts";
import { percentText } from "../../report/numbers.ts";
import "./bars.css";

export interface BarRow {
  readonly name: string;
  /** In percent; null where there is none. */
  readonly value: number | null;
  /** The figure as text, behind the bar. */
  readonly text: ComponentChildren;
  /** A number of `--series-N`. */
  readonly color: number;
  /** Percentages that the value sums up, as dots. */
  readonly dots?: readonly number[];
  /** The least and the most of several measurements. */
  readonly range?: readonly [number, number];
}

export type ScaleKind = "linear" | "logarithmic";

interface BarsProps {
  /** What the bars show, for a screen reader. */
  readonly label: string;
  readonly rows: readonly BarRow[];
  readonly scale: ScaleKind;
}

interface Scale {
  /** Where bars begin, in percent of the width. */
  readonly origin: number;
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

export const Bars = ({ label, rows, scale: kind }: BarsProps): JSX.Element => {
  const scale = scaleOf(valuesIn(rows), kind);
  return (
    <div class="bars" role="group" aria-label={label}>
      <div class="bars-axis" aria-hidden="true">
        <div class="bars-track">
          {scale.ticks.map((tick) => (
            <span key={tick} class="bars-tick" style={{ left: `${scale.at(tick)}%` }}>
              {tickText(tick)}
            </span>
          ))}
        </div>
      </div>
      <ul role="list">
        {rows.map((row) => (
          <Row key={row.name} row={row} scale={scale} />
        ))}
      </ul>
    </div>
  );
};

function Row({ row, scale }: { readonly row: BarRow; readonly scale: Scale }): JSX.Element {
  const { name, value, text, color, dots = [], range } = row;
  return (
    <li class="bars-row">
      <span class="bars-name" title={name}>
        <bdi>{name}</bdi>
      </span>
      <div class={`bars-track bars-color-${color}`} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span
            key={tick}
            class={tick === 100 ? "bars-line bars-base" : "bars-line"}
            style={{ left: `${scale.at(tick)}%` }}
          />
        ))}
        {value === null ? null : <span class="bars-bar" style={extent(scale, value)} />}
        {dots.map((dot, i) => (
          <span key={i} class="bars-dot" style={{ left: `${scale.at(dot)}%` }} />
        ))}
        {range === undefined ? null : (
          <span
            class="bars-range"
            style={{
              left: `${scale.at(range[0])}%`,
              width: `${Math.max(0, scale.at(range[1]) - scale.at(range[0]))}%`,
            }}
          />
        )}
      </div>
      <span class="bars-text">{text}</span>
    </li>
  );
}

function extent({ origin, at }: Scale, value: number): { left: string; width: string } {
  const from = Math.min(origin, at(value));
  const to = Math.max(origin, at(value));
  return { left: `${from}%`, width: `max(2px, ${to - from}%)` };
}

const tickText = (tick: number): string =>
  tick >= 1000 ? `${count(tick / 100)}×` : percentText(tick);

export const valuesIn = (rows: readonly BarRow[]): number[] =>
  rows.flatMap(({ value, dots = [], range = [] }) => [
    ...(value === null ? [] : [value]),
    ...dots,
    ...range,
  ]);

/** Percentages that differ by more than this factor are hard to tell apart on a linear scale. */
const FAR_APART = 10;

/** Zeros have no logarithm: they do not count. */
export function areFarApart(values: readonly number[]): boolean {
  const positive = values.filter((value) => value > 0);
  return Math.max(100, ...positive) / Math.min(100, ...positive) > FAR_APART;
}

const LINEAR_STEPS: readonly number[] = [10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
const MOST_TICKS = 5;

function scaleOf(values: readonly number[], kind: ScaleKind): Scale {
  const most = Math.max(100, ...values);
  if (kind === "linear") {
    const step = LINEAR_STEPS.find((each) => most / each <= MOST_TICKS) ?? most / 2;
    const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
    const named = ticks.includes(100) || most > 400 ? ticks : [...ticks, 100];
    return { origin: 0, ticks: named, at: (value) => (value / most) * 100 };
  }
  const least = Math.min(100, ...values.filter((value) => value > 0));
  const low = Math.log10(least) - MARGIN;
  const high = Math.log10(most) + MARGIN;
  const at = (value: number): number =>
    Math.max(0, ((Math.log10(Math.max(value, Number.MIN_VALUE)) - low) / (high - low)) * 100);
  return { origin: at(100), ticks: powersBetween(low, high), at };
}

/** In powers of ten, at either end of a logarithmic axis. */
const MARGIN = 0.04;

/** Fewer powers of ten than this leave room for their doubles and halves. */
const FEW_POWERS = 3;

/** Powers of ten, 100 among them. */
function powersBetween(low: number, high: number): number[] {
  const stride = Math.max(1, Math.ceil((high - low) / MOST_TICKS));
  const exponents = Array.from(
    { length: Math.floor(high) - Math.floor(low) + 1 },
    (_, i) => Math.floor(low) + i,
  );
  const inside = (tick: number): boolean => Math.log10(tick) >= low && Math.log10(tick) <= high;
  const powers = exponents
    .filter((each) => (each - 2) % stride === 0)
    .map((each) => 10 ** each)
    .filter(inside);
  if (powers.length >= FEW_POWERS) return powers;
  return exponents.flatMap((each) => [1, 2, 5].map((digit) => digit * 10 ** each)).filter(inside);
}
