/** All figures of one program, a row for each configuration. */
import type { JSX } from "preact";
import { DASH, percentText, secondsText } from "../../report/numbers.ts";
import type { ComparePageData, PageProgram, PageResult } from "../../report/pages/compare-data.ts";
import {
  type SortableCell,
  type SortableColumn,
  type SortableRow,
  SortableTable,
} from "../shared/sortable-table.tsx";
import { Charts } from "./charts.tsx";
import { figureText, isWithinSpread, measureNotes, nameOf, verdictOf } from "./model.ts";
import { ProblemList } from "./problems.tsx";
import { Verdict } from "./verdict.tsx";

interface DetailsProps {
  readonly data: ComparePageData;
  /** Index of the program. */
  readonly index: number;
}

export function Details({ data, index }: DetailsProps): JSX.Element | null {
  const program = data.programs[index];
  if (program === undefined) return null;
  const notes = program.results.flatMap(
    (result, i) =>
      result?.notes.map((note) => `${data.configurations[i]?.name ?? ""}: ${note}`) ?? [],
  );
  return (
    <div class="compare-details">
      <ProblemList problems={program.problems} />
      <Charts data={data} program={index} />
      <Figures data={data} program={program} />
      {notes.length === 0 ? null : (
        <ul class="compare-notes faint">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Figures({
  data,
  program,
}: {
  readonly data: ComparePageData;
  readonly program: PageProgram;
}): JSX.Element {
  const known = data.columns.flatMap((column, at) =>
    program.results.some((each) => (each?.figures?.[at] ?? null) !== null) ? [{ column, at }] : [],
  );
  const hasSpread = data.rounds > 1;
  const columns: SortableColumn[] = [
    { title: "configuration", about: "how the program was checked" },
    { title: "verdict", about: "the verdict of the check" },
    ...known.flatMap(({ column }) => [
      { title: column.title, about: column.about, isNumber: true },
      ...(hasSpread && column.name === "cpuSeconds" ? SPREAD_COLUMNS : []),
    ]),
  ];
  const rows = data.configurations.map(({ name }, i): SortableRow => {
    const result = program.results[i] ?? null;
    return {
      key: name,
      cells: [
        { text: name, order: name, view: <bdi>{name}</bdi> },
        { text: verdictOf(result), order: verdictOf(result), view: <Verdict result={result} /> },
        ...known.flatMap(({ column, at }) => [
          figureCell(data, program, i, at),
          ...(hasSpread && column.name === "cpuSeconds" ? spreadCells(result) : []),
        ]),
      ],
    };
  });
  return (
    <SortableTable
      caption={`Figures of ${nameOf(program)}`}
      columns={columns}
      rows={rows}
      notes={measureNotes(data, nameOf(program))}
    />
  );
}

const SPREAD_COLUMNS: readonly SortableColumn[] = [
  { title: "least–most", about: "smallest and largest time of a round", isNumber: true },
  {
    title: "sd",
    about: "standard deviation of the times, in percent of their mean",
    isNumber: true,
  },
];

function spreadCells(result: PageResult | null): SortableCell[] {
  const { cpuRange = null, cpuMean = null, cpuDeviation = null } = result ?? {};
  const share = cpuMean === null || cpuDeviation === null ? null : (cpuDeviation / cpuMean) * 100;
  return [
    {
      text: cpuRange === null ? DASH : `${secondsText(cpuRange[0])}–${secondsText(cpuRange[1])}`,
      order: cpuRange === null ? null : cpuRange[1] - cpuRange[0],
    },
    { text: percentText(share), order: share },
  ];
}

/** A figure with its percentage of the base. */
export function figureCell(
  data: ComparePageData,
  program: PageProgram,
  configuration: number,
  column: number,
): SortableCell {
  const result = program.results[configuration] ?? null;
  const figure = result?.figures?.[column] ?? null;
  const share = result?.percent[column] ?? null;
  const text = figureText(data, result, column).replace(/ (?:s|MB|B)$/, "");
  const isBase = configuration === data.base;
  const isChance = isWithinSpread(data, program, configuration, column);
  const mark = isChance ? "≈" : "";
  const isCut = result !== null && figure !== null && !result.isComplete;
  const shareText = share === null || isBase ? "" : ` ${mark}${percentText(share)}`;
  return {
    text: `${isCut ? "≥" : ""}${text}${shareText === "" ? "" : ` (${shareText.trim()})`}`,
    order: figure,
    view: (
      <>
        {isCut ? (
          <span class="compare-mark" title="The search was not complete">
            ≥
          </span>
        ) : null}
        {result?.isSteady === false ? (
          <span class="compare-unsteady" title="Rounds differ: the figure cannot be trusted">
            unsteady
          </span>
        ) : null}
        {text}
        {shareText === "" ? null : (
          <span
            class={`compare-share ${isChance ? "faint" : toneOf(share)}`}
            title={isChance ? "Within the spread of the rounds: it may be chance" : undefined}
          >
            {shareText}
          </span>
        )}
      </>
    ),
  };
}

/** Differences of this many percent stand out. */
const NOTABLE = 5;

function toneOf(share: number | null): string {
  if (share === null) return "";
  if (share <= 100 - NOTABLE) return "compare-less";
  return share >= 100 + NOTABLE ? "compare-more" : "faint";
}
