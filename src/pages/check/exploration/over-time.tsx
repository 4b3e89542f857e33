/** How the number of states and the depth went over time. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { SearchSample } from "../../../check/exploration/exploration.ts";
import { count } from "../../../core/numbers.ts";
import { Chart, type ChartSeries } from "../../shared/chart.tsx";
import { DataTable } from "../../shared/table.tsx";

/** Rows of the table that says the same; a reader needs the course, not every sample. */
const ROWS = 12;

export function OverTime({
  samples,
}: {
  readonly samples: readonly SearchSample[];
}): JSX.Element | null {
  const x = useMemo(
    () => ({ name: "Seconds", values: samples.map(({ seconds }) => seconds) }),
    [samples],
  );
  const series = useMemo(
    (): readonly ChartSeries[] => [
      { name: "States", values: samples.map(({ states }) => states) },
      { name: "Depth", values: samples.map(({ depth }) => depth), axis: "right" },
    ],
    [samples],
  );
  const last = samples.at(-1);
  if (last === undefined || samples.length < 3) return null;
  const label = `States and depth over time: ${count(last.states)} states after ${last.seconds.toFixed(2)} seconds, at depth ${count(last.depth)}, at most ${count(last.maxDepth)}`;
  return (
    <section class="card" aria-labelledby="over-time">
      <h2 id="over-time">States over time and depth</h2>
      <Chart label={label} x={x} series={series} format={format} />
      <details>
        <summary>The same as a table</summary>
        <DataTable
          caption="Samples of the search"
          columns={[
            { title: "Seconds", isNumber: true },
            { title: "States", isNumber: true },
            { title: "Steps", isNumber: true },
            { title: "Depth", isNumber: true },
          ]}
          rows={thinned(samples).map(({ seconds, states, transitions, depth }) => [
            seconds.toFixed(2),
            count(states),
            count(transitions),
            count(depth),
          ])}
        />
      </details>
    </section>
  );
}

const format = (value: number, axis: "x" | "left" | "right"): string =>
  axis === "x" ? `${Number(value.toFixed(3))} s` : short(value);

/** 12,400; 3.1 M on an axis with little room. */
const short = (value: number): string =>
  value >= 1e6 ? `${Number((value / 1e6).toFixed(1))} M` : count(value);

function thinned(samples: readonly SearchSample[]): readonly SearchSample[] {
  const every = Math.ceil(samples.length / ROWS);
  return samples.filter((_, i) => i % every === 0 || i === samples.length - 1);
}
