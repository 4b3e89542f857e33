/**
 * A chart by uPlot in the colours of the theme, as wide as its place. The same figures stand in a table for those who
 * cannot see it.
 */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import "./chart.css";
import { colorOf, useTheme } from "./theme.tsx";

export interface ChartSeries {
  readonly name: string;
  /** Null where there is no figure. */
  readonly values: readonly (number | null)[];
  /** The axis that the figures belong to: the left one, or another on the right. */
  readonly axis?: "left" | "right";
  /** A line from point to point unless it says otherwise. */
  readonly shape?: "line" | "steps" | "points";
  /** A colour token in place of the next of `--series-N`. */
  readonly color?: string;
}

/** A range of x with a name: every second one is tinted. */
export interface ChartBand {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

interface ChartProps {
  /** What the chart shows, for a screen reader. */
  readonly label: string;
  readonly x: { readonly name: string; readonly values: readonly number[] };
  readonly series: readonly ChartSeries[];
  readonly height?: number;
  readonly format?: (value: number, axis: "x" | "left" | "right") => string;
  readonly bands?: readonly ChartBand[];
  /** The left axis is logarithmic: its figures must be above 0. */
  readonly isLogarithmic?: boolean;
}

const AXIS_SIZE = 64;
const SERIES_COLORS = 8;

export function Chart(props: ChartProps): JSX.Element {
  const { label, x, series, height = 220, isLogarithmic } = props;
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    const size = (): { width: number; height: number } => ({ width: current.clientWidth, height });
    const data = [x.values, ...series.map(({ values }) => values)].map((values) => [...values]);
    const [first = [], ...rest] = data;
    const xs = first.map((value) => value ?? 0);
    const plot = new uPlot({ ...optionsOf(props), ...size() }, [xs, ...rest], current);
    const observer = new ResizeObserver(() => plot.setSize(size()));
    observer.observe(current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [theme, x, series, height, label, isLogarithmic]);
  return (
    <figure class="chart">
      <div ref={place} role="img" aria-label={label} />
    </figure>
  );
}

function optionsOf(props: ChartProps): Omit<uPlot.Options, "width" | "height"> {
  const { x, series, format, bands = [], isLogarithmic } = props;
  const text = colorOf("--text-soft");
  const line = colorOf("--line");
  const hasRight = series.some(({ axis }) => axis === "right");
  /** A logarithmic axis has splits without a name. */
  const named = (value: number | null, name: "x" | "left" | "right"): string =>
    value === null || format === undefined ? "" : format(value, name);
  const filterOf = (name: "x" | "left" | "right"): Pick<uPlot.Axis.Grid, "filter"> =>
    name === "left" && isLogarithmic === true ? { filter: powersOfTen } : {};
  const axis = (name: "x" | "left" | "right"): uPlot.Axis => ({
    stroke: text,
    grid: { stroke: line, width: 1, show: name !== "right", ...filterOf(name) },
    ticks: { stroke: line, width: 1, ...filterOf(name) },
    ...(name === "x" ? {} : { size: AXIS_SIZE, scale: name }),
    ...(name === "right" ? { side: 1 } : {}),
    ...(format === undefined
      ? {}
      : {
          values: (_: uPlot, splits: (number | null)[]) =>
            splits.map((value) => named(value, name)),
        }),
  });
  return {
    scales: { x: { time: false }, ...(isLogarithmic === true ? { left: { distr: 3 } } : {}) },
    axes: [axis("x"), axis("left"), ...(hasRight ? [axis("right")] : [])],
    series: [
      { label: x.name },
      ...series.map(({ name, axis: scale = "left", shape = "line", color }, i) => ({
        label: name,
        scale,
        ...strokeOf(shape, colorOf(color ?? `--series-${i % SERIES_COLORS}`)),
        ...(format === undefined
          ? {}
          : {
              value: (_: uPlot, value: number | null) =>
                value === null ? "–" : format(value, scale),
            }),
      })),
    ],
    legend: { markers: { fill: markerOf, width: 0 } },
    cursor: { drag: { x: false, y: false } },
    hooks: { drawClear: [(plot: uPlot) => drawBands(plot, bands)] },
  };
}

/** On a logarithmic axis the lines between would be a thicket. */
const powersOfTen = (_: uPlot, splits: number[]): (number | null)[] =>
  splits.map((value) => (Number.isInteger(Math.log10(value)) ? value : null));

/** The square in front of a name, in the colour of the series. */
function markerOf(plot: uPlot, index: number): string {
  const stroke: unknown = plot.series[index]?.stroke;
  const color: unknown = typeof stroke === "function" ? stroke(plot, index) : stroke;
  return typeof color === "string" ? color : "";
}

const POINT_SIZE = 5;

function strokeOf(
  shape: NonNullable<ChartSeries["shape"]>,
  color: string,
): Pick<uPlot.Series, "stroke" | "width" | "points" | "paths"> {
  if (shape === "points") {
    return {
      stroke: color,
      width: 0,
      paths: () => null,
      points: { show: true, size: POINT_SIZE, fill: color, width: 0 },
    };
  }
  const stepped = shape === "steps" ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  const paths = stepped === undefined ? {} : { paths: stepped };
  return { stroke: color, width: 2, points: { show: false }, ...paths };
}

/** Names that have no room are left out: the caller lists the ranges elsewhere, too. */
function drawBands(plot: uPlot, bands: readonly ChartBand[]): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = "top";
  let free = bbox.left;
  for (const [i, { from, to, name }] of bands.entries()) {
    const left = Math.max(bbox.left, plot.valToPos(from, "x", true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, "x", true));
    if (i % 2 === 0) {
      ctx.fillStyle = colorOf("--sunken");
      ctx.fillRect(left, bbox.top, Math.max(0, right - left), bbox.height);
    }
    const start = left + 4 * ratio;
    if (start < free || ctx.measureText(name).width > right - start) continue;
    ctx.fillStyle = colorOf("--text-faint");
    ctx.fillText(name, start, bbox.top + 3 * ratio);
    free = start + ctx.measureText(name).width;
  }
  ctx.restore();
}
