/** Who waits for whom, as a graph: threads are nodes, and an edge says what the one waits for. */
import type { FindingData } from "../../report/pages/finding-data.ts";
import type { GraphEdge, GraphNode, GraphSpec } from "../shared/graph.ts";

const threadNode = (lane: number): string => `thread-${lane}`;

export function waitGraph({ waits, cycle, threads }: FindingData): GraphSpec {
  const inCycle = new Set(cycle);
  const lanes = new Set([...waits.map(({ lane }) => lane), ...waits.map(({ owner }) => owner)]);
  const nodes: GraphNode[] = [...lanes]
    .filter((lane) => lane >= 0)
    .map((lane) => ({
      id: threadNode(lane),
      label: threads[lane] ?? `thread ${lane}`,
      tone: inCycle.has(lane) ? "bad" : "plain",
    }));
  const edges: GraphEdge[] = [];
  waits.forEach(({ lane, owner, target, reason }, i) => {
    const isInCycle = inCycle.has(lane) && inCycle.has(owner);
    if (owner >= 0) {
      const label = target === null || target === threads[owner] ? "its end" : target;
      const tone = isInCycle ? "bad" : "plain";
      edges.push({ from: threadNode(lane), to: threadNode(owner), label, tone });
      return;
    }
    // What nobody in particular must do.
    nodes.push({ id: `thing-${i}`, label: target ?? reason, tone: "faint", shape: "ellipse" });
    edges.push({ from: threadNode(lane), to: `thing-${i}`, tone: "plain" });
  });
  return { nodes, edges };
}

/** The graph in words. */
export const waitLines = ({ waits, threads }: FindingData): string[] =>
  waits.map(({ lane, owner, reason }) => {
    const holder = threads[owner];
    const isSaid = holder === undefined || reason.includes(holder);
    return `${threads[lane] ?? "a thread"} ${reason}${isSaid ? "" : `, held by ${holder}`}`;
  });
