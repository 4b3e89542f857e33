/** The hybrid analysis as the state layer asks for it: by words of objects and of the static area. */
import type { RuntimeMethod } from "../program/runtime-class.ts";
import type { FieldLiveness } from "../state/field-liveness.ts";
import type { Machine } from "../vm/machine.ts";
import { STATIC_BASE } from "../vm/memory.ts";
import { ALWAYS_READ, NEVER_READ } from "./cell-facts.ts";
import { EVERYTHING } from "./fact-sets.ts";
import { LiveFields } from "./live-fields.ts";

export class HybridLiveness implements FieldLiveness {
  readonly fields: LiveFields;
  readonly #m: Machine;

  /** `observers` are methods that are evaluated at every state; `faint` leaves out reads that are for nothing. */
  constructor(m: Machine, observers: readonly RuntimeMethod[] = [], faint = false) {
    this.#m = m;
    this.fields = new LiveFields(m, { invariants: observers, faint });
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
