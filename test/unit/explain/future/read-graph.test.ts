/** What a graph of steps says about a cell: read, never read, or unknown. */
import { describe, expect, test } from "vitest";
import { END, FutureGraph } from "../../../../src/explain/future/read-graph.ts";

const X = 7;
const Y = 8;
const PLACE = { pc: 1, programPc: 1 };

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly reads?: readonly number[];
  readonly writes?: readonly number[];
}

/** States of which some are not complete. */
function graphOf(edges: readonly Edge[], open: readonly number[] = []): FutureGraph {
  const graph = new FutureGraph();
  const states = Math.max(...edges.flatMap(({ from, to }) => [from, to])) + 1;
  for (let state = 0; state < states; state++) graph.add();
  for (const { from, to, reads = [], writes = [] } of edges) {
    graph.addStep(from, {
      step: { thread: from, choice: -1 },
      thread: `from ${from}`,
      to,
      reads: new Map(reads.map((cell) => [cell, PLACE])),
      writes: new Set(writes),
    });
  }
  for (let state = 0; state < states; state++) if (!open.includes(state)) graph.complete(state);
  return graph;
}

const wayOf = (graph: FutureGraph, cell: number): readonly string[] | string => {
  const future = graph.of(cell);
  return future.kind === "read" ? future.first.steps.map(({ thread }) => thread) : future.kind;
};

describe("a cell", () => {
  test("that a step reads is read, by the shortest way", () => {
    const graph = graphOf([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: END, reads: [X] },
      { from: 0, to: 2 },
    ]);
    expect(wayOf(graph, X)).toEqual(["from 0", "from 2"]);
    expect(wayOf(graph, Y)).toBe("unread");
  });

  test("that is written first on every path is not read", () => {
    const graph = graphOf([
      { from: 0, to: 1, writes: [X] },
      { from: 0, to: 2, writes: [X] },
      { from: 1, to: END, reads: [X] },
      { from: 2, to: 1 },
    ]);
    expect(wayOf(graph, X)).toBe("unread");
  });

  test("that one path writes and another does not is read by the other", () => {
    const graph = graphOf([
      { from: 0, to: 2, writes: [X] },
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: END, reads: [X] },
    ]);
    expect(wayOf(graph, X)).toEqual(["from 0", "from 1", "from 2"]);
  });

  test("that a step reads before it writes it is read", () => {
    expect(wayOf(graphOf([{ from: 0, to: END, reads: [X], writes: [X] }]), X)).toEqual(["from 0"]);
  });

  test("is found behind a cycle", () => {
    const graph = graphOf([
      { from: 0, to: 1, writes: [Y] },
      { from: 1, to: 0, writes: [Y] },
      { from: 1, to: 2 },
      { from: 2, to: END, reads: [X, Y] },
    ]);
    expect(wayOf(graph, X)).toEqual(["from 0", "from 1", "from 2"]);
    expect(wayOf(graph, Y)).toBe("unread");
  });
});

describe("if not everything was explored", () => {
  const edges = [
    { from: 0, to: 1, writes: [X] },
    { from: 1, to: 2, reads: [Y] },
  ];

  test("a cell that was not seen to be read is unknown", () => {
    expect(wayOf(graphOf(edges, [2]), 9)).toBe("unknown");
    expect(wayOf(graphOf(edges, [0]), X)).toBe("unknown");
  });

  test("one that was written on all paths is still dead", () => {
    expect(wayOf(graphOf(edges, [2]), X)).toBe("unread");
  });

  test("one that was read is still live", () => {
    expect(wayOf(graphOf(edges, [2]), Y)).toEqual(["from 0", "from 1"]);
  });

  test("by the machine itself, nothing is dead", () => {
    const graph = graphOf(edges);
    graph.isPartial = true;
    expect(wayOf(graph, X)).toBe("unknown");
    expect(wayOf(graph, 9)).toBe("unknown");
    expect(wayOf(graph, Y)).toEqual(["from 0", "from 1"]);
  });
});
