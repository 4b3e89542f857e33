/**
 * Files, to be read only: the JDK keeps its time zones in one, and programs
 * read their input from others. A file is read whole when it is first opened
 * and is taken not to change afterwards, so that what a path leads to is a
 * constant of the run. An open file's number stands for its path (a stable number,
 * since states have it, and paths may open files in any order); how far it
 * has been read is in the `handle` of its FileDescriptor, which nothing else
 * uses, and so is undone with the rest of the heap. Natives that would change
 * files are left out, so that they are refused by name. The standard streams
 * are the machine's console.
 */
import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { StableNumbers } from "../../../program/linking/stable-numbers.ts";
import type { Machine } from "../../machine.ts";
import { ARRAY_DATA, ARRAY_LENGTH } from "../../memory/object-layout.ts";
import {
  effects,
  type NativeFunction,
  type NativeTable,
  Outcome,
  pure,
  reading,
} from "../../native-api/native-method.ts";

/** Numbers below stand for the standard streams. */
const FIRST_NUMBER = 3;
const NUMBER_BITS = 30;

interface OpenFiles {
  readonly numbers: Map<string, number>;
  readonly contents: StableNumbers<Uint8Array>;
}

const opened = new WeakMap<Machine, OpenFiles>();

function filesOf(m: Machine): OpenFiles {
  let files = opened.get(m);
  if (files === undefined) {
    files = { numbers: new Map(), contents: new StableNumbers(NUMBER_BITS) };
    opened.set(m, files);
  }
  return files;
}

/**
 * What a path leads to. Devices and pipes count as missing: what they give is
 * different each time (the JDK would seed random numbers from one).
 */
function stat(path: string): Stats | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || found.isFile() || found.isDirectory() ? found : undefined;
}

/** Message of the FileNotFoundException for a path that cannot be opened; null when it can. */
function refusal(path: string): string | null {
  try {
    const found = stat(path);
    if (found === undefined) return "No such file or directory";
    if (found.isDirectory()) return "Is a directory";
    accessSync(path, constants.R_OK);
    return null;
  } catch {
    return "Permission denied";
  }
}

// ---- FileInputStream ----

const descriptorOf = (m: Machine, stream: number): number =>
  m.H[stream + m.fieldOffset("java/io/FileInputStream", "fd")]!;

const numberAt = (m: Machine): number => m.fieldOffset("java/io/FileDescriptor", "fd");
const positionAt = (m: Machine): number => m.fieldOffset("java/io/FileDescriptor", "handle");

const open0: NativeFunction = (m, args) => {
  const path = m.text(m.S[args + 2]!);
  const files = filesOf(m);
  let number = files.numbers.get(path);
  if (number === undefined) {
    const reason = refusal(path);
    if (reason !== null) {
      return m.throwNew("java/io/FileNotFoundException", `${path} (${reason})`);
    }
    number = FIRST_NUMBER + files.contents.add(path, readFileSync(path));
    files.numbers.set(path, number);
  }
  const descriptor = descriptorOf(m, m.S[args]!);
  m.setWord(descriptor + numberAt(m), number);
  setPosition(m, descriptor, 0);
  return Outcome.done;
};

function setPosition(m: Machine, descriptor: number, position: number): void {
  m.setWord(descriptor + positionAt(m), position);
  m.setWord(descriptor + positionAt(m) + 1, position < 0 ? -1 : 0);
}

interface OpenFile {
  readonly descriptor: number;
  readonly bytes: Uint8Array;
  readonly position: number;
}

/** The open file of the stream that is the receiver; undefined when it is closed. */
function receiver(m: Machine, args: number): OpenFile | undefined {
  const descriptor = descriptorOf(m, m.S[args]!);
  const bytes = filesOf(m).contents.find(m.H[descriptor + numberAt(m)]! - FIRST_NUMBER);
  if (bytes === undefined) return undefined;
  return { descriptor, bytes, position: m.H[descriptor + positionAt(m)]! };
}

const closed = (m: Machine): Outcome => m.throwNew("java/io/IOException", "Stream Closed");

const STANDARD_INPUT = 0;

const isStandardInput = (m: Machine, stream: number): boolean =>
  m.H[descriptorOf(m, stream) + numberAt(m)] === STANDARD_INPUT;

const read0: NativeFunction = (m, args) => {
  if (isStandardInput(m, m.S[args]!)) {
    const one = new Uint8Array(1);
    m.S[args] = m.options.console.read(one) === 1 ? one[0]! : -1;
    return Outcome.done;
  }
  const file = receiver(m, args);
  if (file === undefined) return closed(m);
  const byte = file.bytes[file.position];
  if (byte !== undefined) setPosition(m, file.descriptor, file.position + 1);
  m.S[args] = byte ?? -1;
  return Outcome.done;
};

const readBytes: NativeFunction = (m, args) => {
  const array = m.S[args + 2]!;
  const offset = m.S[args + 4]!;
  const length = m.S[args + 6]!;
  if (array === 0) return m.throwNew("java/lang/NullPointerException", null);
  if (offset < 0 || length < 0 || length > m.H[array + ARRAY_LENGTH]! - offset) {
    return m.throwNew("java/lang/IndexOutOfBoundsException", null);
  }
  if (length === 0) {
    m.S[args] = 0;
    return Outcome.done;
  }
  const chunk = isStandardInput(m, m.S[args]!) ? readConsole(m, length) : readFile(m, args, length);
  if (chunk === undefined) return closed(m);
  const words = array + ARRAY_DATA;
  m.logRange(words + (offset >> 2), words + ((offset + chunk.length + 3) >> 2));
  m.HB.set(chunk, words * 4 + offset);
  m.S[args] = chunk.length === 0 ? -1 : chunk.length;
  return Outcome.done;
};

function readConsole(m: Machine, length: number): Uint8Array {
  const chunk = new Uint8Array(length);
  return chunk.subarray(0, Math.max(0, m.options.console.read(chunk)));
}

function readFile(m: Machine, args: number, length: number): Uint8Array | undefined {
  const file = receiver(m, args);
  if (file === undefined) return undefined;
  const chunk = file.bytes.subarray(file.position, file.position + length);
  if (chunk.length > 0) setPosition(m, file.descriptor, file.position + chunk.length);
  return chunk;
}

/** Seeking beyond the end is allowed; reads then find nothing. */
const skip0: NativeFunction = (m, args) => {
  const file = receiver(m, args);
  if (file === undefined) return closed(m);
  const count = Number(m.SL[(args + 2) >> 1]!);
  const position = Math.min(file.position + count, 0x7fffffff);
  if (position < 0) return m.throwNew("java/io/IOException", "Invalid argument");
  setPosition(m, file.descriptor, position);
  m.SL[args >> 1] = BigInt(position - file.position);
  return Outcome.done;
};

const ofFile =
  (answer: (file: OpenFile) => number): NativeFunction =>
  (m, args) => {
    const file = receiver(m, args);
    if (file === undefined) return closed(m);
    m.S[args] = answer(file);
    m.S[args + 1] = 0;
    return Outcome.done;
  };

const OPEN_FILE = ["0.fd.fd", "0.fd.handle"];

// ---- FileOutputStream: standard output and error ----

/** Writes bytes to the console; a stream of anything else cannot have been opened. */
function write(m: Machine, stream: number, bytes: Uint8Array): Outcome {
  const descriptor = m.H[stream + m.fieldOffset("java/io/FileOutputStream", "fd")]!;
  const number = m.H[descriptor + numberAt(m)]!;
  if (number !== 1 && number !== 2) return closed(m);
  m.options.console.write(number, bytes);
  return Outcome.done;
}

const writeBytes: NativeFunction = (m, args) => {
  const array = m.S[args + 2]!;
  const offset = m.S[args + 4]!;
  const count = m.S[args + 6]!;
  if (array === 0) return m.throwNew("java/lang/NullPointerException", null);
  if (offset < 0 || count < 0 || count > m.H[array + ARRAY_LENGTH]! - offset) {
    return m.throwNew("java/lang/IndexOutOfBoundsException", null);
  }
  const start = (array + ARRAY_DATA) * 4 + offset;
  return write(m, m.S[args]!, Uint8Array.from(m.HB.subarray(start, start + count)));
};

// ---- paths ----

const pathOf = (m: Machine, file: number): string =>
  m.text(m.H[file + m.fieldOffset("java/io/File", "path")]!);

const EXISTS = 1;
const REGULAR = 2;
const DIRECTORY = 4;

/** Bits as java.io.FileSystem defines them. */
function attributes(path: string): number {
  try {
    const found = stat(path);
    if (found === undefined) return 0;
    return EXISTS | (found.isFile() ? REGULAR : 0) | (found.isDirectory() ? DIRECTORY : 0);
  } catch {
    return 0;
  }
}

/** Access bits of java.io.FileSystem are those of access(2). */
function mayAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return stat(path) !== undefined;
  } catch {
    return false;
  }
}

const ofPath =
  (answer: (path: string, operand: number) => number): NativeFunction =>
  (m, args) => {
    m.S[args] = answer(pathOf(m, m.S[args + 2]!), m.S[args + 4]!);
    return Outcome.done;
  };

const longOfPath =
  (answer: (path: string) => number): NativeFunction =>
  (m, args) => {
    m.SL[args >> 1] = BigInt(Math.trunc(answer(pathOf(m, m.S[args + 2]!))));
    return Outcome.done;
  };

const canonicalize: NativeFunction = (m, args) => {
  const path = m.text(m.S[args + 2]!);
  let canonical = path;
  try {
    canonical = realpathSync(path);
  } catch {
    // A path that leads nowhere is its own canonical form.
  }
  m.S[args] = m.intern(canonical);
  return Outcome.done;
};

const propertyOf = (m: Machine, name: string): string | undefined =>
  m.options.properties.find(([key]) => key === name)?.[1];

const currentDirectory: NativeFunction = (m, args) => {
  const path = new TextEncoder().encode(propertyOf(m, "user.dir") ?? "/");
  const array = m.newPrimitiveArray("B", path.length);
  if (array === 0) return m.throwOutOfMemory();
  m.HB.set(path, (array + ARRAY_DATA) * 4);
  m.S[args] = array;
  return Outcome.done;
};

const list: NativeFunction = (m, args) => {
  let names: string[];
  try {
    names = readdirSync(pathOf(m, m.S[args + 2]!)).toSorted();
  } catch {
    m.S[args] = 0;
    return Outcome.done;
  }
  const array = m.newObjectArray("java/lang/String", names.length);
  if (array === 0) return m.throwOutOfMemory();
  names.forEach((name, i) => {
    m.H[array + ARRAY_DATA + i] = m.intern(name);
  });
  m.S[args] = array;
  return Outcome.done;
};

const FILE = ["1.path.value[]"];
const nothing = pure(() => Outcome.done);
const isFalse = pure((m, args) => {
  m.S[args] = 0;
  return Outcome.done;
});
const isAccessible = reading(
  FILE,
  ofPath((path, mode) => (mayAccess(path, mode) ? 1 : 0)),
);
const length = reading(
  FILE,
  longOfPath((path) => (attributes(path) === 0 ? 0 : (stat(path)?.size ?? 0))),
);
const lastModified = reading(
  FILE,
  longOfPath((path) => (attributes(path) === 0 ? 0 : (stat(path)?.mtimeMs ?? 0))),
);

export const fileNatives: NativeTable = {
  "java/io/UnixFileSystem": {
    "initIDs()V": nothing,
    "canonicalize0(Ljava/lang/String;)Ljava/lang/String;": reading(["1.value[]"], canonicalize),
    "getBooleanAttributes0(Ljava/io/File;)I": reading(FILE, ofPath(attributes)),
    "checkAccess(Ljava/io/File;I)Z": isAccessible,
    "checkAccess0(Ljava/io/File;I)Z": isAccessible,
    "getLength(Ljava/io/File;)J": length,
    "getLength0(Ljava/io/File;)J": length,
    "getLastModifiedTime(Ljava/io/File;)J": lastModified,
    "getLastModifiedTime0(Ljava/io/File;)J": lastModified,
    "list(Ljava/io/File;)[Ljava/lang/String;": reading(FILE, list),
    "list0(Ljava/io/File;)[Ljava/lang/String;": reading(FILE, list),
  },
  "java/io/FileDescriptor": {
    "initIDs()V": nothing,
    "getHandle(I)J": pure((m, args) => {
      m.SL[args >> 1] = -1n;
      return Outcome.done;
    }),
    "getAppend(I)Z": isFalse,
    "close0()V": effects([], ["0.fd", "0.handle"], (m, args) => {
      m.setWord(m.S[args]! + numberAt(m), -1);
      setPosition(m, m.S[args]!, -1);
      return Outcome.done;
    }),
  },
  // Paths can be computed; what would look at files through them is refused by name.
  "sun/nio/fs/UnixNativeDispatcher": {
    "init()I": pure((m, args) => {
      m.S[args] = 0;
      return Outcome.done;
    }),
    "getcwd()[B": pure(currentDirectory),
  },
  // There is nothing to give back when a descriptor becomes garbage.
  "java/io/FileCleanable": {
    "register(Ljava/io/FileDescriptor;)V": nothing,
    "unregister(Ljava/io/FileDescriptor;)V": nothing,
  },
  "java/io/FileOutputStream": {
    "initIDs()V": nothing,
    "write(IZ)V": reading(["0.fd.fd"], (m, args) =>
      write(m, m.S[args]!, Uint8Array.of(m.S[args + 2]!)),
    ),
    "writeBytes([BIIZ)V": reading(["0.fd.fd", "1[]", "1.#"], writeBytes),
  },
  "java/io/FileInputStream": {
    "initIDs()V": nothing,
    "open0(Ljava/lang/String;)V": effects(["0.fd", "1.value[]"], OPEN_FILE, open0),
    "read0()I": effects(OPEN_FILE, ["0.fd.handle"], read0),
    "readBytes([BII)I": effects([...OPEN_FILE, "1.#"], ["0.fd.handle", "1[]"], readBytes),
    "length0()J": reading(
      OPEN_FILE,
      ofFile(({ bytes }) => bytes.length),
    ),
    "position0()J": reading(
      OPEN_FILE,
      ofFile(({ position }) => position),
    ),
    "skip0(J)J": effects(OPEN_FILE, ["0.fd.handle"], skip0),
    "available0()I": reading(
      OPEN_FILE,
      ofFile(({ bytes, position }) => Math.max(0, bytes.length - position)),
    ),
    "isRegularFile0(Ljava/io/FileDescriptor;)Z": pure((m, args) => {
      m.S[args] = 1;
      return Outcome.done;
    }),
  },
};
