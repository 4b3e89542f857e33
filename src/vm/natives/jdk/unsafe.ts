/**
 * `jdk.internal.misc.Unsafe` on heap objects, for JDK 17 to 25. Memory outside
 * the heap is not modelled: its natives are left out, so that a program that
 * reaches one is told its name, and an access without an object is refused.
 *
 * Argument slots: the Unsafe object, the object at +2, the offset (a long) at
 * +4, then the operands from +8. Since a stack slot holds a long as two words,
 * longs and doubles move as pairs of words and need no BigInt.
 *
 * An access may be to anything in the heap, and is declared so.
 */
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import type { RuntimeClass, RuntimeField } from "../../../program/linking/runtime-class.ts";
import { currentLocation } from "../../interpreter/calls.ts";
import { isUsable, noteEarlyUse } from "../../interpreter/class-initialization.ts";
import { INITIALIZED, INITIALIZING, type Machine } from "../../machine.ts";
import { PERM_BASE } from "../../memory/memory.ts";
import {
  effects,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  pure,
  reading,
  visible,
} from "../../native-api/native-method.ts";
import { noteWrite } from "../../sharing/final-fields.ts";
import { isShared } from "../../sharing/shared-objects.ts";
import { park, unpark } from "../concurrency/park.ts";
import { takesTime } from "../concurrency/time.ts";
import { fieldOf } from "../lang/reflection.ts";
import {
  ARRAY_BASE_OFFSET,
  copyBytes,
  fillBytes,
  indexScale,
  offsetOfField,
  readByte,
  readShort,
  readWord,
  sizeOf,
  swapBytes,
  writeByte,
  writeShort,
  writeWord,
} from "./heap-access.ts";

const HEAP = ["heap"];
/** What tells which field a java.lang.reflect.Field is about. */
const FIELD = ["1.member"];
const REFERENCE = "Ljava/lang/Object;";

const nothing = pure(() => Outcome.done);

/** The object at a slot; an address without one is outside the heap. */
function objectAt(m: Machine, slot: number): number {
  const ref = m.S[slot]!;
  if (ref !== 0) return ref;
  throw new UnsupportedFeatureError(
    `memory outside the heap is not supported (reached ${currentLocation(m)})`,
    {
      hint: "Direct buffers, memory segments and raw addresses need it; use heap buffers and arrays.",
    },
  );
}

function setLong(m: Machine, slot: number, value: number): void {
  m.S[slot] = value;
  m.S[slot + 1] = value < 0 ? -1 : 0;
}

function throwNull(m: Machine): Outcome {
  return m.throwNew("java/lang/NullPointerException", null);
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
    m.S[args] = read(m, objectAt(m, args + 2), m.S[args + 4]!);
    return Outcome.done;
  };

const putNarrow =
  (write: Write): NativeFunction =>
  (m, args) => {
    write(m, objectAt(m, args + 2), m.S[args + 4]!, m.S[args + 8]!);
    return Outcome.done;
  };

const getWide: NativeFunction = (m, args) => {
  const ref = objectAt(m, args + 2);
  const offset = m.S[args + 4]!;
  m.S[args] = readWord(m, ref, offset);
  m.S[args + 1] = readWord(m, ref, offset + 4);
  return Outcome.done;
};

const putWide: NativeFunction = (m, args) => {
  const ref = objectAt(m, args + 2);
  const offset = m.S[args + 4]!;
  writeWord(m, ref, offset, m.S[args + 8]!);
  writeWord(m, ref, offset + 4, m.S[args + 9]!);
  return Outcome.done;
};

/** Behind the last word of an access; one between two words lies in both. */
const endOf = (offset: number, bytes: number): number =>
  (offset >> 2) + ((bytes + 3) >> 2) + ((offset & 3) === 0 ? 0 : 1);

/** An access to so many bytes: the object is the second argument, its offset in bytes the third. */
const located = (native: NativeMethod, bytes: number): NativeMethod => ({
  ...native,
  accesses: (m, args, log) => {
    const object = m.S[args + 2]!;
    const offset = m.S[args + 4]!;
    if (object === 0 || native.reads.length === 0) return;
    log.readBytes(m, object, offset, offset + bytes);
  },
  isNoticed: (m, args) => {
    const object = m.S[args + 2]!;
    const offset = m.S[args + 4]!;
    if (object === 0 || !isShared(m, object)) return false;
    const isWrite = native.writes.length > 0;
    let isNoticed = false;
    // They may belong to different fields.
    for (let word = offset >> 2; word < endOf(offset, bytes); word++) {
      const address = object + word;
      if (address < PERM_BASE && !isUsable(m, m.mirrored(object))) noteEarlyUse(m);
      if (isWrite) noteWrite(m, object, address);
      if (m.discipline.touchWord(object, address, isWrite)) isNoticed = true;
    }
    return isNoticed;
  },
});

function accessors(): Record<string, NativeMethod> {
  const table: Record<string, NativeMethod> = {};
  const add = (
    name: string,
    descriptor: string,
    get: NativeFunction,
    put: NativeFunction,
    bytes: number,
  ): void => {
    for (const mode of ["", "Volatile"]) {
      table[`get${name}${mode}(${REFERENCE}J)${descriptor}`] = located(reading(HEAP, get), bytes);
      table[`put${name}${mode}(${REFERENCE}J${descriptor})V`] = located(
        effects([], HEAP, put),
        bytes,
      );
    }
  };
  for (const { name, descriptor, read, write } of NARROW) {
    add(name, descriptor, getNarrow(read), putNarrow(write), sizeOf(descriptor));
  }
  for (const [name, descriptor] of WIDE) add(name, descriptor, getWide, putWide, 8);
  return table;
}

// ---- atomic updates ----

/** The result is the value found (exchange) or whether it was the expected one (set). */
const compareNarrow =
  (kind: Kind, isExchange: boolean): NativeFunction =>
  (m, args) => {
    const ref = objectAt(m, args + 2);
    const offset = m.S[args + 4]!;
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
    const offset = m.S[args + 4]!;
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
    const offset = m.S[args + 4]!;
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
    const offset = m.S[args + 4]!;
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

const update = (run: NativeFunction, bytes = 4): NativeMethod =>
  located(effects(HEAP, HEAP, run), bytes);

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
    table[`compareAndSet${name}${parameters}Z`] = update(compareNarrow(kind, false), sizeOf(d));
    table[`compareAndExchange${name}${parameters}${d}`] = update(
      compareNarrow(kind, true),
      sizeOf(d),
    );
  }
  table[`compareAndSetLong(${REFERENCE}JJJ)Z`] = update(compareLong(false), 8);
  table[`compareAndExchangeLong(${REFERENCE}JJJ)J`] = update(compareLong(true), 8);
  table[`getAndAddInt(${REFERENCE}JI)I`] = update(updateWord(true));
  table[`getAndSetInt(${REFERENCE}JI)I`] = update(updateWord(false));
  table[`getAndSetReference(${REFERENCE}J${REFERENCE})${REFERENCE}`] = update(updateWord(false));
  table[`getAndAddLong(${REFERENCE}JJ)J`] = update(updateLong(true), 8);
  table[`getAndSetLong(${REFERENCE}JJ)J`] = update(updateLong(false), 8);
  return table;
}

// ---- fields and arrays ----

/** The class whose mirror is at the slot, null when there is none. */
const classAt = (m: Machine, slot: number): RuntimeClass | null =>
  m.S[slot] === 0 ? null : m.mirrored(m.S[slot]!);

const objectFieldOffset1: NativeFunction = (m, args) => {
  const cls = classAt(m, args + 2);
  if (cls === null || m.S[args + 4] === 0) return throwNull(m);
  const name = m.text(m.S[args + 4]!);
  const field = cls.fields.find((f) => f.name === name);
  if (field === undefined) {
    if (cls.origin !== "model") return m.throwNew("java/lang/InternalError", null);
    throw new UnsupportedFeatureError(
      `field ${cls.externalName}.${name} is not in our model of that class (reached ${currentLocation(m)})`,
      { hint: "Report it: models grow by need." },
    );
  }
  setLong(m, args, offsetOfField(m, field));
  return Outcome.done;
};

/** The field that a java.lang.reflect.Field is about. */
const reflectedField = (m: Machine, ref: number): RuntimeField =>
  fieldOf(m, m.H[ref + m.fieldOffset("java/lang/reflect/Field", "member")]!);

const fieldOffset0: NativeFunction = (m, args) => {
  if (m.S[args + 2] === 0) return throwNull(m);
  setLong(m, args, offsetOfField(m, reflectedField(m, m.S[args + 2]!)));
  return Outcome.done;
};

const staticFieldBase0: NativeFunction = (m, args) => {
  if (m.S[args + 2] === 0) return throwNull(m);
  m.S[args] = m.mirror(reflectedField(m, m.S[args + 2]!).owner);
  return Outcome.done;
};

const ofArrayClass =
  (answer: (m: Machine, cls: RuntimeClass) => number): NativeFunction =>
  (m, args) => {
    const cls = classAt(m, args + 2);
    if (cls === null) return throwNull(m);
    // HotSpot means to throw an exception that it names wrongly, and so throws this one.
    if (!cls.isArray) {
      return m.throwNew("java/lang/NoClassDefFoundError", "java/lang/InvalidClassException");
    }
    m.S[args] = answer(m, cls);
    return Outcome.done;
  };

// ---- classes and objects ----

/** True when code of the running thread still has to wait for the class's initialiser. */
function needsInitialization(m: Machine, cls: RuntimeClass): boolean {
  const status = m.status(cls);
  return status !== INITIALIZED && status !== INITIALIZING + m.thread;
}

const shouldBeInitialized0: NativeFunction = (m, args) => {
  const cls = classAt(m, args + 2);
  if (cls === null) return throwNull(m);
  m.S[args] = needsInitialization(m, cls) ? 1 : 0;
  return Outcome.done;
};

const ensureClassInitialized0: NativeFunction = (m, args) => {
  const cls = classAt(m, args + 2);
  if (cls === null) return throwNull(m);
  if (!needsInitialization(m, cls)) return Outcome.done;
  m.S[args] = cls.id;
  m.tailCall = m.initializerMethod;
  return Outcome.call;
};

const allocateInstance: NativeFunction = (m, args) => {
  const cls = classAt(m, args + 2);
  if (cls === null) return throwNull(m);
  if (cls.isPrimitive) return m.throwNew("java/lang/InstantiationException", null);
  if (cls.isArray || cls.isAbstract || cls.isInterface) {
    return m.throwNew("java/lang/InstantiationException", cls.externalName);
  }
  if (cls.name === "java/lang/Class") {
    return m.throwNew("java/lang/IllegalAccessException", cls.externalName);
  }
  if (needsInitialization(m, cls)) {
    throw new UnsupportedFeatureError(
      `Unsafe.allocateInstance of ${cls.externalName} before that class is initialised (reached ${currentLocation(m)})`,
      { hint: "Use the class, for example Class.forName on it, before the call." },
    );
  }
  const ref = m.newObject(cls);
  if (ref === 0) return m.throwOutOfMemory();
  m.S[args] = ref;
  return Outcome.done;
};

const throwException: NativeFunction = (m, args) => {
  if (m.S[args + 2] === 0) return throwNull(m);
  m.pending = m.S[args + 2]!;
  return Outcome.threw;
};

// ---- blocks of memory ----

/** Operands: from object, from offset, to object, to offset, bytes. */
function copy(m: Machine, args: number): { ref: number; offset: number; count: number } {
  const count = m.S[args + 14]!;
  const to = { ref: objectAt(m, args + 8), offset: m.S[args + 10]! };
  copyBytes(m, { ref: objectAt(m, args + 2), offset: m.S[args + 4]! }, to, count);
  return { ...to, count };
}

const readsBlock = (native: NativeMethod): NativeMethod => ({
  ...native,
  accesses: (m, args, log) => {
    const object = m.S[args + 2]!;
    const offset = m.S[args + 4]!;
    if (object !== 0) log.readBytes(m, object, offset, offset + m.S[args + 14]!);
  },
});

const copyMemory0: NativeFunction = (m, args) => {
  copy(m, args);
  return Outcome.done;
};

const copySwapMemory0: NativeFunction = (m, args) => {
  const { ref, offset, count } = copy(m, args);
  swapBytes(m, ref, offset, count, m.S[args + 18]!);
  return Outcome.done;
};

const setMemory0: NativeFunction = (m, args) => {
  fillBytes(m, objectAt(m, args + 2), m.S[args + 4]!, m.S[args + 8]!, m.S[args + 12]!);
  return Outcome.done;
};

export const unsafeNatives: NativeTable = {
  "jdk/internal/misc/Unsafe": {
    ...accessors(),
    ...atomics(),
    "registerNatives()V": nothing,
    "loadFence()V": nothing,
    "storeFence()V": nothing,
    "fullFence()V": nothing,
    "park(ZJ)V": visible(takesTime(pure(park))),
    "unpark(Ljava/lang/Object;)V": visible(pure(unpark)),
    "objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J": reading(
      ["1.id", "2.value[]"],
      objectFieldOffset1,
    ),
    "objectFieldOffset0(Ljava/lang/reflect/Field;)J": reading(FIELD, fieldOffset0),
    "staticFieldOffset0(Ljava/lang/reflect/Field;)J": reading(FIELD, fieldOffset0),
    "staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;": reading(
      FIELD,
      staticFieldBase0,
    ),
    "arrayBaseOffset0(Ljava/lang/Class;)I": reading(
      ["1.id"],
      ofArrayClass(() => ARRAY_BASE_OFFSET),
    ),
    "arrayIndexScale0(Ljava/lang/Class;)I": reading(["1.id"], ofArrayClass(indexScale)),
    "shouldBeInitialized0(Ljava/lang/Class;)Z": reading(["1.id"], shouldBeInitialized0),
    "ensureClassInitialized0(Ljava/lang/Class;)V": reading(["1.id"], ensureClassInitialized0),
    "allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;": reading(["1.id"], allocateInstance),
    "throwException(Ljava/lang/Throwable;)V": pure(throwException),
    "copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V": readsBlock(
      effects(HEAP, HEAP, copyMemory0),
    ),
    "copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V": readsBlock(
      effects(HEAP, HEAP, copySwapMemory0),
    ),
    "setMemory0(Ljava/lang/Object;JJB)V": effects([], HEAP, setMemory0),
    // -1: the load average cannot be had.
    "getLoadAverage0([DI)I": pure((m, args) => {
      m.S[args] = -1;
      return Outcome.done;
    }),
  },
};
