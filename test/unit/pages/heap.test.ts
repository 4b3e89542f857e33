/** The heap at any step, and what of it is drawn around a step. */
import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellChange, HeapStory } from "../../../src/explain/heap/heap-data.ts";
import { cellsAround, cellText, heapGraph } from "../../../src/pages/check/heap-graph.ts";
import { type Cells, cellKey, HeapStates } from "../../../src/pages/check/heap-states.ts";

const change = (
  object: number,
  cell: string,
  value: string,
  more: Partial<CellChange> = {},
): CellChange => ({
  object,
  cell,
  value,
  refersTo: null,
  isLive: true,
  readNextBy: null,
  ...more,
});

const storyOf = (
  initial: readonly CellChange[],
  steps: readonly (readonly CellChange[])[],
  touched: HeapStory["steps"][number]["touched"] = [],
): HeapStory => ({
  objects: [0, 1, 2, 3].map((id) => ({
    id,
    name: `Node#${id}`,
    className: "Node",
    kind: "object",
    omittedCells: 0,
  })),
  from: 0,
  initial,
  steps: steps.map((changes) => ({ touched, changes })),
  notes: [],
});

/** Applies all changes from the beginning. */
function slowly(story: HeapStory, steps: number): Cells {
  const all = [...story.initial, ...story.steps.slice(0, steps).flatMap(({ changes }) => changes)];
  return new Map(all.map((each) => [cellKey(each.object, each.cell), each]));
}

const changes = array(record({ object: nat(3), cell: constantFrom("a", "b"), value: nat(9) }), {
  maxLength: 3,
});

test("any jump leads to the state that all changes lead to", () => {
  const stories = array(changes, { minLength: 1, maxLength: 150 });
  assert(
    property(stories, array(nat(160), { maxLength: 20 }), (steps, jumps) => {
      const told = steps.map((step) => step.map((c) => change(c.object, c.cell, String(c.value))));
      const story = storyOf([change(0, "a", "first")], told);
      const states = new HeapStates(story);
      for (const jump of jumps) {
        // Maps are equal whatever their order.
        expect(states.after(jump)).toEqual(slowly(story, Math.min(jump, steps.length)));
      }
    }),
  );
});

describe("around a step", () => {
  const initial = [
    change(0, "next", "Node#1", { refersTo: 1 }),
    change(1, "value", "3"),
    change(2, "next", "Node#0", { refersTo: 0 }),
    change(3, "value", "9"),
    change(0, "size", "1", { isLive: false }),
  ];
  const written = change(0, "size", "2", {
    readNextBy: { step: 4, thread: "Thread-1", place: "A.java:7" },
  });
  const story = storyOf(initial, [[written]], [{ object: 0, cell: "size" }]);
  const states = new HeapStates(story);
  const before = new Map(states.after(0));
  const shown = cellsAround(story, { firstStep: 0, lastStep: 0 }, before, states.after(1));

  test("are the touched object, what it refers to and what refers to it", () => {
    expect([...shown.keys()].map(({ name }) => name)).toEqual(["Node#0", "Node#1", "Node#2"]);
  });

  test("the touched cells come first, with the value before", () => {
    const [first] = [...shown.values()][0]!;
    expect(cellText(first!)).toBe("Node#0.size: 1 → 2, live, read next by Thread-1 at A.java:7");
  });

  test("changed and dead cells look different, and references are edges", () => {
    const earlier = cellsAround(story, { firstStep: 0, lastStep: 0 }, before, before);
    const tones = (graph: ReturnType<typeof heapGraph>): (string | undefined)[] =>
      graph.nodes.flatMap(({ label }) =>
        typeof label === "string" ? [] : label.rows.map(({ tone }) => tone),
      );
    expect(tones(heapGraph(shown))).toContain("changed");
    expect(tones(heapGraph(earlier))).toContain("dead");
    expect(heapGraph(shown).edges.map(({ from, to }) => [from, to])).toEqual([
      ["0", "1"],
      ["2", "0"],
    ]);
  });
});
