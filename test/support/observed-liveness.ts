/**
 * Faint values of programs that use a JDK: what they use of it is observed in
 * one run, and taken to be all for others.
 */
import { Random } from "../../src/core/random.ts";
import { ALWAYS_READ, NEVER_READ } from "../../src/liveness/cell-facts.ts";
import { EVERYTHING } from "../../src/liveness/fact-sets.ts";
import { FaintLiveness } from "../../src/liveness/faint-liveness.ts";
import { LiveFields } from "../../src/liveness/live-fields.ts";
import { type Observed, observe } from "../../src/liveness/observed.ts";
import { enabledThreads, prepareForSteps } from "../../src/search/step.ts";
import type { FieldLiveness } from "../../src/state/field-liveness.ts";
import type { Liveness } from "../../src/state/liveness.ts";
import type { Machine } from "../../src/vm/machine.ts";
import { STATIC_BASE } from "../../src/vm/memory.ts";
import { Stop } from "../../src/vm/stop.ts";
import { ReadLog } from "./read-log.ts";

const SWITCH_EVERY = 20;

/** What a machine uses in a run of so many instructions, by a random schedule. */
export function observeRun(m: Machine, seed: number, instructions: number): Observed {
  prepareForSteps(m);
  const log = new ReadLog(m);
  const random = new Random(seed);
  let thread = 0;
  for (let i = 0; i < instructions; i++) {
    const enabled = enabledThreads(m);
    if (enabled.length === 0) break;
    if (!enabled.includes(thread) || random.below(SWITCH_EVERY) === 0) {
      thread = enabled[random.below(enabled.length)]!;
    }
    const { stop } = log.step(thread, (choices) => random.below(choices));
    if (stop === Stop.halted || stop === Stop.ignored) break;
  }
  return observe(m);
}

export class ObservedFields implements FieldLiveness {
  readonly fields: LiveFields;
  readonly #m: Machine;

  constructor(m: Machine, observed: Observed) {
    this.#m = m;
    this.fields = new LiveFields(m, { observed, faint: true });
  }

  get liveness(): Liveness {
    return { frames: new FaintLiveness(this.#m, this), fields: this };
  }

  /** The machine has come to something that was not expected. */
  get isBroken(): boolean {
    return this.fields.brokenBy(this.#m) !== null;
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
