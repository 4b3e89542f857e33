/** One figure of all programs under all configurations, as a table to sort and filter; a row opens to show the rest. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ComparePageData, PageProgram } from "../../report/pages/compare-data.ts";
import { type SortableColumn, type SortableRow, SortableTable } from "../shared/sortable-table.tsx";
import { Details, figureCell } from "./details.tsx";
import { commonVerdict, hasProblem, measureNotes, nameOf } from "./model.ts";

type Shown = "all" | "complete" | "problems";

export function Results({ data }: { readonly data: ComparePageData }): JSX.Element {
  const [figure, setFigure] = useState(0);
  const [filter, setFilter] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const rows = useMemo(() => rowsOf(data, figure), [data, figure]);
  const visible = rows.filter(({ program }) => isShown(program, filter, shown));
  const column = data.columns[figure];
  const columns: SortableColumn[] = [
    { title: "program", about: "main class and arguments" },
    { title: "verdict", about: "the verdict of the checks" },
    ...data.configurations.map(({ name, options }) => ({
      title: name,
      about: options.join(" "),
      isNumber: true,
    })),
  ];
  return (
    <section class="card">
      <h2>Programs</h2>
      <div class="tools">
        <label class="field">
          <span>Figure</span>
          <select
            value={String(figure)}
            onChange={({ currentTarget }) => setFigure(Number(currentTarget.value))}
          >
            {data.columns.map(({ name, title, about }, i) => (
              <option key={name} value={String(i)}>
                {title} – {about}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Program</span>
          <input
            type="search"
            value={filter}
            placeholder="part of a name"
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>Show</span>
          <select
            value={shown}
            onChange={({ currentTarget }) => setShown(shownOf(currentTarget.value))}
          >
            <option value="all">all programs</option>
            <option value="complete">complete under every configuration</option>
            <option value="problems">with problems</option>
          </select>
        </label>
        <span class="faint" role="status">
          {visible.length} of {rows.length} programs
        </span>
      </div>
      <SortableTable
        caption={`${column?.title ?? ""}: ${column?.about ?? ""}`}
        columns={columns}
        rows={visible}
        details={(key) => <Details data={data} index={Number(key)} />}
        notes={measureNotes(data, `${column?.title ?? ""}: ${column?.about ?? ""}`)}
      />
    </section>
  );
}

const shownOf = (value: string): Shown =>
  value === "complete" || value === "problems" ? value : "all";

function isShown(program: PageProgram, filter: string, shown: Shown): boolean {
  if (!nameOf(program).toLowerCase().includes(filter.trim().toLowerCase())) return false;
  if (shown === "complete") return program.results.every((each) => each?.isComplete === true);
  return shown === "all" || program.problems.length > 0;
}

function rowsOf(
  data: ComparePageData,
  figure: number,
): (SortableRow & { readonly program: PageProgram })[] {
  return data.programs.map((program, i) => {
    const name = nameOf(program);
    const verdict = commonVerdict(program);
    const isBad = hasProblem(program, "disagreement", "unsteady");
    return {
      key: String(i),
      program,
      class: isBad ? "compare-bad-row" : "",
      cells: [
        { text: name, order: name, view: <bdi class="compare-program">{name}</bdi> },
        {
          text: verdict,
          order: verdict,
          view: (
            <span class={`verdict verdict-${isBad ? "bad" : verdict}`}>
              {isBad ? "disagree: " : ""}
              {verdict}
            </span>
          ),
        },
        ...data.configurations.map((_, at) => figureCell(data, program, at, figure)),
      ],
    };
  });
}
