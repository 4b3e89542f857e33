/**
 * Places for the states of a graph with up to some thousand of them: a layer for each depth, because a state's depth is
 * the length of a shortest way to it. Within a layer, states stand near those that lead to them. Graphviz would take
 * minutes for such graphs; this takes milliseconds, and one sees the same: how wide the graph is at each depth.
 */

export interface LayeredGraph {
  readonly depths: readonly number[];
  /** Pairs of states: from, to. */
  readonly edges: readonly (readonly [number, number])[];
}

export interface Layout {
  /** By state: its place within the layer, and the layer. One is the least distance of two states. */
  readonly across: Float64Array;
  readonly along: Float64Array;
  /** Of all states. */
  readonly from: number;
  readonly to: number;
  readonly layers: number;
}

/** A graph that is so much broader than its broadest layer has drifted. */
const DRIFT = 1.3;
/** How often the order within layers is improved. */
const SWEEPS = 4;

export function layeredLayout({ depths, edges }: LayeredGraph): Layout {
  const layers = layersOf(depths);
  const above = neighbours(depths, edges, 1);
  const below = neighbours(depths, edges, -1);
  const across = new Float64Array(depths.length);
  for (const layer of layers) spread(layer, across);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of layers) arrange(layer, above, across);
    for (const layer of layers.toReversed()) arrange(layer, below, across);
  }
  for (const layer of layers) arrange(layer, above, across);
  centre(layers, across);
  let from = 0;
  let to = 0;
  for (const x of across) {
    from = Math.min(from, x);
    to = Math.max(to, x);
  }
  return { across, along: Float64Array.from(depths), from, to, layers: layers.length };
}

/** A narrow graph can drift to one side from layer to layer; then each layer is put into the middle. */
function centre(layers: readonly (readonly number[])[], across: Float64Array): void {
  const widest = Math.max(...layers.map(({ length }) => length));
  const ends = layers.map((layer) => {
    const places = layer.map((state) => across[state] ?? 0);
    return [Math.min(...places), Math.max(...places)] as const;
  });
  const breadth = Math.max(...ends.map(([, to]) => to)) - Math.min(...ends.map(([from]) => from));
  if (breadth < DRIFT * widest) return;
  layers.forEach((layer, i) => {
    const [from, to] = ends[i] ?? [0, 0];
    for (const state of layer) across[state] = (across[state] ?? 0) - (from + to) / 2;
  });
}

function layersOf(depths: readonly number[]): number[][] {
  const layers: number[][] = [];
  depths.forEach((depth, state) => {
    while (layers.length <= depth) layers.push([]);
    layers[depth]?.push(state);
  });
  return layers;
}

/** By state: the states one layer before it (1) or behind it (-1) that it has an edge with. */
function neighbours(
  depths: readonly number[],
  edges: LayeredGraph["edges"],
  distance: 1 | -1,
): number[][] {
  const found: number[][] = depths.map(() => []);
  for (const [a, b] of edges) {
    const [from, to] = distance === 1 ? [a, b] : [b, a];
    if ((depths[to] ?? 0) - (depths[from] ?? 0) === distance) found[to]?.push(from);
  }
  return found;
}

/** Side by side, around the middle. */
function spread(layer: readonly number[], across: Float64Array): void {
  layer.forEach((state, i) => {
    across[state] = i - (layer.length - 1) / 2;
  });
}

/** Each state below the middle of its neighbours, as near as the others allow. */
function arrange(
  layer: number[],
  neighboursOf: readonly (readonly number[])[],
  across: Float64Array,
): void {
  const wanted = new Map(
    layer.map((state) => {
      const near = neighboursOf[state] ?? [];
      const sum = near.reduce((total, each) => total + (across[each] ?? 0), 0);
      return [state, near.length === 0 ? (across[state] ?? 0) : sum / near.length];
    }),
  );
  const wantedOf = (state: number): number => wanted.get(state) ?? 0;
  layer.sort((a, b) => wantedOf(a) - wantedOf(b) || a - b);
  let last = Number.NEGATIVE_INFINITY;
  let drift = 0;
  for (const state of layer) {
    last = Math.max(wantedOf(state), last + 1);
    across[state] = last;
    drift += last - wantedOf(state);
  }
  // Pushing states apart has moved all of them to one side.
  for (const state of layer) across[state] = (across[state] ?? 0) - drift / layer.length;
}
