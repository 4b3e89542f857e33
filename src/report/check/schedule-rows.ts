/**
 * A schedule as rows: what one thread does on one line of the program, in the order in which it happens. Terminal,
 * page, SARIF and editors show the same rows with the same numbers.
 *
 * A row is not a step of the search. Steps in which the program does nothing that a reader could see (a thread's
 * first instruction, the library's bookkeeping) are folded away, and consecutive steps on one line are one row.
 */
import { chainText, shownFrame } from "../../search/trace/frames-shown.ts";
import {
  describePlace,
  type Frame,
  type Operation,
  type Trace,
  type TraceStep,
} from "../../search/trace/trace.ts";
import { describeOperation, programText } from "./operation-text.ts";

/** "normal": what the program does. "verbose": also what the library does for it. */
export type RowDetail = "normal" | "verbose";

export interface ScheduleRow {
  /** Counted from 1. */
  readonly number: number;
  /** The thread, as an index into the trace's threads. */
  readonly lane: number;
  /** The first and the last of its steps, as indices into the trace's steps. */
  readonly firstStep: number;
  readonly lastStep: number;
  /** The thread of the row before could have continued. */
  readonly isPreemption: boolean;
  /** The line to show. */
  readonly frame: Frame;
  /** "transfer → Account.get", if a helper did it. */
  readonly chain: string | null;
  /** What happens, in words. */
  readonly texts: readonly string[];
  /** The operations that the texts are about, as [step, operation] of the trace. */
  readonly operations: readonly (readonly [step: number, operation: number])[];
  /** What the thread waits for after the row; null if it can go on. */
  readonly awaits: string | null;
}

interface Draft {
  readonly lane: number;
  readonly frame: Frame;
  readonly chain: string | null;
  readonly firstStep: number;
  lastStep: number;
  readonly texts: string[];
  readonly operations: [number, number][];
}

export function rowsOf(trace: Trace, detail: RowDetail = "normal"): ScheduleRow[] {
  const drafts: Draft[] = [];
  const isConstant = constantsOf(trace);
  trace.steps.forEach((step, index) => {
    const shown = step.operations.flatMap((operation, at) => {
      const text = detail === "verbose" ? verboseText(operation) : programText(operation);
      return text === null ? [] : [{ operation, at, text }];
    });
    // On a line where more happens, nobody needs to be told which object a variable always referred to.
    const telling = shown.filter(({ operation }) => !isConstant(operation));
    const kept = detail === "verbose" ? shown : telling;
    for (const { operation, at, text } of kept) add(drafts, step, index, operation, at, text);
    if (step.omitted > 0) drafts.at(-1)?.texts.push(`… ${step.omitted} more`);
  });
  return drafts.map((draft, i) => ({
    ...draft,
    number: i + 1,
    isPreemption: isPreemption(trace, drafts[i - 1], draft),
    awaits: trace.steps[draft.lastStep]?.awaits ?? null,
  }));
}

function add(
  drafts: Draft[],
  { lane }: TraceStep,
  step: number,
  { place }: Operation,
  operation: number,
  text: string,
): void {
  const frame = shownFrame(place);
  const chain = chainText(place);
  let last = drafts.at(-1);
  const isSame =
    last?.lane === lane &&
    last.chain === chain &&
    last.frame.method === frame.method &&
    describePlace(last.frame) === describePlace(frame);
  if (last === undefined || !isSame) {
    last = { lane, frame, chain, firstStep: step, lastStep: step, texts: [], operations: [] };
    drafts.push(last);
  }
  last.lastStep = step;
  last.operations.push([step, operation]);
  if (last.texts.at(-1) !== text) last.texts.push(text);
}

function verboseText(operation: Operation): string {
  const { library } = operation.place;
  const inside = library === null ? "" : ` (in ${library})`;
  return describeOperation(operation) + inside;
}

/** Reads of references that nothing in the schedule changes. */
function constantsOf({ steps }: Trace): (operation: Operation) => boolean {
  const written = new Set(
    steps.flatMap(({ operations }) =>
      operations
        .filter(({ kind }) => kind === "write" || kind === "update")
        .map(({ target }) => target),
    ),
  );
  return ({ kind, target, value, place }) =>
    kind === "read" &&
    place.library === null &&
    !written.has(target) &&
    value !== null &&
    /#\d+$|^"/.test(value);
}

/** Where another thread takes over: could the thread of the row before have gone on when it was last stopped? */
function isPreemption({ steps }: Trace, before: Draft | undefined, row: Draft): boolean {
  if (before === undefined || before.lane === row.lane) return false;
  let last = row.firstStep - 1;
  while (last >= 0 && steps[last]?.lane !== before.lane) last--;
  return steps[last + 1]?.isPreemption === true;
}
