/**
 * The example of FSE'19: 17 classes. The text names the eight different closures of figure 2
 * (section 3) and a few of its edges, but not all of them. Which sub-inputs are valid
 * follows from the closures alone, so any graph with these closures gives the paper's runs.
 */
import { ModelBuilder } from "../../../../src/reduce/algorithms/problem.ts";

export const CLASSES = 17;

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** S1 to S8, as the paper numbers them. */
export const CLOSURES: Readonly<Record<string, readonly number[]>> = {
  S1: range(7, 16),
  S2: range(7, 14),
  S3: range(1, 7),
  S4: [1, 2, 3, 4, 7],
  S5: [1, 2, 4, 7],
  S6: [4, 7],
  S7: [7],
  S8: [0],
};

const EDGES: readonly (readonly [from: number, to: number])[] = [
  ...([
    [15, 16],
    [16, 15],
    [15, 8],
  ] as const),
  ...([
    [8, 11],
    [11, 10],
    [10, 9],
    [9, 12],
    [12, 14],
    [14, 13],
    [13, 8],
    [9, 7],
  ] as const),
  ...([
    [5, 6],
    [6, 5],
    [6, 3],
    [3, 1],
    [1, 2],
    [2, 1],
    [1, 4],
    [4, 7],
  ] as const),
];

export const classGraph = EDGES.reduce(
  (builder, [from, to]) => builder.implies([from], [to]),
  new ModelBuilder(CLASSES, (item) => `class ${item}`),
).build();
