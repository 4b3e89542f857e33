/** Whatever satisfies the model of a program is a program that a real JVM verifies and links. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { JdkSource } from "../../../src/classfile/sources/jdk.ts";
import { Random } from "../../../src/core/random.ts";
import { withBodies } from "../../../src/reduce/bodies/class-bodies.ts";
import { readBody } from "../../../src/reduce/bodies/method-body.ts";
import { checksOf } from "../../../src/reduce/bodies/program-checks.ts";
import { newBody } from "../../../src/reduce/bodies/verified-body.ts";
import { readInput } from "../../../src/reduce/files/input.ts";
import { ReducibleProgram } from "../../../src/reduce/items/reducible-program.ts";
import { compileJava, installedJdk } from "../../support/java.ts";
import { itemNamed } from "../../support/reduce/broken-clauses.ts";
import { LinkCheck } from "../../support/reduce/link-check.ts";
import { outputOf } from "../../support/reduce/output.ts";
import { randomFlags, randomKept } from "../../support/reduce/random-kept.ts";
import { isLong } from "../../support/size.ts";

// A JVM and a compiler take as long as they take.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SHAPES = join(import.meta.dirname, "Shapes.java");
/** Two packages that have to do with each other. */
const APART = ["near/Base", "near/Middle", "far/Far"].map((name) =>
  join(import.meta.dirname, `apart/${name}.java`),
);
const SAMPLES = isLong ? 60 : 20;
const FLAG_SAMPLES = isLong ? 20 : 8;

describe.skipIf(installedJdk === null)("reduced programs are valid", () => {
  let check: LinkCheck;
  let program: ReducibleProgram;

  beforeAll(() => {
    const { folder, remove } = compileJava([SHAPES]);
    program = new ReducibleProgram(readInput(folder), new JdkSource(installedJdk!.home));
    remove();
    check = new LinkCheck();
  });
  afterAll(() => check.close());

  test("all of it", async () => {
    const files = program.apply({ has: () => true });
    expect(files.length).toBe(program.classes.length);
    expect(await check.problemsOf(files)).toEqual([]);
  });

  test.each([2, 8, 40])(`${SAMPLES} times some items, from %i on`, async (seeds) => {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const kept = randomKept(program, seeds, new Random(seeds, sample));
      const files = program.apply(kept);
      expect(await check.problemsOf(files), `sample ${sample}`).toEqual([]);
    }
  });

  test("the check notices what is missing", async () => {
    const interfaceMethod = program.classes
      .find(({ input }) => input.name === "shapes/Shapes$Figure")!
      .methods.find(({ piece }) => piece.name === "area")!;
    const files = program.apply({ has: (item) => item !== interfaceMethod.item });
    expect(await check.problemsOf(files)).not.toEqual([]);
  });

  test("bodies whose stack maps are computed anew", async () => {
    const checks = checksOf(program.hierarchy);
    let count = 0;
    const files = program.classes.map(({ input }) => {
      const bodies = new Map(
        input.file.methods.flatMap((method, i) => {
          const body = readBody(input, i);
          if (body === null) return [];
          const written = newBody(input, method, body, checks);
          expect(written, method.name).not.toBeNull();
          count++;
          return [[i, written!] as const];
        }),
      );
      return { path: input.path, bytes: withBodies(input.pieces, bodies) };
    });
    expect(count).toBeGreaterThan(50);
    expect(await check.problemsOf(files)).toEqual([]);
  });
});

describe.skipIf(installedJdk === null).each([
  ["one package", [SHAPES]],
  ["two packages", APART],
])("access flags of %s", (_, sources) => {
  let check: LinkCheck;
  let program: ReducibleProgram;

  beforeAll(() => {
    const { folder, remove } = compileJava(sources);
    const libraries = new JdkSource(installedJdk!.home);
    program = new ReducibleProgram(readInput(folder), libraries, { hasFlags: true });
    remove();
    check = new LinkCheck();
  });
  afterAll(() => check.close());

  test.each([0, 30, 70])(
    `${FLAG_SAMPLES} times all with those needed, and %i of 100 others`,
    async (percent) => {
      for (let sample = 0; sample < FLAG_SAMPLES; sample++) {
        const files = program.apply(randomFlags(program, percent, new Random(percent, sample)));
        expect(await check.problemsOf(files), `sample ${sample}`).toEqual([]);
      }
    },
  );

  test.each([2, 8, 40])(`${FLAG_SAMPLES} times some items, from %i on`, async (seeds) => {
    for (let sample = 0; sample < FLAG_SAMPLES; sample++) {
      const files = program.apply(randomKept(program, seeds, new Random(seeds, sample)));
      expect(await check.problemsOf(files), `sample ${sample}`).toEqual([]);
    }
  });
});

test.skipIf(installedJdk === null)(
  "a program without the access flags that it can do without runs as before",
  () => {
    const { folder, remove } = compileJava(APART);
    const libraries = new JdkSource(installedJdk!.home);
    const program = new ReducibleProgram(readInput(folder), libraries, { hasFlags: true });
    remove();
    const main = "apart.far.Far";
    const launched = itemNamed(program, `${main}.main([Ljava/lang/String;)V!public`);
    const few = randomFlags(program, 0, new Random(1));
    const before = outputOf(program.apply({ has: () => true }), main);
    expect(before.split("\n").length).toBe(4);
    const files = program.apply({ has: (item) => item === launched || few.has(item) });
    expect(outputOf(files, main)).toBe(before);
  },
);
