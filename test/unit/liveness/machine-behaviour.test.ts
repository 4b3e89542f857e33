/**
 * What the analysis believes about the machine and its natives, compared with
 * both: a new exception that the machine raises must not be forgotten, and what
 * natives declare must name things that exist. That natives run, start and
 * create no more than they declare is seen in the property test of their effects.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { MADE_BY_MACHINE, READ_BY_MACHINE } from "../../../src/liveness/code/machine-behaviour.ts";
import { calling, type NativeMethod, Outcome } from "../../../src/vm/native-api/native-method.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { programOf } from "../../support/machine.ts";

const VM = resolve(import.meta.dirname, "../../../src/vm");
const sources = readdirSync(VM, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(join(VM, file), "utf8"));

const natives = Object.entries(allNatives).flatMap(([owner, table]) =>
  Object.entries(table).map(([key, native]) => ({ path: `${owner}.${key}`, native })),
);

/** The analysis knows more about these than that they may read anything. */
const isNarrowed = ({ memory, copies, readsFramesOnly, calls }: NativeMethod): boolean =>
  memory !== undefined || copies !== undefined || readsFramesOnly === true || calls === "anything";

describe("what the analysis knows about the machine", () => {
  test("every exception that the machine raises", () => {
    const raised = sources.flatMap((text) => [
      ...text.matchAll(/\b(?:throwNew|throwNow|raise)\(\s*(?:m,\s*)?"(java\/[\w/]+)"/g),
    ]);
    const unknown = new Set(raised.map(([, name = ""]) => name));
    expect(unknown.size).toBeGreaterThan(15);
    for (const name of MADE_BY_MACHINE) unknown.delete(name);
    // There is no such class: the native that names it cannot be reached.
    unknown.delete("java/lang/InvalidClassException");
    expect([...unknown]).toEqual([]);
  });

  test("fields that the machine reads exist", () => {
    const program = programOf({ mainClass: "none", jdk: null });
    for (const [name, field] of READ_BY_MACHINE) {
      expect(program.require(name).fields.map((each) => each.name)).toContain(field);
    }
  });
});

describe("what natives declare", () => {
  test("a native that runs Java code in its place says which", () => {
    // @ts-expect-error Without `calls` this is no native.
    const undeclared: NativeMethod = { reads: [], writes: [], run: () => Outcome.tailCall };
    const declared = calling("anything", [], undeclared.run);
    expect(declared.calls).toBe("anything");
    const known = natives.flatMap(({ path, native: { calls } }) =>
      typeof calls === "string" ? [`${path.replace(/\(.*/, "")}: ${calls}`] : [],
    );
    expect(known.toSorted()).toEqual([
      "deadwood/internal/ClassInit.initialize: initializer",
      "deadwood/internal/Launcher.callMain: main",
      "deadwood/internal/Launcher.initializeMain: main-initializer",
      "deadwood/internal/Reflect.initialize: anything",
      "deadwood/internal/Reflect.invokeD: anything",
      "deadwood/internal/Reflect.invokeF: anything",
      "deadwood/internal/Reflect.invokeI: anything",
      "deadwood/internal/Reflect.invokeJ: anything",
      "deadwood/internal/Reflect.invokeL: anything",
      "deadwood/internal/Reflect.invokeV: anything",
      "java/lang/Class.enumValues0: enum-values",
      "jdk/internal/misc/Unsafe.ensureClassInitialized0: anything",
    ]);
  });

  test("the methods that natives call and the classes that they create exist", () => {
    const program = programOf({ mainClass: "none", jdk: null });
    let count = 0;
    for (const { native } of natives) {
      for (const path of Array.isArray(native.calls) ? native.calls : []) {
        const dot = path.indexOf(".");
        const cls = program.require(path.slice(0, dot));
        expect(cls.methodsByKey.has(path.slice(dot + 1)), path).toBe(true);
        count++;
      }
      const created = Array.isArray(native.creates) ? native.creates : [];
      for (const name of [...created, ...(native.readsWhole ?? [])]) {
        expect(program.sources.models.find(name), name).not.toBeNull();
        count++;
      }
    }
    expect(count).toBeGreaterThan(5);
  });

  test("natives that may read anything are known one by one", () => {
    const others = natives
      .filter(({ native }) => native.reads.includes("heap") && !isNarrowed(native))
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
});
