/** Bars for each reduction: of one program, or the geometric means over many with a dot for each program. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { DASH, percentText } from "../../report/numbers.ts";
import type { ComparePageData, PageChart } from "../../report/pages/compare-data.ts";
import { areFarApart, type BarRow, Bars, type ScaleKind, valuesIn } from "../shared/bars.tsx";
import { Switch } from "../shared/switch.tsx";
import { figureText } from "./model.ts";

interface ChartsProps {
  readonly data: ComparePageData;
  /** The program; null for the means over all. */
  readonly program: number | null;
}

type Order = "given" | "value";

const SERIES = 8;

export function Charts({ data, program }: ChartsProps): JSX.Element | null {
  const [order, setOrder] = useState<Order>("given");
  const [scale, setScale] = useState<ScaleKind | "automatic">("automatic");
  const charts = data.charts
    .map((chart) => ({
      chart,
      rows: rowsOf(data, chart, program).filter(({ value }) => value !== null),
    }))
    .filter(({ rows }) => rows.length > 0);
  if (charts.length === 0) return null;
  const canSwitch = charts.some(({ rows }) => areFarApart(valuesIn(rows)));
  return (
    <div class="compare-charts">
      <div class="tools">
        <Switch<Order>
          label="Order"
          values={[
            { value: "given", name: "as given" },
            { value: "value", name: "smallest first" },
          ]}
          value={order}
          onChange={setOrder}
        />
        {canSwitch ? (
          <Switch<ScaleKind | "automatic">
            label="Scale"
            values={[
              { value: "automatic", name: "automatic" },
              { value: "linear", name: "linear" },
              { value: "logarithmic", name: "logarithmic" },
            ]}
            value={scale}
            onChange={setScale}
          />
        ) : null}
      </div>
      <div class="compare-panels">
        {charts.map(({ chart, rows }) => (
          <Panel
            key={chart.column}
            data={data}
            chart={chart}
            rows={inOrder(rows, order)}
            scale={scale}
          />
        ))}
      </div>
    </div>
  );
}

interface PanelProps {
  readonly data: ComparePageData;
  readonly chart: PageChart;
  readonly rows: readonly BarRow[];
  readonly scale: ScaleKind | "automatic";
}

function Panel({ data, chart, rows, scale }: PanelProps): JSX.Element {
  const { title, column, reference } = chart;
  const about = data.columns[column]?.about ?? "";
  const kind = scale === "automatic" ? automaticScale(rows) : scale;
  const against = data.configurations[reference]?.name ?? "";
  const why =
    reference === data.base
      ? ""
      : `, because ${data.configurations[data.base]?.name ?? "the base"} has none`;
  return (
    <section class="compare-panel">
      <h3>{title}</h3>
      <p class="faint compare-about">
        {about}
        {reference === data.base ? "" : `; relative to ${against}${why}`}
        {kind === "logarithmic" ? "; logarithmic" : ""}
      </p>
      <Bars label={`${title}, in percent of ${against}`} rows={rows} scale={kind} />
    </section>
  );
}

const automaticScale = (rows: readonly BarRow[]): ScaleKind =>
  areFarApart(valuesIn(rows)) ? "logarithmic" : "linear";

const inOrder = (rows: readonly BarRow[], order: Order): readonly BarRow[] =>
  order === "given"
    ? rows
    : rows.toSorted((a, b) => (a.value ?? Number.MAX_VALUE) - (b.value ?? Number.MAX_VALUE));

function rowsOf(data: ComparePageData, chart: PageChart, program: number | null): BarRow[] {
  return data.configurations.map(({ name }, i) => {
    const color = i === data.base ? SERIES - 1 : i % (SERIES - 1);
    if (program === null) {
      const value = chart.overall[i] ?? null;
      const all = chart.programs.flatMap((each) => each[i] ?? []);
      const dots = i === chart.reference ? [] : all;
      return { name, value, color, dots, text: value === null ? DASH : percentText(value) };
    }
    return { name, color, ...programRow(data, chart, program, i) };
  });
}

function programRow(
  data: ComparePageData,
  chart: PageChart,
  program: number,
  index: number,
): Omit<BarRow, "name" | "color"> {
  const result = data.programs[program]?.results[index] ?? null;
  const value = chart.programs[program]?.[index] ?? null;
  const figure = figureText(data, result, chart.column);
  const text = (
    <>
      {figure}
      {value === null ? null : <span class="faint compare-share"> {percentText(value)}</span>}
    </>
  );
  const range = rangeOf(data, chart, program, index);
  return { value, text, ...(range === null ? {} : { range }) };
}

/** The spread of the times, in percent of the reference. */
function rangeOf(
  data: ComparePageData,
  { column, reference, programs }: PageChart,
  program: number,
  index: number,
): readonly [number, number] | null {
  const results = data.programs[program]?.results ?? [];
  const range = results[index]?.cpuRange ?? null;
  const base = results[reference]?.figures?.[column] ?? null;
  const isTime = data.columns[column]?.name === "cpuSeconds";
  const isKnown = (programs[program]?.[index] ?? null) !== null;
  if (!isTime || !isKnown || range === null || base === null || data.rounds < 2) return null;
  return [(range[0] / base) * 100, (range[1] / base) * 100];
}
