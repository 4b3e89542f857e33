/** The sizes of the candidates and of the best so far, over runs or over time, with the phases. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { count } from "../../core/numbers.ts";
import type { PageReduction } from "../../report/pages/reduce-data.ts";
import { Chart, type ChartBand, type ChartSeries } from "../shared/chart.tsx";
import { Switch } from "../shared/switch.tsx";
import { DataTable } from "../shared/table.tsx";
import { shareText, shortBytes } from "./sizes.ts";

type History = PageReduction["history"];
type Measure = "bytes" | "classes" | "items";
type Axis = "runs" | "time";

const MEASURES: readonly { readonly value: Measure; readonly name: string }[] = [
  { value: "bytes", name: "bytes" },
  { value: "classes", name: "classes" },
  { value: "items", name: "items" },
];

export function Progress({ history }: { readonly history: History }): JSX.Element {
  const [measure, setMeasure] = useState<Measure>("bytes");
  const [axis, setAxis] = useState<Axis>("runs");
  const [scale, setScale] = useState<"linear" | "logarithmic">("logarithmic");
  const drawn = useMemo(() => drawnOf(history, measure, axis), [history, measure, axis]);
  const format = (value: number, of: "x" | "left" | "right"): string => {
    if (of === "x") return axis === "runs" ? count(value) : `${Number(value.toFixed(2))} s`;
    return measure === "bytes" ? shortBytes(value) : count(value);
  };
  return (
    <>
      <div class="tools">
        <Switch<Measure> label="Size in" values={MEASURES} value={measure} onChange={setMeasure} />
        <Switch<Axis>
          label="over"
          values={[
            { value: "runs", name: "runs" },
            { value: "time", name: "time" },
          ]}
          value={axis}
          onChange={setAxis}
        />
        <Switch<"linear" | "logarithmic">
          label="Scale"
          values={[
            { value: "logarithmic", name: "logarithmic" },
            { value: "linear", name: "linear" },
          ]}
          value={scale}
          onChange={setScale}
        />
      </div>
      <Chart
        label={`${measure} of the candidates and of the best so far, over ${axis}; the phases are in the table below`}
        x={drawn.x}
        series={drawn.series}
        bands={drawn.bands}
        height={300}
        format={format}
        isLogarithmic={scale === "logarithmic"}
      />
      <Phases history={history} />
    </>
  );
}

interface Drawn {
  readonly x: { readonly name: string; readonly values: readonly number[] };
  readonly series: readonly ChartSeries[];
  readonly bands: readonly ChartBand[];
}

interface Point {
  readonly x: number;
  readonly failing: number | null;
  readonly other: number | null;
  readonly best: number | null;
}

function drawnOf(history: History, measure: Measure, axis: Axis): Drawn {
  const xOf = (each: { readonly run: number; readonly seconds: number }): number =>
    axis === "runs" ? each.run : each.seconds;
  const points: Point[] = history.bests.map((best) => ({
    x: xOf(best),
    failing: null,
    other: null,
    best: positive(best[measure]),
  }));
  if (measure !== "items") {
    for (const each of history.candidates) {
      const size = positive(each[measure]);
      const isFailing = each.outcome === "interesting";
      points.push({
        x: xOf(each),
        failing: isFailing ? size : null,
        other: isFailing ? null : size,
        best: null,
      });
    }
  }
  const sorted = withBests(points.toSorted((a, b) => a.x - b.x));
  const series: ChartSeries[] = [
    {
      name: "best so far",
      shape: "steps",
      values: sorted.map(({ best }) => best),
      color: "--series-0",
    },
  ];
  if (measure !== "items") {
    series.push(
      {
        name: "did not fail",
        shape: "points",
        values: sorted.map(({ other }) => other),
        color: "--line-strong",
      },
      {
        name: "still failed",
        shape: "points",
        values: sorted.map(({ failing }) => failing),
        color: "--series-1",
      },
    );
  }
  return {
    x: { name: axis === "runs" ? "run" : "time", values: sorted.map(({ x }) => x) },
    series,
    bands: history.phases.map(({ name, firstRun, lastRun, start, end }) =>
      axis === "runs" ? { name, from: firstRun, to: lastRun } : { name, from: start, to: end },
    ),
  };
}

/** A logarithmic axis has no 0. */
const positive = (size: number | null): number | null => (size === null || size <= 0 ? null : size);

/** The best stays until there is a better one. */
function withBests(points: readonly Point[]): Point[] {
  let best: number | null = null;
  return points.map((point) => {
    best = point.best ?? best;
    return { ...point, best };
  });
}

function Phases({ history }: { readonly history: History }): JSX.Element {
  return (
    <details class="reduce-phases">
      <summary>Phases ({history.phases.length})</summary>
      <DataTable
        caption="The phases, and what each made of the best so far"
        columns={[
          { title: "phase", about: "the strategy, then the passes" },
          { title: "runs", isNumber: true, about: "candidates that the predicate was run on" },
          { title: "questions", isNumber: true, about: "with those whose answer was known" },
          { title: "seconds", isNumber: true },
          { title: "bytes before", isNumber: true },
          { title: "bytes after", isNumber: true },
          { title: "left", isNumber: true, about: "in percent of what there was before the phase" },
        ]}
        rows={history.phases.map((each) => [
          each.name,
          count(each.runs),
          count(each.questions),
          (each.end - each.start).toFixed(2),
          count(each.bytesBefore),
          count(each.bytesAfter),
          shareText(each.bytesAfter, each.bytesBefore),
        ])}
      />
    </details>
  );
}
