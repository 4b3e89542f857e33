/**
 * A table that the reader sorts by any column, whose rows may open to show details, and that can be copied into a
 * spreadsheet or a paper as it is shown.
 */
import type { ComponentChildren, JSX } from "preact";
import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { type ExportedTable, latexOf, tsvOf } from "../../report/table-export.ts";
import { CopyTextButton } from "./copy-button.tsx";
import "./table.css";
import "./sortable-table.css";

export interface SortableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** What the column means. */
  readonly about?: string;
}

export interface SortableCell {
  /** For the eye; `text` without it. */
  readonly view?: ComponentChildren;
  /** For copies. */
  readonly text: string;
  /** Rows are sorted by it; those without a value come last. */
  readonly order: number | string | null;
}

export interface SortableRow {
  readonly key: string;
  readonly cells: readonly SortableCell[];
  readonly class?: string;
}

interface SortableTableProps {
  readonly caption: string;
  readonly columns: readonly SortableColumn[];
  readonly rows: readonly SortableRow[];
  /** Drawn below an opened row. */
  readonly details?: (key: string) => ComponentChildren;
  /** For copies: how the figures were measured. */
  readonly notes: readonly string[];
}

interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

export function SortableTable(props: SortableTableProps): JSX.Element {
  const { caption, columns, details, notes } = props;
  const [order, setOrder] = useState<Order | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = sorted(props.rows, order);
  const exported = (): ExportedTable => ({
    columns,
    rows: rows.map(({ cells }) => cells.map(({ text }) => text)),
    notes,
  });
  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <div class="sortable">
      <div class="scroll" tabIndex={0} role="group" aria-label={caption}>
        <table class="table">
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, i) => (
                <Head key={i} column={column} index={i} order={order} setOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells, class: name }) => (
              <Fragment key={key}>
                <tr class={name}>
                  {cells.map((cell, at) =>
                    at === 0 ? (
                      <th key={at} scope="row">
                        {details === undefined ? (
                          (cell.view ?? cell.text)
                        ) : (
                          <button
                            type="button"
                            class="row-button"
                            aria-expanded={open.has(key)}
                            onClick={() => toggle(key)}
                          >
                            <span class="row-arrow" aria-hidden="true" />
                            {cell.view ?? cell.text}
                          </button>
                        )}
                      </th>
                    ) : (
                      <td key={at} class={columns[at]?.isNumber === true ? "number" : ""}>
                        {cell.view ?? cell.text}
                      </td>
                    ),
                  )}
                </tr>
                {details !== undefined && open.has(key) ? (
                  <tr class="row-details">
                    <td colSpan={columns.length}>
                      <div class="row-inner">{details(key)}</div>
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <div class="sortable-tools no-print">
        <CopyTextButton label="Copy as TSV" text={() => tsvOf(exported())} />
        <CopyTextButton label="Copy as LaTeX" text={() => latexOf(exported())} />
      </div>
    </div>
  );
}

interface HeadProps {
  readonly column: SortableColumn;
  readonly index: number;
  readonly order: Order | null;
  readonly setOrder: (order: Order | null) => void;
}

/** The first press sorts in the order that is useful first, the second the other way, the third not at all. */
function Head({ column, index, order, setOrder }: HeadProps): JSX.Element {
  const { title, isNumber, about } = column;
  const isSorted = order?.column === index;
  const isFirst = isSorted && order.isDescending === (isNumber === true);
  const next = (): void => {
    if (!isSorted) setOrder({ column: index, isDescending: isNumber === true });
    else setOrder(isFirst ? { column: index, isDescending: !order.isDescending } : null);
  };
  const direction = !isSorted ? "none" : order.isDescending ? "descending" : "ascending";
  return (
    <th scope="col" class={isNumber === true ? "number" : ""} aria-sort={direction} title={about}>
      <button type="button" class="head-button" onClick={next}>
        {title}
        <span class="head-arrow" aria-hidden="true" />
      </button>
    </th>
  );
}

function sorted(rows: readonly SortableRow[], order: Order | null): readonly SortableRow[] {
  if (order === null) return rows;
  const { column, isDescending } = order;
  const valueOf = (row: SortableRow): number | string | null => row.cells[column]?.order ?? null;
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return compareValues(left, right) * (isDescending ? -1 : 1);
  });
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}
