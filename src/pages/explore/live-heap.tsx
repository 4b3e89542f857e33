/** The objects of the present state: a graph of those that fit into one, and a list with the reason for each value. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type {
  HeapCell,
  HeapObject,
  HeapObjectView,
  HeapView,
} from "../../explain/heap/heap-data.ts";
import { heapGraph, type ShownCell } from "../check/heap-graph.ts";
import { GraphView } from "../shared/graph-view.tsx";
import { LockIcon } from "../shared/icons.tsx";
import { OWN_KEYS } from "../shared/key-help.tsx";

interface LiveHeapProps {
  readonly heap: HeapView | null;
  /** The heap before the last command: what has changed since is marked. */
  readonly before: HeapView | null;
}

/** A graph of more objects is no picture. */
const MOST_DRAWN = 14;

export function LiveHeap({ heap, before }: LiveHeapProps): JSX.Element {
  const [isList, setList] = useState(false);
  return (
    <section class="card live-heap" aria-labelledby="heap-title">
      <div class="heap-bar">
        <h2 id="heap-title">Heap</h2>
        <button
          type="button"
          class="button small"
          aria-pressed={isList}
          onClick={() => setList(!isList)}
        >
          Reasons
        </button>
      </div>
      {heap === null ? (
        <p class="soft">Looking at the objects …</p>
      ) : (
        <Objects heap={heap} before={before} isList={isList} />
      )}
    </section>
  );
}

interface ObjectsProps {
  readonly heap: HeapView;
  readonly before: HeapView | null;
  readonly isList: boolean;
}

function Objects({ heap, before, isList }: ObjectsProps): JSX.Element {
  const old = useMemo(() => valuesOf(before), [before]);
  const shown = useMemo(() => cellsToDraw(heap, old), [heap, old]);
  const graph = useMemo(() => heapGraph(shown), [shown]);
  const lines = useMemo(() => heap.objects.flatMap(linesOf), [heap]);
  const left = heap.objects.length - shown.size + heap.omitted;
  if (heap.objects.length === 0) {
    return <p class="soft">The program has made no objects yet.</p>;
  }
  return (
    <>
      <p class="faint heap-legend">
        Dim values are dead: no thread can read them before they are overwritten.
        {left === 0 || isList ? "" : ` ${left} more objects are in the list of reasons.`}
      </p>
      {isList ? (
        <div
          class="heap-scroll"
          role="group"
          aria-label="Objects and their values"
          tabIndex={0}
          {...OWN_KEYS}
        >
          <ul class="heap-list">
            {heap.objects.map((object) => (
              <li key={object.name}>
                <ObjectReasons object={object} />
              </li>
            ))}
            {heap.omitted === 0 ? null : <li class="faint">{heap.omitted} more objects</li>}
          </ul>
        </div>
      ) : (
        <GraphView graph={graph} label="Objects of the present state" lines={lines} />
      )}
    </>
  );
}

const keyOf = (object: string, cell: string): string => `${object}.${cell}`;

const valuesOf = (heap: HeapView | null): ReadonlyMap<string, string> =>
  new Map(
    (heap?.objects ?? []).flatMap(({ name, cells }) =>
      cells.map((cell): [string, string] => [keyOf(name, cell.name), cell.value]),
    ),
  );

const isChanged = (cells: readonly ShownCell[]): number =>
  Number(cells.some(({ isTouched }) => isTouched));

/** In the form of the report's heap, the objects that have changed first. */
function cellsToDraw(
  { objects }: HeapView,
  old: ReadonlyMap<string, string>,
): ReadonlyMap<HeapObject, readonly ShownCell[]> {
  const ids = new Map(objects.map(({ name }, id) => [name, id]));
  const shownCell = (object: HeapObjectView, id: number, cell: HeapCell): ShownCell => {
    const before = old.get(keyOf(object.name, cell.name)) ?? cell.value;
    return {
      object: id,
      cell: cell.name,
      value: cell.value,
      refersTo: cell.refersTo === null ? null : (ids.get(cell.refersTo) ?? null),
      isLive: cell.isLive,
      readNextBy: null,
      name: object.name,
      before: before === cell.value ? null : before,
      isTouched: before !== cell.value,
    };
  };
  const all = objects.map((object, id): [HeapObject, readonly ShownCell[]] => {
    const lock = object.lockedBy === null ? "" : ` (held by ${object.lockedBy})`;
    const { className, kind, omittedCells } = object;
    return [
      { id, name: `${object.name}${lock}`, className, kind, omittedCells },
      object.cells.map((cell) => shownCell(object, id, cell)),
    ];
  });
  const kept = new Set(
    all
      .toSorted(([, a], [, b]) => isChanged(b) - isChanged(a))
      .slice(0, MOST_DRAWN)
      .map(([{ id }]) => id),
  );
  return new Map(all.filter(([{ id }]) => kept.has(id)));
}

const linesOf = ({ name, cells }: HeapObjectView): string[] =>
  cells.map((cell) => `${name}.${cell.name} = ${cell.value}. ${cell.why}`);

function ObjectReasons({ object }: { readonly object: HeapObjectView }): JSX.Element {
  const { name, className, lockedBy, cells, omittedCells } = object;
  return (
    <>
      <p>
        <strong class="mono">{name}</strong> <span class="faint mono">{className}</span>
        {lockedBy === null ? null : (
          <span class="mark">
            <LockIcon /> {lockedBy}
          </span>
        )}
      </p>
      <ul>
        {cells.map((cell) => (
          <li key={cell.name} class={cell.isLive ? "" : "dead"}>
            <code>
              {cell.name} = {cell.value}
            </code>{" "}
            {cell.why}
          </li>
        ))}
        {omittedCells === 0 ? null : <li class="faint">{omittedCells} more</li>}
      </ul>
    </>
  );
}
