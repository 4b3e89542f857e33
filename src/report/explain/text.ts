/** An explanation of a state as text. */

import { count } from "../../core/numbers.ts";
import type {
  ExplainedCell,
  ExplainedObject,
  ExplainedThread,
  Explanation,
  NamedStep,
  PossibleRead,
  RealRead,
} from "../../explain/explanation.ts";

/** Longer values are truncated. */
const MAX_VALUE = 48;
/** The maximum width of a column. */
const MAX_COLUMN = 44;
const CONTROL = /\p{Cc}/gu;
/** The number of turns of a schedule that are shown. */
const MAX_TURNS = 8;

export interface TextOptions {
  /** Show all threads that may read each value, each on its own line. */
  readonly isThorough: boolean;
}

export function explanationLines(explanation: Explanation, options: TextOptions): string[] {
  const { threads, statics, objects, contradictions } = explanation;
  const lines = headLines(explanation);
  for (const thread of threads) lines.push("", ...threadLines(thread, options));
  if (statics.length > 0) lines.push("", "static fields", ...cellLines(statics, "  ", options));
  if (objects.length > 0) lines.push("", "objects");
  for (const object of objects) lines.push(...objectLines(object, options));
  for (const text of contradictions) lines.push("", `please report: ${text}`);
  return lines;
}

function headLines({ program, steps, openedBy, isGuess, future }: Explanation): string[] {
  const name = [program.main, ...program.args].join(" ");
  const where = steps === 0 ? "the first state" : `the state after ${plural(steps, "step")}`;
  const lines = [`${name}: ${where}`];
  if (openedBy !== null) {
    lines.push(
      `according to the code every field is live, because the program may reach ${openedBy}`,
    );
  }
  if (isGuess) {
    lines.push(
      "a guess: the code analysis assumes that the program uses no more of the library than so far",
    );
  }
  if (future === null) lines.push("the states that follow were not explored");
  else if (future.limit === null)
    lines.push(`explored: all ${plural(future.states, "state")} from here on`);
  else {
    lines.push(
      `explored: ${plural(future.states, "state")} from here on, incomplete (${future.limit}); values that this leaves open are unknown`,
    );
  }
  return lines;
}

const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

function threadLines({ name, status, frames }: ExplainedThread, options: TextOptions): string[] {
  const lines = [`thread ${name} (${status})`];
  for (const { place, locals, operands } of frames) {
    lines.push(`  at ${place}`, ...cellLines([...locals, ...operands], "    ", options));
  }
  return lines;
}

function objectLines(object: ExplainedObject, options: TextOptions): string[] {
  const { cells } = object;
  const title = `  ${object.name} (${object.class}${object.isBoot ? ", a boot object" : ""})`;
  const [first] = cells;
  if (first === undefined) return [title];
  const isAlike = cells.every(
    ({ deadBy, because }) => deadBy === first.deadBy && because === first.because,
  );
  const isByCode = first.status === "dead" && first.deadBy !== "dynamic";
  const isAnyRead = cells.some(({ mayRead: may, read }) => may.length > 0 || read !== null);
  if (isByCode && isAlike && !isAnyRead && !options.isThorough)
    return [`${title}: ${classificationText(first)}`];
  return [title, ...cellLines(object.isArray ? runsOf(cells) : cells, "    ", options)];
}

/** Joins neighbouring elements with the same classification. */
function runsOf(cells: readonly ExplainedCell[]): ExplainedCell[] {
  const runs: { first: ExplainedCell; last: ExplainedCell; values: string[] }[] = [];
  for (const cell of cells) {
    const run = runs.at(-1);
    if (run !== undefined && classificationText(run.first) === classificationText(cell)) {
      run.last = cell;
      run.values.push(cell.value);
    } else {
      runs.push({ first: cell, last: cell, values: [cell.value] });
    }
  }
  return runs.map(({ first, last, values }) => {
    if (first === last) return first;
    const name = `${first.name.slice(0, -1)}..${last.name.slice(1)}`;
    return { ...first, name, value: values.join(" ") };
  });
}

function cellLines(
  cells: readonly ExplainedCell[],
  indent: string,
  options: TextOptions,
): string[] {
  const longest = cells.reduce((most, cell) => Math.max(most, valueText(cell).length), 0);
  const width = Math.min(MAX_COLUMN, longest);
  return cells.flatMap((cell) => {
    const line = `${indent}${valueText(cell).padEnd(width)}  ${classificationText(cell)}`;
    if (!options.isThorough) return [line];
    return [line, ...cell.mayRead.map((read) => `${indent}  ${mayRead(read)}`)];
  });
}

/** "left: TreeNode = TreeNode#2". */
const valueText = ({ name, type, value }: ExplainedCell): string =>
  `${name}: ${short(type)} = ${cut(value)}`;

/** The name without the package. */
const short = (type: string): string => type.slice(type.lastIndexOf(".") + 1);

/** Puts a value on one line and truncates it. */
function cut(value: string): string {
  const text = value.replaceAll(CONTROL, (each) => JSON.stringify(each).slice(1, -1));
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** "live: T2 reads it …", "dead (hybrid)". */
function classificationText(cell: ExplainedCell): string {
  const { status, deadBy, because } = cell;
  const reason = readText(cell);
  if (status !== "dead") return `${status}${reason === "" ? "" : `: ${reason}`}`;
  const why = because === null ? "" : `: ${because}`;
  const never = deadBy === "dynamic" ? ", but never does" : "";
  return `dead (${deadBy ?? ""}${why})${reason === "" ? "" : `; ${reason}${never}`}`;
}

/** Which thread reads the value, or may read it; "" if none is known to. */
function readText({ mayRead: [nearest], read, declaredBy, name }: ExplainedCell): string {
  if (read !== null) return realRead(read);
  if (nearest === undefined) return "";
  const isSlot = declaredBy === null && !name.startsWith("[");
  return isSlot ? `used at ${nearest.path.join(" -> ")}` : mayRead(nearest);
}

const mayRead = ({ thread, path }: PossibleRead): string =>
  thread === null
    ? `${path.join(" -> ")} may read it at any time`
    : `${thread} may read it: ${path.join(" -> ")}`;

function realRead({ thread, path, schedule }: RealRead): string {
  const before = schedule.slice(0, -1);
  const when = before.length === 0 ? "next" : `after ${turns(before)}`;
  return `${thread} reads it ${when}: ${path.join(" -> ")}`;
}

/** "T1, T2 x3, T1". */
function turns(schedule: readonly NamedStep[]): string {
  const runs: { readonly thread: string; count: number }[] = [];
  for (const { thread } of schedule) {
    const last = runs.at(-1);
    if (last?.thread === thread) last.count++;
    else runs.push({ thread, count: 1 });
  }
  const texts = runs.map(({ thread, count: n }) => (n === 1 ? thread : `${thread} x${n}`));
  if (texts.length <= MAX_TURNS) return texts.join(", ");
  return `${texts.slice(0, MAX_TURNS).join(", ")} … (${plural(schedule.length, "step")})`;
}
