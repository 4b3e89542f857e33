/* oxlint-disable unicorn/consistent-function-scoping -- each test reads best with its program in it */
/**
 * Threads that allocate make a heap whose addresses depend on who was first.
 * The states must not: a program whose threads store new objects has as many
 * of them as the same program with an object that was there before.
 */

import { expect, test } from "vitest";
import type { CodeBuilder } from "../../../../src/classfile/assembling/code-builder.ts";
import { getStatic, make, putField } from "../../../../src/fuzz/generator/bytecode.ts";
import { PLAIN_CLASSES } from "../../../../src/fuzz/generator/plain-classes.ts";
import { NODE } from "../../../../src/fuzz/generator/plain-fields.ts";
import { type Statement, simple } from "../../../../src/fuzz/generator/statement.ts";
import { DepthFirst } from "../../../../src/search/depth-first.ts";
import { randomMachine } from "../../../support/generators/random-machines.ts";
import { untilFound } from "../../../support/searches.ts";

type Source = (code: CodeBuilder) => void;

const fresh: Source = (code) => {
  make(code, "Node", 1);
};
/** A chain of three, built in two different orders of allocation. */
const chain =
  (isBackwards: boolean): Source =>
  (code) => {
    make(code, "Node", 1);
    code.emit("astore_1");
    make(code, "Node", 1);
    code.emit("astore_2");
    code.emit("aload", isBackwards ? 1 : 2).emit("aload", isBackwards ? 2 : 1);
    putField(code, "Node", "next", NODE);
    code.emit("aload", isBackwards ? 1 : 2);
  };
/** A literal: there from the start, and to be had without a visible step. */
const old: Source = (code) => {
  code.pushString("old");
};

const none: Source = (code) => {
  code.emit("aconst_null");
};

const element = (index: number, source: Source): Statement =>
  simple(`objs[${index}] = …`, (code) => {
    getStatic(code, "objs", "[Ljava/lang/Object;").pushInt(index);
    source(code);
    code.emit("aastore");
  });
const field = (node: string, source: Source): Statement =>
  simple(`${node}.o = …`, (code) => {
    getStatic(code, node, NODE);
    source(code);
    putField(code, "Node", "o", "Ljava/lang/Object;");
  });

function states(...bodies: readonly Statement[][]): number {
  const explorer = new DepthFirst(
    randomMachine({ seed: 0, bodies, late: [], surroundings: PLAIN_CLASSES, keepsInLocals: false }),
    {
      states: 1e6,
      depth: 1e6,
    },
  );
  expect(untilFound(explorer)).toEqual({ kind: "done" });
  return explorer.counts.states;
}

test("new objects make no more states than old ones, with two threads", () => {
  const program = (source: Source) =>
    states(
      [],
      [element(0, source), field("n0", source)],
      [element(1, source), field("n1", source)],
    );
  expect(program(fresh)).toBe(program(old));
});

test("nor with three", () => {
  const program = (source: Source) =>
    states([field("n0", source)], [element(0, source)], [element(1, source)]);
  expect(program(fresh)).toBe(program(old));
});

test("which of two threads made the object does not matter", () => {
  const program = (source: Source) => states([], [element(0, source)], [element(0, source)]);
  expect(program(fresh)).toBe(program(old));
});

test("nor in which order the parts of a graph were made", () => {
  const program = (first: Source, second: Source) =>
    states([], [element(0, first), field("n0", first)], [element(0, second), field("n0", second)]);
  const same = program(chain(false), chain(false));
  expect(program(chain(false), chain(true))).toBe(same);
  expect(program(chain(true), chain(true))).toBe(same);
});

test("objects that nobody can reach any more are no part of a state", () => {
  const dropping = (source: Source): Statement =>
    simple("drop", (code) => {
      source(code);
      code.emit("pop");
    });
  const program = (source: Source) =>
    states([], [dropping(source), field("n0", old)], [dropping(source), field("n1", old)]);
  expect(program(fresh)).toBe(program(none));
});
