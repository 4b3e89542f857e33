/**
 * What the analysis believes about the machine, compared with the machine's own
 * sources: a native that starts to call Java code, or a new exception that the
 * machine raises, must not go unnoticed.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  CALL_MAIN,
  CALLED_BY_NATIVES,
  CLASS_FINDERS,
  CLONE,
  ENUM_VALUES,
  FRAME_READERS,
  INITIALIZE_MAIN,
  isReflective,
  MADE_BY_MACHINE,
  MADE_BY_NATIVES,
  NEVER_RETURNS,
  PASS_GATE,
  READ_BY_MACHINE,
  REPORT,
  RUN_INITIALIZER,
  UNSAFE,
} from "../../../src/liveness/code/machine-behaviour.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { programOf } from "../../support/machine.ts";

const VM = resolve(import.meta.dirname, "../../../src/vm");
const files = readdirSync(VM, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: readFileSync(join(VM, file), "utf8") }));

const places = (pattern: RegExp): string[] =>
  files.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(() => file)).toSorted();

const natives = Object.entries(allNatives).flatMap(([owner, table]) =>
  Object.entries(table).map(([key, native]) => ({ path: `${owner}.${key}`, owner, key, native })),
);
const isNative = (path: string): boolean => natives.some((each) => each.path === path);

/** Natives that declare a read of anything, and that the analysis treats by itself. */
const isKnown = (owner: string, key: string): boolean =>
  owner === UNSAFE ||
  `${owner}.${key}` === CLONE ||
  FRAME_READERS.has(`${owner}.${key}`) ||
  isReflective(owner, key.slice(0, key.indexOf("(")));

describe("what the analysis knows about the machine", () => {
  test("the places where natives have Java code run in their place", () => {
    // Each is in CALLED_BY_NATIVES, or opens the world, or runs an initialiser, main or an enum's values.
    expect(places(/\bm\.tailCall = /g)).toEqual([
      "natives/jdk/internals.ts",
      "natives/jdk/unsafe.ts",
      "natives/lang/class-initialization.ts",
      "natives/lang/classes.ts",
      "natives/lang/host.ts",
      "natives/lang/host.ts",
      "natives/lang/reflection.ts",
      "natives/lang/reflection.ts",
    ]);
    expect(places(/\bstartThread\(m, /g)).toEqual([
      "boot.ts",
      "natives/concurrency/threads.ts",
      "threads/shutdown.ts",
    ]);
    expect(places(/: instead\(|\n\s+instead\(/g)).toHaveLength(2);
  });

  test("the places where natives make objects", () => {
    expect(places(/\bm\.newObject\(/g)).toEqual([
      "interpreter/method-handles.ts",
      "natives/jdk/internals.ts",
      "natives/jdk/unsafe.ts",
      "natives/lang/reflection.ts",
      "natives/lang/throwables.ts",
    ]);
  });

  test("every exception that the machine raises", () => {
    const raised = files.flatMap(({ text }) => [
      ...text.matchAll(/\b(?:throwNew|throwNow|raise)\(\s*(?:m,\s*)?"(java\/[\w/]+)"/g),
    ]);
    const unknown = new Set(raised.map(([, name = ""]) => name));
    expect(unknown.size).toBeGreaterThan(15);
    for (const name of MADE_BY_MACHINE) unknown.delete(name);
    // There is no such class: the native that names it cannot be reached.
    unknown.delete("java/lang/InvalidClassException");
    expect([...unknown]).toEqual([]);
  });

  test("natives that may read anything are known one by one", () => {
    const others = natives
      .filter(({ owner, key, native }) => native.reads.includes("heap") && !isKnown(owner, key))
      .map(({ path }) => path);
    // These only read, and make everything live where they are used.
    expect(others.map((path) => path.replace(/\(.*/, "")).toSorted()).toEqual([
      "deadwood/internal/Reflect.getD",
      "deadwood/internal/Reflect.getF",
      "deadwood/internal/Reflect.getI",
      "deadwood/internal/Reflect.getJ",
      "deadwood/internal/Reflect.getL",
    ]);
  });

  test("all names are those of natives, methods and fields that exist", () => {
    const special = [CALL_MAIN, INITIALIZE_MAIN, ENUM_VALUES, CLONE, RUN_INITIALIZER, REPORT];
    const named = [
      ...special,
      ...NEVER_RETURNS,
      ...FRAME_READERS,
      ...Object.keys(CALLED_BY_NATIVES),
      ...Object.keys(MADE_BY_NATIVES),
    ];
    expect(named.filter((path) => !isNative(path))).toEqual([]);
    const short = new Set(natives.map(({ path }) => path.slice(0, path.indexOf("("))));
    expect([PASS_GATE, ...CLASS_FINDERS].filter((path) => !short.has(path))).toEqual([]);
    const program = programOf({ mainClass: "none", jdk: null });
    for (const [name, field] of READ_BY_MACHINE) {
      expect(program.require(name).fields.map((each) => each.name)).toContain(field);
    }
  });
});
