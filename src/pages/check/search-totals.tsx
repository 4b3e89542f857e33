/** What the search did, in figures, and what its verdict assumes. */
import type { JSX } from "preact";
import { count, megabytes } from "../../core/numbers.ts";
import type { CheckPageData, CheckSummary } from "../../report/pages/check-data.ts";
import { Command } from "../shared/copy-button.tsx";
import "./search-totals.css";

export function SearchTotals({ data }: { readonly data: CheckPageData }): JSX.Element | null {
  const { report } = data;
  if (report === null) return null;
  return (
    <section class="card" aria-labelledby="totals-title">
      <h2 id="totals-title">The search</h2>
      <dl class="figures">
        {figuresOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Notes report={report} />
      <div class="made-by">
        <h3>Made by</h3>
        <Command text={data.command} />
      </div>
    </section>
  );
}

function figuresOf({
  totals,
  seconds,
  search,
  store,
}: CheckSummary): (readonly [string, string])[] {
  return [
    ["States", count(totals.states)],
    ["Reached again", count(totals.matched)],
    ["Transitions", count(totals.transitions)],
    ["Depth", count(totals.maxDepth)],
    ["Ends", count(totals.ends)],
    ["Threads at once", count(totals.maxThreads)],
    ["Strategy", search.strategy],
    ["Store", store.kind],
    ["Bytes a state", totals.bytesPerState.toFixed(1)],
    ["Peak memory", megabytes(totals.peakMemoryBytes)],
    ["Search", `${seconds.search.toFixed(2)} s`],
    ["States a second", count(totals.statesPerSecond)],
  ];
}

function Notes({ report }: { readonly report: CheckSummary }): JSX.Element | null {
  const { approximations, fixedValues, limit, hasMoreRaces } = report;
  const notes = [
    ...(limit === null ? [] : [`The search stopped at ${limit}.`]),
    ...approximations,
    ...fixedValues.map(({ source, place }) => `Fixed here: ${source} at ${place}.`),
    ...(hasMoreRaces ? ["The program has more races than are listed."] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
