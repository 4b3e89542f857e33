/**
 * The order in which minimal assignments prefer variables (PLDI'21, appendix B.2): the
 * reverse post-order of the graph whose edges lead from what is needed to what needs it. So what many
 * others need comes early, what needs much comes late, and where all clauses are
 * edges every later set of a progression is a strongly connected component.
 *
 * The paper leaves open where the search begins. Here it begins at what must stay, and
 * continues in the order of the variables: that gives the paper's order on its example.
 */

import { at, IntList } from "../core/int-list.ts";
import type { Cnf } from "./cnf.ts";
import { implicationGraph, reversed } from "./implication-graph.ts";

/** The variables, smallest in the order first. */
export function variableOrder(cnf: Cnf, firstRoots: Iterable<number> = []): Int32Array {
  const { starts, values } = reversed(implicationGraph(cnf, "all").needs);
  const count = cnf.variableCount;
  const order = new Int32Array(count);
  const seen = new Uint8Array(count);
  const cursor = starts.slice(0, count);
  const path = new IntList();
  let free = count; // filled from the back: the first to be finished is the last in the order

  const visit = (root: number): void => {
    if (seen[root] === 1) return;
    seen[root] = 1;
    path.push(root);
    while (path.length > 0) {
      const node = path.at(path.length - 1);
      const place = at(cursor, node);
      if (place === at(starts, node + 1)) {
        order[--free] = path.pop();
        continue;
      }
      cursor[node] = place + 1;
      const next = at(values, place);
      if (seen[next] === 1) continue;
      seen[next] = 1;
      path.push(next);
    }
  };

  for (const root of firstRoots) visit(root);
  for (let root = 0; root < count; root++) visit(root);
  return order;
}
