/**
 * The running example without any dead-variable reduction: the state space of
 * figure 4.5 in full, and that what table 4.1 calls live is all that the rest
 * of the program reads. With the dynamic one: the live addresses of table 4.1
 * as the search finds them, and that the trees of figure 4.2 are one.
 */
import { describe, expect, test } from "vitest";
import { DepthFirst } from "../../src/search/depth-first.ts";
import type { Arrival } from "../../src/search/search.ts";
import { machineOf } from "../support/machine.ts";
import {
  EVERY_READ,
  EXAMPLE,
  EXAMPLE_STATES,
  type ExampleThread,
  EXPECTED,
  type ExpectedNode,
  nextReads,
  READS,
  STATES,
  STATES_WITH_CHOICE,
  TREES,
  TreeInHeap,
  valueAt,
} from "./running-example.ts";
import { firstViolation } from "../support/searches.ts";

/** Numbers of the threads in the machine; main is 0 and has ended. */
const THREADS: Readonly<Record<ExampleThread, number>> = { T1: 1, T2: 2 };

interface Seen {
  readonly arrival: Arrival;
  readonly fingerprint: string;
  /** Threads that have moved since S1; null before. */
  readonly path: readonly number[] | null;
  readonly next: Readonly<Record<ExampleThread, string | null>>;
  readonly tree: readonly ExpectedNode[];
}

interface Explored {
  /** All arrivals at states, in order. */
  readonly seen: readonly Seen[];
  /** With dynamic reduction, by path from S1: the addresses of the tree that are live there. */
  readonly live: ReadonlyMap<string, readonly string[]>;
  readonly states: number;
}

function explored(tree: "small" | "large" | "any", dynamic = false): Explored {
  const { m } = machineOf({
    mainClass: EXAMPLE,
    args: [tree],
    jdk: null,
    undo: true,
    checking: true,
    reductions: EVERY_READ,
  });
  const seen: Seen[] = [];
  const live = new Map<string, readonly string[]>();
  const steps: number[] = [];
  /** Where S1 is on the path; -1 when it is not. */
  let from = -1;
  const arrived = (
    arrival: Arrival,
    depth: number,
    thread: number,
    _choice: number,
    high: number,
    low: number,
  ): void => {
    if (depth > 0) steps[depth - 1] = thread;
    steps.length = depth;
    if (depth <= from) from = -1;
    const reads = nextReads(m);
    const next = { T1: reads.get(THREADS.T1) ?? null, T2: reads.get(THREADS.T2) ?? null };
    if (next.T1 === READS.T1[0] && next.T2 === READS.T2[0]) from = depth;
    const path = from >= 0 ? steps.slice(from) : null;
    const nodes = new TreeInHeap(m).describe();
    seen.push({ arrival, fingerprint: `${high},${low}`, path, next, tree: nodes });
  };
  const known = (depth: number, words: Int32Array): void => {
    if (from < 0 || depth < from) return;
    const heap = new TreeInHeap(m);
    const names: string[] = [];
    for (let i = 0; i < words.length; i += 2) {
      const name = heap.nameOf(words[i]! + words[i + 1]!);
      if (name !== null) names.push(name);
    }
    live.set(steps.slice(from, depth).join(), names);
  };
  const observer = { arrived, resumed() {}, restarted() {}, explored: known };
  const explorer = new DepthFirst(m, { states: 1000, depth: 100 }, { observer, dynamic });
  expect(firstViolation(explorer)).toBeNull();
  return { seen, live, states: explorer.counts.states };
}

const isState = ({ arrival }: Seen): boolean => arrival === "new" || arrival === "end";
const numbers = (path: readonly ExampleThread[]): number[] => path.map((name) => THREADS[name]);

/** Where the path from S1 leads, when the search comes there for the first time. */
const at = (seen: readonly Seen[], path: readonly ExampleThread[]): Seen | undefined =>
  seen.find((each) => isState(each) && each.path?.join() === numbers(path).join());

describe.each(["large", "small"] as const)("the %s tree", (tree) => {
  const { seen } = explored(tree);
  const fromS1 = seen.filter((each) => isState(each) && each.path !== null);

  test(`has ${STATES} states from S1 on`, () => {
    expect(new Set(fromS1.map(({ fingerprint }) => fingerprint)).size).toBe(STATES);
  });

  test(`lets both threads go on in ${STATES_WITH_CHOICE} of them`, () => {
    const both = fromS1.filter(({ next }) => next.T1 !== null && next.T2 !== null);
    expect(both).toHaveLength(STATES_WITH_CHOICE);
  });

  test.each(EXAMPLE_STATES)("%s is where it should be", (name) => {
    const { path, next } = EXPECTED[name];
    expect(at(seen, path)).toMatchObject({ next });
  });

  test("the first search goes from S1 through S2 and S3 to S4, and then to S5", () => {
    const order = fromS1.slice(0, 5).map(({ fingerprint }) => fingerprint);
    expect(order).toEqual(EXAMPLE_STATES.map((name) => at(seen, EXPECTED[name].path)?.fingerprint));
  });

  test("is built as it should be, and nobody changes it", () => {
    for (const each of fromS1) expect(each.tree).toHaveLength(TREES[tree].length);
    const nodes = fromS1[0]!.tree;
    expect(nodes.toSorted(byValue)).toEqual(TREES[tree].toSorted(byValue));
    expect(new Set(fromS1.map((each) => JSON.stringify(each.tree))).size).toBe(1);
  });

  test.each(EXAMPLE_STATES)("what is live in %s is what is read later", (name) => {
    const { path, live } = EXPECTED[name];
    const start = numbers(path).join();
    // Reads that a thread is about to make, and those that it makes without another stop when alone.
    const later = seen
      .filter((each) => isState(each) && each.path !== null && isBelow(each.path, start))
      .flatMap(({ next }) => [...restOf("T1", next.T1), ...restOf("T2", next.T2)])
      .filter((read) => read.startsWith("TreeNode@"));
    expect([...new Set(later)].toSorted()).toEqual([...live].toSorted());
  });
});

const byValue = (a: ExpectedNode, b: ExpectedNode): number => a.value - b.value;

const isBelow = (path: readonly number[], start: string): boolean =>
  start === "" || path.join() === start || path.join().startsWith(`${start},`);

/** What a thread that reads this next will have read at its end. */
function restOf(thread: ExampleThread, next: string | null): readonly string[] {
  return next === null ? [] : READS[thread].slice(READS[thread].indexOf(next));
}

describe("both trees", () => {
  test("agree in all that is live in S1, and differ elsewhere", () => {
    const { small, large } = TREES;
    for (const address of EXPECTED.S1.live) {
      expect(valueAt(small, address), address).toBe(valueAt(large, address));
    }
    for (const address of ["TreeNode@1.color", "TreeNode@5.right"]) {
      expect(valueAt(small, address), address).not.toBe(valueAt(large, address));
    }
  });

  test("are explored one after the other: without dead-variable reduction nothing of one matches the other", () => {
    const seen = explored("any").seen.filter((each) => isState(each) && each.path !== null);
    expect(new Set(seen.map(({ fingerprint }) => fingerprint)).size).toBe(2 * STATES);
    const starts = seen.filter(({ path }) => path?.length === 0);
    expect(starts.map(({ tree }) => tree.length).toSorted((a, b) => a - b)).toEqual([3, 5]);
  });
});

describe("with dynamic dead-variable reduction", () => {
  describe.each(["large", "small"] as const)("the %s tree", (tree) => {
    const { seen, live } = explored(tree, true);

    test.each(["S1", "S2", "S3", "S5"] as const)("has what is live in %s", (name) => {
      const found = live.get(numbers(EXPECTED[name].path).join());
      const nodes = found?.filter((each) => each.startsWith("TreeNode@"));
      expect(nodes?.toSorted()).toEqual([...EXPECTED[name].live].toSorted());
    });

    test("ends in S4, where nothing is live", () => {
      expect(at(seen, EXPECTED.S4.path)).toMatchObject({ arrival: "end" });
      expect(EXPECTED.S4.live).toEqual([]);
    });
  });

  test("the trees of figure 4.2 are one: where the second is first seen it is that of a known state", () => {
    const { seen, states } = explored("any", true);
    const small = seen.filter(({ tree }) => tree.length === TREES.small.length);
    expect(small.map(({ arrival }) => arrival)).toEqual(["matched"]);
    expect(small[0]!.tree.toSorted(byValue)).toEqual(TREES.small.toSorted(byValue));
    // One tree, and the choice between them.
    const one = explored("large").states;
    expect(states).toBe(one + 1);
    expect(explored("any").states).toBe(2 * one);
    // From S1 on that is the state space of figure 4.5, once.
    const fromS1 = seen.filter((each) => isState(each) && each.path !== null);
    expect(new Set(fromS1.map(({ fingerprint }) => fingerprint)).size).toBe(STATES);
  });
});
