/**
 * Field liveness assumes that library code never runs unless some run has already used it
 * (liveness/code/used-library.ts). This class enforces that assumption. Some random schedules run before the
 * search begins, so that most of the used code is known. After each step the search asks whether other code
 * has run. If so, everything explored so far is void, and the search restarts with what is known by then.
 * Each restart knows more of the library, and after too many restarts nothing is considered dead any longer,
 * so restarts end.
 *
 * A patient search (search.ts) starts with everything live until it has done as much work as the analyses
 * cost. By then it has run most of the code itself, and restarts with the analyses.
 *
 * Only a search in which the assumption held from the first state to the last can call a program safe.
 * docs/liveness-hybrid.md has the argument.
 */
import { DeadwoodError } from "../../core/errors.ts";
import { observe, type UsedLibrary } from "../../liveness/code/used-library.ts";
import { HybridLiveness } from "../../liveness/fields/hybrid-liveness.ts";
import type { LiveCells } from "../../state/live-cells.ts";
import type { Machine } from "../../vm/machine.ts";
import type { SearchSetup } from "../search.ts";
import { resetForRestart } from "../step.ts";
import { analysisWork } from "./effort.ts";
import { probe } from "./probe-walks.ts";

/** Random walks before the search. The search itself finds what they miss, usually early. */
const PROBES = { walks: 12, steps: 2000, instructions: 300_000 };
/** Probing stops after this many consecutive walks that show nothing new. */
const ENOUGH = 3;
/** The number of states in which invariants are evaluated to see which code they use. */
const MOST_INSPECTIONS = 200;
/** Up to this many analyses observe methods, then whole classes; after that nothing is dead. */
const MOST_BY_METHODS = 6;
const MOST_BY_CLASSES = 9;

export class AssumedWorld {
  /** The used library that the current analysis assumes; null if it assumes none. */
  observed: UsedLibrary | null = null;
  /** Everything is live until `start`. */
  #isWaiting = false;
  /** The analyses are due at the next restart. */
  #isDue = false;
  readonly #m: Machine;
  /** Null if no analysis depends on the used library. */
  readonly #fields: HybridLiveness | null;
  readonly #setup: SearchSetup;
  #beginnings = 0;

  private constructor(m: Machine, fields: HybridLiveness | null, setup: SearchSetup) {
    this.#m = m;
    this.#fields = fields;
    this.#setup = setup;
  }

  /**
   * Requires a machine that is ready for its first step, and leaves it so. Does nothing yet if the analyses
   * are postponed, and assumes nothing if no analysis depends on the used library.
   */
  static begin(m: Machine, setup: SearchSetup): AssumedWorld {
    const fields = setup.liveness?.fields;
    if (!(fields instanceof HybridLiveness)) return new AssumedWorld(m, null, setup);
    const world = new AssumedWorld(m, fields, setup);
    if (setup.patience !== undefined && (setup.dynamic ?? false) !== false) {
      world.#isWaiting = true;
      fields.giveUp();
      return world;
    }
    aside(setup, () => {
      const approximations = [...m.approximations];
      // A search without field liveness runs no probes. Both must start with the same assumptions: otherwise
      // their scheduling points differ and their state counts cannot be compared.
      m.sharing.withoutLearning(() => world.#probe());
      resetForRestart(m, approximations);
      world.#analyse();
    });
    return world;
  }

  /** While everything is live: the amount of work after which the analyses start. Null afterwards. */
  get patience(): number | null {
    if (!this.#isWaiting) return null;
    const { patience = 0 } = this.#setup;
    return patience === "analysis" ? analysisWork(this.#m.space.top) : patience;
  }

  /** Ends the waiting. The search must restart. */
  start(): void {
    this.#isWaiting = false;
    this.#isDue = true;
  }

  /** An assumption is made, or will be. */
  get isActive(): boolean {
    return this.#fields !== null;
  }

  /** HOT. Code has run that was assumed not to run: everything explored so far is void. */
  get isBroken(): boolean {
    return this.#fields !== null && this.#fields.brokenBy !== null;
  }

  /** Call at a restart, in the first state. True if other fields may be live than before. */
  reanalyse(): boolean {
    if (this.#fields === null || (!this.isBroken && !this.#isDue)) return false;
    this.#isDue = false;
    aside(this.#setup, () => this.#analyse());
    return true;
  }

  #analyse(): void {
    const m = this.#m;
    this.#beginnings++;
    if (this.#beginnings > MOST_BY_CLASSES) this.observed = null;
    else this.observed = observe(m, this.#beginnings > MOST_BY_METHODS ? "classes" : "methods");
    if (this.observed === null) this.#fields?.giveUp();
    else this.#fields?.begin(this.observed);
  }

  #probe(): void {
    const m = this.#m;
    const properties = (this.#setup.inspected ?? []).filter(
      ({ observers }) => (observers?.length ?? 0) > 0,
    );
    let inspections = 0;
    const stepped = (): void => {
      if (properties.length === 0 || inspections++ >= MOST_INSPECTIONS) return;
      for (const property of properties) property.inspect?.(m, () => []);
    };
    let linked = -1;
    let idle = 0;
    const isDone = (): boolean => {
      idle = m.space.linked === linked ? idle + 1 : 0;
      ({ linked } = m.space);
      return idle >= ENOUGH;
    };
    try {
      stepped();
      probe(m, 0, PROBES, { stepped, isDone });
    } catch (error) {
      // The search itself will report what is unsupported, unless it finds something else first.
      if (!(error instanceof DeadwoodError)) throw error;
    }
  }
}

/** Makes field liveness assume what it assumed in the search that compared states with it. */
export function assuming(liveness: LiveCells, observed: UsedLibrary | null): LiveCells {
  if (observed !== null && liveness.fields instanceof HybridLiveness) {
    liveness.fields.begin(observed);
  }
  return liveness;
}

/** Runs work that does not count as part of the search. */
function aside({ aside: run }: SearchSetup, work: () => void): void {
  if (run === undefined) work();
  else run(work);
}
