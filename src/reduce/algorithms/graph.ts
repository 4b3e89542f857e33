/**
 * The graph of a model, for the algorithms of FSE'19: its strongly connected components,
 * which stay or go together, and what each of them needs. Closures are walked when they
 * are wanted, not stored: those of 50,000 items would fill the memory.
 */
import { BitSet } from "../../core/bit-set.ts";
import { at, IntList, type Rows, rowsOf } from "../../core/int-list.ts";
import { stronglyConnected } from "../../core/strongly-connected.ts";
import { implicationGraph, type Pick } from "../../logic/implication-graph.ts";
import type { ItemSet } from "./item-oracle.ts";
import type { ClauseModel } from "./problem.ts";

export class ItemGraph {
  readonly itemCount: number;
  readonly componentCount: number;
  readonly componentOf: Int32Array;
  /** Row c: the items of component c. */
  readonly items: Rows;
  /** Row c: the other components that c needs directly, once each; all have smaller numbers. */
  readonly needs: Rows;
  /** What must stay, with all that it needs. 1 where a component is in it. */
  readonly base: Uint8Array;

  constructor(model: ClauseModel, pick: Pick) {
    const graph = implicationGraph(model.cnf, pick);
    const { count, componentOf } = stronglyConnected(graph.needs);
    this.itemCount = model.itemCount;
    this.componentCount = count;
    this.componentOf = componentOf;
    const everyItem = Int32Array.from({ length: model.itemCount }, (_, item) => item);
    this.items = rowsOf(count, componentOf, everyItem);
    this.needs = condensed(this.items, graph.needs, componentOf);
    this.base = new Uint8Array(count);
    this.reach(
      graph.demanded.map((item) => at(componentOf, item)),
      this.base,
    );
  }

  /** Adds the closures of some components to `reached`. Answers what is new in it. */
  reach(components: Iterable<number>, reached: Uint8Array): Int32Array {
    const { starts, values } = this.needs;
    const found = new IntList();
    const visit = (component: number): void => {
      if (reached[component] === 1) return;
      reached[component] = 1;
      found.push(component);
    };
    for (const component of components) visit(component);
    for (let next = 0; next < found.length; next++) {
      const component = found.at(next);
      const end = at(starts, component + 1);
      for (let place = at(starts, component); place < end; place++) visit(at(values, place));
    }
    return found.toArray();
  }

  /** The items of the components that are marked. */
  itemsOf(marked: Uint8Array): ItemSet {
    const set = new BitSet(this.itemCount);
    for (let item = 0; item < this.itemCount; item++) {
      if (marked[at(this.componentOf, item)] === 1) set.add(item);
    }
    return set;
  }

  /** What the items of each component cost together. */
  weights(ofItems: ArrayLike<number> | undefined): Float64Array {
    const sums = new Float64Array(this.componentCount);
    for (let item = 0; item < this.itemCount; item++) {
      const component = at(this.componentOf, item);
      sums[component] = (sums[component] ?? 0) + (ofItems === undefined ? 1 : (ofItems[item] ?? 0));
    }
    return sums;
  }
}

function condensed(items: Rows, needs: Rows, componentOf: Int32Array): Rows {
  const count = items.starts.length - 1;
  const starts = new Int32Array(count + 1);
  const values = new IntList(needs.values.length);
  const lastSeenFrom = new Int32Array(count).fill(-1);
  for (let component = 0; component < count; component++) {
    lastSeenFrom[component] = component; // not its own neighbour
    for (let i = at(items.starts, component); i < at(items.starts, component + 1); i++) {
      const item = at(items.values, i);
      for (let place = at(needs.starts, item); place < at(needs.starts, item + 1); place++) {
        const target = at(componentOf, at(needs.values, place));
        if (at(lastSeenFrom, target) === component) continue;
        lastSeenFrom[target] = component;
        values.push(target);
      }
    }
    starts[component + 1] = values.length;
  }
  return { starts, values: values.toArray() };
}
