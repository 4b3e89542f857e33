/** Whatever satisfies the model of a program is a program that a real JVM verifies and links. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JdkSource } from "../../src/classfile/jdk.ts";
import { Random } from "../../src/core/random.ts";
import { withBodies } from "../../src/reduce/body/class-bodies.ts";
import { readBody } from "../../src/reduce/body/method-body.ts";
import { checksOf } from "../../src/reduce/body/program-checks.ts";
import { newBody } from "../../src/reduce/body/write-body.ts";
import { readInput } from "../../src/reduce/input.ts";
import { ReducibleProgram } from "../../src/reduce/model/program.ts";
import { compileJava, installedJdk } from "../support/java.ts";
import { LinkCheck } from "../support/reduce/link-check.ts";
import { randomKept } from "../support/reduce/random-kept.ts";

const SHAPES = join(import.meta.dirname, "reduce/Shapes.java");
const SAMPLES = 60;

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
