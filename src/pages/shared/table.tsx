/** A table. Columns of numbers are aligned at their ends; the first column names the row. */
import type { ComponentChildren, JSX } from "preact";
import "./table.css";

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Its cells are short and stay on one line. */
  readonly isShort?: boolean;
  /** What the column means, shown while the pointer is on its head. */
  readonly about?: string;
}

interface TableProps {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly caption?: string;
}

const cellClass = (column: Column | undefined): string =>
  column?.isNumber === true ? "number" : column?.isShort === true ? "short" : "";

export const DataTable = ({ columns, rows, caption }: TableProps): JSX.Element => (
  <div class="scroll" tabIndex={0} role="group" aria-label={caption ?? "Table"}>
    <table class="table">
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ title, isNumber, about }) => (
            <th key={title} scope="col" class={isNumber === true ? "number" : ""} title={about}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, i) => (
          <tr key={i}>
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={at} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={at} class={cellClass(columns[at])}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
