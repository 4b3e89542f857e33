/**
 * Graphviz in a worker: drawing a graph of a thousand nodes takes seconds, and the page must not wait for it. A page
 * carries the bundle of this file as a compressed block (build/pages.mjs), which shared/graphviz.ts inflates when the
 * first graph is drawn.
 */
import { type Graph, instance } from "@viz-js/viz";

export interface LayoutRequest {
  readonly id: number;
  readonly graph: Graph;
  readonly engine: string;
}

export type LayoutAnswer =
  | { readonly id: number; readonly svg: string }
  | { readonly id: number; readonly error: string };

const graphviz = instance();

async function layOut({ id, graph, engine }: LayoutRequest): Promise<LayoutAnswer> {
  try {
    const viz = await graphviz;
    return { id, svg: viz.renderString(graph, { format: "svg", engine }) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  void layOut(data).then((answer) => {
    postMessage(answer);
  });
});
