/**
 * What the code says of a state's fields, for one state and its future. Where
 * the future has been explored to its end, no library code will run that has
 * not run by then, and what only such code would read is dead. Without that,
 * the whole library is analysed, and if that is found to use reflection, the
 * part of it that the program has come to so far is taken for all of it: a
 * guess, and told as one.
 */
import { ALWAYS_READ, NEVER_READ } from "../liveness/cell-facts.ts";
import { EVERYTHING } from "../liveness/fact-sets.ts";
import { LiveFields } from "../liveness/live-fields.ts";
import { observe } from "../liveness/observed.ts";
import type { RuntimeMethod } from "../program/runtime-class.ts";
import type { FieldLiveness } from "../state/field-liveness.ts";
import type { Machine } from "../vm/machine.ts";
import { STATIC_BASE } from "../vm/memory.ts";

export class CodeLiveness implements FieldLiveness {
  readonly fields: LiveFields;
  /** All rests on it that the program uses no more of the library than it has so far. */
  readonly isGuess: boolean;
  readonly #m: Machine;

  /** `isExplored`: everything that can follow the machine's state has run on it. */
  constructor(m: Machine, invariants: readonly RuntimeMethod[], isExplored: boolean) {
    this.#m = m;
    const closed = isExplored
      ? new LiveFields(m, { invariants, observed: observe(m, "methods") })
      : new LiveFields(m, { invariants });
    this.isGuess = !isExplored && closed.openedBy !== null;
    this.fields = this.isGuess ? new LiveFields(m, { invariants, observed: observe(m) }) : closed;
  }

  ofState(): number {
    return this.fields.ofState(this.#m);
  }

  isFieldLive(set: number, classId: number, offset: number): boolean {
    return this.#isLive(set, this.fields.cells.ofInstance(classId)[offset] ?? ALWAYS_READ);
  }

  areElementsLive(set: number, classId: number): boolean {
    return this.fields.cells.ofElements(classId).some((fact) => this.#isLive(set, fact));
  }

  isStaticLive(set: number, address: number): boolean {
    return this.#isLive(set, this.fields.cells.ofStatics()[address - STATIC_BASE] ?? ALWAYS_READ);
  }

  #isLive(set: number, fact: number): boolean {
    if (set === EVERYTHING || fact === ALWAYS_READ) return true;
    return fact !== NEVER_READ && this.fields.sets.has(set, fact);
  }
}
