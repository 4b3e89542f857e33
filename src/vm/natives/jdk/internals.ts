/**
 * What the JDK's own classes ask of the virtual machine besides Unsafe: there
 * is no class-data archive, there are no continuations, the time zone is UTC
 * unless the program says otherwise, and JavaLangAccess is our model's.
 */
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import type { Machine } from "../../machine.ts";
import { STATIC_BASE } from "../../memory/memory.ts";
import {
  calling,
  effects,
  type NativeFunction,
  type NativeMethod,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { clock } from "../lang/objects.ts";
import { checksumNatives } from "./checksums.ts";
import { fileNatives } from "./files.ts";
import { localeNatives } from "./locales.ts";
import { resourceNatives } from "./resources.ts";

const nothing = pure(() => Outcome.done);

const answer = (value: 0 | 1): NativeMethod =>
  pure((m, args) => {
    m.S[args] = value;
    return Outcome.done;
  });

const no = answer(0);

const zeroLong = pure((m, args) => {
  m.SL[args >> 1] = 0n;
  return Outcome.done;
});

const text = (value: string): NativeMethod =>
  pure((m, args) => {
    m.S[args] = m.intern(value);
    return Outcome.done;
  });

/** What the virtual machine puts into UnsafeConstants in place of its initialiser's zeros. */
const UNSAFE_CONSTANTS: Readonly<Record<string, number>> = {
  ADDRESS_SIZE0: 8,
  PAGE_SIZE: 4096,
  BIG_ENDIAN: 0,
  UNALIGNED_ACCESS: 1,
  DATA_CACHE_LINE_FLUSH_SIZE: 0,
};
const UNSAFE_CONSTANTS_CLASS = "jdk/internal/misc/UnsafeConstants";

const setUnsafeConstants: NativeFunction = (m) => {
  for (const field of m.requireClass(UNSAFE_CONSTANTS_CLASS).fields) {
    const value = UNSAFE_CONSTANTS[field.name];
    if (field.isStatic && value !== undefined) m.setWord(STATIC_BASE + field.offset, value);
  }
  return Outcome.done;
};

const LANG_ACCESS = "java/lang/LangAccess";

/**
 * Our JavaLangAccess, from the static field that holds it. A native cannot initialise
 * a class and then continue, so it makes the object itself if it is the first to
 * ask: the object is empty, and no code compares it.
 */
const javaLangAccess: NativeFunction = (m, args) => {
  const cls = m.requireClass(LANG_ACCESS);
  const at = m.fieldOffset(LANG_ACCESS, "INSTANCE");
  if (m.H[at] === 0) {
    const ref = m.newObject(cls);
    if (ref === 0) return m.throwOutOfMemory();
    m.setWord(at, ref);
  }
  m.S[args] = m.H[at]!;
  return Outcome.done;
};

const CONSTRUCTOR = "java/lang/reflect/Constructor";

/** A static method of our library runs instead, with the same arguments. */
const instead = (className: string, key: string): NativeMethod =>
  calling([`${className}.${key}`], [], (m) => {
    m.tailCall = m.requireClass(className).methodsByKey.get(key)!.id;
    return Outcome.tailCall;
  });

/** Virtual milliseconds and nanoseconds since 1970 are both the start's plus what has passed. */
const epochNanos = (m: Machine): bigint =>
  BigInt(m.options.epochMillis) * 1_000_000n + BigInt(Math.trunc(m.nanos));

const NANOS_PER_SECOND = 1_000_000_000n;
/** Beyond this distance between clock and argument the JDK wants -1, and tries another second. */
const MAX_SECONDS_APART = 0x1_0000_0000n;

/** Nanoseconds from the given second since 1970 until now. */
const nanoTimeAdjustment: NativeFunction = (m, args) => {
  clock(m);
  const now = epochNanos(m);
  const offset = m.SL[args >> 1]!;
  const apart = now / NANOS_PER_SECOND - offset;
  const isNear = apart < MAX_SECONDS_APART && apart > -MAX_SECONDS_APART;
  m.SL[args >> 1] = isNear ? now - offset * NANOS_PER_SECOND : -1n;
  return Outcome.done;
};

/** Asked only by serialization, of a class that is serializable and has no number of its own. */
const hasStaticInitializer: NativeFunction = (m, args) => {
  const cls = m.mirrored(m.S[args]!);
  if (cls.origin === "synthetic") {
    const name = cls.name.replaceAll("/", ".");
    throw new UnsupportedFeatureError(`serialization of the lambda ${name} is not supported`, {
      hint: "Write a class in its place, or leave it out of what is serialized (transient).",
    });
  }
  m.S[args] = cls.classInitializer === null ? 0 : 1;
  return Outcome.done;
};

export const jdkInternalNatives: NativeTable = {
  ...checksumNatives,
  ...fileNatives,
  ...localeNatives,
  ...resourceNatives,
  // Memory is sequentially consistent: there is nothing to fence.
  "java/lang/invoke/VarHandle": {
    "fullFence()V": nothing,
    "acquireFence()V": nothing,
    "releaseFence()V": nothing,
    "loadLoadFence()V": nothing,
    "storeStoreFence()V": nothing,
  },
  [UNSAFE_CONSTANTS_CLASS]: {
    "<clinit>()V": effects(
      [],
      Object.keys(UNSAFE_CONSTANTS).map((name) => `static ${UNSAFE_CONSTANTS_CLASS}.${name}`),
      setUnsafeConstants,
    ),
  },
  "jdk/internal/access/SharedSecrets": {
    "getJavaLangAccess()Ljdk/internal/access/JavaLangAccess;": effects(
      [`static ${LANG_ACCESS}.INSTANCE`],
      [`static ${LANG_ACCESS}.INSTANCE`],
      javaLangAccess,
      { creates: [LANG_ACCESS] },
    ),
  },
  // There are no native libraries to load: their methods are natives of ours, or refused by name.
  "jdk/internal/loader/BootLoader": {
    "<clinit>()V": nothing,
    "loadLibrary(Ljava/lang/String;)V": nothing,
  },
  "jdk/internal/reflect/ReflectionFactory": {
    // Our Constructor can do what the JDK generates a class for.
    [`generateConstructor(Ljava/lang/Class;L${CONSTRUCTOR};)L${CONSTRUCTOR};`]: instead(
      CONSTRUCTOR,
      `$forSerialization(Ljava/lang/Object;Ljava/lang/Class;L${CONSTRUCTOR};)L${CONSTRUCTOR};`,
    ),
  },
  // Reads the file without the channels of java.nio.
  "java/security/Security$SecPropLoader": {
    "loadFromPath(Ljava/nio/file/Path;Ljava/security/Security$SecPropLoader$LoadingMode;)V":
      instead("java/security/SecurityFile", "load(Ljava/nio/file/Path;Ljava/lang/Object;)V"),
  },
  "jdk/internal/misc/CDS": {
    "isDumpingClassList0()Z": no,
    "isDumpingArchive0()Z": no,
    "isSharingEnabled0()Z": no,
    "getCDSConfigStatus()I": no,
    "needsClassInitBarrier0(Ljava/lang/Class;)Z": no,
    "getRandomSeedForDumping()J": zeroLong,
    "initializeFromArchive(Ljava/lang/Class;)V": nothing,
    "defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V": nothing,
    "logLambdaFormInvoker(Ljava/lang/String;)V": nothing,
  },
  "jdk/internal/misc/ScopedMemoryAccess": {
    "registerNatives()V": nothing,
  },
  "jdk/internal/misc/VM": {
    "getNanoTimeAdjustment(J)J": pure(nanoTimeAdjustment),
  },
  "jdk/internal/misc/PreviewFeatures": {
    "isPreviewEnabled()Z": no,
  },
  "jdk/internal/vm/ContinuationSupport": {
    "isSupported0()Z": no,
  },
  "java/util/concurrent/atomic/AtomicLong": {
    "VMSupportsCS8()Z": answer(1),
  },
  "java/util/TimeZone": {
    "getSystemTimeZoneID(Ljava/lang/String;)Ljava/lang/String;": text("UTC"),
    "getSystemGMTOffsetID()Ljava/lang/String;": text("GMT"),
  },
  "java/io/ObjectStreamClass": {
    "initNative()V": nothing,
    "hasStaticInitializer(Ljava/lang/Class;)Z": reading(["0.id"], hasStaticInitializer),
  },
};
