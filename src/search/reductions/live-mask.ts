/**
 * What the future of a state has read, without the words that count for nothing there: those
 * that are dead by the code, because they are read for nothing (docs/liveness-faint.md). States
 * that are equal when they are compared whole have the same words left.
 */

import { WordStack } from "../../core/word-stack.ts";
import type { FieldLiveness } from "../../state/live-cells.ts";
import { ObjectLayouts } from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import { PERM_BASE } from "../../vm/memory/memory.ts";

export class LiveMask {
  /** What is left of the list that was given last. */
  readonly kept = new WordStack();
  readonly #m: Machine;
  readonly #fields: FieldLiveness;
  readonly #shapes: ObjectLayouts;

  constructor(m: Machine, fields: FieldLiveness) {
    this.#m = m;
    this.#fields = fields;
    this.#shapes = new ObjectLayouts(m, fields);
  }

  /**
   * Pairs of an object (0: none) and an offset, in a state in which the fields of `liveSet` are
   * live by the code; its memory is in place. True when some are left out.
   */
  apply(list: Int32Array, from: number, to: number, liveSet: number): boolean {
    if (this.#fields.isEverything === true) return false;
    this.#shapes.use(liveSet);
    let at = from;
    while (at < to && !this.#isDead(list[at]!, list[at + 1]!)) at += 2;
    if (at === to) return false;
    const { kept } = this;
    kept.top = 0;
    const words = kept.reserve(to - from);
    for (let i = from; i < to; i += 2) {
      if (i >= at && this.#isDead(list[i]!, list[i + 1]!)) continue;
      words[kept.top++] = list[i]!;
      words[kept.top++] = list[i + 1]!;
    }
    return true;
  }

  /** Of what was there from the start, static fields can be dead and nothing else. */
  #isDead(object: number, offset: number): boolean {
    if (object === 0) {
      return offset >= 0 && offset < PERM_BASE && this.#shapes.isStaticDead(offset);
    }
    return this.#shapes.isDead(this.#m.H[object]!, offset);
  }
}
