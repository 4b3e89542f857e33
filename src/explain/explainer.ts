/**
 * Combines what is known about a state from the code and from its explored future, if any (future-search.ts).
 */
import { FaintLiveness } from "../liveness/faint/faint-liveness.ts";
import { LocalLiveness } from "../liveness/slots/local-liveness.ts";
import type { RuntimeField, RuntimeMethod } from "../program/linking/runtime-class.ts";
import { ObjectNames } from "../search/trace/object-names.ts";
import { ALL_LIVE, type LiveCells } from "../state/live-cells.ts";
import type { Machine } from "../vm/machine.ts";
import { STATIC_BASE } from "../vm/memory/memory.ts";
import type { BootWatch } from "./boot-changes.ts";
import { Fates } from "./classify-values.ts";
import { livenessByCode } from "./code/code-liveness.ts";
import { Teller } from "./describe-objects.ts";
import { explainThread, livingThreads } from "./describe-threads.ts";
import type { Explanation } from "./explanation.ts";
import { CellTable } from "./future/cell-table.ts";
import type { FutureReads } from "./future/read-graph.ts";
import { findObjects } from "./reachable-objects.ts";

export class Explainer {
  /** All explained values except those in frames. */
  readonly cells: CellTable;
  /** The liveness by which states are compared. It contains only what is certain before any exploration. */
  readonly liveness: LiveCells;
  readonly #m: Machine;
  readonly #boot: BootWatch;
  readonly #all: boolean;
  readonly #frames: LocalLiveness;
  readonly #names: ObjectNames;
  readonly #statics: readonly RuntimeField[];
  readonly #objects: ReadonlySet<number>;

  /**
   * Requires that the machine is in the state to explain. `all` includes boot objects that have not changed.
   */
  constructor(m: Machine, boot: BootWatch, all: boolean) {
    this.#m = m;
    this.#boot = boot;
    this.#all = all;
    this.#frames = new LocalLiveness(m);
    this.liveness = { frames: this.#frames, fields: null };
    this.#objects = this.#find(ALL_LIVE);
    this.#statics = shownStatics(m, boot, all);
    this.cells = new CellTable(m, this.#statics, this.#objects);
    this.#names = new ObjectNames(m);
    // Number objects in the order of discovery, whichever part the report shows first.
    for (const object of this.#objects) this.#names.object(object);
  }

  /**
   * Requires that the machine is in the same state again. `observers` are methods that are evaluated in every
   * state.
   */
  explain(future: FutureReads | null, observers: readonly RuntimeMethod[]): Explained {
    const m = this.#m;
    const code = livenessByCode(m, observers, future?.isWhole === true);
    const frames = { local: this.#frames, faint: new FaintLiveness(m, code.faint) };
    const fates = new Fates(m, code, future, {
      byLocal: this.#find(this.liveness),
      byHybrid: this.#find({ frames: frames.local, fields: code.hybrid }),
      byFaint: this.#find({ frames: frames.faint, fields: code.faint }),
    });
    const parts = { boot: this.#boot, cells: this.cells, names: this.#names, code, fates };
    const teller = new Teller(m, parts);
    const threads = livingThreads(m).map((t) => explainThread(m, t, this.#names, frames));
    const statics = this.#statics.map((field) => teller.staticCell(field));
    const objects = [...this.#objects].map((ref) => teller.object(ref));
    const { openedBy } = code.hybrid.fields;
    const { isGuess } = code;
    return {
      openedBy,
      isGuess,
      threads,
      statics,
      objects,
      contradictions: fates.contradictions,
    };
  }

  #find(liveness: LiveCells): ReadonlySet<number> {
    return findObjects(this.#m, this.#boot, { liveness, all: this.#all });
  }
}

export type Explained = Pick<
  Explanation,
  "openedBy" | "isGuess" | "threads" | "statics" | "objects" | "contradictions"
>;

/** The program's own static fields, and those of other classes that have changed since the start. */
function shownStatics(m: Machine, boot: BootWatch, all: boolean): RuntimeField[] {
  const changed = new Set(boot.changed());
  const shown: RuntimeField[] = [];
  for (const cls of m.program.classes) {
    if (cls === undefined) continue;
    const isOwn = cls.origin === "application" && m.H[STATIC_BASE + cls.statusIndex] !== 0;
    for (const field of cls.fields) {
      if (!field.isStatic) continue;
      const address = STATIC_BASE + field.offset;
      const isChanged = changed.has(address) || (field.isWide && changed.has(address + 1));
      if (all || isOwn || isChanged) shown.push(field);
    }
  }
  return shown;
}
