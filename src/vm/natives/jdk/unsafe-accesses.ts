/**
 * The accesses of `jdk.internal.misc.Unsafe` to the memory of objects: reads,
 * writes and atomic updates by object and offset.
 *
 * Argument slots: the Unsafe object, the object at +2, the offset (a long) at
 * +4, then the operands from +8. Since a stack slot holds a long as two words,
 * longs and doubles move as pairs of words and need no BigInt.
 *
 * An access may be to anything in the heap, and is declared so; `memory` says more.
 */
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import { currentLocation } from "../../interpreter/calls.ts";
import { isUsable, noteEarlyUse } from "../../interpreter/class-initialization.ts";
import type { Machine } from "../../machine.ts";
import { PERM_BASE } from "../../memory/memory.ts";
import { bytesAt, bytesInArray, type MemoryShape } from "../../native-api/memory-access.ts";
import {
  effects,
  type NativeFunction,
  type NativeMethod,
  Outcome,
} from "../../native-api/native-method.ts";
import { isShared } from "../../sharing/shared-objects.ts";
import { readByte, readShort, readWord, writeByte, writeShort, writeWord } from "./heap-access.ts";

const HEAP = ["heap"];
const REFERENCE = "Ljava/lang/Object;";

/** The object at a slot; an address without one is outside the heap. */
export function objectAt(m: Machine, slot: number): number {
  const ref = m.S[slot]!;
  if (ref !== 0) return ref;
  throw new UnsupportedFeatureError(
    `memory outside the heap is not supported (reached ${currentLocation(m)})`,
    {
      hint: "Direct buffers, memory segments and raw addresses need it; use heap buffers and arrays.",
    },
  );
}

// ---- reads and writes ----

type Read = (m: Machine, ref: number, offset: number) => number;
type Write = (m: Machine, ref: number, offset: number, value: number) => void;

interface Kind {
  readonly name: string;
  readonly descriptor: string;
  readonly read: Read;
  readonly write: Write;
}

/** Values that fit a word. A float's bits are moved as they are. */
const NARROW: readonly Kind[] = [
  {
    name: "Boolean",
    descriptor: "Z",
    read: (m, ref, offset) => (readByte(m, ref, offset) === 0 ? 0 : 1),
    write: (m, ref, offset, value) => writeByte(m, ref, offset, value & 1),
  },
  { name: "Byte", descriptor: "B", read: readByte, write: writeByte },
  {
    name: "Char",
    descriptor: "C",
    read: (m, ref, offset) => readShort(m, ref, offset) & 0xffff,
    write: writeShort,
  },
  { name: "Short", descriptor: "S", read: readShort, write: writeShort },
  { name: "Int", descriptor: "I", read: readWord, write: writeWord },
  { name: "Float", descriptor: "F", read: readWord, write: writeWord },
  { name: "Reference", descriptor: REFERENCE, read: readWord, write: writeWord },
];

const WIDE = [
  ["Long", "J"],
  ["Double", "D"],
] as const;

const getNarrow =
  (read: Read): NativeFunction =>
  (m, args) => {
    m.S[args] = read(m, objectAt(m, args + 2), bytesAt(m, args + 2));
    return Outcome.done;
  };

const putNarrow =
  (write: Write): NativeFunction =>
  (m, args) => {
    write(m, objectAt(m, args + 2), bytesAt(m, args + 2), m.S[args + 8]!);
    return Outcome.done;
  };

const getWide: NativeFunction = (m, args) => {
  const ref = objectAt(m, args + 2);
  const offset = bytesAt(m, args + 2);
  m.S[args] = readWord(m, ref, offset);
  m.S[args + 1] = readWord(m, ref, offset + 4);
  return Outcome.done;
};

const putWide: NativeFunction = (m, args) => {
  const ref = objectAt(m, args + 2);
  const offset = bytesAt(m, args + 2);
  writeWord(m, ref, offset, m.S[args + 8]!);
  writeWord(m, ref, offset + 4, m.S[args + 9]!);
  return Outcome.done;
};

/** Behind the last word of an access; one between two words lies in both. */
const endOf = (offset: number, bytes: number): number =>
  (offset >> 2) + ((bytes + 3) >> 2) + ((offset & 3) === 0 ? 0 : 1);

/** The access of a shape: the object is the second argument, its offset in bytes the third. */
function access(
  does: Exclude<MemoryShape["does"], "copy" | "fill">,
  type: string,
  run: NativeFunction,
  isPlain = false,
): NativeMethod {
  const reads = does === "put" ? [] : HEAP;
  const writes = does === "get" ? [] : HEAP;
  const isWrite = does !== "get";
  const bytes = bytesInArray(type);
  return effects(reads, writes, run, {
    memory: { does, type, isPlain },
    loggedReads: (m, args, log) => {
      const object = m.S[args + 2]!;
      const offset = bytesAt(m, args + 2);
      if (object === 0 || does === "put") return;
      log.readBytes(m, object, offset, offset + bytes);
    },
    isObservable: (m, args) => {
      const object = m.S[args + 2]!;
      const offset = bytesAt(m, args + 2);
      if (object === 0 || !isShared(m, object)) return false;
      let isObservable = false;
      // The words may belong to different fields: all of them count.
      for (let word = offset >> 2; word < endOf(offset, bytes); word++) {
        const address = object + word;
        if (address < PERM_BASE && !isUsable(m, m.mirrored(object))) noteEarlyUse(m);
        if (m.sharing.word(object, address, isWrite)) isObservable = true;
      }
      return isObservable;
    },
  });
}

function accessors(): Record<string, NativeMethod> {
  const table: Record<string, NativeMethod> = {};
  const add = (name: string, type: string, get: NativeFunction, put: NativeFunction): void => {
    for (const mode of ["", "Volatile"]) {
      const isPlain = mode === "";
      table[`get${name}${mode}(${REFERENCE}J)${type}`] = access("get", type, get, isPlain);
      table[`put${name}${mode}(${REFERENCE}J${type})V`] = access("put", type, put, isPlain);
    }
  };
  for (const { name, descriptor, read, write } of NARROW) {
    add(name, descriptor, getNarrow(read), putNarrow(write));
  }
  for (const [name, descriptor] of WIDE) add(name, descriptor, getWide, putWide);
  return table;
}

// ---- atomic updates ----

/** The result is the value found (exchange) or whether it was the expected one (set). */
const compareNarrow =
  (kind: Kind, isExchange: boolean): NativeFunction =>
  (m, args) => {
    const ref = objectAt(m, args + 2);
    const offset = bytesAt(m, args + 2);
    const found = kind.read(m, ref, offset);
    const isExpected = found === m.S[args + 8];
    if (isExpected) kind.write(m, ref, offset, m.S[args + 10]!);
    m.S[args] = isExchange ? found : isExpected ? 1 : 0;
    return Outcome.done;
  };

const compareLong =
  (isExchange: boolean): NativeFunction =>
  (m, args) => {
    const ref = objectAt(m, args + 2);
    const offset = bytesAt(m, args + 2);
    const low = readWord(m, ref, offset);
    const high = readWord(m, ref, offset + 4);
    const isExpected = low === m.S[args + 8] && high === m.S[args + 9];
    if (isExpected) {
      writeWord(m, ref, offset, m.S[args + 12]!);
      writeWord(m, ref, offset + 4, m.S[args + 13]!);
    }
    if (isExchange) {
      m.S[args] = low;
      m.S[args + 1] = high;
    } else {
      m.S[args] = isExpected ? 1 : 0;
    }
    return Outcome.done;
  };

/** getAndSet, or getAndAdd for an int. */
const updateWord =
  (isAdd: boolean): NativeFunction =>
  (m, args) => {
    const ref = objectAt(m, args + 2);
    const offset = bytesAt(m, args + 2);
    const operand = m.S[args + 8]!;
    const found = readWord(m, ref, offset);
    writeWord(m, ref, offset, isAdd ? (found + operand) | 0 : operand);
    m.S[args] = found;
    return Outcome.done;
  };

const updateLong =
  (isAdd: boolean): NativeFunction =>
  (m, args) => {
    const ref = objectAt(m, args + 2);
    const offset = bytesAt(m, args + 2);
    let low = m.S[args + 8]!;
    let high = m.S[args + 9]!;
    const foundLow = readWord(m, ref, offset);
    const foundHigh = readWord(m, ref, offset + 4);
    if (isAdd) {
      const sum = (low >>> 0) + (foundLow >>> 0);
      high = (high + foundHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
      low = sum | 0;
    }
    writeWord(m, ref, offset, low);
    writeWord(m, ref, offset + 4, high);
    m.S[args] = foundLow;
    m.S[args + 1] = foundHigh;
    return Outcome.done;
  };

/**
 * Besides the natives proper this replaces bodies. Those for bytes and shorts
 * would patch the word around the value, which is wrong for a field that has
 * its own word (char and boolean end up here too). Those that add and set loop
 * around a compareAndSet where hardware, and a reader of a trace, sees one step.
 */
function atomics(): Record<string, NativeMethod> {
  const table: Record<string, NativeMethod> = {};
  for (const kind of NARROW) {
    const { name, descriptor: d } = kind;
    if (name === "Float" || name === "Boolean" || name === "Char") continue;
    const parameters = `(${REFERENCE}J${d}${d})`;
    table[`compareAndSet${name}${parameters}Z`] = access("compare", d, compareNarrow(kind, false));
    table[`compareAndExchange${name}${parameters}${d}`] = access(
      "compare",
      d,
      compareNarrow(kind, true),
    );
  }
  table[`compareAndSetLong(${REFERENCE}JJJ)Z`] = access("compare", "J", compareLong(false));
  table[`compareAndExchangeLong(${REFERENCE}JJJ)J`] = access("compare", "J", compareLong(true));
  table[`getAndAddInt(${REFERENCE}JI)I`] = access("update", "I", updateWord(true));
  table[`getAndSetInt(${REFERENCE}JI)I`] = access("update", "I", updateWord(false));
  table[`getAndSetReference(${REFERENCE}J${REFERENCE})${REFERENCE}`] = access(
    "update",
    REFERENCE,
    updateWord(false),
  );
  table[`getAndAddLong(${REFERENCE}JJ)J`] = access("update", "J", updateLong(true));
  table[`getAndSetLong(${REFERENCE}JJ)J`] = access("update", "J", updateLong(false));
  return table;
}

/** By "name(descriptor)" of Unsafe. */
export const unsafeAccesses: Readonly<Record<string, NativeMethod>> = {
  ...accessors(),
  ...atomics(),
};
