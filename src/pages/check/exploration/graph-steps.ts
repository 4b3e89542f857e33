/** The steps of a recorded graph, unpacked. */
import type { StateGraphData } from "../../../search/graph/state-graph.ts";

export interface GraphStep {
  readonly from: number;
  readonly to: number;
  readonly thread: number;
  readonly choice: number;
  readonly isOnErrorPath: boolean;
}

const WORDS = 4;

export function stepsOf({ edges, errorPath }: StateGraphData): GraphStep[] {
  const pairs = new Set(errorPath.slice(1).map((to, i) => `${errorPath[i]}:${to}`));
  const steps: GraphStep[] = [];
  for (let at = 0; at + WORDS <= edges.length; at += WORDS) {
    const [from = 0, to = 0, thread = 0, choice = -1] = edges.slice(at, at + WORDS);
    // Of several steps between two states on the way, the first is marked.
    const isOnErrorPath = pairs.delete(`${from}:${to}`);
    steps.push({ from, to, thread, choice, isOnErrorPath });
  }
  return steps;
}
