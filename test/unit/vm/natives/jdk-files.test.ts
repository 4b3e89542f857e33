import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Outcome } from "../../../../src/vm/native-api/native-method.ts";
import { fileNatives } from "../../../../src/vm/natives/jdk/files.ts";
import { ARGS, UnsafeMachine } from "./unsafe-machine.ts";

let directory: string;
let m: UnsafeMachine;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "deadwood-files-"));
  m = new UnsafeMachine();
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

function call(cls: string, key: string, ...args: readonly number[]): number {
  args.forEach((arg, i) => {
    m.S[ARGS + 2 * i] = arg;
  });
  const native = fileNatives[cls]?.[key];
  if (native === undefined) throw new Error(`no native ${key}`);
  expect(native.run(m, ARGS)).toBe(Outcome.done);
  return m.S[ARGS]!;
}

/** A stream over the file, with a descriptor as Java's constructor leaves it. */
function open(path: string): number {
  const stream = m.newObject(m.requireClass("java/io/FileInputStream"));
  const descriptor = m.newObject(m.requireClass("java/io/FileDescriptor"));
  m.H[stream + m.fieldOffset("java/io/FileInputStream", "fd")] = descriptor;
  call("java/io/FileInputStream", "open0(Ljava/lang/String;)V", stream, m.intern(path));
  return stream;
}

const read = (stream: number): number => call("java/io/FileInputStream", "read0()I", stream);

function attributes(path: string): number {
  const file = m.newObject(m.requireClass("java/io/File"));
  m.H[file + m.fieldOffset("java/io/File", "path")] = m.intern(path);
  return call("java/io/UnixFileSystem", "getBooleanAttributes0(Ljava/io/File;)I", 0, file);
}

describe("files", () => {
  it("are read byte by byte and in blocks, each stream from its own place", () => {
    const path = join(directory, "a");
    writeFileSync(path, Uint8Array.of(1, 200, 3, 4));
    const [first, second] = [open(path), open(path)];
    expect([read(first), read(first), read(second)]).toEqual([1, 200, 1]);
    const array = m.newPrimitiveArray("B", 6);
    const key = "readBytes([BII)I";
    expect(call("java/io/FileInputStream", key, first, array, 1, 5)).toBe(2);
    expect([...m.HB.subarray(array * 4 + 16, array * 4 + 22)]).toEqual([0, 3, 4, 0, 0, 0]);
    expect(call("java/io/FileInputStream", key, first, array, 0, 6)).toBe(-1);
    expect(read(first)).toBe(-1);
    expect(call("java/io/FileInputStream", "available0()I", second)).toBe(3);
  });

  it("can be read again after the machine went back", () => {
    const path = join(directory, "a");
    writeFileSync(path, "xy");
    const stream = open(path);
    read(stream);
    const mark = m.beginTransition(0, 0);
    expect(read(stream)).toBe("y".charCodeAt(0));
    m.undoTo(mark);
    expect(read(stream)).toBe("y".charCodeAt(0));
  });

  it("do not change for a run once they are open", () => {
    const path = join(directory, "a");
    writeFileSync(path, "old");
    open(path);
    writeFileSync(path, "new");
    expect(read(open(path))).toBe("o".charCodeAt(0));
  });
});

describe("paths", () => {
  it("lead to files, directories or nowhere; devices are nowhere", () => {
    mkdirSync(join(directory, "d"));
    writeFileSync(join(directory, "a"), "");
    expect(attributes(join(directory, "a"))).toBe(3);
    expect(attributes(join(directory, "d"))).toBe(5);
    expect(attributes(join(directory, "none"))).toBe(0);
    expect(attributes("/dev/null")).toBe(0);
  });

  it("cannot be changed", () => {
    const keys = Object.keys(fileNatives["java/io/UnixFileSystem"] ?? {});
    expect(keys.filter((key) => /delete|rename|create|set/.test(key))).toEqual([]);
  });
});
