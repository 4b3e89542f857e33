/** The schedule as a table, made only for printing: the list on the screen has only its visible part. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { DataTable } from "../shared/table.tsx";
import { useFinding } from "./context.ts";
import type { Sources } from "./sources.ts";
import type { Story } from "./story.ts";

/** More would be a book. */
const MOST_ROWS = 1000;
const COLUMNS = [
  { title: "Step", isNumber: true },
  { title: "Thread", isShort: true },
  { title: "Place", isShort: true },
  { title: "Line" },
  { title: "What happens" },
];

export function PrintedSchedule(): JSX.Element | null {
  const { story, sources } = useFinding();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const media = matchMedia("print");
    const update = (): void => setPrinting(media.matches);
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, []);
  if (!isPrinting) return null;
  const rows = printedRows(story, sources);
  const left = story.finding.rows.length - MOST_ROWS;
  return (
    <section class="card">
      <DataTable columns={COLUMNS} rows={rows} caption="Schedule" />
      {left > 0 ? <p>{left} more steps are not printed.</p> : null}
    </section>
  );
}

function printedRows(story: Story, sources: Sources): string[][] {
  const { rows, endings } = story.finding;
  const steps = rows
    .slice(0, MOST_ROWS)
    .map((row) => [
      `${row.isPreemption ? "!" : ""}${row.number}`,
      story.thread(row.lane),
      ...placeAndLine(story, sources, row.frame),
      [...row.texts, ...(row.awaits === null ? [] : [row.awaits])].join("; "),
    ]);
  const ends = endings.map(({ lane, frame, text }) => [
    "end",
    story.thread(lane),
    ...placeAndLine(story, sources, frame),
    text,
  ]);
  return [...steps, ...ends];
}

function placeAndLine(story: Story, sources: Sources, index: number): [string, string] {
  const frame = story.frame(index);
  if (frame === null) return ["", ""];
  return [frame.place, sources.line(frame)];
}
