/**
 * The hybrid analysis as the state layer asks for it: by words of objects and of
 * the static area. The analysis runs when it is first needed, over all code
 * that the program could ever run. A search that watches the program (`begin`) may
 * use an analysis of less code, and another one when that turns out to be too little.
 * The set numbers of two analyses never overlap.
 */
import { bug } from "../../core/assert.ts";
import type { RuntimeMethod } from "../../program/linking/runtime-class.ts";
import type { FieldLiveness, PerThreadLiveness } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import { STATIC_BASE } from "../../vm/memory/memory.ts";
import { EVERYTHING } from "../code/fact-sets.ts";
import type { UsedLibrary } from "../code/used-library.ts";
import { ALWAYS_READ, NEVER_READ } from "./cell-facts.ts";
import { LiveFields } from "./live-fields.ts";

/** A search restarts a few times. */
const MOST_BEGINNINGS = 1 << 10;
/** As a search asks. */
const FROM_HERE = { isFirstState: true };

export class HybridLiveness implements FieldLiveness {
  readonly #m: Machine;
  readonly #observers: readonly RuntimeMethod[];
  readonly #faint: boolean;
  #fields: LiveFields | null = null;
  /** What is added to the analysis's own numbers of sets. */
  #base = 0;
  #hasGivenUp = false;
  readonly #renewed: (() => void)[] = [];
  #beginnings = 0;
  /** In the phase that was asked for last everything is live. */
  #isOpen = false;
  readonly threads: PerThreadLiveness = {
    phase: (known) => this.#phase(known),
    ofThread: (thread) => this.#ofThread(thread),
    join: (ofThreads, count) => this.#join(ofThreads, count),
  };

  /** `observers` are methods that are evaluated at every state; `faint` leaves out reads that are for nothing. */
  constructor(m: Machine, observers: readonly RuntimeMethod[] = [], faint = false) {
    this.#m = m;
    this.#observers = observers;
    this.#faint = faint;
  }

  get fields(): LiveFields {
    // What was said while everything was live would have to mean something else from then on.
    if (this.#fields === null && this.#hasGivenUp) {
      bug("an analysis was asked for that has not begun");
    }
    this.#fields ??= new LiveFields(this.#m, { invariants: this.#observers, faint: this.#faint });
    return this.#fields;
  }

  /**
   * Library code that was not observed is assumed never to run. Earlier answers
   * are void, except for the set that meant everything because nothing had begun:
   * it still does. `isFirstState`: no state in question lies before the
   * machine's present one.
   */
  begin(observed: UsedLibrary, { isFirstState }: { isFirstState: boolean } = FROM_HERE): void {
    if (this.#fields !== null) this.#base += this.#fields.sets.count;
    this.#hasGivenUp = false;
    const invariants = this.#observers;
    const faint = this.#faint;
    this.#fields = new LiveFields(this.#m, { invariants, faint, observed, isFirstState });
    this.#beginnings++;
    for (const forget of this.#renewed) forget();
  }

  /** From now on everything is live, until it begins (again). */
  giveUp(): void {
    if (this.#fields !== null) this.#base += this.#fields.sets.count;
    this.#hasGivenUp = true;
    this.#beginnings++;
    for (const forget of this.#renewed) forget();
  }

  /** False when everything is live, whatever the analysis says. */
  get isTrusted(): boolean {
    return !this.#hasGivenUp;
  }

  get isEverything(): boolean {
    return this.#hasGivenUp;
  }

  /** Calls `forget` when another analysis is used than before. */
  whenRenewed(forget: () => void): void {
    this.#renewed.push(forget);
  }

  /** What has run although it was taken never to; null as long as all is well. */
  get brokenBy(): string | null {
    return this.#fields === null || this.#hasGivenUp ? null : this.#fields.brokenBy(this.#m);
  }

  ofState(): number {
    if (this.#hasGivenUp) return this.#base + EVERYTHING;
    return this.#base + this.fields.ofState(this.#m);
  }

  /** Those of one analysis are not another's. */
  #phase(known: number): number {
    const isOwn = known >= MOST_BEGINNINGS && known % MOST_BEGINNINGS === this.#beginnings;
    const last = isOwn ? Math.floor(known / MOST_BEGINNINGS) - 1 : -1;
    const phase = this.#hasGivenUp ? -1 : this.fields.phaseOf(this.#m, last);
    this.#isOpen = phase < 0;
    return (phase + 1) * MOST_BEGINNINGS + this.#beginnings;
  }

  #ofThread(thread: number): number {
    return this.#isOpen ? EVERYTHING : this.fields.ofFrames(this.#m, thread);
  }

  #join(ofThreads: Int32Array, count: number): number {
    if (this.#isOpen) return this.#base + EVERYTHING;
    const { sets, ofPhase } = this.fields;
    let set = ofPhase;
    for (let i = 0; i < count; i++) set = sets.union(set, ofThreads[i]!);
    return this.#base + set;
  }

  isFieldLive(set: number, classId: number, offset: number): boolean {
    if (this.#isEverything(set)) return true;
    return this.#isLive(set, this.fields.cells.ofInstance(classId)[offset] ?? ALWAYS_READ);
  }

  areElementsLive(set: number, classId: number): boolean {
    if (this.#isEverything(set)) return true;
    return this.fields.cells.ofElements(classId).some((fact) => this.#isLive(set, fact));
  }

  isStaticLive(set: number, address: number): boolean {
    if (this.#isEverything(set)) return true;
    return this.#isLive(set, this.fields.cells.ofStatics()[address - STATIC_BASE] ?? ALWAYS_READ);
  }

  /** No analysis is needed to say so, nor made. */
  #isEverything(set: number): boolean {
    return set - this.#base === EVERYTHING;
  }

  #isLive(set: number, fact: number): boolean {
    if (fact === ALWAYS_READ) return true;
    return fact !== NEVER_READ && this.fields.sets.has(set - this.#base, fact);
  }
}
