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
}

interface ChartProps {
  /** What the chart shows, for a screen reader. */
  readonly label: string;
  readonly x: { readonly name: string; readonly values: readonly number[] };
  readonly series: readonly ChartSeries[];
  readonly height?: number;
  readonly format?: (value: number, axis: "x" | "left" | "right") => string;
}

const AXIS_SIZE = 64;
const SERIES_COLORS = 8;

export function Chart(props: ChartProps): JSX.Element {
  const { label, x, series, height = 220 } = props;
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
  }, [theme, x, series, height, label]);
  return (
    <figure class="chart">
      <div ref={place} role="img" aria-label={label} />
    </figure>
  );
}

function optionsOf({ x, series, format }: ChartProps): Omit<uPlot.Options, "width" | "height"> {
  const text = colorOf("--text-soft");
  const line = colorOf("--line");
  const hasRight = series.some(({ axis }) => axis === "right");
  const axis = (name: "x" | "left" | "right"): uPlot.Axis => ({
    stroke: text,
    grid: { stroke: line, width: 1, show: name !== "right" },
    ticks: { stroke: line, width: 1 },
    ...(name === "x" ? {} : { size: AXIS_SIZE, scale: name }),
    ...(name === "right" ? { side: 1 } : {}),
    ...(format === undefined
      ? {}
      : { values: (_: uPlot, splits: number[]) => splits.map((value) => format(value, name)) }),
  });
  return {
    scales: { x: { time: false } },
    axes: [axis("x"), axis("left"), ...(hasRight ? [axis("right")] : [])],
    series: [
      { label: x.name },
      ...series.map(({ name, axis: scale = "left" }, i) => ({
        label: name,
        scale,
        stroke: colorOf(`--series-${i % SERIES_COLORS}`),
        width: 2,
        points: { show: false },
        ...(format === undefined
          ? {}
          : {
              value: (_: uPlot, value: number | null) =>
                value === null ? "–" : format(value, scale),
            }),
      })),
    ],
    cursor: { drag: { x: false, y: false } },
  };
}
