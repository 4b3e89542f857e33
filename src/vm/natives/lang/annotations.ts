/**
 * Annotations as the class file has them. Few programs ask for those of
 * members, so nothing of them is kept when a class is read: the bytes are
 * looked up again, and walked to the attribute wanted. The JDK's own parser
 * makes objects of them, with the constants of the class.
 */
import { ClassConstants } from "../../../classfile/format/constant-pool.ts";
import { Cursor } from "../../../classfile/reading/cursor.ts";
import { unreachable } from "../../../core/assert.ts";
import type { RuntimeClass } from "../../../program/linking/runtime-class.ts";
import type { Machine } from "../../machine.ts";
import {
  type NativeMethod,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { returnBytes } from "../byte-results.ts";

const VISIBLE = "RuntimeVisibleAnnotations";

/** Magic number and versions. */
const VERSION_END = 8;
/** Access flags, this class, superclass. */
const HEAD_BYTES = 6;

function bytesOf(m: Machine, cls: RuntimeClass): Uint8Array | null {
  const { models, jdk, application } = m.program.sources;
  switch (cls.origin) {
    case "model":
      return models.find(cls.name)?.bytes ?? null;
    case "jdk":
      return jdk?.find(cls.name)?.bytes ?? null;
    case "application":
      return application.find(cls.name)?.bytes ?? null;
    case "synthetic":
      return null;
    default:
      return unreachable(cls.origin);
  }
}

/** Leaves the cursor at the number of fields. */
function skipToMembers(cursor: Cursor): void {
  cursor.at = new ClassConstants(cursor.bytes, VERSION_END).end;
  cursor.skip(HEAD_BYTES);
  cursor.skip(2 * cursor.u2());
}

/** The contents of an attribute in the table at the cursor, which is left behind the table. */
function attributeIn(cls: RuntimeClass, cursor: Cursor, wanted: string): Uint8Array | null {
  let found: Uint8Array | null = null;
  for (let count = cursor.u2(); count > 0; count--) {
    const name = cls.file!.constants.utf8(cursor.u2());
    const length = cursor.u4();
    if (name === wanted) found = cursor.bytes.subarray(cursor.at, cursor.at + length);
    cursor.skip(length);
  }
  return found;
}

/** The attribute of the member with that place among the class's fields (table 0) or methods (1). */
function memberAttribute(
  m: Machine,
  cls: RuntimeClass,
  table: 0 | 1,
  place: number,
  wanted: string,
): Uint8Array | null {
  const bytes = cls.file === null ? null : bytesOf(m, cls);
  if (bytes === null) return null;
  const cursor = new Cursor(bytes);
  skipToMembers(cursor);
  for (let at = 0; at <= table; at++) {
    const count = cursor.u2();
    for (let i = 0; i < count; i++) {
      cursor.skip(HEAD_BYTES);
      const found = attributeIn(cls, cursor, wanted);
      if (at === table && i === place) return found;
    }
  }
  return null;
}

const ofMethod = (wanted: string): NativeMethod =>
  pure((m, args) => {
    const { owner, info } = m.program.methodAt(m.S[args]!);
    const place = owner.file?.methods.indexOf(info) ?? -1;
    return returnBytes(m, args, memberAttribute(m, owner, 1, place, wanted));
  });

const ofField = (wanted: string): NativeMethod =>
  pure((m, args) => {
    const { owner, info } = m.program.fieldAt(m.S[args]!);
    const place = owner.file?.fields.indexOf(info) ?? -1;
    return returnBytes(m, args, memberAttribute(m, owner, 0, place, wanted));
  });

const constantsOf = (m: Machine, args: number) => m.mirrored(m.S[args]!).file!.constants;

export const annotationNatives: NativeTable = {
  "java/lang/Annotations": {
    "raw(Ljava/lang/Class;)[B": reading(["0.id"], (m, args) =>
      returnBytes(m, args, m.mirrored(m.S[args]!).file?.visibleAnnotations ?? null),
    ),
  },
  "deadwood/internal/Reflect": {
    "methodAnnotations(I)[B": ofMethod(VISIBLE),
    "parameterAnnotations(I)[B": ofMethod("RuntimeVisibleParameterAnnotations"),
    "annotationDefault(I)[B": ofMethod("AnnotationDefault"),
    "fieldAnnotations(I)[B": ofField(VISIBLE),
  },
  "jdk/internal/reflect/ConstantPool": {
    "getIntAt0(Ljava/lang/Class;I)I": reading(["0.id"], (m, args) => {
      m.S[args] = constantsOf(m, args).int(m.S[args + 2]!);
      return Outcome.done;
    }),
    "getFloatBitsAt0(Ljava/lang/Class;I)I": reading(["0.id"], (m, args) => {
      m.S[args] = constantsOf(m, args).floatBits(m.S[args + 2]!);
      return Outcome.done;
    }),
    "getLongAt0(Ljava/lang/Class;I)J": reading(["0.id"], (m, args) => {
      const constants = constantsOf(m, args);
      const index = m.S[args + 2]!;
      m.S[args] = constants.low(index);
      m.S[args + 1] = constants.high(index);
      return Outcome.done;
    }),
    "getUTF8At0(Ljava/lang/Class;I)Ljava/lang/String;": reading(["0.id"], (m, args) => {
      m.S[args] = m.intern(constantsOf(m, args).utf8(m.S[args + 2]!));
      return Outcome.done;
    }),
  },
};
