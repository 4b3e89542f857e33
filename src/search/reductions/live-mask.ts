/**
 * Removes from what a state's future has read the words that the code analysis calls dead there because
 * reading them has no effect (docs/liveness-faint.md). States that are equal as whole states keep the same
 * words.
 */

import { WordStack } from "../../core/word-stack.ts";
import type { FieldLiveness } from "../../state/live-cells.ts";
import { ObjectLayouts } from "../../state/object-layout.ts";
import type { Machine } from "../../vm/machine.ts";
import { PERM_BASE } from "../../vm/memory/memory.ts";

export class LiveMask {
  /** What remains of the last list. */
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
   * Takes pairs of an object (0 for none) and an offset, in a state where the fields of `liveSet` are live
   * according to the code. The state's memory must be in place. True if some pairs were removed.
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

  /** Of the boot area, only static fields can be dead. */
  #isDead(object: number, offset: number): boolean {
    if (object === 0) {
      return offset >= 0 && offset < PERM_BASE && this.#shapes.isStaticDead(offset);
    }
    return this.#shapes.isDead(this.#m.H[object]!, offset);
  }
}
