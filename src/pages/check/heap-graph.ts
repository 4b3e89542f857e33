/** The part of the heap around what a row touches: which objects to draw, and how their cells look. */

import type { CellChange, HeapObject, HeapStory } from "../../explain/heap/heap-data.ts";
import type { RowData } from "../../report/pages/finding-data.ts";
import type { GraphEdge, GraphNode, GraphSpec, GraphTone } from "../shared/graph.ts";
import { type Cells, cellKey } from "./heap-states.ts";

export interface ShownCell extends CellChange {
  readonly name: string;
  /** The value before the row, if the row changed it. */
  readonly before: string | null;
  readonly isTouched: boolean;
}

/** More objects, or more cells of one, make a drawing that nobody reads. */
const MOST_OBJECTS = 12;
const MOST_CELLS = 10;
const LONGEST_VALUE = 24;

/**
 * The cells to show after a row, by object; the touched ones first. `before` and `after` are the states around the
 * row.
 */
export function cellsAround(
  story: HeapStory,
  row: Pick<RowData, "firstStep" | "lastStep">,
  before: Cells,
  after: Cells,
): ReadonlyMap<HeapObject, readonly ShownCell[]> {
  const objects = new Map(story.objects.map((object) => [object.id, object]));
  const touched = touchedCells(story, row);
  const byObject = new Map<number, CellChange[]>();
  for (const cell of after.values()) {
    const own = byObject.get(cell.object);
    if (own === undefined) byObject.set(cell.object, [cell]);
    else own.push(cell);
  }
  const wanted = nearby(touched, byObject);
  const shown = new Map<HeapObject, readonly ShownCell[]>();
  for (const id of wanted) {
    const object = objects.get(id);
    if (object === undefined) continue;
    const cells = (byObject.get(id) ?? []).map((cell): ShownCell => {
      const key = cellKey(cell.object, cell.cell);
      const old = before.get(key);
      const hasChanged = old !== undefined && old.value !== cell.value;
      return {
        ...cell,
        name: object.name,
        before: hasChanged ? old.value : null,
        isTouched: touched.has(key),
      };
    });
    shown.set(
      object,
      cells.toSorted((a, b) => Number(b.isTouched) - Number(a.isTouched)),
    );
  }
  return shown;
}

function touchedCells(
  { steps }: HeapStory,
  { firstStep, lastStep }: Pick<RowData, "firstStep" | "lastStep">,
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { touched } of steps.slice(firstStep, lastStep + 1)) {
    for (const { object, cell } of touched) keys.add(cellKey(object, cell));
  }
  return keys;
}

/** The touched objects, what they refer to, and what refers to them. */
function nearby(
  touched: ReadonlySet<string>,
  byObject: ReadonlyMap<number, readonly CellChange[]>,
): ReadonlySet<number> {
  const wanted = new Set([...touched].map((key) => Number(key.split(" ", 1)[0])));
  const centre = new Set(wanted);
  for (const id of centre) {
    for (const { refersTo } of byObject.get(id) ?? []) if (refersTo !== null) wanted.add(refersTo);
  }
  for (const [id, cells] of byObject) {
    if (cells.some(({ refersTo }) => refersTo !== null && centre.has(refersTo))) wanted.add(id);
  }
  return new Set([...wanted].slice(0, MOST_OBJECTS));
}

export function heapGraph(shown: ReadonlyMap<HeapObject, readonly ShownCell[]>): GraphSpec {
  const ids = new Set([...shown.keys()].map(({ id }) => id));
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  for (const [object, cells] of shown) {
    const some = cells.slice(0, MOST_CELLS);
    const left = cells.length - some.length;
    nodes.push({
      id: String(object.id),
      tone: cells.some(({ isTouched }) => isTouched) ? "current" : "plain",
      label: {
        title: object.name,
        rows: [
          ...some.map((cell, i) => ({
            port: `c${i}`,
            cells: [cell.cell, valueText(cell)],
            tone: toneOf(cell),
          })),
          ...(left === 0 ? [] : [{ cells: [`… ${left} more`, ""], tone: "faint" as const }]),
        ],
      },
    });
    some.forEach((cell, i) => {
      if (cell.refersTo === null || !ids.has(cell.refersTo)) return;
      edges.push({
        from: String(object.id),
        port: `c${i}`,
        to: String(cell.refersTo),
        tone: cell.isLive ? "plain" : "faint",
      });
    });
  }
  return { nodes, edges, direction: "LR" };
}

const valueText = ({ before, value }: ShownCell): string =>
  before === null ? cut(value) : `${cut(before)} → ${cut(value)}`;

const cut = (text: string): string =>
  text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;

function toneOf({ before, isLive }: ShownCell): GraphTone {
  if (!isLive) return "dead";
  return before === null ? "live" : "changed";
}

/** "Fork#1.uses", "int[]#1[3]" */
export const cellName = ({ name, cell }: ShownCell): string =>
  cell.startsWith("[") ? `${name}${cell}` : `${name}.${cell}`;

/** "Fork#1.uses = 3, live, read next by Thread-1 at Main.java:7" */
export function cellText(cell: ShownCell): string {
  const { before, value, isLive, readNextBy } = cell;
  const change = before === null ? ` = ${value}` : `: ${before} → ${value}`;
  const next =
    readNextBy === null ? "" : `, read next by ${readNextBy.thread} at ${readNextBy.place}`;
  return `${cellName(cell)}${change}, ${isLive ? "live" : "dead"}${next}`;
}
