/**
 * The tree of a breadth-first search: for each state the one it was first
 * reached from and the step that did it. Ten bytes a state, in blocks of fixed
 * size, so that growing copies nothing and never needs twice the memory.
 */
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK - 1;

export class StateTree {
  readonly #parents: Uint32Array[] = [];
  readonly #threads: Uint16Array[] = [];
  readonly #choices: Int32Array[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#parents.length * BLOCK * 10;
  }

  /** Returns the new node's index; the first one is its own parent. */
  add(parent: number, thread: number, choice: number): number {
    const index = this.#count++;
    const block = index >>> BLOCK_BITS;
    if (block === this.#parents.length) {
      this.#parents.push(new Uint32Array(BLOCK));
      this.#threads.push(new Uint16Array(BLOCK));
      this.#choices.push(new Int32Array(BLOCK));
    }
    const at = index & BLOCK_MASK;
    this.#parents[block]![at] = parent;
    this.#threads[block]![at] = thread;
    this.#choices[block]![at] = choice;
    return index;
  }

  parent(index: number): number {
    return this.#parents[index >>> BLOCK_BITS]![index & BLOCK_MASK]!;
  }

  thread(index: number): number {
    return this.#threads[index >>> BLOCK_BITS]![index & BLOCK_MASK]!;
  }

  choice(index: number): number {
    return this.#choices[index >>> BLOCK_BITS]![index & BLOCK_MASK]!;
  }
}
