/** What kept growing along one schedule. */
import type { JSX } from "preact";
import { count } from "../../../core/numbers.ts";
import type { GrowingCell, Growth, GrowthPlace } from "../../../search/growth/growth.ts";
import { DataTable } from "../../shared/table.tsx";

export function GrowthCard({ growth }: { readonly growth: Growth | null }): JSX.Element | null {
  if (growth === null) return null;
  const { cells, objects, threads, steps, explored, lookedAt } = growth;
  if (cells.length === 0 && objects.length === 0 && threads === null) return null;
  const tail = explored < steps ? ` The search had taken the first ${count(explored)}.` : "";
  const times = lookedAt.map((step) => `After ${count(step)} steps`);
  return (
    <section class="card" aria-labelledby="growth">
      <h2 id="growth">What keeps growing</h2>
      <p class="lead">
        Seen on one schedule of {count(steps)} steps.{tail} Whether it would ever stop, no finite
        schedule shows; as long as a value that matters is new, the state is new.
      </p>
      {cells.length === 0 ? null : (
        <DataTable
          caption="Variables that took one new value after another"
          columns={[
            { title: "Variable" },
            { title: "Different values", isNumber: true },
            { title: "From", isNumber: true },
            { title: "To", isNumber: true },
            { title: "Trend" },
            { title: "Written at" },
            { title: "Ignored with" },
          ]}
          rows={cells.map((cell) => [
            <Name cell={cell} />,
            count(cell.differentValues),
            number(cell.least),
            number(cell.most),
            cell.trend === "other" ? "new values" : cell.trend,
            <Places places={cell.places} />,
            <IgnoredWith part={cell.deadWith} />,
          ])}
        />
      )}
      {objects.length === 0 ? null : (
        <DataTable
          caption="Objects of which there are more and more"
          columns={[
            { title: "Held by" },
            { title: "Mostly" },
            ...times.map((title) => ({ title, isNumber: true })),
            { title: "Ignored with" },
          ]}
          rows={objects.map(({ holder, className, counts, deadWith }) => [
            <code>{holder}</code>,
            <code>{className}</code>,
            ...counts.map(count),
            <IgnoredWith part={deadWith} />,
          ])}
        />
      )}
      {threads === null ? null : (
        <DataTable
          caption="Threads that were started"
          columns={times.map((title) => ({ title, isNumber: true }))}
          rows={[threads.map(count)]}
        />
      )}
    </section>
  );
}

const IgnoredWith = ({ part }: { readonly part: GrowingCell["deadWith"] }): JSX.Element =>
  part === null ? <>–</> : <code>--dvr {dvrText(part)}</code>;

const number = (value: number | null): string => (value === null ? "–" : count(value));

const Name = ({ cell }: { readonly cell: GrowingCell }): JSX.Element => (
  <>
    <code>{cell.name}</code>
    <span class="faint">
      {" "}
      {cell.type}
      {cell.variables > 1 ? `, ${count(cell.variables)} of them` : ""}
    </span>
  </>
);

const Places = ({ places }: { readonly places: readonly GrowthPlace[] }): JSX.Element => (
  <>
    {places.map(({ path, line, method }) => (
      <div key={`${path ?? method}:${line}`} class="mono">
        {path ?? method}
        {line < 0 ? "" : `:${line}`}
      </div>
    ))}
  </>
);

const dvrText = (part: string): string => (part === "faint" ? "local,hybrid,faint" : part);
