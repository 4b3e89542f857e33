/**
 * The states as a graph, with the way to the violation marked: by Graphviz as long as one can follow single steps in
 * the drawing, on a canvas where only the shape of the whole can be seen.
 */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { count, plural } from "../../../core/numbers.ts";
import type { StateGraphData } from "../../../search/graph/state-graph.ts";
import type { GraphSpec, GraphTone } from "../../shared/graph.ts";
import { GraphView } from "../../shared/graph-view.tsx";
import { DataTable } from "../../shared/table.tsx";
import { GraphCanvas } from "./graph-canvas.tsx";
import "./state-graph.css";
import { type GraphStep, stepsOf } from "./graph-steps.ts";

/** With more states, edges have no labels; with still more, Graphviz takes too long. */
const MOST_LABELLED = 80;
const MOST_FOR_GRAPHVIZ = 300;
/** Rows of the table that says how many states there are at each depth. */
const ROWS = 40;

export function StateGraphCard({ graph }: { readonly graph: StateGraphData }): JSX.Element | null {
  const steps = useMemo(() => stepsOf(graph), [graph]);
  const { kinds, errorPath } = graph;
  if (kinds.length < 2) return null;
  const label = labelOf(graph, steps.length);
  const hasGraphviz = document.getElementById("graphviz") !== null;
  return (
    <section class="card" aria-labelledby="graph">
      <h2 id="graph">The states as a graph</h2>
      <p class="lead">
        {label} {aboutPath(graph)} Drawn from a breadth-first search of its own, which may visit a
        few states more or less.
      </p>
      <GraphLegend graph={graph} />
      {hasGraphviz && kinds.length <= MOST_FOR_GRAPHVIZ ? (
        <GraphView graph={specOf(graph, steps)} label={label} lines={[]} />
      ) : (
        <GraphCanvas graph={graph} steps={steps} label={label} />
      )}
      <details>
        <summary>The same as a table</summary>
        <DataTable
          caption="States at each depth"
          columns={[
            { title: "Depth" },
            { title: "States", isNumber: true },
            { title: "Ends", isNumber: true },
            { title: "Violations", isNumber: true },
          ]}
          rows={depthRows(graph)}
        />
        {errorPath.length === 0 ? null : (
          <p>
            The way to the violation: <span class="mono">{pathText(graph, steps)}</span>
          </p>
        )}
      </details>
    </section>
  );
}

function labelOf({ kinds, depths, isWhole }: StateGraphData, steps: number): string {
  const depth = depths.reduce((most, each) => Math.max(most, each), 0);
  const more = isWhole ? "" : " There are more: these are the first ones.";
  return `${plural(kinds.length, "state")} and ends, ${plural(steps, "step")}, ${count(depth)} deep.${more}`;
}

function aboutPath({ errorPath, isReportedPath, kinds }: StateGraphData): string {
  const last = errorPath.at(-1);
  if (last === undefined) return "";
  if (!isReportedPath) {
    return "The thick line leads to a violation; the schedule above takes steps that a complete search need not take.";
  }
  return kinds[last] === "violated"
    ? "The thick line is the schedule of the violation."
    : "The thick line is the beginning of the schedule of the violation, as far as it is drawn.";
}

const TONES: Readonly<Record<StateGraphData["kinds"][number], GraphTone>> = {
  state: "plain",
  end: "good",
  violated: "bad",
  cut: "changed",
};

function specOf(
  { kinds, errorPath, threads }: StateGraphData,
  steps: readonly GraphStep[],
): GraphSpec {
  const isLabelled = kinds.length <= MOST_LABELLED;
  const path = new Set(errorPath);
  return {
    nodes: kinds.map((kind, i) => ({
      id: String(i),
      label: kinds.length <= MOST_LABELLED ? String(i) : "",
      tone: path.has(i) ? "bad" : TONES[kind],
      shape: "circle",
    })),
    edges: steps.map(({ from, to, thread, isOnErrorPath }) => ({
      from: String(from),
      to: String(to),
      tone: isOnErrorPath ? "bad" : "plain",
      ...(isLabelled ? { label: threads[thread] ?? "" } : {}),
    })),
  };
}

function depthRows({ kinds, depths }: StateGraphData): (readonly string[])[] {
  const rows = new Map<number, { states: number; ends: number; violated: number }>();
  kinds.forEach((kind, i) => {
    const depth = depths[i] ?? 0;
    const row = rows.get(depth) ?? { states: 0, ends: 0, violated: 0 };
    rows.set(depth, row);
    if (kind === "end") row.ends++;
    else row.states++;
    if (kind === "violated") row.violated++;
  });
  const all = [...rows].toSorted(([a], [b]) => a - b);
  const every = Math.ceil(all.length / ROWS);
  return all
    .filter((_, i) => i % every === 0)
    .map(([depth, { states, ends, violated }]) => [
      count(depth),
      count(states),
      count(ends),
      count(violated),
    ]);
}

/** "0 –main→ 1 –Thread-0→ 5" */
function pathText({ errorPath, threads }: StateGraphData, steps: readonly GraphStep[]): string {
  const byPair = new Map(
    steps
      .filter(({ isOnErrorPath }) => isOnErrorPath)
      .map((step) => [`${step.from}:${step.to}`, step]),
  );
  return errorPath
    .map((state, i) => {
      const before = errorPath[i - 1];
      if (before === undefined) return `state ${state}`;
      const step = byPair.get(`${before}:${state}`);
      return `–${step === undefined ? "" : (threads[step.thread] ?? "")}→ ${state}`;
    })
    .join(" ");
}

const GraphLegend = ({ graph }: { readonly graph: StateGraphData }): JSX.Element => {
  const kinds = new Set(graph.kinds);
  return (
    <ul class="graph-legend soft">
      <li>
        <span class="graph-dot start" /> first state
      </li>
      <li>
        <span class="graph-dot state" /> state
      </li>
      {kinds.has("end") ? (
        <li>
          <span class="graph-dot end" /> end of the program
        </li>
      ) : null}
      {kinds.has("violated") ? (
        <li>
          <span class="graph-dot violated" /> violation
        </li>
      ) : null}
      {kinds.has("cut") ? (
        <li>
          <span class="graph-dot cut" /> not continued
        </li>
      ) : null}
    </ul>
  );
};
