/**
 * Which fact each word of the machine's objects and static fields stands for,
 * so that the code that writes a state can ask about words instead of names. A
 * long or double has the same fact in both its words. Headers, array lengths
 * and static words that are not fields (class status, constants made at run time)
 * are always live.
 */

import { ACC_FINAL } from "../../classfile/format/access-flags.ts";
import { bug } from "../../core/assert.ts";
import type { RuntimeClass, RuntimeField } from "../../program/linking/runtime-class.ts";
import type { Machine } from "../../vm/machine.ts";
import { OBJECT_HEADER } from "../../vm/memory/object-layout.ts";
import type { Facts } from "../code/facts.ts";

/** In place of a fact: nothing that was analysed reads it. */
export const NEVER_READ = -1;
/** In place of a fact: no matter what, it counts. */
export const ALWAYS_READ = -2;

export class CellFacts {
  readonly #m: Machine;
  readonly #facts: Facts;
  readonly #instances: (Int32Array | undefined)[] = [];
  readonly #elements: (readonly number[] | undefined)[] = [];
  #statics = new Int32Array(0);
  #seenClasses = 0;

  constructor(m: Machine, facts: Facts) {
    this.#m = m;
    this.#facts = facts;
  }

  /** The fact of a field, or NEVER_READ. */
  ofField(field: RuntimeField): number {
    return this.#facts.find(field);
  }

  /** By word of an object of the class, its header included. */
  ofInstance(classId: number): Int32Array {
    const known = this.#instances[classId];
    if (known !== undefined) return known;
    const cls = this.#m.program.classes[classId];
    if (cls === undefined) bug(`no class ${classId}`);
    // What is in no field is there to fill up.
    const words = new Int32Array(this.#m.classTables.instanceWords[classId]!).fill(NEVER_READ);
    words.fill(ALWAYS_READ, 0, OBJECT_HEADER);
    const isTask = this.#isTask(cls);
    for (let c: RuntimeClass | null = cls; c !== null; c = c.superclass) {
      for (const field of c.fields) {
        if (field.isStatic) continue;
        this.#place(words, field);
        const isFixed = field.isReference && (field.accessFlags & ACC_FINAL) !== 0;
        if (isTask && isFixed) words[field.offset] = ALWAYS_READ;
      }
    }
    this.#instances[classId] = words;
    return words;
  }

  /**
   * What threads were given to run, and what that was given in turn. The objects that it refers to for good are
   * mostly those that threads have in common: found from there they are shared,
   * and need not be looked for in the frames of all threads (see
   * incremental-fingerprint.ts). As they never change, hardly any states differ
   * in them.
   */
  #isTask(cls: RuntimeClass): boolean {
    const runnable = this.#m.program.loaded("java/lang/Runnable");
    const isLambda = cls.origin === "synthetic";
    return isLambda || (runnable !== undefined && cls.isSubtypeOf(runnable));
  }

  /** The facts that stand for the elements of an array class: they are live when one of these is. */
  ofElements(classId: number): readonly number[] {
    let facts = this.#elements[classId];
    if (facts === undefined) {
      const { classes } = this.#m.program;
      const cls = classes[classId];
      if (cls === undefined || cls.component === null) {
        bug(`class ${classId} is no array`);
      }
      const above = [...cls.supertypes].map((id) => classes[id]?.name ?? "");
      facts = this.#facts.arrayNumbers(cls.name, above);
      this.#elements[classId] = facts;
    }
    return facts;
  }

  /** By word of the static area, for all classes that the machine has linked. */
  ofStatics(): Int32Array {
    const { program } = this.#m;
    const { words } = program.statics;
    if (this.#statics.length < words) {
      const longer = new Int32Array(Math.max(words, this.#statics.length * 2)).fill(ALWAYS_READ);
      longer.set(this.#statics);
      this.#statics = longer;
    }
    for (; this.#seenClasses < program.classes.length; this.#seenClasses++) {
      for (const field of program.classes[this.#seenClasses]?.fields ?? []) {
        if (field.isStatic) this.#place(this.#statics, field);
      }
    }
    return this.#statics;
  }

  #place(words: Int32Array, field: RuntimeField): void {
    const fact = this.#facts.find(field);
    words[field.offset] = fact;
    if (field.isWide) words[field.offset + 1] = fact;
  }
}
