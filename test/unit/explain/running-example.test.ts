/** The running example of the thesis: the values that explain calls live are exactly those of table 4.1. */
import { describe, expect, test } from "vitest";
import type { Explained } from "../../../src/explain/explainer.ts";
import { followSteps } from "../../../src/explain/reach-state.ts";
import type { Step } from "../../../src/search/step.ts";
import {
  EVERY_READ,
  EXAMPLE,
  EXAMPLE_STATES,
  EXPECTED,
  type ExampleState,
  type ExampleThread,
  nextReads,
  READS,
} from "../../programs/running-example.ts";
import { explained } from "../../support/explained.ts";
import { machineOf } from "../../support/machine.ts";

const THREADS: Readonly<Record<ExampleThread, number>> = { T1: 1, T2: 2 };

const newMachine = (tree: string) =>
  machineOf({
    mainClass: EXAMPLE,
    args: [tree],
    jdk: null,
    undo: true,
    checking: true,
    reductions: EVERY_READ,
  }).m;

/** Steps to S1, where both threads are about to read the tree's root. */
function stepsToS1(tree: string): Step[] {
  const steps: Step[] = [];
  for (;;) {
    const m = newMachine(tree);
    followSteps(m, steps);
    const reads = nextReads(m);
    const isAt = (thread: ExampleThread): boolean =>
      reads.get(THREADS[thread]) === READS[thread][0];
    if (isAt("T1") && isAt("T2")) return steps;
    const next = m.threadCount === 1 ? 0 : isAt("T1") ? THREADS.T2 : THREADS.T1;
    steps.push({ thread: next, choice: -1 });
    if (steps.length > 10) throw new Error("S1 was not found");
  }
}

/** The last step of a path runs alone to its end where the other thread has ended. */
function explainedState(tree: string, name: ExampleState): Explained {
  const path = EXPECTED[name].path.map((thread) => ({ thread: THREADS[thread], choice: -1 }));
  const m = newMachine(tree);
  return explained(m, followSteps(m, [...stepsToS1(tree), ...path]));
}

/** "TreeNode@5.left" for each cell of a node that is live. */
const liveInTree = ({ objects }: Explained): string[] =>
  objects
    .filter((object) => object.class.endsWith("TreeNode"))
    .flatMap(({ cells }) => {
      const { value } = cells.find(({ name }) => name === "value")!;
      return cells
        .filter(({ status }) => status === "live")
        .map((cell) => `TreeNode@${value}.${cell.name}`);
    });

describe.each(["large", "small"])("in the %s tree", (tree) => {
  test.each(EXAMPLE_STATES)("what is live in %s is what the thesis says", (name) => {
    const state = explainedState(tree, name);
    expect(liveInTree(state).toSorted()).toEqual([...EXPECTED[name].live].toSorted());
    expect(state.contradictions).toEqual([]);
  });
});

describe("the explanation of S1 says", () => {
  const { objects, statics, threads } = explainedState("small", "S1");
  const cell = (value: string, name: string) =>
    objects
      .filter((object) => object.class.endsWith("TreeNode"))
      .find(({ cells }) => cells.some((each) => each.name === "value" && each.value === value))
      ?.cells.find((each) => each.name === name);

  test("who reads a live value, where, and after which steps", () => {
    expect(cell("1", "value")?.read).toEqual({
      thread: "T2",
      path: ["TreeLookup$TreeNode.contains:34"],
      schedule: ["T1", "T1", "T2"].map((thread) => ({ thread, choice: -1 })),
    });
    expect(statics.find(({ name }) => name === "TreeLookup.tree")).toMatchObject({
      status: "live",
      read: { thread: "T1", path: ["TreeLookup$Lookup.run:80"], schedule: [{ thread: "T1" }] },
    });
  });

  test("which analysis calls a value dead, and which threads might read it by the code", () => {
    expect(cell("5", "color")).toMatchObject({ status: "dead", deadBy: "hybrid", mayRead: [] });
    expect(cell("5", "right")).toMatchObject({
      status: "dead",
      deadBy: "dynamic",
      mayRead: ["T1", "T2"].map((thread) => ({
        thread,
        path: ["TreeLookup$Lookup.run:80", "TreeLookup$TreeNode.contains:38"],
      })),
    });
  });

  test("where the threads are, and what their frames use", () => {
    expect(threads.map(({ name }) => name)).toEqual(["T1", "T2"]);
    expect(threads[0]!.frames[0]).toMatchObject({
      place: "TreeLookup$Lookup.run:80",
      locals: [
        {
          name: "this",
          type: "TreeLookup$Lookup",
          value: "T1",
          status: "live",
          mayRead: [{ thread: "T1", path: ["TreeLookup$Lookup.run:80"] }],
        },
      ],
    });
  });
});
