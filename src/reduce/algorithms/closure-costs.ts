/**
 * What closures cost, for all components of a graph at once. Closures overlap, so their costs are
 * no sums over edges; counting each by a walk would take as many walks as there are
 * components. Here 128 possible members are four words, and one sweep over the edges says for
 * every component which of the 128 are in its closure.
 *
 * When some components are paid for, only they are swept again: over a whole reduction
 * every component is swept twice at most, however many steps it has.
 */
import { at } from "../../core/int-list.ts";
import type { ItemGraph } from "./graph.ts";

const WORDS = 4;
const BLOCK = 32 * WORDS;
/** A table for each byte of a block, of what the members that its bits stand for cost. */
const TABLE = 256;

export class ClosureCosts {
  readonly #graph: ItemGraph;
  readonly #weights: Float64Array;
  readonly #costs: Float64Array;
  readonly #bits: Int32Array;
  readonly #tables = new Float64Array((BLOCK / 8) * TABLE);

  /** The costs of all closures; what is in `paid` costs nothing. */
  constructor(graph: ItemGraph, weights: Float64Array, paid: Uint8Array) {
    this.#graph = graph;
    this.#weights = weights;
    this.#costs = new Float64Array(graph.componentCount);
    this.#bits = new Int32Array(graph.componentCount * WORDS);
    const everything = Int32Array.from({ length: graph.componentCount }, (_, index) => index);
    this.#sweep(
      everything.filter((component) => paid[component] === 0),
      1,
    );
  }

  /** What of a component's closure is not paid for. */
  costOf(component: number): number {
    return this.#costs[component] ?? 0;
  }

  /** From now on these cost nothing. Each component is paid for once. */
  pay(components: Int32Array): void {
    this.#sweep(components, -1);
  }

  /** Components by cost; of those that cost the same, what is needed comes before what needs it. */
  sorted(components: Int32Array): Int32Array {
    return components.toSorted((a, b) => this.costOf(a) - this.costOf(b) || a - b);
  }

  #sweep(members: Int32Array, sign: number): void {
    const ascending = members.toSorted();
    this.#bits.fill(0);
    for (let start = 0; start < ascending.length; start += BLOCK) {
      const block = ascending.subarray(start, start + BLOCK);
      // A component needs smaller ones only, so those below the first member do not reach it.
      const previous = start === 0 ? 0 : at(ascending, start - BLOCK);
      this.#bits.fill(0, previous * WORDS, at(block, 0) * WORDS);
      this.#fillTables(block, sign);
      this.#sweepBlock(block);
    }
  }

  #sweepBlock(block: Int32Array): void {
    const { starts, values } = this.#graph.needs;
    const bits = this.#bits;
    const costs = this.#costs;
    let member = 0;
    for (let component = at(block, 0); component < costs.length; component++) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      const end = at(starts, component + 1);
      for (let place = at(starts, component); place < end; place++) {
        const from = at(values, place) * WORDS;
        a |= at(bits, from);
        b |= at(bits, from + 1);
        c |= at(bits, from + 2);
        d |= at(bits, from + 3);
      }
      const to = component * WORDS;
      bits[to] = a;
      bits[to + 1] = b;
      bits[to + 2] = c;
      bits[to + 3] = d;
      if (member < block.length && at(block, member) === component) {
        const word = to + (member >>> 5);
        bits[word] = at(bits, word) | (1 << (member & 31));
        member++;
      } else if ((a | b | c | d) === 0) continue;
      let cost = costs[component] ?? 0;
      for (let word = 0; word < WORDS; word++) cost += this.#costOfWord(word, at(bits, to + word));
      costs[component] = cost;
    }
  }

  #costOfWord(word: number, bits: number): number {
    if (bits === 0) return 0;
    const tables = this.#tables;
    const table = word * 4 * TABLE;
    return (
      (tables[table + (bits & 255)] ?? 0) +
      (tables[table + TABLE + ((bits >>> 8) & 255)] ?? 0) +
      (tables[table + 2 * TABLE + ((bits >>> 16) & 255)] ?? 0) +
      (tables[table + 3 * TABLE + (bits >>> 24)] ?? 0)
    );
  }

  #fillTables(block: Int32Array, sign: number): void {
    const tables = this.#tables;
    for (let byte = 0; byte < BLOCK / 8; byte++) {
      const table = byte * TABLE;
      for (let value = 1; value < TABLE; value++) {
        const lowest = 31 - Math.clz32(value & -value);
        const member = block[byte * 8 + lowest];
        const weight = member === undefined ? 0 : (this.#weights[member] ?? 0);
        tables[table + value] = (tables[table + (value & (value - 1))] ?? 0) + sign * weight;
      }
    }
  }
}
