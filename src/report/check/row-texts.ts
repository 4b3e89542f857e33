/** What a row says of its operations: reads that belong to a write are told with it, and verbs are not repeated. */
import type { Operation } from "../../search/trace/trace.ts";

/** An operation and its own text. */
export interface RowPart {
  readonly operation: Operation;
  readonly text: string;
}

/** Of a variable that changes more often on one line, the first and the last values are told. */
const MOST_VALUES = 5;
/** Those may be followed by several names. */
const VERBS = ["reads", "starts", "joins", "locks", "unlocks", "interrupts", "unparks"] as const;

export function rowTexts(parts: readonly RowPart[]): string[] {
  const { inner, locks } = withoutLocking(parts);
  const told = listed(calls(withoutRepeats(changes(withoutPartsOfWrites(inner)))));
  const last = told.pop();
  if (last === undefined) return told;
  return [...told, locks.length === 0 ? last : `${last} (locks ${locks.join(", ")})`];
}

/** What is locked and unlocked on one line, as by a synchronized getter, is said in brackets. */
function withoutLocking(parts: readonly RowPart[]): {
  readonly inner: readonly RowPart[];
  readonly locks: readonly string[];
} {
  const dropped = new Set<RowPart>();
  const locks = new Set<string>();
  parts.forEach((part, i) => {
    const { kind, target } = part.operation;
    if (kind !== "enter" || !isPlain(part.operation)) return;
    const end = parts.findIndex(
      ({ operation }, j) => j > i && operation.kind === "leave" && operation.target === target,
    );
    // What is done in between is the point; without that, the locking is.
    const unlocking = parts[end];
    if (unlocking === undefined || (end === i + 1 && parts.length === 2)) return;
    dropped.add(part).add(unlocking);
    locks.add(target);
  });
  return { inner: parts.filter((part) => !dropped.has(part)), locks: [...locks] };
}

/** What was said just before, or a read that a loop does again. */
function withoutRepeats(texts: readonly string[]): string[] {
  const before = new Set<string>();
  return texts.filter((text, i) => {
    const isRepeated = text === texts[i - 1] || (text.startsWith("reads ") && before.has(text));
    before.add(text);
    return !isRepeated;
  });
}

/** "X.submit()" and "X.submit() starts Y" are one call. */
function calls(texts: readonly string[]): string[] {
  const result: string[] = [];
  let call: string | null = null;
  for (const text of texts) {
    const found = /^\S+\(\)/.exec(text)?.[0] ?? null;
    const rest = found === null ? "" : text.slice(found.length);
    if (found === null || found !== call) result.push(text);
    else if (result.at(-1) === found) result[result.length - 1] = text;
    else if (rest.startsWith(" ") && !rest.startsWith(" =")) addTo(result, rest.trimStart());
    else if (rest !== "") result.push(text);
    call = found;
  }
  return result;
}

const isPlain = ({ place }: Operation): boolean => place.library === null;

/** "reads x = 0" is said by "x: 0 → 1" as well. */
function withoutPartsOfWrites(parts: readonly RowPart[]): RowPart[] {
  /** By target: its next write. */
  const next = new Map<string, Operation>();
  const kept: RowPart[] = [];
  for (const part of parts.toReversed()) {
    const { operation } = part;
    if (operation.kind === "write") next.set(operation.target, operation);
    if (!isPartOfWrite(operation, next.get(operation.target))) kept.push(part);
  }
  return kept.toReversed();
}

function isPartOfWrite(read: Operation, write: Operation | undefined): boolean {
  if (read.kind !== "read" || !isPlain(read)) return false;
  return write?.before === read.value && isPlain(write);
}

/** "x: 0 → 1" and "x: 1 → 2" are "x: 0 → 1 → 2". */
function changes(parts: readonly RowPart[]): string[] {
  const texts: string[] = [];
  let target: string | null = null;
  let values: string[] = [];
  for (const { operation, text } of parts) {
    const { kind, before, value } = operation;
    const isChange = kind === "write" && isPlain(operation) && before !== null && value !== null;
    if (!isChange || before === value) {
      target = null;
      texts.push(text);
      continue;
    }
    const goesOn = target === operation.target && values.at(-1) === before;
    values = goesOn ? [...values, value] : [before, value];
    ({ target } = operation);
    const shown = values.length > MOST_VALUES ? [values[0], values[1], "…", values.at(-1)] : values;
    if (goesOn) texts.pop();
    texts.push(`${target}: ${shown.join(" → ")}`);
  }
  return texts;
}

/** "X.submit() starts A" and "starts B" are "X.submit() starts A, B". */
function addTo(result: string[], text: string): void {
  const [verb, ...names] = text.split(" ");
  const last = result.at(-1);
  const name = names.join(" ");
  if (last === undefined || name === "" || !last.includes(`${verb} `)) result.push(text);
  else if (!last.split(/[ ,]+/).includes(name)) result[result.length - 1] = `${last}, ${name}`;
}

/** "starts A" and "starts B" are "starts A, B". */
function listed(texts: readonly string[]): string[] {
  const result: string[] = [];
  let verb: string | null = null;
  for (const text of texts) {
    const found = VERBS.find((each) => text.startsWith(`${each} `)) ?? null;
    if (found !== null && found === verb) {
      result.push(`${result.pop()}, ${text.slice(found.length + 1)}`);
    } else {
      result.push(text);
    }
    verb = found;
  }
  return result;
}
