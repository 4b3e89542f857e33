/**
 * Graphviz, which a page carries as a compressed block: it is inflated and started in a worker when the first graph is
 * drawn. Of several drawings that one place asks for, only the last matters.
 */
import type { LayoutAnswer, LayoutRequest } from "../graphviz/worker.ts";
import { readBytes } from "./blocks.ts";
import { type GraphSpec, graphvizGraph } from "./graph.ts";

type Answered = (answer: LayoutAnswer) => void;

let starting: Promise<Worker | null> | null = null;
let count = 0;
const waiting = new Map<number, Answered>();

async function start(): Promise<Worker | null> {
  const code = await readBytes("graphviz");
  if (code === null || typeof Worker === "undefined") return null;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript;charset=utf-8" }));
  const worker = new Worker(url);
  worker.addEventListener("message", ({ data }: MessageEvent<LayoutAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", ({ message }) => {
    for (const [id, answered] of waiting) answered({ id, error: message });
    waiting.clear();
  });
  return worker;
}

/** The drawing as SVG. Rejects if there is no Graphviz, or if it cannot draw the graph. */
export async function layOut(spec: GraphSpec): Promise<string> {
  starting ??= start();
  const worker = await starting;
  if (worker === null) throw new Error("this page has no Graphviz");
  const id = count++;
  const request: LayoutRequest = { id, graph: graphvizGraph(spec), engine: spec.engine ?? "dot" };
  const answer = await new Promise<LayoutAnswer>((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage(request, {});
  });
  if ("error" in answer) throw new Error(answer.error);
  return answer.svg;
}

/** Draws for one place: while a drawing is being made, later requests replace each other. */
export class Drawings {
  readonly #done: (svg: string | null, error: string | null) => void;
  #next: GraphSpec | null = null;
  #isBusy = false;
  #isOver = false;

  constructor(done: (svg: string | null, error: string | null) => void) {
    this.#done = done;
  }

  request(spec: GraphSpec): void {
    this.#next = spec;
    if (!this.#isBusy) void this.#draw();
  }

  end(): void {
    this.#isOver = true;
  }

  async #draw(): Promise<void> {
    this.#isBusy = true;
    while (this.#next !== null && !this.#isOver) {
      const spec = this.#next;
      this.#next = null;
      const [svg, error] = await layOut(spec).then(
        (drawn): [string, null] => [drawn, null],
        (why: unknown): [null, string] => [null, why instanceof Error ? why.message : String(why)],
      );
      if (!this.#isOver && this.#next === null) this.#done(svg, error);
    }
    this.#isBusy = false;
  }
}
