/** The running example of PLDI'21 as real class files: figure 1a becomes figure 1b. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readTrustedClass } from "../../src/classfile/reading/reader.ts";
import { JdkSource } from "../../src/classfile/sources/jdk.ts";
import { readInput } from "../../src/reduce/files/input.ts";
import type { InputFile } from "../../src/reduce/items/items.ts";
import { inputOf } from "../../src/reduce/items/program-files.ts";
import { ReducibleProgram } from "../../src/reduce/items/reducible-program.ts";
import { type Cost, type ReduceStrategy, runStrategy } from "../../src/reduce/strategies.ts";
import { installedJdk } from "../support/java.ts";
import { compileSources } from "../support/reduce/java-source.ts";
import { LinkCheck } from "../support/reduce/link-check.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const FIGURE_1A = {
  "A.java": `class A implements I {
    public String m() { return "bug"; }
    public B n() { return new B(); }
  }`,
  "B.java": `class B implements I {
    public String m() { return "fine"; }
    public B n() { return this; }
  }`,
  "I.java": "interface I { String m(); B n(); }",
  "M.java": `class M {
    String x(I a) { return a.m(); }
    String main() { return new M().x(new A()); }
  }`,
};

/** The members that the papers' items stand for; class files also have constructors. */
const NEEDED = ["M.x", "M.main", "A.m"];

/** The figure's bug: these three bodies are there as they were, all at once. */
class Bug {
  readonly #bodies: ReadonlyMap<string, string>;
  runs = 0;

  constructor(input: readonly InputFile[]) {
    this.#bodies = shapesOf(input);
  }

  ask(files: readonly InputFile[]): Promise<boolean> {
    this.runs++;
    const bodies = shapesOf(files);
    return Promise.resolve(NEEDED.every((name) => bodies.get(name) === this.#bodies.get(name)));
  }

  expect(): void {}
}

/** Of each method: how its instructions look when indices of constants are not looked at. */
function shapesOf(files: readonly InputFile[]): Map<string, string> {
  const bodies = new Map<string, string>();
  for (const { bytes } of files) {
    const { name, methods } = readTrustedClass(bytes);
    for (const method of methods) {
      const code = method.code?.bytes;
      if (code === undefined) continue;
      bodies.set(`${name}.${method.name}`, `${code.length} ${code[0]} ${code.at(-1)}`);
    }
  }
  return bodies;
}

/** Names of all items that a program has. */
function itemNames(files: readonly InputFile[], libraries: JdkSource): string[] {
  const { items } = new ReducibleProgram(inputOf(files), libraries);
  return Array.from({ length: items.count }, (_, item) => item)
    .filter((item) => items.kindOf(item) !== "relation")
    .map((item) => items.nameOf(item))
    .toSorted();
}

const FIGURE_1B = [
  "A",
  "A implements I",
  "A.<init>()V",
  "A.m()Ljava/lang/String;",
  "A.m()Ljava/lang/String;!code",
  "I",
  "I.m()Ljava/lang/String;",
  "M",
  "M.<init>()V",
  "M.main()Ljava/lang/String;",
  "M.main()Ljava/lang/String;!code",
  "M.x(LI;)Ljava/lang/String;",
  "M.x(LI;)Ljava/lang/String;!code",
];
/** A constructor that was made anew has a body as well. */
const STUBS = ["A.<init>()V!code", "M.<init>()V!code"];

describe.skipIf(installedJdk === null)("figure 1 of PLDI'21 as class files", () => {
  let program: ReducibleProgram;
  let libraries: JdkSource;
  let whole: readonly InputFile[];
  let check: LinkCheck;

  beforeAll(() => {
    const { folder, remove } = compileSources(FIGURE_1A);
    libraries = new JdkSource(installedJdk!.home);
    program = new ReducibleProgram(readInput(folder), libraries);
    whole = program.apply({ has: () => true });
    remove();
    check = new LinkCheck();
  });
  afterAll(() => check.close());

  const reduced = async (
    strategy: ReduceStrategy,
    cost: Cost,
  ): Promise<{ files: readonly InputFile[]; runs: number }> => {
    const bug = new Bug(whole);
    const { signal } = new AbortController();
    const files = await runStrategy(program, bug, { strategy, cost, required: [], signal });
    return { files, runs: bug.runs };
  };

  test.each(["bytes", "count"] as const)("gbr finds figure 1b, by %s", async (cost) => {
    const { files, runs } = await reduced("gbr", cost);
    expect(files.map(({ path }) => path)).toEqual(["A.class", "I.class", "M.class"]);
    expect(itemNames(files, libraries)).toEqual([...FIGURE_1B, ...STUBS].toSorted());
    expect(await check.problemsOf(files)).toEqual([]);
    // Far fewer than there are items, of which most are asked about one by one otherwise.
    expect(runs).toBeLessThan(itemNames(whole, libraries).length);
  });

  test("the graph of classes has to keep B, as the paper says", async () => {
    const { files } = await reduced("binary", "bytes");
    expect(files.map(({ path }) => path)).toEqual(["A.class", "B.class", "I.class", "M.class"]);
  });

  test("the clause that a graph cannot have: A implements I and I.m, so A.m", () => {
    const named = (name: string): number =>
      Array.from({ length: program.items.count }, (_, item) => item).find(
        (item) => program.items.nameOf(item) === name,
      )!;
    const [relation, declared, body] = [
      named("A implements I"),
      named("I.m()Ljava/lang/String;"),
      named("A.m()Ljava/lang/String;"),
    ];
    const clause = program.clauses.find(
      ({ ifAll, thenOne }) =>
        ifAll.includes(relation) && ifAll.includes(declared) && thenOne.includes(body),
    );
    expect(clause?.thenOne).toEqual([body]);
  });
});
