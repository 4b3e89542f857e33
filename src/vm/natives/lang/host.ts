/** Where a program meets the outside: console, exit, properties, its own start. */
import { bug } from "../../../core/assert.ts";
import { UnsupportedFeatureError } from "../../../core/errors.ts";
import type { RuntimeMethod } from "../../../program/linking/runtime-class.ts";
import { currentLocation } from "../../interpreter/calls.ts";
import { noteFixed } from "../../interpreter/fixed-values.ts";
import type { Machine } from "../../machine.ts";
import { ARRAY_DATA } from "../../memory/object-layout.ts";
import {
  type AnyOutcome,
  calling,
  effects,
  type NativeMethod,
  type NativeTable,
  Outcome,
  observable,
  pure,
  reading,
} from "../../native-api/native-method.ts";
import { share } from "../../sharing/shared-objects.ts";

const encoder = new TextEncoder();

function writeText(m: Machine, args: number): Outcome {
  m.options.console.write(m.S[args]!, encodeText(m.text(m.S[args + 2]!)));
  return Outcome.done;
}

/** UTF-8 as Java encodes it: an unpaired surrogate becomes a question mark. */
function encodeText(text: string): Uint8Array {
  return encoder.encode(
    text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "?"),
  );
}

function writeBytes(m: Machine, args: number): Outcome {
  const array = m.S[args + 2]!;
  const start = (array + ARRAY_DATA) * 4 + m.S[args + 4]!;
  const bytes = m.HB.slice(start, start + m.S[args + 6]!);
  m.options.console.write(m.S[args]!, new Uint8Array(bytes.buffer));
  return Outcome.done;
}

function readBytes(m: Machine, args: number): Outcome {
  noteFixed(m, "standard input");
  const array = m.S[args]!;
  const start = (array + ARRAY_DATA) * 4 + m.S[args + 2]!;
  const bytes = new Uint8Array(m.S[args + 4]!);
  const count = m.options.console.read(bytes);
  if (count > 0) {
    m.logRange(start >>> 2, (start + count + 3) >>> 2);
    m.HB.set(bytes.subarray(0, count), start);
  }
  m.S[args] = count;
  return Outcome.done;
}

function userProperties(m: Machine, args: number): Outcome {
  const { properties } = m.options;
  const array = m.newObjectArray("java/lang/String", properties.length * 2);
  if (array === 0) return m.throwOutOfMemory();
  properties.forEach(([key, value], i) => {
    m.H[array + ARRAY_DATA + i * 2] = m.intern(key);
    m.H[array + ARRAY_DATA + i * 2 + 1] = m.intern(value);
  });
  m.S[args] = array;
  return Outcome.done;
}

function tailCall(m: Machine, method: RuntimeMethod | null | undefined): AnyOutcome {
  if (method === null || method === undefined) bug("no method to call");
  m.tailCall = method.id;
  return Outcome.tailCall;
}

/** System.in, out and err, which are final. */
const setStatic = (name: string): NativeMethod => ({
  ...effects([], [`static java/lang/System.${name}`], (m, args) => {
    share(m, m.S[args]!);
    m.setWord(m.fieldOffset("java/lang/System", name), m.S[args]!);
    return Outcome.done;
  }),
  isObservable: (m) => m.sharing.word(0, m.fieldOffset("java/lang/System", name), true),
});

const THREAD = "java/lang/Thread";
const DISPATCH_UNCAUGHT = "dispatchUncaughtException(Ljava/lang/Throwable;)V";

export const hostNatives: NativeTable = {
  "java/lang/System": {
    "setIn0(Ljava/io/InputStream;)V": setStatic("in"),
    "setOut0(Ljava/io/PrintStream;)V": setStatic("out"),
    "setErr0(Ljava/io/PrintStream;)V": setStatic("err"),
  },
  "deadwood/internal/Console": {
    "write(ILjava/lang/String;)V": reading(["1.value[]"], writeText),
    "write(I[BII)V": reading(["1[]"], writeBytes),
    "read([BII)I": effects([], ["0[]"], readBytes),
    "available()I": pure((m, args) => {
      m.S[args] = 0;
      return Outcome.done;
    }),
  },
  "deadwood/internal/Runtime": {
    "featureVersion()I": pure((m, args) => {
      m.S[args] = m.featureVersion;
      return Outcome.done;
    }),
    "hasJdk()Z": pure((m, args) => {
      m.S[args] = m.program.sources.jdk === null ? 0 : 1;
      return Outcome.done;
    }),
    "userProperties()[Ljava/lang/String;": pure(userProperties),
    // It ends all that others would have done.
    "exit(I)V": observable(
      pure(
        (m, args) => {
          m.exitCode = m.S[args]!;
          return Outcome.halted;
        },
        { returns: "never" },
      ),
    ),
    "unsupported(Ljava/lang/String;)Ljava/lang/RuntimeException;": reading(
      ["0.value[]"],
      (m, args) => {
        throw new UnsupportedFeatureError(
          `${m.text(m.S[args]!)} is not supported (reached ${currentLocation(m)})`,
        );
      },
      { returns: "never" },
    ),
    "approximate(Ljava/lang/String;)V": reading(["0.value[]"], (m, args) => {
      m.approximations.add(m.text(m.S[args]!));
      return Outcome.done;
    }),
  },
  "deadwood/internal/Launcher": {
    "initializeMain()V": calling("main-initializer", [], (m, args) => {
      m.S[args] = m.mainMethod?.owner.number ?? 0;
      m.tailCall = m.linked.initializerMethod;
      return Outcome.tailCall;
    }),
    "callMain([Ljava/lang/String;)V": calling("main", [], (m) => tailCall(m, m.mainMethod)),
    "failed()V": pure((m) => {
      m.exitCode = 1;
      return Outcome.done;
    }),
    // In a checked run it ends the path, and all that others would have done on it.
    "report(Ljava/lang/Throwable;)V": observable(
      pure(
        (m, args) => {
          if (!m.checking || m.options.toleratesUncaught === true) return Outcome.done;
          m.uncaught = m.S[args]!;
          return Outcome.halted;
        },
        { returns: "unless-path-ends" },
      ),
    ),
    "uncaught(Ljava/lang/Thread;Ljava/lang/Throwable;)V": calling(
      [`${THREAD}.${DISPATCH_UNCAUGHT}`],
      [],
      (m) => tailCall(m, m.requireClass(THREAD).methodsByKey.get(DISPATCH_UNCAUGHT)),
    ),
  },
};
