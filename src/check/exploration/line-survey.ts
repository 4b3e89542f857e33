/** Turns what a search recorded about places in the code into figures for the lines of the program's source. */
import type { StepSurvey, SurveyedPlace } from "../../search/step-survey.ts";
import { sourcePath } from "../../search/trace/frames-shown.ts";
import { simpleName } from "../../search/trace/object-names.ts";
import { frameAt } from "../../search/trace/source-place.ts";
import type { Machine } from "../../vm/machine.ts";
import type { LineSurvey, SurveyedLine } from "./exploration.ts";

/** More lines than that are not reported; a usual program has fewer in which threads may be stopped. */
const MOST_LINES = 2000;

interface Line {
  path: string | null;
  line: number;
  method: string;
  calls: Set<string>;
  steps: number;
  newStates: number;
  schedulingPoints: number;
}

export function lineSurvey(m: Machine, survey: StepSurvey): LineSurvey {
  const lines = new Map<string, Line>();
  for (const place of survey.places) {
    const line = lineOf(m, place);
    const key = `${line.path ?? line.method}:${line.line}`;
    const known = lines.get(key) ?? line;
    if (known === line) lines.set(key, line);
    known.steps += place.steps;
    known.newStates += place.fresh;
    known.schedulingPoints += place.points;
    for (const call of line.calls) known.calls.add(call);
  }
  const sorted = [...lines.values()].toSorted(
    (a, b) =>
      b.schedulingPoints - a.schedulingPoints ||
      b.steps - a.steps ||
      compareText(a.path ?? a.method, b.path ?? b.method) ||
      a.line - b.line,
  );
  return {
    isExact: survey.isExact,
    lines: sorted.slice(0, MOST_LINES).map(
      (line): SurveyedLine => ({
        path: line.path,
        line: line.line,
        method: line.method,
        calls: [...line.calls].toSorted(compareText),
        steps: line.steps,
        newStates: line.newStates,
        schedulingPoints: line.schedulingPoints,
      }),
    ),
  };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function lineOf(m: Machine, { pc, library }: SurveyedPlace): Line {
  const called = library < 0 ? undefined : m.program.methods[library];
  const calls = new Set(called === undefined ? [] : [`${simpleName(called.owner)}.${called.name}`]);
  const counts = { steps: 0, newStates: 0, schedulingPoints: 0 };
  if (pc === 0) return { path: null, line: -1, method: "the class library", calls, ...counts };
  const frame = frameAt(m, m.space.codeAt(pc), pc);
  return { path: sourcePath(frame), line: frame.line, method: frame.method, calls, ...counts };
}
