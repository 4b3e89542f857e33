/**
 * Every native says what it reads and writes, in words that can be understood
 * and that name what exists; and every native method of the library has one.
 */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Jar } from "../../../src/classfile/sources/jar.ts";
import type { Program } from "../../../src/program/linking/program.ts";
import type { RuntimeClass, RuntimeMethod } from "../../../src/program/linking/runtime-class.ts";
import { isPolymorphic } from "../../../src/vm/interpreter/signature-polymorphic.ts";
import { parseEffects, parsePath, resolvePath } from "../../../src/vm/native-api/effect-paths.ts";
import { allNatives } from "../../../src/vm/natives/registry.ts";
import { programOf } from "../../support/machine.ts";

describe("the grammar", () => {
  test("an argument, its fields, elements and length", () => {
    expect(parsePath("0.value[]")).toEqual({
      kind: "argument",
      index: 0,
      className: null,
      steps: [
        { kind: "field", name: "value", className: null },
        { kind: "elements", className: null },
      ],
    });
    expect(parsePath("12.#")).toEqual({
      kind: "argument",
      index: 12,
      className: null,
      steps: [{ kind: "length" }],
    });
  });

  test("classes where the static type is wider", () => {
    expect(parsePath("1:java/lang/String.value[]")).toMatchObject({
      className: "java/lang/String",
      steps: [{ kind: "field", name: "value" }, { kind: "elements" }],
    });
    expect(parsePath("1:[B[]")).toMatchObject({
      className: "[B",
      steps: [{ kind: "elements", className: null }],
    });
    expect(parsePath("0[]:p/A.f:[Lp/B;[].#")).toMatchObject({
      steps: [
        { kind: "elements", className: "p/A" },
        { kind: "field", name: "f", className: "[Lp/B;" },
        { kind: "elements", className: null },
        { kind: "length" },
      ],
    });
  });

  test("statics, the heap, type, hash and lock", () => {
    expect(parsePath("heap")).toEqual({ kind: "heap" });
    expect(parsePath("static java/lang/X.f.g")).toEqual({
      kind: "static",
      owner: "java/lang/X",
      field: "f",
      steps: [{ kind: "field", name: "g", className: null }],
    });
    for (const facet of ["type", "hash", "lock"]) {
      expect(parsePath(`0.${facet}`)).toMatchObject({ steps: [{ kind: facet }] });
    }
  });

  test.each([
    "",
    "x",
    "value[]",
    "0.",
    "0[",
    "0.a b/c",
    "0..a",
    "0.type.x",
    "0.#[]",
    "0.hash:p/A",
    "0:",
    "static f",
    "static p/A",
    "heap.x",
    "-1.a",
  ])("refuses %j", (text) => {
    expect(() => parsePath(text)).toThrow("internal error");
  });
});

const program = programOf({ mainClass: "Hello" });

/** Null for what only a JDK that is not here would have. */
function methodOf(from: Program, name: string, key: string): RuntimeMethod | null {
  return from.find(name)?.methodsByKey.get(key) ?? null;
}

const natives = Object.entries(allNatives).flatMap(([name, methods]) =>
  Object.entries(methods).map(([key, native]) => ({ id: `${name}.${key}`, name, key, native })),
);

function problems(from: Program): string[] {
  const found: string[] = [];
  const find = (name: string): RuntimeClass | null => from.find(name);
  for (const { id, name, key, native } of natives) {
    try {
      const { reads, writes } = parseEffects(native);
      const method = methodOf(from, name, key);
      for (const path of [...reads, ...writes]) {
        if (path.kind !== "heap" && method !== null) resolvePath(path, method, find);
      }
      if (writes.some((path) => path.kind === "argument" && path.steps.length === 0)) {
        found.push(`${id}: writes an argument itself`);
      }
    } catch (error) {
      found.push(`${id}: ${String(error)}`);
    }
  }
  return found;
}

describe("the natives", () => {
  test("were found", () => {
    expect(natives.length).toBeGreaterThan(300);
    expect(natives.filter(({ name, key }) => methodOf(program, name, key)).length).toBeGreaterThan(
      300,
    );
  });

  test("declare effects that parse and resolve", () => {
    expect(problems(program)).toEqual([]);
  });
});

const jar = Jar.open(resolve(import.meta.dirname, "../../../models/library.jar"), 17);
const modelNames = jar.classNames();
jar.close();

/** Called by their own instruction forms, whatever their descriptor (JVM specification 2.9.3). */
const isSignaturePolymorphic = ({ owner, name, descriptor }: RuntimeMethod): boolean =>
  isPolymorphic({ owner: owner.name, name, descriptor, isInterface: false });

describe("the class library", () => {
  test("was found", () => {
    expect(modelNames.length).toBeGreaterThan(100);
  });

  test("has a native for each of its native methods", () => {
    const missing = modelNames.flatMap((name) =>
      program
        .require(name)
        .methods.filter((method) => method.isNative && !isSignaturePolymorphic(method))
        .filter((method) => allNatives[name]?.[method.key] === undefined)
        .map(String),
    );
    expect(missing).toEqual([]);
  });

  test("has a method for each native of its classes", () => {
    const models = new Set(modelNames);
    const dead = natives
      .filter(({ name, key }) => models.has(name) && methodOf(program, name, key) === null)
      .map(({ id }) => id);
    expect(dead).toEqual([]);
  });
});
