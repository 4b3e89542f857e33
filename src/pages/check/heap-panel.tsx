/** The heap around what the current row touches, with the cells that may still be read, and by whom. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { HeapStory } from "../../explain/heap/heap-data.ts";
import type { RowData } from "../../report/pages/finding-data.ts";
import { GraphView } from "../shared/graph-view.tsx";
import { useFinding } from "./context.ts";
import { cellName, cellsAround, cellText, heapGraph, type ShownCell } from "./heap-graph.ts";
import { HeapStates } from "./heap-states.ts";

export function HeapPanel({ row }: { readonly row: RowData }): JSX.Element | null {
  const { story } = useFinding();
  const { heap } = story.finding;
  return heap === null ? null : <Heap heap={heap} row={row} />;
}

interface HeapProps {
  readonly heap: HeapStory;
  readonly row: RowData;
}

function Heap({ heap, row }: HeapProps): JSX.Element | null {
  const states = useMemo(() => new HeapStates(heap), [heap]);
  const shown = useMemo(() => {
    const before = new Map(states.after(row.firstStep));
    return cellsAround(heap, row, before, states.after(row.lastStep + 1));
  }, [heap, states, row]);
  const graph = useMemo(() => heapGraph(shown), [shown]);
  if (graph.nodes.length === 0) return null;
  const cells = [...shown.values()].flat();
  const touched = cells.filter(({ isTouched, before }) => isTouched || before !== null);
  return (
    <section>
      <h3>Heap around this step</h3>
      <GraphView
        graph={graph}
        label="Objects around what this step touches"
        lines={cells.map(cellText)}
      />
      <ul class="heap-cells">
        {touched.map((cell) => (
          <CellNote key={`${cell.object} ${cell.cell}`} cell={cell} />
        ))}
      </ul>
      {heap.notes.map((note) => (
        <p key={note} class="faint heap-note">
          {note}
        </p>
      ))}
    </section>
  );
}

function CellNote({ cell }: { readonly cell: ShownCell }): JSX.Element {
  const { isLive, readNextBy } = cell;
  const next = readNextBy === null ? null : `${readNextBy.thread}, ${readNextBy.place}`;
  return (
    <li class={isLive ? "" : "dead"}>
      <code>{cellName(cell)}</code> {isLive ? "live" : "dead: nothing reads this value any more"}
      {next === null ? "" : `; read next by ${next}`}
    </li>
  );
}
