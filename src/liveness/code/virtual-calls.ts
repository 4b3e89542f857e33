/**
 * Calls that the class of an object decides. Each is a node of the read graph that leads to the
 * methods of those classes below the holder of which objects are made; classes and calls are
 * found in any order.
 */
import { selectMethod } from "../../program/linking/resolution.ts";
import type { RuntimeClass, RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { CallGraph } from "./call-graph.ts";

export interface Selector {
  readonly node: number;
  /** The class that the call names, and the method that it resolves to there. */
  readonly holder: RuntimeClass;
  readonly resolved: RuntimeMethod;
  /** The methods that the call may run. */
  readonly targets: Set<RuntimeMethod>;
}

export class VirtualCalls {
  readonly #calls: CallGraph;
  /** By ids of holder and method. */
  readonly #selectors = new Map<number, Map<number, Selector>>();
  /** By class id: classes below it of which objects are made. */
  readonly #made = new Map<number, RuntimeClass[]>();
  readonly #isMade = new Set<number>();

  constructor(calls: CallGraph) {
    this.#calls = calls;
  }

  *selectors(): Iterable<Selector> {
    for (const ofHolder of this.#selectors.values()) yield* ofHolder.values();
  }

  nodeOf(holder: RuntimeClass, resolved: RuntimeMethod): number {
    const ofHolder = this.#selectors.get(holder.id) ?? new Map<number, Selector>();
    this.#selectors.set(holder.id, ofHolder);
    const known = ofHolder.get(resolved.id);
    if (known !== undefined) return known.node;
    const node = this.#calls.graph.add();
    const selector = { node, holder, resolved, targets: new Set<RuntimeMethod>() };
    ofHolder.set(resolved.id, selector);
    for (const cls of this.#made.get(holder.id) ?? []) this.#addTarget(selector, cls);
    return node;
  }

  /** Objects of a class are made; false if that was known. */
  addMade(cls: RuntimeClass): boolean {
    if (this.#isMade.has(cls.id)) return false;
    this.#isMade.add(cls.id);
    for (const above of cls.supertypes) {
      const below = this.#made.get(above);
      if (below === undefined) this.#made.set(above, [cls]);
      else below.push(cls);
      for (const selector of this.#selectors.get(above)?.values() ?? []) {
        this.#addTarget(selector, cls);
      }
    }
    return true;
  }

  #addTarget(selector: Selector, cls: RuntimeClass): void {
    const target = selectMethod(cls, selector.resolved);
    if (target === null || selector.targets.has(target)) return;
    selector.targets.add(target);
    this.#calls.graph.addEdge(selector.node, this.#calls.reach(target, true));
  }
}
