/**
 * `jdk.internal.misc.Unsafe` on heap objects, for JDK 17 to 25: offsets of
 * fields, classes, blocks of memory, parking. Single accesses are in
 * unsafe-accesses.ts. Memory outside the heap is not modelled: its natives are
 * left out, so that an error names the one that a program reaches, and an access
 * without an object is rejected.
 */
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import type { RuntimeClass, RuntimeField } from "../../../program/linking/runtime-class.ts";
import { currentLocation } from "../../interpreter/calls.ts";
import type { Machine } from "../../machine.ts";
import { INITIALIZED, INITIALIZING } from "../../memory/class-status.ts";
import { ThreadStatus } from "../../memory/thread-status.ts";
import { bytesAt, offsetOfField } from "../../native-api/memory-access.ts";
import {
  type CallingFunction,
  calling,
  effects,
  type NativeFacts,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  observable,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { event, SILENT, type TraceShape } from "../../native-api/trace-shape.ts";
import { park, unpark } from "../concurrency/park.ts";
import { timedWait } from "../concurrency/time.ts";
import { ARRAY_BASE_OFFSET, copyBytes, fillBytes, indexScale, swapBytes } from "./heap-access.ts";
import { objectAt, unsafeAccesses } from "./unsafe-accesses.ts";

const HEAP = ["heap"];

/** Questions of the library about classes and fields: no trace shows them, and they race on nothing. */
const INTERNAL: NativeFacts = { trace: SILENT, racyAccesses: null };

const PARKING: TraceShape = {
  kind: "wait",
  statuses: [ThreadStatus.parked, ThreadStatus.timedParked],
  isAboutReceiver: false,
  begins: "park",
  ends: "park",
  words: { begin: "parks", end: "goes on", direct: "has a permit" },
};

const nothing = pure(() => Outcome.done, INTERNAL);

function setLong(m: Machine, slot: number, value: number): void {
  m.S[slot] = value;
  m.S[slot + 1] = value < 0 ? -1 : 0;
}

function throwNull(m: Machine): Outcome {
  return m.throwNew("java/lang/NullPointerException", null);
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
  setLong(m, args, offsetOfField(field));
  return Outcome.done;
};

/** The field that a java.lang.reflect.Field is about. */
const reflectedField = (m: Machine, ref: number): RuntimeField =>
  m.program.fieldAt(m.H[ref + m.fieldOffset("java/lang/reflect/Field", "member")]!);

const fieldOffset0: NativeFunction = (m, args) => {
  if (m.S[args + 2] === 0) return throwNull(m);
  setLong(m, args, offsetOfField(reflectedField(m, m.S[args + 2]!)));
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

const ensureClassInitialized0: CallingFunction = (m, args) => {
  const cls = classAt(m, args + 2);
  if (cls === null) return throwNull(m);
  if (!needsInitialization(m, cls)) return Outcome.done;
  m.S[args] = cls.number;
  m.tailCall = m.linked.initializerMethod;
  return Outcome.tailCall;
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
  const to = { ref: objectAt(m, args + 8), offset: bytesAt(m, args + 8) };
  copyBytes(m, { ref: objectAt(m, args + 2), offset: bytesAt(m, args + 2) }, to, count);
  return { ...to, count };
}

const copies = (run: NativeFunction): NativeMethod =>
  effects(HEAP, HEAP, run, {
    memory: { does: "copy", type: null, isPlain: true },
    loggedReads: (m, args, log) => {
      const object = m.S[args + 2]!;
      const offset = bytesAt(m, args + 2);
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
  fillBytes(m, objectAt(m, args + 2), bytesAt(m, args + 2), m.S[args + 8]!, m.S[args + 12]!);
  return Outcome.done;
};

const ofField = (run: NativeFunction, facts?: NativeFacts): NativeMethod =>
  reading(["1.member"], run, { ...INTERNAL, ...facts });

const ofClass = (run: NativeFunction, facts?: NativeFacts): NativeMethod =>
  reading(["1.id"], run, { ...INTERNAL, ...facts });

export const unsafeNatives: NativeTable = {
  "jdk/internal/misc/Unsafe": {
    ...unsafeAccesses,
    "registerNatives()V": nothing,
    "loadFence()V": nothing,
    "storeFence()V": nothing,
    "fullFence()V": nothing,
    "park(ZJ)V": observable(timedWait(park, { trace: PARKING })),
    "unpark(Ljava/lang/Object;)V": observable(pure(unpark, { trace: event("unpark", null, 2) })),
    // Analyses find the field by the constants that the call is given.
    "objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J": reading(
      ["1.id", "2.value[]"],
      objectFieldOffset1,
      INTERNAL,
    ),
    "objectFieldOffset0(Ljava/lang/reflect/Field;)J": ofField(fieldOffset0, { finds: "fields" }),
    "staticFieldOffset0(Ljava/lang/reflect/Field;)J": ofField(fieldOffset0, { finds: "fields" }),
    "staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;": ofField(staticFieldBase0),
    "arrayBaseOffset0(Ljava/lang/Class;)I": ofClass(ofArrayClass(() => ARRAY_BASE_OFFSET)),
    "arrayIndexScale0(Ljava/lang/Class;)I": ofClass(ofArrayClass(indexScale)),
    "shouldBeInitialized0(Ljava/lang/Class;)Z": ofClass(shouldBeInitialized0),
    "ensureClassInitialized0(Ljava/lang/Class;)V": {
      ...INTERNAL,
      ...calling("anything", ["1.id"], ensureClassInitialized0),
    },
    "allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;": ofClass(allocateInstance, {
      creates: "anything",
    }),
    "throwException(Ljava/lang/Throwable;)V": pure(throwException, INTERNAL),
    "copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V": copies(copyMemory0),
    "copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V": copies(copySwapMemory0),
    "setMemory0(Ljava/lang/Object;JJB)V": effects([], HEAP, setMemory0, {
      memory: { does: "fill", type: null, isPlain: true },
    }),
    // -1: the load average cannot be had.
    "getLoadAverage0([DI)I": pure((m, args) => {
      m.S[args] = -1;
      return Outcome.done;
    }, INTERNAL),
  },
};
