/** Limits that keep files, classes and folders small enough to be read at one go. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { WordStack } from "../src/core/word-stack.ts";
import { SearchCounters } from "../src/search/counters.ts";
import { Moves } from "../src/search/judge.ts";
import { classesIn, withoutLiterals } from "./support/class-fields.ts";
import { machineOf } from "./support/machine.ts";

const MOST_LINES = 500;
const MOST_FIELDS = 15;
const MOST_FILES = 25;

/** V8 compiles the loop over instructions only if it is one function. */
const LONG_FILES = new Set(["vm/interpreter/dispatch.ts"]);
/** The registers and arrays that every instruction uses: one object, and no load in between. */
const LARGE_CLASSES = new Set(["Machine", "UndoableMemory", "Memory"]);

const root = resolve(import.meta.dirname, "../src");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    name: name.replaceAll("\\", "/"),
    text: readFileSync(join(root, name), "utf8"),
  }));
/** Components are functions; their markup is not what the counting of fields knows. */
const withClasses = files.filter(({ name }) => name.endsWith(".ts"));
const classes = withClasses.flatMap(({ name, text }) =>
  classesIn(text).map((cls) => ({ ...cls, file: name })),
);

const linesOf = (text: string): number => text.replace(/\n$/, "").split("\n").length;

const SAMPLE = `
/** class NotOne { a = 1; } */
export abstract class Sample<T extends { a: string }> extends Base {
  readonly first: Map<string, (a: number) => { b: number }> = new Map();
  #second?: number;
  third!: string; // fourth = 1;
  "a-b" = 1;
  protected readonly fifth = { a: 1,
    notAField: 2,
  };
  sixth
  static readonly KNOWN = 3;
  static #count = 0;
  readonly seventh: (
    | "a"
    | "b"
  )[] = [];
  callback: (ref: number) => void = () => {
    local = 1;
  };

  constructor(a: number) {
    super();
    this.first = a;
  }

  get value(): number {
    const text = \`
  inTemplate = 1;
  \${a}
}
\`;
    return /[/"]class X {/.test(text) ? 1 : 0;
  }

  method<U>(
    argument: number,
    other = 3,
  ): { a: number } {
    class Inner {
      own = 1;
    }
    label: for (;;) break label;
  }

  async *generate(): AsyncIterable<number> {}
}
class Empty extends Error {}
`;

describe("the counting of fields", () => {
  test("knows fields from methods, locals, comments and literals", () => {
    expect(classesIn(SAMPLE)).toEqual([
      { name: "Inner", fields: ["own"] },
      {
        name: "Sample",
        fields: ["first", "#second", "third", "fifth", "sixth", "seventh", "callback"],
      },
      { name: "Empty", fields: [] },
    ]);
    expect(withoutLiterals(SAMPLE)).not.toMatch(/inTemplate|NotOne|fourth|class X/);
  });

  test("finds every class", () => {
    const statements = withClasses.flatMap(({ text }) => [
      ...withoutLiterals(text).matchAll(/^\s*(?:export )?(?:abstract )?class \w/gm),
    ]);
    expect(classes.length).toBe(statements.length);
    expect(classes.length).toBeGreaterThan(300);
    expect(classes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Machine", "DepthFirst", "DeadwoodError", "ObjectHashes"]),
    );
  });

  test("agrees with what objects have", () => {
    const { m } = machineOf({
      mainClass: "Hello",
      args: [],
      jdk: null,
      heapWords: 1 << 18,
      stackWords: 1 << 14,
      undo: true,
    });
    const objects = [
      m,
      m.room,
      m.threadLibrary,
      m.linked,
      new SearchCounters(m),
      new Moves(),
      new WordStack(),
    ];
    const memory = classes.filter(({ name }) => name === "UndoableMemory" || name === "Memory");
    for (const object of objects) {
      const { name } = object.constructor;
      const own = classes.find((cls) => cls.name === name)!.fields;
      const inherited = object === m ? memory.flatMap(({ fields }) => fields) : [];
      const counted = [...inherited, ...own].filter((field) => !field.startsWith("#"));
      expect(counted.toSorted(), name).toEqual(Object.keys(object).toSorted());
    }
  });
});

test(`no file has more than ${MOST_LINES} lines`, () => {
  const long = files.filter(
    ({ name, text }) => !LONG_FILES.has(name) && linesOf(text) > MOST_LINES,
  );
  expect(long.map(({ name, text }) => `${name}: ${linesOf(text)}`)).toEqual([]);
});

test(`no class has more than ${MOST_FIELDS} fields`, () => {
  const large = classes.filter(
    ({ name, fields }) => !LARGE_CLASSES.has(name) && fields.length > MOST_FIELDS,
  );
  expect(large.map(({ name, file, fields }) => `${name} (${file}): ${fields.length}`)).toEqual([]);
});

test(`no folder has more than ${MOST_FILES} files`, () => {
  const counts = new Map<string, number>();
  for (const { name } of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  const full = [...counts].filter(([, count]) => count > MOST_FILES);
  expect(full).toEqual([]);
});
