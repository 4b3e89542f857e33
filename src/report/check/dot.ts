/**
 * The explored states as a Graphviz graph. Only small state spaces give a readable picture, so states beyond
 * the limit are left out, and the graph says how many.
 */
import type { Arrival, SearchObserver } from "../../search/search.ts";

interface Node {
  readonly id: number;
  kind: Arrival;
  /** It is on the schedule of the first violation. */
  isOnErrorPath: boolean;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export class StateGraph implements SearchObserver {
  readonly #limit: number;
  readonly #nodes: Node[] = [];
  readonly #edges: Edge[] = [];
  readonly #known = new Map<string, Node>();
  /** The nodes of the current path; null for those left out. */
  readonly #path: (Node | null)[] = [];
  #last: Node | null = null;
  #hasErrorPath = false;
  #omitted = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  arrived(
    arrival: Arrival,
    depth: number,
    thread: number,
    choice: number,
    high: number,
    low: number,
  ): void {
    this.#path.length = depth;
    const from = depth === 0 ? null : (this.#path[depth - 1] ?? null);
    const hasState = arrival === "new" || arrival === "matched" || arrival === "cut";
    const key = hasState ? `${high},${low}` : "";
    let node = this.#known.get(key) ?? null;
    if (node === null) node = this.#add(arrival, key);
    this.#last = node;
    if (arrival === "new") this.#path.push(node);
    if (from === null || node === null) return;
    const label = choice < 0 ? `T${thread}` : `T${thread}: ${choice}`;
    this.#edges.push({ from: from.id, to: node.id, label });
  }

  resumed(depth: number, high: number, low: number): void {
    this.#path.length = depth;
    this.#path.push(this.#known.get(`${high},${low}`) ?? null);
  }

  /** Marks the path to the first violation. */
  violated(): void {
    if (this.#hasErrorPath) return;
    this.#hasErrorPath = true;
    for (const node of [...this.#path, this.#last]) if (node !== null) node.isOnErrorPath = true;
  }

  restarted(): void {
    this.#hasErrorPath = false;
    this.#last = null;
    this.#nodes.length = 0;
    this.#edges.length = 0;
    this.#known.clear();
    this.#path.length = 0;
    this.#omitted = 0;
  }

  #add(kind: Arrival, key: string): Node | null {
    if (this.#nodes.length >= this.#limit) {
      this.#omitted++;
      return null;
    }
    const node = { id: this.#nodes.length, kind, isOnErrorPath: false };
    this.#nodes.push(node);
    if (key !== "") this.#known.set(key, node);
    return node;
  }

  toDot(): string {
    const nodes = this.#nodes.map(({ id, kind, isOnErrorPath }) => {
      const look = id === 0 ? START : (LOOKS[kind] ?? PLAIN);
      return `  s${id} [${look}${isOnErrorPath ? ERROR : ""}];`;
    });
    const isError = (id: number): boolean => this.#nodes[id]?.isOnErrorPath === true;
    const edges = this.#edges.map(({ from, to, label }) => {
      const look = isError(from) && isError(to) ? `${ERROR}, penwidth=2` : "";
      return `  s${from} -> s${to} [label="${label}"${look}];`;
    });
    const note =
      this.#omitted === 0 ? [] : [`  label="${this.#omitted} more states are not shown";`];
    return ["digraph states {", "  rankdir=TB;", ...note, ...nodes, ...edges, "}", ""].join("\n");
  }
}

const PLAIN = 'shape=circle, label="", width=0.15';
const START = 'shape=circle, label="", width=0.25, style=filled, fillcolor=black';
/** On the schedule of the first violation. */
const ERROR = ", color=red";
const LOOKS: Partial<Record<Arrival, string>> = {
  end: 'shape=doublecircle, label="", width=0.12',
  violated: 'shape=octagon, label="!", style=filled, fillcolor=red',
  ignored: "shape=point",
  cut: 'shape=box, label="…"',
};
