/** What became of the parts of an input: also of those that have other names in the result, or are part of another class. */
import { describe, expect, test } from "vitest";
import { ClassAssembler } from "../../../src/classfile/assembling/class-assembler.ts";
import { ACC_PUBLIC } from "../../../src/classfile/format/access-flags.ts";
import { Candidate } from "../../../src/reduce/files/candidate.ts";
import { type ClassEntry, countItems, inventoryOf } from "../../../src/reduce/inventory.ts";
import type { NameChange } from "../../../src/reduce/items/name-changes.ts";
import { classesOf, inputOf, type ProgramFiles } from "../../../src/reduce/items/program-files.ts";

/** A class of methods without parameters, each with as many instructions as the number says. */
function classFile(name: string, methods: Readonly<Record<string, number>>): ProgramFiles[number] {
  const cls = new ClassAssembler({ name });
  for (const [method, length] of Object.entries(methods)) {
    cls.method(ACC_PUBLIC, method, "()V", (code) => {
      for (let i = 1; i < length; i++) code.emit("nop");
      code.emit("return");
    });
  }
  return { path: `${name}.class`, bytes: cls.toBytes() };
}

const change = (
  before: ProgramFiles,
  names: Readonly<Record<string, string>>,
  yields: string | null = null,
): NameChange => {
  const renamed = (name: string): string => names[name] ?? name;
  return {
    before: classesOf(before),
    className: renamed,
    memberName: renamed,
    types: (text) => text,
    yields,
  };
};

const inventory = (
  input: ProgramFiles,
  result: ProgramFiles,
  changes: readonly NameChange[] | null = [],
) => inventoryOf(inputOf(input), new Candidate(result), changes);

const fates = ({ members }: ClassEntry): string[] =>
  members!.map(({ name, result }) => `${name}: ${result === null ? "gone" : result.name}`);

const A = classFile("p/A", { run: 5, idle: 1 });
const B = classFile("p/B", { run: 1, other: 1 });

describe("an inventory", () => {
  test("has sizes before and after", () => {
    const smaller = classFile("p/A", { run: 2 });
    const [a, b] = inventory([A, B], [smaller]).classes;
    expect(a).toMatchObject({
      name: "p.A",
      bytes: A.bytes.length,
      result: { name: "p.A", bytes: smaller.bytes.length },
      methods: 2,
    });
    const [run, idle] = a!.members!;
    expect(run!.bytes - run!.result!.bytes).toBe(3);
    expect(idle!.result).toBe(null);
    expect(b!.result).toBe(null);
    expect(fates(b!)).toEqual(["run: gone", "other: gone"]);
  });

  test("follows names that changed", () => {
    const result = classFile("a", { b: 5 });
    const changes = [
      change([A], { "p/A": "p/x" }),
      change([classFile("p/x", { run: 5 })], { "p/x": "a", run: "b" }),
    ];
    const [a] = inventory([A], [result], changes).classes;
    expect(a!.result).toEqual({ name: "a", bytes: result.bytes.length });
    expect(fates(a!)).toEqual(["run: b", "idle: gone"]);
  });

  test("does not take a name that became free for what had it before", () => {
    // p/B went first; then p/A got its name.
    const [a, b] = inventory(
      [A, B],
      [classFile("p/B", { run: 5 })],
      [change([A], { "p/A": "p/B" })],
    ).classes;
    expect(a!.result?.name).toBe("p.B");
    expect(b!.result).toBe(null);
    expect(fates(b!)).toEqual(["run: gone", "other: gone"]);
  });

  test("says which of two merged classes a member is from", () => {
    const merged = classFile("p/A", { run: 1, idle: 1, other: 1 });
    const changes = [change([A, B], { "p/B": "p/A" }, "p/A")];
    const [a, b] = inventory([A, B], [merged], changes).classes;
    // B's run took the place of A's.
    expect(fates(a!)).toEqual(["run: gone", "idle: idle"]);
    expect(fates(b!)).toEqual(["run: run", "other: other"]);
    expect([a!.result!.bytes, b!.result!.bytes].toSorted((x, y) => x - y)).toEqual([
      0,
      merged.bytes.length,
    ]);
    expect(b!.result!.name).toBe("p.A");
  });

  test("knows files that are no classes, and classes that cannot be read", () => {
    const notes = { path: "notes.txt", bytes: Buffer.from("notes") };
    const broken = { path: "p/A.class", bytes: Buffer.from("no class") };
    const { files, classes, items } = inventory([A, notes], [broken]);
    expect(files).toEqual([{ path: "notes.txt", bytes: 5, resultBytes: 0 }]);
    expect(classes[0]!.result).toBe(null);
    expect(items.find(({ kind }) => kind === "file")).toEqual({
      kind: "file",
      input: 1,
      result: 1,
    });
  });

  test("counts items by kind", () => {
    const { items } = inventory([A, B], [B]);
    expect(items.find(({ kind }) => kind === "method")).toEqual({
      kind: "method",
      input: 4,
      result: 2,
    });
    expect(items.reduce((sum, { input }) => sum + input, 0)).toBe(countItems([A, B]));
  });

  test("says that names are not known, and takes those of the input then", () => {
    const { lacksNames, classes } = inventory([A, B], [B], null);
    expect(lacksNames).toBe(true);
    expect(classes.map(({ result }) => result?.name ?? null)).toEqual([null, "p.B"]);
  });

  test("leaves out the members of removed classes when there are very many, and never those of others", () => {
    const methods = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`m${i}`, 1]));
    const many = Array.from({ length: 20 }, (_, i) => classFile(`p/C${i}`, methods));
    const { classes } = inventory(many, [many.at(-1)!]);
    expect(classes.map(({ members }) => members !== null)).toEqual(
      many.map((_, i) => i < 13 || i === 19),
    );
    expect(classes[15]).toMatchObject({ methods: 1_500, fields: 0 });
  });
});
