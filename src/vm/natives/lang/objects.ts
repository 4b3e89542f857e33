/** java.lang.Object, System and Runtime. */

import { walkFrames } from "../../code/frames.ts";
import { noteFixed, noteIdentityHash } from "../../interpreter/fixed-values.ts";
import type { Machine } from "../../machine.ts";
import type { AccessLog } from "../../memory/access-log.ts";
import { GLOBAL_NEXT_HASH } from "../../memory/memory.ts";
import {
  ARRAY_DATA,
  ARRAY_LENGTH,
  HASH_MASK,
  HASH_WORD,
  OBJECT_HEADER,
} from "../../memory/object-layout.ts";
import { type AccessSink, BY_FIELD, PLAIN } from "../../native-api/memory-access.ts";
import {
  effects,
  type NativeFunction,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { clockOfSection } from "../../sharing/atomic-operations.ts";

/** Spreads small numbers over the positive ints, so that hash tables see realistic hashes. */
function scramble(number: number): number {
  let hash = Math.imul(number, 0x9e3779b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return hash & HASH_MASK;
}

/**
 * The identity hash of an object. It is given when first asked for, numbered
 * by the asking order, and stays with the object.
 */
export function identityHash(m: Machine, ref: number): number {
  if (ref === 0) return 0;
  const word = m.H[ref + HASH_WORD]!;
  if ((word & HASH_MASK) !== 0) return word & HASH_MASK;
  const number = m.H[GLOBAL_NEXT_HASH]! + 1;
  m.setWord(GLOBAL_NEXT_HASH, number);
  const hash = scramble(number) || 1;
  m.setWord(ref + HASH_WORD, word | hash);
  return hash;
}

function clone(m: Machine, args: number): Outcome {
  const ref = m.S[args]!;
  const cls = m.classOf(ref);
  if (!cls.isSubtypeOf(m.requireClass("java/lang/Cloneable"))) {
    return m.throwNew("java/lang/CloneNotSupportedException", cls.externalName);
  }
  const words = cls.isArray
    ? m.arrayWords(m.classTables.elementShift[cls.id]!, m.H[ref + ARRAY_LENGTH]!)
    : m.classTables.instanceWords[cls.id]!;
  const copy = m.allocate(words);
  if (copy === 0) return m.throwOutOfMemory();
  m.H.copyWithin(copy, ref, ref + words);
  m.H[copy + 1] = 0;
  m.H[copy + 2] = 0;
  m.S[args] = copy;
  return Outcome.done;
}

/** The JVM's words for an array type in arraycopy's messages: "int[]", "object array[]". */
const copyName = (m: Machine, ref: number): string => {
  const { component } = m.classOf(ref);
  return component?.isPrimitive === true ? `${component.name}[` : "object array[";
};

function arraycopy(m: Machine, args: number): Outcome {
  const { S, H } = m;
  const from = S[args]!;
  const to = S[args + 4]!;
  if (from === 0 || to === 0) return m.throwNew("java/lang/NullPointerException", null);
  const fromAt = S[args + 2]!;
  const toAt = S[args + 6]!;
  const length = S[args + 8]!;
  const fromClass = m.classOf(from);
  const toClass = m.classOf(to);
  const problem = copyTypeProblem(m, from, to);
  if (problem !== null) return m.throwNew("java/lang/ArrayStoreException", problem);
  const bounds = copyBoundsProblem(m, from, fromAt, to, toAt, length);
  if (bounds !== null) return m.throwNew("java/lang/ArrayIndexOutOfBoundsException", bounds);
  const shift = m.classTables.elementShift[fromClass.id]!;
  if (!fromClass.component!.isPrimitive && !fromClass.isSubtypeOf(toClass)) {
    return copyChecked(m, from, fromAt, to, toAt, length);
  }
  const source = (from + ARRAY_DATA) * 4 + (fromAt << shift);
  const target = (to + ARRAY_DATA) * 4 + (toAt << shift);
  const bytes = length << shift;
  m.logRange(target >>> 2, (target + bytes + 3) >>> 2);
  if (shift >= 2) H.copyWithin(target >>> 2, source >>> 2, (source + bytes) >>> 2);
  else m.HB.copyWithin(target, source, source + bytes);
  return Outcome.done;
}

function copyTypeProblem(m: Machine, from: number, to: number): string | null {
  const fromClass = m.classOf(from);
  const toClass = m.classOf(to);
  const a = fromClass.component;
  const b = toClass.component;
  if (a === null) return `arraycopy: source type ${fromClass.externalName} is not an array`;
  if (b === null) return `arraycopy: destination type ${toClass.externalName} is not an array`;
  if (a.isPrimitive && b.isPrimitive) {
    return a === b ? null : `arraycopy: type mismatch: can not copy ${a.name}[] into ${b.name}[]`;
  }
  if (a.isPrimitive !== b.isPrimitive) {
    return `arraycopy: type mismatch: can not copy ${copyName(m, from)}] into ${copyName(m, to)}]`;
  }
  return null;
}

function copyBoundsProblem(
  m: Machine,
  from: number,
  fromAt: number,
  to: number,
  toAt: number,
  length: number,
): string | null {
  const fromLength = m.H[from + ARRAY_LENGTH]!;
  const toLength = m.H[to + ARRAY_LENGTH]!;
  if (fromAt < 0 || toAt < 0 || length < 0) {
    if (fromAt < 0) {
      return `arraycopy: source index ${fromAt} out of bounds for ${copyName(m, from)}${fromLength}]`;
    }
    if (toAt < 0) {
      return `arraycopy: destination index ${toAt} out of bounds for ${copyName(m, to)}${toLength}]`;
    }
    return `arraycopy: length ${length} is negative`;
  }
  if (fromAt + length > fromLength) {
    return `arraycopy: last source index ${fromAt + length} out of bounds for ${copyName(m, from)}${fromLength}]`;
  }
  if (toAt + length > toLength) {
    return `arraycopy: last destination index ${toAt + length} out of bounds for ${copyName(m, to)}${toLength}]`;
  }
  return null;
}

/** Copies references one by one, until one does not fit. */
function copyChecked(
  m: Machine,
  from: number,
  fromAt: number,
  to: number,
  toAt: number,
  length: number,
): Outcome {
  const component = m.classOf(to).component!;
  m.elementChecks++;
  for (let i = 0; i < length; i++) {
    const value = m.H[from + ARRAY_DATA + fromAt + i]!;
    if (value !== 0 && !m.isInstance(value, component)) {
      const message = `arraycopy: element type mismatch: can not cast one of the elements of ${elementName(m, from)}[] to the type of the destination array, ${component.externalName}`;
      return m.throwNew("java/lang/ArrayStoreException", message);
    }
    m.setWord(to + ARRAY_DATA + toAt + i, value);
  }
  return Outcome.done;
}

const elementName = (m: Machine, array: number): string => m.classOf(array).component!.externalName;

const setLong = (m: Machine, args: number, value: number): Outcome => {
  m.SL[args >> 1] = BigInt(Math.trunc(value));
  return Outcome.done;
};

/** Virtual nanoseconds. In a search the clock stands still, so a program that reads it is not fully explored. */
export function clock(m: Machine): number {
  if (m.checking && !isSeeding(m)) {
    m.approximations.add("the program reads the clock, which stands still here");
  }
  return m.nanos;
}

/** The clock as the running operation sees it, if it is one of the library's; `toValue` makes a result of nanoseconds. */
const readClock =
  (toValue: (m: Machine, nanos: number) => number): NativeFunction =>
  (m, args) => {
    const own = m.checking && !isSeeding(m) ? clockOfSection(m) : null;
    if (own === "choice") return Outcome.choice;
    return setLong(m, args, toValue(m, own ?? clock(m)));
  };

/** The free memory depends on garbage, which is not part of a state. */
function freeWords(m: Machine): number {
  if (!m.checking) return m.heapEnd - m.heapTop;
  m.approximations.add("the program asks for free memory, which is always the same here");
  return m.heapWords >> 1;
}

/** Library code that makes a seed from the clock; what it is good for is noted elsewhere (fixed-values.ts). */
const SEEDS =
  /^(?:java\/util\/(?:ImmutableCollections|Random|SplittableRandom|concurrent\/ThreadLocalRandom)|jdk\/internal\/util\/random\/RandomSupport)$/;

function isSeeding(m: Machine): boolean {
  let isHere = false;
  walkFrames(m, m, ({ code }) => {
    isHere = SEEDS.test(code.method.owner.name);
    return false;
  });
  return isHere;
}

/** The type of an object and, where it is an array, its length; whether it is one. */
function noteArray(m: Machine, ref: number, log: AccessLog): boolean {
  if (ref === 0) return false;
  log.readType(ref);
  if (m.classOf(ref).component === null) return false;
  log.readLength(ref);
  return true;
}

/** The part of the source that arraycopy reads, as far as it is there, and what says whether it fits. */
function noteCopied(m: Machine, args: number, log: AccessLog): void {
  const { H, S } = m;
  const array = S[args]!;
  noteArray(m, S[args + 4]!, log);
  if (!noteArray(m, array, log)) return;
  const from = Math.min(Math.max(0, S[args + 2]!), H[array + ARRAY_LENGTH]!);
  const to = Math.min(from + Math.max(0, S[args + 8]!), H[array + ARRAY_LENGTH]!);
  const size = 2 ** m.classTables.elementShift[H[array]!]!;
  const data = ARRAY_DATA * 4;
  if (from < to) log.readBytes(m, array, data + from * size, data + to * size);
}

/** All fields, or all elements, of an object that is cloned: read as they are declared. */
function clonedBytes(m: Machine, args: number, into: AccessSink): void {
  const object = m.S[args]!;
  if (object === 0) return;
  const cls = m.classOf(object);
  if (cls.component === null) {
    const end = (object + cls.instanceWords) * 4;
    into.add(object, (object + OBJECT_HEADER) * 4, end, false, BY_FIELD);
    return;
  }
  const at = (object + ARRAY_DATA) * 4;
  const bytes = m.H[object + ARRAY_LENGTH]! * 2 ** m.classTables.elementShift[cls.id]!;
  into.add(object, at, at + bytes, false, PLAIN);
}

/** The elements that arraycopy reads and writes; none where it fails. */
function copiedBytes(m: Machine, args: number, into: AccessSink): void {
  const { S, H } = m;
  const from = S[args]!;
  const fromAt = S[args + 2]!;
  const to = S[args + 4]!;
  const toAt = S[args + 6]!;
  const length = S[args + 8]!;
  if (from === 0 || to === 0 || fromAt < 0 || toAt < 0 || length <= 0) return;
  const source = m.classOf(from);
  const target = m.classOf(to);
  if (source.component === null || target.component === null) return;
  if (source.component.isPrimitive !== target.component.isPrimitive) return;
  if (fromAt + length > H[from + ARRAY_LENGTH]! || toAt + length > H[to + ARRAY_LENGTH]!) return;
  const size = 2 ** m.classTables.elementShift[source.id]!;
  const read = (from + ARRAY_DATA) * 4 + fromAt * size;
  const written = (to + ARRAY_DATA) * 4 + toAt * size;
  into.add(from, read, read + length * size, false, PLAIN);
  into.add(to, written, written + length * size, true, PLAIN);
}

export const objectNatives: NativeTable = {
  "java/lang/Object": {
    "getClass()Ljava/lang/Class;": reading(["0.type"], (m, args) => {
      m.S[args] = m.mirror(m.classOf(m.S[args]!));
      return Outcome.done;
    }),
    "hashCode()I": effects(["0.hash"], ["0.hash"], (m, args) => {
      noteIdentityHash(m, m.S[args]!);
      m.S[args] = identityHash(m, m.S[args]!);
      return Outcome.done;
    }),
    "clone()Ljava/lang/Object;": {
      ...reading(["heap"], clone),
      copies: "object",
      loggedReads: (m, args, log) => log.readObject(m, m.S[args]!),
      racyAccesses: clonedBytes,
    },
  },
  "java/lang/String": {
    "intern()Ljava/lang/String;": reading(["0.value[]"], (m, args) => {
      m.S[args] = m.intern(m.text(m.S[args]!));
      return Outcome.done;
    }),
  },
  "java/lang/System": {
    "arraycopy(Ljava/lang/Object;ILjava/lang/Object;II)V": {
      ...effects(["0.type", "2.type", "0[].type", "0[]", "2.#"], ["2[]"], arraycopy),
      copies: "elements",
      loggedReads: noteCopied,
      racyAccesses: copiedBytes,
    },
    "identityHashCode(Ljava/lang/Object;)I": effects(["0.hash"], ["0.hash"], (m, args) => {
      noteIdentityHash(m, m.S[args]!);
      m.S[args] = identityHash(m, m.S[args]!);
      return Outcome.done;
    }),
    "currentTimeMillis()J": pure(readClock((m, nanos) => m.options.epochMillis + nanos / 1e6)),
    "nanoTime()J": pure(readClock((_m, nanos) => nanos)),
  },
  "java/lang/Runtime": {
    "availableProcessors()I": pure((m, args) => {
      noteFixed(m, "the number of processors");
      m.S[args] = 2;
      return Outcome.done;
    }),
    "freeMemory()J": pure((m, args) => setLong(m, args, freeWords(m) * 4)),
    "totalMemory()J": pure((m, args) => setLong(m, args, m.heapWords * 4)),
    "maxMemory()J": pure((m, args) => setLong(m, args, m.heapWords * 4)),
  },
};
