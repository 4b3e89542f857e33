/**
 * The strongly connected components of the state space, found during a depth-first search (Tarjan). A
 * component that no step leaves and in which no schedule ends is a livelock.
 *
 * Only states of open components are kept, each with its fingerprint. They leave in the reverse order of
 * their arrival, so table entries can simply be cleared: no later entry was displaced by them.
 */

const FIRST_CAPACITY = 1 << 4;
/** Words of a stack entry: the fingerprint. */
const ENTRY = 2;
/** Words of a level: the position of its state with the flags, and the lowest position reached. */
const LEVEL = 2;
/** A step leads from a state of the component to a state of the component. */
const CYCLIC = 1;
/** A step leaves the component, or a schedule ends in it. */
const EXIT = 2;
const POSITION_SHIFT = 2;
const FLAGS = (1 << POSITION_SHIFT) - 1;

export class OnlineComponents {
  #stack = new Int32Array(FIRST_CAPACITY * ENTRY);
  #size = 0;
  /** A hash table of positions in the stack, plus one. */
  #table = new Int32Array(FIRST_CAPACITY * 2);
  #levels = new Int32Array(FIRST_CAPACITY * LEVEL);
  #depth = 0;

  /** Bytes in use: levels, and states of open components with their slots in the table. */
  get usedBytes(): number {
    return (
      this.#depth * LEVEL * 4 +
      this.#size * (ENTRY * 4 + (this.#table.byteLength / this.#stack.length) * ENTRY)
    );
  }

  /** The number of states in open components. */
  get count(): number {
    return this.#size;
  }

  clear(): void {
    this.#size = 0;
    this.#depth = 0;
    this.#table.fill(0);
  }

  /** The search continues from a new state. */
  enter(high: number, low: number): void {
    if ((this.#size + 1) * ENTRY > this.#stack.length) this.#growStack();
    const position = this.#size++;
    this.#stack[position * ENTRY] = high;
    this.#stack[position * ENTRY + 1] = low;
    this.#insert(position);
    this.#addLevel(position, position, 0);
  }

  /**
   * The search continues from a known state, with steps not yet taken from there. Call after `meet`. If the
   * state's component is open, it is also the current state's component, and what is found belongs to it.
   */
  enterAgain(high: number, low: number): void {
    const position = this.#find(high, low);
    this.#addLevel(this.#size, position < 0 ? this.#size : position, position < 0 ? EXIT : 0);
  }

  /** An exit of the current state's component is known. */
  get hasExit(): boolean {
    return (this.#levels[(this.#depth - 1) * LEVEL]! & EXIT) !== 0;
  }

  /** The position of a state among the open ones; -1 if it is not open. */
  positionOf(high: number, low: number): number {
    return this.#find(high, low);
  }

  /** The position of the current state among the open ones. */
  get position(): number {
    return this.#levels[(this.#depth - 1) * LEVEL]! >> POSITION_SHIFT;
  }

  /** As far as known, the current state is the first of its component. */
  get isRoot(): boolean {
    return this.#levels[(this.#depth - 1) * LEVEL + 1]! >= this.position;
  }

  #addLevel(position: number, low: number, flags: number): void {
    if ((this.#depth + 1) * LEVEL > this.#levels.length) {
      const levels = new Int32Array(this.#levels.length * 2);
      levels.set(this.#levels);
      this.#levels = levels;
    }
    const level = this.#depth++ * LEVEL;
    this.#levels[level] = (position << POSITION_SHIFT) | flags;
    this.#levels[level + 1] = low;
  }

  /** A step from the current state led to a known state. */
  meet(high: number, low: number): void {
    const level = (this.#depth - 1) * LEVEL;
    const position = this.#find(high, low);
    if (position < 0) {
      this.#levels[level]! |= EXIT;
      return;
    }
    this.#levels[level]! |= CYCLIC;
    if (position < this.#levels[level + 1]!) this.#levels[level + 1] = position;
  }

  /** A step from the current state led to an end, or to where the search does not look. */
  leave(): void {
    if (this.#depth > 0) this.#levels[(this.#depth - 1) * LEVEL]! |= EXIT;
  }

  /**
   * All steps of the current state have been taken. True if that completes its component and the component is
   * a livelock.
   */
  finish(): boolean {
    const level = --this.#depth * LEVEL;
    const position = this.#levels[level]! >> POSITION_SHIFT;
    const low = this.#levels[level + 1]!;
    const flags = this.#levels[level]! & FLAGS;
    const above = level - LEVEL;
    if (low < position) {
      this.#levels[above]! |= flags | CYCLIC;
      if (low < this.#levels[above + 1]!) this.#levels[above + 1] = low;
      return false;
    }
    while (this.#size > position) this.#remove(--this.#size);
    this.leave();
    return (flags & (CYCLIC | EXIT)) === CYCLIC;
  }

  #slotOf(high: number, low: number): number {
    return (Math.imul(high, 0x9e3779b1) ^ low) & (this.#table.length - 1);
  }

  #find(high: number, low: number): number {
    const mask = this.#table.length - 1;
    for (let slot = this.#slotOf(high, low); ; slot = (slot + 1) & mask) {
      const entry = this.#table[slot]!;
      if (entry === 0) return -1;
      const at = (entry - 1) * ENTRY;
      if (this.#stack[at] === high && this.#stack[at + 1] === low) return entry - 1;
    }
  }

  #insert(position: number): void {
    const mask = this.#table.length - 1;
    let slot = this.#slotOf(this.#stack[position * ENTRY]!, this.#stack[position * ENTRY + 1]!);
    while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
    this.#table[slot] = position + 1;
  }

  #remove(position: number): void {
    const mask = this.#table.length - 1;
    let slot = this.#slotOf(this.#stack[position * ENTRY]!, this.#stack[position * ENTRY + 1]!);
    while (this.#table[slot] !== position + 1) slot = (slot + 1) & mask;
    this.#table[slot] = 0;
  }

  #growStack(): void {
    const stack = new Int32Array(this.#stack.length * 2);
    stack.set(this.#stack);
    this.#stack = stack;
    this.#table = new Int32Array(this.#table.length * 2);
    for (let position = 0; position < this.#size; position++) this.#insert(position);
  }
}
