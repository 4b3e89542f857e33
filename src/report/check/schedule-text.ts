/**
 * A schedule as text, with one column for each thread and time running downwards. Consecutive steps of one
 * thread are one block. What the library does for the program is shown as the name of the call. If there are
 * too many threads for columns of text, each gets a narrow lane.
 */

import type { ReportedViolation } from "../../check/check-report.ts";
import { exceptionText } from "../../search/properties/exceptions.ts";
import { LEFT, SPURIOUS } from "../../search/trace/call-operations.ts";
import {
  describePlace,
  type Operation,
  type OperationKind,
  type TraceStep,
} from "../../search/trace/trace.ts";

/** Narrower columns are unreadable. */
const LEAST_COLUMN = 26;
/** Of a longer schedule the middle is left out. */
const FIRST_LINES = 100;
const LAST_LINES = 200;

interface Block {
  readonly lane: number;
  /** The number of the first step, counted from 1; 0 for what follows the last step. */
  readonly step: number;
  readonly isPreemption: boolean;
  readonly entries: readonly string[];
}

export function traceLines(violation: ReportedViolation, width: number): string[] {
  const { trace } = violation;
  const blocks = blocksOf(trace.steps);
  const last = blocks.at(-1);
  if (violation.exception !== null && last !== undefined) {
    const text = `throws ${exceptionText(violation.exception)}`;
    blocks[blocks.length - 1] = { ...last, entries: [...last.entries, text] };
  }
  trace.pending.forEach(({ thread, kind, target, place }) => {
    const entries = [`${describePlace(place)} is about to ${kind} ${target}`];
    blocks.push({ lane: thread, step: 0, isPreemption: false, entries });
  });
  const threads = [...new Set(blocks.map((block) => block.lane))].toSorted((a, b) => a - b);
  const numberWidth = String(trace.steps.length).length + 2;
  const column = Math.floor((width - numberWidth) / Math.max(1, threads.length)) - 3;
  const names = threads.map((thread) => trace.threads[thread] ?? `thread ${thread}`);
  const lines =
    column >= LEAST_COLUMN
      ? columns(blocks, threads, names, column, numberWidth)
      : lanes(blocks, threads, names, width, numberWidth);
  return shortened(lines);
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= FIRST_LINES + LAST_LINES + 1) return [...lines];
  const omitted = lines.length - FIRST_LINES - LAST_LINES;
  return [
    ...lines.slice(0, FIRST_LINES),
    `  … ${omitted} lines not shown (use --trace FILE to keep them all) …`,
    ...lines.slice(-LAST_LINES),
  ];
}

function blocksOf(steps: readonly TraceStep[]): Block[] {
  const groups: { first: TraceStep; step: number; steps: TraceStep[] }[] = [];
  steps.forEach((step, i) => {
    const last = groups.at(-1);
    if (last?.first.lane === step.lane) last.steps.push(step);
    else groups.push({ first: step, step: i + 1, steps: [step] });
  });
  return groups.map(({ first, step, steps: own }) => ({
    lane: first.lane,
    step,
    isPreemption: first.isPreemption,
    entries: entriesOf(first, own),
  }));
}

/** One text for each run of operations on the same source line. */
function entriesOf(first: TraceStep, steps: readonly TraceStep[]): string[] {
  const entries: { place: string; texts: string[] }[] = [];
  for (const step of steps) {
    for (const operation of step.operations) {
      const text = operationText(operation);
      if (text === null) continue;
      const place = operation.place.isProgram ? describePlace(operation.place) : "";
      const last = entries.at(-1);
      if (last?.place !== place) entries.push({ place, texts: [text] });
      else if (last.texts.at(-1) !== text) last.texts.push(text);
    }
    if (step.omitted > 0) entries.push({ place: "", texts: [`… ${step.omitted} more`] });
  }
  if (entries.length === 0) return [`at ${describePlace(first.place)}`];
  return entries.map(({ place, texts }) => [place, texts.join("; ")].join(" ").trimStart());
}

/** For these operations inside the library, the name of the call is shown instead. */
const INTERNAL: ReadonlySet<OperationKind> = new Set([
  "read",
  "write",
  "update",
  "call",
  "park",
  "enter",
  "leave",
]);

/** What the machine does implicitly: constructors, class initialisation, call sites. */
const NOISE = /\.<init>$|^ClassInit\.|^Linker\./;

/** Null for an operation inside the library that is not shown. */
function operationText(operation: Operation): string | null {
  const { kind, place } = operation;
  if (INTERNAL.has(kind)) {
    if (!place.isProgram || NOISE.test(place.library ?? "")) return null;
    if (place.library !== null) return callText(operation, place.library);
  }
  return describeOperation(operation);
}

/** A library call by its name, and what it does to its own value, as that of an atomic. */
function callText({ kind, target, value }: Operation, call: string): string {
  if (value === "waits" || value === "parks") return `${call}() waits`;
  const receiver = call.slice(0, call.lastIndexOf("."));
  if (target !== `${receiver}.value`) return `${call}()`;
  if (kind === "write") return `${call}(${value})`;
  if (kind === "update") return `${call}(): ${value}`;
  return kind === "read" ? `${call}() = ${value}` : `${call}()`;
}

/** An operation in words, without its place. */
export function describeOperation({ kind, target, value }: Operation): string {
  switch (kind) {
    case "read":
      return `reads ${target} = ${value}`;
    case "write":
      return `writes ${target} = ${value}`;
    case "update":
      return `updates ${target}: ${value}`;
    case "enter":
      return `enters ${target}`;
    case "leave":
      return `leaves ${target}`;
    case "block":
      return `waits for the monitor of ${target}`;
    case "wait":
      return value === "waits" ? `waits on ${target}` : `does not wait on ${target}`;
    case "wake":
      if (value === LEFT) return `stops waiting for a notification on ${target}`;
      return value === SPURIOUS
        ? `${value}, waiting on ${target}`
        : `continues after waiting on ${target}`;
    case "notify":
      return value === null
        ? `notifies one thread on ${target}`
        : `notifies all threads on ${target}`;
    case "start":
      return `starts ${target}`;
    case "join":
      return value === "waits" ? `waits for the end of ${target}` : `joins ${target}`;
    case "sleep":
    case "park":
      return value ?? kind;
    case "unpark":
      return `unparks ${target}`;
    case "interrupt":
      return `interrupts ${target}`;
    case "choose":
      return `chooses ${value}`;
    case "end":
      return "ends";
    case "call":
    case "throw":
      return value === null ? target : `${target} = ${value}`;
    default:
      return kind satisfies never;
  }
}

/** The number of a block, with a mark if its thread preempted one that could have continued. */
const number = (block: Block): string =>
  block.step === 0 ? "" : `${block.step}${block.isPreemption ? "!" : " "}`;

function columns(
  blocks: readonly Block[],
  threads: readonly number[],
  names: readonly string[],
  width: number,
  numberWidth: number,
): string[] {
  const row = (head: string, cells: readonly string[]): string =>
    [head.padStart(numberWidth), ...cells.map((cell) => cell.padEnd(width))].join(" | ").trimEnd();
  const heading = names.map((name) => name.slice(0, width));
  const lines = [
    row("", heading),
    row(
      "",
      names.map(() => "-".repeat(width)),
    ),
  ];
  for (const block of blocks) {
    const column = threads.indexOf(block.lane);
    block.entries
      .flatMap((entry) => wrapped(entry, width))
      .forEach((text, i) => {
        const cells = threads.map((_, at) => (at === column ? text : ""));
        lines.push(row(i === 0 ? number(block) : "", cells));
      });
  }
  return lines;
}

/** Breaks text at spaces, and long words anywhere. All lines but the first are indented. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ` ${word}`;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = `  ${line.slice(width)}`;
    }
  }
  return [...lines, line];
}

function lanes(
  blocks: readonly Block[],
  threads: readonly number[],
  names: readonly string[],
  width: number,
  numberWidth: number,
): string[] {
  const lines = names.map(
    (name, i) => `${" ".repeat(numberWidth)} ${laneOf(i, names.length)} ${name}`,
  );
  for (const block of blocks) {
    const lane = laneOf(threads.indexOf(block.lane), threads.length);
    const room = Math.max(LEAST_COLUMN, width - numberWidth - lane.length - 2);
    const texts = block.entries.flatMap((entry) => wrapped(entry, room));
    texts.forEach((entry, i) => {
      lines.push(`${(i === 0 ? number(block) : "").padStart(numberWidth)} ${lane} ${entry}`);
    });
  }
  return lines;
}

/** "· · * ·": the star marks the thread's lane. */
const laneOf = (at: number, of: number): string =>
  Array.from({ length: of }, (_, i) => (i === at ? "*" : "·")).join(" ");
