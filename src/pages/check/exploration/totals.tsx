/** The totals of a search, the most important figures large. */
import type { JSX } from "preact";
import { count, megabytes } from "../../../core/numbers.ts";
import type { CheckPageData } from "../../../report/pages/check-data.ts";
import "./totals.css";

export function TotalsCard({ report }: Pick<CheckPageData, "report">): JSX.Element {
  const { totals, seconds, search, store } = report;
  const isWalk = search.walk !== null;
  const figures: readonly (readonly [string, string, string])[] = [
    ["States", count(totals.states), isWalk ? "visited, not told apart" : "different ones"],
    ["Steps", count(totals.transitions), `${count(totals.matched)} led to a known state`],
    ["Longest path", count(totals.maxDepth), "steps"],
    ["Ends", count(totals.ends), "paths to an end of the program"],
    ["Threads", count(totals.maxThreads), "alive at once"],
    [
      "Search",
      `${seconds.search.toFixed(2)} s`,
      `${count(totals.statesPerSecond)} states a second`,
    ],
    ["Memory", megabytes(totals.peakMemoryBytes), "of the process, at most"],
    [
      "A state",
      `${totals.wordsPerState.toFixed(0)} words`,
      isWalk ? "on average" : `${totals.bytesPerState.toFixed(1)} bytes in the ${store.kind} store`,
    ],
  ];
  return (
    <section class="card" aria-labelledby="totals">
      <h2 id="totals">Totals</h2>
      <dl class="figures">
        {figures.map(([name, value, about]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b> <span class="soft">{about}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
