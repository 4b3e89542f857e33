/**
 * Where the states come from: the program's source, each line as warm as the number of states in which it is a
 * scheduling point. The list of lines says the same in figures; its buttons lead to the lines.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { LineSurvey, SurveyedLine } from "../../../check/exploration/exploration.ts";
import { count } from "../../../core/numbers.ts";
import type { SourceFile } from "../../../launch/source-files.ts";
import { SourceView } from "../../shared/source-view.tsx";
import { DataTable } from "../../shared/table.tsx";
import "./heat-map.css";

interface HeatMapProps {
  readonly survey: LineSurvey;
  readonly sources: readonly SourceFile[];
  readonly isWalk: boolean;
}

const MEASURES = {
  schedulingPoints: {
    name: "Scheduling points",
    about: "New states in which the thread that had just run stopped in front of this line",
  },
  steps: { name: "Steps", about: "Steps that began at this line" },
  newStates: { name: "New states", about: "Steps from this line that led to a new state" },
} as const;
type Measure = keyof typeof MEASURES;
const NAMES = ["schedulingPoints", "steps", "newStates"] as const satisfies readonly Measure[];

/** Lines of the list, and of source around the warm ones. */
const LISTED = 10;
const AROUND = 3;
/** Longer files are shown around their warm lines only. */
const MOST_LINES = 400;

export function HeatMap({ survey, sources, isWalk }: HeatMapProps): JSX.Element | null {
  const [measure, setMeasure] = useState<Measure>(isWalk ? "steps" : "schedulingPoints");
  const lines = useMemo(
    () => survey.lines.toSorted((a, b) => b[measure] - a[measure]),
    [survey, measure],
  );
  const files = useMemo(() => filesOf(lines, sources, measure), [lines, sources, measure]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [marked, setMarked] = useState(-1);
  const file = files.find(({ path }) => path === chosen) ?? files[0];
  const total = lines.reduce((sum, line) => sum + line[measure], 0);
  if (total === 0) return null;
  const show = ({ path, line }: SurveyedLine): void => {
    setChosen(path);
    setMarked(line);
  };
  return (
    <section class="card" aria-labelledby="heat">
      <h2 id="heat">Where the states come from</h2>
      <p class="lead">
        {MEASURES[measure].about}. {survey.isExact ? "" : "Estimated from a sample of the steps. "}
      </p>
      <div class="heat-choice no-print" role="group" aria-label="What to show">
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={name === measure}
            onClick={() => setMeasure(name)}
          >
            {MEASURES[name].name}
          </button>
        ))}
      </div>
      <div class="heat-columns">
        <DataTable
          caption={`The lines with most: ${MEASURES[measure].name.toLowerCase()}`}
          columns={[
            { title: "Line" },
            { title: MEASURES[measure].name, isNumber: true },
            { title: "Share", isNumber: true },
            { title: "Calls" },
          ]}
          rows={lines
            .filter((line) => line[measure] > 0)
            .slice(0, LISTED)
            .map((line) => [
              <LineName line={line} onShow={sourceOf(line, sources) === null ? null : show} />,
              count(line[measure]),
              `${Math.round((100 * line[measure]) / total)} %`,
              <span class="mono">{line.calls.join(", ")}</span>,
            ])}
        />
        {file === undefined ? (
          <p class="soft">
            The source was not found: --source names folders and jars that have it.
          </p>
        ) : (
          <div class="heat-source">
            {files.length < 2 ? null : (
              <div class="heat-choice" role="group" aria-label="File">
                {files.map(({ path }) => (
                  <button
                    key={path}
                    type="button"
                    class="button"
                    aria-pressed={path === file.path}
                    onClick={() => setChosen(path)}
                  >
                    {path}
                  </button>
                ))}
              </div>
            )}
            <HeatSource key={file.path} file={file} marked={marked} />
            <Legend />
          </div>
        )}
      </div>
    </section>
  );
}

interface LineNameProps {
  readonly line: SurveyedLine;
  readonly onShow: ((line: SurveyedLine) => void) | null;
}

function LineName({ line, onShow }: LineNameProps): JSX.Element {
  const { path, method } = line;
  const name = path === null ? method : `${path.slice(path.lastIndexOf("/") + 1)}:${line.line}`;
  if (onShow === null) return <code>{name}</code>;
  return (
    <button
      type="button"
      class="heat-line"
      onClick={() => onShow(line)}
      title={`${path ?? ""}, ${method}`}
    >
      <code>{name}</code>
    </button>
  );
}

interface HeatFile {
  readonly path: string;
  readonly text: string;
  /** By line: how often, and the share of the warmest line of all files. */
  readonly heat: ReadonlyMap<number, { readonly times: number; readonly share: number }>;
}

const sourceOf = ({ path }: SurveyedLine, sources: readonly SourceFile[]): SourceFile | null =>
  sources.find((source) => source.path === path) ?? null;

/** The files with warm lines, the warmest first. */
function filesOf(
  lines: readonly SurveyedLine[],
  sources: readonly SourceFile[],
  measure: Measure,
): HeatFile[] {
  const most = Math.max(1, ...lines.map((line) => line[measure]));
  const paths = [...new Set(lines.filter((line) => line[measure] > 0).map(({ path }) => path))];
  return paths.flatMap((path) => {
    const source = sources.find((each) => each.path === path);
    if (source === undefined) return [];
    const heat = new Map(
      lines
        .filter((line) => line.path === path && line[measure] > 0)
        .map((line) => [line.line, { times: line[measure], share: line[measure] / most }]),
    );
    return [{ path: source.path, text: source.text, heat }];
  });
}

const LEVELS = 5;

/** The share as a level from 1 to 5. By the root, so that lines far below the warmest one differ too. */
const levelOf = (share: number): number => Math.max(1, Math.ceil(Math.sqrt(share) * LEVELS));

const warmest = ({ heat }: HeatFile): number =>
  [...heat].reduce(
    (best, each) => (each[1].times > best[1].times ? each : best),
    [1, { times: 0, share: 0 }],
  )[0];

interface HeatSourceProps {
  readonly file: HeatFile;
  readonly marked: number;
}

function HeatSource({ file, marked }: HeatSourceProps): JSX.Element {
  const { path, text, heat } = file;
  const all = useMemo(() => text.split("\n").length, [text]);
  const warm = [...heat.keys()];
  const isLong = all > MOST_LINES;
  const first = isLong ? Math.max(1, Math.min(...warm) - AROUND) : 1;
  const last = isLong ? Math.min(all, Math.max(...warm) + AROUND) : all;
  const place = useRef<HTMLDivElement>(null);
  const wanted = heat.has(marked) ? marked : warmest(file);
  useEffect(() => {
    const view = place.current?.querySelector(".source");
    const line = view?.children[wanted - first];
    if (view === null || view === undefined || !(line instanceof HTMLElement)) return;
    view.scrollTop = line.offsetTop - view.clientHeight / 2;
  }, [wanted, first]);
  return (
    <div ref={place}>
      <SourceView
        text={text}
        first={first}
        last={last}
        marked={[marked]}
        label={`${path}, lines ${first} to ${last}, each with its count`}
        lineClass={(line) => {
          const here = heat.get(line);
          return here === undefined ? "" : `heat heat-${levelOf(here.share)}`;
        }}
        note={(line) => {
          const here = heat.get(line);
          return here === undefined ? null : <span class="heat-count">{count(here.times)}</span>;
        }}
      />
    </div>
  );
}

const Legend = (): JSX.Element => (
  <p class="heat-legend soft" aria-hidden="true">
    few
    {Array.from({ length: LEVELS }, (_, i) => (
      <span key={i} class={`heat-swatch heat-${i + 1}`} />
    ))}
    many
  </p>
);
