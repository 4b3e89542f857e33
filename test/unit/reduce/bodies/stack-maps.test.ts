/** Bodies that are written anew, with stack maps of our own, as a real JVM sees them. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NewBody } from "../../../../src/classfile/editing/fragment-writer.ts";
import { JdkSource } from "../../../../src/classfile/sources/jdk.ts";
import { inferTypes } from "../../../../src/program/types/inference.ts";
import { withBodies } from "../../../../src/reduce/bodies/class-bodies.ts";
import { harmlessForms, tidied } from "../../../../src/reduce/bodies/edits.ts";
import {
  type MethodBody,
  readBody,
  replaceInstructions,
} from "../../../../src/reduce/bodies/method-body.ts";
import { checksOf } from "../../../../src/reduce/bodies/program-checks.ts";
import { statementsOf } from "../../../../src/reduce/bodies/statements.ts";
import { type BodyChecks, newBody } from "../../../../src/reduce/bodies/verified-body.ts";
import { readInput } from "../../../../src/reduce/files/input.ts";
import type { InputClass, InputFile } from "../../../../src/reduce/items/items.ts";
import { ReducibleProgram } from "../../../../src/reduce/items/reducible-program.ts";
import { compileJava, installedJdk } from "../../../support/java.ts";
import { LinkCheck } from "../../../support/reduce/link-check.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CASES = join(import.meta.dirname, "BodyCases.java");
const SHAPES = join(import.meta.dirname, "../../../differential/reduce/Shapes.java");

/** What the passes try on a body, one change each. */
function changesOf(input: InputClass, index: number, checks: BodyChecks): MethodBody[] {
  const body = readBody(input, index);
  if (body === null) return [];
  const forms = harmlessForms(body, input.pieces.constants);
  const types = inferTypes(input.file, input.file.methods[index]!, { ...checks, detail: true });
  const offsets = body.instructions.map(({ offset }) => offset);
  const statements = statementsOf(types, offsets, offsets.length).map(({ start, end }) =>
    replaceInstructions(body, (each, i) => (i >= start && i < end ? [] : [each])),
  );
  const handlers = body.handlers.map((gone) => ({
    ...body,
    handlers: body.handlers.filter((each) => each !== gone),
  }));
  const changes = [...forms, ...statements, ...handlers];
  return [...changes, ...changes.map(tidied).filter((each, i) => each !== changes[i])];
}

/** Programs in each of which every method has one of its accepted changes, until each had its turn. */
function* programsOf(
  { classes, hierarchy }: ReducibleProgram,
  count: { tried: number; accepted: number },
): Generator<InputFile[]> {
  const checks = checksOf(hierarchy);
  const accepted = classes.map(({ input }) =>
    input.file.methods.map((method, i) => {
      const changes = changesOf(input, i, checks);
      const written = changes.map((body) => newBody(input, method, body, checks));
      count.tried += changes.length;
      return written.filter((each) => each !== null);
    }),
  );
  const rounds = Math.max(...accepted.flat().map(({ length }) => length));
  for (let round = 0; round < rounds; round++) {
    yield classes.map(({ input }, c) => {
      const bodies = new Map<number, NewBody>();
      accepted[c]!.forEach((forms, i) => {
        const form = forms[round];
        if (form === undefined) return;
        bodies.set(i, form);
        count.accepted++;
      });
      return { path: input.path, bytes: withBodies(input.pieces, bodies) };
    });
  }
}

describe.skipIf(installedJdk === null)("bodies that are written anew", () => {
  let check: LinkCheck;
  let cases: ReducibleProgram;
  let shapes: ReducibleProgram;

  beforeAll(() => {
    check = new LinkCheck([], { annotations: false });
    const library = new JdkSource(installedJdk!.home);
    const programOf = (source: string): ReducibleProgram => {
      const { folder, remove } = compileJava([source]);
      const program = new ReducibleProgram(readInput(folder), library);
      remove();
      return program;
    };
    cases = programOf(CASES);
    shapes = programOf(SHAPES);
  });
  afterAll(() => check.close());

  test("unchanged, they verify as before", async () => {
    const checks = checksOf(cases.hierarchy);
    const files = cases.classes.map(({ input }) => {
      const bodies = new Map<number, NewBody>();
      input.file.methods.forEach((method, i) => {
        const body = readBody(input, i);
        if (body === null) return;
        const written = newBody(input, method, body, checks);
        expect(written, method.name).not.toBeNull();
        bodies.set(i, written!);
      });
      return { path: input.path, bytes: withBodies(input.pieces, bodies) };
    });
    expect(await check.problemsOf(files)).toEqual([]);
  });

  test.each([
    ["BodyCases", () => cases, 300],
    ["Shapes", () => shapes, 400],
  ])(
    "each change of %s that is accepted is one that a JVM accepts",
    async (_, program, atLeast) => {
      const count = { tried: 0, accepted: 0 };
      for (const files of programsOf(program(), count)) {
        expect(await check.problemsOf(files)).toEqual([]);
      }
      expect(count.accepted).toBeGreaterThan(atLeast);
      expect(count.tried).toBeGreaterThan(count.accepted);
    },
  );
});
