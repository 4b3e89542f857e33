/**
 * The graph that reads travel along. A node is a method, a virtual call (which
 * leads to every method it may run), or the initialisation of a class; its
 * facts are what it reads itself, its edges lead to what it may run. What a
 * node may read is the union over all it reaches: by components, bottom-up.
 */
import { EVERYTHING, type FactSets, NOTHING } from "./fact-sets.ts";

export class ReadGraph {
  readonly #facts: number[][] = [];
  readonly #edges: number[][] = [];
  readonly #all: boolean[] = [];

  get size(): number {
    return this.#edges.length;
  }

  add(): number {
    this.#facts.push([]);
    this.#all.push(false);
    return this.#edges.push([]) - 1;
  }

  addFact(node: number, fact: number): void {
    this.#facts[node]!.push(fact);
  }

  addEdge(node: number, to: number): void {
    const edges = this.#edges[node]!;
    if (edges[edges.length - 1] !== to) edges.push(to);
  }

  /** What a node reads itself. */
  factsOf(node: number): readonly number[] {
    return this.#facts[node]!;
  }

  /** What a node may run. */
  edgesOf(node: number): readonly number[] {
    return this.#edges[node]!;
  }

  /** In place of what was known. */
  setFacts(node: number, facts: number[]): void {
    this.#facts[node] = facts;
  }

  readsEverything(node: number): boolean {
    return this.#all[node]!;
  }

  /** The node may read anything at all. */
  addEverything(node: number): void {
    this.#all[node] = true;
  }

  /** The node itself reads the fact, or anything at all. */
  reads(node: number, fact: number): boolean {
    return this.#all[node] === true || this.#facts[node]!.includes(fact);
  }

  /** A shortest path from a node to a wanted one, both included, through allowed nodes; empty if there is none. */
  way(
    from: number,
    isWanted: (node: number) => boolean,
    mayPass: (node: number) => boolean = () => true,
  ): number[] {
    const cameFrom = new Map([[from, -1]]);
    for (const node of cameFrom.keys()) {
      if (isWanted(node)) {
        const way: number[] = [];
        for (let at = node; at >= 0; at = cameFrom.get(at)!) way.unshift(at);
        return way;
      }
      for (const to of this.#edges[node]!) {
        if (!cameFrom.has(to) && mayPass(to)) cameFrom.set(to, node);
      }
    }
    return [];
  }

  /**
   * The set of every node. Nodes that `isDone` says have nothing left to do
   * read nothing, and neither does what only they lead to.
   */
  solve(sets: FactSets, isDone: (node: number) => boolean = () => false): Int32Array {
    return new Solver(sets, this.#facts, this.#edges, this.#all, isDone).run();
  }
}

/** Tarjan's algorithm with an explicit stack: call graphs are deep. */
class Solver {
  readonly #sets: FactSets;
  readonly #facts: readonly (readonly number[])[];
  readonly #edges: readonly (readonly number[])[];
  readonly #all: readonly boolean[];
  readonly #isDone: (node: number) => boolean;
  readonly #order: Int32Array;
  readonly #low: Int32Array;
  readonly #result: Int32Array;
  /** Nodes whose component is not complete yet. */
  readonly #open: number[] = [];
  #count = 0;

  constructor(
    sets: FactSets,
    facts: readonly (readonly number[])[],
    edges: readonly (readonly number[])[],
    all: readonly boolean[],
    isDone: (node: number) => boolean,
  ) {
    this.#sets = sets;
    this.#facts = facts;
    this.#edges = edges;
    this.#all = all;
    this.#isDone = isDone;
    this.#order = new Int32Array(edges.length);
    this.#low = new Int32Array(edges.length);
    this.#result = new Int32Array(edges.length).fill(-1);
  }

  run(): Int32Array {
    for (let node = 0; node < this.#edges.length; node++) {
      if (this.#order[node] === 0) this.#visit(node);
    }
    return this.#result;
  }

  #enter(node: number, path: number[], next: number[]): void {
    this.#order[node] = ++this.#count;
    this.#low[node] = this.#count;
    if (this.#isDone(node)) {
      this.#result[node] = NOTHING;
      return;
    }
    this.#open.push(node);
    path.push(node);
    next.push(0);
  }

  #visit(root: number): void {
    const path: number[] = [];
    const next: number[] = [];
    this.#enter(root, path, next);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      const at = next[next.length - 1]!;
      const edges = this.#edges[node]!;
      if (at < edges.length) {
        next[next.length - 1] = at + 1;
        const to = edges[at]!;
        if (this.#order[to] === 0) this.#enter(to, path, next);
        else if (this.#result[to]! < 0) this.#lower(node, this.#order[to]!);
        continue;
      }
      path.pop();
      next.pop();
      if (this.#low[node] === this.#order[node]) this.#close(node);
      const above = path[path.length - 1];
      if (above !== undefined && this.#result[node]! < 0) this.#lower(above, this.#low[node]!);
    }
  }

  #lower(node: number, order: number): void {
    if (order < this.#low[node]!) this.#low[node] = order;
  }

  /** All nodes of the component that `root` is the first of are on top of the open ones. */
  #close(root: number): void {
    const start = this.#open.lastIndexOf(root);
    const members = this.#open.splice(start);
    const facts: number[] = [];
    const others = new Set<number>();
    for (const node of members) {
      if (this.#all[node] === true) others.add(EVERYTHING);
      for (const fact of this.#facts[node]!) facts.push(fact);
      // What has no result yet is a member itself.
      for (const to of this.#edges[node]!)
        if (this.#result[to]! >= 0) others.add(this.#result[to]!);
    }
    const [first = NOTHING] = others;
    const set = facts.length === 0 && others.size <= 1 ? first : this.#sets.of(facts, [...others]);
    for (const node of members) this.#result[node] = set;
  }
}
