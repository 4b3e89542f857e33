/**
 * A schedule as rows: what one thread does on one line of the program, in the order in which it happens. Terminal,
 * page, SARIF and editors show the same rows with the same numbers.
 *
 * A row is not a step of the search. Steps in which the program does nothing that a reader could see (a thread's
 * first instruction, the library's bookkeeping) are folded away, and consecutive steps on one line are one row.
 */
import { chainText, className, shortClass, shownFrame } from "../../search/trace/frames-shown.ts";
import {
  describePlace,
  type Frame,
  type Operation,
  type Trace,
  type TraceStep,
} from "../../search/trace/trace.ts";
import { describeOperation, programText } from "./operation-text.ts";
import { type RowPart, rowTexts } from "./row-texts.ts";

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
  /** It is a line of the program; otherwise of the library, which nothing of the program had called. */
  readonly isProgram: boolean;
  /** "transfer → Account.get", if a helper did it. */
  readonly chain: string | null;
  /** What happens, in words. */
  readonly texts: readonly string[];
  /** The operations that the texts are about, as [step, operation] of the trace. */
  readonly operations: readonly (readonly [step: number, operation: number])[];
  /** What the thread waits for after the row; null if it can go on. */
  readonly awaits: string | null;
  /** The locks that it holds when another thread takes over after the row; empty elsewhere. */
  readonly holds: readonly string[];
}

interface Draft {
  readonly lane: number;
  readonly frame: Frame;
  readonly isProgram: boolean;
  readonly chain: string | null;
  readonly firstStep: number;
  lastStep: number;
  readonly parts: RowPart[];
  readonly operations: [number, number][];
  omitted: number;
}

export function rowsOf(trace: Trace, detail: RowDetail = "normal"): ScheduleRow[] {
  const drafts: Draft[] = [];
  const isConstant = constantsOf(trace);
  trace.steps.forEach((step, index) => {
    const shown = step.operations.flatMap((operation, at) => {
      const text = detail === "verbose" ? verboseText(operation) : programText(operation);
      return text === null ? [] : [{ operation, at, text }];
    });
    // Nobody needs to be told which object a variable always refers to.
    const telling = shown.filter(({ operation }) => !isConstant(operation));
    const kept = detail === "verbose" ? shown : telling;
    for (const { operation, at, text } of kept) {
      add(drafts, step, { step: index, at, part: { operation, text } });
    }
    const last = drafts.at(-1);
    if (detail === "verbose" && last !== undefined) last.omitted += step.omitted;
  });
  const joined = detail === "verbose" ? drafts : withUnlocking(drafts);
  return joined.map((draft, i) => rowOf(trace, joined, draft, i));
}

function rowOf(trace: Trace, drafts: readonly Draft[], draft: Draft, i: number): ScheduleRow {
  const { lane, frame, chain, firstStep, lastStep, parts, operations, omitted } = draft;
  const step = trace.steps[lastStep];
  const next = drafts[i + 1];
  const isTurnOver = next !== undefined && next.lane !== lane;
  const isStepOver = next?.firstStep !== lastStep;
  const texts = rowTexts(parts).map((text) => withoutOwner(text, frame));
  return {
    number: i + 1,
    lane,
    firstStep,
    lastStep,
    isPreemption: isPreemption(trace, drafts[i - 1], draft),
    frame,
    isProgram: draft.isProgram,
    chain,
    texts: omitted === 0 ? texts : [...texts, `… ${omitted} more`],
    operations,
    awaits: isStepOver ? (step?.awaits ?? null) : null,
    holds: isTurnOver ? (step?.holds ?? []).map(({ target }) => target) : [],
  };
}

/** Within its own class, a static variable needs no class name. */
function withoutOwner(text: string, frame: Frame): string {
  const owner = shortClass(className(frame));
  const start = /^(?:reads |writes )/.exec(text)?.[0] ?? "";
  const rest = text.slice(start.length);
  const isStatic =
    rest.startsWith(`${owner}.`) && /^[\w$]+(?::| =)/.test(rest.slice(owner.length + 1));
  return isStatic ? start + rest.slice(owner.length + 1) : text;
}

/**
 * That a thread leaves a synchronized block is told with what it did last in there: the line of the closing brace says
 * nothing. Where another thread came in between, it stays a row.
 */
function withUnlocking(drafts: readonly Draft[]): readonly Draft[] {
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const last = joined.at(-1);
    const leaves = draft.parts.every(
      ({ operation: { kind, place } }) => kind === "leave" && place.library === null,
    );
    if (last === undefined || last.lane !== draft.lane || !leaves) {
      joined.push(draft);
      continue;
    }
    last.lastStep = draft.lastStep;
    last.parts.push(...draft.parts);
    last.operations.push(...draft.operations);
    last.omitted += draft.omitted;
  }
  return joined;
}

function add(
  drafts: Draft[],
  { lane }: TraceStep,
  { step, at, part }: { readonly step: number; readonly at: number; readonly part: RowPart },
): void {
  const { place } = part.operation;
  const frame = shownFrame(place);
  const chain = chainText(place);
  let last = drafts.at(-1);
  const isSame =
    last?.lane === lane &&
    last.chain === chain &&
    last.frame.method === frame.method &&
    describePlace(last.frame) === describePlace(frame);
  if (last === undefined || !isSame) {
    const empty = { parts: [], operations: [], omitted: 0 };
    const { isProgram } = place;
    last = { lane, frame, isProgram, chain, firstStep: step, lastStep: step, ...empty };
    drafts.push(last);
  }
  last.lastStep = step;
  last.operations.push([step, at]);
  last.parts.push(part);
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
  return ({ kind, target, value, place: { library } }) => {
    if (kind !== "read" || written.has(target)) return false;
    // A static method of the library that looks at a table of its own, as Integer.valueOf does.
    // So do the methods of strings, which never change.
    if (library !== null) return !/[#(]/.test(library) || library.startsWith('"');
    return value !== null && /#\d+$|^"/.test(value);
  };
}

/** Where another thread takes over: could the thread of the row before have gone on when it was last stopped? */
function isPreemption({ steps }: Trace, before: Draft | undefined, row: Draft): boolean {
  if (before === undefined || before.lane === row.lane) return false;
  let last = row.firstStep - 1;
  while (last >= 0 && steps[last]?.lane !== before.lane) last--;
  return steps[last + 1]?.isPreemption === true;
}
