/**
 * The natives of java.lang.reflect.Array: arrays of a class that is known only
 * at run time. Reading and writing elements is done in Java.
 */
import { MAX_DIMENSIONS } from "../../../classfile/format/descriptors.ts";
import type { RuntimeClass } from "../../../program/linking/runtime-class.ts";
import { allocateMultiArray } from "../../interpreter/multi-array.ts";
import type { Machine } from "../../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../memory/object-layout.ts";
import {
  type NativeFunction,
  type NativeTable,
  Outcome,
  reading,
} from "../../native-api/native-method.ts";
import { throwNullPointer } from "./classes.ts";

const dimensionsOf = (cls: RuntimeClass): number => cls.name.lastIndexOf("[") + 1;

const throwIllegal = (m: Machine, message: string | null): Outcome =>
  m.throwNew("java/lang/IllegalArgumentException", message);

const throwNegative = (m: Machine, length: number): Outcome =>
  m.throwNew("java/lang/NegativeArraySizeException", `${length}`);

/** The class of arrays with `dimensions` more dimensions than `element`, or null if there can be none. */
function arrayClass(m: Machine, element: RuntimeClass, dimensions: number): RuntimeClass | null {
  if (element === m.program.primitive("V")) return null;
  if (dimensionsOf(element) + dimensions > MAX_DIMENSIONS) return null;
  let cls = element;
  for (let i = 0; i < dimensions; i++) cls = m.program.arrayOf(cls);
  m.prepareClasses();
  return cls;
}

const newArray: NativeFunction = (m, args) => {
  const mirror = m.S[args]!;
  const length = m.S[args + 2]!;
  if (mirror === 0) return throwNullPointer(m);
  if (length < 0) return throwNegative(m, length);
  const cls = arrayClass(m, m.mirrored(mirror), 1);
  if (cls === null) return throwIllegal(m, null);
  const array = m.newArray(cls.id, length);
  if (array === 0) return m.throwOutOfMemory();
  m.S[args] = array;
  return Outcome.done;
};

const newMultiArray: NativeFunction = (m, args) => {
  const mirror = m.S[args]!;
  const dimensions = m.S[args + 2]!;
  if (mirror === 0 || dimensions === 0) return throwNullPointer(m);
  const count = m.H[dimensions + ARRAY_LENGTH]!;
  if (count === 0) return throwIllegal(m, "Empty dimensions array");
  const start = dimensions + ARRAY_DATA;
  const lengths = [...m.H.subarray(start, start + Math.min(count, MAX_DIMENSIONS))];
  const cls = arrayClass(m, m.mirrored(mirror), count);
  if (cls === null) return throwIllegal(m, null);
  const negative = lengths.find((length) => length < 0);
  if (negative !== undefined) return throwNegative(m, negative);
  const array = allocateMultiArray(m, cls, lengths);
  if (array === 0) return m.throwOutOfMemory();
  m.S[args] = array;
  return Outcome.done;
};

const getLength: NativeFunction = (m, args) => {
  const array = m.S[args]!;
  if (array === 0) return throwNullPointer(m);
  if (!m.classOf(array).isArray) return throwIllegal(m, "Argument is not an array");
  m.S[args] = m.H[array + ARRAY_LENGTH]!;
  return Outcome.done;
};

export const arrayNatives: NativeTable = {
  "java/lang/reflect/Array": {
    "newArray(Ljava/lang/Class;I)Ljava/lang/Object;": reading(["0.id"], newArray),
    "multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;": reading(
      ["0.id", "1.#", "1[]"],
      newMultiArray,
    ),
    "length0(Ljava/lang/Object;)I": reading(["0.type", "0.#"], getLength),
  },
};
