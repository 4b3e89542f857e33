/**
 * A search that leaves out dead fields takes it that library code which no run
 * has used so far never runs (liveness/code/used-library.ts). This is where that is
 * looked after: some random schedules are followed before the search begins, so
 * that most of what the program uses is known; after each step the search asks
 * whether something else has run; and if it has, everything explored so far is
 * void, and the search begins again with what is known by then. Each time more
 * of the library is known, and when that goes on for too long nothing is taken
 * to be dead any more: so there is an end to it.
 *
 * A patient search (search.ts) begins without: everything is live until it has done as much work as
 * the analyses take. By then it has run most of the code itself, and begins again with them.
 *
 * Only a search in which the assumption held from its first state to its last
 * can say that a program is safe. docs/liveness-hybrid.md has the argument.
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

/** Before the search. What they miss is found out by the search itself, early as a rule. */
const PROBES = { walks: 12, steps: 2000, instructions: 300_000 };
/** Random walks that show nothing new, one after the other, after which no more are tried. */
const ENOUGH = 3;
/** States at which invariants are evaluated for what they use. */
const MOST_INSPECTIONS = 200;
/** New beginnings up to which methods are what is observed, then whole classes, then nothing is dead any more. */
const MOST_BY_METHODS = 6;
const MOST_BY_CLASSES = 9;

export class AssumedWorld {
  /** What the present analysis rests on; null when on nothing. */
  observed: UsedLibrary | null = null;
  /** Everything is live, until `start`. */
  #isWaiting = false;
  /** It is time to analyse. */
  #isDue = false;
  readonly #m: Machine;
  /** Null when nothing rests on what the program uses of the library. */
  readonly #fields: HybridLiveness | null;
  readonly #setup: SearchSetup;
  #beginnings = 0;

  private constructor(m: Machine, fields: HybridLiveness | null, setup: SearchSetup) {
    this.#m = m;
    this.#fields = fields;
    this.#setup = setup;
  }

  /**
   * The machine is ready for its first step, and will be again. Where the analyses are put off there is nothing
   * to do yet. Where states are compared by no analysis that needs it, nothing is assumed at all.
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
      // A search without field liveness runs no trial schedules. Both must begin with the same assumptions: otherwise
      // they have different scheduling points, and their state counts cannot be compared.
      m.discipline.withoutLearning(() => world.#probe());
      resetForRestart(m, approximations);
      world.#analyse();
    });
    return world;
  }

  /** Everything is live so far: the work after which that ends; null where it has ended. */
  get patience(): number | null {
    if (!this.#isWaiting) return null;
    const { patience = 0 } = this.#setup;
    return patience === "analysis" ? analysisWork(this.#m.space.top) : patience;
  }

  /** Ends the waiting: the search must begin again. */
  start(): void {
    this.#isWaiting = false;
    this.#isDue = true;
  }

  /** Something is assumed, or will be. */
  get isActive(): boolean {
    return this.#fields !== null;
  }

  /** HOT. Something has run that was assumed never to: nothing counts that the search has done. */
  get isBroken(): boolean {
    return this.#fields !== null && this.#fields.brokenBy !== null;
  }

  /** The search begins again, whatever for; the machine is in its first state. True when other fields may be live than before. */
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
      // What is not supported is said when the search comes to it, which may find something else first.
      if (!(error instanceof DeadwoodError)) throw error;
    }
  }
}

/** Gives a liveness of fields what it would have known in the search that compared states so. */
export function assuming(liveness: LiveCells, observed: UsedLibrary | null): LiveCells {
  if (observed !== null && liveness.fields instanceof HybridLiveness) {
    liveness.fields.begin(observed);
  }
  return liveness;
}

/** What is no part of the search. */
function aside({ aside: run }: SearchSetup, work: () => void): void {
  if (run === undefined) work();
  else run(work);
}
