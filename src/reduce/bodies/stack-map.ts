/**
 * Writes the StackMapTable of a body from the types that inference gives its
 * slots. Where several classes meet, the JVM wants one that all of them
 * extend: the lowest superclass that they share.
 */
import { ByteWriter } from "../../classfile/assembling/byte-writer.ts";
import type { PoolSubset } from "../../classfile/editing/pool-subset.ts";
import type { SlotType, SlotTypes } from "../../program/types/inference.ts";
import { arrayOf, SlotKind } from "../../program/types/verification-type.ts";

const OBJECT = "java/lang/Object";

/** Gives the superclass of a class; null for Object, for interfaces and for unknown classes. */
export type SuperclassOf = (name: string) => string | null;

export interface FrameAt {
  readonly offset: number;
  readonly types: SlotTypes;
}

/** A type as it stands in a stack map, as text so that frames can be compared. */
type Entry = string;

export function stackMapBytes(
  frames: readonly FrameAt[],
  initial: SlotTypes,
  superclassOf: SuperclassOf,
  pool: PoolSubset,
): Uint8Array {
  const out = new ByteWriter();
  out.u2(frames.length);
  const entriesOf = (slots: readonly SlotType[]): Entry[] =>
    slots.filter(({ kind }) => kind !== SlotKind.second).map((slot) => entryOf(slot, superclassOf));
  let before = trimmed(entriesOf(initial.locals));
  let last = -1;
  for (const { offset, types } of frames) {
    const locals = trimmed(entriesOf(types.locals));
    const stack = entriesOf(types.stack);
    writeFrame(out, offset - last - 1, before, locals, stack, pool);
    before = locals;
    last = offset;
  }
  return out.toBytes();
}

/** Unusable slots at the end are left out. */
function trimmed(entries: Entry[]): Entry[] {
  let length = entries.length;
  while (length > 0 && entries[length - 1] === "top") length--;
  return entries.slice(0, length);
}

function entryOf({ kind, names, offset }: SlotType, superclassOf: SuperclassOf): Entry {
  switch (kind) {
    case SlotKind.int:
      return "int";
    case SlotKind.float:
      return "float";
    case SlotKind.long:
      return "long";
    case SlotKind.double:
      return "double";
    case SlotKind.reference:
      return names.length === 0 ? "null" : `L${names.reduce((a, b) => common(a, b, superclassOf))}`;
    case SlotKind.uninitialized:
      return `new${offset}`;
    case SlotKind.uninitializedThis:
      return "this";
    default:
      return "top";
  }
}

/** The lowest class that both extend. */
function common(a: string, b: string, superclassOf: SuperclassOf): string {
  if (a === b) return a;
  if (a.startsWith("[") || b.startsWith("[")) return commonOfArrays(a, b, superclassOf);
  const above = new Set<string>();
  for (let each: string | null = a; each !== null; each = superclassOf(each)) above.add(each);
  for (let each: string | null = b; each !== null; each = superclassOf(each)) {
    if (above.has(each)) return each;
  }
  return OBJECT;
}

/** The type of an array's elements, a class or another array; null for numbers, and for a type that is not an array. */
function componentOf(array: string): string | null {
  if (array.startsWith("[[")) return array.slice(1);
  return array.startsWith("[L") ? array.slice(2, -1) : null;
}

function commonOfArrays(a: string, b: string, superclassOf: SuperclassOf): string {
  const first = componentOf(a);
  const second = componentOf(b);
  if (first === null || second === null) return OBJECT;
  return arrayOf(common(first, second, superclassOf));
}

const TAGS: Readonly<Record<string, number>> = {
  top: 0,
  int: 1,
  float: 2,
  double: 3,
  long: 4,
  null: 5,
  this: 6,
};

function writeEntry(out: ByteWriter, entry: Entry, pool: PoolSubset): void {
  const tag = TAGS[entry];
  if (tag !== undefined) out.u1(tag);
  else if (entry.startsWith("new")) {
    out.u1(8);
    out.u2(Number(entry.slice(3)));
  } else {
    out.u1(7);
    out.u2(pool.class(entry.slice(1)));
  }
}

function writeFrame(
  out: ByteWriter,
  delta: number,
  before: readonly Entry[],
  locals: readonly Entry[],
  stack: readonly Entry[],
  pool: PoolSubset,
): void {
  const more = locals.length - before.length;
  const isPrefix = locals.slice(0, before.length).every((entry, i) => entry === before[i]);
  if (isPrefix && more === 0 && stack.length <= 1) {
    const tag = stack.length === 0 ? 0 : 64;
    if (delta < 64) out.u1(tag + delta);
    else {
      out.u1(tag === 0 ? 251 : 247);
      out.u2(delta);
    }
    for (const entry of stack) writeEntry(out, entry, pool);
  } else if (isPrefix && stack.length === 0 && more !== 0 && more >= -3 && more <= 3) {
    out.u1(251 + more);
    out.u2(delta);
    for (const entry of locals.slice(before.length)) writeEntry(out, entry, pool);
  } else {
    out.u1(255);
    out.u2(delta);
    for (const entries of [locals, stack]) {
      out.u2(entries.length);
      for (const entry of entries) writeEntry(out, entry, pool);
    }
  }
}
