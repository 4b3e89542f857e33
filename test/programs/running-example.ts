/**
 * The running example of dead-variable reduction (figures 4.1 to 4.5 and table
 * 4.1 of the thesis), as models/programs/TreeLookup.java has it: what is known
 * of its states, and names for what a machine that runs it has in its heap.
 */
import { PendingAccesses } from "../../src/search/properties/pending-accesses.ts";
import type { Machine } from "../../src/vm/machine.ts";
import type { Reduction } from "../../src/vm/machine-options.ts";
import { STATIC_BASE } from "../../src/vm/memory/memory.ts";

export const EXAMPLE = "TreeLookup";

/** Every read of what both threads can reach is a stop, as in figure 4.5; nothing else is. */
export const EVERY_READ: ReadonlySet<Reduction> = new Set(["private", "final", "threads"]);

export type ExampleThread = "T1" | "T2";
/** In the order in which a search that prefers T1 comes to them. */
export const EXAMPLE_STATES = ["S1", "S2", "S3", "S4", "S5"] as const;
export type ExampleState = (typeof EXAMPLE_STATES)[number];

/** From S1 on: all states, the last one included, and those in which both threads can go on. */
export const STATES = 15;
export const STATES_WITH_CHOICE = 8;

const TREE = "TreeLookup.tree";

/** Reads of each thread, in order, and of what it has read nothing more: figure 4.4. */
export const READS: Readonly<Record<ExampleThread, readonly string[]>> = {
  T1: [TREE, "TreeNode@5.value"],
  T2: [TREE, "TreeNode@5.value", "TreeNode@5.left", "TreeNode@1.value"],
};

export interface ExpectedState {
  /** Who has moved since S1, in order; where only one thread is left it runs to its end. */
  readonly path: readonly ExampleThread[];
  /** What each thread reads next; null when it has ended. */
  readonly next: Readonly<Record<ExampleThread, string | null>>;
  /** Addresses of tree nodes that are live: table 4.1. All others are dead. */
  readonly live: readonly string[];
}

const READ_LATER = ["TreeNode@5.value", "TreeNode@5.left", "TreeNode@1.value"];

export const EXPECTED: Readonly<Record<ExampleState, ExpectedState>> = {
  S1: { path: [], next: { T1: TREE, T2: TREE }, live: READ_LATER },
  S2: { path: ["T1"], next: { T1: "TreeNode@5.value", T2: TREE }, live: READ_LATER },
  S3: { path: ["T1", "T1"], next: { T1: null, T2: TREE }, live: READ_LATER },
  S4: { path: ["T1", "T1", "T2"], next: { T1: null, T2: null }, live: [] },
  S5: {
    path: ["T1", "T2"],
    next: { T1: "TreeNode@5.value", T2: "TreeNode@5.value" },
    live: READ_LATER,
  },
};

/** Fields of a node; references by the value of the node they lead to. */
export interface ExpectedNode {
  readonly value: number;
  readonly color: "RED" | "BLACK";
  readonly left: number | null;
  readonly right: number | null;
}

/** The two trees of figure 4.2, by their arguments: they differ in what is dead only. */
export const TREES: Readonly<Record<"small" | "large", readonly ExpectedNode[]>> = {
  small: [
    { value: 5, color: "BLACK", left: 1, right: 6 },
    { value: 1, color: "RED", left: null, right: null },
    { value: 6, color: "RED", left: null, right: null },
  ],
  large: [
    { value: 5, color: "BLACK", left: 1, right: 8 },
    { value: 1, color: "BLACK", left: null, right: null },
    { value: 8, color: "BLACK", left: 7, right: 9 },
    { value: 7, color: "RED", left: null, right: null },
    { value: 9, color: "RED", left: null, right: null },
  ],
};

/** What stands at an address of a tree, such as "TreeNode@5.left". */
export function valueAt(tree: readonly ExpectedNode[], address: string): unknown {
  const [, value, name] = /^TreeNode@(\d+)\.(\w+)$/.exec(address)!;
  const node = tree.find((each) => each.value === Number(value))!;
  return node[NODE_FIELDS.find((field) => field === name)!];
}

const NODE_FIELDS = ["value", "color", "left", "right"] as const;
type NodeField = (typeof NODE_FIELDS)[number];

/** The tree in a machine's heap, with names for its addresses. */
export class TreeInHeap {
  readonly #m: Machine;
  /** From the root down, left before right. */
  readonly nodes: readonly number[];

  constructor(m: Machine) {
    this.#m = m;
    this.nodes = this.#below(m.H[this.treeAddress]!);
  }

  /** Where the program keeps the root. */
  get treeAddress(): number {
    const field = this.#m.requireClass(EXAMPLE).fields.find(({ name }) => name === "tree");
    return STATIC_BASE + field!.offset;
  }

  #below(node: number): number[] {
    if (node === 0) return [];
    return [
      node,
      ...this.#below(this.read(node, "left")),
      ...this.#below(this.read(node, "right")),
    ];
  }

  address(node: number, field: NodeField): number {
    const cls = this.#m.classOf(node);
    return node + cls.fields.find(({ name }) => name === field)!.offset;
  }

  read(node: number, field: NodeField): number {
    return this.#m.H[this.address(node, field)]!;
  }

  /** As the table of trees has it. */
  describe(): ExpectedNode[] {
    const valueOf = (node: number): number | null => (node === 0 ? null : this.read(node, "value"));
    return this.nodes.map((node) => ({
      value: this.read(node, "value"),
      color: this.#colorOf(node),
      left: valueOf(this.read(node, "left")),
      right: valueOf(this.read(node, "right")),
    }));
  }

  #colorOf(node: number): "RED" | "BLACK" {
    const m = this.#m;
    const color = this.read(node, "color");
    const red = m.classOf(color).fields.find(({ name }) => name === "RED")!;
    return m.H[STATIC_BASE + red.offset] === color ? "RED" : "BLACK";
  }

  /** "TreeNode@5.left" for a word of the heap, "TreeLookup.tree" for the root's; null for others. */
  nameOf(address: number): string | null {
    if (address === this.treeAddress) return TREE;
    for (const node of this.nodes) {
      const field = NODE_FIELDS.find((each) => this.address(node, each) === address);
      if (field !== undefined) return `TreeNode@${this.read(node, "value")}.${field}`;
    }
    return null;
  }
}

/** What the threads of the example read next, by their numbers in the machine; others are left out. */
export function nextReads(m: Machine): ReadonlyMap<number, string> {
  const tree = new TreeInHeap(m);
  const pending = new PendingAccesses();
  pending.collect(m);
  const reads = new Map<number, string>();
  for (let i = 0; i < pending.count; i++) {
    const name = tree.nameOf(pending.from[i]! / 4);
    if (name !== null && pending.isWrite[i] === 0) reads.set(pending.threads[i]!, name);
  }
  return reads;
}
