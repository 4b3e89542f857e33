/**
 * Field and method descriptors: parsing for callers that need parameter kinds and
 * slot counts (memoised, since a program has few distinct descriptors and many
 * uses), and checking directly on class file bytes for the validator, which
 * must check thousands of them without making strings.
 */
import { BadClassFileError } from "../../core/errors.ts";

/** First character of a field descriptor, or V for void. */
export type Kind = "B" | "C" | "D" | "F" | "I" | "J" | "S" | "Z" | "L" | "[" | "V";

export interface MethodDescriptor {
  readonly text: string;
  /** Field descriptors of the parameters, in order. */
  readonly parameters: readonly string[];
  readonly parameterKinds: readonly Kind[];
  /** Slots the parameters take: two for each long and double. Without the receiver. */
  readonly parameterSlots: number;
  /** Field descriptor of the result, or "V". */
  readonly result: string;
  readonly resultKind: Kind;
  readonly resultSlots: 0 | 1 | 2;
}

interface FieldDescriptor {
  readonly text: string;
  readonly kind: Kind;
  readonly slots: 1 | 2;
  /** Array dimensions, 0 for other types. */
  readonly dimensions: number;
  /** Element type of an array below all its dimensions; otherwise the descriptor itself. */
  readonly element: string;
  /** Internal name of the class, when the (element) type is one. */
  readonly className: string | null;
}

export const MAX_DIMENSIONS = 255;
/** Parameter slots a method may have, its receiver included. */
export const MAX_PARAMETER_SLOTS = 255;

const B = 0x42;
const C = 0x43;
const D = 0x44;
const F = 0x46;
const I = 0x49;
const J = 0x4a;
const L = 0x4c;
const S = 0x53;
const V = 0x56;
const Z = 0x5a;
const ARRAY = 0x5b;
const SEMICOLON = 0x3b;
const OPEN = 0x28;
const CLOSE = 0x29;
const SLASH = 0x2f;
const DOT = 0x2e;

/**
 * End of the class name that starts at `start`: segments of at least one
 * character separated by single slashes. Works on UTF-8 bytes as on UTF-16
 * units because all characters that matter are ASCII. -1 if there is none.
 */
function classNameEnd(text: ArrayLike<number>, start: number, end: number): number {
  let segment = start;
  let i = start;
  for (; i < end; i++) {
    const c = text[i];
    if (c === SLASH) {
      if (i === segment) return -1;
      segment = i + 1;
    } else if (c === DOT || c === ARRAY || c === SEMICOLON) {
      break;
    }
  }
  return i === segment ? -1 : i;
}

/** End of the field descriptor that starts at `start`, or -1 if there is none. */
function fieldEnd(text: ArrayLike<number>, start: number, end: number): number {
  let i = start;
  while (i < end && text[i] === ARRAY) i++;
  if (i >= end || i - start > MAX_DIMENSIONS) return -1;
  switch (text[i] ?? 0) {
    case B:
    case C:
    case D:
    case F:
    case I:
    case J:
    case S:
    case Z:
      return i + 1;
    case L: {
      const semicolon = classNameEnd(text, i + 1, end);
      return semicolon >= 0 && semicolon < end && text[semicolon] === SEMICOLON
        ? semicolon + 1
        : -1;
    }
    default:
      return -1;
  }
}

export const isFieldDescriptor = (text: ArrayLike<number>, start: number, end: number): boolean =>
  fieldEnd(text, start, end) === end;

/** Slots the parameters of a method descriptor take, or -1 if it is malformed. */
export function parameterSlotsOf(text: ArrayLike<number>, start: number, end: number): number {
  if (end - start < 3 || text[start] !== OPEN) return -1;
  let slots = 0;
  let i = start + 1;
  while (i < end && text[i] !== CLOSE) {
    slots += text[i] === J || text[i] === D ? 2 : 1;
    i = fieldEnd(text, i, end);
    if (i < 0) return -1;
  }
  i++;
  if (i >= end) return -1;
  const resultEnd = text[i] === V ? i + 1 : fieldEnd(text, i, end);
  return resultEnd === end ? slots : -1;
}

/** A class constant's text: a class name, or the descriptor of an array type. */
export const isClassName = (text: ArrayLike<number>, start: number, end: number): boolean =>
  (text[start] === ARRAY ? fieldEnd(text, start, end) : classNameEnd(text, start, end)) === end;

/** A field, method or local variable name: not empty and free of `. ; [ /`. */
export function isUnqualifiedName(text: ArrayLike<number>, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text[i];
    if (c === DOT || c === SEMICOLON || c === ARRAY || c === SLASH) return false;
  }
  return start < end;
}

const KINDS: Readonly<Record<string, Kind>> = {
  B: "B",
  C: "C",
  D: "D",
  F: "F",
  I: "I",
  J: "J",
  S: "S",
  Z: "Z",
  L: "L",
  "[": "[",
  V: "V",
};

function kindOf(descriptor: string): Kind {
  const kind = KINDS[descriptor.charAt(0)];
  if (kind === undefined) throw new BadClassFileError(`malformed descriptor "${descriptor}"`);
  return kind;
}

/** Slots that a value of a type takes, of locals or of the operand stack. */
export const slotsOf = (descriptor: string): 0 | 1 | 2 =>
  descriptor === "V" ? 0 : descriptor === "J" || descriptor === "D" ? 2 : 1;

const unitsOf = (text: string): ArrayLike<number> =>
  Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

const fields = new Map<string, FieldDescriptor>();
const methods = new Map<string, MethodDescriptor>();

export function parseFieldDescriptor(text: string): FieldDescriptor {
  const known = fields.get(text);
  if (known !== undefined) return known;
  if (!isFieldDescriptor(unitsOf(text), 0, text.length)) {
    throw new BadClassFileError(`malformed field descriptor "${text}"`);
  }
  let dimensions = 0;
  while (text.charCodeAt(dimensions) === ARRAY) dimensions++;
  const element = text.slice(dimensions);
  const kind = kindOf(text);
  const parsed: FieldDescriptor = {
    text,
    kind,
    slots: kind === "J" || kind === "D" ? 2 : 1,
    dimensions,
    element,
    className: element.startsWith("L") ? element.slice(1, -1) : null,
  };
  fields.set(text, parsed);
  return parsed;
}

export function parseMethodDescriptor(text: string): MethodDescriptor {
  const known = methods.get(text);
  if (known !== undefined) return known;
  const units = unitsOf(text);
  const parameterSlots = parameterSlotsOf(units, 0, text.length);
  if (parameterSlots < 0) throw new BadClassFileError(`malformed method descriptor "${text}"`);
  if (parameterSlots > MAX_PARAMETER_SLOTS) {
    throw new BadClassFileError(`method descriptor "${text}" has more than 255 parameter slots`);
  }
  const parameters: string[] = [];
  let i = 1;
  while (units[i] !== CLOSE) {
    const next = fieldEnd(units, i, text.length);
    parameters.push(text.slice(i, next));
    i = next;
  }
  const result = text.slice(i + 1);
  const resultKind = kindOf(result);
  const parsed: MethodDescriptor = {
    text,
    parameters,
    parameterKinds: parameters.map(kindOf),
    parameterSlots,
    result,
    resultKind,
    resultSlots: slotsOf(resultKind),
  };
  methods.set(text, parsed);
  return parsed;
}
