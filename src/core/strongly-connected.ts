/**
 * Strongly connected components, by Tarjan's algorithm with a stack of its own: the graphs
 * are as deep as the longest chain of references in a program, which is too deep for calls.
 */
import { at, IntList, type Rows } from "./int-list.ts";

export interface GraphComponents {
  readonly count: number;
  /** By node. A component needs only components with smaller numbers. */
  readonly componentOf: Int32Array;
}

const UNSEEN = -1;

/**
 * It begins at the last node and goes down, so that components that nothing else puts
 * in order come with the later nodes first, as in the figures of FSE'19.
 */
export function stronglyConnected(edges: Rows): GraphComponents {
  const { starts, values } = edges;
  const nodeCount = starts.length - 1;
  const componentOf = new Int32Array(nodeCount).fill(UNSEEN);
  const index = new Int32Array(nodeCount).fill(UNSEEN);
  const low = new Int32Array(nodeCount);
  const cursor = starts.slice(0, nodeCount);
  const path = new IntList();
  const open = new IntList();
  let seen = 0;
  let count = 0;

  const enter = (node: number): void => {
    index[node] = seen;
    low[node] = seen++;
    path.push(node);
    open.push(node);
  };
  const leave = (node: number): void => {
    path.pop();
    if (path.length > 0) {
      const parent = path.at(path.length - 1);
      low[parent] = Math.min(at(low, parent), at(low, node));
    }
    if (at(low, node) !== at(index, node)) return;
    let member = open.pop();
    while (member !== node) {
      componentOf[member] = count;
      member = open.pop();
    }
    componentOf[node] = count++;
  };

  for (let root = nodeCount - 1; root >= 0; root--) {
    if (at(index, root) !== UNSEEN) continue;
    enter(root);
    while (path.length > 0) {
      const node = path.at(path.length - 1);
      const place = at(cursor, node);
      if (place === at(starts, node + 1)) {
        leave(node);
        continue;
      }
      cursor[node] = place + 1;
      const next = at(values, place);
      if (at(index, next) === UNSEEN) enter(next);
      else if (at(componentOf, next) === UNSEEN) {
        low[node] = Math.min(at(low, node), at(index, next));
      }
    }
  }
  return { count, componentOf };
}
