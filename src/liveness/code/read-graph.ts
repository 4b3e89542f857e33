/**
 * The graph that reads travel along. A node is a method, a virtual call (which
 * leads to every method it may run), or the initialisation of a class; its
 * facts are what it reads itself, its edges lead to what it may run. What a
 * node may read is the union over all it reaches: by components, bottom-up.
 */
import { RowsBuilder, rowsOf } from "../../core/int-list.ts";
import { stronglyConnected } from "../../core/strongly-connected.ts";
import { EVERYTHING, type FactSets, NOTHING } from "./fact-sets.ts";

const NO_RESULT = -1;

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

class Solver {
  readonly #sets: FactSets;
  readonly #facts: readonly (readonly number[])[];
  readonly #edges: readonly (readonly number[])[];
  readonly #all: readonly boolean[];
  readonly #isDone: (node: number) => boolean;
  readonly #result: Int32Array;

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
    this.#result = new Int32Array(edges.length).fill(NO_RESULT);
  }

  run(): Int32Array {
    const rows = new RowsBuilder();
    for (let node = 0; node < this.#edges.length; node++) {
      if (this.#isDone(node)) this.#result[node] = NOTHING;
      else for (const to of this.#edges[node]!) rows.push(to);
      rows.endRow();
    }
    const { count, componentOf } = stronglyConnected(rows.build());
    const nodes = Int32Array.from(componentOf.keys());
    const members = rowsOf(count, componentOf, nodes);
    // A component leads to components with smaller numbers only.
    for (let i = 0; i < count; i++) {
      this.#close(members.values.subarray(members.starts[i], members.starts[i + 1]));
    }
    return this.#result;
  }

  /** All that the component leads to has a result. */
  #close(members: Int32Array): void {
    // A node that is done is a component of its own, since it leads nowhere.
    if (this.#result[members[0]!] !== NO_RESULT) return;
    const facts: number[] = [];
    const others = new Set<number>();
    for (const node of members) {
      if (this.#all[node] === true) others.add(EVERYTHING);
      for (const fact of this.#facts[node]!) facts.push(fact);
      // What has no result yet is a member itself.
      for (const to of this.#edges[node]!) {
        if (this.#result[to] !== NO_RESULT) others.add(this.#result[to]!);
      }
    }
    const [first = NOTHING] = others;
    const set = facts.length === 0 && others.size <= 1 ? first : this.#sets.of(facts, [...others]);
    for (const node of members) this.#result[node] = set;
  }
}
