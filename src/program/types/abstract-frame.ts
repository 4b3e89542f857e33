/**
 * The abstract frame that type inference moves through the code: locals and
 * operand stack as type codes in one array, with every check on slots (depth,
 * kinds, halves of longs and doubles) in one place.
 */
import { reject } from "../../classfile/code/bytecode-scan.ts";
import {
  DOUBLE,
  DOUBLE_SECOND,
  kindName,
  LONG,
  LONG_SECOND,
  type ReferenceTypes,
  SlotKind,
  TOP,
  type TypeCode,
} from "./verification-type.ts";

export class AbstractFrame {
  /** Locals from 0, operands from `maxLocals`. */
  readonly cells: Int32Array;
  readonly maxLocals: number;
  readonly maxStack: number;
  /** Operand slots in use. */
  depth = 0;
  /** False in a constructor until super(...) or this(...) returned. */
  thisReady = true;
  /** Set by every change to a local; the analysis clears it. */
  localsChanged = false;
  readonly #types: ReferenceTypes;

  constructor(maxLocals: number, maxStack: number, types: ReferenceTypes) {
    this.cells = new Int32Array(maxLocals + maxStack);
    this.maxLocals = maxLocals;
    this.maxStack = maxStack;
    this.#types = types;
  }

  local(index: number): TypeCode {
    if (index >= this.maxLocals)
      reject(`local ${index} is beyond the maximum of ${this.maxLocals}`);
    return this.cells[index] ?? TOP;
  }

  /** Checks that a local holds a value of this primitive kind, both halves of it. */
  checkLocal(index: number, kind: number): void {
    const type = this.local(index);
    if (type !== kind) this.#wrong(`local ${index}`, kindName(kind), type);
    if (kind === LONG || kind === DOUBLE) this.local(index + 1);
  }

  setLocal(index: number, type: TypeCode): void {
    const { cells } = this;
    const isWide = type === LONG || type === DOUBLE;
    const last = isWide ? index + 1 : index;
    if (last >= this.maxLocals) reject(`local ${last} is beyond the maximum of ${this.maxLocals}`);
    if (index > 0 && ((cells[index] ?? TOP) & 15) === SlotKind.second) cells[index - 1] = TOP;
    if (last + 1 < this.maxLocals && ((cells[last + 1] ?? TOP) & 15) === SlotKind.second) {
      cells[last + 1] = TOP;
    }
    cells[index] = type;
    if (isWide) cells[last] = type === LONG ? LONG_SECOND : DOUBLE_SECOND;
    this.localsChanged = true;
  }

  push(type: TypeCode): void {
    const isWide = type === LONG || type === DOUBLE;
    const depth = this.depth + (isWide ? 2 : 1);
    if (depth > this.maxStack)
      reject(`the operand stack grows beyond its maximum of ${this.maxStack}`);
    const top = this.maxLocals + depth - 1;
    if (isWide) {
      this.cells[top - 1] = type;
      this.cells[top] = type === LONG ? LONG_SECOND : DOUBLE_SECOND;
    } else this.cells[top] = type;
    this.depth = depth;
  }

  /** Takes one slot, whatever is in it. */
  #take(): TypeCode {
    if (this.depth === 0) reject("the operand stack is empty");
    this.depth--;
    return this.cells[this.maxLocals + this.depth] ?? TOP;
  }

  /** Takes a value of a primitive kind. */
  pop(kind: number): void {
    if (kind === LONG || kind === DOUBLE) {
      const second = this.#take();
      const wanted = kind === LONG ? LONG_SECOND : DOUBLE_SECOND;
      if (second !== wanted) this.#wrong("the operand", kindName(kind), second);
      this.#take();
    } else {
      const type = this.#take();
      if (type !== kind) this.#wrong("the operand", kindName(kind), type);
    }
  }

  /** Takes an initialised object, an array or null. */
  popReference(): TypeCode {
    const type = this.#take();
    if ((type & 15) !== SlotKind.reference) this.#wrong("the operand", "reference", type);
    return type;
  }

  /** Takes any reference, an uninitialized one too. */
  popAnyReference(): TypeCode {
    const type = this.#take();
    const kind = type & 15;
    if (kind < SlotKind.reference || kind > SlotKind.uninitializedThis) {
      this.#wrong("the operand", "reference", type);
    }
    return type;
  }

  /** Takes what astore accepts: a reference or a return address. */
  popStorable(): TypeCode {
    const type = this.#take();
    if ((type & 15) < SlotKind.reference) this.#wrong("the operand", "reference", type);
    return type;
  }

  /** Duplicates, drops or swaps slots: what is `count` deep must not begin inside a long or double. */
  requireBoundary(count: number): void {
    if (this.depth < count) reject("the operand stack is too shallow");
    const base = this.maxLocals + this.depth;
    if (((this.cells[base - count] ?? TOP) & 15) === SlotKind.second) {
      reject("the instruction would split a long or double");
    }
    for (let i = base - count; i < base; i++) {
      if (this.cells[i] === TOP) reject("an operand is unusable here");
    }
  }

  /** Inserts a copy of the top `count` slots under the `skip` slots below them. */
  duplicate(count: number, skip: number): void {
    this.requireBoundary(count);
    this.requireBoundary(count + skip);
    if (this.depth + count > this.maxStack) {
      reject(`the operand stack grows beyond its maximum of ${this.maxStack}`);
    }
    const top = this.maxLocals + this.depth;
    this.cells.copyWithin(top - skip, top - skip - count, top);
    for (let i = 0; i < count; i++) {
      this.cells[top - skip - count + i] = this.cells[top + i] ?? TOP;
    }
    this.depth += count;
  }

  swap(): void {
    this.requireBoundary(1);
    this.requireBoundary(2);
    const top = this.maxLocals + this.depth - 1;
    const upper = this.cells[top] ?? TOP;
    this.cells[top] = this.cells[top - 1] ?? TOP;
    this.cells[top - 1] = upper;
  }

  /** Replaces a type wherever it is: an object became initialised. */
  replace(from: TypeCode, to: TypeCode): void {
    const end = this.maxLocals + this.depth;
    for (let i = 0; i < end; i++) {
      if (this.cells[i] !== from) continue;
      this.cells[i] = to;
      if (i < this.maxLocals) this.localsChanged = true;
    }
  }

  #wrong(what: string, wanted: string, type: TypeCode): never {
    const article = wanted === "int" ? "an" : "a";
    return reject(`${what} should be ${article} ${wanted} but is ${this.#types.describe(type)}`);
  }
}
